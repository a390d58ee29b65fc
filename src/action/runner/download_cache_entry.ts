import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { type CacheKey, MAX_CACHE_BYTES } from './cache_key.js';
import { callRunnerService } from './call_runner_service.js';
import { RunnerServiceFault } from './runner_service_fault.js';
import type { RunnerServices } from './runner_services.js';
import { sendRunnerRequest } from './send_runner_request.js';

const TIMEOUT_MS = 10 * 60_000;

const foundSchema = z.union([
  z.object({ ok: z.literal(true), signed_download_url: z.url(), matched_key: z.string() }),
  z.object({ ok: z.literal(false).default(false) }),
]);

/**
 * Downloads the entry of a key into a file, or else the newest one whose key begins with one of the prefixes.
 *
 * @returns its key; undefined if there is none
 * @throws {RunnerServiceFault}; an error of the file system
 */
export async function downloadCacheEntry(
  services: RunnerServices,
  { key, version }: CacheKey,
  restore_keys: readonly string[],
  file: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const method = 'CacheService/GetCacheEntryDownloadURL';
  const found = await callRunnerService(services, method, { key, restore_keys, version }, foundSchema, signal);
  if (!found.ok) return undefined;
  const request = { method: 'GET', headers: {}, is_storage: true, timeout_ms: TIMEOUT_MS } as const;
  await sendRunnerRequest(services, found.signed_download_url, request, signal, (response) =>
    writeResponse(response, file),
  );
  return found.matched_key;
}

async function writeResponse({ body }: Response, file: string): Promise<void> {
  let bytes = 0;
  await pipeline(
    Readable.fromWeb((body ?? new Blob([]).stream()) as never),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        bytes += chunk.byteLength;
        if (bytes > MAX_CACHE_BYTES) throw new RunnerServiceFault('refused', 'the entry is larger than 2 GiB');
        yield chunk;
      }
    },
    createWriteStream(file),
  );
}
