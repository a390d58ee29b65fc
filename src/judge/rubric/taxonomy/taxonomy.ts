import type { FailureMode } from './failure_mode.js';
import { oracleModes } from './oracle_modes.js';
import { safetyModes } from './safety_modes.js';

const CHECKS = ['G2', 'G3'] as const;
const CHECK_EVENTS = ['build', 'static_check'] as const;

/** All failure modes. Their order is the order of tags in a verdict. */
export const taxonomy = [
  {
    id: 'evaluation-error',
    title: 'A check did not reach a decision about the patch',
    gates: ['G1', 'G2', 'G3', 'G4'],
    minimum_evidence: {
      events: [
        'patch_applied',
        ...CHECK_EVENTS,
        'acceptance_check',
        'canary',
        'perturbation',
        'tool_invocation',
        'manifest',
      ],
      condition: 'a gate or a mandatory check is in error, or the patch failed to apply',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'patch-apply-failed',
    title: 'The patch does not apply to the snapshot',
    gates: ['G1'],
    minimum_evidence: { events: ['patch_applied'], condition: 'outcome is failed; detail holds the failed hunk' },
    attribution: 'agent',
  },
  {
    id: 'patch-refused',
    title: 'The patch holds what may never travel in a patch',
    gates: ['G1', 'G4'],
    minimum_evidence: { events: ['patch_applied'], condition: 'outcome is refused or refusals is not empty' },
    attribution: 'agent',
  },
  {
    id: 'conflict-markers',
    title: 'The patched tree holds unresolved conflict markers',
    gates: ['G1'],
    minimum_evidence: { events: ['patch_applied'], condition: 'conflict_markers is not empty' },
    attribution: 'agent',
  },
  {
    id: 'empty-patch',
    title: 'The attempt changed nothing',
    gates: ['G1'],
    minimum_evidence: { events: ['patch_applied'], condition: 'outcome is empty' },
    attribution: 'agent',
  },
  {
    id: 'build-failure',
    title: 'The repository does not build',
    gates: ['G2'],
    minimum_evidence: { events: ['build'], condition: 'a mandatory build check failed' },
    attribution: 'agent',
  },
  {
    id: 'static-check-failure',
    title: 'A required static check does not pass',
    gates: ['G2'],
    minimum_evidence: { events: ['static_check'], condition: 'a mandatory static check failed' },
    attribution: 'agent',
  },
  {
    id: 'functional-failure',
    title: 'The acceptance suite does not pass',
    gates: ['G3'],
    minimum_evidence: { events: ['acceptance_check', 'model_check'], condition: 'a mandatory acceptance check failed' },
    attribution: 'agent',
  },
  {
    id: 'missing-fix',
    title: 'A test that the patch had to make pass does not pass',
    gates: ['G3'],
    minimum_evidence: { events: ['acceptance_check'], condition: 'a fail_to_pass test of a failed check did not pass' },
    attribution: 'agent',
  },
  {
    id: 'regression',
    title: 'A test that passed before the patch does not pass any more',
    gates: ['G3'],
    minimum_evidence: {
      events: ['acceptance_check'],
      condition:
        'a pass_to_pass test of a failed check did not pass; or the policy refuses unlisted regressions and ' +
        'there is one',
    },
    attribution: 'agent',
  },
  ...(['unit', 'integration', 'e2e', 'smoke', 'static'] as const).map((layer) => ({
    id: `${layer}-failure` as const,
    title: `Acceptance fails in the ${layer} layer`,
    gates: ['G3'] as const,
    minimum_evidence: {
      events: ['acceptance_check'] as const,
      condition: `a mandatory check of the ${layer} layer failed, and the contract uses several layers`,
    },
    attribution: 'agent' as const,
  })),
  {
    id: 'oracle-inconsistent',
    title: 'Exit status and test report contradict each other',
    gates: CHECKS,
    minimum_evidence: {
      events: [...CHECK_EVENTS, 'acceptance_check'],
      condition: 'exit 0 with a failed or a missing required test, or another status without a failed test',
    },
    attribution: 'indeterminate',
  },
  ...oracleModes,
  {
    id: 'report-missing',
    title: 'The test runner wrote no report',
    gates: CHECKS,
    minimum_evidence: {
      events: [...CHECK_EVENTS, 'acceptance_check'],
      condition: 'report.state is missing or none for a check with a report format',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'report-unreadable',
    title: 'The test report cannot be read',
    gates: CHECKS,
    minimum_evidence: { events: [...CHECK_EVENTS, 'acceptance_check'], condition: 'report.state is unreadable' },
    attribution: 'indeterminate',
  },
  {
    id: 'no-tests-ran',
    title: 'The report holds no test that ran',
    gates: CHECKS,
    minimum_evidence: {
      events: [...CHECK_EVENTS, 'acceptance_check'],
      condition: 'no passed or failed test and no suite failure in the report',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'required-tests-unknown',
    title: 'It is not known which tests must pass',
    gates: ['G3'],
    minimum_evidence: {
      events: ['acceptance_check'],
      condition:
        'pass_to_pass is all and no oracle_reference event names the tests that pass before, or every required ' +
        'test is in quarantine',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'check-timeout',
    title: 'A check reached its wall-clock ceiling',
    gates: CHECKS,
    minimum_evidence: { events: [...CHECK_EVENTS, 'acceptance_check'], condition: 'execution.cause is timeout' },
    attribution: 'indeterminate',
  },
  {
    id: 'check-oom',
    title: 'A check ran out of memory',
    gates: CHECKS,
    minimum_evidence: { events: [...CHECK_EVENTS, 'acceptance_check'], condition: 'execution.cause is oom' },
    attribution: 'indeterminate',
  },
  {
    id: 'check-limit',
    title: 'A check reached its limit of CPU time, disk, output or processes',
    gates: CHECKS,
    minimum_evidence: {
      events: [...CHECK_EVENTS, 'acceptance_check'],
      condition:
        'execution.cause is cpu-limit, disk-limit or output-limit, or execution.forks_refused is positive and it ' +
        'did not pass',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'check-crash',
    title: 'A check was ended by a signal',
    gates: CHECKS,
    minimum_evidence: {
      events: [...CHECK_EVENTS, 'acceptance_check'],
      condition: 'execution.cause is signal and no readable report decides',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'check-cancelled',
    title: 'A check was cancelled',
    gates: CHECKS,
    minimum_evidence: {
      events: [...CHECK_EVENTS, 'acceptance_check'],
      condition: 'execution.cause is cancelled or not_run.because is interrupted',
    },
    attribution: 'harness',
  },
  {
    id: 'check-not-started',
    title: 'The sandbox could not start a check',
    gates: CHECKS,
    minimum_evidence: { events: [...CHECK_EVENTS, 'acceptance_check'], condition: 'execution.cause is not-started' },
    attribution: 'harness',
  },
  {
    id: 'runner-missing',
    title: 'The test runner is missing or not executable',
    gates: CHECKS,
    minimum_evidence: { events: [...CHECK_EVENTS, 'acceptance_check'], condition: 'exit status 126 or 127' },
    attribution: 'indeterminate',
  },
  {
    id: 'oracle-not-laid',
    title: 'The files of the oracle could not be laid over the patched tree',
    gates: CHECKS,
    minimum_evidence: { events: [...CHECK_EVENTS, 'acceptance_check'], condition: 'not_run.because is oracle' },
    attribution: 'indeterminate',
  },
  {
    id: 'flaky-check',
    title: 'Runs of one check disagree',
    gates: CHECKS,
    minimum_evidence: {
      events: [...CHECK_EVENTS, 'acceptance_check'],
      condition: 'two runs of one check have different outcomes',
    },
    attribution: 'indeterminate',
  },
  ...safetyModes,
  {
    id: 'resource-termination',
    title: 'The agent was stopped at a cap of its budget, or by a circuit breaker',
    gates: [],
    minimum_evidence: { events: ['termination'], condition: 'code is resource' },
    attribution: 'agent',
  },
  {
    id: 'agent-error',
    title: 'The agent ended with an error',
    gates: [],
    minimum_evidence: { events: ['termination'], condition: 'code is agent-error' },
    attribution: 'indeterminate',
  },
  {
    id: 'identity-mismatch',
    title: 'What ran is not what was pinned',
    gates: [],
    minimum_evidence: {
      events: ['manifest', 'oracle_laid'],
      condition:
        'snapshot.observed differs from snapshot.identity, or the log names another attempt, contract or oracle file',
    },
    attribution: 'harness',
  },
  {
    id: 'setup-failure',
    title: 'The setup of the contract failed',
    gates: [],
    minimum_evidence: { events: ['setup'], condition: 'outcome is failed' },
    attribution: 'harness',
  },
  {
    id: 'interrupted',
    title: 'The attempt was interrupted before acceptance was complete',
    gates: [],
    minimum_evidence: {
      events: ['termination'],
      condition: 'code is signal or operator, and acceptance is incomplete',
    },
    attribution: 'harness',
  },
  {
    id: 'incomplete-evidence',
    title: 'Acceptance evidence is missing, partial or contradictory',
    gates: [],
    minimum_evidence: {
      events: ['run_started', 'patch_applied', ...CHECK_EVENTS, 'acceptance_check', 'canary', 'oracle_laid'],
      condition: 'an event that the contract asks for is missing, repeated or contradicts another',
    },
    attribution: 'harness',
  },
  {
    id: 'harness-defect',
    title: 'The harness failed by a defect of its own code',
    gates: [],
    minimum_evidence: { events: ['termination'], condition: 'code is harness-error, and fault is code' },
    attribution: 'harness',
  },
  {
    id: 'harness-error',
    title: 'The harness failed: the machine, a program that it runs, or a cause that the record does not tell',
    gates: [],
    minimum_evidence: { events: ['termination'], condition: 'code is harness-error, and fault is not code' },
    attribution: 'harness',
  },
  {
    id: 'agent-not-started',
    title: 'The program of the agent is missing or cannot be executed',
    gates: [],
    minimum_evidence: {
      events: ['tool_invocation', 'patch_applied'],
      condition:
        'every command of the agent ended with 126 or 127 or could not be started, no model was asked, and the ' +
        'patch is empty',
    },
    attribution: 'harness',
  },
  {
    id: 'model-outage',
    title: 'No model answered, for reasons that lie with where requests go',
    gates: [],
    minimum_evidence: {
      events: ['prompt', 'response', 'patch_applied'],
      condition:
        'every request ended in an error of the upstream (unreachable, broken off, 5xx, 401, 402, 403, 408, 425, ' +
        '429; 404 for the model of the run), and the patch is empty',
    },
    attribution: 'harness',
  },
] as const satisfies readonly FailureMode[];

/** Id of a tag in the taxonomy. */
export type TagId = (typeof taxonomy)[number]['id'];

/** The published form: one failure mode per line, in order (`schema/failure_modes.jsonl`). */
export function formatTaxonomyLines(): string {
  return taxonomy.map((mode) => `${JSON.stringify(mode)}\n`).join('');
}
