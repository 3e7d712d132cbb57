"""The titles of the theorems, by name."""

MESSAGES = {
    "softmax.jacobian": {"en": "The Jacobian of softmax", "es": "El jacobiano de softmax"},
    "softmax.vjp": {
        "en": "The vector–Jacobian product of softmax",
        "es": "El producto vector–jacobiano de softmax",
    },
    "softmax.sums_to_one": {"en": "Softmax weights sum to one", "es": "Los pesos de softmax suman uno"},
    "softmax.rows_sum_to_zero": {
        "en": "The rows of the softmax Jacobian sum to zero",
        "es": "Las filas del jacobiano de softmax suman cero",
    },
    "softmax.symmetric": {
        "en": "The softmax Jacobian is symmetric",
        "es": "El jacobiano de softmax es simétrico",
    },
    "softmax.shift": {
        "en": "Softmax does not change when a number is subtracted from a row, its maximum or any other",
        "es": "Softmax no cambia cuando se resta un número a una fila, su máximo o cualquier otro",
    },
    "softmax.shift_masked": {
        "en": "The same under a mask: a row may be shifted",
        "es": "Lo mismo con máscara: una fila se puede desplazar",
    },
    "softmax.log_jacobian": {"en": "The Jacobian of log-softmax", "es": "El jacobiano de log-softmax"},
    "softmax.second_derivative": {
        "en": "The second derivative of softmax",
        "es": "La segunda derivada de softmax",
    },
    "softmax.jacobian_norm": {
        "en": "The squared Frobenius norm of the softmax Jacobian",
        "es": "La norma de Frobenius al cuadrado del jacobiano de softmax",
    },
    "softmax.entropy_gradient": {
        "en": "The gradient of the entropy of a softmax row",
        "es": "El gradiente de la entropía de una fila de softmax",
    },
    "softmax.temperature": {
        "en": "The Jacobian of softmax at temperature τ",
        "es": "El jacobiano de softmax a temperatura τ",
    },
    "attention.dA": {
        "en": "The gradient by the attention weights: G Vᵀ",
        "es": "El gradiente respecto de los pesos de atención: G Vᵀ",
    },
    "attention.dS": {
        "en": "The gradient by the scores: A ∘ (∂L/∂A − rowsum(∂L/∂A ∘ A))",
        "es": "El gradiente respecto de las puntuaciones: A ∘ (∂L/∂A − suma por filas de ∂L/∂A ∘ A)",
    },
    "attention.dS_masked": {
        "en": "The gradient by the scores, causally masked",
        "es": "El gradiente respecto de las puntuaciones, con máscara causal",
    },
    "attention.dV": {"en": "The gradient by the values: Aᵀ G", "es": "El gradiente respecto de los valores: Aᵀ G"},
    "attention.dV_masked": {
        "en": "The gradient by the values, causally masked",
        "es": "El gradiente respecto de los valores, con máscara causal",
    },
    "attention.dQ": {
        "en": "The gradient by the queries: ∂L/∂S K / √d_k",
        "es": "El gradiente respecto de las consultas: ∂L/∂S K / √d_k",
    },
    "attention.dQ_masked": {
        "en": "The gradient by the queries, causally masked",
        "es": "El gradiente respecto de las consultas, con máscara causal",
    },
    "attention.dK": {
        "en": "The gradient by the keys: (∂L/∂S)ᵀ Q / √d_k",
        "es": "El gradiente respecto de las claves: (∂L/∂S)ᵀ Q / √d_k",
    },
    "attention.dK_masked": {
        "en": "The gradient by the keys, causally masked",
        "es": "El gradiente respecto de las claves, con máscara causal",
    },
    "attention.flash_D": {
        "en": "The row sums of P ∘ dP are those of dO ∘ O",
        "es": "Las sumas por filas de P ∘ dP son las de dO ∘ O",
    },
    "attention.flash_dS": {
        "en": "The gradient by the scores as flash attention computes it: P ∘ (dP − D)",
        "es": "El gradiente respecto de las puntuaciones como lo calcula flash attention: P ∘ (dP − D)",
    },
    "attention.flash_tile": {
        "en": "The same on one block of keys: D still comes from the whole row",
        "es": "Lo mismo en un bloque de claves: D sigue saliendo de la fila entera",
    },
    "projections.dW_Q": {
        "en": "The gradient by the query projection: Xᵀ ∂L/∂Q",
        "es": "El gradiente respecto de la proyección de consultas: Xᵀ ∂L/∂Q",
    },
    "projections.dW_K": {
        "en": "The gradient by the key projection: Xᵀ ∂L/∂K",
        "es": "El gradiente respecto de la proyección de claves: Xᵀ ∂L/∂K",
    },
    "projections.dW_V": {
        "en": "The gradient by the value projection: Xᵀ ∂L/∂V",
        "es": "El gradiente respecto de la proyección de valores: Xᵀ ∂L/∂V",
    },
    "projections.dX": {
        "en": "The gradient by the input, through queries, keys and values",
        "es": "El gradiente respecto de la entrada, a través de consultas, claves y valores",
    },
    "projections.feed_forward": {
        "en": "The gradient by the weights of a layer with any smooth activation φ",
        "es": "El gradiente respecto de los pesos de una capa con cualquier activación suave φ",
    },
    "multihead.dQ": {
        "en": "The gradient by the queries of one head, for any number of heads",
        "es": "El gradiente respecto de las consultas de una cabeza, para cualquier número de cabezas",
    },
    "multihead.dK": {
        "en": "The gradient by the keys of one head, for any number of heads",
        "es": "El gradiente respecto de las claves de una cabeza, para cualquier número de cabezas",
    },
    "multihead.dV": {
        "en": "The gradient by the values of one head, for any number of heads",
        "es": "El gradiente respecto de los valores de una cabeza, para cualquier número de cabezas",
    },
    "multihead.dW_O": {
        "en": "The gradient by the output projection, for any number of heads",
        "es": "El gradiente respecto de la proyección de salida, para cualquier número de cabezas",
    },
    "losses.cross_entropy": {
        "en": "The gradient of cross-entropy on softmax, for any targets: p Σy − y",
        "es": "El gradiente de la entropía cruzada sobre softmax, para cualesquiera objetivos: p Σy − y",
    },
    "losses.cross_entropy_targets": {
        "en": "The gradient of cross-entropy when the targets sum to one: p − y",
        "es": "El gradiente de la entropía cruzada cuando los objetivos suman uno: p − y",
    },
    "losses.cross_entropy_batch": {
        "en": "The gradient of the mean cross-entropy over a batch: (P − Y) / N",
        "es": "El gradiente de la entropía cruzada media sobre un lote: (P − Y) / N",
    },
    "online.merge": {
        "en": "Two blocks of a softmax row merge exactly, for any shifts",
        "es": "Dos bloques de una fila de softmax se juntan exactamente, con cualesquiera desplazamientos",
    },
    "online.lse_merge": {
        "en": "The log-sum-exps of two blocks merge",
        "es": "Los log-sum-exp de dos bloques se juntan",
    },
    "online.lse_shift": {
        "en": "A number subtracted before log-sum-exp is added back after it",
        "es": "Un número que se resta antes de log-sum-exp se suma después",
    },
    "online.lse_weights": {
        "en": "Block outputs weighted by exp(LSE_b − LSE) give the row's output",
        "es": "Las salidas de los bloques ponderadas con exp(LSE_b − LSE) dan la salida de la fila",
    },
    "norms.layer_dx": {
        "en": "The gradient of layer norm by its input",
        "es": "El gradiente de layer norm respecto de su entrada",
    },
    "norms.layer_dgain": {
        "en": "The gradient of layer norm by its gain",
        "es": "El gradiente de layer norm respecto de su ganancia",
    },
    "norms.layer_dbias": {
        "en": "The gradient of layer norm by its bias",
        "es": "El gradiente de layer norm respecto de su sesgo",
    },
    "norms.rms_dx": {
        "en": "The gradient of RMSNorm by its input",
        "es": "El gradiente de RMSNorm respecto de su entrada",
    },
    "norms.rms_dgain": {
        "en": "The gradient of RMSNorm by its gain",
        "es": "El gradiente de RMSNorm respecto de su ganancia",
    },
    "rope.shift": {
        "en": "Rotary scores do not change when both positions are shifted",
        "es": "Las puntuaciones rotatorias no cambian cuando se desplazan ambas posiciones",
    },
    "rope.relative": {
        "en": "Rotary scores depend on the distance m − n alone",
        "es": "Las puntuaciones rotatorias dependen solo de la distancia m − n",
    },
    "rope.norm": {"en": "Rotary positions keep norms", "es": "Las posiciones rotatorias conservan las normas"},
    "scores.mean": {
        "en": "The mean of the score of a random query and a random key",
        "es": "La media del score de una query y una clave aleatorias",
    },
    "scores.variance": {
        "en": "The variance of the score of a random query and a random key",
        "es": "La varianza del score de una query y una clave aleatorias",
    },
    "scores.scaled_variance": {
        "en": "The variance of the scaled score s = q·k/√d_k is 1: why scores are divided by √d_k",
        "es": "La varianza del score escalado s = q·k/√d_k es 1: por qué los scores se dividen entre √d_k",
    },
}
