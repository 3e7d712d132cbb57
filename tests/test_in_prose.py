"""What stands in a sentence beside its formula: nouns before names, counts per piece, moments and identities in passing."""

import pytest

from checks.checking import check_text

GIVEN = "z = [1, 2]\n\n"
NOUNS = [
    (GIVEN + "With softmax p = softmax(z) we get p = [0.269, 0.731].", ["agrees", "agrees"]),
    (GIVEN + "With softmax p = softmax(z) we get p = [0.269, 0.751].", ["agrees", "wrong"]),
    (GIVEN + "Con softmax p = softmax(z) sale p = [0.269, 0.731].", ["agrees", "agrees"]),
    (GIVEN + "The softmax p = softmax(z).\n\nSo the softmax p = [0.269, 0.751].", ["agrees", "wrong"]),
    (GIVEN + "Then softmax z = [0.269, 0.731].", ["agrees", "agrees"]),
    (GIVEN + "Then the softmax z = [0.269, 0.751].", ["agrees", "wrong"]),
    ("q = [1, 2], k = [3, 4]\n\nWith score s = q · k = 11.", ["agrees"]),
    ("q = [1, 2], k = [3, 4]\n\nWith score s = q · k = 12.", ["wrong"]),
    ("With softmax p = softmax(z), the Jacobian is ∂p_i/∂z_j = p_i (δ_ij - p_j).", ["agrees"]),
    ("With softmax p = softmax(z), the Jacobian is ∂p_i/∂z_j = p_i (δ_ij + p_j).", ["wrong"]),
    ("Con salida p = softmax(z), la derivada es ∂p_i/∂z_j = p_i (δ_ij - p_j).", ["agrees"]),
    ("Con salida p = softmax(z), la derivada es ∂p_i/∂z_j = p_i (δ_ij - p_i).", ["wrong"]),
    ("z ∈ ℝ^n\n\nsoftmax z = softmax(z - c)", ["agrees"]),
    ("z ∈ ℝ^n\n\nsoftmax z = softmax(2 z)", ["wrong"]),
]  # fmt: skip


def verdicts(text: str, format: str = "markdown") -> list[str]:
    return [f.verdict for f in check_text(text + "\n", format=format, details=False).findings if f.verdict != "given"]


@pytest.mark.parametrize(("text", "expected"), NOUNS, ids=range(len(NOUNS)))
def test_a_noun_before_a_name_is_no_function_of_it(text: str, expected: list[str]) -> None:
    assert verdicts(text) == expected


P = "p = [0.7, 0.2, 0.1]\n\n"
NUMBERS = [
    (P + "H(p) = -Σ p_i log p_i = 0.8018", ["agrees"]),
    (P + "H(p) = -Σ p_i log p_i = 0.9018", ["wrong"]),
    (P + r"$H(p) = -\sum_{i=1}^{3} p_i \log p_i = 0.802$", ["agrees"]),
    (P + r"$H(p) = -\sum_{i=1}^{3} p_i \log p_i = 0.812$", ["wrong"]),
    (P + "The entropy is H = -Σ_i p_i ln p_i ≈ 0.80.", ["agrees"]),
    (P + "The entropy is H = -Σ_i p_i ln p_i ≈ 0.90.", ["wrong"]),
    (P + "Σ_i p_i = 1 and Σ_i p_i² = 0.54", ["agrees", "agrees"]),
    (P + "Σ_i p_i² = 0.55", ["wrong"]),
    (P + r"$\sum_{i=2}^{3} p_i = 1$", ["undecided"]),
    ("p = [0.5, 0.5], q = [0.25, 0.75]\n\nΣ_i p_i log(p_i / q_i) = 0.1438", ["agrees"]),
    ("p = [0.5, 0.5], q = [0.25, 0.75]\n\nΣ_i p_i log(p_i / q_i) = 0.25", ["wrong"]),
    ("var([1,2,3]) = 0.667", ["agrees"]),
    ("var([1,2,3]) = 1.2", ["wrong"]),
    ("np.std([1, 2, 3]) = 0.816", ["agrees"]),
    ("std([1,2,3]) = 1.0", ["unread"]),  # by n - 1, as torch.std has it
    ("x = [1, 2, 3]\n\nVar(x) = 0.667", ["agrees"]),
    ("x = [1, 2, 3]\n\n" + r"$\operatorname{Var}(x) = 0.5$", ["wrong"]),
    ("‖(3,4)‖ = 5", ["agrees"]),
    ("‖(3,4)‖ = 7", ["wrong"]),
    ("‖(3,4)‖ = 5.5", ["wrong"]),
    (r"$\lVert (3,4) \rVert_2 = 5$", ["agrees"]),
    (r"$\|(3,4)\| = 6$", ["wrong"]),
    ("x = [3, 4]\n\n‖x‖² = 25", ["agrees"]),
    ("x = [3, 4]\n\n‖x‖² = 24", ["wrong"]),
    (r"$0.28 \cdot (1,2) + 0.72 \cdot (3, 4) = (2.44, 3.44)$", ["agrees", "agrees"]),
    (r"$0.28 \cdot (1,2) + 0.72 \cdot (3, 4) = (2.44, 3.54)$", ["agrees", "wrong"]),
    ("2 · (1, 2) = (2, 4)", ["agrees", "agrees"]),
    ("2 · (1, 2) = (2, 5)", ["agrees", "wrong"]),
    ("(2, 3) @ (3, 4) = (2, 4)", ["undecided"]),  # shapes
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), NUMBERS, ids=range(len(NUMBERS)))
def test_a_number_beside_its_formula(text: str, expected: list[str]) -> None:
    assert verdicts(text) == expected


SHAPES = "Let W ∈ ℝ^{m×n}, A ∈ ℝ^{n×p}. "
IDENTITIES = [
    (SHAPES + "Then (W A)^T = A^T W^T and W A has shape (m, p).", ["agrees", "agrees"]),
    (SHAPES + "Then (W A)^T = W^T A^T and W A has shape (n, p).", ["wrong", "wrong"]),
    ("Note that (W A)^T = A^T W^T for all matrices.", ["agrees"]),
    ("The transpose obeys (W A)^T = W^T A^T.", ["wrong"]),
    ("We have (Q K^T)^T = K Q^T, and not (Q K^T)^T = Q^T K.", ["agrees", "agrees"]),
    ("We have (Q K^T)^T = K^T Q, and not (Q K^T)^T = K Q^T.", ["wrong", "wrong"]),
    ("Let R be orthogonal: R^T R = I and (R^T)^T = R.", ["undecided", "agrees"]),
    ("The matrix is symmetric, A^T = A, and R_m^T R_n = R_{n-m}.", ["undecided", "undecided"]),
    ("We use that exp(a + b) = exp(a) exp(b) everywhere.", ["agrees"]),
    ("Note exp(a + b) = exp(a) + exp(b).", ["wrong"]),
    ("exp(a + b) = exp(a) exp(b)", ["agrees"]),
    ("exp(a + b) = exp(a) + exp(b)", ["wrong"]),
    ("Here log(a + b) = log(a) + log(b).", ["wrong"]),
    ("The case (a) is given, (b) is not; see exp(a). A is a matrix.", []),
    ("z ∈ ℝ^n, p = softmax(z), H(p) = -Σ_i p_i log p_i.\n\n∂H(p)/∂z_i = -p_i (log p_i + H(p))", ["agrees"]),
    ("z ∈ ℝ^n, p = softmax(z), H(p) = -Σ_i p_i log p_i.\n\n∂H(p)/∂z_i = -p_i log p_i", ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), IDENTITIES, ids=range(len(IDENTITIES)))
def test_an_identity_in_passing(text: str, expected: list[str]) -> None:
    assert verdicts(text) == expected


PREMISE = "The components of q and k are independent with mean 0 and variance 1.\n\n"
FOUR = PREMISE.replace("variance 1", "variance 4")
COUNTS = [
    ("The scores have 1024 · 1024 entries; at 2 bytes each that is 2 MiB.", ["agrees"]),
    ("The scores have 1024 · 1024 entries; at 2 bytes each that is 4 MiB.", ["wrong"]),
    (r"The matrix has $1024 \times 1024$ entries. At 4 bytes each this is 4 MiB.", ["agrees"]),
    (r"The matrix has $1024 \times 1024$ entries. At 4 bytes each this is 2 MiB.", ["wrong"]),
    ("The scores take 1024 · 1024 · 2 bytes = 2 MiB per head, 24 MiB for all 12 heads.", ["agrees", "agrees"]),
    ("The scores take 1024 · 1024 · 2 bytes = 2 MiB per head, 48 MiB for all 12 heads.", ["agrees", "wrong"]),
    ("That is 2 MiB per head, and 24 MiB for all 12 heads.", ["undecided", "agrees"]),
    ("That is 2 MiB per head, and 48 MiB for all 12 heads.", ["undecided", "wrong"]),
    ("That is 2 MiB per head, and 20 MiB for all 12 heads.", ["undecided", "undecided"]),  # 2 may stand for 1.7
    ("Las puntuaciones ocupan 2 MiB por cabeza, 42 MiB para las 12 cabezas.", ["undecided", "wrong"]),
    ("A cache of 512 MiB per sequence is 16 GiB for 32 sequences.", ["undecided", "agrees"]),
    ("A cache of 512 MiB per sequence is 8 GiB for 32 sequences.", ["undecided", "wrong"]),
    # standard deviations in words
    (PREMISE + "For d_k = 512 the dot product has standard deviation about 22.6.", ["agrees"]),
    (PREMISE + "For d_k = 512 the dot product has standard deviation about 512.", ["wrong"]),
    (PREMISE + r"For $d_k = 512$ it has standard deviation $\approx 23.6$.", ["wrong"]),
    (PREMISE + "Con d_k = 512 el producto tiene desviación típica de unos 22.6.", ["agrees"]),
    (PREMISE + "Con d_k = 512 el producto tiene desviación típica de unos 25.", ["wrong"]),
    (FOUR + "For d_k = 64 the dot product has standard deviation 32.", ["agrees"]),
    (FOUR + "For d_k = 64 the dot product has standard deviation 8.", ["wrong"]),
    (PREMISE + "We initialise the weights with standard deviation 0.02 for d_k = 512.", []),
    (PREMISE + r"Let $s = q \cdot k$; it has standard deviation $\sqrt{d_k}$.", ["agrees"]),
    (PREMISE + r"Let $s = q \cdot k$; it has standard deviation $d_k$.", ["wrong"]),
    (r"Let q and k have independent entries with standard deviation $1/\sqrt{d_k}$.", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), COUNTS, ids=range(len(COUNTS)))
def test_a_count_or_a_spread_in_words(text: str, expected: list[str]) -> None:
    assert verdicts(text) == expected


INDICES = [
    (r"$\operatorname{softmax}(x)_i = \frac{e^{x_i}}{\sum_j e^{x_j}}$", ["agrees"]),
    (r"$\operatorname{softmax}(x)_i = \frac{e^{x_i}}{\sum_j e^{x_i}}$", ["wrong"]),
    ("softmax(x)_i = e^{x_i}/Σ_j e^{x_j}", ["agrees"]),
    ("softmax(x)_i = e^{x_i}/Σ_j e^{x_i}", ["wrong"]),
    ("softmax(x)_i = e^{x_j}/Σ_j e^{x_j}", ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), INDICES, ids=range(len(INDICES)))
def test_an_index_of_a_sum(text: str, expected: list[str]) -> None:
    assert verdicts(text) == expected


FORWARD = "S = Q K^T / sqrt(d_k)\nA = softmax(S)\nY = A V\n"
GRADIENTS = [
    (FORWARD + "L = sum(Y * G)\n\ndL/dV = A^T G", ["agrees"]),
    (FORWARD + "L = sum(Y * G)\n\ndL/dV = A G", ["wrong"]),
    (FORWARD + "\nG = dL/dY\n\ndL/dV = A^T G", ["agrees"]),
    (FORWARD + "\nG = dL/dY\n\ndL/dV = A G", ["wrong"]),
    (FORWARD + "L is a scalar loss\n\ndL/dQ = dL/dS K / sqrt(d_k)", ["agrees"]),
    (FORWARD + "L is a scalar loss\n\ndL/dQ = dL/dS K", ["wrong"]),
    (FORWARD + "L is a scalar loss\n\ndL/dQ = A K", ["undecided"]),  # nothing is said of the loss
    (FORWARD + "\nThen dL/dQ = P K, where P is something.", ["undecided"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), GRADIENTS, ids=range(len(GRADIENTS)))
def test_a_gradient_is_claimed_though_its_name_is_new(text: str, expected: list[str]) -> None:
    assert verdicts(text, "text") == expected


RUNNING = "Block 1: m = 2, l = exp(1 - 2) + exp(2 - 2) = 1.368\n\nBlock 2: m = 3, "
HEADS = "For T = 1024 it takes 4 T² bytes = 4 MiB. For T = 4096 it is more.\n\n"
SIZES = [
    (RUNNING + "l = 1.368 · exp(2 - 3) + exp(3 - 3) = 1.503", ["agrees", "agrees", "agrees"]),  # a step on
    (RUNNING + "l = 1.368 · exp(2 - 3) + exp(3 - 3) = 1.603", ["agrees", "agrees", "wrong"]),
    ("intensity: 4.29e9 / 134e6 = 32 FLOP/byte", ["agrees"]),  # no whole number, so rounded
    ("intensity: 4.29e9 / 134e6 = 33 FLOP/byte", ["wrong"]),
    ("It takes 4 · 1024 · 1024 = 4,194,300 FLOPs", ["wrong"]),  # a whole number, exact
    ("With B_r = B_c = 128 and N = 4096, N / B_r = 32 row blocks and N / B_c = 64 column blocks", ["agrees", "wrong"]),
    (HEADS + "4 T² bytes = 64 MiB.", ["agrees", "agrees"]),
    (HEADS + "4 T² bytes = 4 MiB.", ["agrees", "undecided"]),  # so it is for the size given before
    (HEADS + "4 T² bytes = 32 MiB.", ["agrees", "wrong"]),
    (HEADS + "For T = 4096, 4 T² bytes = 4 MiB.", ["agrees", "wrong"]),
    ("Pro Token: 2 · 32 · 8 · 128 · 2 Bytes = 131.072 Bytes = 128 KiB.", ["agrees", "agrees"]),
    ("Pro Token: 2 · 32 · 8 · 128 · 2 Bytes = 131.073 Bytes = 128 KiB.", ["wrong", "agrees"]),
    ("W_Q ∈ ℝ^{512×64} has 3 · 512 · 64 = 98,304 parameters.", ["agrees"]),
    ("W_Q ∈ ℝ^{512×64} has 3 · 512 · 64 = 98,305 parameters.", ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SIZES, ids=range(len(SIZES)))
def test_steps_and_sizes(text: str, expected: list[str]) -> None:
    assert verdicts(text) == expected
