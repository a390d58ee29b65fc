import type { ProofStep } from '../../../src/contract/validation/contract_lock.js';
import { judgeProof } from '../../../src/judge/validation/judge_proof.js';
import type { ProofEvidence } from '../../../src/judge/validation/proof_observation.js';
import { tapCheck } from '../../given_task.js';
import { FAILED_RUN, givenContract, givenEvidence, givenObservation, givenRun, withRole } from './given_observation.js';

const verdicts = (evidence: ProofEvidence) =>
  Object.fromEntries(judgeProof(evidence).steps.map(({ step, verdict }) => [step, verdict]));
const step = (evidence: ProofEvidence, name: ProofStep) => {
  const { verdict, reasons, warnings } = judgeProof(evidence).steps.find((one) => one.step === name)!;
  return { verdict, reasons, warnings };
};
const ERROR = {
  status: 'acceptance_error',
  reason: 'G3: unit: x',
  stopped_at: { gate: 'G3', why: 'unit: x' },
} as const;
const PASSES = { status: 'success', reason: '', stopped_at: null } as const;
const INVALID = { status: 'invalid', reason: 'interrupted: x' } as const;

describe('a proof in which all is as it must be', () => {
  it('is proven, and says what it rests on', () => {
    const { verdict, steps } = judgeProof(givenEvidence());
    expect(verdict).toBe('proven');
    expect(steps.map(({ step, verdict, detail }) => [step, verdict, detail])).toEqual([
      ['pins', 'proven', 'the snapshot is aaaaaaaaaaaa'],
      ['setup', 'proven', 'none is needed'],
      ['base', 'proven', 'fails G3: unit: required test failed'],
      ['golden', 'proven', 'passes every gate'],
      ['hidden-files', 'proven', 'not in the briefing, not in 3 files of the workspace'],
      ['challenge', 'proven', 'strength 2^-8: 8 rounds over 1 test that fails before the patch'],
      ['no-change', 'proven', '1 stopped, at G3'],
      ['cheaters', 'proven', '1 stopped, at G3'],
      ['known-wrong', 'skipped', 'there are none'],
      ['perturbation', 'proven', 'passes under other names'],
      [
        'flakiness',
        'proven',
        '0 of 6 runs differed; a check failing less often than 39 % of the time may have been missed (95 %)',
      ],
      ['mutants', 'proven', '1 of 1 stopped'],
      ['envelope', 'proven', 'longest check 0.1 s, most memory 1 MiB'],
    ]);
  });

  it('is not proven before every step was made', () => {
    for (const missing of ['no-change', 'cheater', 'known-wrong', 'perturbed', 'reruns', 'mutant'] as const) {
      const evidence = givenEvidence();
      const { [missing]: _, ...done } = evidence.done;
      const observations = evidence.observations.filter(({ variant }) => variant.role !== missing);
      expect([missing, judgeProof({ ...evidence, done, observations }).verdict]).toEqual([missing, 'undecided']);
    }
    const { hidden: _, ...unsearched } = givenEvidence();
    expect(judgeProof(unsearched).verdict).toBe('undecided');
    expect(judgeProof(givenEvidence({ observations: [], done: {} })).verdict).toBe('undecided');
  });
});

describe('what refutes a contract, or leaves it undecided', () => {
  it.each<[string, ProofEvidence, ProofStep, 'refuted' | 'undecided', RegExp]>([
    [
      'another repository',
      givenEvidence({ pins: { identity: 'a', observed: 'b', tool_problems: [] } }),
      'pins',
      'refuted',
      /pinned to a, found b/,
    ],
    [
      'a missing tool',
      givenEvidence({ pins: { identity: 'a', observed: 'a', tool_problems: ['tool "go" is not on this machine'] } }),
      'pins',
      'undecided',
      /tool "go"/,
    ],
    [
      'a setup that fails',
      withRole('base', { ...INVALID, setup: { outcome: 'failed', reused: false, detail: 'exit status 1', ran: 1 } }),
      'setup',
      'refuted',
      /exit status 1/,
    ],
    [
      'a setup with a network that fails, which may be the network',
      {
        ...withRole('base', {
          ...INVALID,
          setup: { outcome: 'failed', reused: false, detail: 'exit status 1', ran: 1 },
        }),
        contract: givenContract({ setup: [{ run: 'npm ci', network: ['registry'] }] }),
      },
      'setup',
      'undecided',
      /exit status 1/,
    ],
    ['a base that passes', withRole('base', PASSES), 'base', 'refuted', /unchanged repository passes every gate/],
    ['a base that nobody can judge', withRole('base', ERROR), 'base', 'undecided', /cannot be decided at G3/],
    [
      'a base whose oracle contradicts itself',
      withRole('base', { ...ERROR, tags: ['oracle-inconsistent'] }),
      'base',
      'refuted',
      /cannot be decided/,
    ],
    [
      'a fail_to_pass test that passes before',
      withRole('base', {
        runs: [givenRun({ ...FAILED_RUN, tests: { 'the value is right': 'passed', 'the rest is kept': 'passed' } })],
      }),
      'base',
      'refuted',
      /^unit: fail_to_pass "the value is right" passes already before the patch$/,
    ],
    [
      'a pass_to_pass test that fails before',
      withRole('base', {
        runs: [givenRun({ ...FAILED_RUN, tests: { 'the value is right': 'failed', 'the rest is kept': 'failed' } })],
      }),
      'base',
      'refuted',
      /^unit: pass_to_pass "the rest is kept" does not pass before the patch: failed$/,
    ],
    [
      'a pass_to_pass test that another test takes along when it panics',
      withRole('base', {
        runs: [
          givenRun({
            ...FAILED_RUN,
            tests: { 'the value is right': 'failed', 'the rest is kept': 'missing' },
            crash: 'TestValue panics',
          }),
        ],
      }),
      'base',
      'refuted',
      /^unit: pass_to_pass "the rest is kept" does not pass before the patch: missing, since TestValue panics, and a process that dies takes the tests behind it along\. List it under fail_to_pass, or write pass_to_pass: all, which stands for the tests that pass before the patch$/,
    ],
    [
      'a pass_to_pass test that is written in another way',
      withRole('base', {
        runs: [
          givenRun({
            ...FAILED_RUN,
            tests: { 'the value is right': 'failed', 'the rest is kept': 'missing' },
            unseen: { 'the rest is kept': '; the report has "the rest is left"' },
          }),
        ],
      }),
      'base',
      'refuted',
      /does not pass before the patch: missing; the report has "the rest is left"$/,
    ],
    ['no golden patch', givenEvidence({ has_golden: false }), 'golden', 'undecided', /names no golden_patch/],
    [
      'a golden patch that fails',
      withRole('golden', { status: 'failure', stopped_at: { gate: 'G2', why: 'make: exit status 2' } }),
      'golden',
      'refuted',
      /reference solution fails G2: make/,
    ],
    [
      'a golden patch that disarms the canary',
      withRole('golden', { ...ERROR, tags: ['oracle-disarmed'] }),
      'golden',
      'refuted',
      /cannot be decided at G3/,
    ],
    [
      'a golden patch that times out',
      withRole('golden', { ...ERROR, tags: ['check-timeout'] }),
      'golden',
      'undecided',
      /G3/,
    ],
    ['an invalid golden attempt', withRole('golden', INVALID, 1), 'golden', 'undecided', /is invalid: interrupted/],
    [
      'a patch that does nothing and passes',
      withRole('no-change', PASSES),
      'no-change',
      'refuted',
      /^no-change-1 \(a change\) passes every gate$/,
    ],
    ['a cheater that passes', withRole('cheater', PASSES), 'cheaters', 'refuted', /^cheater-1/],
    ['a cheater without a valid attempt', withRole('cheater', INVALID), 'cheaters', 'undecided', /is invalid/],
    [
      'hidden content in the workspace',
      givenEvidence({
        hidden: {
          ...givenEvidence().hidden!,
          found: [{ path: 'node_modules/x/check.sh', what: 'hidden/check.sh', how: 'same-file', lines: 9 }],
        },
      }),
      'hidden-files',
      'refuted',
      /^node_modules\/x\/check\.sh in the workspace is hidden\/check\.sh$/,
    ],
    [
      'the answer in the repository',
      givenEvidence({ hidden: { ...givenEvidence().hidden!, exposed: ['tasks/mine/golden.patch'] } }),
      'hidden-files',
      'refuted',
      /holds the answer at tasks\/mine\/golden\.patch/,
    ],
    [
      'a reference that depends on names, where every attempt is perturbed',
      {
        ...withRole('perturbed', {
          perturbations: [{ check: 'unit', standing: 'broken', why: 'unit: fails' }],
        }),
        contract: givenContract({ oracle: { perturbation: { when: 'always' } } }),
      },
      'perturbation',
      'refuted',
      /renamed or commented: unit: fails/,
    ],
    [
      'a check that differs',
      withRole('golden', { runs: [givenRun(FAILED_RUN)], status: 'failure' }, 4),
      'flakiness',
      'refuted',
      /^unit \(on the reference solution\): 1 of 6 runs differed; the rate may be as high as 58 % \(95 %\)$/,
    ],
    ['no reruns at all', givenEvidence({ reruns: 0 }), 'flakiness', 'undecided', /^no reruns were made/],
  ])('%s', (_, evidence, name, verdict, reason) => {
    const found = step(evidence, name);
    expect([found.verdict, found.reasons[0]]).toEqual([verdict, expect.stringMatching(reason)]);
    expect(judgeProof(evidence).verdict).toBe(verdict);
  });

  it('a fact outweighs a doubt: refuted when one step is refuted and another undecided', () => {
    expect(judgeProof({ ...withRole('base', PASSES), has_golden: false }).verdict).toBe('refuted');
  });
});

describe('what lowers a proof without refuting it', () => {
  it('tests that pass before and that nothing requires', () => {
    const runs = [givenRun({ unlisted: { count: 2, first: 'old > adds' } })];
    expect(step(withRole('golden', { runs }), 'golden').warnings).toEqual([
      'unit: 2 tests that pass before the patch are not required (old > adds, …): a patch may break them. Write pass_to_pass: all, or policy.unlisted_regressions: fail',
    ]);
  });

  it('pass_to_pass: all where nothing passes before', () => {
    const evidence = withRole('base', {
      runs: [givenRun({ ...FAILED_RUN, tests: { 'the value is right': 'failed' } })],
    });
    const contract = givenContract({ acceptance: [tapCheck({ pass_to_pass: 'all' })] });
    expect(step({ ...evidence, contract }, 'base').warnings).toEqual([
      'unit: pass_to_pass is "all", and no test passes before the patch: nothing is kept from regressions',
    ]);
  });

  it('surviving mutants, with their line', () => {
    expect(step(withRole('mutant', PASSES), 'mutants')).toEqual({
      verdict: 'proven',
      reasons: [],
      warnings: ['mutant-1 survives: a.js:3  a change'],
    });
  });

  it('a reference that depends on names, where attempts are perturbed on suspicion only', () => {
    const evidence = withRole('perturbed', {
      perturbations: [{ check: 'unit', standing: 'broken', why: 'unit: fails' }],
    });
    expect(step(evidence, 'perturbation')).toMatchObject({
      verdict: 'proven',
      warnings: ['hidden files renamed or commented: unit: fails'],
    });
  });

  it('limits that leave little room, network attempts, fixed ports, lines in common with hidden files', () => {
    const tight = withRole('golden', {
      runs: [
        givenRun({
          usage: { wall_ms: 9000, cpu_ms: 1, peak_memory_bytes: 4 * 2 ** 30, source: 'cgroup-v2' },
          network_attempts: 2,
        }),
      ],
    });
    const evidence: ProofEvidence = {
      ...tight,
      ports: [{ port: 8080, namespaces: 6 }],
      hidden: {
        ...tight.hidden!,
        found: [{ path: 'test/a.sh', what: 'hidden/check.sh', how: 'same-lines', lines: 20 }],
        leaks: [{ what: 'hidden file', detail: 'a line', certain: false }],
      },
    };
    expect(judgeProof(evidence).verdict).toBe('proven');
    expect(step(evidence, 'envelope').warnings).toEqual([
      'unit: took up to 9 s of its 20 s; 27 s would be safe',
      'unit: used up to 4096 MiB of the 4096 MiB of memory in the budget',
      'listens on port 8080 in every evaluation: two that share a network would meet',
    ]);
    expect(step(evidence, 'golden').warnings).toEqual([
      'unit: tries to reach the network (2 attempts); checks have none, and elsewhere it may answer',
    ]);
    expect(step(evidence, 'hidden-files').warnings).toEqual([
      'the briefing shares text with the hidden file: a line',
      'test/a.sh in the workspace has 20 lines of hidden/check.sh',
    ]);
  });

  it('fewer reruns than find a check that fails 1 time in 10; the sentence goes away with enough', () => {
    const said = (reruns: number) => step(givenEvidence({ reruns }), 'flakiness').warnings;
    expect(said(5)).toEqual([
      '5 reruns find gross flakiness only; --reruns 29 finds a check that fails 1 time in 10 (95 %)',
    ]);
    expect(said(29)).toEqual([]);
  });

  it('a difference within the tolerance that the contract declares', () => {
    const evidence = {
      ...withRole('golden', { runs: [givenRun(FAILED_RUN)] }, 4),
      contract: givenContract({ flakiness: { tolerance: 0.2 } }),
      reruns: 29,
    };
    expect(step(evidence, 'flakiness')).toMatchObject({
      verdict: 'proven',
      warnings: expect.arrayContaining([expect.stringMatching(/1 of 6 runs differed.*within the tolerance$/)]),
    });
  });
});

describe('a proof that ended early', () => {
  it('names a flake that was seen, though not all reruns were made', () => {
    const evidence = givenEvidence({
      observations: [
        givenObservation('base'),
        givenObservation('golden', {
          status: 'failure',
          runs: [givenRun(FAILED_RUN)],
          stopped_at: { gate: 'G3', why: 'x' },
        }),
        givenObservation('golden', { trial: 2 }),
      ],
      done: {},
    });
    expect(verdicts(evidence)).toMatchObject({ golden: 'refuted', flakiness: 'refuted', mutants: 'not-run' });
  });
});
