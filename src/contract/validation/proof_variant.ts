/** Patch that a validation tries on a contract (requirement K9). */
export interface ProofVariant {
  role: ProofVariantRole;
  /** Name in tables and in the lock; unique within its role. */
  name: string;
  /** Short description of the change. */
  change: string;
  /** File that a mutant changes. */
  file?: string;
  /** Line of the patched file; absent if the change concerns the whole file. */
  line?: number;
}

/**
 * Roles of variants.
 *
 * `base`: no patch. `golden`: the reference solution. `perturbed`: the same under changed hidden files. `no-change`:
 * patches without effect. `cheater`: patches that attack the checks. `known-wrong`: patches of the author that must
 * fail. `mutant`: the reference solution with one mechanical fault.
 */
const proofVariantRoles = ['base', 'golden', 'perturbed', 'no-change', 'cheater', 'known-wrong', 'mutant'] as const;
export type ProofVariantRole = (typeof proofVariantRoles)[number];
