import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { EventPayload } from '../../record/events/event.js';
import type { LargeParameter } from '../../record/events/model_payloads.js';
import { sha256 } from '../../record/json/compute_digest.js';
import { type JsonPattern, matchesJsonPattern, toJsonPattern } from './json_pattern.js';
import type { MessageStore, StoredValue } from './message_store.js';
import { truncateJson } from './truncate_json.js';

interface ParameterStore {
  /** Stores the fields of a request for a prompt event; none is left out. */
  store(parameters: Readonly<Record<string, unknown>>): Pick<EventPayload<'prompt'>, 'parameters' | 'large_parameters'>;
}

/** Maximum number of fields with a name of their own; the others become one artifact. */
const FIELDS = 64;
/** Maximum characters of a field, and of all fields, in an event. */
const FIELD = 2_000;
const INLINE = 4_096;
const NAME = 100;
/** Limits: large values that are compared before hashing, their characters, and digests of stored values. */
const REMEMBERED = 16;
const HELD = 1 << 20;
const STORED = 4_096;

/**
 * Creates a store of parameters. Clients send the same schemas and documents with every request, so each is stored
 * once.
 */
export function createParameterStore(message_store: MessageStore): ParameterStore {
  const recent: { pattern: JsonPattern; whole: StoredValue }[] = [];
  const stored = new Map<string, StoredValue>();

  const findRecent = (value: unknown) => recent.find(({ pattern }) => matchesJsonPattern(pattern, value))?.whole;

  const store = (value: unknown, json: string): StoredValue => {
    const digest = sha256(json);
    const whole = stored.get(digest) ?? message_store.storeWhole(value);
    if (stored.size >= STORED) stored.clear();
    stored.set(digest, whole);
    if (json.length <= HELD) {
      recent.unshift({ pattern: toJsonPattern(value), whole });
      recent.splice(REMEMBERED);
    }
    return whole;
  };

  /**
   * Formats a small value for an event.
   *
   * @returns undefined if it cannot stand there unchanged
   */
  const inline = (name: string, value: unknown): { text: string } | undefined => {
    const text = JSON.stringify(message_store.redact(value));
    const same = () => JSON.stringify(truncateJson(JSON.parse(text), INLINE)) === text;
    return text.length + name.length <= FIELD && same() ? { text } : undefined;
  };

  return {
    store(parameters) {
      const small: [string, unknown][] = [];
      const large: LargeParameter[] = [];
      const rest: [string, unknown][] = [];
      let remaining = INLINE;
      for (const [name, value] of Object.entries(parameters)) {
        if (small.length + large.length >= FIELDS || !isPlainName(name) || message_store.redact(name) !== name) {
          rest.push([name, value]);
          continue;
        }
        const stored = findRecent(value);
        if (stored) {
          large.push({ name, ...stored });
          continue;
        }
        const json = JSON.stringify(value) ?? 'null';
        const inlined = json.length <= FIELD ? inline(name, value) : undefined;
        if (!inlined) large.push({ name, ...store(value, json) });
        else if (name.length + inlined.text.length > remaining) rest.push([name, value]);
        else {
          small.push([name, JSON.parse(inlined.text)]);
          remaining -= name.length + inlined.text.length;
        }
      }
      if (rest.length > 0) large.push({ name: null, ...(findRecent(rest) ?? store(rest, JSON.stringify(rest))) });
      message_store.characters.inline += INLINE - remaining + (large.length > 0 ? JSON.stringify(large).length : 0);
      return {
        parameters: Object.fromEntries(small),
        ...omitUndefined({ large_parameters: large.length > 0 ? large : undefined }),
      };
    },
  };
}

/** Returns true if a name can stand in an event unchanged. */
const isPlainName = (name: string) => name.length <= NAME && name !== '__proto__' && name.isWellFormed();
