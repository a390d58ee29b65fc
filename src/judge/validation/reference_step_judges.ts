import type { ProofStepResult } from '../../contract/validation/contract_lock.js';
import { pluralise, toOneLine } from '../rubric/text/to_one_line.js';
import { createNotRunStep, createStepResult, describeObservation, selectObservations } from './create_step_result.js';
import { findMisdeclaredTests } from './find_misdeclared_tests.js';
import type { ProofEvidence, ProofObservation } from './proof_observation.js';

/** Errors caused by the contract itself, which recur on every try and every machine. */
const CONTRACT_FAULTS: readonly string[] = [
  'oracle-inconsistent',
  'oracle-disarmed',
  'report-missing',
  'report-unreadable',
  'no-tests-ran',
  'oracle-not-laid',
];

/** Judges whether the repository is the pinned one and its tools are installed (requirements K2, K3). */
function judgePinsStep({ pins: { identity, observed, tool_problems, unavailable } }: ProofEvidence): ProofStepResult {
  if (unavailable !== undefined) return createStepResult('pins', { open: [unavailable, ...tool_problems], detail: '' });
  const refuting =
    identity === observed
      ? []
      : [`the snapshot is pinned to ${identity}, found ${observed}; if the repository is right, pin that`];
  return createStepResult('pins', {
    refuting,
    open: tool_problems,
    detail: `the snapshot is ${observed.slice(0, 12)}`,
  });
}

/** Judges whether setup runs (requirement K4). With a network it may fail for reasons outside the contract. */
function judgeSetupStep({ observations, contract }: ProofEvidence): ProofStepResult {
  const [first] = observations;
  if (!first) return createNotRunStep('setup');
  const networked = contract.setup.some((step) => step.network.length > 0);
  const commands = `${contract.setup.length} ${contract.setup.length === 1 ? 'command' : 'commands'}`;
  const failed = observations.find((one) => one.setup.outcome === 'failed')?.setup;
  if (failed)
    return createStepResult('setup', {
      [failed.ran > 0 && !networked ? 'refuting' : 'open']: [failed.detail],
      detail: '',
    });
  return createStepResult('setup', {
    detail:
      contract.setup.length === 0 ? 'none is needed' : `${commands}${first.setup.reused ? ', ready from earlier' : ''}`,
    warnings: networked ? ['setup uses the network: attempts are not replayable'] : [],
  });
}

/**
 * Judges the unchanged repository: every test of `fail_to_pass` fails or is missing, every test of `pass_to_pass`
 * passes (requirement K5).
 */
function judgeBaseStep(evidence: ProofEvidence): ProofStepResult {
  const [first] = selectObservations(evidence, 'base');
  if (!first) return createNotRunStep('base');
  if (first.status === 'invalid')
    return createStepResult('base', { open: [`the attempt ${describeObservation(first)}`], detail: '' });
  if (first.status === 'success')
    return createStepResult('base', { refuting: ['the unchanged repository passes every gate'], detail: '' });
  const tests = findMisdeclaredTests(first, evidence);
  const error = first.status === 'acceptance_error' ? [`the unchanged repository ${describeObservation(first)}`] : [];
  const ours = first.tags.some((tag) => CONTRACT_FAULTS.includes(tag));
  return createStepResult('base', {
    refuting: [...tests.wrong, ...(ours ? error : [])],
    open: ours ? [] : error,
    warnings: tests.unseen,
    detail: `${describeObservation(first)}`,
  });
}

/** Judges whether the reference solution passes every gate. */
function judgeGoldenStep(evidence: ProofEvidence): ProofStepResult {
  if (!evidence.has_golden)
    return createStepResult('golden', {
      open: ['the contract names no golden_patch: nothing shows that it can be met'],
      detail: '',
    });
  const attempts = selectObservations(evidence, 'golden');
  const [first] = attempts;
  if (!first) return createNotRunStep('golden');
  const line = `the reference solution ${describeObservation(first)}`;
  const lines = [line, ...describeUnseenTests(first)];
  const warnings = [
    ...first.findings.filter(({ severity }) => severity !== 'info').map(({ message }) => message),
    ...describeUnlistedTests(first),
  ];
  switch (first.status) {
    case 'success':
      return createStepResult('golden', {
        detail: 'passes every gate',
        warnings: [...warnings, ...describeNetworkAttempts(attempts)],
      });
    case 'failure':
      return createStepResult('golden', { refuting: lines, detail: '' });
    case 'acceptance_error':
      return createStepResult('golden', {
        [first.tags.some((tag) => CONTRACT_FAULTS.includes(tag)) ? 'refuting' : 'open']: lines,
        detail: '',
      });
    case 'invalid':
      return createStepResult('golden', { open: [line], detail: '' });
    default:
      return first.status satisfies never;
  }
}

/** Describes required names that no test has on the reference solution, with the names that may be meant. */
const describeUnseenTests = ({ runs }: ProofObservation): string[] =>
  runs.flatMap(({ check, unseen = {} }) =>
    Object.entries(unseen).map(([name, near]) => `${check}: no test is called "${toOneLine(name, 150)}"${near}`),
  );

/** Describes tests that pass before the patch and that nobody requires, so that a patch may break them. */
function describeUnlistedTests({ runs }: ProofObservation): string[] {
  return runs.flatMap(({ check, unlisted }) =>
    unlisted
      ? [
          `${check}: ${pluralise(unlisted.count, 'test')} that ${unlisted.count === 1 ? 'passes' : 'pass'} ` +
            `before the patch ${unlisted.count === 1 ? 'is' : 'are'} not required ` +
            `(${toOneLine(unlisted.first, 120)}${unlisted.count > 1 ? ', …' : ''}): a patch may break them. Write ` +
            'pass_to_pass: all, or policy.unlisted_regressions: fail',
        ]
      : [],
  );
}

/** Describes checks that try to use a network, which no check has. */
function describeNetworkAttempts(attempts: readonly ProofObservation[]): string[] {
  const tried = new Map<string, number>();
  for (const { check, network_attempts } of attempts.flatMap(({ runs }) => runs))
    if (network_attempts) tried.set(check, Math.max(tried.get(check) ?? 0, network_attempts));
  return [...tried].map(
    ([check, count]) =>
      `${check}: tries to reach the network (${count} ${count === 1 ? 'attempt' : 'attempts'}); checks have ` +
      'none, and elsewhere it may answer',
  );
}

/** Judges whether hidden files are absent from the briefing and from the agent's workspace. */
function judgeHiddenFilesStep({ hidden, contract }: ProofEvidence): ProofStepResult {
  if (!hidden) return createNotRunStep('hidden-files');
  const { leaks, exposed, found: copies, files, passed_over, complete } = hidden;
  const external = contract.metadata.source === 'external';
  const formatLeaks = (certain: boolean) =>
    leaks
      .filter((leak) => leak.certain === certain)
      .map(
        ({ what, detail, place, lines = '' }) =>
          `${place ? `${place}  ` : ''}the briefing shares text with the ${what}: ${detail.slice(0, 120)}${lines}`,
      );
  const lies = copies.map(({ path, what, how, lines }) => ({
    how,
    text:
      how === 'same-file'
        ? `${path} in the workspace is ${what}`
        : `${path} in the workspace has ${lines} lines of ${what}`,
  }));
  const texts = (how: string) => lies.filter((one) => one.how === how).map(({ text }) => text);
  return createStepResult('hidden-files', {
    refuting: [
      ...(external ? [] : formatLeaks(true)),
      ...exposed.map((path) => `the repository holds the answer at ${path}`),
      ...texts('same-file'),
    ],
    warnings: [
      ...(external ? formatLeaks(true) : []),
      ...formatLeaks(false),
      ...texts('same-lines'),
      ...(passed_over > 0 ? [`${passed_over} large files were not looked through`] : []),
      ...(complete ? [] : [`the search ended after ${files} files, before all were seen`]),
    ],
    detail: `not in the briefing, not in ${files} files of the workspace`,
  });
}

/** Judges of the steps about the repository, its setup and the reference solution. */
export const referenceStepJudges = {
  pins: judgePinsStep,
  setup: judgeSetupStep,
  base: judgeBaseStep,
  golden: judgeGoldenStep,
  'hidden-files': judgeHiddenFilesStep,
};
