import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { WrittenContract } from '../../../adapters/benchmark_adapter.js';
import type { ProofStep, ProofStepResult } from '../../../contract/validation/contract_lock.js';
import { writeAtomically } from '../../../system/write_atomically.js';
import { renderCommentedYaml } from '../../init/files/render_commented_yaml.js';
import type { ContractProof } from '../../validate/validate_options.js';
import { adjustRequiredTests, type RequiredTestDefect, type TestAdjustment } from './adjust_required_tests.js';
import type { RequiredTestRuns } from './observe_required_tests.js';

/** Class of an audited task: it holds, or what is wrong with it. */
export type AuditClass =
  | 'holds'
  | 'holds-adjusted'
  | 'unavailable'
  | 'setup-fails'
  | 'reference-fails'
  | 'network-bound'
  | 'passes-on-nothing'
  | 'misdeclared-tests'
  | 'flaky'
  | 'forgeable'
  | 'leaks'
  | 'weak-tests'
  | 'undecided';

/** Findings of the proof of one imported contract. */
export interface AuditedTask {
  id: string;
  class: AuditClass;
  verdict: ContractProof['verdict'];
  /** First step that did not hold, with its reason; null if all did. */
  step: ProofStep | null;
  reason: string;
  /** Bits of strength that a pass has; null = none. */
  strength: number | null;
  /** Basis of the strength, or the reason why there is none; absent in audits of earlier versions. */
  strength_reason?: string;
  /** Mutants that the checks detected, of those that were decided. */
  mutants: { killed: number; decided: number };
  /** Tests that are not what the benchmark says of them. */
  defects: RequiredTestDefect[];
  /** Tests that were put in quarantine. */
  quarantined: number;
  wall_ms: number;
  /**
   * Digest of the proven contract and of the terms of its proof: an equal one is not proven again. Absent in audits of
   * earlier versions.
   */
  basis?: string;
}

/** Proof and repeated runs of contracts, as an audit needs them. */
export interface AuditTools {
  prove(path: string, id: string): Promise<ContractProof>;
  /** Observes the required tests; undefined if the repository could not be set up. */
  observe(path: string): Promise<RequiredTestRuns | undefined>;
  now(): Date;
  /** Returns what a proof of the contract would depend on: its version, that of the harness, and the settings. */
  findBasis(path: string): string;
}

/** Days that a test stays in quarantine. */
const QUARANTINE_DAYS = 90;
/** Steps whose failure may lie in single tests. */
const TEST_STEPS: readonly ProofStep[] = ['base', 'golden', 'flakiness'];

const CLASSES: Readonly<Partial<Record<ProofStep, AuditClass>>> = {
  pins: 'unavailable',
  setup: 'setup-fails',
  base: 'misdeclared-tests',
  golden: 'reference-fails',
  'hidden-files': 'leaks',
  challenge: 'weak-tests',
  'no-change': 'passes-on-nothing',
  cheaters: 'forgeable',
  'known-wrong': 'forgeable',
  perturbation: 'weak-tests',
  flakiness: 'flaky',
  mutants: 'weak-tests',
};

/**
 * Audits an imported contract: proves it, and where single tests are not what the benchmark says, puts them in
 * quarantine, or under the tests that begin to pass, and proves it once more. The contract file is rewritten then.
 */
export async function auditContract(path: string, id: string, tools: AuditTools): Promise<AuditedTask> {
  const first = await tools.prove(path, id);
  const bad = findBadStep(first);
  const runs = bad && TEST_STEPS.includes(bad.step) ? await tools.observe(path) : undefined;
  const adjusted = runs && adjustFile(path, runs, tools.now());
  const proof = adjusted?.changed ? await tools.prove(path, id) : first;
  const audited = summariseAudit(id, proof, adjusted, runs?.network ?? false, proof === first ? 0 : first.wall_ms);
  return { ...audited, basis: tools.findBasis(path) };
}

/** Adjusts the required tests in a contract file. */
function adjustFile(path: string, runs: RequiredTestRuns, now: Date): Omit<TestAdjustment, 'contract'> {
  const text = readFileSync(path, 'utf8');
  const head = /^(?:#[^\n]*\n)+/.exec(text)?.[0].replace(/^# ?/gm, '').trimEnd() ?? '';
  const expires = new Date(now.getTime() + QUARANTINE_DAYS * 86_400_000).toISOString().slice(0, 10);
  const { contract, ...adjustment } = adjustRequiredTests(parse(text) as WrittenContract, runs, expires);
  if (adjustment.changed) writeAtomically(join(dirname(path), 'contract.yml'), renderCommentedYaml(contract, [], head));
  return adjustment;
}

const findBadStep = ({ proof }: ContractProof): ProofStepResult | undefined =>
  proof.steps.find(({ verdict }) => verdict === 'refuted') ??
  proof.steps.find(({ verdict }) => verdict === 'undecided');

function summariseAudit(
  id: string,
  proof: ContractProof,
  adjusted: Omit<TestAdjustment, 'contract'> | undefined,
  network: boolean,
  earlier_ms: number,
): AuditedTask {
  const bad = findBadStep(proof);
  const { mutants, reference } = proof.proof;
  const { defects = [], quarantined = 0, changed = false } = adjusted ?? {};
  return {
    ...{ id, verdict: proof.verdict, step: bad?.step ?? null, reason: bad?.reasons[0] ?? '' },
    class: classify(proof.verdict, bad, changed, network),
    strength: proof.verdict === 'proven' ? reference.strength : null,
    strength_reason: reference.because,
    mutants: { killed: mutants.killed, decided: mutants.killed + mutants.survived.length },
    ...{ defects, quarantined, wall_ms: proof.wall_ms + earlier_ms },
  };
}

function classify(
  verdict: ContractProof['verdict'],
  bad: ProofStepResult | undefined,
  changed: boolean,
  network: boolean,
): AuditClass {
  if (verdict === 'proven') return changed ? 'holds-adjusted' : 'holds';
  if (bad === undefined) return 'undecided';
  if (bad.step === 'golden' && network) return 'network-bound';
  if (bad.step === 'base' && /passes every gate/.test(bad.reasons[0] ?? '')) return 'passes-on-nothing';
  const auditClass = CLASSES[bad.step] ?? 'undecided';
  // A step that came to no decision says nothing about the task, unless its repository could not be had or set up.
  return bad.verdict === 'undecided' && !['pins', 'setup'].includes(bad.step) ? 'undecided' : auditClass;
}
