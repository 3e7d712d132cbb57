"""Where long formulas break, and about how wide they are."""

from derive.line_breaks import in_rows, seen
from derive.notation import latex
from derive.terms import Index, Tensor, define, exp

i, j, k = (Index(name, "T") for name in "ijk")
x = Tensor("x", ("T",))
p = define("p", lambda q: exp(x[q]))


def test_long_sums_break_before_their_signs():
    formula = x[i] - x[j] + p(k)
    assert in_rows(latex(formula), 80) == ["x_{i} - x_{j} + p_{k}"]
    assert in_rows(latex(formula), 5) == ["x_{i} - x_{j}", "+ p_{k}"]
    assert in_rows(latex(x[i] * x[j]), 1) == ["x_{i} x_{j}"]


def test_the_width_of_a_formula_is_about_what_is_seen():
    assert seen(r"\frac{\partial L}{\partial S_{u j}}") == 3
    assert seen(r"\sum_{j=1}^{d_{k}} x_{j}") == 5


def test_a_long_product_breaks_inside_its_brackets():
    formula = p(i) * (x[j] + x[k] * exp(x[i])) - x[i] / x[j]
    assert in_rows(latex(formula), 9) == [r"p_{i} (x_{j}", r"+ x_{k} \exp(x_{i}))", r"- \frac{x_{i}}{x_{j}}"]
    assert " ".join(in_rows(latex(formula), 1)) == latex(formula)


def test_growing_brackets_that_must_break_get_a_fixed_height():
    formula = p(i) * (x[j] / x[k] + x[k] / x[j])
    assert latex(formula) == r"p_{i} \left(\frac{x_{j}}{x_{k}} + \frac{x_{k}}{x_{j}}\right)"
    assert in_rows(latex(formula), 5) == [r"p_{i} \biggl(\frac{x_{j}}{x_{k}}", r"+ \frac{x_{k}}{x_{j}}\biggr)"]
