import { gzipSync } from 'node:zlib';

/** One entry of a hand-made archive, as hostile as a test wants it. */
export interface Entry {
  name: string;
  content?: string | Uint8Array;
  /** tar type: 0 file, 1 hard link, 2 symbolic link, 3 character device, 5 folder, 6 pipe. */
  type?: '0' | '1' | '2' | '3' | '5' | '6';
  target?: string;
  mode?: number;
  /** Size that the entry claims. */
  claims?: number;
}

/** A tar file, byte by byte: no tool would write some of these. */
export function tarOf(entries: readonly Entry[], gzip = false): Buffer {
  const blocks: Buffer[] = [];
  for (const { name, content = '', type = '0', target = '', mode = 0o644, claims } of entries) {
    const data = Buffer.from(content as string);
    const header = Buffer.alloc(512);
    header.write(name, 0, 100, 'latin1');
    header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
    header.write('0000000\0', 108);
    header.write('0000000\0', 116);
    header.write(`${(claims ?? data.length).toString(8).padStart(11, '0')}\0`, 124);
    header.write('00000000000\0', 136);
    header.write('        ', 148);
    header.write(type, 156);
    header.write(target, 157, 100, 'latin1');
    header.write('ustar\x0000', 257, 'latin1');
    const sum = header.reduce((a, b) => a + b, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    blocks.push(header, data, Buffer.alloc((512 - (data.length % 512)) % 512));
  }
  const tar = Buffer.concat([...blocks, Buffer.alloc(1024)]);
  return gzip ? gzipSync(tar) : tar;
}

/** A zip file with stored entries, byte by byte. Modes above 0o7777 carry the file type. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = 0o100644, claims } of entries) {
    const data = Buffer.from(content as string);
    const path = Buffer.from(name, 'utf8');
    const size = claims ?? data.length;
    const fields = (signature: number, made: number[]) => {
      const header = Buffer.alloc(signature === 0x04034b50 ? 30 : 46);
      header.writeUInt32LE(signature, 0);
      let at = 4;
      for (const value of made) {
        header.writeUInt16LE(value, at);
        at += 2;
      }
      return { header, at };
    };
    const local = fields(0x04034b50, [20, 0x0800, 0, 0, 0]);
    for (const value of [crc32(data), data.length, size]) {
      local.header.writeUInt32LE(value, local.at);
      local.at += 4;
    }
    local.header.writeUInt16LE(path.length, local.at);
    const entry = fields(0x02014b50, [0x0314, 20, 0x0800, 0, 0, 0]);
    for (const value of [crc32(data), data.length, size]) {
      entry.header.writeUInt32LE(value, entry.at);
      entry.at += 4;
    }
    entry.header.writeUInt16LE(path.length, entry.at);
    entry.header.writeUInt32LE((mode << 16) >>> 0, 38);
    entry.header.writeUInt32LE(offset, 42);
    locals.push(local.header, path, data);
    central.push(entry.header, path);
    offset += 30 + path.length + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

function crc32(data: Uint8Array): number {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}
