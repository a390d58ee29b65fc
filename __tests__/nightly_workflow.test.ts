import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'yaml';

/** The last steps of the night as they stand: their conditions are computed, their scripts run. */

const file = join(import.meta.dirname, '../docs/workflows/nightly.yml');
const steps: { id?: string; name: string; if?: string; run?: string; with?: Record<string, unknown> }[] = parse(
  readFileSync(file, 'utf8'),
).jobs.history.steps;
const after = steps.slice(steps.findIndex(({ name }) => name === 'Push the history') + 1);

let room: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'gatebench-nightly-'));
});
afterEach(() => rmSync(room, { recursive: true }));

/** What the steps after the push come to, given what the comparison came to: the summary, and whether the job is red. */
function night(outcome: string, conclusion: string): { summary: string; red: boolean; log: string } {
  const summary = join(room, 'summary.md');
  writeFileSync(summary, '');
  const compare = { outcome, outputs: { conclusion } };
  let [red, log] = [false, ''];
  for (const step of after) {
    const condition = /^\$\{\{(.*)\}\}$/s.exec(step.if!)![1]!;
    if (red || !runInNewContext(condition, { steps: { compare } })) continue;
    try {
      const env = { PATH: process.env.PATH, COMPARED: outcome, GITHUB_STEP_SUMMARY: summary };
      log += execFileSync('bash', ['-e', '-c', step.run!], { env, encoding: 'utf8' });
    } catch {
      red = true;
    }
  }
  return { summary: readFileSync(summary, 'utf8'), red, log };
}

describe('docs/workflows/nightly.yml: what turns a night red, and what it says when nothing was decided', () => {
  it.each([
    ['no regression', 'success', 'success', false, undefined],
    ['a regression', 'failure', 'failure', true, undefined],
    ['undecided', 'failure', 'indecisive', false, 'is undecided: nobody knows whether anything got worse'],
    ['no comparison, since there was none before', 'skipped', '', false, 'no earlier night'],
    ['a comparison that could not be made', 'failure', '', true, undefined],
  ])('%s', (_, outcome, conclusion, red, said) => {
    const ended = night(outcome, conclusion);
    expect(ended.red).toBe(red);
    if (said === undefined) expect(ended).toMatchObject({ summary: '', log: '' });
    else {
      expect(ended.summary).toMatch(new RegExp(`^\\n> \\[!WARNING\\]\\n> .*${said}.*\\n$`));
      expect(ended.log).toMatch(new RegExp(`^::warning title=gatebench nightly::.*${said}.*\\n$`));
    }
  });

  it('does not publish a check run on a commit that no night judges', () => {
    expect(steps.find(({ id }) => id === 'compare')!.with).toMatchObject({ 'check-run': false, comment: false });
  });
});
