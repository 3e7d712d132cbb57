"""Tasks that end in every way a task can end."""

import os
import time
from collections.abc import Callable
from typing import Any


def fail(words: str) -> None:
    raise ValueError(words)


def speak(words: str) -> str:
    print(words)
    return words


def tasks() -> dict[str, Callable[..., Any]]:
    return {
        "add": lambda x, y: x + y,
        "sleep": time.sleep,
        "fill": lambda size: len(bytearray(size)),
        "die": os._exit,
        "fail": fail,
        "speak": speak,
        "process": os.getpid,
    }
