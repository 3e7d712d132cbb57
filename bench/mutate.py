"""Small faults put into the judge, the links and the decimals by the dozen, and whether the quick tests notice.

`python bench/mutate.py [SECONDS] [FIRST_SEED] [MODULE ...]` plants one fault at a time (a comparison turned, and for or,
plus for minus, a condition that is always or never true, a constant off by one) and prints those that survive. Faults of
which it is known that they change nothing, or nothing that these tests see, are in bench/TRUST.md.
"""

import ast
import contextlib
import copy
import importlib
import io
import random
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "bench")]

import pytest
import small_pages
import test_checker_faults
import test_graph_pages
from faults import functions

MODULES = ("checks.judging.judge", "derive.decimals", "checks.judging.links")
TURNED = {ast.Lt: ast.GtE, ast.LtE: ast.Lt, ast.Gt: ast.LtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
TURNED |= {ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In}
OTHER = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr}
HANG = 60


def faulty(node: ast.AST) -> Iterator[ast.AST]:
    """The node with one fault, each in turn."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in TURNED:
            yield ast.Compare(node.left, [TURNED[type(operator)]()], node.comparators)
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
            for n in range(len(node.values)):
                kept = node.values[:n] + node.values[n + 1 :]
                yield kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept)
        case ast.BinOp() if type(node.op) in OTHER:
            yield ast.BinOp(node.left, OTHER[type(node.op)](), node.right)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.IfExp():
            yield node.body
            yield node.orelse
        case ast.If():
            yield ast.If(ast.Constant(True), node.body, node.orelse)
            yield ast.If(ast.Constant(False), node.body, node.orelse)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)


def mutants(module: types.ModuleType) -> list[tuple[int, str, str]]:
    """Line, what was changed, and the whole source, for every single fault inside a function."""
    assert module.__file__ is not None
    source = Path(module.__file__).read_text(encoding="utf-8")
    tree = ast.parse(source)
    out = []
    inside = {id(n) for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for s in f.body for n in ast.walk(s)}
    nodes = list(ast.walk(tree))
    for place, node in enumerate(nodes):
        if id(node) not in inside:
            continue
        for variant in range(len(list(faulty(node)))):
            changed = copy.deepcopy(tree)
            target = list(ast.walk(changed))[place]
            fault = list(faulty(target))[variant]
            ast.copy_location(fault, target)
            _put(changed, target, fault)
            shown = f"{_first_line(node)}  ->  {_first_line(ast.fix_missing_locations(fault))}"
            out.append((getattr(node, "lineno", 0), shown, ast.unparse(changed)))
    return out


def _first_line(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0][:70]


def _put(tree: ast.AST, target: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is target:
                setattr(parent, name, new)
                return
            if isinstance(value, list) and any(item is target for item in value):
                setattr(parent, name, [new if item is target else item for item in value])
                return


@contextlib.contextmanager
def planted(module: types.ModuleType, source: str) -> Iterator[None]:
    """The module's functions with the code of a faulty source."""
    scratch: dict[str, object] = {"__name__": f"{module.__name__}.faulty"}
    sys.modules[f"{module.__name__}.faulty"] = types.ModuleType("faulty")
    exec(compile(source, "<faulty>", "exec"), scratch)
    sound, other = functions(vars(module), module.__file__), functions(scratch, "<faulty>")
    kept = {name: function.__code__ for name, function in sound.items()}
    try:
        for name, function in sound.items():
            with contextlib.suppress(KeyError, ValueError):
                function.__code__ = other[name].__code__
        yield
    finally:
        for name, code in kept.items():
            sound[name].__code__ = code


def _pages() -> None:
    for name in small_pages.PAGES:
        small_pages.check(name)


def _slips() -> None:
    for mutant in test_graph_pages.MUTANTS[::3]:
        test_graph_pages.test_a_slip_gets_the_verdicts_that_are_due(mutant)
    for seed in range(3):
        for habit in ("", "truncation"):
            test_graph_pages.test_a_right_page_is_expected_to_agree_and_raises_no_alarm(seed, habit)


def _repaired() -> None:
    for seed, kind in test_graph_pages.REPAIRED:
        test_graph_pages.test_repaired_pages_stay_repaired(seed, kind)


def _decimals() -> None:
    """The whole file, in this process, where the fault is."""
    assert not pytest.main(
        ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", str(ROOT / "tests" / "test_decimals.py")]
    )


QUICK = ("judge's table", "judge's own defects", "equalities", "causes", "cause of a carried number")
KILLERS: tuple[Callable[[], object], ...] = (
    *(test_checker_faults.KILLERS[name] for name in QUICK),
    test_checker_faults.test_judge.test_what_reading_alone_decided_stands,
    _decimals,
    _pages,
    _repaired,
    _slips,
)


def survives() -> bool:
    """Whether no quick test fails."""
    signal.alarm(HANG)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            for killer in KILLERS:
                killer()
    except (Exception, pytest.fail.Exception):
        return False
    finally:
        signal.alarm(0)
    return True


def hung(*_: object) -> None:
    raise TimeoutError


def main() -> None:
    seconds, first = (*map(int, sys.argv[1:3]), *(300, 1)[len(sys.argv[1:3]) :])
    signal.signal(signal.SIGALRM, hung)
    assert survives(), "the quick tests fail without a fault"
    end = time.monotonic() + seconds
    modules = [importlib.import_module(name) for name in sys.argv[3:] or MODULES]
    for module in modules:
        found = mutants(module)
        random.Random(first).shuffle(found)
        tried, left = 0, 0
        share = time.monotonic() + (end - time.monotonic()) / (len(modules) - modules.index(module))
        for line, shown, source in found:
            if time.monotonic() > share:
                break
            tried += 1
            with planted(module, source):
                lives = survives()
            if lives:
                left += 1
                print(f"  survives: {module.__name__}:{line}: {shown}", flush=True)
        print(f"{module.__name__}: {tried} of {len(found)} faults tried, {tried - left} killed, {left} survive", flush=True)


if __name__ == "__main__":
    main()
