import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf } from '../../record/events.js';
import type { Report } from '../../record/result.js';
import { FILES } from '../../record/run_directory.js';
import { verifyRun } from '../../record/verify.js';

/**
 * What a try cost whose process was killed before it could say so: envelopes hold over all processes that work on a folder.
 *
 * A sealed record says it. One that was cut off cost what its requests to models cost, since each is in the record before it is sent; one
 * without a price, or an agent that reaches models by ways of its own, counts its ceiling.
 */
export function costOfTry(path: string, ceiling_usd: number): number {
  const sealed_usd = sealedCost(path);
  if (sealed_usd !== undefined) return sealed_usd ?? ceiling_usd;
  const { manifest, events } = verifyRun(path);
  const worked = events.some(({ stage }) => stage === 'inspect' || stage === 'write');
  if (!worked || ceiling_usd === 0) return 0;
  if (!manifest?.model) return ceiling_usd;
  const costs = eventsOf(events, 'cost').map(({ payload }) => payload.cost_usd);
  const open = eventsOf(events, 'prompt').length > eventsOf(events, 'response').length;
  return open || costs.includes(null) ? ceiling_usd : costs.reduce<number>((sum, usd) => sum + (usd ?? 0), 0);
}

/** What the report says, null = unknown; undefined without one. Money that was spent stays spent, so the seal need not be checked for that. */
function sealedCost(path: string): number | null | undefined {
  try {
    const { cost } = JSON.parse(readFileSync(join(path, FILES.report), 'utf8')) as Partial<Report>;
    return typeof cost?.total_usd === 'number' ? cost.total_usd : null;
  } catch {
    return undefined;
  }
}
