"""The macros of LaTeX that mathematics is written with: those that are read, and those that are passed over without harm.

Any other one leaves its formula unread: nobody knows what it says.
"""

from checks.notation.tokens import GREEK, IGNORED, MACROS

QUIET = frozenset(
    {
        "tag", "label", "ref", "eqref", "cite", "color", "textcolor", "phantom", "hspace", "vspace", "forall", "exists",
        "mid", "cap", "cup", "subset", "subseteq", "mathbin", "mathop", "stackrel", "overset", "underset", "overbrace",
        "boxed", "mathring", "vdots", "ddots", "prime", "dagger", "star", "pm", "mp", "lfloor", "rfloor", "lceil", "rceil",
        "langle", "rangle", "wedge", "vee", "neg", "oplus", "otimes", "bigoplus", "lim", "limsup", "sup", "inf", "arg",
        "argmax", "argmin", "det", "dim", "ker", "deg", "gcd", "Pr", "bmod", "pmod", "mod", "binom", "int", "iint", "oint",
        "perp", "parallel", "angle", "triangle", "square", "checkmark", "therefore", "because", "iff", "Leftrightarrow",
        "leftarrow", "Leftarrow", "leftrightarrow", "gets", "uparrow", "downarrow", "hline", "cline", "multicolumn",
        "intertext", "substack", "emph", "rm", "bf", "it", "sf", "tt", "cal", "scriptstyle", "scriptscriptstyle", "not",
        "hbox", "mbox", "vec", "overline", "underline", "widehat", "widetilde", "cos", "sin", "tan", "cosh", "sinh", "colon",
        "ensuremath", "operatorname", "mathrm", "Psi", "Omega", "Gamma", "Theta", "Pi", "Xi", "Upsilon", "psi", "chi", "iota",
        "upsilon", "vartheta", "varrho", "varsigma", "varpi", "imath", "jmath", "Re", "Im", "aleph", "hbar", "emptyset",
        "varnothing", "setminus", "backslash", "vert", "lvert", "rvert", "rule", "strut", "par", "item", "footnote", "small",
        "large", "Large", "normalsize", "centering", "noindent", "newline", "linebreak", "dotsc", "dotsb", "dotsm", "dotsi",
    }
)  # fmt: skip


def is_unknown(name: str) -> bool:
    """Whether nothing is known of a macro. `\\dot` is, but people write it for `\\cdot`."""
    return name == "dot" or not any(name in table for table in (MACROS, GREEK, IGNORED, QUIET))
