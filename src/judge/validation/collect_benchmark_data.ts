import type { Contract } from '../../contract/contract_schema.js';
import type { BenchmarkData } from '../analysis/benchmark/abc_criteria.js';
import { taxonomy } from '../rubric/taxonomy/taxonomy.js';
import { computeFlakinessScreens } from './proof_findings.js';
import type { ProofObservation } from './proof_observation.js';

/** Results of one validation that concern the benchmark of its contract. */
export interface ProvenContract {
  contract: Contract;
  observations: readonly ProofObservation[];
  tool_problems: readonly string[];
  sandbox: { guarantees: Record<string, string> };
  /** Result of the probe for leaks between runs; undefined = there was none. */
  isolation?: { planted: number; leaked: string[] } | undefined;
  seed: number;
  /** Number of attempts whose report states a cost. */
  with_cost: number;
}

/**
 * Criteria that every validation meets, because gatebench itself does: its failure modes are catalogued, each attempt has
 * a cost, the schema of contracts demands a time limit for each check, and one seed is used.
 */
const BY_CONSTRUCTION = ['failure_modes', 'cost_tracking', 'latency_bounds', 'reproducibility_seed'] as const;

/** Roles of patches that solve nothing: any that passes shows luck or a hole. */
const NULL_ROLES: readonly string[] = ['base', 'no-change', 'cheater'];

/** Collects the data of the agentic benchmark checklist, as far as proofs can provide them. */
export function collectBenchmarkData(proofs: readonly ProvenContract[]): BenchmarkData {
  if (proofs.length === 0) return {};
  const all = proofs.flatMap(({ observations }) => observations).filter(({ status }) => status !== 'invalid');
  const idle = all.filter(({ variant }) => NULL_ROLES.includes(variant.role));
  const screens = proofs.map(({ observations }) =>
    computeFlakinessScreens(observations).filter(({ test, runs }) => test === null && runs > 1),
  );
  const screened = screens.filter((one) => one.length > 0);
  const checks = proofs.flatMap(({ contract }) => [
    ...(contract.build === 'none' ? [] : contract.build),
    ...contract.acceptance,
  ]);
  const tools = proofs.flatMap(({ contract }) => Object.keys(contract.environment.tools));
  const test_cases: Record<string, string[]> = {};
  for (const { contract } of proofs) {
    const type = contract.metadata.kind ?? 'task';
    test_cases[type] = [...(test_cases[type] ?? []), contract.id];
  }
  const probes = proofs.flatMap(({ isolation }) => isolation ?? []);
  return {
    test_cases,
    null_model: { attempts: idle.length, passed: idle.filter(({ status }) => status === 'success').length },
    reruns: {
      inputs: screened.length,
      runs: Math.min(...screened.flat().map(({ runs }) => runs)),
      differing: screened.filter((one) => one.some(({ differed }) => differed > 0)).length,
    },
    isolation: {
      probes: probes.length,
      planted: probes.reduce((sum, { planted }) => sum + planted, 0),
      leaked: [...new Set(probes.flatMap(({ leaked }) => leaked))],
      guarantees: proofs[0]!.sandbox.guarantees,
    },
    by_construction: BY_CONSTRUCTION,
    tools: { declared: new Set(tools).size, missing: proofs.flatMap(({ tool_problems }) => tool_problems) },
    failure_catalogue: taxonomy.map(({ id }) => id),
    cost_tracking: {
      attempts: proofs.reduce((sum, { observations }) => sum + observations.length, 0),
      with_cost: proofs.reduce((sum, { with_cost }) => sum + with_cost, 0),
    },
    latency_bounds: {
      checks: checks.length + proofs.length,
      bounded:
        checks.filter(({ timeout }) => timeout > 0).length +
        proofs.filter(({ contract }) => contract.budget.wall > 0).length,
    },
    seed: { fixed: new Set(proofs.map(({ seed }) => seed)).size === 1, value: proofs[0]!.seed },
  };
}
