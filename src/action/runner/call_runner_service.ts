import type { z } from 'zod';
import { RunnerServiceFault } from './runner_service_fault.js';
import type { RunnerServices } from './runner_services.js';
import { readBoundedText, sendRunnerRequest } from './send_runner_request.js';

const TIMEOUT_MS = 30_000;

/**
 * Calls a method of a service of the runner: JSON over HTTP, as Twirp has it.
 *
 * @param method such as "ArtifactService/CreateArtifact"
 * @param schema form of the answer
 * @throws {RunnerServiceFault} also for an answer of another form
 */
export function callRunnerService<T>(
  services: RunnerServices,
  method: string,
  message: object,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T> {
  const url = `${services.url}/twirp/github.actions.results.api.v1.${method}`;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${services.token}` };
  const request = { method: 'POST', headers, body: JSON.stringify(message), is_storage: false } as const;
  return sendRunnerRequest(services, url, { ...request, timeout_ms: TIMEOUT_MS }, signal, async (response) =>
    readAnswer(await readBoundedText(response), schema),
  );
}

function readAnswer<T>(text: string, schema: z.ZodType<T>): T {
  const read = schema.safeParse(parseJson(text));
  if (read.success) return read.data;
  throw new RunnerServiceFault('form', `the answer has no valid ${read.error.issues[0]?.path.join('.') || 'object'}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
