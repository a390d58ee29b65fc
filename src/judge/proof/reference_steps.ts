import type { StepResult } from '../../contract/lock.js';
import { counted, oneLine } from '../rubric/why.js';
import type { ProofEvidence } from './evidence.js';
import { misdeclared } from './misdeclared.js';
import type { Observation } from './observation.js';
import { came, notRun, of, stepResult } from './step.js';

/** Errors that come from the contract itself: trying again, or elsewhere, gives the same. */
const FAULTS_OF_THE_CONTRACT: readonly string[] = [
  'oracle-inconsistent',
  'oracle-disarmed',
  'report-missing',
  'report-unreadable',
  'no-tests-ran',
  'oracle-not-laid',
];

/** The repository is the one that is pinned, and its tools are there (K2, K3). */
export function pins({ pins: { identity, observed, tool_problems } }: ProofEvidence): StepResult {
  const refuting =
    identity === observed
      ? []
      : [`the snapshot is pinned to ${identity}, found ${observed}; if the repository is right, pin that`];
  return stepResult('pins', { refuting, open: tool_problems, detail: `the snapshot is ${observed.slice(0, 12)}` });
}

/** Setup runs (K4). One that has a network may fail for reasons that are not the contract's. */
export function setup({ observations, contract }: ProofEvidence): StepResult {
  const [first] = observations;
  if (!first) return notRun('setup');
  const networked = contract.setup.some((step) => step.network.length > 0);
  const commands = `${contract.setup.length} ${contract.setup.length === 1 ? 'command' : 'commands'}`;
  const failed = observations.find((one) => one.setup.outcome === 'failed')?.setup;
  if (failed)
    return stepResult('setup', { [failed.ran > 0 && !networked ? 'refuting' : 'open']: [failed.detail], detail: '' });
  return stepResult('setup', {
    detail:
      contract.setup.length === 0 ? 'none is needed' : `${commands}${first.setup.reused ? ', ready from earlier' : ''}`,
    warnings: networked ? ['setup uses the network: attempts are not replayable'] : [],
  });
}

/**
 * Without a change the contract fails: every test of `fail_to_pass` fails or is missing, every test of `pass_to_pass` passes, as it
 * says (K5).
 */
export function base(evidence: ProofEvidence): StepResult {
  const [first] = of(evidence, 'base');
  if (!first) return notRun('base');
  if (first.status === 'invalid') return stepResult('base', { open: [`the attempt ${came(first)}`], detail: '' });
  if (first.status === 'success')
    return stepResult('base', { refuting: ['the unchanged repository passes every gate'], detail: '' });
  const tests = misdeclared(first, evidence);
  const error = first.status === 'acceptance_error' ? [`the unchanged repository ${came(first)}`] : [];
  const ours = first.tags.some((tag) => FAULTS_OF_THE_CONTRACT.includes(tag));
  return stepResult('base', {
    refuting: [...tests.wrong, ...(ours ? error : [])],
    open: ours ? [] : error,
    warnings: tests.unseen,
    detail: `${came(first)}`,
  });
}

/** The reference solution passes every gate. */
export function golden(evidence: ProofEvidence): StepResult {
  if (!evidence.has_golden)
    return stepResult('golden', {
      open: ['the contract names no golden_patch: nothing shows that it can be met'],
      detail: '',
    });
  const attempts = of(evidence, 'golden');
  const [first] = attempts;
  if (!first) return notRun('golden');
  const line = `the reference solution ${came(first)}`;
  const lines = [line, ...unseenTests(first)];
  const warnings = [
    ...first.findings.filter(({ severity }) => severity !== 'info').map(({ message }) => message),
    ...unlisted(first),
  ];
  switch (first.status) {
    case 'success':
      return stepResult('golden', { detail: 'passes every gate', warnings: [...warnings, ...network(attempts)] });
    case 'failure':
      return stepResult('golden', { refuting: lines, detail: '' });
    case 'acceptance_error':
      return stepResult('golden', {
        [first.tags.some((tag) => FAULTS_OF_THE_CONTRACT.includes(tag)) ? 'refuting' : 'open']: lines,
        detail: '',
      });
    case 'invalid':
      return stepResult('golden', { open: [line], detail: '' });
    default:
      return first.status satisfies never;
  }
}

/** Required names that no test has with the reference solution, with those that may be meant. */
const unseenTests = ({ runs }: Observation): string[] =>
  runs.flatMap(({ check, unseen = {} }) =>
    Object.entries(unseen).map(([name, near]) => `${check}: no test is called "${oneLine(name, 150)}"${near}`),
  );

/** Tests that pass before the patch and that nobody requires: what breaks them goes through. */
function unlisted({ runs }: Observation): string[] {
  return runs.flatMap(({ check, unlisted }) =>
    unlisted
      ? [
          `${check}: ${counted(unlisted.count, 'test')} that ${unlisted.count === 1 ? 'passes' : 'pass'} before the patch ${unlisted.count === 1 ? 'is' : 'are'} not required (${oneLine(unlisted.first, 120)}${unlisted.count > 1 ? ', …' : ''}): a patch may break them. Write pass_to_pass: all, or policy.unlisted_regressions: fail`,
        ]
      : [],
  );
}

/** Checks that try a network which no check has. */
function network(attempts: readonly Observation[]): string[] {
  const tried = new Map<string, number>();
  for (const { check, network_attempts } of attempts.flatMap(({ runs }) => runs))
    if (network_attempts) tried.set(check, Math.max(tried.get(check) ?? 0, network_attempts));
  return [...tried].map(
    ([check, count]) =>
      `${check}: tries to reach the network (${count} ${count === 1 ? 'attempt' : 'attempts'}); checks have none, and elsewhere it may answer`,
  );
}

/** Hidden files are not in the briefing and not in the agent's workspace. */
export function hiddenFiles({ hidden, contract }: ProofEvidence): StepResult {
  if (!hidden) return notRun('hidden-files');
  const { leaks, exposed, found, files, passed_over, complete } = hidden;
  const external = contract.metadata.source === 'external';
  const said = (certain: boolean) =>
    leaks
      .filter((leak) => leak.certain === certain)
      .map(({ what, detail }) => `the briefing shares text with the ${what}: ${detail.slice(0, 120)}`);
  const lies = found.map(({ path, what, how, lines }) => ({
    how,
    text:
      how === 'same-file'
        ? `${path} in the workspace is ${what}`
        : `${path} in the workspace has ${lines} lines of ${what}`,
  }));
  const texts = (how: string) => lies.filter((one) => one.how === how).map(({ text }) => text);
  return stepResult('hidden-files', {
    refuting: [
      ...(external ? [] : said(true)),
      ...exposed.map((path) => `the repository holds the answer at ${path}`),
      ...texts('same-file'),
    ],
    warnings: [
      ...(external ? said(true) : []),
      ...said(false),
      ...texts('same-lines'),
      ...(passed_over > 0 ? [`${passed_over} large files were not looked through`] : []),
      ...(complete ? [] : [`the search ended after ${files} files, before all were seen`]),
    ],
    detail: `not in the briefing, not in ${files} files of the workspace`,
  });
}
