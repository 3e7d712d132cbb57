"""Print the completion of commands, options and their values for a shell.

bash, zsh:  eval "$(triplecheck completion bash)"     in ~/.bashrc (zsh: in ~/.zshrc, after autoload -U bashcompinit)
fish:       triplecheck completion fish > ~/.config/fish/completions/triplecheck.fish
"""

import argparse
from collections.abc import Iterator
from importlib import import_module

from checks.cli import COMMANDS

BASH = """_triplecheck() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  local words=
  if [ "$COMP_CWORD" -eq 1 ]; then words="@COMMANDS@"; else
    case "$command $before" in
@VALUES@
      *) case "$command" in
@OPTIONS@
      esac
      [ "${word#-}" = "$word" ] && words= ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _triplecheck triplecheck"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `triplecheck completion`."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    print("\n".join(_fish()) if arguments.shell == "fish" else _bash())
    return 0


def _actions(name: str) -> list[argparse.Action]:
    parser = argparse.ArgumentParser(prog=name)
    import_module(f"checks.commands.{name}").add_arguments(parser)
    return [action for action in parser._actions if action.option_strings]


def _values(action: argparse.Action) -> list[str]:
    return [str(choice) for choice in action.choices or ()]


def _bash() -> str:
    values, options = [], []
    for name in COMMANDS:
        actions = _actions(name)
        options.append(f'        {name}) words="{" ".join(o for a in actions for o in a.option_strings)}" ;;')
        for action in actions:
            if _values(action):
                cases = "|".join(f'"{name} {option}"' for option in action.option_strings)
                values.append(f'      {cases}) words="{" ".join(_values(action))}" ;;')
    filled = BASH.replace("@COMMANDS@", " ".join(COMMANDS)).replace("@VALUES@", "\n".join(values))
    return filled.replace("@OPTIONS@", "\n".join(options))


def _fish() -> Iterator[str]:
    for name, what in COMMANDS.items():
        yield f"complete -c triplecheck -n __fish_use_subcommand -f -a {name} -d {_quoted(what)}"
    for name in COMMANDS:
        for action in _actions(name):
            spelled = " ".join(f"-l {o[2:]}" if o.startswith("--") else f"-s {o[1:]}" for o in action.option_strings)
            values = f" -x -a {_quoted(' '.join(_values(action)))}" if _values(action) else ""
            said = f" -d {_quoted(action.help % {'default': action.default})}" if action.help else ""
            yield f"complete -c triplecheck -n '__fish_seen_subcommand_from {name}' {spelled}{values}{said}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
