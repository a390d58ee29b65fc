import { jest } from '@jest/globals';
import { openRunProgress } from '../../../src/commands/attempts/run_progress.js';
import { createProgressReporter } from '../../../src/commands/io/progress_reporter.js';
import type { Event } from '../../../src/record/events/event.js';
import type { Job } from '../../../src/run/scheduler/choose_next_action.js';

const jobs = ['a', 'b', 'c', 'd'].map(
  (id): Job => ({ id, task: id === 'd' ? 'other' : 'task', weight: 1, ceiling_usd: 1 }),
);
const [a, b, c, d] = jobs as [Job, Job, Job, Job];

function given(total_usd?: number) {
  const money = { usd: 0 };
  const lines: string[] = [];
  let shown: string | undefined;
  const now = () => Date.now();
  const status = (line: string | undefined) => {
    shown = line;
  };
  const progress = openRunProgress(
    { jobs, width: 2, total_usd, spent_usd: () => money.usd, now, line: (text) => void lines.push(text) },
    createProgressReporter({ status, line: () => {}, columns: () => 200, now }),
  );
  return { money, lines, progress, shown: () => shown };
}
const ended = { over: true, failed: false, wall_ms: 4_000, line: 'done' };
const enter = (to: string) => ({ type: 'stage_changed', payload: { to } }) as unknown as Event;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('how far a run is', () => {
  it('has no estimate before an attempt has ended, and then that of its task', () => {
    const { progress, shown } = given();
    progress.begin(a, 'a').watch?.('a', enter('evaluation'));
    jest.advanceTimersByTime(1000);
    expect(shown()).toBe('attempts 0 of 4 · a · evaluation');
    progress.begin(b, 'b');
    jest.advanceTimersByTime(3000);
    progress.end(a, ended);
    // b is due, c takes as long as a, d as long as all so far: 8 s of work, two at a time.
    expect(shown()).toBe('attempts 1 of 4, 5 s left · b · getting the repository');
    progress.end(b, { ...ended, failed: true });
    progress.begin(c, 'c');
    progress.end(c, ended);
    progress.begin(d, 'd');
    progress.end(d, ended);
    expect(shown()).toBe('attempts 4 of 4 · 1 without success');
    progress.close();
    expect(shown()).toBeUndefined();
  });

  it('names what takes long in a stage', () => {
    const { progress, shown } = given();
    const { watch, activity } = progress.begin(a, 'a');
    watch?.('a', enter('setup'));
    activity?.('npm ci');
    jest.advanceTimersByTime(8000);
    expect(shown()).toBe('attempts 0 of 4 · a · setup · npm ci, 8 s so far');
    watch?.('a', enter('evaluation'));
    activity?.('measuring the reference solution', { done: 2, about: 20 });
    expect(shown()).toBe('attempts 0 of 4 · a · evaluation · measuring the reference solution 2 of about 20');
    progress.close();
  });

  it('says what is spent of the envelope', () => {
    const { money, progress, shown } = given(10);
    money.usd = 2.5;
    progress.begin(a, 'a');
    jest.advanceTimersByTime(1000);
    expect(shown()).toBe('attempts 0 of 4 · $2.50 of $10.00 · a · getting the repository');
    progress.close();
  });

  it('counts a try that is made again among what is left', () => {
    const { progress, lines, shown } = given();
    progress.begin(a, 'a');
    jest.advanceTimersByTime(1000);
    progress.end(a, { ...ended, over: false, line: 'no sandbox · once more' });
    expect([lines, shown()]).toEqual([['no sandbox · once more'], 'attempts 0 of 4, 10 s left']);
    progress.close();
  });
});
