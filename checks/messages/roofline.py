"""What `triplecheck roofline` says."""

MESSAGES = {
    "machine": {
        "en": "{processor}; NumPy {numpy} with {blas}; {dtype}, one head, T = {tokens}, d_k = {d_k}, d_v = {d_v}",
        "es": "{processor}; NumPy {numpy} con {blas}; {dtype}, una cabeza, T = {tokens}, d_k = {d_k}, d_v = {d_v}",
    },
    "rates": {
        "en": "measured: {flops:.1f} GFLOP/s, {bytes:.1f} GB/s, {exponentials:.2f} Gexp/s; "
        "balance {balance:.1f} FLOPs per byte",
        "es": "medido: {flops:.1f} GFLOP/s, {bytes:.1f} GB/s, {exponentials:.2f} Gexp/s; "
        "equilibrio {balance:.1f} FLOPs por byte",
    },
    "header": {
        "en": "step|MFLOP|Mexp|MB|FLOP/byte|bound by|model ms|measured ms|measured/model",
        "es": "paso|MFLOP|Mexp|MB|FLOP/byte|límite|modelo ms|medido ms|medido/modelo",
    },
    "arithmetic": {"en": "arithmetic", "es": "aritmética"},
    "memory": {"en": "memory", "es": "memoria"},
    "exponentials": {"en": "exponentials", "es": "exponenciales"},
    # The steps, by their names in numeric.costs.
    "Q K^T": {"en": "Q K^T", "es": "Q K^T"},
    "/ sqrt(d_k)": {"en": "/ sqrt(d_k)", "es": "/ sqrt(d_k)"},
    "row maximum": {"en": "row maximum", "es": "máximo de fila"},
    "subtract it": {"en": "subtract it", "es": "restarlo"},
    "exp": {"en": "exp", "es": "exp"},
    "row sum": {"en": "row sum", "es": "suma de fila"},
    "divide by it": {"en": "divide by it", "es": "dividir por ella"},
    "A V": {"en": "A V", "es": "A V"},
    "five lines": {"en": "five lines", "es": "cinco líneas"},
    "tiled": {"en": "tiled", "es": "por bloques"},
    "tiled backward": {"en": "tiled backward", "es": "por bloques, atrás"},
    "units": {
        "en": "M = 10^6; a multiply-add is 2 FLOPs; each step reads its operands once and writes its result once; "
        "medians of {repeats}, CPU time.",
        "es": "M = 10^6; multiplicar y sumar son 2 FLOPs; cada paso lee sus operandos una vez y escribe su resultado "
        "una vez; medianas de {repeats}, tiempo de CPU.",
    },
    "too_small": {
        "en": "{option} is {value}; a whole number from 1 to {most} is wanted",
        "es": "{option} es {value}; hace falta un entero de 1 a {most}",
    },
    "memory_limit": {
        "en": "T = {tokens} needs five matrices of T x T numbers, {mib} MiB; the limit is {limit} MiB",
        "es": "T = {tokens} necesita cinco matrices de T x T números, {mib} MiB; el límite es {limit} MiB",
    },
}
