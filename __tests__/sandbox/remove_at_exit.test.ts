// Needs: nothing
import { readdirSync } from 'node:fs';
import { bubblewrap, givenFolder, order, removeFolders } from './given.js';

afterAll(removeFolders);

it('folders of many backends in one process wait for its end with one listener, and keep theirs until then', async () => {
  const before = process.listenerCount('exit');
  const state = givenFolder();
  const workspace = givenFolder();
  for (let n = 0; n < 12; n += 1) {
    const session = await bubblewrap({ state_dir: state }).open(order(workspace));
    await session.close();
  }
  expect(process.listenerCount('exit') - before).toBeLessThanOrEqual(1);
  expect(readdirSync(state)).toHaveLength(12);
});
