import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cleanUp, givenRoom, write } from '../../../given.js';
import { typeCommand } from '../../../given_command_line.js';
import { type GivenEngine, inEngines, inOneEngine } from '../../../sandbox/container/given.js';
import { givenImage } from '../../../sandbox/container/given_image.js';
import { CONDA, givenBenchmarkImage, givenRow } from './given_image.js';

const images: { remove(): void }[] = [];
afterAll(() => {
  for (const image of images) image.remove();
  return cleanUp();
});

const readContract = (folder: string) => parse(readFileSync(join(folder, 'contract.yml'), 'utf8'));

// Holds G11
it('warns once of an engine that fails, imports for the tools of the machine, and says why', async () => {
  const room = givenRoom();
  const docker =
    '#!/bin/sh\n[ "$1" = version ] && { echo 5.0; exit; }\necho "Error: disk \u001b[31mfull" >&2; exit 1\n';
  write(room, { 'bin/docker': { content: docker, executable: true } });
  const row = givenRow(room, 'owner__project-1');
  writeFileSync(join(room, 'rows.json'), JSON.stringify([row, { ...row, instance_id: 'owner__project-2' }]));
  const argv = ['import', 'swe-bench', 'rows.json', '--repos', 'mirrors', '--cache', join(room, 'cache')];
  const { code, log, error } = await typeCommand(room, [...argv, '--out', 'out'], join(room, 'bin'));
  expect([code, error.split('\n')]).toEqual([
    0,
    [expect.stringMatching(/^docker is not asked for images: Error: disk [^\u001b]+full$/)],
  ]);
  expect(log).toContain(
    'note (2 tasks): its image cannot be used: the tools of this machine are; import.json says why',
  );
  expect(log).toContain('\n0 of 2 contracts run in images');
  const { tasks } = JSON.parse(readFileSync(join(room, 'out/import.json'), 'utf8'));
  expect(tasks[1].image.fault).toContain('no container engine works here (docker: Error: disk');
  // Where an image is required, each row says it.
  const required = await typeCommand(room, [...argv, '--out', 'required', '--images', 'require'], join(room, 'bin'));
  expect([required.code, required.error]).toEqual([1, '']);
  expect(required.log).toContain('no container engine works here (docker: Error: disk');
});

inEngines('an image of a benchmark in %s', (engine: string, given: GivenEngine) => {
  const id = `owner__project-${engine === 'docker' ? 1 : 2}`;
  const name = `docker.io/swebench/sweb.eval.x86_64.${id.replace('__', '_1776_')}:latest`;
  const room = givenRoom();
  const cache = join(room, 'cache');
  const folder = join(room, 'out/tasks', id);

  beforeAll(async () => {
    // Its own copy has the solution, and tests that pass: were it tested, every patch would pass.
    const tests = { 'tests/test_value.py': 'def test_value():\n    assert true\n\n' };
    const stale = { 'src/value.sh': 'value=right\n', 'build/lib/value.sh': 'built=right\n', ...tests };
    images.push(givenBenchmarkImage(given, name, stale));
    // Built files that the commit has are those of the commit, also where no archive would have them.
    const tracked = { 'build/lib/value.sh': 'built=wrong\n', '.gitattributes': 'build export-ignore\n' };
    writeFileSync(join(room, 'rows.json'), JSON.stringify([givenRow(room, id, {}, tracked)]));
  });

  it('is pinned by digest or id, where the repository lies, with its environment', async () => {
    const argv = ['import', 'swe-bench', 'rows.json', '--out', 'out', '--repos', 'mirrors', '--cache', cache];
    const { code, log } = await typeCommand(room, argv);
    expect([code, log]).toEqual([
      0,
      expect.stringContaining('it runs in the image of the benchmark, pinned by digest'),
    ]);
    expect(log).toContain('\n1 of 1 contracts run in images');
    const { environment, setup, metadata } = readContract(folder);
    expect(environment).toEqual({
      image: expect.stringMatching(/^(docker\.io\/swebench\/[\w.-]+@)?sha256:[0-9a-f]{64}$/),
      ...{ workdir: '/testbed', image_files: true, tools: { python: '*' } },
      variables: {
        JAVA_HOME: '/opt/java',
        ...{ NO_COLOR: '1', FORCE_COLOR: '0', CI: '', CONDA_PREFIX: `/${CONDA}`, CONDA_DEFAULT_ENV: 'testbed' },
        PATH: `/${CONDA}/bin:/opt/miniconda3/condabin:/opt/miniconda3/bin:/usr/bin:/bin`,
      },
    });
    expect(log).toContain('variables of the image that are not taken over: NPM_TOKEN\n');
    expect(log).toContain('since an attempt could write there: /testbed/.venv/bin\n');
    expect(setup).toEqual([]);
    expect(readFileSync(join(folder, 'contract.yml'), 'utf8')).not.toContain('hunter2');
    expect(metadata.provenance).toContain(`→ ${environment.image}`);
    const { tasks } = JSON.parse(readFileSync(join(room, 'out/import.json'), 'utf8'));
    expect(tasks[0].image).toMatchObject({ name: name.replace('docker.io/', ''), pin: environment.image });
    // A contract that is there is kept, and so is what was found of it.
    expect((await typeCommand(room, argv)).code).toBe(0);
    const again = JSON.parse(readFileSync(join(room, 'out/import.json'), 'utf8')).tasks;
    expect(again).toEqual([{ ...tasks[0], state: 'kept' }]);
  });

  it('tests the files of the attempt with what only the image has: golden passes, noop fails', async () => {
    const checked = await typeCommand(room, ['check', folder, '--repos', 'mirrors', '--cache', cache]);
    expect(checked).toMatchObject({ code: 0, log: 'contract works: golden passes, noop fails' });
  });

  it('fails a wrong patch, and shows an agent neither history nor compiled files of the image', async () => {
    const listing = [
      'find . -mindepth 2 -name .git; find . -name __pycache__; cat /testbed/.git/solution; ls -d /home/*',
      'cat src/value.sh build/lib/value.sh src/generated.sh node_modules/dependency/index.js; pwd',
    ].join('; ');
    const agent = `command:(${listing}) > seen.txt 2> /dev/null; echo value=other > src/value.sh`;
    const argv = ['run', folder, '--repos', 'mirrors', '--cache', cache, '--out', 'runs', '--agent', agent];
    const { code, log } = await typeCommand(room, argv);
    expect([code, log]).toEqual([1, expect.stringContaining('test_value')]);
    const runs = join(room, 'runs/runs');
    const patch = readFileSync(join(runs, readdirSync(runs)[0]!, 'patch.diff'), 'utf8');
    const seen = patch.split('\n').flatMap((line) => /^\+(?!\+)(.*)/.exec(line)?.slice(1) ?? []);
    // What the image had beside the repository is there, and no part of the patch.
    const shown = ['/home/agent', 'value=wrong', 'built=wrong', 'generated=yes', 'module.exports = 1;', '/testbed'];
    expect(seen).toEqual([...shown, 'value=other']);
    expect(patch.match(/^diff --git a\/(\S+)/gm)).toEqual(['diff --git a/seen.txt', 'diff --git a/src/value.sh']);
  });
});

inOneEngine('other images of benchmarks in %s', (_, given: GivenEngine) => {
  /** Imports rows and checks their contracts. */
  async function checkRows(room: string, rows: readonly unknown[]) {
    writeFileSync(join(room, 'rows.json'), JSON.stringify(rows));
    const options = ['--repos', 'mirrors', '--cache', join(room, 'cache')];
    const imported = await typeCommand(room, [
      'import',
      'swe-bench',
      'rows.json',
      '--out',
      'out',
      '--images',
      'require',
      ...options,
    ]);
    expect([imported.code, imported.log]).toEqual([0, expect.stringContaining('1 contracts in out/tasks, 0 rejected')]);
    const folder = join(room, 'out/tasks', readdirSync(join(room, 'out/tasks'))[0]!);
    const checked = await typeCommand(room, ['check', folder, ...options]);
    expect(checked).toMatchObject({ code: 0, log: 'contract works: golden passes, noop fails' });
    return readContract(folder);
  }

  it('serve no row whose patch makes the bug: they have the files that it deletes, and copies of those it changes', async () => {
    const room = givenRoom();
    const solved = {
      ...{ 'src/value.sh': 'value=right\n', 'src/deleted.sh': 'deleted=right\n' },
      'tests/test_value.py': 'def test_value():\n    assert [ "$value" = right ]\n\n',
    };
    const image_name = 'gatebench/swesmith.x86_64.owner_1776_project.1';
    images.push(givenBenchmarkImage(given, image_name, { ...solved, 'build/lib/value.sh': 'value=right\n' }));
    const {
      patch,
      test_patch: _,
      PASS_TO_PASS: __,
      log_parser: ___,
      ...row
    } = givenRow(room, 'owner__project.1.bug__1', {}, solved);
    const bug = [
      patch.replace('-value=wrong\n+value=right', '-value=right\n+value=wrong'),
      'diff --git a/src/deleted.sh b/src/deleted.sh\ndeleted file mode 100644\n--- a/src/deleted.sh\n+++ /dev/null\n',
      '@@ -1 +0,0 @@\n-deleted=right\n',
    ].join('');
    writeFileSync(join(room, 'rows.json'), JSON.stringify([{ ...row, patch: bug, image_name, PASS_TO_PASS: [] }]));
    const argv = ['import', 'swe-bench', 'rows.json', '--repos', 'mirrors', '--cache', join(room, 'cache')];
    const { code, log } = await typeCommand(room, [...argv, '--out', 'out']);
    expect([code, log]).toEqual([0, expect.stringContaining('it holds the repository before the bug')]);
    expect(log).toContain('\n0 of 1 contracts run in images');
    const { snapshot, environment, setup } = readContract(join(room, 'out/tasks/owner__project.1.bug__1'));
    expect(snapshot).toMatchObject({ directory: 'repo' });
    expect(Object.keys(environment).sort()).toEqual(['tools', 'variables']);
    expect(setup).toHaveLength(1);
    const required = await typeCommand(room, [...argv, '--out', 'required', '--images', 'require']);
    expect([required.code, required.log]).toEqual([1, expect.stringContaining('and so the solution')]);
  });

  it('serve Node projects, whose packages lie in the image alone', async () => {
    const room = givenRoom();
    // Stands for npx, which starts programs of the project's packages.
    const npx = '#!/bin/sh\nprogram=$1; shift; exec ./node_modules/.bin/$program "$@"\n';
    const mocha = [
      '#!/bin/sh',
      '. ./src/value.sh',
      'echo TAP version 13; echo 1..1',
      `if grep -q canary "$1"; then echo not ok 1 gatebench canary; echo '  AssertionError: wrong'; exit 1; fi`,
      'if [ "$value" = "$(sed -n "s/^expect //p" "$1")" ]; then echo ok 1 value is right; else echo not ok 1 value is right; exit 1; fi',
      '',
    ].join('\n');
    const name = 'docker.io/swebench/sweb.eval.x86_64.owner_1776_project-9:latest';
    images.push(
      givenImage(
        given,
        name,
        {
          'usr/local/lib/node/bin/npx': { content: npx, executable: true },
          'usr/local/lib/node/bin/node': { content: '#!/bin/sh\necho v20.0.0\n', executable: true },
          'testbed/node_modules/.bin/mocha': { content: mocha, executable: true },
        },
        ['ENV PATH=/usr/local/lib/node/bin:/usr/bin:/bin'],
      ),
    );
    const test = [
      'diff --git a/test/value.js b/test/value.js',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/test/value.js',
    ];
    const row = givenRow(room, 'owner__project-9', {
      test_patch: [...test, '@@ -0,0 +1 @@', '+expect right', ''].join('\n'),
      ...{ FAIL_TO_PASS: ['value is right'], PASS_TO_PASS: [], log_parser: 'parse_log_tap' },
      eval_script: [": '>>>>> Start Test Output'", 'npx mocha test/value.js -R tap', ": '>>>>> End Test Output'"].join(
        '\n',
      ),
    });
    const contract = await checkRows(room, [row]);
    expect(contract.setup).toEqual([]);
    expect(contract.environment.variables.PATH).toBeUndefined();
  });
});
