import type { LoadedContract } from '../../contract/loaded.js';
import type { Check, Contract } from '../../contract/schema.js';
import type { Variant } from '../../contract/variant.js';
import { digestOf, sha256 } from '../../record/canonical.js';
import type { Agent } from '../agents/agent.js';
import { golden, noop } from '../agents/fixed.js';

/** The agent that brings a variant's patch. Base and golden are the ordinary ones, so that their attempts are ordinary, too. */
export function variantAgent(variant: Variant & { patch?: Uint8Array }): Agent {
  const { role, name, change, file, line, patch } = variant;
  if (role === 'base') return noop();
  if (role === 'golden' || role === 'perturbed') return golden();
  const content = patch ?? new Uint8Array();
  const digest = sha256(content);
  return {
    kind: 'patch',
    name: `${role}:${name}`,
    identity: digestOf({ kind: 'patch', digest, variant: `${role}:${name}` }),
    detail: {
      role,
      change,
      sha256: digest,
      bytes: content.length,
      ...(file ? { file } : {}),
      ...(line ? { line } : {}),
    },
    patch: async () => content,
  };
}

/**
 * The contract as the attempts of a proof see it: without an earlier proof, which must not vouch for itself. The perturbed variant has
 * perturbation in every run, which ordinary attempts of a reference solution are spared; mutants have no longer than `ceiling_ms`
 * for a check, since the most common fault of a mutant is that it never ends.
 */
export function contractFor(loaded: LoadedContract, variant: Variant, ceiling_ms?: number): LoadedContract {
  const { proof: _, proof_problem: __, ...bare } = loaded;
  const { contract } = loaded;
  if (variant.role === 'perturbed') {
    const perturbation = { ...contract.oracle.perturbation, when: 'always' as const };
    return { ...bare, contract: { ...contract, oracle: { ...contract.oracle, perturbation } } };
  }
  if (variant.role !== 'mutant' || ceiling_ms === undefined) return bare;
  const brief = (check: Check): Check => ({ ...check, timeout: Math.min(check.timeout, ceiling_ms) });
  return {
    ...bare,
    contract: {
      ...contract,
      build: contract.build === 'none' ? 'none' : contract.build.map(brief),
      acceptance: contract.acceptance.map(brief),
      oracle: { ...contract.oracle, ...briefCanary(contract.oracle.canary, ceiling_ms) },
      scoring: { ...contract.scoring, maintainability: contract.scoring.maintainability.map(brief) },
    },
  };
}

function briefCanary(canary: Contract['oracle']['canary'], ceiling_ms: number): Pick<Contract['oracle'], 'canary'> {
  if (canary === undefined) return {};
  const whole =
    typeof canary === 'string'
      ? { run: canary, report: 'exit-code' as const, timeout: ceiling_ms, environment: {} }
      : canary;
  return { canary: { ...whole, timeout: Math.min(whole.timeout, ceiling_ms) } };
}
