import { sha256 } from '../../../record/canonical.js';
import { maskStrings } from '../../../record/mask.js';
import type { RecordedMessage } from '../../../record/model_events.js';
import type { Redaction, RestrictedStore } from '../../../record/redaction.js';
import type { Book } from './book.js';
import { cut } from './bounded.js';
import type { Written } from './message_tree.js';

/** Characters that stand in an event; what is longer is an artifact, of which the event has the beginning. */
const INLINE = 4_096;
const BEGINNING = 1_000;

/** A value that is stored apart. */
export type Whole = Pick<RecordedMessage, 'sha256' | 'bytes' | 'redacted'> & { artifact: string };

export interface KeepsMessages {
  message(written: Written): RecordedMessage;
  /** The same of a value that has no text yet. */
  value(role: RecordedMessage['role'], value: unknown): RecordedMessage;
  /** Plain JSON as it may be stored. */
  redacted(value: unknown): unknown;
  /** Stores all of a value apart, however small. */
  whole(value: unknown): Whole;
  /** Stores the redacted JSON of a value; returns its name. */
  artifact(value: unknown): string;
  /** Characters that stand in events, and in artifacts. */
  readonly written: { inline: number; apart: number };
}

/** Stores what was said: masked string by string before it is written as JSON, where a value looks as it is, then redacted. */
export function keepsMessages(book: Book, redaction: Redaction, store: RestrictedStore | undefined): KeepsMessages {
  const clean = (value: unknown) => redaction.json(book.log.mask ? maskStrings(book.log.mask, value) : value);

  const written = { inline: 0, apart: 0 };
  const apart = (text: string): string => {
    written.apart += text.length;
    return book.keep(text);
  };

  const keep = (role: RecordedMessage['role'], given: unknown, json: string, digest: string): RecordedMessage => {
    const { value, found } = clean(given);
    const text = JSON.stringify(value);
    const spans = Object.keys(found).length > 0;
    if (spans) store?.keep(digest, json);
    const whole = text.length <= INLINE;
    written.inline += whole ? text.length : BEGINNING;
    return {
      role,
      sha256: digest,
      bytes: Buffer.byteLength(json),
      text: whole ? text : cut(text, BEGINNING),
      ...(whole ? {} : { artifact: apart(text) }),
      ...(spans ? { redacted: found } : {}),
    };
  };

  return {
    message: ({ message: { role, value }, json, sha256: digest }) => keep(role, value, json, digest),
    value(role, value) {
      const json = JSON.stringify(value) ?? 'null';
      return keep(role, value, json, sha256(json));
    },
    redacted: (value) => clean(value).value,
    whole(given) {
      const json = JSON.stringify(given) ?? 'null';
      const digest = sha256(json);
      const { value, found } = clean(given);
      const spans = Object.keys(found).length > 0;
      if (spans) store?.keep(digest, json);
      const artifact = apart(JSON.stringify(value));
      return { sha256: digest, bytes: Buffer.byteLength(json), artifact, ...(spans ? { redacted: found } : {}) };
    },
    artifact: (value) => apart(JSON.stringify(clean(value).value)),
    written,
  };
}
