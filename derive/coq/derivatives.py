"""The derivative of a term by an entry, by the rules of sums.v, and the script with which Coq applies them itself."""

from fractions import Fraction

from derive.coq.products import Lines, block
from derive.coq.spelling import Unsupported
from derive.terms import Delta, Entry, Exp, Log, Number, Plus, Power, Sum, Tensor, Term, Times, tensors

MINUS = Number(Fraction(-1))


def differentiated(term: Term, entry: Entry) -> tuple[Term, Lines]:
    """∂ term / ∂ entry as the lemmas give it, and their script; the term without names, two operands at a time."""

    def depends(inner: Term) -> bool:
        return entry.tensor in tensors(inner).values()

    def visit(inner: Term) -> tuple[Term, Lines]:
        if not depends(inner):
            return Number(Fraction(0)), ["apply der_const."]
        match inner:
            case Entry(tensor, indices):
                return _moved(tensor, indices, entry)
            case Plus((left, right)):
                (first, one), (second, two) = visit(left), visit(right)
                return Plus((first, second)), ["eapply der_plus.", *block(one), *block(two)]
            case Times((left, right)):
                return product(left, right)
            case Sum(bound, body):
                below, lines = visit(body)
                return Sum(bound, below), ["apply der_sum; intros; cbv beta.", *lines]
            case Exp(argument):
                below, lines = visit(argument)
                return Times((inner, below)), ["eapply der_exp.", *lines]
            case Log(argument):
                below, lines = visit(argument)
                over = Power(argument, Fraction(-1))
                return Times((over, below)), ["eapply der_log.", *block(lines), "weights."]
            case Power(base, Fraction(numerator=-1, denominator=1)):
                below, lines = visit(base)
                squared = Times((inner, inner))
                nonzero = ["apply Rgt_not_eq; red; weights."]
                return Times((Times((MINUS, below)), squared)), ["eapply der_inverse.", *block(lines), *block(nonzero)]
        raise Unsupported(f"the derivative of a {type(inner).__name__}")

    def product(left: Term, right: Term) -> tuple[Term, Lines]:
        if not depends(left):
            below, lines = visit(right)
            return Times((left, below)), ["eapply der_left.", *lines]
        if not depends(right):
            below, lines = visit(left)
            return Times((below, right)), ["eapply der_right.", *lines]
        (first, one), (second, two) = visit(left), visit(right)
        both = Plus((Times((first, right)), Times((left, second))))
        return both, ["eapply der_times.", *block(one), *block(two)]

    return visit(term)


def _moved(tensor: Tensor, indices: tuple[object, ...], entry: Entry) -> tuple[Term, Lines]:
    deltas = [Delta(here, there) for here, there in zip(indices, entry.indices)]  # type: ignore[arg-type]
    if len(deltas) > 2:
        raise Unsupported(f"the derivative by an entry of {tensor.name}, with {len(deltas)} indices")
    lemma = [f"apply der_set{len(deltas)}."]
    match deltas:
        case []:
            return Number(Fraction(1)), lemma
        case [one]:
            return one, lemma
    return Times(tuple(deltas)), lemma
