"""What the comparison of somebody's results with the certified reference says."""

MESSAGES = {
    "heading": {
        "en": "{name}: {rows} x {columns}, {form}: {verdict}",
        "es": "{name}: {rows} x {columns}, {form}: {verdict}",
    },
    "ok": {"en": "within the limits", "es": "dentro de los límites"},
    "compared": {
        "en": "compared, no limit asked (--max-ulp, --tolerance)",
        "es": "comparado, sin límite pedido (--max-ulp, --tolerance)",
    },
    "nan": {"en": "{count} of {total} entries are nan", "es": "{count} de {total} entradas son nan"},
    "beyond": {"en": "{count} of {total} entries beyond the limits", "es": "{count} de {total} entradas fuera de los límites"},
    "ulps": {
        "en": "error: at most {most} ulp, median {median} ulp; at most {absolute} absolute",
        "es": "error: {most} ulp como mucho, mediana {median} ulp; {absolute} absoluto como mucho",
    },
    "relative": {
        "en": "relative to {measure}: at most {relative} = {units} u (u = 2^-{precision})",
        "es": "relativo a {measure}: {relative} como mucho = {units} u (u = 2^-{precision})",
    },
    "worst": {
        "en": "worst: [{row}, {column}] is {theirs}, the correctly rounded value is {nearest} ({ulps} ulp)",
        "es": "la peor: [{row}, {column}] es {theirs}, el valor bien redondeado es {nearest} ({ulps} ulp)",
    },
    "exact": {
        "en": "correctly rounded: {count} of {total} entries",
        "es": "bien redondeadas: {count} de {total} entradas",
    },
    "inexact": {"en": "not so: {places}", "es": "no lo están: {places}"},
    "more": {"en": "and {count} more", "es": "y {count} más"},
    "not_compared": {
        "en": "{name}: not compared, no step has this name",
        "es": "{name}: sin comparar, ningún paso tiene este nombre",
    },
    "nothing": {
        "en": "{source}: no array is named after a step ({known}); say which with --step",
        "es": "{source}: ningún array tiene el nombre de un paso ({known}); diga cuál con --step",
    },
    "no_step": {
        "en": "{source}: there is no step {name}; there are: {known}",
        "es": "{source}: no hay ningún paso {name}; los hay: {known}",
    },
    "several": {
        "en": "{source}: --step names one array, and there are {count}",
        "es": "{source}: --step nombra un array, y hay {count}",
    },
    "misshapen": {
        "en": "{source}: {name} has shape {found}, the reference has {wanted}",
        "es": "{source}: {name} tiene la forma {found}, la referencia tiene {wanted}",
    },
    "dtype": {
        "en": "{source}: {name} has dtype {dtype}; wanted is float16, float32, float64, or uint16 with --dtype bf16",
        "es": "{source}: {name} tiene el dtype {dtype}; ha de ser float16, float32, float64, o uint16 con --dtype bf16",
    },
}
