"""Formulas as they were read, made uniform: lists with dots, the names of functions, an entry of a softmax."""

from dataclasses import replace

from checks.notation.chains import Chain
from checks.notation.formula import Formula
from checks.theory.scope import split
from derive.expression import Apply, Expression, Symbol, integer, rebuild


def tidied(formula: Formula | None) -> Formula | None:
    """A formula with its lists, maxima and functions as the theory reads them."""
    return None if formula is None else replace(formula, expression=rebuild(formula.expression, _tidied))


def of_softmax(chain: Chain, formula: Formula | None) -> Formula | None:
    """softmax_i in a chain that begins with ∂softmax_i/∂s_j: entry i of softmax(s)."""
    first = chain.members[0].expression if chain.members and chain.members[0] is not None else None
    match first:
        case Apply("derivative", (Symbol(above), Symbol(below))) if split(above)[0] == "softmax" and formula is not None:
            of = Apply("softmax", (Symbol(split(below)[0]),))

            def change(part: Expression) -> Expression | None:
                if isinstance(part, Symbol) and split(part.name)[0] == "softmax":
                    return Apply("entry", (of, Symbol("".join(split(part.name)[1]))))
                return None

            return replace(formula, expression=rebuild(formula.expression, change))
    return formula


def _tidied(part: Expression) -> Expression | None:
    """max(x_1, …, x_i) as the largest x_j; [s_1, …, s_T] as s; Attention(Q, K, V) and score(Q_i, K_j) as names."""
    match part:
        case Apply("divide", (Symbol(above), Symbol(below))) if _differential(above) and _differential(below):
            return Apply("derivative", (Symbol(above[1:]), Symbol(below[1:])))
        case Apply("list" | "tuple", (Symbol(first), *_, Symbol("…"), Symbol(last))) if split(first)[0] == split(last)[0]:
            return Symbol(split(first)[0])
        case Apply("times", (Symbol(name), Apply("list" | "tuple", arguments))) if len(name) > 3 and "_" not in name:
            if not all(isinstance(a, Symbol) for a in arguments):
                return None
            letters = "".join(p for a in arguments if isinstance(a, Symbol) for p in split(a.name)[1] if p.isalpha())
            return Symbol(f"{name}_{letters}" if letters else name)
        case Apply("maximum", (Apply("list", (Symbol(first), *_, Symbol("…"), Symbol(last))),)):
            (base, lowest), (same, highest) = split(first), split(last)
            if base == same and len(lowest) == len(highest) == 1 and lowest[0].isdecimal():
                bounds = Apply("from", (integer(int(lowest[0])),)), Apply("to", (Symbol(highest[0]),))
                return Apply("largest", (Symbol(f"{base}_j"), Symbol("j"), *bounds))
    return None


def _differential(name: str) -> bool:
    """dp_i: a d before a letter; d_k is a size."""
    return name[:1] == "d" and name[1:2].isalpha()
