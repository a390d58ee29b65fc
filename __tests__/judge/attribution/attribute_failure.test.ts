import { attributeFailure } from '../../../src/judge/attribution/attribute_failure.js';
import { scoreAttempt } from '../../../src/judge/rubric/score_attempt.js';
import type { EventPayload } from '../../../src/record/events/event.js';
import { act, sight } from '../rubric/given_acts.js';
import {
  acceptance,
  DIGEST,
  execution,
  extracted,
  failing,
  givenRecord,
  patchApplied,
  RED,
  type Said,
  terminated,
} from '../rubric/given_record.js';
import { AFTER, BEFORE, edit, failed, made, type Step, test } from './given_steps.js';

function attribute(events: readonly Said[]) {
  const record = givenRecord({ events });
  return attributeFailure(record.events, scoreAttempt(record));
}
const kindsOf = (events: readonly Said[]) => attribute(events)?.sentences.map(({ kind }) => kind);

// Holds R17
describe('a causal summary names what an agent did with its tests', () => {
  it('an agent whose commands are all known to be no test run ran no tests', () => {
    expect(attribute([...made({ text: 'cat a' }, edit('src/a.js')), ...failed()])).toEqual({
      sentences: [
        {
          kind: 'no-tests',
          text: 'The record shows no test run of the agent: none of its 2 commands and edits is one.',
          seqs: [2, 5, 10],
        },
      ],
      unknown: '',
    });
  });

  const maybe_tests: [what: string, step: Step][] = [
    ['a script of its own', { text: './try.sh', commands: ['./try.sh'] }],
    ['a program of the repository', { text: 'node check.js', commands: ['node check.js'] }],
    ['code that asserts', { text: 'python3 -c "assert f()"', commands: ['python3 -c'] }],
    ['a line that could not be read', { text: 'cat a', unread: 'unparsable' }],
    ['a tool with other arguments', { form: 'text', text: 'what could not be read', commands: [] }],
  ];
  it.each(maybe_tests)('%s may be a test run: nothing is said of tests that were not run', (_, step) => {
    expect(attribute([...made(step, edit('src/a.js')), ...failed()])).toEqual({
      sentences: [],
      unknown: 'Not known: the record shows no cause.',
    });
  });

  it.each([
    ['passed', ', which passed,'],
    ['failed', ', which failed,'],
    [null, ''],
  ] as const)('an edit after a last test run that %s was not tested', (ended, words) => {
    expect(attribute([...made(test(ended), edit('src/a.js'), edit('src/a.js')), ...failed()])?.sentences).toEqual([
      {
        kind: 'edit-after-test',
        text: `After its last recorded test run${words} the agent changed "src/a.js", and no test run followed; "subtracts" fails.`,
        seqs: [2, 5, 13],
      },
    ]);
  });

  it('a command changes files where the tree of the workspace is another one after it', () => {
    const [same, other] = [BEFORE, AFTER].map((tree) =>
      kindsOf([...made(test('passed'), { text: 'cat a', tree }), ...failed()]),
    );
    expect([same, other]).toEqual([[], ['edit-after-test']]);
  });

  it('an edit that only its client reports has not changed anything, unless the tree says so', () => {
    const reported = (tree: string | null): Said[] => [
      act(1, { road: 'traffic', text: 'npm test', cycle: 'test' }),
      sight(1, 'done', { road: 'traffic', cycle: 'passed', tree: BEFORE }),
      act(2, { road: 'traffic', form: 'edit', text: 'src/a.js' }),
      sight(2, 'done', { road: 'traffic', tree }),
    ];
    expect([BEFORE, null, AFTER].map((tree) => kindsOf([...reported(tree), ...failed()]))).toEqual([
      [],
      [],
      ['edit-after-test'],
    ]);
  });

  it('what came of the calls of a client counts from when its results were seen, however late it is recorded', () => {
    const asked = (tool: string): Said => ({
      type: 'tool_invocation',
      payload: {
        tool,
        arguments: {},
        summary: 'asked for',
        asked: { conversation: 1, exchange: 1, call_id: tool, result: null },
      },
    });
    const program = act(1, { text: 'codex exec', commands: ['codex exec'] });
    const calls: Said[] = [
      program,
      act(2, { road: 'traffic', text: 'npm test', cycle: 'test' }),
      asked('test'),
      act(3, { road: 'traffic', form: 'edit', text: 'src/a.js' }),
      asked('edit'),
      sight(2, 'done', { road: 'traffic', of_seq: 3, cycle: 'passed', tree: BEFORE }),
      sight(3, 'done', { road: 'traffic', of_seq: 5, tree: AFTER }),
    ];
    expect(attribute([...calls, ...failed()])?.sentences).toMatchObject([
      { kind: 'edit-after-test', seqs: [3, 5, 11] },
    ]);
  });

  it('an edit is large by the recorded diffs after the test run', () => {
    const diffs = (to_seq: number): Said => {
      const text = { artifact: DIGEST, bytes: 9000, sha256: DIGEST, complete: true };
      return {
        type: 'recent_diffs',
        payload: { diffs: [{ from_seq: 0, to_seq, from: BEFORE, to: AFTER, cycle: null, text }], earlier: 0 },
      };
    };
    const texts = [1, 5].map(
      (seq) => attribute([...made(test('passed'), edit('a.js')), diffs(seq), ...failed()])?.sentences[0]?.text,
    );
    expect(texts).toEqual([
      'After its last recorded test run, which passed, the agent changed "a.js", and no test run followed; "subtracts" fails.',
      'After its last recorded test run, which passed, the agent changed "a.js" in a large edit, and no test run followed; "subtracts" fails.',
    ]);
  });

  it('says nothing of what came after the last test run where a later command may be one', () => {
    const own_test = { text: './try.sh', commands: ['./try.sh'], tree: AFTER };
    expect(kindsOf([...made(test('passed'), edit('a.js'), own_test), ...failed()])).toEqual([]);
    expect(kindsOf([...made(test('failed'), own_test), ...failed()])).toEqual([]);
  });

  it('an agent that ends by itself on a red test run ended although it had failed', () => {
    const steps = made(edit('a.js'), test('failed', { tree: AFTER }));
    expect(attribute([...steps, ...failed()])?.sentences).toEqual([
      {
        kind: 'ended-red',
        text: 'The agent ended its work although its last recorded test run had failed.',
        seqs: [5, 8],
      },
    ]);
    expect(kindsOf([...made(edit('a.js'), test(null, { tree: AFTER })), ...failed()])).toEqual([]);
  });

  it('the same command that passed before an edit and failed after it tells which edit', () => {
    const steps = [test('passed'), edit('a.js'), test('failed', { tree: AFTER })];
    expect(attribute([...made(...steps), ...failed()])?.sentences[0]).toEqual({
      kind: 'green-before-red',
      text: `The agent's tests passed before it changed "a.js", and the next run of the same command failed.`,
      seqs: [2, 5, 8],
    });
    const other = test('failed', { text: 'npm test -- all', tree: AFTER });
    expect(kindsOf([...made(test('passed'), edit('a.js'), other), ...failed()])).toEqual(['ended-red']);
    const green = test('passed', { tree: AFTER });
    expect(kindsOf([...made(...steps, green), ...failed(BEFORE)])).toEqual([]);
  });

  it('a test run that passed on the very files that were handed in did not show the failure', () => {
    const steps = made(edit('a.js'), test('passed', { tree: AFTER }));
    expect(attribute([...steps, ...failed()])?.sentences).toEqual([
      {
        kind: 'same-state-green',
        text: `The agent's last recorded test run passed on the files that it handed in, so it did not show that "subtracts" fails.`,
        seqs: [5, 7, 10],
      },
    ]);
    expect(kindsOf([...steps, ...failed(BEFORE)])).toEqual([]);
  });

  it('the failing assertion first appeared in the first test run that printed title and message', () => {
    const message = 'expected 3 to be the difference';
    const report = structuredClone(RED);
    if (report.state === 'read')
      for (const one of report.report.tests) if (one.outcome === 'failed') one.message = message;
    const end = [...failed().slice(0, 3), failing({ report })];
    const printed = `not ok 2 - subtracts\n  ${message}\n`;
    const seen = (...steps: Step[]) =>
      attribute([...made(...steps), ...end])?.sentences.filter(({ kind }) => kind === 'first-seen');
    expect(seen(test('failed', { printed: 'ok' }), test('failed', { printed }), test('failed', { printed }))).toEqual([
      {
        kind: 'first-seen',
        text: 'The failing assertion of "subtracts" first appeared in a test run of the agent itself.',
        seqs: [5, 13],
      },
    ]);
    expect(seen(test('failed', { printed: `adds: ${message}` }))).toEqual([]);
    expect(seen({ text: 'cat log', printed })).toEqual([]);
  });

  it('of steps at the same time nothing follows from their order', () => {
    const asked: Said[] = [
      act(1, { road: 'traffic', text: 'npm test', cycle: 'test' }),
      act(2, { road: 'traffic', form: 'edit', text: 'a.js' }),
      sight(1, 'done', { road: 'traffic', cycle: 'passed', tree: BEFORE }),
      sight(2, 'done', { road: 'traffic', tree: AFTER }),
    ];
    expect(kindsOf([...asked, ...failed()])).toEqual([]);
  });
});

// Holds R17
describe('a causal summary names what ended an attempt', () => {
  const setup = (payload: Partial<EventPayload<'setup'>>): Said => ({
    type: 'setup',
    payload: { layer: DIGEST, reused: false, outcome: 'failed', steps: [], tools: {}, ...payload },
  });
  const ends: [what: string, events: Said[], texts: string[]][] = [
    [
      'a setup that failed',
      [setup({ detail: 'npm ci: exit 1' })],
      ['The setup failed before the agent began: npm ci: exit 1.'],
    ],
    [
      'a network that did not answer',
      [setup({ fault: 'network' })],
      ['The setup failed because of the network before the agent began.'],
    ],
    [
      'a cap',
      [...made(edit('a.js', { open: true })), terminated({ code: 'resource', cap: 'wall' }), ...failed().slice(2)],
      ['The agent was stopped by the cap "wall" while it was changing "a.js".'],
    ],
    [
      'a cap within a command',
      [...made({ text: 'npm test', cycle: 'test', cause: 'cancelled' }), terminated({ code: 'resource', cap: 'usd' })],
      ['The agent was stopped by the cap "usd" while it ran "npm test".'],
    ],
    [
      'a cap before the change was tested',
      [...made(test('passed'), edit('a.js')), terminated({ code: 'resource', cap: 'tokens' })],
      ['The agent was stopped by the cap "tokens" after a change that it had not tested yet.'],
    ],
    ['an interruption', [terminated({ code: 'signal' })], ['The attempt was interrupted.']],
    ['a machine', [terminated({ code: 'harness-error', fault: 'machine' })], ['The machine broke the attempt off.']],
    [
      'an empty patch',
      [extracted({ files: [] }), patchApplied({ outcome: 'empty', files: [] }), failing()],
      ['The agent left no change.'],
    ],
    [
      'changes that do not travel',
      [
        extracted({ files: [], ignored: { count: 2, sample: [] } }),
        patchApplied({ outcome: 'empty', files: [] }),
        failing(),
      ],
      ['The agent left no change: 2 changes of ignored or too large files do not count.'],
    ],
    [
      'a patch that does not apply',
      [extracted(), patchApplied({ outcome: 'failed', detail: 'hunk at a.js:1' })],
      ['The patch does not apply to the snapshot: hunk at a.js:1.'],
    ],
    [
      'a check that was killed',
      [
        extracted(),
        patchApplied(),
        acceptance({ execution: execution({ cause: 'oom', exit_code: null }), report: { state: 'missing' } }),
      ],
      ['The check "unit" did not end by itself: its memory was used up.'],
    ],
  ];
  it.each(ends)('%s', (_, events, texts) => {
    expect(attribute(events)?.sentences.map(({ text }) => text)).toEqual(texts);
  });

  it('a test that passes in the unchanged repository was broken by the change', () => {
    const reference: Said = {
      type: 'oracle_reference',
      payload: {
        source: 'layer',
        on: 'golden',
        checks: [{ check: 'unit', readable: true, wall_ms: null, base_passed: ['subtracts'] }],
        pool: [],
        missing: [],
        limits: { rounds: 0, because: 'none' },
        steps: 0,
        missing_count: 0,
        waited_ms: 0,
      },
    };
    expect(attribute([extracted(), patchApplied(), reference, failing()])?.sentences).toEqual([
      {
        kind: 'regression',
        text: 'The change broke "subtracts", which the unchanged repository passes.',
        seqs: [2, 3, 4],
      },
    ]);
  });

  it('an agent whose commands nobody saw is said to be unknown, whatever else is known', () => {
    expect(attribute([extracted(), patchApplied(), failing()])).toEqual({
      sentences: [],
      unknown: 'What the agent ran is not known: the record shows no commands of the agent.',
    });
    const unseen: Said = {
      type: 'road_unobserved',
      stage: 'write',
      payload: { road: 'traffic', stage: 'write', because: 'no gateway' },
    };
    expect(attribute([unseen, ...made(edit('a.js')), ...failed()])?.unknown).toBe(
      'What the agent ran is not known: not all its commands were watched.',
    );
  });
});
