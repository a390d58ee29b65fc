import type { Check, Contract } from '../../contract/contract_schema.js';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { ProofVariant } from '../../contract/validation/contract_lock.js';
import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import type { Agent } from '../agents/agent.js';
import { createNoopAgent, createReferenceAgent } from '../agents/create_patch_agent.js';
import { selectChallengedChecks } from '../evaluation/run_check_round.js';

/**
 * Creates the agent that submits the patch of a variant. For base and golden it is the ordinary agent, so that their
 * attempts are ordinary, too.
 */
export function createVariantAgent(variant: ProofVariant & { patch?: Uint8Array }): Agent {
  const { role, name, change, file, line, patch } = variant;
  if (role === 'base') return createNoopAgent();
  if (role === 'golden' || role === 'perturbed') return createReferenceAgent();
  const content = patch ?? new Uint8Array();
  const digest = sha256(content);
  return {
    kind: 'patch',
    name: `${role}:${name}`,
    identity: computeDigest({ kind: 'patch', digest, variant: `${role}:${name}` }),
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
 * Creates the contract for the attempts of a variant, without an earlier proof, which must not vouch for itself.
 *
 * The perturbed variant has perturbation in every run, which ordinary attempts of the reference solution are spared.
 * Mutants have at most `ceiling_ms` for a check, since endless loops are their most common fault.
 */
export function createVariantContract(
  loaded: LoadedContract,
  variant: ProofVariant,
  ceiling_ms?: number,
): LoadedContract {
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
      oracle: { ...contract.oracle, ...shortenCanaryTimeout(contract.oracle.canary, ceiling_ms) },
      scoring: { ...contract.scoring, maintainability: contract.scoring.maintainability.map(brief) },
    },
  };
}

/**
 * Creates a contract that asks for less: the narrower command of the challenge rounds must let those tests pass that
 * have to begin to pass. A patch that fails it fails the contract, as long as the reference solution passes it.
 *
 * @returns undefined if the contract has no such command, or names no such tests
 */
export function createNarrowContract(loaded: LoadedContract): LoadedContract | undefined {
  const { contract } = loaded;
  const { canary: _, ...oracle } = contract.oracle;
  const { run, ...challenge } = oracle.challenge;
  const [check] = selectChallengedChecks(loaded);
  if (run === undefined || check === undefined || check.fail_to_pass.length === 0) return undefined;
  return {
    ...loaded,
    contract: {
      ...contract,
      acceptance: [{ ...check, pass_to_pass: [] }],
      oracle: { ...oracle, challenge, perturbation: { ...oracle.perturbation, when: 'never' } },
      scoring: { ...contract.scoring, maintainability: [] },
    },
  };
}

function shortenCanaryTimeout(
  canary: Contract['oracle']['canary'],
  ceiling_ms: number,
): Pick<Contract['oracle'], 'canary'> {
  if (canary === undefined) return {};
  const whole =
    typeof canary === 'string'
      ? { run: canary, report: 'exit-code' as const, timeout: ceiling_ms, environment: {} }
      : canary;
  return { canary: { ...whole, timeout: Math.min(whole.timeout, ceiling_ms) } };
}
