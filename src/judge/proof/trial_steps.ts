import type { Lock, ProofStep, StepResult } from '../../contract/lock.js';
import type { VariantRole } from '../../contract/variant.js';
import { rerunsToFind } from '../statistics/flakiness.js';
import { envelopesOf, tightLimits } from './envelope.js';
import type { ProofEvidence } from './evidence.js';
import { flakyIn, screenName, screenOf, screenSentence } from './flakiness.js';
import { mutantScore } from './mutant_score.js';
import { came, notRun, of, stepResult } from './step.js';

/** Patches that must not pass: those that do nothing, those that cheat, those that the author knows to be wrong. */
export function wrongPatches(
  step: Extract<ProofStep, 'no-change' | 'cheaters' | 'known-wrong'>,
  role: VariantRole,
  evidence: ProofEvidence,
): StepResult {
  const attempts = of(evidence, role);
  if (evidence.done[role] === undefined && attempts.length === 0) return notRun(step);
  const passing = attempts.filter(({ status }) => status === 'success');
  const unclear = attempts.filter(({ status }) => status === 'invalid');
  const rest = evidence.done[role] === undefined ? 'not all were tried' : '';
  const gates = [...new Set(attempts.flatMap(({ stopped_at }) => stopped_at?.gate ?? []))].sort();
  return stepResult(step, {
    refuting: passing.map(({ variant }) => `${variant.name} (${variant.change}) passes every gate`),
    open: [...unclear.map((one) => `${one.variant.name} ${came(one)}`), ...(rest ? [rest] : [])],
    detail: attempts.length === 0 ? 'there are none' : `${attempts.length} stopped, at ${gates.join(', ')}`,
    otherwise: attempts.length === 0 ? 'skipped' : 'proven',
  });
}

/**
 * The reference solution under hidden files changed in ways that must not matter, and under wrong expectations. Where the contract
 * wants every attempt perturbed it must withstand both; else what it does not withstand is not held against other patches.
 */
export function perturbation(evidence: ProofEvidence): StepResult {
  const { when } = evidence.contract.oracle.perturbation;
  if (when === 'never') return stepResult('perturbation', { detail: 'the contract says never', otherwise: 'skipped' });
  const [attempt] = of(evidence, 'perturbed');
  if (!attempt) return notRun('perturbation');
  const tried = attempt.perturbations.filter(({ standing }) => standing !== 'none');
  const lines = (kind: string, standing: string) =>
    tried
      .filter((one) => one.kind === kind && one.standing === standing)
      .map(({ why }) =>
        kind === 'equivalent' ? `hidden files renamed or commented: ${why}` : `wrong expectations: ${why}`,
      );
  const broken = lines('equivalent', 'broken');
  const open = [...lines('equivalent', 'inconclusive'), ...lines('wrong-expectations', 'inconclusive')];
  const ignored = lines('wrong-expectations', 'broken');
  const strict = when === 'always';
  const { equivalent, expectations } = withstands(evidence);
  return stepResult('perturbation', {
    refuting: strict ? broken : [],
    open: strict ? open : [],
    warnings: [...(strict ? [] : [...broken, ...open]), ...ignored],
    detail:
      tried.length === 0
        ? 'no hidden file can be changed'
        : `${equivalent ? 'passes' : 'does not pass'} under other names${expectations ? ', fails under wrong expectations' : ''}`,
    otherwise: tried.length === 0 ? 'skipped' : 'proven',
  });
}

/** What the reference solution was seen to withstand: nothing that was not tried, and all of what was. */
export function withstands(evidence: ProofEvidence): Lock['perturbation'] {
  const all = of(evidence, 'perturbed').flatMap(({ perturbations }) => perturbations);
  const holds = (kind: string) => {
    const tried = all.filter((one) => one.kind === kind && one.standing !== 'none');
    return tried.length > 0 && tried.every(({ standing }) => standing === 'held');
  };
  const failed = all.flatMap((one): [string, string[]][] => (one.failed ? [[one.check, one.failed]] : []));
  return {
    equivalent: holds('equivalent'),
    expectations: holds('wrong-expectations'),
    ...(failed.length > 0 ? { failed: Object.fromEntries(failed) } : {}),
  };
}

/** Reruns of base and golden come to the same (executable contracts §3.2). */
export function flakiness(evidence: ProofEvidence): StepResult {
  const { tolerance } = evidence.contract.flakiness;
  const screens = screenOf(evidence.observations);
  const flaky = flakyIn(screens, tolerance);
  const finished = evidence.done.reruns !== undefined;
  if (!finished && flaky.length === 0) return notRun('flakiness');
  const tolerated = screens.filter((screen) => screen.differed > 0 && !flaky.includes(screen));
  const line = (screen: (typeof screens)[number]) => `${screenName(screen)}: ${screenSentence(screen)}`;
  const invalid = evidence.observations.filter(
    ({ variant, status }) => (variant.role === 'base' || variant.role === 'golden') && status === 'invalid',
  );
  const enough = rerunsToFind(0.1);
  const least = screens.filter(({ on, test }) => on === 'golden' && test === null).sort((a, b) => a.runs - b.runs)[0];
  return stepResult('flakiness', {
    refuting: flaky.map(line),
    open: [
      ...invalid.slice(0, 1).map((one) => `a rerun ${came(one)}`),
      ...(evidence.reruns === 0 ? ['no reruns were made: nothing shows that the checks come to the same twice'] : []),
    ],
    warnings: [
      ...tolerated.map((screen) => `${line(screen)}, within the tolerance`),
      ...(flaky.length === 0 && evidence.reruns > 0 && evidence.reruns < enough
        ? [
            `${evidence.reruns} ${evidence.reruns === 1 ? 'rerun finds' : 'reruns find'} gross flakiness only; --reruns ${enough} finds a check that fails 1 time in 10 (95 %)`,
          ]
        : []),
    ],
    detail: least ? screenSentence(least) : 'nothing was run',
  });
}

/** Mutants of the reference solution. Survivors show what the checks do not see; they refute nothing. */
export function mutants(evidence: ProofEvidence): StepResult {
  if (evidence.done.mutant === undefined) return notRun('mutants');
  const { killed, survived, undecided } = mutantScore(evidence.observations);
  const tried = killed + survived.length;
  return stepResult('mutants', {
    warnings: survived.map(
      ({ file, line, change, mutant }) => `${mutant} survives: ${file}${line === null ? '' : `:${line}`}  ${change}`,
    ),
    detail:
      tried === 0
        ? 'no mutant could be made'
        : `${killed} of ${tried} stopped${undecided > 0 ? `, ${undecided} undecided` : ''}`,
    otherwise: tried === 0 ? 'skipped' : 'proven',
  });
}

/** What the checks take, and limits that leave little room for a slower machine. */
export function envelope(evidence: ProofEvidence): StepResult {
  if (evidence.done.reruns === undefined) return notRun('envelope');
  const envelopes = envelopesOf(evidence.observations, evidence.disk);
  const longest = Math.max(0, ...envelopes.map(({ wall_ms }) => wall_ms?.max ?? 0));
  const memory = Math.max(0, ...envelopes.map(({ peak_memory_bytes }) => peak_memory_bytes?.max ?? 0));
  const ports = (evidence.ports ?? []).map(
    ({ port }) => `listens on port ${port} in every evaluation: two that share a network would meet`,
  );
  return stepResult('envelope', {
    warnings: [...tightLimits(envelopes, evidence.contract), ...ports],
    detail: `longest check ${(longest / 1000).toFixed(1)} s, most memory ${memory === 0 ? 'not measured' : `${(memory / 2 ** 20).toFixed(0)} MiB`}`,
  });
}
