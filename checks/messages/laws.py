"""How the laws of derive.laws are built: vectors by name, and pairs made of them."""

MESSAGES = {
    "pair": {"en": "q {q}, k {k}, independent", "es": "q {q}, k {k}, independientes"},
    "same": {
        "en": "k = q, entries independent fair coins ±1",
        "es": "k = q, entradas monedas justas ±1 independientes",
    },
    "signed": {
        "en": "k = ±q with a fair sign of its own, entries of q independent fair coins ±1",
        "es": "k = ±q con un signo justo propio, entradas de q monedas justas ±1 independientes",
    },
    "normal-same": {
        "en": "k = q, entries independent standard normals",
        "es": "k = q, entradas normales estándar independientes",
    },
    "coins": {"en": "of independent fair coins ±1", "es": "de monedas justas ±1 independientes"},
    "mixed": {
        "en": "of independent entries of different laws",
        "es": "de entradas independientes de leyes distintas",
    },
    "shifted": {
        "en": "of independent fair coins ±1, shifted by 1",
        "es": "de monedas justas ±1 independientes, desplazadas en 1",
    },
    "doubled": {"en": "of independent fair coins ±2", "es": "de monedas justas ±2 independientes"},
    "tied": {"en": "of one fair coin ±1, repeated", "es": "de una moneda justa ±1, repetida"},
    "normal-plain": {"en": "of independent standard normals", "es": "de normales estándar independientes"},
    "normal-shifted": {
        "en": "of independent normals of mean 1 and variance 1",
        "es": "de normales independientes de media 1 y varianza 1",
    },
    "normal-doubled": {
        "en": "of independent normals of mean 0 and variance 4",
        "es": "de normales independientes de media 0 y varianza 4",
    },
    "normal-tied": {"en": "of one standard normal, repeated", "es": "de una normal estándar, repetida"},
}
