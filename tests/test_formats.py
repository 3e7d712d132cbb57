"""What pages say of number formats, in words: right and wrong instances, English and Spanish."""

import math
from fractions import Fraction

import numpy as np
import pytest

from checks.checking import check_text
from checks.theory.formats import integers, largest, smallest, smallest_normal
from derive.floats import FORMATS

CLAIMS = [
    ("exp overflows in fp32 above 88.7.", "agrees"),
    ("exp overflows in fp32 above 89.5.", "wrong"),
    ("fp32 exp overflows at about 88.7, fp16 at 11.09.", "agrees"),
    ("fp32 exp overflows at about 88.7, fp16 at 4.81.", "wrong"),
    ("In fp16, exp(x) overflows for x > 11.09.", "agrees"),
    ("In fp16, exp(x) overflows for x > 10.4.", "wrong"),
    ("exp se desborda en fp16 a partir de 11.09.", "agrees"),
    ("exp se desborda en fp16 a partir de 12.5.", "wrong"),
    ("exp(12) overflows in fp16.", "agrees"),
    ("exp(11) overflows in fp16.", "wrong"),
    ("exp(11) does not overflow in fp16.", "agrees"),
    ("exp(89) does not overflow in fp32.", "wrong"),
    ("$e^{89}$ overflows in fp32.", "agrees"),
    ("$e^{88}$ overflows in fp32.", "wrong"),
    ("exp(-17) underflows to zero in fp16.", "wrong"),
    ("exp(-18) underflows to zero in fp16.", "agrees"),
    ("exp(-104) is 0 in fp32.", "agrees"),
    ("exp(-100) is 0 in fp32.", "wrong"),
    ("exp(−17) is subnormal in fp16.", "agrees"),
    ("exp(−5) is subnormal in fp16.", "wrong"),
    ("65504 is the largest finite fp16 number.", "agrees"),
    ("65536 is the largest finite fp16 number.", "wrong"),
    ("The largest fp16 number is 65504.", "agrees"),
    ("The largest fp16 number is 65,535.", "wrong"),
    ("The maximum value of fp16 is 65504.", "agrees"),
    ("El máximo número en fp16 es 65504.", "agrees"),
    ("The largest bf16 number is about 3.39e38.", "agrees"),
    ("The largest bf16 number is 65504.", "wrong"),
    ("The smallest positive fp16 number is 5.96e-8.", "agrees"),
    ("The smallest positive fp16 number is 6.10e-5.", "wrong"),
    ("The smallest normal fp16 number is 6.10e-5.", "agrees"),
    ("The smallest normal fp16 number is 5.96e-8.", "wrong"),
    ("-1e9 becomes -inf in fp16.", "agrees"),
    ("−1e9 becomes −∞ in fp32.", "wrong"),
    ("In fp16, −1e9 becomes −∞.", "agrees"),
    ("En fp16, −1e9 se convierte en −∞.", "agrees"),
    ("-1e9 overflows in fp16.", "agrees"),
    ("-1e4 overflows in fp16.", "wrong"),
    ("-1e9 is representable in fp16.", "wrong"),
    ("-1e9 does not overflow in bf16.", "agrees"),
    ("2049 is not representable in fp16.", "agrees"),
    ("2049 is exactly representable in fp16.", "wrong"),
    ("2048 is exactly representable in fp16.", "agrees"),
    ("fp16 represents all integers up to 2048.", "agrees"),
    ("fp16 represents all integers up to 65504.", "wrong"),
    ("6e-8 is subnormal in fp16.", "agrees"),
    ("1e-4 is subnormal in fp16.", "wrong"),
    ("1e-8 is rounded to zero in fp16.", "agrees"),
    ("Adding 4096 ones one after another in fp16 gives 2048.", "agrees"),
    ("Adding 4096 ones one after another in fp16 gives 4096.", "wrong"),
    ("With 4096 equal fp16 logits summed in order the row sum is 2.0.", "agrees"),
    ("With 4096 equal fp16 logits summed in order the row sum is 1.0.", "wrong"),
]


@pytest.mark.parametrize(("claim", "verdict"), CLAIMS)
def test_a_claim_about_a_format(claim: str, verdict: str) -> None:
    found = check_text(claim + "\n", details=False).findings
    assert found and found[-1].verdict == verdict, [(f.printed, f.verdict, f.reason) for f in found]


# what only looks like one of them
SILENT = [
    "The largest finite fp16 number is (2 − 2⁻¹⁰) · 2¹⁵.",
    "exp overflows in fp16 for arguments above ln(65504).",
    "We trained for 3 days in fp16 and then for 2 more.",
    "The cache is kept in fp16, 2 bytes a number.",
]


@pytest.mark.parametrize("claim", SILENT)
def test_what_only_looks_like_a_limit_is_never_wrong(claim: str) -> None:
    assert "wrong" not in {f.verdict for f in check_text(claim + "\n", details=False).findings}


@pytest.mark.parametrize(("name", "kind"), [("fp16", np.float16), ("fp32", np.float32), ("fp64", np.float64)])
def test_the_limits_are_those_of_numpy(name: str, kind: type[np.floating]) -> None:
    form, info = FORMATS[name], np.finfo(kind)
    assert largest(form) == Fraction(float(info.max))
    assert smallest(form) == Fraction(float(info.smallest_subnormal))
    assert smallest_normal(form) == Fraction(float(info.smallest_normal))
    assert kind(integers(form)) + kind(1) == kind(integers(form))


def test_exp_overflows_where_numpy_does() -> None:
    with np.errstate(over="ignore"):
        assert np.isfinite(np.exp(np.float16(11.08))) and np.isinf(np.exp(np.float16(11.1)))
    assert math.isclose(math.log(65504), 11.09, abs_tol=0.005)
