"""Every rule of a derivation in a sentence: "name: sentence", what stands before the colon is its label."""

MESSAGES = {
    "sympy diff": {
        "en": "SymPy's derivative: what diff makes of the expression on symbolic sizes; the kernel's own derivative"
        " and dual numbers must agree with it.",
        "es": "derivada de SymPy: lo que diff hace de la expresión con tamaños simbólicos; la derivada propia del"
        " núcleo y los números duales deben coincidir con ella.",
    },
    "definition": {
        "en": "definition: a symbol is replaced by what it stands for, or the reverse.",
        "es": "definición: un símbolo se sustituye por lo que representa, o al revés.",
    },
    "theorem": {
        "en": "theorem: an equality proved before, at these indices.",
        "es": "teorema: una igualdad ya demostrada, con estos índices.",
    },
    "hypothesis": {
        "en": "hypothesis: an assumption of the statement is used.",
        "es": "hipótesis: se usa un supuesto del enunciado.",
    },
    "quotient rule": {
        "en": "quotient rule: (f / g)′ = f′ / g − f g′ / g².",
        "es": "regla del cociente: (f / g)′ = f′ / g − f g′ / g².",
    },
    "product rule": {
        "en": "product rule: (f g)′ = f′ g + f g′.",
        "es": "regla del producto: (f g)′ = f′ g + f g′.",
    },
    "chain rule": {
        "en": "chain rule: a derivative through inner variables is the sum, over all of them, of the outer derivative"
        " times the inner one.",
        "es": "regla de la cadena: una derivada a través de variables internas es la suma, sobre todas ellas, de la"
        " derivada externa por la interna.",
    },
    "linearity": {
        "en": "linearity: derivatives and sums of multiples are multiples of the derivatives and sums.",
        "es": "linealidad: derivadas y sumas de múltiplos son múltiplos de las derivadas y sumas.",
    },
    "collect": {
        "en": "collecting: a common factor is taken out of a sum.",
        "es": "factor común: se saca un factor común de una suma.",
    },
    "distribute": {
        "en": "distributing: a product with a sum is multiplied out.",
        "es": "distribución: se desarrolla un producto con una suma.",
    },
    "cancel": {
        "en": "cancelling: a factor over itself is 1, a term minus itself is 0.",
        "es": "cancelación: un factor entre sí mismo es 1, un término menos sí mismo es 0.",
    },
    "angle sums": {
        "en": "angle sums: exp(iα) exp(iβ) = exp(i(α + β)), so rotations by α and β make one by their sum.",
        "es": "suma de ángulos: exp(iα) exp(iβ) = exp(i(α + β)), así que dos giros α y β hacen uno por su suma.",
    },
    "delta contraction": {
        "en": "delta contraction: Σ_k δ[k, j] f(k) = f(j), since j is one of the values of k.",
        "es": "contracción de la delta: Σ_k δ[k, j] f(k) = f(j), pues j es uno de los valores de k.",
    },
    "delta substitution": {
        "en": "delta substitution: δ[i, j] f(j) = δ[i, j] f(i), since both sides are 0 unless i = j.",
        "es": "sustitución por la delta: δ[i, j] f(j) = δ[i, j] f(i), pues ambos lados son 0 salvo si i = j.",
    },
    "constant sum": {
        "en": "sum of a constant: a sum over n equal terms is n times the term.",
        "es": "suma de una constante: una suma de n términos iguales es n veces el término.",
    },
    "factor leaves sum": {
        "en": "a factor leaves a sum: what does not depend on the summation index stands before the sum.",
        "es": "un factor sale de la suma: lo que no depende del índice de la suma queda delante de ella.",
    },
    "sums merge": {
        "en": "sums merge: a sum of sums is one sum over all their indices, in any order.",
        "es": "las sumas se juntan: una suma de sumas es una sola suma sobre todos sus índices, en cualquier orden.",
    },
    "range split": {
        "en": "range split: a sum over a range is the sum over its blocks.",
        "es": "partición del rango: una suma sobre un rango es la suma sobre sus bloques.",
    },
    "exp of a sum": {
        "en": "exp of a sum: exp(a + b) = exp(a) exp(b).",
        "es": "exp de una suma: exp(a + b) = exp(a) exp(b).",
    },
    "exp of log": {
        "en": "exp of log: exp(n log a) = aⁿ where a > 0.",
        "es": "exp de log: exp(n log a) = aⁿ donde a > 0.",
    },
    "log of a product": {
        "en": "log of a product: log(a b) = log(a) + log(b) where a > 0.",
        "es": "log de un producto: log(a b) = log(a) + log(b) donde a > 0.",
    },
    "content": {
        "en": "content: what all terms of a base have in common is raised to the power by itself.",
        "es": "contenido: lo que todos los términos de una base tienen en común se eleva por separado.",
    },
    "common denominator": {
        "en": "common denominator: two fractions are equal when their numerators over a common denominator are.",
        "es": "denominador común: dos fracciones son iguales si lo son sus numeradores sobre un mismo denominador.",
    },
    "sums term by term": {
        "en": "sums term by term: two sums over the same range are equal when their terms are.",
        "es": "sumas término a término: dos sumas sobre el mismo rango son iguales si lo son sus términos.",
    },
    "mask squared": {
        "en": "mask squared: entries that are 0 or 1 are their own squares, as deltas are.",
        "es": "máscara al cuadrado: las entradas que son 0 o 1 son sus propios cuadrados, como las deltas.",
    },
    "unit diagonal": {
        "en": "unit diagonal: a causal mask lets each position see itself, c[i, i] = 1.",
        "es": "diagonal de unos: una máscara causal deja que cada posición se vea a sí misma, c[i, i] = 1.",
    },
    "imaginary unit": {
        "en": "imaginary unit: i² = −1, hence cos² + sin² = 1.",
        "es": "unidad imaginaria: i² = −1, de donde cos² + sin² = 1.",
    },
    "derivative of an entry": {
        "en": "derivative of an entry: ∂x[i, j]/∂x[u, v] = δ[i, u] δ[j, v].",
        "es": "derivada de una entrada: ∂x[i, j]/∂x[u, v] = δ[i, u] δ[j, v].",
    },
    "derivative of exp": {
        "en": "derivative of exp: exp(f)′ = exp(f) f′.",
        "es": "derivada de exp: exp(f)′ = exp(f) f′.",
    },
    "derivative of a sum": {
        "en": "derivative of a sum: it is the sum of the derivatives.",
        "es": "derivada de una suma: es la suma de las derivadas.",
    },
    "derivative of a power": {
        "en": "derivative of a power: (fⁿ)′ = n fⁿ⁻¹ f′.",
        "es": "derivada de una potencia: (fⁿ)′ = n fⁿ⁻¹ f′.",
    },
    "derivative of log": {
        "en": "derivative of log: log(f)′ = f′ / f.",
        "es": "derivada de log: log(f)′ = f′ / f.",
    },
    "derivative of a function": {
        "en": "derivative of a function: φ(f)′ = φ′(f) f′ for any smooth φ.",
        "es": "derivada de una función: φ(f)′ = φ′(f) f′ para cualquier φ suave.",
    },
    "definition of the variance": {
        "en": "definition of the variance: Var(X) = E(X²) − E(X)².",
        "es": "definición de la varianza: Var(X) = E(X²) − E(X)².",
    },
    "linearity of E": {
        "en": "linearity of E: the expectation of a sum is the sum of the expectations, and constants leave it.",
        "es": "linealidad de E: la esperanza de una suma es la suma de las esperanzas, y las constantes salen.",
    },
}
