"""The words of the notebook's magic."""

MESSAGES = {
    "bad_options": {
        "en": "%%check takes --lang en or es and --format markdown, text, latex or html: {reason}",
        "es": "%%check admite --lang en o es y --format markdown, text, latex o html: {reason}",
    },
}
