import fc from 'fast-check';
import { createAnnotations as createAllAnnotations } from '../../../../src/publish/github/page/create_annotations.js';
import type { AttemptResult } from '../../../../src/record/verdict/attempt_result.js';
import { givenMixedResults, givenResult, HOSTILE } from '../../given_results.js';

/** Annotations without the notice that each attempt has. */
const createAnnotations = (...given: Parameters<typeof createAllAnnotations>) =>
  createAllAnnotations(...given).filter(({ annotation_level }) => annotation_level !== 'notice');

const place = { path: 'tasks/csv-parser/contract.yml', lines: { acceptance: 20, 'acceptance.0': 21, policy: 40 } };

describe('a failed check is annotated on its line in the contract', () => {
  it('names task, agent, check and failing tests; errors are warnings', () => {
    const [, failure, error] = givenMixedResults() as [never, never, never];
    expect(createAnnotations([error, failure], { 'attempt-2': place, 'attempt-3': place })).toEqual([
      {
        path: 'tasks/csv-parser/contract.yml',
        start_line: 21,
        end_line: 21,
        annotation_level: 'failure',
        title: 'csv-parser, scripted: check unit failed',
        message: '2 tests failed\n- parse > keeps quotes\n- parse > keeps | pipes',
      },
      {
        path: 'tasks/csv-parser/contract.yml',
        start_line: 1,
        end_line: 1,
        annotation_level: 'warning',
        title: 'csv-parser, golden: check unit could not be decided',
        message: 'timeout',
      },
      {
        path: 'tasks/csv-parser/contract.yml',
        start_line: 40,
        end_line: 40,
        annotation_level: 'warning',
        title: 'csv-parser, scripted: network-attempt',
        message: 'one attempt to reach the network',
      },
    ]);
  });

  it('a baseline that fails as it must has none beside another agent; without a reference solution it has', () => {
    const [passed, { agent, contract, ...failure }] = givenMixedResults() as [AttemptResult, AttemptResult];
    const baseline = (has_golden: boolean) => ({
      ...failure,
      agent: { ...agent, kind: 'noop' as const },
      contract: { ...contract, has_golden },
    });
    const annotate = (...results: AttemptResult[]) => createAnnotations(results, {}).length > 0;
    expect([annotate(passed, baseline(true)), annotate(passed, baseline(false))]).toEqual([false, true]);
    expect(annotate(baseline(true))).toBe(true);
  });

  it('an act that the policy denies is on the line of the policy, its words inert', () => {
    const denied = givenResult({
      gates: 'pppf',
      why: 'os-level-risk: a call (command) "rm -rf /"',
      findings: [
        {
          rule: 'os-level-risk',
          severity: 'violation',
          message: 'a call (command) "rm -rf /\u001b[2J"; refused before it ran',
          evidence: [{ seq: 5 }, { contract_path: 'policy.commands' }],
        },
      ],
    });
    const [first, ...others] = createAnnotations([denied], { 'attempt-1': place });
    expect([first?.start_line, first?.annotation_level, others]).toEqual([40, 'failure', []]);
    expect(first?.title).toContain('os-level-risk');
    expect(first?.message).toMatch(/"rm -rf \/.*refused before it ran$/);
    expect(first?.message).not.toContain('\u001b');
  });

  it('falls back to the nearest field around it, and to the deciding gate where no check ran', () => {
    const checked = givenResult({
      gates: 'ppfp',
      checks: [{ outcome: 'fail', why: 'exit 1', evidence: [{ contract_path: 'acceptance.3.fail_to_pass.0' }] }],
    });
    expect(createAnnotations([checked], { 'attempt-1': place })[0]).toMatchObject({
      start_line: 20,
      message: 'exit 1',
    });
    const refused = givenResult({ gates: 'f---', why: 'hunk 1 does not apply' });
    expect(createAnnotations([refused], { 'attempt-1': place })).toEqual([
      expect.objectContaining({
        start_line: 1,
        title: 'rate-limiter, golden: G1 patch validity',
        message: 'hunk 1 does not apply',
      }),
    ]);
  });

  it('says nothing of passes, and says the same thing only once', () => {
    const trial = (attempt: string) =>
      givenResult({ attempt, gates: 'ppfp', checks: [{ outcome: 'fail', why: 'exit 1' }] });
    const said = createAnnotations([givenResult({ checks: [{}] }), trial('a'), trial('b'), trial('c')], {});
    expect(said.map(({ path, message }) => [path, message])).toEqual([
      ['tasks/rate-limiter/contract.yml', 'exit 1\n(in 3 attempts)'],
    ]);
  });
});

describe('a policy finding is annotated where a reader can act', () => {
  const found = givenResult({
    gates: 'pppf',
    findings: [
      {
        rule: 'change-denied',
        severity: 'violation',
        message: 'the policy denies this path',
        evidence: [{ file: '.github/workflows/ci.yml', line: 12 }],
      },
    ],
  });

  it('is on the line of the patch when the pull request itself is judged', () => {
    const pull = { ...found, snapshot: { ...found.snapshot, kind: 'pull-request' } };
    expect(createAnnotations([pull], { 'attempt-1': place })).toEqual([
      {
        path: '.github/workflows/ci.yml',
        start_line: 12,
        end_line: 12,
        annotation_level: 'failure',
        title: 'rate-limiter, golden: change-denied',
        message: 'the policy denies this path\n.github/workflows/ci.yml:12',
      },
    ]);
  });

  it('is said once, however many contracts find it, and names them', () => {
    const many = Array.from({ length: 7 }, (_, i) => {
      const result = { ...found, contract: { ...found.contract, id: `task-${i}` } };
      return { ...result, snapshot: { ...found.snapshot, kind: 'pull-request' } };
    });
    expect(createAnnotations(many, {})).toEqual([
      {
        path: '.github/workflows/ci.yml',
        start_line: 12,
        end_line: 12,
        annotation_level: 'failure',
        title: 'change-denied',
        message: [
          'the policy denies this path',
          '.github/workflows/ci.yml:12',
          '(in 7 attempts:)',
          ...[0, 1, 2, 3, 4].map((i) => `- task-${i}, golden`),
          '- and 2 more',
        ].join('\n'),
      },
    ]);
  });

  it("is on the contract's policy when the file belongs to the task's own repository", () => {
    expect(createAnnotations([found], { 'attempt-1': place })[0]).toMatchObject({ path: place.path, start_line: 40 });
  });
});

describe('hostile text in annotations', () => {
  it('cannot name a path outside the repository or hide anything', () => {
    const failed = givenResult({ gates: 'ppfp', checks: [{ outcome: 'fail' }] });
    const annotated = (path: string) =>
      createAnnotations([failed], { 'attempt-1': { path, lines: {} } }).map((each) => each.path);
    for (const path of [
      '/etc/passwd',
      '../x',
      'a/../../x',
      'a\\b',
      'a\u202eb',
      'a\nb',
      '',
      'a//b',
      './',
      'x'.repeat(2000),
    ]) {
      expect(annotated(path)).toEqual([]);
    }
    expect(annotated('./tasks/a b/contract.yml')).toEqual(['tasks/a b/contract.yml']);
  });

  it('stays within the limits of the API, whatever the text', () => {
    const text = fc.oneof(fc.constant(HOSTILE), fc.string({ unit: 'binary', maxLength: 5000 }));
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 60 }), (task, why, failing) => {
        const result = givenResult({ task, agent: task, gates: 'ppfp', checks: [{ outcome: 'fail', why, failing }] });
        for (const { title, message } of createAnnotations([result], { 'attempt-1': place })) {
          expect([...title].length).toBeLessThanOrEqual(255);
          expect(Buffer.byteLength(message)).toBeLessThanOrEqual(65_536);
          expect(message).not.toBe('');
          expect(title + message.replaceAll('\n', '')).not.toMatch(/\p{Cc}|[\u202a-\u202e]/u);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('a failed test is annotated with its message', () => {
  const failed = (kind = 'pull-request') => {
    const result = givenResult({
      gates: 'ppfp',
      checks: [{ outcome: 'fail', why: '2 tests failed', failing: ['adds', 'subtracts'] }],
    });
    return { ...result, snapshot: { ...result.snapshot, kind } };
  };
  const said = (test: string, more = {}) => ({
    ...{ check: 'unit', test, message: `Error: ${test}\nexpected 1\ngot 2\u001b[2J`, count: 1 },
    agents: [{ agent: 'golden', count: 1 }],
    ...more,
  });

  it('at its check in the contract', () => {
    const [annotation, ...others] = createAnnotations([failed()], { 'attempt-1': place }, [said('adds')]);
    expect(others).toEqual([]);
    expect(annotation!.message).toBe(
      '2 tests failed\n- adds\n  Error: adds\n  expected 1\n  got 2\\x1b[2J\n- subtracts',
    );
  });

  it('on the changed line that the message names, and there alone', () => {
    const both = [
      said('adds', { place: { path: 'src/add.js', line: 12 } }),
      said('subtracts', { place: { path: 'src/sub.js', line: 3 } }),
    ];
    const places = createAnnotations([failed(), failed()], { 'attempt-1': place }, both);
    expect(places.map(({ path, start_line, title }) => [path, start_line, title])).toEqual([
      ['src/add.js', 12, expect.stringContaining('test failed: adds')],
      ['src/sub.js', 3, expect.stringContaining('test failed: subtracts')],
    ]);
    const one = createAnnotations([failed()], { 'attempt-1': place }, both.slice(0, 1));
    expect(one.map(({ path }) => path)).toEqual(['src/add.js', place.path]);
    expect(one[1]!.message).not.toContain('adds');
  });

  it('where the change begins if the message names no changed line, and says so', () => {
    const assumed = { path: 'src/add.js', line: 2, assumed: true as const };
    const [annotation] = createAnnotations([failed()], { 'attempt-1': place }, [said('adds', { place: assumed })]);
    expect(annotation).toMatchObject({ path: 'src/add.js', start_line: 2 });
    expect(annotation!.message).toMatch(/got 2\\x1b\[2J\n\(shown where the change begins\)$/);
  });

  it('never on a file of the task or outside of the repository', () => {
    const inside = [said('adds', { place: { path: 'src/add.js', line: 12 } })];
    expect(createAnnotations([failed('directory')], { 'attempt-1': place }, inside).map(({ path }) => path)).toEqual([
      place.path,
    ]);
    const outside = [said('adds', { place: { path: '../add.js', line: 12 } })];
    expect(createAnnotations([failed()], { 'attempt-1': place }, outside).map(({ path }) => path)).toEqual([
      place.path,
    ]);
  });
});

// Holds P2
it('each attempt has one notice with gate vector, cost and the safety metrics that were observed', () => {
  const [passed, failed] = givenMixedResults() as [never, never, never];
  const notices = createAllAnnotations([passed, failed], {}).filter((one) => one.annotation_level === 'notice');
  expect(notices.map(({ path, title, message }) => [path, title, message])).toEqual([
    [
      'tasks/csv-parser/contract.yml',
      'csv-parser, scripted: failure',
      'G1 pass · G2 pass · G3 fail · G4 pass\ncost unknown · 4.2 s\nnetwork requests checked: 0\n' +
        'network requests blocked: 0\n7 of 9 safety metrics were not observed',
    ],
    [
      'tasks/rate-limiter/contract.yml',
      'rate-limiter, golden: success',
      'G1 pass · G2 pass · G3 pass · G4 pass\ncost $0.42 · 4.2 s\nnetwork requests checked: 0\n' +
        'network requests blocked: 0\n7 of 9 safety metrics were not observed',
    ],
  ]);
});

it('of a file that did not load, the line that the output names is annotated, and nothing that says less', () => {
  const failing = ['test/a.test.js'];
  const named = [{ path: 'src/a.js', line: 4, message: 'SyntaxError: no' }];
  const result = givenResult({
    gates: 'ppfp',
    checks: [{ outcome: 'fail', why: '1 failure', failing, output: { lines: ['no'], named } }],
  });
  const pull = { ...result, snapshot: { ...result.snapshot, kind: 'pull-request' } };
  const failures = [{ check: 'unit', test: 'test/a.test.js', message: 'test failed', agents: [], count: 1 }];
  expect(createAnnotations([pull], { 'attempt-1': place }, failures)).toMatchObject([
    { path: 'src/a.js', start_line: 4, annotation_level: 'failure', message: 'SyntaxError: no' },
  ]);
  expect(createAnnotations([result], { 'attempt-1': place }, failures)).toMatchObject([
    { path: place.path, message: '1 failure\n- test/a.test.js\n  test failed\nno' },
  ]);
});
