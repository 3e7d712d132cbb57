"""Words of the languages in clauses that go on from a count: pieces of a model, shares of a count, pronouns and verbs."""

from fractions import Fraction

KINDS = {
    "head": r"heads?|kopf|köpfen?|cabezas?|têtes?|cabeças?",
    "layer": r"layers?|blocks?|schicht(?:en)?|lagen?|blöcken?|capas?|bloques?|couches?|blocs?|camadas?|blocos?",
    "request": r"requests?|sequences?|users?|batch(?:es)?|conversations?|anfragen?|sequenz(?:en)?|nutzer|petici[oó]n(?:es)?|"
    r"solicitud(?:es)?|secuencias?|usuarios?|requêtes?|séquences?|utilisateurs?|requisiç(?:ão|ões)|sequências?|usuários?",
    "token": r"tokens?|jetons?|positions?|posiciones|positionen",
    "expert": r"experts?|experten|expertos?|especialistas?",
    "matrix": r"matri(?:x|ces|zen|z|zes)",
}
SHARES = {
    r"half|halves|halved|mitad|halbiert|hälfte|halb|moitié|metade": Fraction(1, 2),
    r"quarter(?:s|ed)?|cuarta parte|viertel|quart|quarta parte|quarto": Fraction(1, 4),
    r"twice|doubles?|doubled|doble|doppelte?|verdoppelt|dobro": Fraction(2),
    r"quadruples?|cuádruple|vierfache|quádruplo": Fraction(4),
}
# words by which a number is that of several counts together
SUMS = r"all|total|together|altogether|insgesamt|zusammen|junt[oa]s|tod[oa]s|suma|somme|toute?s|tous|sum|overall"
_ENGLISH = """
    that this it they these which is are was takes take needs need makes make gives give would be costs cost comes amounts in
    for with at all the a an of over across so then thus hence or and i e ie about around roughly approximately nearly some
    together altogether total only just means"""
_GERMAN = """
    das ist sind sie es dies diese also braucht brauchen belegt belegen ergibt macht für im mit bei alle allen die der den
    und oder zusammen insgesamt etwa rund ungefähr ca d h kosten kostet nur man wären wäre"""
_SPANISH = """
    eso esto esos son ocupa ocupan necesita necesitan da dan hace hacen para con en todas todos las los el la lo que y o sea
    es decir juntas juntos unos unas aproximadamente cerca de cuesta cuestan un una se queda suponen supone"""
_FRENCH = """
    cela ça ce qui soit fait font occupe occupent il elles ils pour avec les toutes tous le un une et ou au environ à peu
    près coûte coûtent"""
_PORTUGUESE = "isso isto são ocupam para com em todas os as no e cerca custa custam dá dão cada"
PLAIN = frozenset(" ".join((_ENGLISH, _GERMAN, _SPANISH, _FRENCH, _PORTUGUESE)).split())
