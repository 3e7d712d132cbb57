"""What the language server says around the verdicts, and of itself."""

MESSAGES = {
    "no_pygls": {
        "en": "the language server needs pygls, which is not installed: pip install pygls",
        "es": "el servidor de lenguaje necesita pygls, que no está instalado: pip install pygls",
    },
    # hover
    "page": {
        "en": "the page's own numbers give: {low} … {high}",
        "es": "los números de la propia página dan: {low} … {high}",
    },
    "numeric": {"en": "NumPy (float64): {value}", "es": "NumPy (float64): {value}"},
    "cause": {
        "en": "cause: {printed} for {about}, on line {line}",
        "es": "causa: {printed} para {about}, en la línea {line}",
    },
    "carries": {
        "en": "carried from it: {count}, on lines {lines}",
        "es": "arrastrados de él: {count}, en las líneas {lines}",
    },
    "proved": {"en": "proved for all sizes {sizes} ≥ 1", "es": "demostrado para todos los tamaños {sizes} ≥ 1"},
    "assumptions": {"en": "assuming {listed}", "es": "suponiendo {listed}"},
    "side_conditions": {"en": "wherever {listed}", "es": "siempre que {listed}"},
    "values": {"en": "with {listed}", "es": "con {listed}"},
    # actions
    "put": {"en": "Put {truth} in place of {printed}", "es": "Poner {truth} en lugar de {printed}"},
    "put_all": {"en": "Put all {count} false numbers right", "es": "Corregir los {count} números falsos"},
    "put_formula": {"en": "Write the nearest true formula: {form}", "es": "Escribir la fórmula verdadera más cercana: {form}"},
    # what could not be checked
    "notebook": {
        "en": "{name} is a notebook, which is not checked while it is edited: triplecheck check {name}",
        "es": "{name} es un cuaderno, que no se comprueba mientras se edita: triplecheck check {name}",
    },
    # settings
    "setting": {
        "en": "triplecheck: the setting '{name}' cannot be '{value}'; it is one of: {known}",
        "es": "triplecheck: el ajuste '{name}' no puede ser '{value}'; es uno de: {known}",
    },
}
