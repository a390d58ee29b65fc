// Needs: sandbox
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { comparisonReportSchema } from '../../../src/judge/analysis/regression/comparison_report.js';
import { toCanonicalJson } from '../../../src/record/json/compute_digest.js';
import type { HistoryLine } from '../../../src/record/planning/suite_history.js';
import { type AttemptResult, attemptResultSchema } from '../../../src/record/verdict/attempt_result.js';
import { cleanUp, givenRoom, write } from '../../given.js';
import { typeCommand } from '../../given_command_line.js';
import { ran } from '../../given_run.js';
import { GOLDEN, givenShellTask, lineChange } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);

const type = (...argv: string[]) => typeCommand(room, [...argv, '--cache', join(room, 'cache')]);
const run = (...argv: string[]) => type('run', 'good/contract.yml', '--agent', 'patch:fix.patch', ...argv);
const lines = (path: string): AttemptResult[] =>
  readFileSync(join(room, path), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => attemptResultSchema.parse(JSON.parse(line)));
const regressionOf = (out: string) =>
  comparisonReportSchema.parse(JSON.parse(readFileSync(join(room, out, 'regression.json'), 'utf8')));

/** Two nights: `known` successes before, then one. */
function writeHistory({ contract }: AttemptResult, known: [number, number]): void {
  const night = (successes: number, failures: number): HistoryLine => ({
    schema: 1,
    suite: 'run',
    at: '2026-11-01T02:00:00Z',
    commit: null,
    run_url: null,
    harness_versions: [],
    rubrics: [],
    plan: null,
    arms: [
      {
        arm: 'patch:fix.patch',
        agent: 'patch:fix.patch',
        model: null,
        ablation: 'none',
        role: 'agent',
        identities: [],
        tasks: [
          {
            task: contract.id,
            version: contract.version,
            runs: successes + failures,
            ...{ successes, failures, undecided: 0, cost_usd: null, wall_ms: 1 },
          },
        ],
      },
    ],
  });
  write(room, { 'history.jsonl': `${toCanonicalJson(night(...known))}\n${toCanonicalJson(night(1, 0))}\n` });
}

describe('run --fail-on regression', () => {
  /** Runs the gate; three further attempts are more than the command line makes without a suite. */
  async function runGate(out: string, resume = false) {
    const order = { contracts: ['good/contract.yml'], agents: ['patch:fix.patch'], out: join(room, out), resume };
    const gate = { fail_on: 'regression', baseline: 'history.jsonl', extra_trials: 3, earlier: 'replace' } as const;
    const { outcome, lines: log } = await ran(room, { ...order, ...gate });
    return { code: outcome.exit_code, log: log.join('\n') };
  }
  let before: AttemptResult;

  beforeAll(async () => {
    await givenShellTask(room, 'good');
    write(room, { 'fix.patch': GOLDEN });
    // Only contracts with a proof may turn the gate.
    const proof = await type('validate', 'good/contract.yml', '--reruns', '1', '--mutants', '1');
    expect({ ...proof, log: '' }).toMatchObject({ code: 0 });
    expect(await run('--out', 'before', '--fail-on', 'never')).toMatchObject({ code: 0 });
    before = lines('before/results.jsonl')[0]!;
    expect(before.agent.name).toBe('patch:fix.patch');
  });

  it('is satisfied by what is as good as before, and makes no extra attempts', async () => {
    writeHistory(before, [20, 0]);
    const { code, log } = await runGate('same');
    expect({ code, extra: lines('same/extra.jsonl') }).toEqual({ code: 0, extra: [] });
    expect(log).toContain('Regression gate: no regression'.toUpperCase());
    expect(regressionOf('same')).toMatchObject({ verdict: 'no regression', arms: [{ history: 1, comparison: null }] });
  });

  it('makes extra attempts of what failed, and fails when they fail too; they are in no rate', async () => {
    writeHistory(before, [20, 0]);
    write(room, { 'fix.patch': lineChange('value', 'wrong', 'worse') });
    const { code } = await runGate('broken');
    expect(code).toBe(1);
    expect(lines('broken/results.jsonl').map(({ trial }) => trial)).toEqual([1]);
    expect(lines('broken/extra.jsonl').map(({ trial }) => trial)).toEqual([2, 3, 4]);
    const [task] = regressionOf('broken').arms[0]!.regression.tasks;
    expect(task).toMatchObject({
      verdict: 'regressed',
      base: { successes: 21, failures: 0 },
      head: { successes: 0, failures: 4, undecided: 0 },
      unmade: 0,
    });
    expect(readFileSync(join(room, 'broken/report.md'), 'utf8')).toContain('Regression gate: regression');

    const again = await runGate('broken', true);
    expect(again.code).toBe(1);
    expect(again.log).toContain('kept');
  });

  it('is not turned by a known flake: nothing gates, so nothing is decided', async () => {
    writeHistory(before, [15, 5]);
    write(room, { 'fix.patch': lineChange('value', 'wrong', 'worse') });
    const { code } = await runGate('flake');
    expect(code).toBe(3);
    expect(regressionOf('flake').arms[0]!.regression.left_out).toMatchObject([{ kind: 'flake' }]);
    expect(lines('flake/extra.jsonl')).toEqual([]);
  });

  it.each<[string, string[], RegExp]>([
    ['a baseline beside another gate', ['--baseline', 'before'], /--baseline is for --fail-on regression, and this/],
    ['no baseline', ['--fail-on', 'regression'], /--fail-on regression needs a baseline/],
    [
      'a baseline that is not there',
      ['--fail-on', 'regression', '--baseline', 'none'],
      /the baseline none does not exist/,
    ],
    ['an empty history', ['--fail-on', 'regression', '--baseline', 'empty.jsonl'], /the history empty.jsonl is empty/],
    [
      'a baseline without the agent',
      ['--fail-on', 'regression', '--baseline', 'before', '--agent', 'golden'],
      /the baseline before has no attempts of golden/,
    ],
  ])('refuses %s before the first attempt', async (_, argv, message) => {
    writeFileSync(join(room, 'empty.jsonl'), '');
    const { code, error } = await run('--out', 'refused', ...argv);
    expect({ code, error }).toEqual({ code: 2, error: expect.stringMatching(message) });
    expect(existsSync(join(room, 'refused/results.jsonl'))).toBe(false);
  });
});
