import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import type { ArtifactFile } from './list_artifact_files.js';

/** Facts about a file of the archive, for the directory at its end. */
interface ZipEntry {
  name: Buffer;
  crc: number;
  packed_bytes: number;
  bytes: number;
  offset: number;
}

const MAX_32 = 0xffff_ffff;
const MAX_16 = 0xffff;
/** Names are UTF-8 (bit 11); checksum and sizes follow the content (bit 3). */
const FLAGS = 0x0808;
const DEFLATE = 8;
const LEVEL = 6;
/** Files up to this size are packed at once: a stream for each takes longer than their content. */
const SMALL_BYTES = 2 ** 20;
/** 1980-01-01, the first date that the format knows: equal files make equal archives. */
const DATE = 0x0021;
/** Version of the format that a reader needs: 4.5, which has 64-bit offsets. */
const VERSION = 45;

/** Largest file of an archive, in bytes: the sizes beside the content have 32 bits, also when deflate gains nothing. */
export const MAX_ZIPPED_BYTES = 4 * 2 ** 30 - 2 ** 24;

/**
 * Yields a ZIP archive of files. Reads at most the size that a file had when it was listed, follows no link at its
 * end, and keeps one chunk of one file in memory.
 *
 * @throws when a file cannot be read
 */
export async function* createZip(files: readonly ArtifactFile[]): AsyncGenerator<Buffer> {
  const entries: ZipEntry[] = [];
  let offset = 0;
  for (const { path, name, bytes } of files) {
    const entry: ZipEntry = { name: Buffer.from(name), crc: 0, packed_bytes: 0, bytes: 0, offset };
    const header = createLocalHeader(entry);
    yield header;
    for await (const chunk of packFile(path, Math.min(bytes, MAX_ZIPPED_BYTES), entry)) yield chunk;
    const descriptor = createDescriptor(entry);
    yield descriptor;
    offset += header.length + entry.packed_bytes + descriptor.length;
    entries.push(entry);
  }
  let directory_bytes = 0;
  for (const entry of entries) {
    const record = createDirectoryRecord(entry);
    directory_bytes += record.length;
    yield record;
  }
  yield createEnd(entries.length, directory_bytes, offset);
}

/** Yields the deflated content of a file, and adds checksum and sizes to its entry. */
async function* packFile(path: string, bytes: number, entry: ZipEntry): AsyncGenerator<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (bytes <= SMALL_BYTES) {
      const packed = deflateRawSync(countChunk(await readBytes(file, bytes), entry), { level: LEVEL });
      entry.packed_bytes = packed.length;
      yield packed;
      return;
    }
    const deflate = createDeflateRaw({ level: LEVEL });
    const content = file.createReadStream({ end: bytes - 1, autoClose: false });
    const feeding = pipeline(content, (chunks) => countContent(chunks, entry), deflate);
    feeding.catch(() => {});
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packed_bytes += chunk.length;
      yield chunk;
    }
    await feeding;
  } finally {
    await file.close();
  }
}

/** Reads the first bytes of a file, fewer where it became shorter. */
async function readBytes(file: FileHandle, bytes: number): Promise<Buffer> {
  const content = Buffer.alloc(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await file.read(content, filled, bytes - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return content.subarray(0, filled);
}

async function* countContent(chunks: AsyncIterable<Buffer>, entry: ZipEntry): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield countChunk(chunk, entry);
}

/** Adds a chunk to checksum and size of an entry. @returns the chunk */
function countChunk(chunk: Buffer, entry: ZipEntry): Buffer {
  entry.crc = crc32(chunk, entry.crc);
  entry.bytes += chunk.length;
  return chunk;
}

function createLocalHeader({ name }: ZipEntry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function createDescriptor({ crc, packed_bytes, bytes }: ZipEntry): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packed_bytes, 8);
  descriptor.writeUInt32LE(bytes, 12);
  return descriptor;
}

function createDirectoryRecord({ name, crc, packed_bytes, bytes, offset }: ZipEntry): Buffer {
  const is_far = offset >= MAX_32;
  const far = Buffer.alloc(is_far ? 12 : 0);
  if (is_far) {
    far.writeUInt16LE(0x0001, 0);
    far.writeUInt16LE(8, 2);
    far.writeBigUInt64LE(BigInt(offset), 4);
  }
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  // Made on Unix, where a file has the mode 644.
  record.writeUInt16LE((3 << 8) | VERSION, 4);
  record.writeUInt16LE(VERSION, 6);
  record.writeUInt16LE(FLAGS, 8);
  record.writeUInt16LE(DEFLATE, 10);
  record.writeUInt16LE(DATE, 14);
  record.writeUInt32LE(crc, 16);
  record.writeUInt32LE(packed_bytes, 20);
  record.writeUInt32LE(bytes, 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(far.length, 30);
  record.writeUInt32LE((0o100644 << 16) >>> 0, 38);
  record.writeUInt32LE(is_far ? MAX_32 : offset, 42);
  return Buffer.concat([record, name, far]);
}

/** Creates the end of the archive, with 64-bit fields where 16 or 32 bits are too few. */
function createEnd(count: number, directory_bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(directory_bytes, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (count < MAX_16 && directory_bytes < MAX_32 && offset < MAX_32) return end;
  const far = Buffer.alloc(56);
  far.writeUInt32LE(0x06064b50, 0);
  far.writeBigUInt64LE(44n, 4);
  far.writeUInt16LE((3 << 8) | VERSION, 12);
  far.writeUInt16LE(VERSION, 14);
  far.writeBigUInt64LE(BigInt(count), 24);
  far.writeBigUInt64LE(BigInt(count), 32);
  far.writeBigUInt64LE(BigInt(directory_bytes), 40);
  far.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + directory_bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([far, locator, end]);
}
