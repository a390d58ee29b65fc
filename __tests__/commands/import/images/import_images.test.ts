import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cleanUp, givenRoom } from '../../../given.js';
import { typeCommand } from '../../../given_command_line.js';
import { type GivenEngine, inEngines, perEngine } from '../../../sandbox/container/given.js';
import { CONDA, givenBenchmarkImage, givenRow } from './given_image.js';

const images: { remove(): void }[] = [];
afterAll(() => {
  for (const image of images) image.remove();
  return cleanUp();
});

const readContract = (folder: string) => parse(readFileSync(join(folder, 'contract.yml'), 'utf8'));
inEngines(perEngine)('an image of a benchmark in %s', (engine: string, given: GivenEngine) => {
  const id = `owner__project-${engine === 'docker' ? 1 : 2}`;
  const name = `docker.io/swebench/sweb.eval.x86_64.${id.replace('__', '_1776_')}:latest`;
  const room = givenRoom();
  const cache = join(room, 'cache');
  const folder = join(room, 'out/tasks', id);

  beforeAll(async () => {
    // Its own copy has the solution, and tests that pass: were it tested, every patch would pass.
    const stale = { 'src/value.sh': 'value=right\n', 'tests/test_value.py': 'def test_value():\n    assert true\n\n' };
    images.push(givenBenchmarkImage(given, name, stale));
    writeFileSync(join(room, 'rows.json'), JSON.stringify([givenRow(room, id)]));
  });

  it('is pinned by digest or id, where the repository lies, with its environment', async () => {
    const argv = ['import', 'swe-bench', 'rows.json', '--out', 'out', '--repos', 'mirrors', '--cache', cache];
    const { code, log } = await typeCommand(room, argv);
    expect([code, log]).toEqual([
      0,
      expect.stringContaining('it runs in the image of the benchmark, pinned by digest'),
    ]);
    const { environment, setup, metadata } = readContract(folder);
    expect(environment).toEqual({
      image: expect.stringMatching(/^(docker\.io\/swebench\/[\w.-]+@)?sha256:[0-9a-f]{64}$/),
      ...{ workdir: '/testbed', image_files: true, tools: { python: '*' } },
      variables: {
        BENCHMARK_HOME: '/opt/benchmark',
        ...{ NO_COLOR: '1', FORCE_COLOR: '0', CI: '', CONDA_PREFIX: `/${CONDA}`, CONDA_DEFAULT_ENV: 'testbed' },
        PATH: `/${CONDA}/bin:/opt/miniconda3/condabin:/opt/miniconda3/bin:/usr/bin:/bin`,
      },
    });
    expect(setup).toEqual([]);
    expect(metadata.provenance).toContain(`→ ${environment.image}`);
    const { tasks } = JSON.parse(readFileSync(join(room, 'out/import.json'), 'utf8'));
    expect(tasks[0].image).toMatchObject({ name: name.replace('docker.io/', ''), pin: environment.image });
  });

  it('tests the files of the attempt with what only the image has: golden passes, noop fails', async () => {
    const checked = await typeCommand(room, ['check', folder, '--repos', 'mirrors', '--cache', cache]);
    expect(checked).toMatchObject({ code: 0, log: 'contract works: golden passes, noop fails' });
  });

  it('fails a wrong patch, and shows an agent neither history nor compiled files of the image', async () => {
    const listing = [
      'find . -mindepth 2 -name .git; find . -name __pycache__; cat /testbed/.git/solution; ls -d /home/*',
      'cat src/value.sh src/generated.sh node_modules/dependency/index.js; pwd',
    ].join('; ');
    const agent = `command:(${listing}) > seen.txt 2> /dev/null; echo value=other > src/value.sh`;
    const argv = ['run', folder, '--repos', 'mirrors', '--cache', cache, '--out', 'runs', '--agent', agent];
    const { code, log } = await typeCommand(room, argv);
    expect([code, log]).toEqual([1, expect.stringContaining('test_value')]);
    const runs = join(room, 'runs/runs');
    const patch = readFileSync(join(runs, readdirSync(runs)[0]!, 'patch.diff'), 'utf8');
    const seen = patch.split('\n').flatMap((line) => /^\+(?!\+)(.*)/.exec(line)?.slice(1) ?? []);
    // What the image had beside the repository is there, and no part of the patch.
    const shown = ['/home/agent', 'value=wrong', 'generated=yes', 'module.exports = 1;', '/testbed'];
    expect(seen).toEqual([...shown, 'value=other']);
    expect(patch.match(/^diff --git a\/(\S+)/gm)).toEqual(['diff --git a/seen.txt', 'diff --git a/src/value.sh']);
  });
});
