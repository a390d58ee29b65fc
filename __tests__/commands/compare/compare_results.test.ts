import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparisonReportSchema } from '../../../src/judge/analysis/regression/comparison_report.js';
import { computeDigest, toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import { ENGINE_VERSION } from '../../../src/record/manifest/engine_version.js';
import type { RunConditions } from '../../../src/record/manifest/manifest.js';
import type { Plan } from '../../../src/record/planning/plan.js';
import type { HistoryLine } from '../../../src/record/planning/suite_history.js';
import type { AttemptResult } from '../../../src/record/verdict/attempt_result.js';
import { typeCommand } from '../../given_command_line.js';
import { givenConditions, givenResult, HOSTILE } from '../../publish/given_results.js';
import { givenAttempts, givenPlan, VERSION_OF, writeShard } from '../merge/given_shards.js';

let room: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'gatebench-compare-'));
});
afterEach(() => rmSync(room, { recursive: true }));

const compare = (...argv: string[]) => typeCommand(room, ['compare', ...argv], '');

const version = (task: string) => Buffer.from(task.padEnd(32, '.')).toString('hex').slice(0, 64).padEnd(64, '0');

/** One run per letter: s(uccess), f(ailure), i(ndeterminate). */
function results(
  folder: string,
  tasks: Record<string, string>,
  { agent = 'codex', changed = [] as string[] } = {},
): void {
  const lines = Object.entries(tasks).flatMap(([task, letters]) =>
    [...letters].map((letter, i) =>
      toCanonicalJson(
        givenResult({
          attempt: `${agent === 'opus' ? 'opus-' : ''}${task}-${i}`,
          task,
          version: version(changed.includes(task) ? `${task}2` : task),
          agent,
          trial: i + 1,
          gates: { s: 'pppp', f: 'ppfp', i: 'ppe-' }[letter]!,
        }),
      ),
    ),
  );
  mkdirSync(join(room, folder), { recursive: true });
  writeFileSync(join(room, folder, 'results.jsonl'), `${lines.join('\n')}\n`);
}

function history(tasks: Record<string, [number, number]>, arm = 'codex', versionOf = version): void {
  const line: HistoryLine = {
    schema: 1,
    suite: 'nightly',
    at: '2026-11-01T02:00:00Z',
    commit: null,
    run_url: null,
    harness_versions: [ENGINE_VERSION],
    rubrics: ['1'],
    plan: null,
    arms: [
      {
        arm,
        agent: arm,
        model: null,
        ablation: 'none',
        role: 'agent',
        identities: [],
        tasks: Object.entries(tasks).map(([task, [successes, failures]]) => ({
          task,
          version: versionOf(task),
          runs: successes + failures,
          successes,
          failures,
          undecided: 0,
          cost_usd: null,
          wall_ms: 1,
        })),
      },
    ],
  };
  writeFileSync(join(room, 'history.jsonl'), `${toCanonicalJson(line)}\n{"torn`);
}

describe('compare says whether head is worse than base', () => {
  const stable = { a: 'sss', b: 'sss', c: 'sss', d: 'fff' };

  it('regression: 1, with the contract and the numbers', async () => {
    results('before', stable);
    results('after', { ...stable, b: 'fff' });
    history({ a: [20, 0], b: [20, 0], c: [20, 0], d: [0, 20] });
    const { code, log, error } = await compare('before', 'after', '--history', 'history.jsonl');
    expect(code).toBe(1);
    expect(log).toContain('REGRESSION GATE: REGRESSION');
    expect(log).toContain('- b: 0 of 3 succeeded in head, 23 of 23 succeeded before (p = 0.00038)');
    expect(error).toContain('history.jsonl:2:1  is not JSON, perhaps cut off; the line counts for nothing');
  });

  it('no regression: 0, and known flakes and changed contracts are named but do not turn it', async () => {
    results('before', { ...stable, flake: 'sss', changed: 'sss' });
    results('after', { ...stable, flake: 'fff', changed: 'fff' }, { changed: ['changed'] });
    history({ a: [20, 0], b: [20, 0], c: [20, 0], d: [0, 20], flake: [15, 5], changed: [20, 0] });
    const { code, log } = await compare('before', 'after', '--history', 'history.jsonl', '--json');
    expect(code).toBe(0);
    const compared = comparisonReportSchema.parse(JSON.parse(log));
    expect(compared).toMatchObject({ verdict: 'no regression', arms: [{ base: 'codex', head: 'codex', history: 1 }] });
    expect(compared.arms[0]!.regression.left_out).toEqual([
      { task: 'changed', kind: 'version', because: 'its contract has changed' },
      { task: 'flake', kind: 'flake', because: 'known flake: it succeeded in 15 of 20 runs of the history' },
    ]);
  });

  it('undecided: 3, when a contract failed once, or so few runs could find nothing', async () => {
    results('before', { a: 's', b: 's' });
    results('after', { a: 's', b: 'f' });
    const { code, log } = await compare('before', 'after');
    expect(code).toBe(3);
    expect(log).toContain('that could be chance');
    expect(log).toContain('too few runs to find any regression');
    expect(log).toContain('No earlier runs are known');
  });

  it('undecided: 3, when contracts of the base have no result in head, and no plan says why', async () => {
    results('before', stable);
    const { b: _, ...rest } = stable;
    results('after', rest);
    history({ a: [20, 0], b: [20, 0], c: [20, 0], d: [0, 20] });
    const { code, log } = await compare('before', 'after', '--history', 'history.jsonl', '--coverage-floor', '0');
    expect(code).toBe(3);
    expect(log).toContain('- b: 0 of 0 succeeded (1 not made) in head, 23 of 23 succeeded before');
  });

  it.each<[string, string, string]>([
    ['one contract, six runs', 'ffffff', 'ssssss'],
    ['one that sometimes succeeded', 'sfffff', 'ssssss'],
  ])('not worse: 0, where head is better, %s, and says in how many contracts', async (_, before, after) => {
    results('before', { a: before });
    results('after', { a: after });
    const { code, log } = await compare('before', 'after');
    expect({ code, log }).toEqual({ code: 0, log: expect.stringContaining('- not worse, better in 1 of 1 contracts') });
    const found = comparisonReportSchema.parse(JSON.parse((await compare('before', 'after', '--json')).log));
    const { improvement } = found.arms[0]!.regression;
    expect(improvement!.verdict).toBe(before === 'ffffff' ? 'better' : 'not decided');
    expect(log.includes('does not decide the success rate')).toBe(before === 'ffffff');
  });

  it('explains why the table calls a head better that the gate does not', async () => {
    const six = (letters: string) => Object.fromEntries([...'abcdef'].map((task) => [task, letters]));
    results('before', six('f'));
    results('after', six('s'));
    const strict = await compare('before', 'after');
    expect(strict.code).toBe(0);
    expect(strict.log).toContain('- not worse, better in 6 of 6 contracts\n');
    expect(strict.log.replace(/\s+/g, ' ')).toContain('calls the success rate of head higher, and the gate does not');
    const loose = await compare('before', 'before', '--alpha', '0.05');
    expect(loose.log).not.toContain('and the gate does not');
  });

  it('leaves out of a history the compared runs alone, not other nights that ended alike', async () => {
    const night = (n: number) => `night-${n}`;
    const used: (number | null)[] = [];
    for (let n = 1; n <= 6; n++) {
      mkdirSync(join(room, night(n)));
      const attempts = ['a', 'b'].map((task, i) => {
        const result = givenResult({ attempt: `${task}-1`, task, version: version(task), agent: 'codex' });
        return toCanonicalJson({ ...result, head: computeDigest([n, i]) });
      });
      writeFileSync(join(room, night(n), 'results.jsonl'), `${attempts.join('\n')}\n`);
      if (n > 1) {
        const { log } = await compare(night(n - 1), night(n), '--history', 'nights.jsonl', '--json');
        used.push(comparisonReportSchema.parse(JSON.parse(log)).arms[0]!.history);
      }
      await typeCommand(room, ['report', night(n), '--history', 'nights.jsonl', '--out', `out-${n}`], '');
    }
    expect(used).toEqual([0, 1, 2, 3, 4]);
    const both = await compare(night(2), night(5), '--history', 'nights.jsonl', '--json');
    expect(JSON.parse(both.log).arms[0].history).toBe(4);
  });

  it('compares arms that are called otherwise: of two runs a bad night could explain what of one run is a regression', async () => {
    results('codex', stable);
    results('opus', { ...stable, a: 'fff', b: 'fff', c: 'fff' }, { agent: 'opus' });
    const arms = ['--base-arm', 'codex', '--head-arm', 'opus', '--json'];
    const two_runs = await compare('codex', 'opus', ...arms);
    expect(two_runs.code).toBe(3);
    expect(two_runs.log).toContain('that may be the night and not the code');

    mkdirSync(join(room, 'one'));
    const text = ['codex', 'opus'].map((folder) => readFileSync(join(room, folder, 'results.jsonl'), 'utf8')).join('');
    writeFileSync(join(room, 'one/results.jsonl'), text);
    const one_run = await compare('one', 'one', ...arms);
    expect(one_run.code).toBe(1);
    expect(comparisonReportSchema.parse(JSON.parse(one_run.log)).arms[0]).toMatchObject({
      base: 'codex',
      head: 'opus',
      regression: { verdict: 'regression', together: { base_rate: 0.75, head_rate: 0, same_night: true } },
      comparison: { tasks: 4 },
    });
  });

  it('takes the chance of a false alarm from --alpha', async () => {
    results('before', { ...stable, a: 'ssssss' });
    results('after', { ...stable, a: 'ffff' });
    expect((await compare('before', 'after')).code).toBe(3);
    const loose = await compare('before', 'after', '--alpha', '0.05', '--json');
    expect(loose.code).toBe(1);
    expect(JSON.parse(loose.log)).toMatchObject({ alpha: 0.05, arms: [{ regression: { alpha: 0.05 } }] });
    expect(await compare('before', 'after', '--alpha', '0')).toMatchObject({ code: 2 });
  });

  it('writes comparison.json and comparison.md, with foreign text escaped', async () => {
    const agent = HOSTILE.slice(0, 150);
    results('before', stable, { agent });
    results('after', stable, { agent });
    expect(await compare('before', 'after', '--out', 'compared')).toMatchObject({ code: 0, error: expect.any(String) });
    comparisonReportSchema.parse(JSON.parse(readFileSync(join(room, 'compared/comparison.json'), 'utf8')));
    expect(readFileSync(join(room, 'compared/comparison.md'), 'utf8')).not.toContain('<script');
  });

  it.each<[string, string[], RegExp]>([
    ['a folder that is not there', ['before', 'nowhere'], /nowhere does not exist/],
    [
      'an arm that is not there',
      ['before', 'after', '--arm', 'code'],
      /before has no arm "code" – did you mean "codex"\?/,
    ],
    ['one side of a pair', ['before', 'after', '--base-arm', 'codex'], /--base-arm and --head-arm go together/],
    ['an effect that is no share', ['before', 'after', '--minimum-effect', '2'], /--minimum-effect: must be below 1/],
    ['a number that is none', ['before', 'after', '--tolerance', 'x'], /must be a number/],
    [
      'a history without a line',
      ['before', 'after', '--history', 'none.jsonl'],
      /none.jsonl has no line that could be read/,
    ],
    [
      'sides without an agent in common',
      ['before', 'other'],
      /before and other have no agent under test in common: codex against opus/,
    ],
  ])('refuses %s', async (_, argv, message) => {
    results('before', stable);
    results('after', stable);
    results('other', stable, { agent: 'opus' });
    const { code, error } = await compare(...argv);
    expect({ code, error }).toEqual({ code: 2, error: expect.stringMatching(message) });
  });
});

describe('compare declares in which conditions both sides differ', () => {
  const given = (folder: string, change: (result: AttemptResult) => void) => {
    const result = structuredClone(givenResult({ attempt: 'a-1', task: 'a', version: version('a'), agent: 'codex' }));
    result.configuration.conditions = structuredClone(givenConditions);
    change(result);
    mkdirSync(join(room, folder));
    writeFileSync(join(room, folder, 'results.jsonl'), `${toCanonicalJson(result)}\n`);
  };
  const declared = async () => {
    const { arms } = comparisonReportSchema.parse(JSON.parse((await compare('before', 'after', '--json')).log));
    return arms[0]!.comparability!;
  };

  it('nothing, where nothing differs', async () => {
    given('before', () => {});
    given('after', () => {});
    expect(await declared()).toEqual({ comparable: true, tasks: 1, differences: [] });
    expect((await compare('before', 'after')).log).toContain('The same repository, task and configuration');
  });

  it.each<[string, string, string, (result: AttemptResult) => void]>([
    ['sandbox backend', 'bubblewrap', 'none', ({ sandbox }) => Object.assign(sandbox, { backend: 'none' })],
    ['isolation', 'isolated', 'not isolated', ({ sandbox }) => Object.assign(sandbox, { isolated: false })],
    ['seed', '7', '8', (result) => Object.assign(result, { seed: 8 })],
    ['repository', 'bbbbbbbbbbbb', 'cccccccccccc', ({ snapshot }) => Object.assign(snapshot, { tree: 'c'.repeat(40) })],
    ['gatebench version', ENGINE_VERSION, '0.9.9', (result) => Object.assign(result, { harness_version: '0.9.9' })],
    ['image', 'none', 'node@sha256:1', ({ configuration }) => Object.assign(configuration, { image: 'node@sha256:1' })],
    [
      'tools',
      'node 20.20.2',
      'node 22',
      ({ configuration }) => Object.assign(configuration, { tools: { node: '22' } }),
    ],
    [
      'caps of the run',
      'none',
      '1 USD, any tokens',
      ({ configuration }) => Object.assign(configuration, { caps: { usd: 1, tokens: null } }),
    ],
    ['briefing', 'bbbbbbbbbbbb', 'aaaaaaaaaaaa', changed({ briefing: 'a'.repeat(64) })],
    ['machine', 'kernel 6.1.0', 'kernel 6.8.0', changed({ machine: { platform: 'linux-x64', kernel: '6.8.0' } })],
    ['network policy', 'deny', 'example.org', changed({ network: 'example.org' })],
    ['policy', 'cccccccccccc', 'aaaaaaaaaaaa', changed({ policy: 'a'.repeat(64) })],
    ['budget', 'dddddddddddd', 'aaaaaaaaaaaa', changed({ budget: 'a'.repeat(64) })],
    ['prices', 'library 1', 'library 2', changed({ prices: 'library 2' })],
    ['redaction rules', 'eeeeeeeeeeee', 'aaaaaaaaaaaa', changed({ redaction: 'a'.repeat(64) })],
    ['judge model', 'none', 'strict-judge', changed({ judge_model: 'strict-judge' })],
    ['record schema', '1', '2', changed({ record_schema: 2 })],
    ['sandbox version', '0.8.0', '0.9.0', changed({ sandbox_version: '0.9.0' })],
    ['runtime of gatebench', 'node 20.19.0', 'node 22.0.0', changed({ runtime: { node: '22.0.0' } })],
  ])('%s', async (condition, base, head, change) => {
    given('before', () => {});
    given('after', change);
    const { comparable, differences } = await declared();
    expect(comparable).toBe(false);
    expect(differences).toEqual([
      { condition, about: expect.any(String), standing: 'different', base: [base], head: [head], tasks: 1 },
    ]);
    const { log } = await compare('before', 'after', '--out', 'compared');
    expect(log).toContain('Both sides ran under different conditions');
    expect(readFileSync(join(room, 'compared/comparison.md'), 'utf8')).toContain(condition);
    expect(
      JSON.parse(readFileSync(join(room, 'compared/comparison.json'), 'utf8')).arms[0].comparability.comparable,
    ).toBe(false);
  });

  it('what is under test, which is no reason against the comparison', async () => {
    given('before', () => {});
    given('after', ({ configuration }) => Object.assign(configuration, { agent_identity: '9'.repeat(64) }));
    expect(await declared()).toMatchObject({
      comparable: true,
      differences: [{ condition: 'agent and its settings', about: 'agent', standing: 'different' }],
    });
  });

  // Holds R16
  it('what an older record does not say as unknown, not as the same', async () => {
    given('before', ({ configuration }) => Reflect.deleteProperty(configuration, 'conditions'));
    given('after', () => {});
    const { comparable, differences } = await declared();
    expect(comparable).toBeNull();
    expect(differences).toContainEqual({
      condition: 'briefing',
      about: 'task',
      standing: 'unknown',
      base: ['unknown'],
      head: ['bbbbbbbbbbbb'],
      tasks: 1,
    });
    expect((await compare('before', 'after')).log).toContain('unknown is not the same');
  });

  function changed(change: Partial<RunConditions>) {
    return ({ configuration }: AttemptResult) => Object.assign(configuration.conditions!, change);
  }
});

describe('compare names agents in one way', () => {
  const noop = { agent: { kind: 'noop' as const, name: 'noop' } };
  const given = (folder: string, ...made: object[]) => {
    mkdirSync(join(room, folder));
    const lines = made.map((more, i) =>
      toCanonicalJson({
        ...givenResult({ attempt: `a-${i}`, task: 'a', version: version('a'), agent: 'codex' }),
        ...more,
      }),
    );
    writeFileSync(join(room, folder, 'results.jsonl'), `${lines.join('\n')}\n`);
  };

  it('so that baselines which both sides have are compared where there is nothing else', async () => {
    given('before', noop);
    given('after', noop);
    const { log } = await compare('before', 'after', '--json');
    expect(JSON.parse(log)).toMatchObject({ arms: [{ base: 'noop', head: 'noop' }] });
  });

  it('so that sides with baselines alone in common are told of them, and of the agents that they do not share', async () => {
    given('before', noop, {});
    given('after', noop, { agent: { kind: 'patch', name: 'opus' } });
    expect((await compare('before', 'after')).error).toMatch(
      /no agent under test in common: codex against opus\n.*baselines noop: --arm ID/,
    );
  });

  it('so that an arm that a plan named is found again in results without a plan', async () => {
    const plan = givenPlan({ tasks: ['a'], shards: 1 });
    const named = { ...plan, arms: plan.arms.map((arm) => (arm.id === 'codex' ? { ...arm, id: 'best' } : arm)) };
    const attempts = plan.attempts.map((one) => (one.arm === 'codex' ? { ...one, arm: 'best' } : one));
    const { digest: _, ...body } = { ...named, attempts };
    writeShard(join(room, 'before'), { plan: { ...body, digest: computeDigest(body) }, results: givenAttempts(plan) });
    results('after', { a: 's' });
    expect(JSON.parse((await compare('before', 'after', '--json')).log)).toMatchObject({
      arms: [{ base: 'best', head: 'codex' }],
    });
  });
});

describe('which contracts a history calls stable', () => {
  it('is as the plan of head says, else that of base, unless a flag says otherwise', async () => {
    const gate: Plan['gate'] = {
      fail_on: 'regression',
      arms: ['codex'],
      coverage_floor: 1,
      extra_trials: 0,
      extra_usd: null,
    };
    const agreed = { ...gate, tolerance: 0.3, minimum_history: 3 };
    const plans = { plain: givenPlan({ changes: { gate } }), agreed: givenPlan({ changes: { gate: agreed } }) };
    for (const [folder, plan] of Object.entries(plans))
      writeShard(join(room, folder), { plan, results: givenAttempts(plan) });
    history({ a: [3, 1], b: [20, 0] }, 'codex', VERSION_OF);
    const gating = async (base: string, head: string, ...flags: string[]) => {
      const argv = [base, head, '--arm', 'codex', '--history', 'history.jsonl', '--json', ...flags];
      const { arms } = comparisonReportSchema.parse(JSON.parse((await compare(...argv)).log));
      return arms[0]!.regression.tasks.map(({ task }) => task);
    };
    expect(await gating('plain', 'plain')).toEqual(['b']);
    expect(await gating('plain', 'agreed')).toEqual(['a', 'b']);
    expect(await gating('agreed', 'plain')).toEqual(['b']);
    expect(await gating('plain', 'plain', '--tolerance', '0.3')).toEqual(['b']);
    expect(await gating('plain', 'plain', '--tolerance', '0.3', '--minimum-history', '4')).toEqual(['a', 'b']);
    expect(await gating('plain', 'agreed', '--minimum-history', '21')).toEqual([]);
  });

  it.each([
    ['--minimum-history', '0'],
    ['--minimum-history', '2.5'],
    ['--tolerance', '0.6'],
  ])('cannot be %s %s', async (...flags) => {
    results('before', { a: 's' });
    expect(await compare('before', 'before', ...flags)).toMatchObject({
      code: 2,
      error: expect.stringMatching(/(?:: |is invalid\. )must be/),
    });
  });
});
