import type { EventType } from '../events/event.js';
import type { RedactedOriginal } from '../events/redacted_original.js';
import { sha256, toCanonicalJson } from '../json/compute_digest.js';
import { canonicalise } from './canonicalise.js';
import type { RecordRedactor } from './redactor.js';

/**
 * Fields that are not redacted here. Messages and the like are redacted earlier, each with a digest of its own, since
 * histories would be searched twice. Fields of the harness stay as they are, since records are verified with them: a
 * secret that is revealed on purpose, and the names given to hidden files.
 */
const ALREADY_REDACTED: { readonly [T in EventType]?: readonly string[] } = {
  prompt: ['messages', 'parameters', 'large_parameters', 'tools', 'headers'],
  response: ['message'],
  redaction: ['artifact', 'file', 'original'],
  challenge_reveal: ['secret'],
  oracle_laid: ['files', 'restored', 'overwritten'],
  canary: ['renamed'],
  perturbation: ['changes'],
};

/**
 * Redacts the payload of an event and keeps the original in the restricted store.
 *
 * @param payload plain JSON in canonical order, masked
 * @returns undefined if nothing was replaced
 */
export function redactPayload(
  type: EventType,
  payload: Record<string, unknown>,
  { redactor: redaction, store }: RecordRedactor,
): { payload: unknown; original: RedactedOriginal } | undefined {
  const done = ALREADY_REDACTED[type] ?? [];
  const open = Object.fromEntries(Object.entries(payload).filter(([name]) => !done.includes(name)));
  const { value, found } = redaction.json(type === 'tool_invocation' ? omitResult(open) : open, 'facts');
  if (Object.keys(found).length === 0) return undefined;
  const text = toCanonicalJson(payload);
  const original = { sha256: sha256(text), bytes: Buffer.byteLength(text), spans: found };
  store?.keep(original.sha256, text);
  const closed = Object.fromEntries(done.flatMap((name) => (name in payload ? [[name, payload[name]]] : [])));
  const whole = { ...(value as Record<string, unknown>), ...closed };
  return {
    payload: canonicalise(type === 'tool_invocation' ? restoreResult(whole, payload) : whole, undefined),
    original,
  };
}

interface AskedCallFields {
  asked?: { result?: unknown };
}

/** Returns a call seen in model traffic without its result, which was already redacted as a message. */
function omitResult(payload: Record<string, unknown> & AskedCallFields): Record<string, unknown> {
  return payload.asked ? { ...payload, asked: { ...payload.asked, result: null } } : payload;
}

function restoreResult(
  payload: Record<string, unknown> & AskedCallFields,
  { asked }: Record<string, unknown> & AskedCallFields,
): Record<string, unknown> {
  return asked ? { ...payload, asked: { ...payload.asked, result: asked.result } } : payload;
}
