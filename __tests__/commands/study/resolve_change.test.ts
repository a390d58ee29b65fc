import { resolveChange } from '../../../src/commands/study/resolve_change.js';
import { cleanUp } from '../../given.js';
import { commit, gitIn, givenHistory } from '../../workspace/given_history.js';

afterAll(cleanUp);

it('a change is what HEAD adds to the default branch, where no revision says otherwise', async () => {
  const clone = givenHistory();
  const base = commit(clone, { value: 'wrong\n' });
  gitIn(clone, 'branch', '-M', 'main');
  gitIn(clone, 'checkout', '-q', '-b', 'change');
  const head = commit(clone, { value: 'right\n' });
  const lines: string[] = [];
  const resolve = (base?: string, head?: string) =>
    resolveChange({ base, head }, clone, '--base REVISION', (line) => lines.push(line));

  expect(await resolve()).toMatchObject({ base_sha: base, head_sha: head });
  expect(lines).toEqual([`base: main (${base.slice(0, 12)})`]);
  expect(await resolve('change~1', 'change')).toMatchObject({ base_sha: base, head_sha: head });
  await expect(resolve('nowhere')).rejects.toThrow('there is no commit "nowhere"');
  await expect(resolve(undefined, 'main')).rejects.toThrow('head is the same commit as main');
});
