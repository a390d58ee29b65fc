import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { findExposedFolders } from '../../../../src/run/attempt/setup/create_session_options.js';
import { cleanUp, givenRoom } from '../../../given.js';

const room = givenRoom();
afterAll(cleanUp);

describe('what of the mounted folders is covered', () => {
  it('is the contract, the history of its repository and the runs, where they lie in what is shown', () => {
    const home = mkdtempSync(join(room, 'shown-'));
    const repository = join(home, 'repository');
    const folders = ['tasks/a', '.git', 'out/runs'].map((path) => join(repository, path));
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    const all = [...folders, join(folders[1]!, 'objects'), join(repository, 'absent')];
    expect([
      findExposedFolders(all, [repository]),
      findExposedFolders(all, [join(home, 'repository/tasks')]),
      findExposedFolders(all, []),
    ]).toEqual([folders, [folders[0]], []]);
  });
});
