import type { RunnerServices } from './runner_services.js';
import { sendRunnerRequest } from './send_runner_request.js';

const TIMEOUT_MS = 5 * 60_000;
const VERSION = '2021-12-02';

/** Sends content to the storage behind a signed address. @throws {RunnerServiceFault} */
export function putBlob(
  services: RunnerServices,
  url: string,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<void> {
  const all = { 'x-ms-version': VERSION, ...headers };
  const request = { method: 'PUT', headers: all, body, is_storage: true, timeout_ms: TIMEOUT_MS } as const;
  return sendRunnerRequest(services, url, request, signal, async (response) => {
    await response.body?.cancel();
  });
}
