import type { Payload } from '../../../record/events.js';
import type { RequestHeaders } from '../request_headers.js';
import { cut } from './bounded.js';
import type { KeepsMessages } from './keep_message.js';

type RecordedHeaders = NonNullable<Payload<'prompt'>['headers']>;

/** Fields and names that an event tells, and characters of each. */
const FIELDS = 32;
const NAMES = 64;
const VALUE = 300;
const NAME = 80;
/** Sets of fields that are remembered: a client sends the same ones with every request. */
const REMEMBERED = 16;

/** Tells the header fields of requests as a record may hold them: redacted and bounded. */
export function openRecordedHeaders(keeps: KeepsMessages): (headers: RequestHeaders) => RecordedHeaders {
  const known = new Map<string, RecordedHeaders>();
  const shown = (text: string, most: number) => cut(String(keeps.redacted(text)), most);
  const told = ({ sent, dropped }: RequestHeaders): RecordedHeaders => ({
    sent: Object.fromEntries(
      Object.entries(sent)
        .slice(0, FIELDS)
        .map(([name, value]) => [shown(name, NAME), shown(value, VALUE)]),
    ),
    dropped: [...dropped.slice(0, NAMES).map((name) => shown(name, NAME)), ...(dropped.length > NAMES ? ['…'] : [])],
  });
  return (headers) => {
    const key = JSON.stringify(headers);
    let found = known.get(key);
    if (!found) {
      if (known.size >= REMEMBERED) known.clear();
      found = told(headers);
      known.set(key, found);
    }
    keeps.written.inline += key.length;
    return found;
  };
}
