// Needs: sandbox
import { join } from 'node:path';
import { sha256 } from '../../src/record/json/compute_digest.js';
import { cleanUp, type GivenFiles, givenRoom } from '../given.js';
import { type ContractInput, givenShellTask, tapCheck } from '../given_task.js';
import { tarOf } from '../workspace/given_archive.js';
import { commit, gitIn, givenHistory } from '../workspace/given_history.js';
import { readResults, runBuilt } from './start_built.js';

/** Every kind of snapshot in attempts of one process. What else becomes of them is tested in `workspace/snapshot`. */

afterAll(cleanUp);

const FILES = { value: 'wrong\n', kept: 'kept\n' };

it('a folder, a commit with a submodule, an archive and the base of a pull request are judged, by the command line that ships', async () => {
  const room = givenRoom();
  const clone = givenHistory(room, 'clone');
  const library = givenHistory(room, 'library');
  const library_commit = commit(library, { limit: '7\n' });
  const upstream = givenHistory(room, 'upstream');
  gitIn(upstream, 'submodule', '--quiet', 'add', '../library', 'vendor/library');
  const upstream_commit = commit(upstream, FILES);
  const archive = tarOf(
    Object.entries(FILES).map(([name, content]) => ({ name: `top/${name}`, content })),
    true,
  );

  const given = (id: string, contract: Partial<ContractInput> = {}, files: GivenFiles = {}) =>
    givenShellTask(join(clone, 'tasks'), id, { contract, hidden: files });
  await given(
    'archive',
    { snapshot: { archive: 'hidden/source.tgz', sha256: sha256(archive), strip_components: 1 } },
    {
      'source.tgz': archive,
    },
  );
  await given('directory');
  await given('git', {
    snapshot: { git: `file://${upstream}`, commit: upstream_commit, submodules: { 'vendor/library': library_commit } },
    acceptance: [tapCheck(), { id: 'submodule', run: 'grep -qx 7 vendor/library/limit' }],
  });
  await given('pull-request', { snapshot: { base: 'pull-request' } });
  const base = commit(clone, { ...FILES, '.gitignore': '/tasks/trees\n' });
  const head = commit(clone, { value: 'right\n' });

  const { code } = await runBuilt(clone, [
    ...['run', 'tasks/*/contract.yml', '--agent', 'golden', '--base', base, '--head', head],
    ...['--concurrency', '2', '--out', '../out', '--cache', '../cache'],
  ]);
  const results = readResults(join(room, 'out'));
  expect([code, results.map(({ contract, verdict }) => `${contract.id}: ${verdict.gate_vector}`)]).toEqual([
    0,
    ['archive', 'directory', 'git', 'pull-request'].map((id) => `${id}: pass/pass/pass/pass`),
  ]);
  expect(results.map(({ snapshot }) => snapshot.identity)).toEqual([
    sha256(archive),
    expect.stringMatching(/^[0-9a-f]{40}$/),
    upstream_commit,
    base,
  ]);
});
