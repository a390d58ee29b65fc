import { createReadStream, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { CacheKey } from './cache_key.js';
import { callRunnerService } from './call_runner_service.js';
import { putBlob } from './put_blob.js';
import { RunnerServiceFault } from './runner_service_fault.js';
import type { RunnerServices } from './runner_services.js';
import { uploadBlocks } from './upload_blocks.js';

/** Size from which content goes in blocks. */
const BLOCKS_FROM_BYTES = 32 * 2 ** 20;
const OCTETS = 'application/octet-stream';

const createdSchema = z.object({ ok: z.literal(true), signed_upload_url: z.url() });
const finalizedSchema = z.object({ ok: z.literal(true) });

/**
 * Saves a file under a key.
 *
 * @returns false if the key has an entry already, or another job writes it
 * @throws {RunnerServiceFault}; an error of the file system
 */
export async function uploadCacheEntry(
  services: RunnerServices,
  { key, version }: CacheKey,
  file: string,
  signal: AbortSignal,
): Promise<boolean> {
  const size = statSync(file).size;
  const entry = { key, version };
  const call = <T>(method: string, message: object, schema: z.ZodType<T>) =>
    callRunnerService(services, `CacheService/${method}`, message, schema, signal);
  let created: z.output<typeof createdSchema>;
  try {
    created = await call('CreateCacheEntry', entry, createdSchema);
  } catch (error) {
    if (error instanceof RunnerServiceFault && error.kind === 'taken') return false;
    throw error;
  }
  const { signed_upload_url } = created;
  if (size > BLOCKS_FROM_BYTES) await uploadBlocks(services, signed_upload_url, createReadStream(file), OCTETS, signal);
  else {
    const headers = { 'content-type': OCTETS, 'x-ms-blob-type': 'BlockBlob' };
    await putBlob(services, signed_upload_url, headers, new Uint8Array(await readFile(file)), signal);
  }
  await call('FinalizeCacheEntryUpload', { ...entry, size_bytes: String(size) }, finalizedSchema);
  return true;
}
