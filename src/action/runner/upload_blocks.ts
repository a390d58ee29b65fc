import { createHash, randomUUID } from 'node:crypto';
import { putBlob } from './put_blob.js';
import type { RunnerServices } from './runner_services.js';

/** Size and SHA-256 digest (hex) of what was uploaded. */
interface UploadedBlob {
  bytes: number;
  sha256: string;
}

/** Bytes of one block. */
const BLOCK_BYTES = 8 * 2 ** 20;
/** Blocks that are on their way at the same time. */
const CONCURRENCY = 4;

/**
 * Uploads content of unknown length to a signed address, in blocks that are put together at the end.
 *
 * @throws {RunnerServiceFault}; what `content` throws
 */
export async function uploadBlocks(
  services: RunnerServices,
  url: string,
  content: AsyncIterable<Uint8Array>,
  content_type: string,
  signal: AbortSignal,
): Promise<UploadedBlob> {
  const hash = createHash('sha256');
  const prefix = randomUUID();
  const ids: string[] = [];
  const open = new Set<Promise<void>>();
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  let bytes = 0;
  // A block that fails while the next one is read leaves `open` before anybody waits for it.
  const fault: { error?: unknown } = {};
  const throwFault = () => {
    if ('error' in fault) throw fault.error;
  };
  try {
    for await (const block of cutIntoBlocks(content)) {
      hash.update(block);
      bytes += block.byteLength;
      const id = Buffer.from(`${prefix}-${String(ids.length).padStart(6, '0')}`).toString('base64');
      ids.push(id);
      const headers = { 'content-type': 'application/octet-stream' };
      const address = addQuery(url, { comp: 'block', blockid: id });
      const sending = putBlob(services, address, headers, block, either)
        .catch((error) => {
          if (!('error' in fault)) fault.error = error;
          failed.abort();
        })
        .finally(() => open.delete(sending));
      open.add(sending);
      if (open.size >= CONCURRENCY) await Promise.race(open);
      throwFault();
    }
    await Promise.all(open);
    throwFault();
  } catch (error) {
    failed.abort();
    throw error;
  }
  const list = ids.map((id) => `<Latest>${id}</Latest>`).join('');
  const body = Buffer.from(`<?xml version="1.0" encoding="utf-8"?><BlockList>${list}</BlockList>`);
  const headers = { 'content-type': 'application/xml', 'x-ms-blob-content-type': content_type };
  await putBlob(services, addQuery(url, { comp: 'blocklist' }), headers, body, signal);
  return { bytes, sha256: hash.digest('hex') };
}

function addQuery(url: string, more: Record<string, string>): string {
  const address = new URL(url);
  for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value);
  return address.href;
}

/** Yields the content in blocks of equal size, the last one excepted. */
async function* cutIntoBlocks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    for (let rest = chunk; rest.byteLength > 0; ) {
      const piece = rest.subarray(0, BLOCK_BYTES - bytes);
      rest = rest.subarray(piece.byteLength);
      chunks.push(piece);
      bytes += piece.byteLength;
      if (bytes < BLOCK_BYTES) continue;
      yield Buffer.concat(chunks);
      [chunks, bytes] = [[], 0];
    }
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}
