/** Failure modes of the oracle itself: it can no longer fail, or its pass hangs on something that must not matter. */
export const oracleModes = [
  {
    id: 'oracle-prevented',
    title: 'The patch keeps the tests from reporting',
    gates: ['G3'],
    minimum_evidence: {
      events: ['acceptance_check'],
      condition:
        'no readable report with tests, a crash, or a report that contradicts the exit status, where oracle_reference says that the check is readable for the reference',
    },
    attribution: 'agent',
  },
  {
    id: 'oracle-disarmed',
    title: 'The oracle can no longer fail',
    gates: ['G3', 'G4'],
    minimum_evidence: {
      events: ['canary'],
      condition: 'a command that must fail exits with 0 or reports no failed test',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'canary-inconclusive',
    title: 'The canary did not show whether the oracle can fail',
    gates: ['G3'],
    minimum_evidence: {
      events: ['canary'],
      condition: 'the canary did not run, did not end by itself or left no readable report',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'oracle-perturbed',
    title: 'Acceptance passes only under the published names of the hidden files',
    gates: ['G3', 'G4'],
    minimum_evidence: {
      events: ['perturbation'],
      condition: 'a check that passed does not pass twice over an equivalent oracle under other names',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'expectations-ignored',
    title: 'Acceptance passes whatever the hidden tests expect',
    gates: ['G3'],
    minimum_evidence: {
      events: ['perturbation'],
      condition: 'kind is wrong-expectations and the check passes, where the reference solution fails',
    },
    attribution: 'indeterminate',
  },
  {
    id: 'perturbation-inconclusive',
    title: 'The checks over the changed oracle did not come to an end',
    gates: ['G3'],
    minimum_evidence: {
      events: ['perturbation'],
      condition: 'the last execution did not start, was stopped from outside, or its build failed',
    },
    attribution: 'indeterminate',
  },
] as const;
