"""Certified pictures of the lesson."""


def figures() -> str:
    return ""
