import { lstatSync, mkdirSync, readdirSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { UserError } from '../../src/contract/input/user_error.js';
import { unpackArchive } from '../../src/workspace/snapshot/unpack_archive.js';
import { cleanUp, givenRoom } from '../given.js';
import { FUZZ_MS, FUZZ_RUNS, mutated } from '../given_mutation.js';
import { type Entry, tarOf, zipOf } from './given_archive.js';

afterAll(cleanUp);

const NAMES = [
  ...[
    '../x',
    '../../x',
    'a/../../x',
    '/x',
    '//x',
    './../x',
    'C:\\x',
    '..\\x',
    'a\\..\\..\\x',
    '.',
    '..',
    './',
    '/',
    '',
  ],
  ...['.git/config', '.GIT/x', 'a/.git', 'd/x', 'd', 'l', 'l/x', 'a\nb', 'a\0b', '\0', '\u00ff', 'x'.repeat(100)],
];
const TARGETS = ['a', '..', '../x', '../../x', '/etc', 'd/../../x', '.git', '', '.', 'l', '\0'];

/** Archives whose names, kinds and links are at odds with one another, before any byte is changed. */
const entries: fc.Arbitrary<Entry[]> = fc.array(
  fc.record(
    {
      name: fc.constantFrom(...NAMES, 'a', 'a/b', 'd/', 'd/e', 'top/a', 'top/l'),
      content: fc.constantFrom('', 'x', 'hello\n', '../x', '/etc/passwd', 'a'),
      type: fc.constantFrom<NonNullable<Entry['type']>[]>('0', '0', '0', '1', '2', '3', '5', '6'),
      target: fc.constantFrom(...TARGETS),
      mode: fc.constantFrom(0o100644, 0o100755, 0o120777, 0o040755, 0o104777, 0o010644, 0),
      claims: fc.constantFrom(0, 1, 511, 512, 513, 0o77777777777),
    },
    { requiredKeys: ['name'] },
  ),
  { maxLength: 5 },
);
const forTar = (made: Entry[]) => made.map((entry) => ({ ...entry, mode: (entry.mode ?? 0o644) & 0o7777 }));
const forZip = (made: Entry[]) => made.map((entry) => ({ ...entry, claims: entry.claims && entry.claims % 2 ** 32 }));

const GOOD: Entry[] = [
  { name: 'top/', type: '5', mode: 0o40755 },
  { name: 'top/a.txt', content: 'a\n'.repeat(300), mode: 0o100644 },
  { name: 'top/bin/run', content: '#!/bin/sh\n', mode: 0o100755 },
];
const TAR = [
  tarOf(forTar([...GOOD, { name: 'top/l', type: '2', target: 'bin/run' }])),
  tarOf(forTar([{ name: 'a', content: 'x' }])),
].map((bytes) => bytes.toString('latin1'));
const ZIP = [
  zipOf([...GOOD, { name: 'top/l', content: 'bin/run', mode: 0o120777 }]),
  zipOf([{ name: 'a', content: 'x' }]),
].map((bytes) => bytes.toString('latin1'));
const TOKENS = [
  ...NAMES,
  ...TARGETS,
  ...[
    '0000777',
    '7777777',
    '77777777777',
    '-1',
    'ustar',
    'ustar  ',
    'PK\x01\x02',
    'PK\x03\x04',
    'PK\x05\x06',
    'PK\x06\x06',
  ],
  ...['L', 'K', 'x', 'g', '12 path=../x\n', '\u0080\0\0\0\0\0\0\0', '\0'.repeat(512), '\u00ff\u00ff\u00ff\u00ff'],
];

/** Gives a tar header its checksum again, so that what was changed is read and not only noticed. */
function summed(tar: string): Buffer {
  const bytes = Buffer.from(tar, 'latin1');
  for (let at = 0; at + 512 <= bytes.length; at += 512) {
    if (bytes.toString('latin1', at + 257, at + 262) !== 'ustar') continue;
    bytes.fill(' ', at + 148, at + 156);
    const sum = bytes.subarray(at, at + 512).reduce((a, b) => a + b, 0);
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1');
  }
  return bytes;
}

const plain = (text: string) => Buffer.from(text, 'latin1');

/** Everything below a folder, links not followed. */
function below(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...below(path)] : [path];
  });
}

let room: string;
beforeAll(() => {
  room = givenRoom();
});
let count = 0;

async function staysInside(name: string, archive: Uint8Array, strip: number): Promise<void> {
  const own = join(room, `case-${count++}`, 'outer');
  const inside = join(own, 'inner', 'inside');
  mkdirSync(inside, { recursive: true });
  writeFileSync(join(own, name), archive);
  try {
    await unpackArchive(join(own, name), inside, strip, 'contract.yml:7', { entries: 100, bytes: 100_000 });
    for (const path of below(inside)) {
      const stat = lstatSync(path);
      const names = path.slice(inside.length + 1).split('/');
      expect([path, names.some((part) => part.toLowerCase() === '.git')]).toEqual([path, false]);
      expect([path, stat.isFile() || stat.isDirectory() || stat.isSymbolicLink()]).toEqual([path, true]);
      expect([path, stat.isFile() ? stat.nlink : 1, stat.mode & 0o7000]).toEqual([path, 1, 0]);
      if (!stat.isSymbolicLink()) continue;
      const start = realpathSync(dirname(path));
      const end = join(start, readlinkSync(path));
      expect([path, `${end}/`.startsWith(`${inside}/`)]).toEqual([path, true]);
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(error.message).toMatch(/^contract\.yml:7: \S/);
  } finally {
    const around = below(dirname(own)).filter((path) => !path.startsWith(`${inside}/`));
    await rm(dirname(own), { recursive: true, force: true });
    expect(around.sort()).toEqual([own, join(own, name), join(own, 'inner'), inside].sort());
  }
}

describe('whatever an archive holds, it is unpacked inside its folder or refused with its place', () => {
  const strip = fc.nat(2);
  it.each<[string, string, fc.Arbitrary<Uint8Array>]>([
    ['tar files with changed bytes', 'x.tar', mutated(TAR, TOKENS).map(plain)],
    ['tar files with changed headers that add up', 'x.tar', mutated(TAR, TOKENS).map(summed)],
    ['tar files of hostile entries', 'x.tar', entries.map((made) => tarOf(forTar(made)))],
    ['compressed tar files with changed headers', 'x.tar.gz', mutated(TAR, TOKENS).map((tar) => gzipSync(summed(tar)))],
    [
      'compressed tar files that are damaged',
      'x.tgz',
      mutated(
        TAR.map((tar) => gzipSync(plain(tar)).toString('latin1')),
        TOKENS,
      ).map(plain),
    ],
    ['zip files with changed bytes', 'x.zip', mutated(ZIP, TOKENS).map(plain)],
    ['zip files of hostile entries', 'x.zip', entries.map((made) => zipOf(forZip(made)))],
    ['any bytes as a tar file', 'x.tar', fc.uint8Array({ maxLength: 2000 })],
    ['any bytes as a zip file', 'x.zip', fc.uint8Array({ maxLength: 2000 })],
  ])(
    '%s',
    async (_, name, archive) => {
      await fc.assert(
        fc.asyncProperty(archive, strip, (bytes, first) => staysInside(name, bytes, first)),
        { numRuns: Math.ceil(FUZZ_RUNS / 2), timeout: 5000, endOnFailure: true },
      );
    },
    FUZZ_MS,
  );
});
