import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consistencyOptionsSchema } from '../../../src/commands/consistency/consistency_options.js';
import { measureConsistency } from '../../../src/commands/consistency/measure_consistency.js';
import { consistencyLineSchema } from '../../../src/judge/analysis/consistency/consistency_line.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { complaints } from '../../given_output.js';
import { GOLDEN, givenShellTask } from '../../given_task.js';
import { where } from '../../machine.js';

afterAll(cleanUp);

const history = 'history.jsonl';
const room = givenRoom();
let contracts: string[];
beforeAll(async () => {
  contracts = [await givenShellTask(room, 'one'), await givenShellTask(room, 'two')];
  write(room, { 'fix.patch': GOLDEN, 'bad.patch': GOLDEN.replaceAll('right', 'worse') });
});

async function measured(agent: string, more: object = {}) {
  const [lines, errors]: [string[], string[]] = [[], []];
  const order = consistencyOptionsSchema.parse({
    run: {
      contracts,
      agents: [agent],
      out: `out-${agent.replace(/\W/g, '-')}`,
      cache: join(room, 'cache'),
      search_path: process.env.PATH ?? '',
      concurrency: 2,
    },
    k: 2,
    history,
    ...more,
  });
  const outcome = await measureConsistency(
    order,
    {
      log: (line) => lines.push(line),
      error: (line) => errors.push(line),
      signal: new AbortController().signal,
      terminal: { columns: 100, colour: false },
    },
    room,
    () => new Date('2026-03-07T00:00:00Z'),
  );
  const wrong = errors.filter((line) => complaints(line) !== '');
  return { ...outcome, lines, errors: wrong };
}

describe('consistency of an agent', () => {
  // Holds G3
  where('sandbox')(
    'is measured over real attempts, each pass a trial of every contract, and kept in a history with its front',
    async () => {
      const bad = await measured('patch:bad.patch');
      expect(bad).toMatchObject({ exit_code: 0, errors: [] });
      expect(bad.line!.report).toEqual({
        pass_at_1: 0,
        pass_at_k: 0,
        consistency_gap: 0,
        run_variance: 0,
        clear_scores: [0, 0],
        reasoning_paradox: false,
        pareto_efficient: false,
      });
      const good = await measured('patch:fix.patch');
      expect(good.line).toMatchObject({
        k: 2,
        tasks: 2,
        left_out: [],
        report: { pass_at_1: 1, pass_at_k: 1, clear_scores: [1, 1], pareto_efficient: false },
        // Nobody metered what a patch cost: no point, rather than one that is free.
        point: null,
      });
      expect(good.lines.join('\n')).toMatch(/2 passes over 2 contracts[\s\S]*all 2 attempts succeed\s+100 %/);
      const kept = readFileSync(join(room, history), 'utf8').trimEnd().split('\n');
      expect(kept.map((line) => consistencyLineSchema.parse(JSON.parse(line)))).toEqual([bad.line, good.line]);
      // The records of all passes are there.
      const results = readFileSync(join(room, 'out-patch-fix-patch', 'results.jsonl'), 'utf8')
        .trimEnd()
        .split('\n');
      expect(results.map((line) => JSON.parse(line).trial).sort()).toEqual([1, 1, 2, 2]);
    },
  );

  where('sandbox')('counts what is no line of a history for nothing, and says so', async () => {
    appendFileSync(join(room, history), '{"schema":1,"at"');
    const again = await measured('patch:fix.patch', resumed());
    expect(again.errors[0]).toBe(`${history}:3:1: is no line of a history of consistency; it counts for nothing`);
    expect(again.errors.filter((line) => line.includes('kept'))).not.toEqual([]);
    expect(again.exit_code).toBe(0);
    expect(JSON.parse(again.lines.at(-1)!)).toMatchObject({ report: { pass_at_k: 1 }, tasks: 2 });
    expect(again.lines).toHaveLength(1);
  });

  where('sandbox')(
    'leaves out a contract whose attempts were not all decided, names it, and is indecisive',
    async () => {
      const broken = await givenShellTask(room, 'broken', {
        contract: {
          acceptance: [{ id: 'unit', run: 'exit 127', layer: 'unit', report: 'tap', fail_to_pass: ['a'] }] as never,
        },
      });
      const { exit_code, line, errors } = await measured('patch:fix.patch', {
        history: undefined,
        run: { ...resumed().run, contracts: [broken], resume: false, json: false, out: 'out-broken' },
      });
      expect({ exit_code, line }).toEqual({ exit_code: 3, line: null });
      expect(errors.join('\n')).toContain('broken: left out, since not all of its 2 attempts were decided');
    },
  );

  it('wants one agent, and no suite', () => {
    const refused = (run: object) => consistencyOptionsSchema.safeParse({ run: { out: 'o', ...run } }).success;
    expect(refused({ contracts, agents: ['golden', 'noop'] })).toBe(false);
    expect(refused({ suite: 'gatebench.yml' })).toBe(false);
    expect(refused({ contracts, agents: ['golden'] })).toBe(true);
  });
});

function resumed() {
  return {
    run: {
      contracts,
      agents: ['patch:fix.patch'],
      out: 'out-patch-fix-patch',
      cache: join(room, 'cache'),
      search_path: process.env.PATH ?? '',
      resume: true,
      json: true,
    },
  };
}
