"""What a site's build says of its derivations."""

MESSAGES = {
    "failed": {
        "en": "the derivations of this site hold {count} mistakes (derivation_fail is set)",
        "es": "las derivaciones de este sitio contienen {count} errores (derivation_fail está activado)",
    },
}
