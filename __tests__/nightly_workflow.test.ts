import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { readWorkflow, stepOf } from './given_workflow.js';
import { gitIn } from './workspace/given_history.js';

/** The last jobs of the night as they stand: their conditions are computed, their scripts run, against a real remote. */

const { jobs } = readWorkflow('nightly.yml');

let room: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'gatebench-nightly-'));
});
afterEach(() => rmSync(room, { recursive: true }));

interface Compared {
  outcome: string;
  conclusion: string;
  collapse?: string;
  result?: string;
}

/** What the last job comes to, given what the comparison came to: the summary, and whether the job is red. */
function night({ outcome, conclusion, collapse = 'false', result = 'success' }: Compared) {
  const summary = join(room, 'summary.md');
  writeFileSync(summary, '');
  const needs = { compare: { result, outputs: { outcome, conclusion, collapse } } };
  let [red, log] = [false, ''];
  for (const step of jobs.verdict!.steps) {
    const condition = /^\$\{\{(.*)\}\}$/s.exec(step.if!)![1]!;
    if (red || !runInNewContext(condition, { needs })) continue;
    try {
      const env = { PATH: process.env.PATH, COMPARED: outcome, GITHUB_STEP_SUMMARY: summary };
      log += execFileSync('bash', ['-e', '-c', step.run!], { env, encoding: 'utf8' });
    } catch (error) {
      log += (error as { stdout: string }).stdout;
      red = true;
    }
  }
  return { summary: readFileSync(summary, 'utf8'), red, log };
}

// Holds P3
describe('docs/workflows/nightly.yml: what turns a night red, and what it says when nothing was decided', () => {
  it.each<[string, Compared, boolean, string | undefined]>([
    ['no regression', { outcome: 'success', conclusion: 'success' }, false, undefined],
    ['a regression', { outcome: 'failure', conclusion: 'failure' }, true, undefined],
    [
      'undecided',
      { outcome: 'failure', conclusion: 'indecisive' },
      false,
      'is undecided: nobody knows whether anything got worse',
    ],
    ['a comparison that could not be made', { outcome: 'failure', conclusion: '' }, true, undefined],
    ['a report that is not there', { outcome: '', conclusion: '', result: 'failure' }, true, undefined],
  ])('%s', (_, compared, red, said) => {
    const ended = night(compared);
    expect(ended.red).toBe(red);
    if (said === undefined) expect(ended).toMatchObject({ summary: '', log: '' });
    else {
      expect(ended.summary).toMatch(new RegExp(`^\\n> \\[!WARNING\\]\\n> .*${said}.*\\n$`));
      expect(ended.log).toMatch(new RegExp(`^::warning title=gatebench nightly::.*${said}.*\\n$`));
    }
  });

  it('the first night is green, and nothing but its summary says that there was none before', () => {
    const { summary, ...rest } = night({ outcome: 'skipped', conclusion: '' });
    expect(summary).toMatch(/^\n> \[!NOTE\]\n> There is no earlier night .*\n$/);
    expect(rest).toEqual({ red: false, log: '' });
  });

  it('a fall of all contracts together is red, also where nothing could be decided', () => {
    const ended = night({ outcome: 'failure', conclusion: 'indecisive', collapse: 'true' });
    expect([ended.red, ended.log]).toEqual([
      true,
      expect.stringContaining('::error title=gatebench nightly::All contracts'),
    ]);
  });

  it('does not publish a check run on a commit that no night judges', () => {
    const compare = jobs.compare!.steps.find(({ id }) => id === 'compare')!;
    expect(compare.with).toMatchObject({ 'check-run': false, comment: false });
  });

  it('no action of the job that can write is given its token, and no job with a token that can write runs ours', () => {
    for (const { permissions, steps } of Object.values(jobs).filter(({ steps }) => steps))
      for (const { uses = '', with: given } of steps) {
        if (uses.startsWith('gatebench/')) expect(given).toMatchObject({ 'github-token': '' });
        if (permissions.contents === 'write') expect(uses).not.toContain('gatebench');
      }
  });
});

describe('the history: nothing is lost, and nobody is overwritten', () => {
  const push = jobs.history!.steps.find(({ name }) => name === 'Push the history')!;
  const remote = () => join(room, 'server/acme/shop.git');
  const show = (path: string) => gitIn(remote(), 'show', `gatebench-history:${path}`);

  /** The remote, and what somebody else has pushed there, on refs/other: not on the branch yet. */
  function givenRemote(other?: { 'history.jsonl': string }): void {
    mkdirSync(remote(), { recursive: true });
    gitIn(remote(), 'init', '--quiet', '--bare');
    if (!other) return;
    const clone = join(room, 'clone');
    gitIn(room, 'clone', '--quiet', remote(), clone);
    for (const [name, text] of Object.entries(other)) writeFileSync(join(clone, name), text);
    mkdirSync(join(clone, 'latest'));
    writeFileSync(join(clone, 'latest/results.jsonl'), 'theirs\n');
    gitIn(clone, 'add', '--all');
    gitIn(clone, '-c', 'user.name=o', '-c', 'user.email=o@o', 'commit', '--quiet', '-m', 'theirs');
    gitIn(clone, 'push', '--quiet', 'origin', 'HEAD:refs/other/night');
  }

  /** The next pushes lose the race: somebody else is first, or the server refuses. */
  function loseRace(times: number): void {
    const hook = join(remote(), 'hooks/pre-receive');
    writeFileSync(
      hook,
      [
        '#!/bin/sh',
        'unset GIT_QUARANTINE_PATH',
        `n=$(cat "${room}/lost" 2>/dev/null || echo 0)`,
        `[ "$n" -ge ${times} ] && exit 0`,
        `echo $((n + 1)) > "${room}/lost"`,
        'git rev-parse -q --verify refs/other/night > /dev/null && git update-ref refs/heads/gatebench-history refs/other/night',
        'exit 1',
        '',
      ].join('\n'),
    );
    chmodSync(hook, 0o755);
  }

  /** Runs the step in a fresh workspace. */
  function pushed(line = '{"night":"ours"}\n'): { red: boolean; log: string } {
    const workspace = mkdtempSync(join(room, 'job-'));
    mkdirSync(join(workspace, 'night/latest'), { recursive: true });
    if (line !== '') writeFileSync(join(workspace, 'night/line.jsonl'), line);
    for (const name of ['results.jsonl', 'plan.json', 'analysis.json', 'board.html'])
      writeFileSync(join(workspace, 'night/latest', name), 'ours\n');
    const bin = join(room, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'sleep'), '#!/bin/sh\n');
    chmodSync(join(bin, 'sleep'), 0o755);
    const env = {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: room,
      TOKEN: 'none',
      GITHUB_SERVER_URL: `file://${join(room, 'server')}`,
      GITHUB_REPOSITORY: 'acme/shop',
    };
    try {
      const log = execFileSync('bash', ['-e', '-c', push.run!], {
        cwd: workspace,
        env,
        encoding: 'utf8',
        stdio: 'pipe',
      });
      return { red: false, log };
    } catch (error) {
      return { red: true, log: (error as { stdout: string }).stdout };
    }
  }

  it('begins with the first night', () => {
    givenRemote();
    expect(pushed().red).toBe(false);
    expect([show('history.jsonl'), show('latest/plan.json')]).toEqual(['{"night":"ours"}', 'ours']);
  });

  it('a push that lost the race is repeated on what the other pushed', () => {
    givenRemote({ 'history.jsonl': '{"night":"before"}\n{"night":"theirs"}\n' });
    loseRace(1);
    expect(pushed()).toMatchObject({ red: false, log: expect.stringContaining('Somebody else pushed first') });
    expect(show('history.jsonl').split('\n')).toEqual(['{"night":"before"}', '{"night":"theirs"}', '{"night":"ours"}']);
    expect(show('latest/results.jsonl')).toBe('ours');
    expect(gitIn(remote(), 'log', '--format=%s', 'gatebench-history').trim().split('\n')).toEqual([
      'Results of a night',
      'theirs',
    ]);
  });

  it('so is a first push that the server did not take', () => {
    givenRemote();
    loseRace(2);
    expect(pushed().red).toBe(false);
    expect(show('history.jsonl')).toBe('{"night":"ours"}');
  });

  it('is red when it cannot be pushed in six attempts, and says where the night is', () => {
    givenRemote();
    loseRace(99);
    expect(pushed()).toMatchObject({ red: true, log: expect.stringContaining('in the artifact gatebench-night') });
    expect(readFileSync(join(room, 'lost'), 'utf8').trim()).toBe('6');
  });

  it('has a night once, also when its job is run again; a line that was cut off swallows none', () => {
    givenRemote({ 'history.jsonl': '{"night":"cut' });
    gitIn(remote(), 'update-ref', 'refs/heads/gatebench-history', 'refs/other/night');
    pushed();
    expect(pushed().red).toBe(false);
    expect(show('history.jsonl').split('\n')).toEqual(['{"night":"cut', '{"night":"ours"}']);
  });

  it('remembers nothing of a night without any attempt', () => {
    givenRemote();
    expect(pushed('')).toMatchObject({ red: false, log: expect.stringContaining('nothing to remember') });
    expect(existsSync(join(remote(), 'refs/heads/gatebench-history'))).toBe(false);
  });

  it('hands the night over in the form in which it is pushed', () => {
    const report = stepOf(jobs.compare!.steps.slice(4), 'gatebench/');
    expect(report.with).toMatchObject({ history: 'night/history.jsonl', out: 'night/latest', verify: false });
  });
});
