"""One file a subcommand: `add_arguments(parser)` and `run(arguments) -> exit status`."""
