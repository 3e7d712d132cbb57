"""The limits of what is read and built, checked before anything is built. Hostile input is refused with its limit named."""

MAX_BYTES = 16 * 1024 * 1024
MAX_LINE = 100_000
MAX_TOKENS = 4_000
MAX_DEPTH = 60
MAX_POWER = 10_000
MAX_POWER_DIGITS = 4_000
MAX_FACTORIAL = 170
MAX_ITEMS = 10_000
MAX_SIZE = 256
MAX_CLAIMS = 50_000
SECONDS = 5.0


class LimitError(ValueError):
    """Something beyond a limit; the message names the limit."""
