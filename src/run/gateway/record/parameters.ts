import { sha256 } from '../../../record/canonical.js';
import type { Payload } from '../../../record/events.js';
import type { LargeParameter } from '../../../record/model_events.js';
import { bounded } from './bounded.js';
import type { KeepsMessages, Whole } from './keep_message.js';
import { type Pattern, patternOf, sameJson } from './same_json.js';

export interface Parameters {
  /** The fields of a request, as a prompt tells them: none is left out. */
  of(given: Readonly<Record<string, unknown>>): Pick<Payload<'prompt'>, 'parameters' | 'large_parameters'>;
}

/** Fields that are told by their names; the others are one artifact. */
const FIELDS = 64;
/** Characters of a field, and of all of them, that stand in an event. */
const FIELD = 2_000;
const INLINE = 4_096;
const NAME = 100;
/** Large values that are compared before a digest is made, the characters that they may have, and digests of values that were stored. */
const REMEMBERED = 16;
const HELD = 1 << 20;
const STORED = 4_096;

/** Clients send the same schemas and documents with every request: each is stored once. */
export function openParameters(keeps: KeepsMessages): Parameters {
  const recent: { pattern: Pattern; whole: Whole }[] = [];
  const stored = new Map<string, Whole>();

  const found = (value: unknown) => recent.find(({ pattern }) => sameJson(pattern, value))?.whole;

  const store = (value: unknown, json: string): Whole => {
    const digest = sha256(json);
    const whole = stored.get(digest) ?? keeps.whole(value);
    if (stored.size >= STORED) stored.clear();
    stored.set(digest, whole);
    if (json.length <= HELD) {
      recent.unshift({ pattern: patternOf(value), whole });
      recent.splice(REMEMBERED);
    }
    return whole;
  };

  /** A small value as it stands in an event; undefined = it cannot stand there as it is. */
  const inline = (name: string, value: unknown): { text: string } | undefined => {
    const text = JSON.stringify(keeps.redacted(value));
    const same = () => JSON.stringify(bounded(JSON.parse(text), INLINE)) === text;
    return text.length + name.length <= FIELD && same() ? { text } : undefined;
  };

  return {
    of(given) {
      const small: [string, unknown][] = [];
      const large: LargeParameter[] = [];
      const others: [string, unknown][] = [];
      let left = INLINE;
      for (const [name, value] of Object.entries(given)) {
        if (small.length + large.length >= FIELDS || !isPlain(name) || keeps.redacted(name) !== name) {
          others.push([name, value]);
          continue;
        }
        const known = found(value);
        if (known) {
          large.push({ name, ...known });
          continue;
        }
        const json = JSON.stringify(value) ?? 'null';
        const told = json.length <= FIELD ? inline(name, value) : undefined;
        if (!told) large.push({ name, ...store(value, json) });
        else if (name.length + told.text.length > left) others.push([name, value]);
        else {
          small.push([name, JSON.parse(told.text)]);
          left -= name.length + told.text.length;
        }
      }
      if (others.length > 0) large.push({ name: null, ...(found(others) ?? store(others, JSON.stringify(others))) });
      keeps.written.inline += INLINE - left + (large.length > 0 ? JSON.stringify(large).length : 0);
      return { parameters: Object.fromEntries(small), ...(large.length > 0 ? { large_parameters: large } : {}) };
    },
  };
}

/** Whether a name can stand in an event as it is. */
const isPlain = (name: string) => name.length <= NAME && name !== '__proto__' && name.isWellFormed();
