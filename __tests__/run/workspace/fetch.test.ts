import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { mirrors } from '../../../src/run/workspace/fetch.js';
import { gitOrThrow } from '../../../src/run/workspace/git.js';
import { cleanUp, givenRoom } from '../../given.js';

afterAll(cleanUp);

describe('mirrors of a repository in the folders that --repos names', () => {
  it.each([
    ['a repository named owner+name', 'acme+tool', ['init', '--quiet', '--bare'], 'acme+tool'],
    ['the same with .git', 'acme+tool.git', ['init', '--quiet', '--bare'], 'acme+tool.git'],
    ['owner/name', 'acme/tool', ['init', '--quiet', '--bare'], 'acme/tool'],
    ['a working copy', 'acme+tool', ['init', '--quiet'], 'acme+tool/.git'],
    [
      'a repository of any name in a folder owner+name',
      'acme+tool/store',
      ['init', '--quiet', '--bare'],
      'acme+tool/store',
    ],
  ])('finds %s', async (_, place, init, found) => {
    const repos = givenRoom();
    mkdirSync(join(repos, place), { recursive: true });
    await gitOrThrow([...init, join(repos, place)]);
    for (const url of [
      'https://example.org/acme/tool',
      'https://example.org/acme/tool.git',
      'git@example.org:acme/tool.git',
    ])
      expect(mirrors(url, [repos])).toEqual([join(repos, found)]);
  });

  it('takes no repository of another name', async () => {
    const repos = givenRoom();
    await gitOrThrow(['init', '--quiet', '--bare', join(repos, 'acme+tools')]);
    await gitOrThrow(['init', '--quiet', '--bare', join(repos, 'other+tool')]);
    expect(mirrors('https://example.org/acme/tool', [repos, join(repos, 'gone')])).toEqual([]);
  });
});
