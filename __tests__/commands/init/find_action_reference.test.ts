import { execFileSync } from 'node:child_process';
import { findActionReference } from '../../../src/commands/init/find_action_reference.js';
import { ENGINE_VERSION } from '../../../src/record/manifest/engine_version.js';
import { cleanUp, givenRoom } from '../../given.js';
import { commit, givenHistory } from '../../workspace/given_history.js';

afterAll(cleanUp);

describe('the Action that a written workflow names', () => {
  const given = (origin?: string) => {
    const folder = givenHistory(givenRoom(), 'clone');
    const head = commit(folder, { 'action.yml': 'name: x\n' });
    if (origin) execFileSync('git', ['remote', 'add', 'origin', origin], { cwd: folder });
    return { folder, head };
  };

  it.each([
    ['https://github.com/acme/gatebench.git', 'acme/gatebench'],
    ['https://github.com/acme/gatebench', 'acme/gatebench'],
    ['git@github.com:acme/gate.bench.git', 'acme/gate.bench'],
    ['ssh://git@github.com/acme/gatebench/', 'acme/gatebench'],
    ['https://git.example.org/acme/gatebench.git', 'gatebench/gatebench'],
    [undefined, 'gatebench/gatebench'],
  ])('is the commit of the clone that runs: origin %s', async (origin, name) => {
    const { folder, head } = given(origin);
    expect(await findActionReference(folder)).toBe(`${name}@${head}`);
  });

  it('is the release where a package is installed, also inside of another repository', async () => {
    const { folder } = given('https://github.com/acme/gatebench');
    const release = `gatebench/gatebench@v${ENGINE_VERSION}`;
    expect(await findActionReference(`${folder}/node_modules/gatebench`)).toBe(release);
    expect(await findActionReference(undefined)).toMatch(/^[\w-]+\/[\w-]+@([0-9a-f]{40}|v\d+\.\d+\.\d+)$/);
  });

  it('is the release where the clone has no commit', async () => {
    expect(await findActionReference(givenHistory(givenRoom(), 'empty'))).toBe(
      `gatebench/gatebench@v${ENGINE_VERSION}`,
    );
  });
});
