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
