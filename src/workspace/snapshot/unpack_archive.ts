import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, list } from 'tar';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import { canLinkEscape } from '../can_link_escape.js';

/** Maximum size of an archive; larger ones count as bombs. */
interface ArchiveLimits {
  entries: number;
  bytes: number;
}
const LIMITS: ArchiveLimits = { entries: 200_000, bytes: 4 * 2 ** 30 };

/** One entry as far as safety is concerned. */
interface ArchiveMember {
  path: string;
  kind: 'file' | 'directory' | 'link' | 'other';
  target?: string;
  bytes: number;
}

/**
 * Unpacks a .tar, .tar.gz, .tgz or .zip after all its entries have been checked. Paths or links that lead out ("zip
 * slip"), absolute paths, `.git`, hard links, devices, pipes, and archive bombs refuse the whole archive.
 *
 * @returns SHA-256 of the archive file
 * @throws {UserError} naming the first bad entry
 */
export async function unpackArchive(
  file: string,
  folder: string,
  strip: number,
  at: string,
  limits = LIMITS,
): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    throw new UserError(`${at}: "${file}" cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    if (/\.zip$/i.test(file)) await unzip(file, folder, strip, at, limits);
    else await untar(file, folder, strip, at, limits);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${at}: cannot be unpacked: ${(error as Error).message}`);
  }
  return hash.digest('hex');
}

/** Kinds of members by the type of an entry in a tar archive. */
const TAR_KINDS: ReadonlyMap<string, ArchiveMember['kind']> = new Map([
  ['File', 'file'],
  ['OldFile', 'file'],
  ['ContiguousFile', 'file'],
  ['Directory', 'directory'],
  ['SymbolicLink', 'link'],
]);

async function untar(file: string, folder: string, strip: number, at: string, limits: ArchiveLimits): Promise<void> {
  const members: ArchiveMember[] = [];
  await list({
    file,
    strict: true,
    onReadEntry: (entry) => {
      if (members.length > limits.entries) return; // enough to refuse it
      members.push({
        path: entry.path,
        kind: TAR_KINDS.get(entry.type) ?? 'other',
        bytes: entry.size,
        ...omitUndefined({ target: entry.linkpath || undefined }),
      });
    },
  });
  checkMembers(members, strip, at, limits);
  await extract({
    file,
    cwd: folder,
    strip,
    strict: true,
    preserveOwner: false,
    noMtime: true,
    // No set-user-id bits: the files belong to this user until a snapshot is taken, and can be read by it.
    filter: (_, entry) => {
      const isFolder = 'type' in entry && entry.type === 'Directory';
      entry.mode = ((entry.mode ?? 0o644) & 0o777) | (isFolder ? 0o700 : 0o600);
      return true;
    },
  });
}

/** Kinds of members by the type of file in a zip archive; 0 = none is given. */
const ZIP_KINDS: ReadonlyMap<number, ArchiveMember['kind']> = new Map([
  [0, 'file'],
  [0o100000, 'file'],
  [0o120000, 'link'],
]);

async function unzip(file: string, folder: string, strip: number, at: string, limits: ArchiveLimits): Promise<void> {
  const entries: { entry: Entry; member: ArchiveMember }[] = [];
  await visitEntries(
    await openPromise(file, { lazyEntries: true, autoClose: true, decodeStrings: true, strictFileNames: true }),
    async (zip, entry) => {
      const mode = entry.externalFileAttributes >>> 16;
      const type = mode & 0o170000;
      const kind = entry.fileName.endsWith('/') ? 'directory' : (ZIP_KINDS.get(type) ?? 'other');
      const target = kind === 'link' ? (await readEntry(zip, entry, 4096)).toString('utf8') : undefined;
      entries.push({
        entry,
        member: {
          path: entry.fileName,
          kind,
          bytes: entry.uncompressedSize,
          ...omitUndefined({ target }),
        },
      });
      if (entries.length > limits.entries) throw new UserError(`${at}: holds more than ${limits.entries} entries`);
    },
  );
  checkMembers(
    entries.map(({ member }) => member),
    strip,
    at,
    limits,
  );
  const members = new Map(entries.map(({ member }) => [member.path, member]));
  await visitEntries(
    await openPromise(file, { lazyEntries: true, autoClose: true, decodeStrings: true, strictFileNames: true }),
    async (zip, entry) => {
      const member = members.get(entry.fileName)!;
      const path = stripComponents(member.path, strip);
      if (path === undefined || member.kind === 'directory') return;
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true });
      if (member.kind === 'link') return symlink(member.target!, target);
      const mode = (entry.externalFileAttributes >>> 16) & 0o111 ? 0o755 : 0o644;
      // yauzl ends the stream with an error when an entry holds more than it declared.
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { mode, flags: 'wx' }));
    },
  );
}

function checkMembers(members: readonly ArchiveMember[], strip: number, at: string, limits: ArchiveLimits): void {
  if (members.length > limits.entries) throw new UserError(`${at}: holds more than ${limits.entries} entries`);
  if (members.reduce((sum, member) => sum + member.bytes, 0) > limits.bytes)
    throw new UserError(`${at}: unpacks to more than ${limits.bytes / 2 ** 30} GiB`);
  const paths = new Set<string>();
  const links = new Set<string>();
  for (const member of members) {
    const refuse = (reason: string) => new UserError(`${at}: entry ${JSON.stringify(member.path)} ${reason}`);
    const parts = member.path.split(/[/\\]/);
    if (`${member.path}${member.target ?? ''}`.includes('\0')) throw refuse('has a NUL byte in its name');
    if (member.path.startsWith('/') || /^[A-Za-z]:/.test(member.path)) throw refuse('has an absolute path');
    if (parts.includes('..')) throw refuse('leads out of the archive');
    if (parts.some((part) => part.toLowerCase() === '.git')) throw refuse('is inside .git');
    if (member.kind === 'other') throw refuse('is a hard link, device or other special file');
    const path = stripComponents(member.path, strip);
    if (path === undefined) continue;
    if (member.kind === 'link' && canLinkEscape(path, member.target ?? ''))
      throw refuse(`links out of the archive (${JSON.stringify(member.target)})`);
    const steps = path.split('/');
    for (let i = 1; i < steps.length; i++)
      if (links.has(steps.slice(0, i).join('/'))) throw refuse('lies behind a link of the archive');
    if (member.kind !== 'directory' && paths.has(path)) throw refuse('is there twice');
    if (member.kind !== 'directory') paths.add(path);
    if (member.kind === 'link') links.add(path);
  }
}

/**
 * Removes the first components of a path.
 * @returns undefined if nothing remains
 */
function stripComponents(path: string, strip: number): string | undefined {
  const parts = posix
    .normalize(path)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  return parts.length > strip ? parts.slice(strip).join('/') : undefined;
}

async function visitEntries(zip: ZipFile, visit: (zip: ZipFile, entry: Entry) => Promise<void>): Promise<void> {
  try {
    for await (const entry of zip.eachEntry()) await visit(zip, entry);
  } finally {
    zip.close();
  }
}

async function readEntry(zip: ZipFile, entry: Entry, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).length;
    if (size > limit) throw new Error(`link target of ${entry.fileName} is too long`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
