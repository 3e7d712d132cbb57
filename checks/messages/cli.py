"""What the command line says of itself and of calls that it cannot carry out."""

MESSAGES = {
    "unknown_command": {
        "en": "unknown command '{name}'; there are: {names}",
        "es": "orden desconocida '{name}'; las hay: {names}",
    },
    "nearest_command": {
        "en": "unknown command '{name}'; perhaps you mean: triplecheck {nearest}",
        "es": "orden desconocida '{name}'; quizá quiso decir: triplecheck {nearest}",
    },
    "full": {"en": "the output cannot be written: {why}", "es": "no se puede escribir la salida: {why}"},
}
