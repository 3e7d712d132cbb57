(* Finite sums, deltas and derivatives: what the theorem below needs, proved here from Coq's own library of reals. *)
Require Import Reals Lra Lia Arith.
Open Scope R_scope.

Fixpoint sum (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S m => sum m f + f m end.

Definition delta (i j : nat) : R := if Nat.eqb i j then 1 else 0.

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof. induction n as [|n IH]; intros H; simpl; [reflexivity | rewrite IH, H; auto]. Qed.

Lemma sum_zero n : sum n (fun _ => 0) = 0.
Proof. induction n as [|n IH]; simpl; [reflexivity | rewrite IH; ring]. Qed.

Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n as [|n IH]; simpl; [ring | rewrite IH; ring]. Qed.

Lemma sum_left c n f : c * sum n f = sum n (fun i => c * f i).
Proof. induction n as [|n IH]; simpl; [ring | rewrite <- IH; ring]. Qed.

Lemma sum_right c n f : sum n f * c = sum n (fun i => f i * c).
Proof. induction n as [|n IH]; simpl; [ring | rewrite <- IH; ring]. Qed.

Lemma sum_const n c : sum n (fun _ => c) = INR n * c.
Proof. induction n as [|n IH]; [simpl; ring | rewrite S_INR; simpl; rewrite IH; ring]. Qed.

Lemma sum_swap n m f : sum n (fun i => sum m (fun j => f i j)) = sum m (fun j => sum n (fun i => f i j)).
Proof.
  induction n as [|n IH]; simpl; [symmetry; apply sum_zero | rewrite IH; symmetry; apply sum_plus].
Qed.

Lemma delta_same i : delta i i = 1.
Proof. unfold delta; rewrite Nat.eqb_refl; reflexivity. Qed.

Lemma delta_other i j : i <> j -> delta i j = 0.
Proof. unfold delta; intros H; apply Nat.eqb_neq in H; rewrite H; reflexivity. Qed.

Lemma sum_none n f j : (n <= j)%nat -> sum n (fun i => delta i j * f i) = 0.
Proof.
  induction n as [|n IH]; intros H; simpl; [reflexivity |].
  rewrite IH, (delta_other n j) by lia; ring.
Qed.

Lemma sum_delta n j f : (j < n)%nat -> sum n (fun i => delta i j * f i) = f j.
Proof.
  induction n as [|n IH]; intros H; [lia | simpl].
  destruct (Nat.eq_dec n j) as [E | E].
  - subst; rewrite sum_none, delta_same by lia; ring.
  - rewrite IH, (delta_other n j) by lia; ring.
Qed.

Lemma delta_sym i j : delta i j = delta j i.
Proof. unfold delta; rewrite Nat.eqb_sym; reflexivity. Qed.

Lemma sum_delta_right n j f : (j < n)%nat -> sum n (fun i => delta j i * f i) = f j.
Proof.
  intros H; rewrite <- (sum_delta n j f H); apply sum_ext; intros i _; rewrite delta_sym; reflexivity.
Qed.

Lemma sum_not_negative n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof.
  induction n as [|n IH]; intros H; simpl; [lra |].
  assert (0 <= f n) by (apply H; lia); assert (0 <= sum n f) by (apply IH; intros; apply H; lia); lra.
Qed.

Lemma sum_positive n f k : (k < n)%nat -> 0 < f k -> (forall i, (i < n)%nat -> 0 <= f i) -> 0 < sum n f.
Proof.
  induction n as [|n IH]; intros Hk Hf H; [lia | simpl].
  assert (0 <= f n) by (apply H; lia).
  assert (0 <= sum n f) by (apply sum_not_negative; intros; apply H; lia).
  destruct (Nat.eq_dec n k) as [E | E]; [subst; lra |].
  assert (0 < sum n f) by (apply IH; auto; lia); lra.
Qed.

Lemma weight_not_negative c x : c = 0 \/ c = 1 -> 0 <= c * exp x.
Proof. intros [E | E]; subst; pose proof (exp_pos x); lra. Qed.

Lemma delta_swaps i j x y : (i = j -> x = y) -> delta i j * x = delta i j * y.
Proof.
  intros H; destruct (Nat.eq_dec i j) as [E | E]; [rewrite (H E); reflexivity | rewrite (delta_other i j E); ring].
Qed.

(* der f a v d: f has the value v and the derivative d at a. *)
Definition der (f : R -> R) (a v d : R) : Prop := f a = v /\ derivable_pt_lim f a d.

Lemma derivative_is f a v d e : der f a v d -> d = e -> derivable_pt_lim f a e.
Proof. intros [_ H] E; subst; exact H. Qed.

Lemma der_const c a : der (fun _ => c) a c 0.
Proof. split; [reflexivity | exact (derivable_pt_lim_const c a)]. Qed.

Lemma der_plus f g a v w d e : der f a v d -> der g a w e -> der (fun x => f x + g x) a (v + w) (d + e).
Proof. intros [A B] [C D]; split; [congruence | exact (derivable_pt_lim_plus f g a d e B D)]. Qed.

Lemma der_times f g a v w d e : der f a v d -> der g a w e -> der (fun x => f x * g x) a (v * w) (d * w + v * e).
Proof. intros [A B] [C D]; subst; split; [reflexivity | exact (derivable_pt_lim_mult f g a d e B D)]. Qed.

Lemma der_left c g a w e : der g a w e -> der (fun x => c * g x) a (c * w) (c * e).
Proof.
  intros H; destruct (der_times _ _ _ _ _ _ _ (der_const c a) H) as [A B].
  split; [exact A | replace (c * e) with (0 * w + c * e) by ring; exact B].
Qed.

Lemma der_right c f a v d : der f a v d -> der (fun x => f x * c) a (v * c) (d * c).
Proof.
  intros H; destruct (der_times _ _ _ _ _ _ _ H (der_const c a)) as [A B].
  split; [exact A | replace (d * c) with (d * c + v * 0) by ring; exact B].
Qed.

Lemma der_inverse f a v d : der f a v d -> v <> 0 -> der (fun x => / f x) a (/ v) (-1 * d * (/ v * / v)).
Proof.
  intros [A B] H; subst; split; [reflexivity |].
  replace (-1 * d * (/ f a * / f a)) with ((0 * f a - d * fct_cte 1 a) / Rsqr (f a))
    by (unfold Rsqr, fct_cte; field; exact H).
  intros eps He; destruct (derivable_pt_lim_div (fct_cte 1) f a 0 d (derivable_pt_lim_const 1 a) B H eps He) as [r Hr].
  exists r; intros h Hh Hs; specialize (Hr h Hh Hs); unfold div_fct, fct_cte in Hr.
  replace (/ f (a + h) - / f a) with (1 / f (a + h) - 1 / f a) by (unfold Rdiv; ring); exact Hr.
Qed.

Lemma der_exp f a v d : der f a v d -> der (fun x => exp (f x)) a (exp v) (exp v * d).
Proof.
  intros [A B]; subst; split; [reflexivity |].
  exact (derivable_pt_lim_comp f exp a d (exp (f a)) B (derivable_pt_lim_exp (f a))).
Qed.

Lemma der_log f a v d : der f a v d -> 0 < v -> der (fun x => ln (f x)) a (ln v) (/ v * d).
Proof.
  intros [A B] H; subst; split; [reflexivity |].
  exact (derivable_pt_lim_comp f ln a d (/ f a) B (derivable_pt_lim_ln (f a) H)).
Qed.

Lemma der_sum n F a V D :
  (forall i, (i < n)%nat -> der (fun x => F x i) a (V i) (D i)) -> der (fun x => sum n (F x)) a (sum n V) (sum n D).
Proof.
  induction n as [|n IH]; intros H; simpl; [apply der_const |].
  apply (der_plus (fun x => sum n (F x)) (fun x => F x n)); [apply IH; intros; apply H; lia | apply H; lia].
Qed.

(* A tensor with one entry replaced by x: what the derivative by that entry moves. *)
Definition set0 (_ : R) (x : R) : R := x.
Definition set1 (f : nat -> R) (u : nat) (x : R) (i : nat) : R := if Nat.eqb i u then x else f i.
Definition set2 (f : nat -> nat -> R) (u v : nat) (x : R) (i j : nat) : R :=
  if Nat.eqb i u then if Nat.eqb j v then x else f i j else f i j.

Lemma der_set0 a : der (fun x => set0 a x) a a 1.
Proof. split; [reflexivity | exact (derivable_pt_lim_id a)]. Qed.

Lemma der_set1 f u i : der (fun x => set1 f u x i) (f u) (f i) (delta i u).
Proof.
  unfold set1, delta; destruct (Nat.eqb_spec i u) as [E | E]; [| apply der_const].
  subst; split; [reflexivity | exact (derivable_pt_lim_id _)].
Qed.

Lemma der_set2 f u v i j : der (fun x => set2 f u v x i j) (f u v) (f i j) (delta i u * delta j v).
Proof.
  unfold set2, delta; destruct (Nat.eqb_spec i u) as [E | E]; destruct (Nat.eqb_spec j v) as [E' | E'].
  - subst; rewrite Rmult_1_l; split; [reflexivity | exact (derivable_pt_lim_id _)].
  - rewrite Rmult_0_r; apply der_const.
  - rewrite Rmult_0_l; apply der_const.
  - rewrite Rmult_0_l; apply der_const.
Qed.

Ltac under i H := apply sum_ext; intros i H; cbv beta.

(* one product of sums is one sum of products *)
Ltac merge :=
  lazymatch goal with
  | |- sum _ _ * _ = sum _ _ => rewrite sum_right; apply sum_ext; intros; cbv beta; merge
  | |- _ * sum _ _ = sum _ _ => rewrite sum_left; apply sum_ext; intros; cbv beta; merge
  | |- sum _ _ = sum _ _ => apply sum_ext; intros; cbv beta; merge
  | |- _ => first [reflexivity | ring]
  end.

(* sums of as many terms on either side, one by one *)
Ltac each tactic :=
  lazymatch goal with
  | |- _ + _ = _ + _ => apply (f_equal2 Rplus); [each tactic | each tactic]
  | |- _ => tactic
  end.

(* the sum of a sum of terms is the sum of their sums *)
Ltac spread :=
  lazymatch goal with
  | |- sum _ (fun _ => _ + _) = _ => rewrite sum_plus; apply (f_equal2 Rplus); [spread | reflexivity]
  | |- sum _ (fun _ => 0) = 0 => apply sum_zero
  | |- _ => reflexivity
  end.

(* The sum of a row's weights is positive: exponentials, or unmasked ones where the diagonal is never masked. *)
Ltac weights :=
  lazymatch goal with
  | |- 0 < sum _ (fun j => exp (@?f j)) =>
      apply (sum_positive _ _ 0%nat); [lia | cbv beta; apply exp_pos | intros; left; cbv beta; apply exp_pos]
  | M : forall i j, ?c i j = 0 \/ ?c i j = 1, D : forall i, ?c i i = 1 |- 0 < sum _ (fun j => ?c ?p j * exp (@?f j)) =>
      apply (sum_positive _ _ p);
        [assumption | cbv beta; rewrite D, Rmult_1_l; apply exp_pos | intros; cbv beta; apply weight_not_negative; apply M]
  end.
