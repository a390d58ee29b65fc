import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScheduleLine } from '../../../src/record/planning/plan.js';
import { openSchedule, readScheduleLog } from '../../../src/run/scheduler/open_schedule.js';
import { recoverScheduleState } from '../../../src/run/scheduler/recover_schedule_state.js';
import { cleanUp, givenRoom } from '../../given.js';

afterEach(cleanUp);

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const opened = (second: number, resumed = false): ScheduleLine => ({
  ...{ type: 'opened', at: at(second), resumed, attempts: 3, width: 1, spent_usd: 0 },
});
const begun = (second: number, attempt_id: string, which = 1, extra = false): ScheduleLine => ({
  ...{ type: 'begun', at: at(second), attempt_id, try: which, task: `task ${attempt_id}`, ceiling_usd: 5, extra },
});
const given_try = (attempt_id: string, which: number, ended?: { cost_usd: number | null }) => ({
  ...{ attempt_id, try: which, task: `task ${attempt_id}`, ceiling_usd: 5, extra: false, ended },
});
const sealed = (second: number, attempt_id: string, cost_usd: number | null, which = 1): ScheduleLine => ({
  ...{ type: 'sealed', at: at(second), attempt_id, try: which, status: 'success', cost_usd, wall_ms: 1, head: 'h' },
});

describe('what a process that goes on knows of those before it', () => {
  it('is every try with its end, and how long they were at work, without the time between', () => {
    const lines = [opened(0), begun(1, 'a'), sealed(4, 'a', 2), begun(5, 'b'), opened(100, true), begun(101, 'b', 2)];
    expect(recoverScheduleState(lines)).toEqual({
      tries: [given_try('a', 1, { cost_usd: 2 }), given_try('b', 1), given_try('b', 2)],
      worked_ms: 6000,
    });
  });

  it('is nothing of a run that was begun anew since', () => {
    const lines = [opened(0), begun(1, 'a'), sealed(4, 'a', 2), opened(10), begun(11, 'a')];
    expect(recoverScheduleState(lines)).toEqual({ tries: [given_try('a', 1)], worked_ms: 1000 });
  });

  it('is nothing without a log', () => expect(recoverScheduleState([])).toEqual({ tries: [], worked_ms: 0 }));
});

describe('what was spent holds over processes', () => {
  const given = (lines: readonly ScheduleLine[]) => {
    const folder = givenRoom();
    const runs = join(folder, 'runs');
    mkdirSync(runs);
    writeFileSync(join(folder, 'schedule.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const open = (resume: boolean) =>
      openSchedule({ folder, runs, attempts: 3, width: 1, resume, now: () => new Date() });
    return { folder, runs, open };
  };

  it('with what is known, and ceilings for what is not', () => {
    const { open } = given([opened(0), begun(1, 'a'), sealed(2, 'a', 1.5), begun(3, 'b'), sealed(4, 'b', null)]);
    const { ledger, tries, log, elapsed_ms } = open(true);
    expect([
      ledger.total_usd,
      ledger.spent_on_task('task a'),
      ledger.spent_on_task('task b'),
      tries('a'),
      tries('c'),
    ]).toEqual([6.5, 1.5, 5, 1, 0]);
    expect(elapsed_ms()).toBeGreaterThanOrEqual(4000);
    log.close();
  });

  it('with what a try cost whose process was killed after its seal, or before it did anything', () => {
    const { folder, runs, open } = given([opened(0), begun(1, 'a'), begun(1, 'b')]);
    mkdirSync(join(runs, 'a'));
    writeFileSync(join(runs, 'a', 'report.json'), JSON.stringify({ cost: { total_usd: 0.75 } }));
    const first = open(true);
    expect(first.ledger.total_usd).toBe(0.75);
    first.log.close();
    // It is written down, so that a later process need not find it where another try is by then.
    writeFileSync(join(runs, 'a', 'report.json'), JSON.stringify({ cost: { total_usd: 99 } }));
    const second = open(true);
    expect([second.ledger.total_usd, second.tries('a')]).toEqual([0.75, 1]);
    second.log.close();
    expect(readScheduleLog(join(folder, 'schedule.jsonl')).filter(({ type }) => type === 'lost')).toHaveLength(2);
  });

  it('those of attempts beyond the plan, of which the process that goes on knows nothing yet, included', () => {
    const { open } = given([opened(0), begun(1, 'a'), sealed(2, 'a', 1), begun(3, 'x', 1, true), sealed(4, 'x', null)]);
    const { ledger, log } = open(true);
    expect([ledger.total_usd, ledger.extra_usd, ledger.spent_on_task('task x')]).toEqual([6, 5, 5]);
    log.close();
  });

  it('and counts for nothing in a run that is begun anew', () => {
    const { open } = given([opened(0), begun(1, 'a'), sealed(2, 'a', 1.5)]);
    const { ledger, tries, log } = open(false);
    expect([ledger.total_usd, tries('a')]).toEqual([0, 0]);
    log.close();
  });
});
