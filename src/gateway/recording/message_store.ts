import { omitUndefined } from '../../contract/input/omit_undefined.js';
import type { RecordedMessage } from '../../record/events/model_payloads.js';
import { sha256, truncateText } from '../../record/json/compute_digest.js';
import { maskStrings } from '../../record/redaction/mask.js';
import type { Redactor, RestrictedStore } from '../../record/redaction/redactor.js';
import type { HashedMessage } from './create_message_tree.js';
import type { RecordSink } from './record_folder.js';

/** Maximum characters in an event; a longer text is an artifact, of which the event holds the beginning. */
const INLINE = 4_096;
const BEGINNING = 1_000;

/** Value that is stored as an artifact. */
export type StoredValue = Pick<RecordedMessage, 'sha256' | 'bytes' | 'redacted'> & { artifact: string };

export interface MessageStore {
  storeMessage(characters: HashedMessage): RecordedMessage;
  /** Stores a value that is not serialised yet. */
  storeValue(role: RecordedMessage['role'], storeValue: unknown): RecordedMessage;
  /** Returns redacted JSON that may be stored. */
  redact(storeValue: unknown): unknown;
  /** Stores the whole value as an artifact, however small. */
  storeWhole(storeValue: unknown): StoredValue;
  /**
   * Stores the redacted JSON of a value.
   *
   * @returns the name of the artifact
   */
  storeArtifact(storeValue: unknown): string;
  /** Characters stored in events, and in artifacts. */
  readonly characters: { inline: number; apart: number };
}

/** Creates a store of messages. It masks string by string, before values become JSON, and then redacts. */
export function createMessageStore(
  sink: RecordSink,
  redaction: Redactor,
  store: RestrictedStore | undefined,
): MessageStore {
  const clean = (value: unknown) => redaction.json(sink.log.mask ? maskStrings(sink.log.mask, value) : value);

  const characters = { inline: 0, apart: 0 };
  const apart = (text: string): string => {
    characters.apart += text.length;
    return sink.keep(text, 'redacted');
  };

  const store_message = (
    role: RecordedMessage['role'],
    given: unknown,
    json: string,
    digest: string,
  ): RecordedMessage => {
    const { value, found: redactions } = clean(given);
    const text = JSON.stringify(value);
    const spans = Object.keys(redactions).length > 0;
    if (spans) store?.keep(digest, json);
    const whole = text.length <= INLINE;
    characters.inline += whole ? text.length : BEGINNING;
    return {
      role,
      sha256: digest,
      bytes: Buffer.byteLength(json),
      text: whole ? text : truncateText(text, BEGINNING),
      ...omitUndefined({ artifact: whole ? undefined : apart(text), redacted: spans ? redactions : undefined }),
    };
  };

  return {
    storeMessage: ({ message: { role, value }, json, sha256: digest }) => store_message(role, value, json, digest),
    storeValue(role, value) {
      const json = JSON.stringify(value) ?? 'null';
      return store_message(role, value, json, sha256(json));
    },
    redact: (value) => clean(value).value,
    storeWhole(given) {
      const json = JSON.stringify(given) ?? 'null';
      const digest = sha256(json);
      const { value, found: redactions } = clean(given);
      const spans = Object.keys(redactions).length > 0;
      if (spans) store?.keep(digest, json);
      const artifact = apart(JSON.stringify(value));
      return {
        sha256: digest,
        bytes: Buffer.byteLength(json),
        artifact,
        ...omitUndefined({ redacted: spans ? redactions : undefined }),
      };
    },
    storeArtifact: (value) => apart(JSON.stringify(clean(value).value)),
    characters: characters,
  };
}
