// Needs: sandbox
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_CLI } from './built.js';
import { cleanUp, givenRoom } from './given.js';
import { typeCommand } from './given_command_line.js';

const example = join(process.cwd(), 'examples/first-contract');
afterAll(cleanUp);

describe('examples/first-contract', () => {
  let room: string;
  beforeAll(() => {
    room = givenRoom();
    cpSync(example, join(room, 'first-contract'), { recursive: true });
  });
  const gatebench = (...argv: string[]) =>
    spawnSync(process.execPath, [BUILT_CLI, ...argv, '--cache', join(room, 'cache')], { cwd: room, encoding: 'utf8' });

  it('works as it is: golden passes, noop fails', () => {
    const { status, stdout } = gatebench('check', 'first-contract');
    expect([status, stdout]).toEqual([0, 'contract works: golden passes, noop fails\n']);
  });

  it.each(readdirSync(join(example, 'wrong')))('fails its wrong solution %s', (name) => {
    const { status, stdout } = gatebench('run', 'first-contract', '--agent', `patch:first-contract/wrong/${name}`);
    expect([status, stdout.match(/^ +└ (.*)$/m)?.[1]]).toEqual([
      1,
      expect.stringMatching(/^G3 unit: required test failed: refuses an empty text and units in another order/),
    ]);
  });

  it('is explained in its README, file by file', () => {
    const readme = readFileSync(join(example, 'README.md'), 'utf8');
    for (const file of ['contract.yml', 'repo/', 'hidden/duration.test.js', 'hidden/canary.test.js', 'golden.patch'])
      expect(readme).toContain(`| \`${file}\` |`);
  });
});

describe('examples/pull-request', () => {
  it('passes a harmless pull request and fails one that breaks a test or touches a contract', () => {
    const project = join(givenRoom(), 'project');
    mkdirSync(join(project, 'tasks'), { recursive: true });
    cpSync(join(example, 'repo'), project, { recursive: true });
    cpSync('examples/pull-request', join(project, 'tasks/review'), { recursive: true });
    const git = (...argv: string[]) => execFileSync('git', argv, { cwd: project, encoding: 'utf8' }).trim();
    const author = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.org'];
    const commit = () => {
      git('add', 'src', 'test', 'tasks', 'package.json');
      git(...author, 'commit', '-qm', 'change');
      return git('rev-parse', 'HEAD');
    };
    git('init', '-q');
    const base = commit();
    const judge = (path: string, change: (text: string) => string) => {
      git('checkout', '-q', '--force', '--detach', base);
      const file = join(project, path);
      writeFileSync(file, change(readFileSync(file, 'utf8')));
      const range = ['--base', base, '--head', commit()];
      const argv = [
        BUILT_CLI,
        'run',
        'tasks/review',
        '--agent',
        'pull-request',
        ...range,
        '--cache',
        `${project}-cache`,
      ];
      const { status, stdout } = spawnSync(process.execPath, argv, { cwd: project, encoding: 'utf8' });
      return [status, /\b(?:pass|fail|error)(?:\/\w+){3}/.exec(stdout)?.[0]];
    };
    const breaks = (text: string) => text.replace('h: 3600', 'h: 360');
    expect(judge('src/duration.js', (text) => `${text}// checked\n`)).toEqual([0, 'pass/pass/pass/pass']);
    expect(judge('src/duration.js', breaks)).toEqual([1, 'pass/pass/fail/pass']);
    expect(judge('test/duration.test.js', (text) => text.replace('7200', '720'))).toEqual([0, 'pass/pass/pass/pass']);
    expect(judge('tasks/review/contract.yml', (text) => `${text}\n`)).toEqual([1, 'pass/pass/pass/fail']);
  });
});

describe('examples/adapter', () => {
  it('imports its exercises, which work, in at most 80 lines', async () => {
    const room = givenRoom();
    cpSync('examples/adapter', join(room, 'adapter'), { recursive: true });
    expect(readFileSync('examples/adapter/exercises.mjs', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(80);
    const cache = ['--cache', join(room, 'cache')];
    const argv = ['import', '--adapter', 'adapter/exercises.mjs', 'adapter/exercises', '--out', 'imported', ...cache];
    const imported = await typeCommand(room, argv);
    expect([imported.code, imported.log.split('\n').at(-1)]).toEqual([
      0,
      '2 tasks read: 2 contracts in imported/tasks, 0 rejected',
    ]);
    const checked = await typeCommand(room, ['check', 'imported/tasks/*/contract.yml', ...cache]);
    expect([checked.code, checked.log.split('\n').at(-1)]).toEqual([0, '2 contracts work: golden passes, noop fails']);
  });
});
