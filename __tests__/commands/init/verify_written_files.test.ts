// Needs: sandbox

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { initRepository } from '../../../src/commands/init/init_repository.js';
import { initOptionsSchema } from '../../../src/commands/init/setup/init_options.js';
import { itInFull } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { commit, gitIn, givenHistory } from '../../workspace/given_history.js';

afterAll(cleanUp);
const cache = join(givenRoom(), 'cache');

const test = (title: string, body: string) => `import test from 'node:test';\ntest('${title}', () => {${body}});\n`;

/** Sets up a repository with this script `test`, and a change that becomes a task. */
async function setUp(script: string, scripts: Record<string, string> = {}) {
  const repo = givenHistory();
  const manifest = JSON.stringify({ type: 'module', scripts: { ...scripts, test: script } });
  commit(repo, { 'package.json': manifest, 'src/a.js': 'export const a = 1;\n', 'test/b.test.js': test('holds', '') });
  commit(repo, {
    'src/a.js': 'export const a = 2;\n',
    'test/a.test.js': `import { a } from '../src/a.js';\n${test('is two', "if (a !== 2) throw new Error('no');")}`,
  });
  return init(repo, {});
}

/** Runs init, with what it printed and what git shows of it then. */
async function init(repo: string, more: object) {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const context = {
    ...{ log: say, error: say, signal: new AbortController().signal },
    terminal: { columns: 100, colour: false },
  };
  const options = initOptionsSchema.parse({
    ...{ repo, cache, out: join(givenRoom(), 'out'), prove: false, yes: true, search_path: process.env.PATH },
    ...more,
  });
  const ended = await initRepository(options, context, repo).then(
    ({ exit_code }) => ({ exit_code }),
    ({ message, remedy }: { message: string; remedy: string }) => ({ message, remedy }),
  );
  return { repo, ended, lines, changed: gitIn(repo, 'status', '--porcelain').trim() };
}

// Holds K9
describe('after init has written everything', () => {
  it("the repository's own tests pass, and its contract for pull requests passes an empty diff", async () => {
    const { repo, ended, lines } = await setUp('node --test');
    expect([ended, lines.filter((line) => /these files/.test(line))]).toEqual([
      { exit_code: 0 },
      [
        '✓ `npm run test` passes with these files',
        '✓ an empty diff judged by tasks/pull-request passes with these files',
      ],
    ]);
    expect(readdirSync(join(repo, 'tasks'))).toHaveLength(2);
  });

  it('everything is removed again where the own tests do not bear it, and the message says which', async () => {
    const { repo, ended, changed } = await setUp('node --test && test ! -e tasks');
    expect(ended).toEqual({
      message: expect.stringMatching(/^with the files that init wrote `npm run test` fails: tests: .*exit status 1/),
      remedy: expect.stringMatching(/removed again \(tasks\/pull-request\/contract\.yml, gatebench\.yml, \.github/),
    });
    expect([changed, existsSync(join(repo, 'tasks')), existsSync(join(repo, '.github'))]).toEqual(['', false, false]);
  });

  itInFull('own tests that fail without the files too are told, and take nothing away', async () => {
    const { ended, lines, changed } = await setUp('npm run lint && node --test', { lint: 'false' });
    expect([ended, lines.filter((line) => /these files/.test(line)), changed]).toEqual([
      { exit_code: 0 },
      [
        expect.stringMatching(/^ {2}note: `npm run test` fails without these files too: tests: /),
        '✓ an empty diff judged by tasks/pull-request passes with these files',
      ],
      expect.stringContaining('gatebench.yml'),
    ]);
  });

  itInFull('a task that is added later is removed again in the same way, and nothing else', async () => {
    const { repo } = await setUp('node --test');
    const manifest = { type: 'module', scripts: { test: 'node --test && test ! -e tasks/second-*' } };
    commit(repo, { 'src/c.js': 'export const c = 1;\n', 'package.json': JSON.stringify(manifest) });
    commit(repo, {
      'src/c.js': 'export const c = 2;\n',
      'test/c.test.js': `import { c } from '../src/c.js';\n${test('c is two', "if (c !== 2) throw new Error('no');")}`,
    });
    gitIn(repo, 'commit', '-q', '--amend', '-m', 'Second');
    const { ended, changed } = await init(repo, { from_commit: ['HEAD'] });
    expect([ended, changed]).toEqual([
      {
        message: expect.stringMatching(/^with the files that init wrote `npm run test` fails/),
        remedy: expect.stringMatching(/removed again \(tasks\/second-[0-9a-f]{8}\)\./),
      },
      '',
    ]);
  });
});
