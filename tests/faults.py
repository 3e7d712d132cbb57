"""Faults planted in modules, one at a time, and the tests that must notice: what the tables of faults share.

A fault replaces a snippet of a module's source; the functions keep their identity and get the faulty code.
"""

import inspect
import sys
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

Killers = Mapping[str, Callable[[], object]]


@dataclass(frozen=True, slots=True)
class Fault:
    name: str
    module: types.ModuleType
    sound: str
    faulty: str
    killer: str


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    """The module's functions with the faulty source, for the block."""
    source = inspect.getsource(fault.module)
    assert source.count(fault.sound) >= 1, f"{fault.name}: the snippet is no longer there"
    scratch: dict[str, object] = {"__name__": f"{fault.module.__name__}.faulty"}
    sys.modules[scratch["__name__"]] = types.ModuleType("faulty")  # where dataclasses look for their annotations
    exec(compile(source.replace(fault.sound, fault.faulty), f"<{fault.name}>", "exec"), scratch)
    sound, faulty = functions(vars(fault.module), fault.module.__file__), functions(scratch, f"<{fault.name}>")
    kept = {name: function.__code__ for name, function in sound.items()}
    try:
        for name, function in sound.items():
            function.__code__ = faulty[name].__code__
        yield
    finally:
        for name, code in kept.items():
            sound[name].__code__ = code


def functions(namespace: Mapping[str, object], file: str | None) -> dict[str, types.FunctionType]:
    """The functions written in a file, and those of its classes, by name."""
    out: dict[str, types.FunctionType] = {}
    for name, thing in namespace.items():
        if isinstance(thing, types.FunctionType) and thing.__code__.co_filename == file:
            out[name] = thing
        elif isinstance(thing, type) and thing.__module__ == namespace.get("__name__"):
            out.update({f"{name}.{member}": f for member, f in functions(vars(thing), file).items()})
    return out


def killed(fault: Fault, killers: Killers) -> str | None:
    """What the killer says when the fault is planted; None when it survives."""
    with planted(fault):
        try:
            killers[fault.killer]()
        except (Exception, pytest.fail.Exception) as failure:
            return f"{type(failure).__name__}: {failure}"
    return None


def table(faults: Sequence[Fault], killers: Killers) -> str:
    rows = [f"{'planted fault':<46} {'killed by':<46} how"]
    for fault in faults:
        rows.append(f"{fault.name:<46} {fault.killer:<46} {(killed(fault, killers) or 'SURVIVES')[:60]}")
    return "\n".join(rows)
