"""The parts of a Coq file in their order: library, definitions, the algebra as a lemma, the theorem, what it assumes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import pairwise

from derive.coq.derivatives import differentiated
from derive.coq.opaque import Function, Opaque
from derive.coq.products import Lines, Prover, block, through
from derive.coq.spelling import Names, Speller, Unsupported, definitions, inlined, pairs, plain, sizes, typed
from derive.kernel import Hypothesis
from derive.proof import Proof, Statement
from derive.terms import Derivative, Entry, Index, Tensor, Term, free, rebuild, tensors


@cache
def library() -> str:
    return (resources.files("derive.coq") / "sums.v").read_text(encoding="utf-8")


def exported(proof: Proof, statement: Statement | None = None) -> str:
    """The file for a proof. `statement` puts another statement in the place of the proof's: Coq must refuse a false one.

    Unsupported, with what is lacking, where the theorem has no spelling in Coq.
    """
    stated = statement or proof.statement
    return _Writer(proof, stated, Speller(Names(), definitions((stated.left, stated.right)))).text()


@dataclass(frozen=True, slots=True)
class _Writer:
    proof: Proof
    statement: Statement
    speller: Speller
    opaque: Opaque = field(default_factory=Opaque)

    def text(self) -> str:
        name = plain(self.proof.name)
        left = self.statement.left
        script: Lines = []
        start = pairs(inlined(left))
        if isinstance(left, Derivative):
            start, script = differentiated(pairs(inlined(left.body)), left.entry)
        algebra = self._algebra(name, start)
        defined = [self.speller.define(definition) for definition in self.speller.defined.values()]
        parts = [library(), f"(* {self.proof.name} *)", *defined, algebra, self._theorem(name, script)]
        return "\n\n".join((*parts, f"Print Assumptions {name}.")) + "\n"

    # -- what is quantified over ---------------------------------------------------------
    @property
    def _free(self) -> list[Index]:
        found = free(self.statement.left) | free(self.statement.right)
        return sorted(found)

    @property
    def _tensors(self) -> list[Tensor]:
        known = {**tensors(self.statement.left), **tensors(self.statement.right)}
        for hypothesis in self._hypotheses.values():
            known |= {**tensors(hypothesis.left), **tensors(hypothesis.right)}
        return [known[name] for name in sorted(known)]

    @property
    def _sizes(self) -> list[str]:
        found = {index.range for index in self._free} | {name for tensor in self._tensors for name in tensor.ranges}
        return sorted(found | set(sizes(self.statement.left)) | set(sizes(self.statement.right)))

    @property
    def _hypotheses(self) -> dict[str, Hypothesis]:
        found = {}
        for number, assumption in enumerate(self.statement.assumptions, 1):
            if not isinstance(assumption, Hypothesis) or not isinstance(assumption.left, Entry):
                raise Unsupported("an assumption that replaces no single entry")
            found[f"H_{number}"] = assumption
        return found

    def _binders(self, functions: Sequence[Function] = ()) -> str:
        names = self.speller.names
        sizes_, indices = " ".join(map(names.size, self._sizes)), " ".join(map(names.index, self._free))
        shown = [f"({sizes_} : nat)", *(typed(names.tensor(t), t) for t in self._tensors)]
        shown += [typed(names.tensor(f.tensor), f.tensor) for f in functions]
        return " ".join((*shown, f"({indices} : nat)")) if indices else " ".join(shown)

    def _premises(self) -> dict[str, str]:
        """Name -> premise: sizes are positive, indices in their ranges, traits of tensors, hypotheses."""
        names = self.speller.names
        found = {f"P{names.size(size)}": f"(0 < {names.size(size)})%nat" for size in self._sizes}
        found |= {f"H{names.index(i)}": f"({names.index(i)} < {names.size(i.range)})%nat" for i in self._free}
        for tensor in self._tensors:
            found |= self._traits(tensor)
        for name, hypothesis in self._hypotheses.items():
            found[name] = self._hypothesis(hypothesis)
        return found

    def _traits(self, tensor: Tensor) -> dict[str, str]:
        name, found = self.speller.names.tensor(tensor), {}
        letters = " ".join("ijkl"[: len(tensor.ranges)])
        entry, every = f"{name} {letters}".strip(), f"forall {letters}, " if letters else ""
        if tensor.positive:
            found[f"Hpositive_{name}"] = f"({every}0 < {entry})"
        if tensor.mask:
            found[f"Hmask_{name}"] = f"({every}{entry} = 0 \\/ {entry} = 1)"
        if tensor.unit_diagonal:
            found[f"Hdiagonal_{name}"] = f"(forall i, {name} i i = 1)"
        return found

    def _hypothesis(self, hypothesis: Hypothesis) -> str:
        names, indices = self.speller.names, sorted(free(hypothesis.left))
        bounds = [f"({names.index(i)} < {names.size(i.range)})%nat" for i in indices]
        equation = f"{self.speller.spell(hypothesis.left)} = {self.speller.spell(pairs(hypothesis.right))}"
        every = f"forall {' '.join(map(names.index, indices))}, " if indices else ""
        return f"({every}{' -> '.join((*bounds, equation))})"

    # -- the algebra --------------------------------------------------------------------------
    def _algebra(self, name: str, start: Term) -> str:
        """The lemma start = right side, by way of the lines of the proof, in functions of which nothing is known."""
        first, last = self.opaque.over(start), self.opaque.over(pairs(inlined(self.statement.right)))
        terms = [("", first), *self._lines(), ("", last)]
        prover = Prover(self.speller, {n: Hypothesis(h.left, pairs(h.right)) for n, h in self._hypotheses.items()})
        proof: Lines = ["reflexivity."]
        for (_, before), (rule, after) in reversed(list(pairwise(terms))):
            proof = through(
                self.speller.spell(after), [f"(* {rule or 'the right side'} *)", *prover.prove(before, after)], proof
            )
        premises = self._premises()
        functions = list(self.opaque.functions.values())
        left, right = (self.speller.spell(term) for _, term in (terms[0], terms[-1]))
        return "\n".join(
            (
                f"Lemma {name}_algebra : forall {self._binders(functions)},",
                *(f"  {premise} ->" for premise in premises.values()),
                f"  {left} =\n  {right}.",
                f"Proof.\n  intros {self._introduced(functions)}.",
                *(f"  {line}" for line in proof),
                "Qed.",
            )
        )

    def _introduced(self, functions: Sequence[Function] = ()) -> str:
        names = self.speller.names
        every = [*map(names.size, self._sizes), *map(names.tensor, self._tensors), *(names.tensor(f.tensor) for f in functions)]
        return " ".join((*every, *map(names.index, self._free), *self._premises()))

    def _lines(self) -> list[tuple[str, Term]]:
        """The lines of the proof that say no more than its ends do, without the last, which is the right side.

        A line with an inverse spelled otherwise (SymPy orders factors) is left out: the next one follows without it.
        """
        found, known = [], len(self.opaque.functions)
        for step in self.proof.steps[:-1]:
            functions = Opaque(dict(self.opaque.functions))
            try:
                term = functions.over(pairs(_evaluated(inlined(step.after))))
                Prover(self.speller).flatten(term)
            except Unsupported:
                continue
            if len(functions.functions) == known and set(tensors(step.after).values()) <= set(self._tensors):
                found.append((step.rule, term))
        return found

    # -- the theorem -----------------------------------------------------------------------------
    def _theorem(self, name: str, script: Lines) -> str:
        names, defined = self.speller.names, self.speller.defined
        unfolded = " ".join(names.of(("defined", symbol), symbol) for symbol in defined)
        unfold = [f"cbv beta delta [{unfolded}]."] if unfolded else []
        functions = list(self.opaque.functions.values())
        given = [*map(names.size, self._sizes), *map(names.tensor, self._tensors), *map(self._function, functions)]
        use = " ".join((f"{name}_algebra", *given, *map(names.index, self._free), *self._premises()))
        proof = [f"intros {self._introduced()}."]
        if script:
            proof += ["eapply derivative_is.", *block([*unfold, *script])]
        proof += [*unfold, f"exact ({use})."]
        return "\n".join(
            (
                f"Theorem {name} : forall {self._binders()},",
                *(f"  {premise} ->" for premise in self._premises().values()),
                f"  {self._claim()}.",
                "Proof.",
                *(f"  {line}" for line in proof),
                "Qed.",
            )
        )

    def _function(self, function: Function) -> str:
        names = self.speller.names
        head = f"fun {' '.join(map(names.index, function.indices))} => " if function.indices else ""
        return f"({head}{self.speller.spell(function.meaning)})"

    def _claim(self) -> str:
        left, right = self.statement.left, self.speller.spell(pairs(self.statement.right))
        if not isinstance(left, Derivative):
            return f"{self.speller.spell(pairs(left))} = {right}"
        entry = left.entry
        place = self.speller.operand(entry)
        moved = " ".join(
            (
                f"set{len(entry.indices)}",
                self.speller.names.tensor(entry.tensor),
                *map(self.speller.names.index, entry.indices),
                "x",
            )
        )
        speller = Speller(self.speller.names, self.speller.defined, {entry.tensor: f"({moved})"})
        return f"derivable_pt_lim (fun x => {speller.spell(pairs(left.body))}) {place}\n    ({right})"


def _evaluated(term: Term) -> Term:
    """The term with derivatives inside it carried out."""
    if isinstance(term, Derivative):
        return differentiated(pairs(_evaluated(term.body)), term.entry)[0]
    return rebuild(term, _evaluated)
