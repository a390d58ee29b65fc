import { isUtf8 } from 'node:buffer';
import type { EventType } from '../events/event.js';
import type { RedactedOriginal } from '../events/execution.js';
import { sha256, toCanonicalJson } from '../json/compute_digest.js';
import type { Manifest } from '../manifest/manifest.js';
import { canonicalise } from './canonicalise.js';

/**
 * Redactor: replaces sensitive spans in everything that is stored (requirement R14), by deterministic rules and with
 * placeholders that keep the structure. The caller stores the digest of the original beside the result.
 */
export interface Redactor {
  /**
   * Replaces the sensitive spans of a text; `found` counts them by rule.
   *
   * @param form `patch`: a span over several lines is replaced line by line, so that the patch keeps its number of
   *   lines
   */
  text(given: string, form?: 'patch'): RedactionResult<string>;
  /**
   * Replaces the sensitive spans of plain JSON, in each string and each key separately, so that the result is JSON.
   *
   * @param form `facts`: input of gates. Short strings are searched even after the search budget is spent, so that an
   *   agent cannot exhaust it; file paths keep the characters that patterns match.
   */
  json(given: unknown, form?: 'facts'): RedactionResult<unknown>;
  /** Digest of the rules. */
  readonly sha256: string;
  /**
   * Returns a redactor with the same rules that numbers its placeholders from 1. Each record has its own, so that the
   * numbers follow from its log.
   */
  begin(): Redactor;
}

/** Value with sensitive spans replaced; `found` counts them by rule. */
export interface RedactionResult<T> {
  value: T;
  found: Record<string, number>;
}

/** Redactor of one record, and the store of its originals. */
export interface RecordRedactor {
  redactor: Redactor;
  /** undefined = originals are not kept. */
  store?: RestrictedStore | undefined;
}

/** Store of originals that may not stand in a record. Only its owner can read it, and it logs every access. */
export interface RestrictedStore {
  keep(sha256: string, original: string | Uint8Array): void;
}

/** Bytes with sensitive spans replaced. */
export interface RedactedBytes {
  data: string | Uint8Array;
  /** undefined = nothing was replaced. */
  original?: RedactedOriginal;
}

/**
 * Redacts the bytes of a file and keeps the original in the restricted store. Invalid UTF-8 around a replacement stays
 * unchanged.
 */
export function redactBytes(
  given: string | Uint8Array,
  { redactor: redaction, store }: RecordRedactor,
  form?: 'patch',
): RedactedBytes {
  const bytes = typeof given === 'string' ? undefined : Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const encoding = bytes && !isUtf8(bytes) ? 'latin1' : 'utf8';
  const text = bytes?.toString(encoding) ?? (given as string);
  const { value, found: spans } = redaction.text(text, form);
  if (Object.keys(spans).length === 0) return { data: given };
  const original = { sha256: sha256(given), bytes: bytes?.length ?? Buffer.byteLength(text), spans: spans };
  store?.keep(original.sha256, given);
  return { data: bytes ? Buffer.from(value, encoding) : value, original };
}

/**
 * Redacts quotations of the contract and the agent in a manifest. The events that repeat a quotation (tests, commands,
 * paths) get the same placeholder, so a verdict over both does not change. Identities stay: the attempt is bound to
 * them.
 *
 * @returns undefined if nothing was replaced
 */
export function redactManifest(
  manifest: Manifest,
  { redactor: redaction, store }: RecordRedactor,
): { manifest: Manifest; original: RedactedOriginal } | undefined {
  const { body } = manifest.contract;
  const { id, snapshot, ...terms } = body;
  const { value, found: spans } = redaction.json(
    JSON.parse(
      JSON.stringify({ said: terms, detail: manifest.agent.detail, variables: manifest.environment.variables }),
    ) as unknown,
    'facts',
  );
  if (Object.keys(spans).length === 0) return undefined;
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  const original = { sha256: sha256(text), bytes: Buffer.byteLength(text), spans: spans };
  store?.keep(original.sha256, text);
  const redacted = value as {
    said: Omit<typeof body, 'id' | 'snapshot'>;
    detail: Manifest['agent']['detail'];
    variables: Record<string, string>;
  };
  return {
    manifest: {
      ...manifest,
      contract: { ...manifest.contract, body: { ...body, ...redacted.said, id, snapshot } },
      agent: { ...manifest.agent, detail: redacted.detail },
      environment: { ...manifest.environment, variables: redacted.variables },
    },
    original,
  };
}

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
  const closed_fields = ALREADY_REDACTED[type] ?? [];
  const open = Object.fromEntries(Object.entries(payload).filter(([name]) => !closed_fields.includes(name)));
  const { value, found: spans } = redaction.json(type === 'tool_invocation' ? omitResult(open) : open, 'facts');
  if (Object.keys(spans).length === 0) return undefined;
  const text = toCanonicalJson(payload);
  const original = { sha256: sha256(text), bytes: Buffer.byteLength(text), spans: spans };
  store?.keep(original.sha256, text);
  const closed = Object.fromEntries(closed_fields.flatMap((name) => (name in payload ? [[name, payload[name]]] : [])));
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
