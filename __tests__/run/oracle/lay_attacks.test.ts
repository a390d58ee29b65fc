// Needs: sandbox
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampled } from '../../extent.js';
import { cleanUp, givenRoom } from '../../given.js';
import { ran, type Seen } from '../../given_run.js';
import { type GivenTask, givenShellTask, lineChange, newFile, tapCheck } from '../../given_task.js';

const room = givenRoom();
afterAll(cleanUp);
let n = 0;

async function judged(patch: string, task: GivenTask): Promise<Seen> {
  const id = `lay${n++}`;
  const contract = await givenShellTask(room, id, task);
  const file = join(room, `${id}.patch`);
  writeFileSync(file, patch);
  const { attempts } = await ran(room, {
    contracts: [contract],
    agents: [`patch:${file}`],
    out: join(room, 'out', id),
  });
  return attempts[0]!;
}

const seenBy = (seen: Seen) => seen.of('acceptance_check')[0]!.payload.execution!.stdout.head.trim();
/** A patch that creates a file whose name git has to quote. */
const quotedFile = (name: string) => newFile(name, 'x\n').replaceAll(/([ab])\/(\S+)/g, '"$1/$2"');
const listing = (name: string): GivenTask => ({
  contract: { acceptance: [tapCheck({ run: `find . -name '${name}'; sh hidden/check.sh "$REPORT"` })] },
});

describe('what a patch creates where runners look is gone, whatever its name', () => {
  it.each(
    sampled(
      [
        ['bytes that are no UTF-8', 'z\\377/conftest.py', 'conftest.py'],
        ['a line break', 'q\\nq/conftest.py', 'conftest.py'],
        ['bytes that are no UTF-8 in the hidden folder', 'hidden/\\377.mark', '*.mark'],
        ['an entry point of a plugin', 'evil.egg-info/entry_points.txt', 'entry_points.txt'],
        ['a transformation of the tests', 'babel.config.js', 'babel.config.js'],
      ],
      2,
    ),
  )('%s', async (_, name, pattern) => {
    const seen = await judged(quotedFile(name), listing(pattern));
    expect(seenBy(seen)).toBe('');
  });

  it('a package.json above the hidden files keeps nothing that a runner obeys, also when the snapshot has none', async () => {
    const seen = await judged(newFile('package.json', '{"name": "kept", "jest": {"reporters": ["./evil.js"]}}'), {
      contract: { acceptance: [tapCheck({ run: 'cat package.json; sh hidden/check.sh "$REPORT"' })] },
    });
    expect(JSON.parse(seenBy(seen))).toEqual({ name: 'kept' });
  });

  it('a package.json that became a link is put back', async () => {
    const removed =
      'diff --git a/package.json b/package.json\ndeleted file mode 100644\n--- a/package.json\n+++ /dev/null\n@@ -1 +0,0 @@\n-{}\n';
    const linked = newFile('package.json', 'evil.json', '120000').replace(/\n$/, '\n\\ No newline at end of file\n');
    const seen = await judged(`${removed}${newFile('evil.json', '{"scripts": {"test": "true"}}')}${linked}`, {
      repo: { 'package.json': '{}\n' },
      contract: { acceptance: [tapCheck({ run: 'cat package.json; sh hidden/check.sh "$REPORT"' })] },
    });
    expect(seenBy(seen)).toBe('{}');
  });
});

describe('what a patch puts in the place of modules that runners import', () => {
  const hidden = { 'tests/test_a.py': 'import json\n' };
  const there = 'find . -name json.py -o -name random.py | sort; sh hidden/check.sh "$REPORT"';
  const task = (golden?: string): GivenTask => ({
    repo: { 'tests/random.py': 'own\n' },
    hidden,
    ...(golden ? { golden } : {}),
    contract: {
      acceptance: [tapCheck({ run: there })],
      oracle: { files: ['hidden/', { from: 'hidden/tests', to: 'tests' }] },
    },
  });

  it('is gone at the root and beside hidden tests, and reported; the rest stays', async () => {
    const patch = ['json.py', 'tests/json.py', 'src/json.py'].map((path) => newFile(path, 'evil\n')).join('');
    const seen = await judged(patch + lineChange('tests/random.py', 'own', 'changed'), task());
    expect(seenBy(seen)).toBe('./src/json.py\n./tests/random.py');
    expect(seen.of('oracle_laid')[0]!.payload.restored).toEqual([
      { path: 'json.py', how: 'removed' },
      { path: 'tests/json.py', how: 'removed' },
    ]);
  });

  it('stays where the reference solution has it, too', async () => {
    const asked = newFile('json.py', 'asked for\n');
    expect(seenBy(await judged(asked, task(asked)))).toBe('./json.py\n./tests/random.py');
  });
});

describe('hidden files that a command changes', () => {
  it('are laid again before the next command, and the change is a violation', async () => {
    const forged =
      'echo "1..2" > "$1"; echo "ok 1 - the value is right" >> "$1"; echo "ok 2 - the rest is kept" >> "$1"';
    const seen = await judged(lineChange('build.sh', 'true', `echo '${forged}' > hidden/check.sh`), {
      repo: { 'build.sh': 'true\n' },
      contract: {
        build: [{ id: 'build', run: 'sh build.sh' }],
        oracle: { files: 'hidden/', read_only: false },
      },
    });
    expect(seen.vector).toBe('pass/pass/fail/fail');
    expect(seen.of('alert').map(({ payload }) => [payload.code, payload.severity, payload.signals.paths])).toEqual([
      ['oracle-changed-at-run-time', 'violation', ['hidden/check.sh']],
    ]);
  });
});

describe('what setup installed', () => {
  it('stays as it is, and the attempt to change it is reported', async () => {
    const run = 'sh node_modules/runner.sh "$REPORT"';
    const seen = await judged(
      newFile('node_modules/runner.sh', 'echo "1..1" > "$1"; echo "ok 1 - the value is right" >> "$1"\n'),
      {
        contract: {
          setup: [{ run: 'mkdir node_modules; echo \'sh hidden/check.sh "$1"\' > node_modules/runner.sh' }],
          acceptance: [tapCheck({ run, pass_to_pass: [] })],
        },
      },
    );
    expect(seen.vector).toBe('pass/pass/fail/pass');
    expect(seen.of('oracle_laid')[0]!.payload.restored).toEqual([{ path: 'node_modules/runner.sh', how: 'restored' }]);
    expect(seen.tags).toContain('oracle-config-restored');
  });
});
