import { createRunNetwork, openStageNetwork } from '../../src/network/stage_network.js';
import { cleanUp, givenCache } from '../given.js';

afterAll(cleanUp);

it('folders of packages are shown to a sandbox, but none at or below its workspace, where the repository is', async () => {
  const folders = ['/work', '/work/wheels', '/workshop/wheels', '/opt/work'];
  const network = await openStageNetwork(
    {
      ...{ allow: [], isolated: true, append: () => {}, cache: await givenCache() },
      registries: { hosts: [], by_ecosystem: {}, environment: {}, files: {}, folders },
    },
    createRunNetwork({}, () => new Date()),
  );
  const shown = Object.keys(network.read_only_mounts).filter((path) => folders.includes(path));
  await network.close();
  expect(shown).toEqual(['/workshop/wheels', '/opt/work']);
});

it('package managers that read no common variable learn of the proxy by their own', async () => {
  const network = await openStageNetwork(
    { allow: [], isolated: true, append: () => {}, cache: await givenCache() },
    createRunNetwork({}, () => new Date()),
  );
  const { environment } = network;
  await network.close();
  const own = ['npm_config_https_proxy', 'YARN_HTTP_PROXY', 'YARN_HTTPS_PROXY', 'CARGO_HTTP_PROXY', 'PIP_PROXY'];
  expect(own.map((name) => environment[name])).toEqual(own.map(() => environment.HTTPS_PROXY));
  expect(environment.HTTPS_PROXY).toBe('http://127.0.0.1:3128');
});
