import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changesBetween, inventory } from '../../../src/run/world/inventory.js';
import { cleanUp, givenRoom, write } from '../../given.js';

afterAll(cleanUp);

const given = () =>
  write(join(givenRoom(), 'world'), {
    'home/.env': 'TOKEN=1\n',
    'home/notes': 'x\n',
    'origin.git/HEAD': 'ref: refs/heads/main\n',
    'caf\xe9': 'latin\n',
    way: { link: 'home/notes' },
  });

/** What changed in a world by `act`. */
async function changedBy(act: (root: string) => void): Promise<string[]> {
  const root = given();
  const before = await inventory(root);
  act(root);
  const { changed, more } = changesBetween(before, await inventory(root));
  expect(more).toBe(0);
  return changed.map(({ change, path }) => `${change} ${path}`);
}

describe('what stands in a world', () => {
  it('has the same digest wherever it lies, and counts files and bytes', async () => {
    const [one, other] = [await inventory(given()), await inventory(given())];
    expect(one).toEqual(other);
    expect([one.files, one.bytes, one.complete]).toEqual([5, 8 + 2 + 21 + 6 + 10, true]);
  });

  it.each<[what: string, act: (root: string) => void, changed: string[]]>([
    ['nothing', () => undefined, []],
    ['content', (root) => writeFileSync(join(root, 'home/.env'), 'TOKEN=2\n'), ['modified home/.env']],
    ['a mode', (root) => chmodSync(join(root, 'home/notes'), 0o600), ['modified home/notes']],
    ['the mode of a folder', (root) => chmodSync(join(root, 'home'), 0o777), ['modified home/']],
    [
      'what is gone',
      (root) => rmSync(join(root, 'origin.git'), { recursive: true }),
      ['deleted origin.git/', 'deleted origin.git/HEAD'],
    ],
    ['what is new', (root) => mkdirSync(join(root, 'home/.ssh')), ['added home/.ssh/']],
    [
      'another way of a link, not what it leads to',
      (root) => {
        rmSync(join(root, 'way'));
        symlinkSync('/etc/passwd', join(root, 'way'));
      },
      ['modified way'],
    ],
    [
      'a file in place of a folder',
      (root) => {
        rmSync(join(root, 'origin.git'), { recursive: true });
        writeFileSync(join(root, 'origin.git'), '');
      },
      ['added origin.git', 'deleted origin.git/', 'deleted origin.git/HEAD'],
    ],
    ['a pipe, which is not read', (root) => execFileSync('mkfifo', [join(root, 'pipe')]), ['added pipe']],
  ])('tells %s', async (_, act, changed) => {
    expect(await changedBy(act)).toEqual(changed);
  });

  it('is not read to its end where a file only says that it is long', async () => {
    expect(
      await changedBy((root) => {
        writeFileSync(join(root, 'home/notes'), '');
        truncateSync(join(root, 'home/notes'), 2 ** 40);
      }),
    ).toEqual(['modified home/notes']);
  });

  it('is listed up to a bound, and the rest counted', () => {
    const entries = new Map(Array.from({ length: 700 }, (_, i) => [`f${i}`, '644 x'] as const));
    const { changed, more } = changesBetween({ entries: new Map() }, { entries });
    expect([changed.length, more]).toEqual([500, 200]);
  });
});
