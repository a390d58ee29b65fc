import { PassThrough } from 'node:stream';
import { createTerminalAsk } from '../../../src/cli/terminal/create_terminal_ask.js';

const question = {
  id: '0123456789',
  attempt_id: 'small-command-1-abc',
  contract: 'small',
  condition: 'dependencies.add',
  question: 'The patch adds "left-pad". Allow it?',
  timeout_ms: 600_000,
};
const never = new AbortController().signal;

function givenTerminal() {
  const [input, output] = [new PassThrough(), new PassThrough({ encoding: 'utf8' })];
  let shown = '';
  output.on('data', (text: string) => {
    shown += text;
  });
  return { input, ask: createTerminalAsk({ input, output, by: 'ada' }), shown: () => shown };
}

describe('a question at a terminal', () => {
  it('shows what is asked and takes a decision with its reason on one line', async () => {
    const { input, ask, shown } = givenTerminal();
    const asking = ask(question, never);
    input.write('deny because nobody ordered it\n');
    expect(await asking).toEqual({ decision: 'deny', by: 'ada', justification: 'nobody ordered it' });
    expect(shown()).toBe(
      [
        '',
        '? small · small-command-1-abc · dependencies.add',
        '  The patch adds "left-pad". Allow it?',
        '  No answer within 10 m 00 s means deny.',
        '  Write "allow" or "deny", then why: ',
      ].join('\n'),
    );
  });

  it.each([
    [
      'asks for the reason when there is none',
      'allow\n\n  \nread it\n',
      { decision: 'allow', justification: 'read it' },
    ],
    ['takes no key that was pressed by mistake', 'y\n\nallowed\nDENY: no\n', { decision: 'deny', justification: 'no' }],
  ])('%s', async (_what, typed, reply) => {
    const { input, ask } = givenTerminal();
    const asking = ask(question, never);
    input.write(typed);
    expect(await asking).toEqual({ by: 'ada', ...reply });
  });

  it('is no answer when the terminal goes away, now or later', async () => {
    const { input, ask } = givenTerminal();
    const asking = ask(question, never);
    input.end('allow\n');
    expect([await asking, await ask(question, never)]).toEqual([undefined, undefined]);
  });

  it('waits for its turn, and is not put when it is over before that', async () => {
    const { input, ask, shown } = givenTerminal();
    const stop = new AbortController();
    const all = [
      ask(question, never),
      ask({ ...question, contract: 'skipped' }, stop.signal),
      ask({ ...question, contract: 'third' }, never),
    ];
    stop.abort();
    expect(shown()).not.toContain('third');
    input.write('allow it is fine\n');
    expect([await all[0], await all[1]]).toEqual([expect.objectContaining({ decision: 'allow' }), undefined]);
    input.write('deny it is not\n');
    expect(await all[2]).toMatchObject({ decision: 'deny', justification: 'it is not' });
    expect(shown()).not.toContain('skipped');
  });

  it('ends when somebody answers elsewhere', async () => {
    const { ask, shown } = givenTerminal();
    const stop = new AbortController();
    const asking = ask(question, stop.signal);
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect(await asking).toBeUndefined();
    expect(shown()).toContain('The question is over.');
  });

  it('shows nothing of the agent that could move the cursor', async () => {
    const { input, ask, shown } = givenTerminal();
    const asking = ask({ ...question, question: 'a\x1b[2Jb\rc' }, never);
    input.end();
    await asking;
    expect(shown()).toContain('  a\\x1b[2Jb\\rc\n');
  });
});
