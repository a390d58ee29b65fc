import type { EventPayload } from '../../record/events/event.js';
import { truncateText } from '../../record/json/compute_digest.js';
import type { RequestHeaders } from '../upstreams/request_headers.js';
import type { MessageStore } from './message_store.js';

type RecordedHeaders = NonNullable<EventPayload<'prompt'>['headers']>;

/** Limits of an event: fields, names, and characters of each. */
const FIELDS = 32;
const NAMES = 64;
const VALUE = 300;
const NAME = 80;
/** Number of cached header sets, since clients send the same ones with every request. */
const REMEMBERED = 16;

/** Creates a function that redacts and bounds header fields for the record. */
export function createHeaderRedactor(message_store: MessageStore): (headers: RequestHeaders) => RecordedHeaders {
  const redactions = new Map<string, RecordedHeaders>();
  const shown = (text: string, most: number) => truncateText(String(message_store.redact(text)), most);
  const redact = ({ sent, dropped }: RequestHeaders): RecordedHeaders => ({
    sent: Object.fromEntries(
      Object.entries(sent)
        .slice(0, FIELDS)
        .map(([name, value]) => [shown(name, NAME), shown(value, VALUE)]),
    ),
    dropped: [...dropped.slice(0, NAMES).map((name) => shown(name, NAME)), ...(dropped.length > NAMES ? ['…'] : [])],
  });
  return (headers) => {
    const key = JSON.stringify(headers);
    let redaction = redactions.get(key);
    if (!redaction) {
      if (redactions.size >= REMEMBERED) redactions.clear();
      redaction = redact(headers);
      redactions.set(key, redaction);
    }
    message_store.characters.inline += key.length;
    return redaction;
  };
}
