import type { EventPayload } from '../../../record/events/event.js';
import type { RunDirectory } from '../../../record/storage/run_directory.js';

/** Makes a part of the sandbox and records how long it took; a failure is thrown and not recorded. */
export async function recordProvisioning<T>(
  { log }: Pick<RunDirectory, 'log'>,
  part: EventPayload<'provisioning'>['part'],
  make: () => Promise<T>,
): Promise<T> {
  const started_ms = log.now();
  const product = await make();
  log.append('provisioning', 'harness', { part, started_ms, ended_ms: log.now() });
  return product;
}
