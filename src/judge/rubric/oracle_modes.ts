/** Failure modes of the oracle itself: it can no longer fail, or its pass hangs on something that must not matter. */
export const oracleModes = [
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
        'the canary did not run, did not end by itself, left no readable report, or failed other than by its tests: a crash, a file that does not load, a test that is missing or skipped',
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
        'a check that passed does not pass twice over an equivalent oracle; runs that do not load count where the reference solution withstood the same changes',
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
      condition:
        'no execution came to an end, one differs and was not repeated, or the changed oracle does not build or load, which may be the doing of the change',
    },
    attribution: 'indeterminate',
  },
] as const;
