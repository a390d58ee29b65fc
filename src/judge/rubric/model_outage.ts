import { exchangesOf, type RecordedExchange } from '../../record/conversation.js';
import type { Evidence } from '../../record/verdict.js';
import type { Trace } from './trace.js';
import { oneLine } from './why.js';

/** An upstream that is not there, or does not go on. What it says in an answer may be about the request, so that is none. */
const DOWN = ['upstream-unreachable', 'upstream-timeout', 'upstream-reset', 'upstream-ended', 'upstream-redirect'];
/** Statuses below 500 that are about the key, the quota or the moment; an agent has no part in them. */
const REFUSALS = [401, 402, 403, 408, 425, 429];

/**
 * That models were asked and not one ever answered, for reasons that lie with where the run sends requests: that says nothing about the
 * agent (R5). Only where it changed nothing: what it did without a model is judged.
 */
export function modelOutage({
  record: { events, manifest },
  patch,
}: Trace): { detail: string; evidence: Evidence } | undefined {
  if (patch?.payload.outcome !== 'empty') return undefined;
  const asked = [...exchangesOf(events).values()].filter(
    ({ prompt, response }) =>
      prompt?.payload.operation === 'generate' &&
      // Requests that failed use the cap up as well.
      !(response?.payload.outcome === 'refused' && response.payload.code === 'request-cap'),
  );
  const last = asked.at(-1)?.response;
  if (!last || !asked.every((exchange) => isDown(exchange, manifest.model?.name ?? null))) return undefined;
  const { status, detail, code } = last.payload;
  const said = code === 'upstream-status' ? [`status ${status}`, detail] : [detail || (code ?? '')];
  const times = asked.length === 1 ? 'the only request' : `all ${asked.length} requests`;
  return {
    detail: oneLine(`${times} to models went unanswered: ${said.filter((each) => each !== '').join(': ')}`),
    evidence: { seq: last.seq },
  };
}

function isDown({ prompt, response }: RecordedExchange, told: string | null): boolean {
  if (!response || !['error', 'partial'].includes(response.payload.outcome)) return false;
  const { code, status } = response.payload;
  if (code !== 'upstream-status') return DOWN.includes(code ?? '');
  // That there is no such model is the agent's doing, unless it was told to use it.
  if (status === 404) return told !== null && prompt?.payload.model === told;
  return status !== null && (status >= 500 || REFUSALS.includes(status));
}
