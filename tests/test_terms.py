"""Terms: what is free, what is bound, and that renaming captures nothing."""

import pytest

from derive.terms import (
    Derivative,
    Index,
    Named,
    ShapeError,
    Sum,
    Tensor,
    define,
    delta,
    exp,
    free,
    numbered,
    ranges,
    rename,
    tensors,
    total,
    walk,
)

i, j, k = (Index(name, "T") for name in "ijk")
x, A = Tensor("x", ("T",)), Tensor("A", ("T", "T"))


@pytest.mark.parametrize(
    "term, indices",
    [
        (x[i] * x[j], {i, j}),
        (total("T", lambda m: A[i, m]), {i}),
        (Sum((i,), A[i, j]) * x[i], {i, j}),
        (Derivative(exp(x[i]), x[j]), {i, j}),
        (define("p", lambda q: x[q] ** 2)(k), {k}),
        (delta(i, j), {i, j}),
    ],
)
def test_free_indices(term, indices):
    assert free(term) == indices


def test_rename_gets_out_of_the_way():
    inner = Sum((j,), A[i, j])
    renamed = rename(inner, {i: j})
    assert isinstance(renamed, Sum)
    (bound,) = renamed.bound
    assert bound not in (i, j) and renamed.body == A[j, bound]


def test_total_cannot_capture():
    row = define("r", lambda q: total("T", lambda m: A[q, m]))
    nested = total("T", row)
    assert not free(nested)
    assert numbered(nested) == numbered(total("T", lambda a: row(a)))


def test_numbered_tells_structure():
    one = total(("T", "T"), lambda m, n: A[m, n])
    assert numbered(one) == numbered(total(("T", "T"), lambda a, b: A[a, b]))
    assert numbered(one) != numbered(total(("T", "T"), lambda a, b: A[b, a]))


def test_ranges_are_the_symbolic_sizes():
    assert ranges(total(("T", "4"), lambda m, n: x[m])) == ("T",)


def test_one_name_for_two_tensors():
    with pytest.raises(ValueError, match="called x"):
        tensors(x[i] + Tensor("x", ("T",), positive=True)[i])


def test_wrong_number_of_indices():
    with pytest.raises(ShapeError, match="1 indices, 2 were given"):
        x[i, j]


def test_walk_is_in_reading_order():
    assert [node for node in walk(x[i] + x[j]) if node in (x[i], x[j])] == [x[i], x[j]]


def test_definitions_are_named():
    assert isinstance(define("p", lambda q: x[q])(i), Named)
