// Needs: sandbox
import { join } from 'node:path';
import { createContractPreparer } from '../../../src/commands/attempts/contract_preparer.js';
import { createRunnerContexts } from '../../../src/commands/attempts/create_runner_contexts.js';
import { openRunSchedule, runAttempts } from '../../../src/commands/attempts/run_attempts.js';
import { createAttemptRunTerms } from '../../../src/commands/plan/create_attempt_run_terms.js';
import { openPlan } from '../../../src/commands/plan/open_plan.js';
import { runOptionsSchema } from '../../../src/commands/study/run_options.js';
import { scoreAttempt } from '../../../src/judge/rubric/score_attempt.js';
import type { EventPayload } from '../../../src/record/events/event.js';
import { type RunRecord, selectEvents } from '../../../src/record/events/select_events.js';
import { verifyRun } from '../../../src/record/storage/verify_run.js';
import type { Agent } from '../../../src/run/agents/agent.js';
import type { AttemptSpec } from '../../../src/run/attempt/attempt_spec.js';
import { runAttempt } from '../../../src/run/attempt/lifecycle/run_attempt.js';
import { readScheduleLog } from '../../../src/run/scheduler/open_schedule.js';
import { MachineError } from '../../../src/system/is_code_fault.js';
import { cleanUp, givenRoom } from '../../given.js';
import { givenShellTask } from '../../given_task.js';

afterAll(cleanUp);
const room = givenRoom();
const SECRET = 'a-word-that-only-its-owner-knows';
const shown = { log() {}, signal: new AbortController().signal, terminal: { columns: 100, colour: false } };

/** A plan of one attempt in a real sandbox, ready to run. */
async function givenPlan(id: string) {
  const options = runOptionsSchema.parse({
    ...{ contracts: [await givenShellTask(room, id)], agents: ['command:true'], out: join(room, 'out', id) },
    ...{ cache: join(room, 'cache'), search_path: process.env.PATH ?? '', concurrency: 1 },
  });
  const lines: string[] = [];
  const out = { ...shown, log: (line: string) => lines.push(line), error: () => {}, secrets: [SECRET] };
  const open = await openPlan(options, { shards: () => 1, durations: [] }, out, room);
  if (open === undefined) throw new Error('the plan was interrupted');
  const contexts = await createRunnerContexts(
    { ...options, keys: [], prices: undefined },
    open.study.contracts,
    open.cache,
    room,
    out,
  );
  return { ...open, options, contexts, out, lines, spec: open.specs[0]! };
}

/** Runs one attempt, with two retries, of an agent whose work is the given one. */
async function attempt(id: string, work: () => never) {
  const { plan, spec, options, contexts, out, lines, close } = await givenPlan(id);
  const specs: AttemptSpec[] = [{ ...spec, agent: { ...spec.agent, work } as unknown as Agent }];
  const terms = { ...options, ...createAttemptRunTerms(plan), reuse: [], retries: 2, width: 1 };
  const schedule = openRunSchedule(specs, terms, contexts);
  const { done } = await runAttempts(specs, terms, contexts, schedule, out).finally(() => schedule.close(false));
  await close();
  const { verdict, run } = done[0]!;
  const { standing, faults, events } = verifyRun(join(options.out, run));
  expect([standing, faults]).toEqual(['sealed', []]);
  const begun = readScheduleLog(join(options.out, 'schedule.jsonl')).filter(({ type }) => type === 'begun');
  return { verdict, lines, tries: begun.length, ...terminationIn(events) };
}

function terminationIn(events: RunRecord['events']): { termination: EventPayload<'termination'>; seq: number } {
  const { payload, seq } = selectEvents(events, 'termination').at(-1)!;
  return { termination: payload, seq };
}

// Holds R5
describe('an exception inside of an attempt', () => {
  it('of our code is tried once, has its stack in the record, and is told as a defect', async () => {
    const { verdict, lines, tries, termination, seq } = await attempt('defect', () => {
      throw new TypeError(`x of ${SECRET} is undefined`);
    });
    expect(tries).toBe(1);
    expect(termination).toMatchObject({ code: 'harness-error', fault: 'code' });
    expect(termination.stack).toMatch(/^TypeError: x of \S+ is undefined\n {4}at .*harness_faults\.test\.ts:\d+:\d+/);
    expect(termination.stack).not.toContain(process.cwd());
    expect(termination.stack).not.toContain(SECRET);
    expect([verdict.status, verdict.tags.map(({ id }) => id)]).toEqual(['invalid', ['harness-defect']]);
    expect(verdict.tags[0]!.evidence).toEqual([{ seq }]);
    expect(lines.join('\n')).toContain('harness-defect: a defect of gatebench: please report it with its stack');
  });

  it('of the machine is tried again, as often as the run says', async () => {
    const { verdict, tries, termination } = await attempt('machine', () => {
      throw new MachineError('mount of a volume failed');
    });
    expect(tries).toBe(3);
    expect(termination).toMatchObject({
      code: 'harness-error',
      fault: 'machine',
      rationale: 'mount of a volume failed',
    });
    expect(verdict.reason).toBe('harness-error: mount of a volume failed');
  });

  it('of the judge is one of our code', async () => {
    const { spec, contexts, close } = await givenPlan('judge');
    const { getContext } = contexts;
    const prepare = createContractPreparer({ repos: [], pull_request: undefined }, contexts, shown.signal);
    let judged = 0;
    const report = await runAttempt(spec, await prepare(spec.loaded), getContext(spec.loaded), (record) => {
      judged += 1;
      if (judged === 1) throw new RangeError('a count below 0');
      return scoreAttempt(record);
    });
    await close();
    expect(report.verdict.status).toBe('invalid');
    expect(report.verdict.reason).toMatch(/^harness-defect: .*a count below 0$/);
  });
});

describe('an exception while a repository is looked at', () => {
  it('of our code ends each attempt as one, and the repository is not looked at again', async () => {
    const { spec, contexts, close } = await givenPlan('prepared');
    const errors: string[] = [];
    let looks = 0;
    const broken = {
      ...contexts,
      getContext: () => {
        looks += 1;
        throw new TypeError('toolchain is undefined');
      },
    };
    const preparer = createContractPreparer({ repos: [], pull_request: undefined }, broken, shown.signal, (line) =>
      errors.push(line),
    );
    const prepared = await preparer(spec.loaded, 2);
    expect(await preparer(spec.loaded, 2)).toBe(prepared);
    expect(looks).toBe(1);
    const report = await runAttempt(spec, prepared, contexts.getContext(spec.loaded), scoreAttempt);
    await close();
    expect(errors.join('\n')).toContain('TypeError: toolchain is undefined');
    expect(report.verdict.tags.map(({ id }) => id)).toEqual(['harness-defect']);
    const { events } = verifyRun(join(contexts.runs, report.attempt_id));
    expect(terminationIn(events).termination).toMatchObject({ fault: 'code', rationale: 'toolchain is undefined' });
  });
});
