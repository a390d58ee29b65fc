import { createStatusLine } from '../../../src/cli/terminal/status_line.js';
import type { OperatorQuestion } from '../../../src/run/escalation/operator.js';

/** What a terminal of one line shows after everything that was written to it. */
const given = (columns = 40) => {
  let text = '';
  const print = (more: string) => {
    text += more;
  };
  const status = createStatusLine({ columns, write: print });
  const screen = () =>
    text
      .split('\n')
      .map((line) => line.split('\r\x1b[K').at(-1))
      .join('\n');
  return { status, write: (more: string) => status.writeAbove(() => print(more)), screen };
};

describe('the line at the foot of a terminal', () => {
  it('takes the place of the one before, makes room for what is written, and goes', () => {
    const { status, write, screen } = given();
    status.show('1 of 3 attempts');
    write('first\n');
    status.show('2 of 3 attempts');
    expect(screen()).toBe('first\n2 of 3 attempts');
    write('second\n');
    expect(screen()).toBe('first\nsecond\n2 of 3 attempts');
    status.show(undefined);
    expect(screen()).toBe('first\nsecond\n');
  });

  it('never wraps, since a wrapped line could not be taken away', () => {
    const { status, screen } = given(10);
    status.show('12 of 40 attempts · 2 running');
    expect(screen()).toBe('12 of 40…');
  });

  it('does not move while somebody is asked', async () => {
    const { status, write, screen } = given();
    status.show('1 of 3 attempts');
    const ask = status.pauseDuring(async () => {
      write('? allow or deny: ');
      status.show('2 of 3 attempts');
      return undefined;
    });
    const asked = ask({} as OperatorQuestion, new AbortController().signal);
    expect(screen()).toBe('? allow or deny: ');
    await asked;
    write('\n');
    expect(screen()).toContain('2 of 3 attempts');
  });
});
