"""Pages of a few lines with the verdict of every number, each for one thing that the checker must get right.

The verdicts were worked out by hand from the table of verdicts; `(printed, verdict)` in the order of the page.
"""

from checks.checking import check_text

HEAD = """
Q = np.array([[1.2, 0.5], [0.3, -0.7]])
K = np.array([[0.4, 1.1], [-0.9, 0.2]])
V = np.array([[1.0, 0.5], [-0.4, 0.8]])
"""
# Q K^T = [[1.03, -0.98], [-0.65, -0.41]]; / sqrt(2) = [[0.72832, -0.69296], [-0.45962, -0.28991]];
# softmax rows (0.80554, 0.19446) and (0.45766, 0.54234); A V = [[0.72776, 0.55834], [0.24073, 0.66270]].
SCALED = HEAD + "S = Q K^T / sqrt(2)\n"

PAGES: dict[str, tuple[str, str]] = {
    "right": (
        SCALED + "S = [[0.728, -0.693], [-0.460, -0.290]]\nA = softmax(S)\nA = [[0.806, 0.194], [0.458, 0.542]]\n",
        "0.728 agrees, -0.693 agrees, -0.460 agrees, -0.290 agrees, 0.806 agrees, 0.194 agrees, 0.458 agrees, 0.542 agrees",
    ),
    "a false score is carried into its row": (
        SCALED + "S = [[0.828, -0.693], [-0.460, -0.290]]\nA = softmax(S)\nA = [[0.821, 0.179], [0.458, 0.542]]\n",
        "0.828 wrong, -0.693 agrees, -0.460 agrees, -0.290 agrees, 0.821 carried, 0.179 carried, 0.458 agrees, 0.542 agrees",
    ),
    "a right number after a false one is lucky": (
        SCALED + "S = [[0.828, -0.693], [-0.460, -0.290]]\nA = softmax(S)\nA = [[0.806, 0.194], [0.458, 0.542]]\n",
        "0.828 wrong, -0.693 agrees, -0.460 agrees, -0.290 agrees, 0.806 lucky, 0.194 lucky, 0.458 agrees, 0.542 agrees",
    ),
    "rounded scores give another last digit": (
        SCALED + "S = [[0.73, -0.69], [-0.46, -0.29]]\nA = softmax(S)\nA = [[0.804, 0.196], [0.458, 0.542]]\n",
        "0.73 agrees, -0.69 agrees, -0.46 agrees, -0.29 agrees, 0.804 rounding, 0.196 rounding, 0.458 agrees, 0.542 agrees",
    ),
    "a lost scale": (
        SCALED + "S = [[1.03, -0.98], [-0.65, -0.41]]\n",
        "1.03 wrong, -0.98 wrong, -0.65 wrong, -0.41 wrong",
    ),
    "a lost transpose": (
        HEAD + "P = Q K^T\nP = [[0.03, 1.42], [0.75, 0.19]]\n",
        "0.03 wrong, 1.42 wrong, 0.75 wrong, 0.19 wrong",
    ),
    "a weight that is exactly one excuses nothing": (
        "Q = [[1.3, -0.4], [0.7, 0.4]]\nK = [[-0.5, 1.0], [-0.1, 0.3]]\nV = [[0.5, 0.3], [0.6, -1.0]]\n"
        "S = Q K^T / sqrt(2)\nWith a causal mask:\nS = [[-0.742, -inf], [0.035, 0.035]]\nA = softmax(S)\n"
        "A = [[1.000, 0.000], [0.500, 0.500]]\nY = A V\nY = [[0.5001, 0.3000], [0.5500, -0.3500]]\n",
        "-0.742 agrees, 0.035 agrees, 0.035 agrees, 1.000 agrees, 0.000 agrees, 0.500 agrees, 0.500 agrees, "
        "0.5001 wrong, 0.3000 agrees, 0.5500 agrees, -0.3500 agrees",
    ),
    "a root taken as 1.414": (
        "x = [8.0, 1.0]\ny = x / sqrt(2)\ny = [5.658, 0.707]\nz = x / sqrt(4)\nz = [4.001, 0.500]\n",
        "5.658 rounding, 0.707 agrees, 4.001 wrong, 0.500 agrees",
    ),
    "ties go either way": (
        "x = [0.25, 0.35]\ny = [0.5, 0.5]\nz = x * y\nz = [0.13, 0.17]\nz = [0.12, 0.18]\nz = [0.125, 0.175]\n",
        "0.13 agrees, 0.17 agrees, 0.12 agrees, 0.18 agrees, 0.125 agrees, 0.175 agrees",
    ),
    "an exact number printed again with more digits": (
        "x = [1.0, 2.0]\ny = x / 2\ny = [0.5, 1.0]\ny = [0.504, 1.000]\n",
        "0.5 agrees, 1.0 agrees, 0.504 wrong, 1.000 agrees",
    ),
    "a column of the transpose": (
        HEAD + "B = K^T\nB[0] = [0.4, -0.9]\nB[1] = [1.1, 0.3]\n",
        "0.4 agrees, -0.9 agrees, 1.1 agrees, 0.3 wrong",
    ),
    "operands of a calculation are restatements": (
        SCALED + "A = softmax(S)\nA = [[0.806, 0.194], [0.458, 0.542]]\n"
        "Y = A V\nY[0] = 0.806·V[0] + 0.194·V[1] = [0.729, 0.558]\nY[1] = 0.485·V[0] + 0.542·V[1] = [0.268, 0.676]\n",
        "0.806 agrees, 0.194 agrees, 0.458 agrees, 0.542 agrees, 0.806 agrees, 0.194 agrees, 0.729 rounding, 0.558 agrees, "
        "0.485 wrong, 0.542 agrees, 0.268 carried, 0.676 carried",
    ),
    "terms with their signs": (
        "a = [0.31, 0.42]\nb = [2.0, -1.5]\nd = a·b\nd = 0.62 - 0.63 = -0.01\nd = 0.62 + 0.63 = 1.25\n",
        "0.62 agrees, 0.63 agrees, -0.01 agrees, 0.62 agrees, 0.63 wrong, 1.25 carried",
    ),
    "top and bottom of a quotient": (
        "s = [0.2, 0.7]\ne = exp(s)\ne = [1.221, 2.014]\nz = sum(e)\nz = 3.235\nw = e / z\nw[0] = 1.221/3.235 = 0.377\n",
        "1.221 agrees, 2.014 agrees, 3.235 agrees, 1.221 agrees, 3.235 agrees, 0.377 rounding",
    ),
    "the largest score, where a false one is": (
        SCALED + "S = [[0.728, 0.960], [-0.460, -0.290]]\nA = softmax(S)\nRow 1:\nlogits = [0.728, 0.960]\n"
        "shifted = logits - max = [-0.232, 0.000]\n",
        "0.728 agrees, 0.960 wrong, -0.460 agrees, -0.290 agrees, 0.728 agrees, 0.960 carried, -0.232 carried, 0.000 carried",
    ),
    "a mask hides what it hides": (
        HEAD + "S = Q K^T\nS = [[1.03, -inf], [-0.65, -0.41]]\nA = softmax(S)\nA = [[1, 0], [0.440, 0.560]]\n",
        "1.03 agrees, -0.65 agrees, -0.41 agrees, 1 agrees, 0 agrees, 0.440 agrees, 0.560 agrees",
    ),
    "a chain against its head": (
        "x = 0.6\ny = x * x = 0.36 = 0.63\n",
        "0.36 agrees, 0.63 wrong",
    ),
    "a chain in a sentence": (
        "With x = [0.6, 0.2] the sum is `y = sum(x) = 0.96`, so `w = y * exp(y) = 2.51` and `u = y + 2 = 2.80`.\n",
        "0.96 wrong, 2.51 carried, 2.80 lucky",
    ),
    "more digits than before": (
        "x = 0.7\ny = exp(x)\ny = 2.01\ny = 2.0138\ny = 2.0148\n",
        "2.01 agrees, 2.0138 agrees, 2.0148 rounding",
    ),
    "a scale after rounding": (
        "x = [0.31, 0.42]\nE = exp(x)\nE = [1.363, 1.522]\ny = E / 4\ny = [0.3409, 0.3805]\n",
        "1.363 agrees, 1.522 agrees, 0.3409 agrees, 0.3805 agrees",
    ),
    "a sign in a name": (
        "x = [0.31, 0.42]\ny = exp(x)\ny = [1.36, 1.52]\nz = -y\nz = [-1.3634, 1.5220]\n",
        "1.36 agrees, 1.52 agrees, -1.3634 agrees, 1.5220 wrong",
    ),
    "printed rows of a transpose": (
        HEAD + "E = exp(K)\nE = [[1.49, 3.00], [0.41, 1.22]]\nB = E^T\nB = [[1.4918, 0.4066], [3.0042, 1.2214]]\n",
        "1.49 agrees, 3.00 agrees, 0.41 agrees, 1.22 agrees, 1.4918 agrees, 0.4066 agrees, 3.0042 agrees, 1.2214 agrees",
    ),
    "softmax of a difference": (
        HEAD
        + "A = softmax(Q)\nA = [[0.668, 0.332], [0.731, 0.269]]\nB = softmax(Q - K)\nB = [[0.802, 0.198], [0.891, 0.109]]\n",
        "0.668 agrees, 0.332 agrees, 0.731 agrees, 0.269 agrees, 0.802 agrees, 0.198 agrees, 0.891 agrees, 0.109 agrees",
    ),
    "entries of a list": (
        "x = 0.3\ny = 0.4\nw = [exp(x), exp(y), exp(x + 1), exp(y + 1)]\nw = [1.350, 1.492, 3.669, 4.055]\n"
        "v = 2 * w\nv = [2.700, 2.984, 7.339, 8.110]\n",
        "1.350 agrees, 1.492 agrees, 3.669 agrees, 4.055 agrees, 2.700 agrees, 2.984 agrees, 7.339 agrees, 8.110 agrees",
    ),
    "exact operands excuse nothing": (
        "a = [0.5, 3.0]\nb = [3.0, 1.0]\nP = a * b\nP = [1.5, 3.0]\ny = P * P * P\ny = [3.6, 27.0]\n",
        "1.5 agrees, 3.0 agrees, 3.6 wrong, 27.0 agrees",
    ),
    "a unit off is a miscopy": ("x = 0.7\ny = exp(x)\ny = 2.014\ny = 2.015\n", "2.014 agrees, 2.015 wrong"),
    "a false number again": ("x = 0.7\ny = exp(x)\ny = 2.034\ny = 2.034\n", "2.034 wrong, 2.034 carried"),
    "factors the other way round": (
        "a = [0.31, 0.42]\nb = [2.0, -1.5]\nc = exp(a)\nc = [1.363, 1.522]\nd = c·b\nd = 2.0*1.363 - 1.5*1.522 = 0.443\n",
        "1.363 agrees, 1.522 agrees, 2.0 agrees, 1.363 agrees, 1.5 agrees, 1.522 agrees, 0.443 rounding",
    ),
    "the largest is second": ("x = [0.31, 0.42]\nm = max(x)\nm = 0.42\n", "0.42 agrees"),
    "a quotient by what is printed": (
        "s = [0.2, 0.7]\ne = exp(s)\ne = [1.221, 2.014]\nr = 2 / e\nr = [1.637, 0.993]\n",
        "1.221 agrees, 2.014 agrees, 1.637 agrees, 0.993 agrees",
    ),
    "one number cut among many rounded": (
        "x = [0.37, 0.48, 0.59, 0.68]\ne = exp(x)\ne = [1.447, 1.616, 1.804, 1.974]\n",
        "1.447 wrong, 1.616 agrees, 1.804 agrees, 1.974 agrees",
    ),
    "a dropped term": (
        "a = [0.31, 0.42, 0.53]\nb = [2.0, -1.5, 1.0]\nd = a·b\nd = 0.62 - 0.63 = -0.01\n",
        "-0.01 carried",
    ),
    "a row of quotients": (
        "s = [0.2, 0.7]\ne = exp(s)\ne = [1.221, 2.014]\nz = sum(e)\nz = 3.235\nw = e / z\n"
        "w = [1.221/3.235, 2.014/3.235] = [0.377, 0.623]\n",
        "1.221 agrees, 2.014 agrees, 3.235 agrees, 1.221 agrees, 3.235 agrees, 2.014 agrees, 3.235 agrees, "
        "0.377 rounding, 0.623 rounding",
    ),
    "a root with a factor": ("x = sqrt(12)\nx = 3.46\n", "3.46 agrees"),
    "a negative power": ("x = 4\ny = x^(-2)\ny = 0.0625\n", "0.0625 agrees"),
    "a sum on the left": ("x = 0.3\ny = 0.4\nOf x and y the sum is `x + y = 0.7`.\n", "0.7 agrees"),
    "numbers cut off": (
        "x = [0.37, 0.48, 0.59, 0.68]\ne = exp(x)\ne = [1.447, 1.616, 1.803, 1.973]\n",
        "1.447 rounding, 1.616 agrees, 1.803 rounding, 1.973 rounding",
    ),
}


def judged(text: str) -> str:
    """The numbers of a page that are no inputs, with their verdicts."""
    report = check_text(text, "text", details=False)
    numbers = [f for f in report.findings if f.kind == "number" and f.verdict != "given"]
    return ", ".join(f"{f.printed} {f.verdict}" for f in numbers)


def check_cause() -> None:
    """Raises AssertionError where a carried number does not name the false score that it comes from."""
    report = check_text(PAGES["a false score is carried into its row"][0], "text", details=False)
    causes = [report.findings[f.cause].printed for f in report.findings if f.cause is not None]
    assert causes == ["0.828", "0.828"], causes


def check(name: str) -> None:
    """Raises AssertionError where a page is judged otherwise than by hand."""
    text, wanted = PAGES[name]
    assert judged(text) == wanted, f"{name}: {judged(text)}"


if __name__ == "__main__":
    for name, (text, wanted) in PAGES.items():
        if judged(text) != wanted:
            print(f"{name}\n  {judged(text)}\n  {wanted}")
