// Needs: sandbox
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itInFull, itInFullWhere } from '../../extent.js';
import { cleanUp, type GivenFiles } from '../../given.js';
import { runBuilt } from '../start_built.js';
import { givenShop, pushToMain } from './given_shop.js';

/**
 * The morning of a maintainer, by the commands of the README: init, a commit, and pull requests that GitHub's workflow judges. A quiet pass,
 * a failure that says all that is needed to mend it, and the mended change.
 */

afterAll(cleanUp);

interface Project {
  files: GivenFiles;
  /** What init says that it found. */
  found: RegExp;
  /** A change that breaks a test, and the one that mends it. */
  fault: GivenFiles;
  remedy: GivenFiles;
  /** What stands in the comment: the failed test, and what it expected and got. */
  said: RegExp[];
}

const source = (hours: number) => `const SECONDS = { h: ${hours}, m: 60, s: 1 };

/** Returns the seconds of a duration such as "90s". */
export function toSeconds(text) {
  const [, number, unit] = /^(\\d+)([hms])$/.exec(text);
  return Number(number) * SECONDS[unit];
}
`;

const NODE: Project = {
  files: {
    'package.json':
      '{ "name": "durations", "private": true, "type": "module", "scripts": { "test": "node --test" } }\n',
    'README.md': '# Durations\n',
    '.gitignore': 'gatebench-*\n',
    'src/duration.js': source(3600),
    'test/duration.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { toSeconds } from '../src/duration.js';

test('reads seconds', () => assert.equal(toSeconds('90s'), 90));
test('reads hours', () => assert.equal(toSeconds('2h'), 7200));
`,
  },
  found: /^node, npm, node:test: 2 tests pass /m,
  fault: { 'src/duration.js': source(360) },
  remedy: { 'src/duration.js': source(3600) },
  said: [/reads hours/, /expected 7200, got 720/],
};

const PYTHON: Project = {
  files: {
    'pyproject.toml': '[project]\nname = "durations"\nversion = "1"\n\n[tool.pytest.ini_options]\npythonpath = "."\n',
    'README.md': '# Durations\n',
    '.gitignore': 'gatebench-*\n__pycache__/\n',
    'duration.py':
      'SECONDS = {"h": 3600, "m": 60, "s": 1}\n\n\ndef to_seconds(text):\n    return int(text[:-1]) * SECONDS[text[-1]]\n',
    'tests/test_duration.py': `from duration import to_seconds


def test_reads_seconds():
    assert to_seconds("90s") == 90


def test_reads_hours():
    assert to_seconds("2h") == 7200
`,
  },
  found: /^python, pip, pytest: 2 tests pass .*\n {2}note: pytest is that of this machine: the workflow needs it too/m,
  fault: {
    'duration.py':
      'SECONDS = {"h": 360, "m": 60, "s": 1}\n\n\ndef to_seconds(text):\n    return int(text[:-1]) * SECONDS[text[-1]]\n',
  },
  remedy: {
    'duration.py':
      'SECONDS = {"h": 3600, "m": 60, "s": 1}\n\n\ndef to_seconds(text):\n    return int(text[:-1]) * SECONDS[text[-1]]\n',
  },
  said: [/test(?:_|&#95;)reads(?:_|&#95;)hours/, /expected 7200, got 720/],
};

async function spendMorning({ files, found, fault, remedy, said }: Project): Promise<void> {
  const { room, clone, state, push, close } = await givenShop([files, 'First version']);
  try {
    const cache = ['--cache', join(room, 'cache')];
    const init = await runBuilt(clone, ['init', ...cache]);
    expect(init).toEqual({ code: 0, log: expect.stringMatching(found), error: expect.not.stringMatching(/\n\s+at /) });
    expect(readdirSync(clone)).toEqual(expect.arrayContaining(['gatebench.yml', 'tasks']));
    pushToMain(clone, ['tasks', 'gatebench.yml', '.github'], 'Judge pull requests with gatebench');

    // Words only: a green check with the notice of the attempt, and nothing to act on.
    const quiet = await push({ 'README.md': '# Durations\n\nMore words.\n' }, 'opened');
    expect([quiet.jobs, quiet.log]).toEqual([
      { evaluate: { result: 'success', outputs: {} } },
      expect.not.stringMatching(/^::(?:warning|error|notice)/m),
    ]);
    expect(state.check_runs.at(-1)).toMatchObject({ name: 'gatebench main', conclusion: 'success' });
    expect(state.check_runs.at(-1)!.annotations).toMatchObject([{ annotation_level: 'notice' }]);
    expect(state.comments.map(({ body }) => body)).toEqual([expect.stringContaining('✅ gatebench')]);

    // A fault: red, and the comment names the test and both values.
    const red = await push(fault);
    expect(red.jobs.evaluate!.result).toBe('failure');
    expect(state.check_runs.at(-1)).toMatchObject({ name: 'gatebench main', conclusion: 'failure' });
    for (const form of said) expect(state.comments[0]!.body).toMatch(form);
    // The same verdict without GitHub, on the branch of the change.
    const here = await runBuilt(clone, ['run', 'tasks/pull-request', '--agent', 'pull-request', ...cache]);
    expect(here).toMatchObject({ code: 1, log: expect.stringMatching(said[1]!) });

    const mended = await push(remedy);
    expect(mended.jobs.evaluate!.result).toBe('success');
    expect(state.comments.map(({ body }) => body)).toEqual([expect.stringContaining('✅ gatebench')]);
  } finally {
    await close();
  }
}

it('node:test: a quiet pass, a failure that is mended from the comment, and the mended change', () =>
  spendMorning(NODE));

itInFullWhere('pytest')('pytest of the machine: the same, and the contract says where pytest comes from', () =>
  spendMorning(PYTHON),
);

itInFull('a night runs the suite that init wrote, and the next one is compared with it', async () => {
  const broken = { ...NODE.files, 'src/duration.js': source(3600).replace('m: 60', 'm: 6') };
  const test = NODE.files['test/duration.test.js'] as string;
  const asked = `${test}test('reads minutes', () => assert.equal(toSeconds('3m'), 180));\n`;
  const fix = { 'src/duration.js': source(3600), 'test/duration.test.js': asked };
  const { room, clone, night, close } = await givenShop([broken, 'First version'], [fix, 'Minutes are six seconds']);
  try {
    const init = await runBuilt(clone, ['init', '--cache', join(room, 'cache')]);
    expect(init).toMatchObject({ code: 0, log: expect.stringMatching(/^✓ \w{8} Minutes are six seconds: proven/m) });
    const folder = join(clone, '.github/workflows');
    for (const name of ['ablation.yml', 'nightly.yml']) {
      const text = readFileSync(join(import.meta.dirname, '../../../docs/workflows', name), 'utf8');
      writeFileSync(join(folder, name), text.replaceAll('<full commit SHA>', 'a'.repeat(40)));
    }
    pushToMain(clone, ['tasks', 'gatebench.yml', '.github'], 'Measure every night');

    const first = await night();
    expect(Object.values(first.jobs).map(({ result }) => result)).not.toContain('failure');
    expect(first.log).not.toMatch(/^::(?:warning|error)/m);
    expect(first.summary).toContain('There is no earlier night to compare with');
    const second = await night();
    expect(Object.values(second.jobs).map(({ result }) => result)).not.toContain('failure');
    // With fewer than five runs in the history nothing is decided, and the night says so.
    expect(second.log).not.toMatch(/^::error/m);
  } finally {
    await close();
  }
});
