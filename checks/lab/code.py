"""A student's two programs, read but never run: attention.py and verify.py as syntax trees.

Only what can be seen with certainty is called a fault; an input that is built in a way not known here is passed over
(running it, with --run, shows its numbers).
"""

import ast
import warnings
from fractions import Fraction

from checks.lab import WIDTH
from checks.lab.faults import Fault
from checks.problems.examples import EXAMPLES

FUNCTION = "single_head_attention"
OTHER_FRAMEWORKS = {"torch", "tensorflow", "jax", "keras", "mxnet", "cupy"}
MOST_LINES = 5
PARAMETERS = ["Q", "K", "V", "mask"]
INPUTS = ("X", "W_Q", "W_K", "W_V")


def _tree(file: str, text: str) -> ast.Module | Fault:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a student's "\d" is none of our output
            return ast.parse(text)
    except SyntaxError as error:
        return Fault(file, "syntax", {"line": error.lineno or 1, "reason": error.msg})
    except (ValueError, RecursionError, MemoryError) as error:
        return Fault(file, "syntax", {"line": 1, "reason": str(error)})


def _imported(tree: ast.Module) -> set[str]:
    """Top-level packages."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])
    return names


def _brought_in(tree: ast.Module) -> set[str]:
    """Names that `from ... import` brings in; * brings in anything."""
    found = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return {alias.name for node in found for alias in node.names}


def _frameworks(file: str, tree: ast.Module) -> list[Fault]:
    return [Fault(file, "import", {"name": name}) for name in sorted(_imported(tree) & OTHER_FRAMEWORKS)]


def attention(file: str, text: str) -> list[Fault]:
    """single_head_attention: its parameters, its length, a softmax that subtracts the maximum; no other framework."""
    tree = _tree(file, text)
    if isinstance(tree, Fault):
        return [tree]
    faults = _frameworks(file, tree)
    defined = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == FUNCTION]
    if not defined:
        known = {FUNCTION, "*"} & _brought_in(tree)
        return faults if known else [*faults, Fault(file, "function")]
    faults += _signature(file, defined[-1])
    faults += _length(file, defined[-1])
    return [*faults, Fault(file, "unstable")] if _exponentiates(tree) and not _subtracts(tree) else faults


def _shown(arguments: ast.arguments) -> str:
    try:
        return ast.unparse(arguments)[:80]
    except RecursionError:
        return "..."


def _signature(file: str, function: ast.FunctionDef) -> list[Fault]:
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    default = function.args.defaults[-1] if function.args.defaults else None
    optional = isinstance(default, ast.Constant) and default.value is None
    if names[:4] == PARAMETERS and len(names) == 4 and optional:
        return []
    return [Fault(file, "signature", {"found": _shown(function.args)})]


def _length(file: str, function: ast.FunctionDef) -> list[Fault]:
    """Statements, the docstring aside; a statement counts for the lines that it takes inside (if, for)."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    count = sum(isinstance(node, ast.stmt) for statement in body for node in ast.walk(statement))
    return [Fault(file, "lines", {"found": count, "most": MOST_LINES})] if count > MOST_LINES else []


def _names(tree: ast.Module) -> set[str]:
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return names | {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def _exponentiates(tree: ast.Module) -> bool:
    return bool(_names(tree) & {"exp", "exp2"})


def _subtracts(tree: ast.Module) -> bool:
    return bool(_names(tree) & {"max", "amax", "nanmax", "maximum", "logsumexp", "softmax_stable", "log_softmax"})


def verify(file: str, text: str) -> list[Fault]:
    """The inputs of the example, a call of single_head_attention, a run with d_k = 64."""
    tree = _tree(file, text)
    if isinstance(tree, Fault):
        return [tree]
    faults = _frameworks(file, tree)
    called = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
    names = {f.id if isinstance(f, ast.Name) else f.attr for f in called if isinstance(f, ast.Name | ast.Attribute)}
    if FUNCTION not in names:
        faults.append(Fault(file, "call", {"name": FUNCTION}))
    faults += _inputs(file, tree)
    numbers = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return faults if WIDTH in numbers else [*faults, Fault(file, "width", {"width": WIDTH})]


def _inputs(file: str, tree: ast.Module) -> list[Fault]:
    """The first array assigned to each name against the example's."""
    faults = []
    for name in INPUTS:
        values = [node.value for node in ast.walk(tree) if isinstance(node, ast.Assign) and _assigns(node, name)]
        if not values:
            faults.append(Fault(file, "no_input", {"name": name}))
            continue
        found = next((rows for rows in map(_matrix, values) if rows is not None), None)
        wanted = [[Fraction(str(x)) for x in row] for row in EXAMPLES["two-tokens"].tables[name]]
        if found is not None and found != wanted:
            faults.append(Fault(file, "input", {"name": name, "found": _spelled(found), "wanted": _spelled(wanted)}))
    return faults


def _assigns(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def _spelled(rows: list[list[Fraction]]) -> str:
    return "; ".join(" ".join(str(x) for x in row) for row in rows)


def _matrix(node: ast.expr) -> list[list[Fraction]] | None:
    """The rows of a literal matrix, np.array(...), np.eye(n) or np.diag([...]); None for anything else."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name) and node.args:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
        if name in ("array", "asarray"):
            return _matrix(node.args[0])
        if name in ("eye", "identity") and len(node.args) == 1:
            size = _number(node.args[0])
            return None if size is None or size != 2 else _diagonal([Fraction(1)] * 2)
        if name == "diag" and isinstance(node.args[0], ast.List | ast.Tuple):
            values = [_number(x) for x in node.args[0].elts]
            return None if None in values else _diagonal([x for x in values if x is not None])
        return None
    if not isinstance(node, ast.List | ast.Tuple):
        return None
    rows = [[_number(x) for x in row.elts] for row in node.elts if isinstance(row, ast.List | ast.Tuple)]
    if len(rows) != len(node.elts) or any(x is None for row in rows for x in row):
        return None
    return [[x for x in row if x is not None] for row in rows]


def _diagonal(values: list[Fraction]) -> list[list[Fraction]]:
    return [[value if i == j else Fraction(0) for j in range(len(values))] for i, value in enumerate(values)]


def _number(node: ast.expr) -> Fraction | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = None if isinstance(node.operand, ast.UnaryOp) else _number(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        try:
            return Fraction(node.value)
        except (ValueError, OverflowError):
            return None
    return None
