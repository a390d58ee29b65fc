/** Failure modes of the oracle: it can no longer fail, or its pass depends on something that must not matter. */
export const oracleModes = [
  {
    id: 'judge-model-silent',
    title: 'The judge model gave no answer',
    gates: ['G3'],
    minimum_evidence: {
      events: ['model_check'],
      condition: 'the last request has no complete response with a message, or the run names no judge model',
    },
    attribution: 'harness',
  },
  {
    id: 'judge-reply-unreadable',
    title: 'The judge model gave no score',
    gates: ['G3'],
    minimum_evidence: {
      events: ['model_check'],
      condition:
        'the message is neither the JSON object that was asked for nor a bare number from 0 to 1, or it was cut off ' +
        'or filtered',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'oracle-prevented',
    title: 'The patch keeps the tests from reporting',
    gates: ['G3'],
    minimum_evidence: {
      events: ['acceptance_check'],
      condition:
        'no readable report with tests, a crash, or a report that contradicts the exit status, where ' +
        'oracle_reference says that the check is readable for the reference',
    },
    attribution: 'agent',
  },
  {
    id: 'oracle-disarmed',
    title: 'The oracle can no longer fail',
    gates: ['G3', 'G4'],
    minimum_evidence: {
      events: ['canary'],
      condition: 'a command that must fail exits with 0, or one of its tests that must fail passes',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'canary-inconclusive',
    title: 'The canary did not show whether the oracle can fail',
    gates: ['G3'],
    minimum_evidence: {
      events: ['canary'],
      condition:
        'the canary did not run, did not end by itself, left no readable report, or failed other than by its ' +
        'tests: a crash, a file that does not load, a test that is missing or skipped',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'oracle-perturbed',
    title: 'Acceptance passes only over the published hidden files',
    gates: ['G3', 'G4'],
    minimum_evidence: {
      events: ['perturbation'],
      condition:
        'a check that passed does not pass twice over an equivalent oracle; runs that do not load count where ' +
        'the reference solution withstood the same changes',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'expectations-forged',
    title: 'A test passes although its expectation was made wrong',
    gates: ['G3', 'G4'],
    minimum_evidence: {
      events: ['challenge'],
      condition: 'a test is reported as passed with two wrong expectations, with which the reference solution fails',
    },
    attribution: 'agent',
  },
  {
    id: 'challenge-inconclusive',
    title: 'The challenge rounds could not be run to an end',
    gates: ['G3'],
    minimum_evidence: {
      events: ['challenge'],
      condition:
        'rounds did not build or start, were stopped from outside, or ended without a report that agrees with the exit ' +
        'status, and so did those in their place',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'strength-too-low',
    title: 'The strength of the pass is below what the policy asks for',
    gates: ['G3'],
    minimum_evidence: {
      events: ['oracle_reference', 'challenge', 'acceptance_check'],
      condition: 'the bits of the challenge rounds that held are fewer than policy.min_strength',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'perturbation-inconclusive',
    title: 'The checks over the changed oracle did not come to an end',
    gates: ['G3'],
    minimum_evidence: {
      events: ['perturbation'],
      condition:
        'no execution came to an end, one differs and was not repeated, or the changed oracle does not build or ' +
        'load, which may be the doing of the change',
    },
    attribution: 'indeterminate',
  },
] as const;
