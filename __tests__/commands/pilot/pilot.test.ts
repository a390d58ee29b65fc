import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { stringify } from 'yaml';
import { computeDigest, sha256 } from '../../../src/record/json/compute_digest.js';
import { pilotProtocolSchema } from '../../../src/record/planning/pilot_protocol.js';
import { groupWhere } from '../../machine.js';
import { givenPilotSuite } from './given_pilot.js';

type Room = Awaited<ReturnType<typeof givenPilotSuite>>;
const rooms: string[] = [];
afterAll(() => {
  for (const room of rooms) rmSync(room, { recursive: true, force: true });
});
async function givenRoomWith(changes: Record<string, unknown> = {}): Promise<Room> {
  const given = await givenPilotSuite(changes);
  rooms.push(given.room);
  return given;
}
const planned = ({ say }: Room, out = 'pilot') => say('pilot', 'plan', '--suite', 'gatebench.yml', '--out', out);
const text = ({ room }: Room, file: string) => readFileSync(join(room, file), 'utf8');

describe('pilot plan', () => {
  // Holds G9
  it('writes what is agreed, each file bound by a digest, and all of it by one', async () => {
    const given = await givenRoomWith();
    const said = await planned(given);
    expect(said).toMatchObject({ code: 0, err: '' });
    const protocol = pilotProtocolSchema.parse(JSON.parse(text(given, 'pilot/pilot.json')));
    const { digest, ...rest } = protocol;
    expect(computeDigest(rest)).toBe(digest);
    expect(said.out).toContain(`publish this before the first run: ${digest}`);
    expect(readdirSync(join(given.room, 'pilot')).sort()).toEqual(
      [...Object.keys(protocol.files), 'pilot.json'].sort(),
    );
    for (const [file, sha] of Object.entries(protocol.files)) expect(sha256(text(given, `pilot/${file}`))).toBe(sha);
    const order = parse(text(given, 'pilot/randomization_plan.csv'), { columns: true }) as Record<string, string>[];
    expect(
      order.map(({ task, trial, stage }) => `${task} ${trial} ${stage}`).filter((row, i, all) => row !== all[i - 1]),
    ).toEqual(protocol.tasks.flatMap(({ id }) => [`${id} 1 1`, `${id} 2 3`]));
    expect(protocol).toMatchObject({
      seed: 20260307,
      baselines: ['noop', 'human'],
      comparisons: [{ base: 'good', head: 'bad' }],
      power: { verdict: 'does not support', monotone: true },
    });
    // People's time for the human baseline: 1 and 2 USD a trial.
    expect(protocol.stages.map(({ ceiling_usd }) => ceiling_usd)).toEqual([3, 0, 3]);
    expect(said.out).toContain('at most 3.00 USD');
    expect(text(given, 'pilot/cost_model.csv')).toContain('human,minute,0.166667,human baseline,,,,9,4,6');
    const curve = parse(text(given, 'pilot/cost_projection.csv'), { columns: true }) as Record<string, string>[];
    expect(curve).toHaveLength(4);
    expect(curve.at(-1)).toMatchObject({
      attempts: '16',
      projected_expected_usd: '6',
      projected_ceiling_usd: '6',
      budget_total_usd: '10',
    });
    expect(JSON.parse(text(given, 'pilot/cost_precision.json'))).toMatchObject({
      label: 'projection for planning, no result',
      monotone: true,
    });
    const page = text(given, 'pilot/pilot_plan.html');
    for (const part of [
      String.raw`\u003csvg`,
      'Projected cost (illustrative)',
      'not an empirical result',
      'Cost and precision',
    ])
      expect(page).toContain(part);
  });

  it('writes the same again, and never over another protocol', async () => {
    const given = await givenRoomWith();
    const first = await planned(given);
    expect(await planned(given)).toEqual(first);
    given.put('gatebench.yml', stringify({ ...given.suite, trials: 3 }));
    expect((await planned(given)).code).toBe('pilot holds another protocol already, which may be published and begun');
    mkdirSync(join(given.room, 'results'));
    given.put('results/plan.json', 'of a run');
    expect((await planned(given, 'results')).code).toBe('results holds another plan.json already');
    expect(text(given, 'results/plan.json')).toBe('of a run');
    expect((await planned(given, 'other')).code).toBe(0);
  });

  it.each([
    [{ trials: 1 }, 'pilot.stage_2.trials: stage 3 increases them: the suite needs more trials (1)'],
    [
      { pilot: { stage_1: { trials: 2 }, stage_2: { trials: 1 } } },
      'pilot.stage_1.trials: are more than those of stage 2 (1)',
    ],
    [{ pilot: { flakyness_tolerance: 0 } }, 'unknown key "flakyness_tolerance" – did you mean "flakiness_tolerance"?'],
    [{ order: 'listed' }, 'order: a pilot has a randomised order'],
    [{ pilot: undefined, trials: 1 }, 'trials: stage 3 increases the trials of stage 2 (1), the suite has 1'],
    [{ pilot: { cost_model: 'costs.csv' } }, 'cost model costs.csv cannot be read (ENOENT)'],
  ])('refuses %j, with its place', async (changes, complaint) => {
    const given = await givenRoomWith(changes);
    expect((await planned(given)).code).toContain(complaint);
    expect(existsSync(join(given.room, 'pilot'))).toBe(false);
  });

  it('multiplies unit prices with what is expected; what has no quantity has no expectation', async () => {
    const given = await givenRoomWith({ pilot: { cost_model: 'costs.csv' } });
    given.put(
      'costs.csv',
      'action_type,unit,unit_price,notes,quantity\nexecution,minute,0.01,,2\noverhead,run,0.5,,\n',
    );
    await planned(given);
    const rows = parse(text(given, 'pilot/cost_model.csv'), { columns: true }) as Record<string, string>[];
    expect(rows.slice(0, 2)).toMatchObject([
      { action_type: 'execution', quantity: '2', attempts: '16', expected_usd: '0.32' },
      { action_type: 'overhead', quantity: '', attempts: '16', expected_usd: '' },
    ]);
    const inputs = JSON.parse(text(given, 'pilot/cost_model_inputs.json'));
    expect(inputs).toMatchObject({
      label: 'inputs for planning, no measurement',
      table: { path: 'costs.csv' },
      units: [
        { action_type: 'execution', quantity: 2, applies_to: 'every attempt' },
        { action_type: 'overhead', quantity: null },
      ],
    });
    expect(inputs.arms.map(({ expected_usd }: { expected_usd: null }) => expected_usd)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    given.put('costs.csv', 'action_type,unit,unit_price,notes,quantity\nexecution,,0.01,,2\n');
    expect((await planned(given, 'other')).code).toContain('costs.csv:2:');
    given.put('costs.csv', 'action_type,unit,unit_price,notes,quantity\nexecution,minute,0.01,,-2\n');
    expect((await planned(given, 'other')).code).toContain('costs.csv:2:24  "-2" is no quantity');
  });
});

groupWhere('sandbox')('a pilot, run stage by stage', () => {
  let given: Room;
  const runPlan = (plan: string, out: string, ...more: string[]) =>
    given.say('run', '--suite', 'gatebench.yml', '--plan', plan, '--out', out, ...more);
  const run = (stage: number, ...more: string[]) =>
    runPlan(`pilot/stage-${stage}.plan.json`, `runs/stage-${stage}`, ...more);
  const check = async (stage: number, ...results: string[]) => {
    const { code, out } = await given.say('pilot', 'check', 'pilot', ...results, '--stage', String(stage), '--json');
    return { code, ...(typeof code === 'number' ? JSON.parse(out) : {}) };
  };
  const verdicts = (found: { criteria: { id: string; verdict: string }[] }) =>
    Object.fromEntries(found.criteria.map(({ id, verdict }) => [id, verdict]));

  beforeAll(async () => {
    given = await givenRoomWith();
    await planned(given);
  });

  it('stage 1 is judged before it begins, and after', async () => {
    const before = await check(1);
    expect(before).toMatchObject({ code: 1, advice: { decision: 'continue' } });
    expect(verdicts(before)).toEqual({ 'deterministic-checks': 'not met', caps: 'met', baselines: 'met' });
    const refused = await run(1);
    expect(refused.code).toContain('pilot/stage-1.plan.json is stage 1 of the pilot small, which may not begin:');
    expect(refused.code).toContain('deterministic-checks, not met: 2 of 2 tasks are not proven');
    expect(existsSync(join(given.room, 'runs'))).toBe(false);
    const deviate = (because: string) => given.say('pilot', 'deviate', 'pilot', '--stage', '1', '--because', because);
    expect((await deviate('no')).code).toBe(2);
    expect((await deviate('the tasks of this test need no proof')).code).toBe(0);
    expect((await run(1)).code).toBe(0);
    const after = await check(1, 'runs');
    expect(verdicts(after)).toMatchObject({ 'complete-records': 'met', 'cost-accounting': 'not met' });
    // Nobody metered what made the patches of the agents; the time of people has a price.
    expect(after.stages[0]).toMatchObject({ planned: 8, done: 8, missing: 0, cost_unknown: 4, spent_usd: 3 });
    expect(after.deviations).toMatchObject([{ kind: 'entry criteria, declared', where: { length: 8 } }]);
    expect(after.declared).toMatchObject([
      { stage: 1, criteria: ['deterministic-checks'], by: 'tester', because: 'the tasks of this test need no proof' },
    ]);
    expect(verdicts(await check(2, 'runs'))).toMatchObject({
      'no-violation': 'met',
      flakiness: 'met',
      'stage-1': 'not met',
    });
  });

  it('a deviation travels in the records, where the folder of the pilot does not', async () => {
    const log = join(given.room, 'pilot/deviations.jsonl');
    const before = readFileSync(log, 'utf8');
    rmSync(log);
    expect((await check(1, 'runs')).declared).toMatchObject([{ stage: 1, by: 'tester' }]);
    writeFileSync(log, before.replace('no proof', 'no proofs'));
    expect((await check(1, 'runs')).code).toBe('pilot/deviations.jsonl:1:1  was changed after it was written');
    writeFileSync(log, before);
  });

  it('only a stage is run, and only by its protocol', async () => {
    expect((await runPlan('pilot/plan.json', 'elsewhere')).code).toBe(
      'pilot/plan.json has all attempts of the pilot small, which is run stage by stage',
    );
    mkdirSync(join(given.room, 'copied'));
    given.put('copied/mine.json', text(given, 'pilot/stage-2.plan.json'));
    expect((await runPlan('copied/mine.json', 'elsewhere')).code).toBe(
      'copied/mine.json is stage 2 of a pilot, and no pilot.json is beside it',
    );
    const { digest: _, pilot_stage: __, ...edited } = JSON.parse(text(given, 'pilot/stage-2.plan.json'));
    given.put('pilot/mine.json', JSON.stringify({ ...edited, digest: computeDigest(edited) }));
    expect((await runPlan('pilot/mine.json', 'elsewhere')).code).toBe(
      'pilot/mine.json is no plan of the pilot small: its results would count nowhere',
    );
    rmSync(join(given.room, 'pilot/mine.json'));
    expect(existsSync(join(given.room, 'elsewhere'))).toBe(false);
  });

  // Holds G9
  it('a later stage may not begin before what it rests on, and says where it has looked', async () => {
    const said = await run(3);
    expect(said.code).toMatch(/is stage 3 of the pilot small, which may not begin:\n {2}stage-2, /);
    expect(said.code).toContain('stage-2, not met');
    expect(said.code).toContain('power, not met');
  });

  it('results of something else count nowhere, and are named', async () => {
    await given.say('run', 'easy', '--agent', 'noop', '--out', 'stray');
    expect((await check(1, 'runs', 'stray')).deviations[0]).toMatchObject({
      kind: 'outside of the plan',
      where: ['stray'],
    });
  });

  it('another seed or another cap is another suite: its attempts are not those of the plan', async () => {
    for (const change of [{ seed: 1337 }, { budget: { total_usd: 10, run_usd: 1 } }]) {
      given.put('gatebench.yml', stringify({ ...given.suite, ...change }));
      expect((await run(1)).code).toContain('pilot/stage-1.plan.json is the plan of something else');
    }
    given.put('gatebench.yml', stringify(given.suite));
  });

  it('a record that was changed is refused', async () => {
    const runs = join(given.room, 'runs/stage-1/runs');
    const events = join(runs, readdirSync(runs)[0]!, 'events.jsonl');
    const before = readFileSync(events);
    writeFileSync(events, before.toString().replace('"run_started"', '"run_stopped"'));
    expect(typeof (await check(1, 'runs')).code).toBe('string');
    writeFileSync(events, before);
  });

  it('a protocol that was changed is refused, whichever file it is', async () => {
    for (const file of [
      'pilot.json',
      'randomization_plan.csv',
      'power_analysis.json',
      'stage-3.plan.json',
      'plan.json',
    ]) {
      const path = join(given.room, 'pilot', file);
      const before = readFileSync(path, 'utf8');
      writeFileSync(path, before.replace('easy', 'eazy').replace('0.8', '0.7'));
      expect((await check(1, 'runs')).code).toContain('was changed after it was agreed');
      writeFileSync(path, before);
    }
    expect((await given.say('pilot', 'check', 'runs', '--stage', '1')).code).toBe(
      'runs is no folder of a pilot: it has no pilot.json',
    );
  });

  it('a task that is removed is in no figure and in no further stage; the log cannot be changed', async () => {
    expect(
      (await given.say('pilot', 'remove', 'pilot', 'hadr', '--because', 'it depends on the time of day')).code,
    ).toContain('did you mean "hard"?');
    expect(
      (await given.say('pilot', 'remove', 'pilot', 'hard', '--because', 'it depends on the time of day')).code,
    ).toBe(0);
    expect(
      (await given.say('pilot', 'remove', 'pilot', 'hard', '--because', 'it depends on the time of day')).code,
    ).toContain('was removed already');
    const after = await check(1, 'runs');
    expect(after.stages.map(({ planned, done }: Record<string, number>) => [planned, done])).toEqual([
      [4, 4],
      [0, 0],
      [4, 0],
    ]);
    expect(after.removals).toMatchObject([{ task: 'hard', because: 'it depends on the time of day' }]);
    const log = join(given.room, 'pilot/removals.jsonl');
    const before = readFileSync(log, 'utf8');
    writeFileSync(log, before.replace('time of day', 'weather'));
    expect((await check(1, 'runs')).code).toBe('pilot/removals.jsonl:1:1  was changed after it was written');
    writeFileSync(log, before);
    appendFileSync(log, '{"torn');
    expect((await check(1, 'runs')).code).toContain('the last line is torn');
    writeFileSync(log, before);
  });

  it('stage 3 is run by the plan without it, and the report tells planned from done, with reviews', async () => {
    const why = 'two tasks show the workflow, not an effect';
    expect((await run(3)).code).toBe('pilot/stage-3.plan.json has tasks that were removed from the pilot');
    const declared = await given.say('pilot', 'deviate', 'pilot', 'runs', '--stage', '3', '--because', why);
    expect(declared).toMatchObject({ code: 0, out: expect.stringContaining('declared by tester') });
    expect((await runPlan('pilot/stage-3.removal-1.plan.json', 'runs/stage-3')).code).toBe(0);
    const found = await check(3, 'runs');
    expect(found).toMatchObject({ advice: { decision: 'stop', rule: 'planned end' } });
    expect(verdicts(found)).toMatchObject({ completed: 'met' });
    const results = text(given, 'runs/stage-3/results.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { attempt_id } = results.find(({ agent }) => agent.name.includes('bad'));
    given.put('reviews.csv', `attempt,reviewer,verdict,minutes,reason\n${attempt_id},ann,incorrect,3,it says left\n`);
    const said = await given.say(
      'pilot',
      'report',
      'pilot',
      'runs',
      '--adjudications',
      'reviews.csv',
      '--usd-per-hour',
      '60',
    );
    expect(said).toMatchObject({ code: 0 });
    const report = JSON.parse(text(given, 'pilot-report/pilot_report.json'));
    expect(report.adjudications).toMatchObject({
      reviews: 1,
      false_positives: { all: { errors: 0, of: 1 } },
      human: { usd: 3 },
    });
    expect(report.analysis).toMatchObject({ attempts: 8, missing: 0 });
    expect(report.pilot.runs).toHaveLength(8);
    expect(report.pilot.runs[0]).toMatchObject({
      acceptance: expect.stringMatching(/^(passed|failed)$/),
      activity: { tool_calls: expect.any(Number) },
    });
    expect(report.analysis.rates.strata[0]).toMatchObject({ cost_usd: { n: expect.any(Number) } });
    expect(text(given, 'pilot-report/pilot_report.html')).toContain('Projected cost (illustrative)');
    const markdown = text(given, 'pilot-report/pilot_report.md');
    for (const title of [
      'Pilot small',
      'Success rates',
      'What reviewers found',
      'Deviations that were declared',
      'Record of each run',
      'Tasks removed, not replaced',
    ])
      expect(markdown).toContain(title);
    given.put('reviews.csv', 'attempt,reviewer,verdict,minutes,reason\nnone,ann,incorrect,3,x\n');
    expect((await given.say('pilot', 'report', 'pilot', 'runs', '--adjudications', 'reviews.csv')).code).toContain(
      'reviews.csv:2:1',
    );
  });

  it('asks for a stage that there is', async () => {
    expect((await given.say('pilot', 'check', 'pilot', '--stage', '4')).code).toBe(2);
    expect((await given.say('pilot', 'check', 'pilot', 'nowhere', '--stage', '1')).code).toContain('nowhere');
  });
});
