import { jest } from '@jest/globals';
import { openRunProgress } from '../../../src/commands/attempts/run_progress.js';
import type { Job } from '../../../src/run/scheduler/choose_next_action.js';

const jobs = ['a', 'b', 'c', 'd'].map(
  (id): Job => ({ id, task: id === 'd' ? 'other' : 'task', weight: 1, ceiling_usd: 1 }),
);
const [a, b, c, d] = jobs as [Job, Job, Job, Job];

function given(total_usd?: number, watched = true) {
  const at = { ms: 0, usd: 0 };
  const lines: string[] = [];
  const reminders: string[] = [];
  let shown: string | undefined;
  const progress = openRunProgress(
    { jobs, width: 2, total_usd, spent_usd: () => at.usd, now: () => at.ms },
    {
      line: (text) => void lines.push(text),
      reminder: (text) => void reminders.push(text),
      status: watched
        ? (text) => {
            shown = text;
          }
        : undefined,
    },
  );
  return { at, lines, reminders, progress, shown: () => shown };
}
const ended = { over: true, failed: false, wall_ms: 4_000, line: 'done' };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('how far a run is', () => {
  it('has no estimate before an attempt has ended, and then that of its task', () => {
    const { at, progress, shown } = given();
    progress.begin(a);
    expect(shown()).toBe('0 of 4 attempts · 1 running');
    progress.begin(b);
    at.ms = 4_000;
    progress.end(a, ended);
    // b is due, c takes as long as a, d as long as all so far: 8 s of work, two at a time.
    expect(shown()).toBe('1 of 4 attempts · a few seconds left · 1 running');
    progress.end(b, { ...ended, failed: true });
    progress.begin(c);
    progress.begin(d);
    at.ms = 5_600;
    progress.end(c, ended);
    expect(shown()).toBe('3 of 4 attempts · 1 without success · a few seconds left · 1 running');
    progress.end(d, ended);
    expect(shown()).toBe('4 of 4 attempts · 1 without success');
    progress.close();
    expect(shown()).toBeUndefined();
  });

  it('names what takes long', () => {
    const { at, progress, shown } = given();
    progress.begin(a);
    progress.stage('a', 'setup');
    at.ms = 8_000;
    jest.advanceTimersByTime(1000);
    expect(shown()).toBe('0 of 4 attempts · 1 running … a · setup · 8 s so far');
    progress.close();
  });

  it('says what is spent of the envelope', () => {
    const { at, progress, shown } = given(10);
    at.usd = 2.5;
    progress.begin(a);
    expect(shown()).toBe('0 of 4 attempts · $2.50 of $10.00 · 1 running');
    progress.close();
  });

  it('counts a try that is made again among what is left', () => {
    const { progress, lines, shown } = given();
    progress.begin(a);
    progress.end(a, { ...ended, over: false, line: 'no sandbox · once more' });
    expect([lines, shown()]).toEqual([['no sandbox · once more'], '0 of 4 attempts · 10 s left']);
    progress.close();
  });

  it('is said once a minute where nobody watches, and what takes long every ten seconds', () => {
    const { at, progress, reminders } = given(undefined, false);
    progress.begin(a);
    progress.stage('a', 'setup');
    at.ms = 10_000;
    jest.advanceTimersByTime(10_000);
    expect(reminders).toEqual(['… a · setup · 10 s so far']);
    progress.end(a, ended);
    jest.advanceTimersByTime(50_000);
    expect(reminders.slice(1)).toEqual(['… 1 of 4 attempts · 5 s left']);
    progress.close();
    jest.advanceTimersByTime(600_000);
    expect(reminders).toHaveLength(2);
  });
});
