"""What the command line says of itself and of calls that it cannot carry out."""

MESSAGES = {
    "unknown_command": {
        "en": "unknown command '{name}'; there are: {names}",
        "es": "orden desconocida '{name}'; las hay: {names}",
    },
    "full": {"en": "the output cannot be written: {why}", "es": "no se puede escribir la salida: {why}"},
}
