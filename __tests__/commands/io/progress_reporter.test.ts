// Needs: nothing
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { createProgressReporter, runStep } from '../../../src/commands/io/progress_reporter.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function given(watched: boolean) {
  const lines: string[] = [];
  const shown: (string | undefined)[] = [];
  const progress = createProgressReporter({
    ...(watched ? { status: (line: string | undefined) => shown.push(line) } : {}),
    line: (line) => lines.push(line),
    ...{ columns: () => 60, now: () => Date.now() },
  });
  return { progress, lines, shown };
}

describe('progress', () => {
  it('is one line on a terminal, which comes after a second and goes with the last step', () => {
    const { progress, shown, lines } = given(true);
    const step = progress.begin('proof');
    jest.advanceTimersByTime(999);
    expect(shown).toEqual([]);
    jest.advanceTimersByTime(1);
    step.update({ done: 1, of: 2 });
    step.end();
    expect([shown, lines]).toEqual([['proof', 'proof 1 of 2', undefined], []]);
    progress.begin('quick').end();
    jest.advanceTimersByTime(60_000);
    expect(shown).toHaveLength(3);
  });

  it('is a line for each step that takes long in a log', () => {
    const { progress, lines } = given(false);
    const step = progress.begin('attempts');
    jest.advanceTimersByTime(2000);
    step.begin('setup');
    jest.advanceTimersByTime(13_000);
    step.end();
    jest.advanceTimersByTime(60_000);
    expect(lines).toEqual(
      ['… attempts', '… attempts · setup, 5 s so far', '… attempts · setup, 13 s so far'].slice(0, 2),
    );
  });

  it('ends with its function, also where that fails', async () => {
    const { progress, shown } = given(true);
    const fail = runStep(progress, 'setup', async () => {
      jest.advanceTimersByTime(1000);
      throw new Error('no');
    });
    await expect(fail).rejects.toThrow('no');
    expect(shown).toEqual(['setup', undefined]);
  });

  it('goes over from part to part', () => {
    const { progress, shown } = given(true);
    const step = progress.begin('evaluation');
    jest.advanceTimersByTime(1000);
    step.enter('measuring', { done: 0 });
    step.enter('measuring', { done: 1, about: 3 })?.begin('run 2');
    step.enter('judging');
    step.enter(undefined);
    step.end();
    expect([...new Set(shown)]).toEqual([
      'evaluation',
      'evaluation · measuring',
      'evaluation · measuring 1 of about 3',
      'evaluation · measuring 1 of about 3 · run 2',
      'evaluation · judging',
      undefined,
    ]);
  });

  it('lets no control character of a contract or a path through', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('\u001b[2J', '\r', '\n::error::x', '\u009b', '\u202e'), (text, evil) => {
        const { progress, shown, lines } = given(true);
        const step = progress.begin(text + evil);
        jest.advanceTimersByTime(1000);
        step.update({ text: evil + text, note: evil });
        step.end();
        expect([...shown, ...lines].join('')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]/);
      }),
    );
  });
});
