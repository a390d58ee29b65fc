import type { ProofStep, ProofStepResult, ProofVariantRole } from '../../contract/validation/contract_lock.js';
import { rerunsToFind } from '../statistics/reruns_to_find.js';
import { createNotRunStep, createStepResult, describeObservation, selectObservations } from './create_step_result.js';
import {
  computeFlakinessScreens,
  computeMutantScore,
  computeResourceEnvelopes,
  findTightLimits,
  formatScreenName,
  formatScreenSentence,
  selectFlakyScreens,
  summarizePerturbation,
} from './proof_findings.js';
import type { ProofEvidence } from './proof_observation.js';

/** Judges patches that must not pass: those without effect, cheaters, and those that the author knows to be wrong. */
function judgeWrongPatchesStep(
  step: Extract<ProofStep, 'no-change' | 'cheaters' | 'known-wrong'>,
  role: ProofVariantRole,
  evidence: ProofEvidence,
): ProofStepResult {
  const attempts = selectObservations(evidence, role);
  if (evidence.done[role] === undefined && attempts.length === 0) return createNotRunStep(step);
  const passing = attempts.filter(({ status }) => status === 'success');
  const unclear = attempts.filter(({ status }) => status === 'invalid');
  const rest = evidence.done[role] === undefined ? 'not all were tried' : '';
  const gates = [...new Set(attempts.flatMap(({ stopped_at }) => stopped_at?.gate ?? []))].sort();
  return createStepResult(step, {
    refuting: passing.map(({ variant }) => `${variant.name} (${variant.change}) passes every gate`),
    open: [...unclear.map((one) => `${one.variant.name} ${describeObservation(one)}`), ...(rest ? [rest] : [])],
    detail: attempts.length === 0 ? 'there are none' : `${attempts.length} stopped, at ${gates.join(', ')}`,
    otherwise: attempts.length === 0 ? 'skipped' : 'proven',
  });
}

/**
 * Judges the reference solution under equivalent changes of the hidden files.
 *
 * If the contract perturbs every attempt, the reference solution must withstand them. Otherwise, what it does not
 * withstand is not held against other patches.
 */
function judgePerturbationStep(evidence: ProofEvidence): ProofStepResult {
  const { when } = evidence.contract.oracle.perturbation;
  if (when === 'never')
    return createStepResult('perturbation', { detail: 'the contract says never', otherwise: 'skipped' });
  const [attempt] = selectObservations(evidence, 'perturbed');
  if (!attempt) return createNotRunStep('perturbation');
  const tried = attempt.perturbations.filter(({ standing }) => standing !== 'none');
  const lines = (standing: string) =>
    tried.filter((one) => one.standing === standing).map(({ why }) => `hidden files renamed or commented: ${why}`);
  const [broken, open] = [lines('broken'), lines('inconclusive')];
  const strict = when === 'always';
  const { equivalent } = summarizePerturbation(evidence);
  return createStepResult('perturbation', {
    refuting: strict ? broken : [],
    open: strict ? open : [],
    warnings: strict ? [] : [...broken, ...open],
    detail:
      tried.length === 0
        ? 'no hidden file can be changed'
        : `${equivalent ? 'passes' : 'does not pass'} under other names`,
    otherwise: tried.length === 0 ? 'skipped' : 'proven',
  });
}

/** Judges whether reruns of base and golden have the same outcomes. */
function judgeFlakinessStep(evidence: ProofEvidence): ProofStepResult {
  const { tolerance } = evidence.contract.flakiness;
  const screens = computeFlakinessScreens(evidence.observations);
  const flaky = selectFlakyScreens(screens, tolerance);
  const finished = evidence.done.reruns !== undefined;
  if (!finished && flaky.length === 0) return createNotRunStep('flakiness');
  const tolerated = screens.filter((screen) => screen.differed > 0 && !flaky.includes(screen));
  const line = (screen: (typeof screens)[number]) => `${formatScreenName(screen)}: ${formatScreenSentence(screen)}`;
  const invalid = evidence.observations.filter(
    ({ variant, status }) => (variant.role === 'base' || variant.role === 'golden') && status === 'invalid',
  );
  const enough = rerunsToFind(0.1);
  const least = screens.filter(({ on, test }) => on === 'golden' && test === null).sort((a, b) => a.runs - b.runs)[0];
  return createStepResult('flakiness', {
    refuting: flaky.map(line),
    open: [
      ...invalid.slice(0, 1).map((one) => `a rerun ${describeObservation(one)}`),
      ...(evidence.reruns === 0 ? ['no reruns were made: nothing shows that the checks come to the same twice'] : []),
    ],
    warnings: [
      ...tolerated.map((screen) => `${line(screen)}, within the tolerance`),
      ...(flaky.length === 0 && evidence.reruns > 0 && evidence.reruns < enough
        ? [
            `${evidence.reruns} ${evidence.reruns === 1 ? 'rerun finds' : 'reruns find'} gross flakiness only; ` +
              `--reruns ${enough} finds a check that fails 1 time in 10 (95 %)`,
          ]
        : []),
    ],
    detail: least ? formatScreenSentence(least) : 'nothing was run',
  });
}

/** Judges mutants of the reference solution. Survivors show blind spots of the checks; they refute nothing. */
function judgeMutantsStep(evidence: ProofEvidence): ProofStepResult {
  if (evidence.done.mutant === undefined) return createNotRunStep('mutants');
  const { killed, survived, undecided } = computeMutantScore(evidence.observations);
  const tried = killed + survived.length;
  return createStepResult('mutants', {
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

/** Judges the resources of the checks and warns of limits too tight for a slower machine. */
function judgeEnvelopeStep(evidence: ProofEvidence): ProofStepResult {
  if (evidence.done.reruns === undefined) return createNotRunStep('envelope');
  const envelopes = computeResourceEnvelopes(evidence.observations, evidence.disk);
  const longest = Math.max(0, ...envelopes.map(({ wall_ms }) => wall_ms?.max ?? 0));
  const memory = Math.max(0, ...envelopes.map(({ peak_memory_bytes }) => peak_memory_bytes?.max ?? 0));
  const ports = (evidence.ports ?? []).map(
    ({ port }) => `listens on port ${port} in every evaluation: two that share a network would meet`,
  );
  return createStepResult('envelope', {
    warnings: [...findTightLimits(envelopes, evidence.contract), ...ports],
    detail:
      `longest check ${(longest / 1000).toFixed(1)} s, most memory ` +
      `${memory === 0 ? 'not measured' : `${(memory / 2 ** 20).toFixed(0)} MiB`}`,
  });
}

/** Judges of the steps about other patches, changed hidden files and reruns. */
export const trialStepJudges = {
  'no-change': (evidence: ProofEvidence) => judgeWrongPatchesStep('no-change', 'no-change', evidence),
  cheaters: (evidence: ProofEvidence) => judgeWrongPatchesStep('cheaters', 'cheater', evidence),
  'known-wrong': (evidence: ProofEvidence) => judgeWrongPatchesStep('known-wrong', 'known-wrong', evidence),
  perturbation: judgePerturbationStep,
  flakiness: judgeFlakinessStep,
  mutants: judgeMutantsStep,
  envelope: judgeEnvelopeStep,
};
