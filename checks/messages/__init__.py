"""Every sentence a user reads, in every language: one file an area, one table `MESSAGES`: name -> language -> template.

A code is "area.name"; `message` looks the template up and fills it in. Tests compare the languages key by key and
placeholder by placeholder.
"""

from importlib import import_module

LANGUAGES = ("en", "es")


def message(code: str, lang: str = "en", /, **values: object) -> str:
    """The sentence `code` ("area.name") in `lang`, filled in with `values`. KeyError for an unknown code."""
    area, name = code.split(".", 1)
    templates: dict[str, dict[str, str]] = import_module(f"checks.messages.{area}").MESSAGES
    template = templates[name]
    return template.get(lang, template["en"]).format(**values)
