import { type Contract, contractSchema } from '../../../src/contract/contract_schema.js';
import type { ProofVariantRole } from '../../../src/contract/validation/contract_lock.js';
import type {
  CheckObservation,
  ProofEvidence,
  ProofObservation,
} from '../../../src/judge/validation/proof_observation.js';
import { givenReference } from '../../given_reference.js';
import { type ContractInput, smallContract, tapCheck } from '../../given_task.js';

const F2P = 'the value is right';
const P2P = 'the rest is kept';

/** One run of the check of the shell task. */
export function givenRun(changes: Partial<CheckObservation> = {}): CheckObservation {
  return {
    check: 'unit',
    kind: 'acceptance',
    mandatory: true,
    outcome: 'pass',
    reached: true,
    why: '2 required tests',
    tests: { [F2P]: 'passed', [P2P]: 'passed' },
    usage: { wall_ms: 100, cpu_ms: 50, peak_memory_bytes: 2 ** 20, source: 'cgroup-v2' },
    timeout_ms: 20_000,
    network_attempts: 0,
    command: 'sh hidden/check.sh "$REPORT"',
    ...changes,
  };
}

export const FAILED_RUN: Partial<CheckObservation> = { outcome: 'fail', tests: { [F2P]: 'failed', [P2P]: 'passed' } };

/** An attempt of a proof as it should be for its role: only the reference solution succeeds. */
export function givenObservation(role: ProofVariantRole, changes: Partial<ProofObservation> = {}): ProofObservation {
  const good = role === 'golden' || role === 'perturbed';
  return {
    variant: { role, name: `${role}-1`, change: 'a change', ...(role === 'mutant' ? { file: 'a.js', line: 3 } : {}) },
    trial: 1,
    attempt_id: `${role}-1`,
    status: good ? 'success' : 'failure',
    reason: good ? '' : 'G3',
    gate_vector: good ? 'pass/pass/pass/pass' : 'pass/pass/fail/pass',
    stopped_at: good ? null : { gate: 'G3', why: 'unit: required test failed' },
    tags: [],
    findings: [],
    setup: { outcome: 'ready', reused: false, detail: '', ran: 0 },
    runs: [givenRun(good ? {} : FAILED_RUN)],
    perturbations: role === 'perturbed' ? [{ check: 'unit', standing: 'held', why: 'unit: 2 required tests' }] : [],
    ...changes,
  };
}

/** The contract of the shell task. */
export function givenContract(changes: Partial<ContractInput> = {}): Contract {
  return contractSchema.parse(smallContract({ acceptance: [tapCheck()], golden_patch: 'golden.patch', ...changes }));
}

/** The evidence of a proof in which all is as it must be. */
export function givenEvidence(changes: Partial<ProofEvidence> = {}): ProofEvidence {
  return {
    contract: givenContract(),
    pins: { identity: 'a'.repeat(40), observed: 'a'.repeat(40), tool_problems: [] },
    has_golden: true,
    observations: (['base', 'golden', 'no-change', 'cheater', 'perturbed', 'mutant'] as const).flatMap((role) =>
      role === 'base' || role === 'golden'
        ? Array.from({ length: 6 }, (_, i) => givenObservation(role, { trial: i + 1 }))
        : [givenObservation(role)],
    ),
    done: { 'no-change': 1, cheater: 1, 'known-wrong': 0, perturbed: 1, reruns: 5, mutant: 1 },
    reruns: 5,
    hidden: { leaks: [], exposed: [], found: [], files: 3, passed_over: 0, complete: true },
    ports: [],
    reference: givenReference({
      pool: [
        {
          check: 'unit',
          test: F2P,
          also: [],
          counts: true,
          sites: [1],
          variants: [{ file: 'a.sh', start: 0, end: 1, line: 1, text: 'x' }],
        },
      ],
      missing: [],
      rounds: 8,
      strength: 8,
      because: '1 of the tests that fail before the patch can be varied',
    }),
    disk: new Map([['sh hidden/check.sh "$REPORT"', [4096, 8192]]]),
    ...changes,
  };
}

/** The same evidence with every observation of a role changed. */
export function withRole(role: ProofVariantRole, changes: Partial<ProofObservation>, only?: number): ProofEvidence {
  const evidence = givenEvidence();
  return {
    ...evidence,
    observations: evidence.observations.map((one) =>
      one.variant.role === role && (only === undefined || one.trial === only) ? { ...one, ...changes } : one,
    ),
  };
}
