/** What a proof tries on a contract (K9): a patch that must pass, or one that must not. */
export interface Variant {
  role: VariantRole;
  /** Name in tables and in the lock; unique among the variants of a role. */
  name: string;
  /** What it does, in a few words. */
  change: string;
  /** For a mutant: where the reference solution was changed. */
  file?: string;
  /** Line of the patched file; absent when the whole file is meant. */
  line?: number;
}

/**
 * `base` nothing · `golden` the reference solution · `perturbed` the same, under changed hidden files · `no-change` patches that do
 * nothing · `cheater` patches that go for the checks instead of the task · `known-wrong` patches of the author's that must
 * fail · `mutant` the reference solution with one mechanical fault
 */
export const variantRoles = ['base', 'golden', 'perturbed', 'no-change', 'cheater', 'known-wrong', 'mutant'] as const;
export type VariantRole = (typeof variantRoles)[number];
