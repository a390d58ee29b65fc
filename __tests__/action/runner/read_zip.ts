import { crc32 } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

/** Reads all entries of a ZIP archive. yauzl checks names and sizes; the checksums are checked here. */
export async function readZip(archive: Buffer): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true, strictFileNames: true });
  const files: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks);
    expect(crc32(content)).toBe(entry.crc32);
    files[entry.fileName] = content;
  }
  return files;
}
