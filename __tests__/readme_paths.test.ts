// Needs: sandbox, bash
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_CLI } from './built.js';
import { cleanUp, givenRoom } from './given.js';

/**
 * The three paths of the README, by bash and as they are printed, in the order in which somebody follows them in one repository. Where a
 * registry, a provider or a model would be asked, a command only plans (`--dry-run`), with the built-in agent in place of the one from the registry.
 */

afterAll(cleanUp);

const clone = process.cwd();
const readme = readFileSync('README.md', 'utf8');
const part = readme.slice(readme.indexOf('## Three paths'), readme.indexOf('## What you get'));
const blocks = [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text!);
const declared = /^gatebench\(\) .*$/m.exec(readme)?.[0];

/**
 * Commands that need what a machine without a network lacks, with what is tried of them here. The first task of `init`
 * is the one that `--mine` makes and proves below.
 */
const ELSEWHERE: [command: RegExp, instead: (line: string) => string][] = [
  [/^gatebench init$/, (line) => `${line} --no-prove; rm -rf tasks/hours-*`],
  [/^gatebench agents install codex$/, () => 'gatebench agents list | grep codex'],
  [/--upstream (?:openai|ollama)/, (line) => `${line.replace('--agent codex', '--agent loop')} --dry-run`],
  [/suites\/ablation\.yml/, (line) => `${line} --dry-run`],
];

const room = givenRoom();
const project = join(room, 'project');

/** Runs a block of the README in a folder. */
function run(block: string, cwd: string) {
  const lines = block.split('\n').map((line) => {
    const [, instead] = ELSEWHERE.find(([command]) => command.test(line)) ?? [];
    return (instead?.(line) ?? line).replace('OPENAI_API_KEY=…', 'OPENAI_API_KEY=sk-0123456789abcdefghijklmnop');
  });
  const script = `set -e\n${declared}\n${lines.join('\n')}`.replaceAll('/path/to/gatebench', clone);
  const env = { ...process.env, XDG_CACHE_HOME: join(room, 'cache'), HOME: room };
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd, env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

const git = (...argv: string[]) => {
  const author = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.org'];
  const { status, stderr } = spawnSync('git', [...author, ...argv], { cwd: project, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
};
const shell = (command: string) => spawnSync('bash', ['-c', command], { cwd: project });

/** A repository with a past: its second commit mends a fault and brings the test of it. */
function givenProject(): void {
  cpSync(join(clone, 'examples/first-contract/repo'), project, { recursive: true });
  spawnSync('git', ['init', '-q', '--bare', join(room, 'origin')]);
  git('init', '-q', '-b', 'main');
  git('remote', 'add', 'origin', join(room, 'origin'));
  git('config', 'push.autoSetupRemote', 'true');
  git('config', 'user.name', 'Dev');
  git('config', 'user.email', 'dev@example.org');
  shell("sed -i 's/h: 3600/h: 360/' src/duration.js; rm -f test/hours.test.js");
  git('add', '-A');
  git('commit', '-qm', 'Read durations');
  shell("sed -i 's/h: 360/h: 3600/' src/duration.js");
  shell(
    `printf '%s\\n' "import assert from 'node:assert'" "import test from 'node:test'" "import { toSeconds } from '../src/duration.js'" ` +
      `"test('an hour', () => assert.equal(toSeconds('1h'), 3600))" > test/hours.test.js`,
  );
  git('add', '-A');
  git('commit', '-qm', 'Hours have 3600 seconds');
}

// Holds K9
describe('the three paths of the README, as printed', () => {
  const [commitFirst = '', judge = '', benchmark = '', known = ''] = blocks;

  it('are four blocks, and the commands use the function above them', () => {
    expect([blocks.length, declared]).toEqual([4, 'gatebench() { node /path/to/gatebench/dist/cli/index.js "$@"; }']);
    expect(existsSync(BUILT_CLI)).toBe(true);
  });

  it('judge a pull request: the contract is committed first, then a change is judged', () => {
    givenProject();
    expect(run(commitFirst, project)).toMatchObject({ status: 0 });
    git('checkout', '-qb', 'words');
    shell('echo Words >> README.md');
    git('add', 'README.md');
    git('commit', '-qm', 'Words');
    expect(run(judge, project)).toEqual({ status: 0, said: expect.stringMatching(/success: 1 of 1 attempt passed/) });
    git('checkout', '-qb', 'fault', 'main');
    shell("sed -i 's/h: 3600/h: 36/' src/duration.js");
    git('commit', '-qam', 'Shorter hours');
    expect(run(judge, project)).toEqual({ status: 1, said: expect.stringMatching(/failure: /) });
    git('checkout', '-q', 'main');
  });

  it('benchmark agents on the same repository: tasks come from its history, and the contract for pull requests is left out', () => {
    const { status, said } = run(benchmark, project);
    expect([status, said]).toEqual([0, expect.stringMatching(/Hours have 3600 seconds: proven/)]);
    expect(said).toMatch(/tasks\/pull-request\/contract\.yml is left out: it judges pull requests/);
    expect(said).toMatch(/5 attempts, .*nothing was run/);
    // What lies there now is judged by nobody: the tests pass as before, and so does the next change.
    expect(spawnSync('npm', ['test'], { cwd: project }).status).toBe(0);
    git('checkout', '-q', 'words');
    expect(run(judge, project)).toMatchObject({ status: 0 });
  });

  it('run a known benchmark, in the clone', () => {
    const results = join(project, 'gatebench-out');
    const placed = known
      .replaceAll(/(--out|report) (bench|bench-report|ablation-out)\b/g, `$1 ${room}/$2`)
      .replace('gatebench report', `cp -r ${results} ${room}/bench\ngatebench report`);
    const { status, said } = run(placed, clone);
    expect([status, said]).toEqual([0, expect.stringMatching(/^27 attempts, .*nothing was run$/m)]);
    expect(said).toMatch(/^286 attempts, .*nothing was run$/m);
    expect(existsSync(join(room, 'bench-report'))).toBe(true);
  });
});
