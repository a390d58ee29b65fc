import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sumDollars } from '../../record/costs/cost_estimator.js';
import type { Event } from '../../record/events/event.js';
import { selectEvents } from '../../record/events/select_events.js';
import { sha256 } from '../../record/json/compute_digest.js';
import { combineMasks, type Mask, maskBytes } from '../../record/redaction/mask.js';
import { openLogFolder } from '../../record/storage/event_log.js';
import { RUN_FILES, type RunDirectory } from '../../record/storage/run_directory.js';
import { writeAtomically } from '../../system/write_atomically.js';

/** Sink of a recording: a run directory, or the folder of a standalone gateway. */
export type RecordSink = Pick<RunDirectory, 'log' | 'keep' | 'addMask'>;

/** Sink of a standalone gateway, which the caller closes. */
export interface RecordFolder extends RecordSink {
  close(): void;
}

/**
 * Opens a folder as a sink, new or continued: gateway.json · events.jsonl · artifacts/<sha256>
 *
 * @throws {UserError} if it cannot be written or read, or is in use
 */
export function openRecordFolder(folder: string, now: () => Date): RecordFolder {
  const artifacts = join(folder, RUN_FILES.artifacts);
  const { log, close } = openLogFolder({ folder, head: 'gateway.json', about: {}, now });
  mkdirSync(artifacts, { recursive: true });
  const masks: Mask[] = [];
  return {
    log,
    addMask(mask) {
      masks.push(mask);
      log.mask = combineMasks(masks);
    },
    keep(input) {
      const data = log.mask ? maskBytes(log.mask, input) : input;
      const digest = sha256(data);
      const path = join(artifacts, digest);
      if (!existsSync(path)) writeAtomically(path, data);
      return digest;
    },
    close,
  };
}

/** Totals of a log's traffic. */
export interface TrafficTotals {
  /** Model requests that reached an upstream, without token counts. */
  requests: number;
  /** Requests rejected by the gateway itself: a cap, an unknown model, … */
  refused: number;
  tokens: number;
  /** Requests without reported usage, whose worst case is part of `tokens` and `usd`. */
  estimated: number;
  /** null = the price of at least one request is unknown. */
  usd: number | null;
}

/** Computes the totals of a log. */
export function computeTrafficTotals(events: readonly Event[]): TrafficTotals {
  const costs = selectEvents(events, 'cost').filter(({ payload }) => payload.exchange !== undefined);
  const responses = selectEvents(events, 'response').map(({ payload }) => payload);
  const unreached = new Set(
    responses.flatMap(({ code, exchange }) => (code === 'upstream-unreachable' ? exchange : [])),
  );
  const forwarded = selectEvents(events, 'prompt').filter(
    ({ payload: { operation, upstream, exchange } }) =>
      operation === 'generate' && upstream !== null && !unreached.has(exchange),
  );
  return {
    requests: forwarded.length,
    refused: responses.filter(({ outcome }) => outcome === 'refused').length,
    tokens: costs.reduce((sum, { payload }) => sum + payload.quantity, 0),
    estimated: responses.filter(({ usage }) => usage?.source === 'estimated').length,
    usd: sumDollars(costs.map(({ payload }) => payload.cost_usd)),
  };
}
