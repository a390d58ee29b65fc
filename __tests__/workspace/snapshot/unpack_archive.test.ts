import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../src/contract/input/user_error.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import { unpackArchive } from '../../../src/workspace/snapshot/unpack_archive.js';
import { cleanUp, givenRoom } from '../../given.js';
import { type Entry, tarOf, zipOf } from '../given_archive.js';

afterAll(cleanUp);

type ArchiveLimits = Parameters<typeof unpackArchive>[4];

async function unpack(name: string, archive: Buffer, strip = 0, limits?: ArchiveLimits) {
  const room = givenRoom();
  mkdirSync(join(room, 'inside'));
  writeFileSync(join(room, name), archive);
  let complaint = '';
  let digest = '';
  try {
    digest = await unpackArchive(join(room, name), join(room, 'inside'), strip, 'contract.yml:7', limits);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    complaint = error.message;
  }
  const files = readdirSync(join(room, 'inside'), { recursive: true, encoding: 'utf8' }).sort();
  expect(readdirSync(room).sort()).toEqual(['inside', name].sort());
  return { inside: join(room, 'inside'), complaint, digest, files };
}

const GOOD: Entry[] = [
  { name: 'top/', type: '5', mode: 0o40755 },
  { name: 'top/a.txt', content: 'a\n', mode: 0o100644 },
  { name: 'top/bin/run', content: '#!/bin/sh\n', mode: 0o100755 },
];

describe.each([
  [
    'repo.tar',
    (entries: Entry[]) => tarOf(entries.map((entry) => ({ ...entry, mode: (entry.mode ?? 0o644) & 0o777 }))),
  ],
  [
    'repo.tar.gz',
    (entries: Entry[]) =>
      tarOf(
        entries.map((entry) => ({ ...entry, mode: (entry.mode ?? 0o644) & 0o777 })),
        true,
      ),
  ],
  ['repo.zip', zipOf],
] as [string, (entries: Entry[]) => Buffer][])('%s', (name, make) => {
  it('is unpacked with its modes, and answers with its digest', async () => {
    const archive = make(GOOD);
    const { inside, complaint, digest, files } = await unpack(name, archive);
    expect([complaint, digest, files]).toEqual(['', sha256(archive), ['top', 'top/a.txt', 'top/bin', 'top/bin/run']]);
    expect(readFileSync(join(inside, 'top/a.txt'), 'utf8')).toBe('a\n');
    expect([
      statSync(join(inside, 'top/a.txt')).mode & 0o111,
      statSync(join(inside, 'top/bin/run')).mode & 0o100,
    ]).toEqual([0, 0o100]);
  });

  it('is unpacked without its first components', async () => {
    const { complaint, files } = await unpack(name, make(GOOD), 1);
    expect([complaint, files]).toEqual(['', ['a.txt', 'bin', 'bin/run']]);
  });

  it('may hold links that stay inside', async () => {
    const link: Entry = name.endsWith('zip')
      ? { name: 'd/link', content: '../a', mode: 0o120777 }
      : { name: 'd/link', type: '2', target: '../a' };
    const { inside, complaint } = await unpack(name, make([{ name: 'a', content: 'x' }, link]));
    expect([complaint, complaint || readlinkSync(join(inside, 'd/link'))]).toEqual(['', '../a']);
  });

  const linkTo = (path: string, target: string): Entry =>
    name.endsWith('zip') ? { name: path, content: target, mode: 0o120777 } : { name: path, type: '2', target };
  const file = (path: string): Entry => ({ name: path, content: 'evil' });
  it.each<[string, Entry[], RegExp]>([
    ['upwards', [file('../evil')], /(entry "\.\.\/evil" leads out of the archive|invalid relative path: \.\.\/evil)$/],
    [
      'upwards inside',
      [file('a/../../evil')],
      /(leads out of the archive|invalid relative path: a\/\.\.\/\.\.\/evil)$/,
    ],
    ['at an absolute path', [file('/etc/evil')], /(has an absolute path|absolute path: \/etc\/evil)$/],
    ['with a drive', [file('C:/evil')], /(has an absolute path|absolute path: C:\/evil)$/],
    ['with backslashes', [file('..\\evil')], /(leads out of the archive|invalid characters in fileName: \.\.\\evil)$/],
    ['in .git', [file('.git/hooks/post-checkout')], /entry "\.git\/hooks\/post-checkout" is inside \.git$/],
    ['in .GIT', [file('a/.GIT/config')], /is inside \.git$/],
    ['a link to an absolute path', [linkTo('l', '/etc/passwd')], /links out of the archive \("\/etc\/passwd"\)$/],
    ['a link upwards', [linkTo('d/l', '../../x')], /links out of the archive \("\.\.\/\.\.\/x"\)$/],
    [
      'something behind a link',
      [linkTo('d', 'e'), file('d/evil')],
      /entry "d\/evil" lies behind a link of the archive$/,
    ],
    ['something twice', [file('a'), file('a')], /entry "a" is there twice$/],
    ['something twice, differently spelled', [file('a/b'), file('a/./b')], /entry "a\/\.\/b" is there twice$/],
    ['a link after what it would redirect', [file('d/x'), linkTo('d', 'e')], /d/],
  ])('is refused whole when it holds an entry %s', async (_, entries, complaint) => {
    const result = await unpack(name, make([file('good'), ...entries]));
    expect(result.complaint).toMatch(/^contract\.yml:7: /);
    expect(result.complaint).toMatch(complaint);
    expect(result.files.filter((path) => path.includes('evil'))).toEqual([]);
  });

  it('is refused when it is cut off or garbage', async () => {
    const archive = make(GOOD);
    for (const bad of [
      archive.subarray(0, name === 'repo.tar' ? 1025 : archive.length >> 1),
      Buffer.from('this is no archive at all'.repeat(100)),
      Buffer.alloc(0),
    ]) {
      const { complaint, files } = await unpack(name, bad);
      expect([bad.length, complaint.slice(0, 35), files]).toEqual([
        bad.length,
        'contract.yml:7: cannot be unpacked:',
        [],
      ]);
    }
  });
});

it('a tar file is unpacked without set-user-id bits', async () => {
  const { inside } = await unpack('repo.tar', tarOf([{ name: 'a', content: 'x', mode: 0o6755 }]));
  expect(statSync(join(inside, 'a')).mode & 0o7000).toBe(0);
});

describe('special entries refuse the archive', () => {
  it.each<[string, Entry]>([
    ['a hard link', { name: 'h', type: '1', target: 'good' }],
    ['a hard link out', { name: 'h', type: '1', target: '/etc/passwd' }],
    ['a device', { name: 'h', type: '3' }],
    ['a pipe', { name: 'h', type: '6' }],
  ])('%s in a tar file', async (_, entry) => {
    expect((await unpack('repo.tar', tarOf([{ name: 'good', content: 'x' }, entry]))).complaint).toBe(
      'contract.yml:7: entry "h" is a hard link, device or other special file',
    );
  });

  it.each([0o020644, 0o010644, 0o140644])('one of mode %o in a zip file', async (mode) => {
    expect((await unpack('repo.zip', zipOf([{ name: 'h', content: 'x', mode }]))).complaint).toBe(
      'contract.yml:7: entry "h" is a hard link, device or other special file',
    );
  });
});

describe('archive bombs', () => {
  it('by the size that the entries claim are refused before anything is written', async () => {
    const huge = 0o77777777777; // 8 GiB, the most that a tar header holds
    const { complaint, files } = await unpack(
      'repo.tar',
      tarOf([
        { name: 'a', claims: 0 },
        { name: 'b', claims: huge },
      ]),
    );
    expect([complaint, files]).toEqual([expect.stringMatching(/unpacks to more than 4 GiB|cannot be unpacked/), []]);
    const zip = await unpack(
      'repo.zip',
      zipOf([
        { name: 'a', content: 'x', claims: 0xffff_fff0 },
        { name: 'b', content: 'x', claims: 0xffff_fff0 },
      ]),
    );
    expect([zip.complaint, zip.files]).toEqual([
      expect.stringMatching(/unpacks to more than 4 GiB|cannot be unpacked/),
      [],
    ]);
  });

  it.each<[string, Buffer]>([
    ['repo.tar', tarOf(Array.from({ length: 11 }, (_, i) => ({ name: `f${i}` })))],
    ['repo.zip', zipOf(Array.from({ length: 11 }, (_, i) => ({ name: `f${i}` })))],
  ])('by their number are refused: %s', async (name, archive) => {
    const of = (entries: number) => unpack(name, archive, 0, { entries, bytes: 100 });
    expect(await of(10)).toMatchObject({ complaint: 'contract.yml:7: holds more than 10 entries', files: [] });
    expect((await of(11)).files).toHaveLength(11);
  });

  it('that claim less than they hold are refused while they are unpacked', async () => {
    const { complaint } = await unpack('repo.zip', zipOf([{ name: 'a', content: 'x'.repeat(1000), claims: 10 }]));
    expect(complaint).toMatch(/^contract\.yml:7: cannot be unpacked: /);
  });
});

it('an archive that is not there is named', async () => {
  await expect(unpackArchive('/nowhere/repo.tar', givenRoom(), 0, 'contract.yml:7')).rejects.toThrow(
    new UserError('contract.yml:7: "/nowhere/repo.tar" cannot be read (ENOENT)'),
  );
});
