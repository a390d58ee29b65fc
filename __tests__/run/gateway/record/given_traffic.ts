import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../../../src/record/canonical.js';
import type { Event } from '../../../../src/record/events.js';
import type { ModelUsage } from '../../../../src/record/model_usage.js';
import type { Redaction } from '../../../../src/record/redaction.js';
import { RunDirectory } from '../../../../src/record/run_directory.js';
import type { Ended, Incoming } from '../../../../src/run/gateway/account.js';
import type { Answered, Asked, Message, ToolCall } from '../../../../src/run/gateway/dialects/dialect.js';
import type { Settled } from '../../../../src/run/gateway/meter/price.js';
import { openRecorder, type Recording } from '../../../../src/run/gateway/record/open_recorder.js';
import type { Recorder, Sent } from '../../../../src/run/gateway/record/recorder.js';
import { givenManifest } from '../../../record/given_record.js';

/** Redacts nothing. */
export const verbatim: Redaction = {
  text: (value) => ({ value, found: {} }),
  json: (value) => ({ value, found: {} }),
  sha256: sha256('none'),
  begin: () => verbatim,
};

/** Redacts mail addresses, as far as a test needs it. */
export const withoutMail: Redaction = {
  text(given) {
    const count = given.match(MAIL)?.length ?? 0;
    const found: Record<string, number> = count > 0 ? { mail: count } : {};
    return { value: given.replace(MAIL, '[mail]'), found };
  },
  json(given) {
    const { value, found } = this.text(JSON.stringify(given));
    return { value: JSON.parse(value), found };
  },
  sha256: sha256('mail'),
  begin: () => withoutMail,
};
const MAIL = /[\w.]+@[\w.]+/g;

export interface Traffic {
  book: RunDirectory;
  recorder: Recorder;
  events(): Event[];
}

export function givenTraffic(how: Partial<Recording> = {}): Traffic {
  let now = 0;
  const path = join(mkdtempSync(join(tmpdir(), 'traffic-')), 'run');
  const book = RunDirectory.create(path, givenManifest(), () => ++now * 1e6);
  book.log.enter('write');
  const recorder = openRecorder({ book, redaction: verbatim, ...how });
  return { book, recorder, events: () => [...book.log.events] };
}

const said = (role: Message['role'], content: unknown): Message => ({
  role,
  value: { role, content },
  calls: [],
  results: [],
});
export const system = (text: string) => said('system', text);
export const user = (text: string) => said('user', text);
export const assistant = (text: string, calls: ToolCall[] = []): Message => ({
  ...said('assistant', text),
  value: { role: 'assistant', content: text, tool_calls: calls },
  calls,
});
export const tool = (id: string, content: unknown, name?: string): Message => ({
  ...said('tool', content),
  value: { role: 'tool', tool_call_id: id, content },
  results: [{ id, value: content, ...(name === undefined ? {} : { name }) }],
});
export const call = (id: string, command: string, name = 'bash'): ToolCall => ({ id, name, arguments: { command } });

export function incoming(
  messages: Message[],
  more: Partial<Asked> = {},
  how: Partial<Pick<Incoming, 'agent' | 'session'>> = {},
): Incoming {
  const asked: Asked = {
    model: 'm',
    stream: true,
    max_tokens: null,
    answers: 1,
    parameters: {},
    messages,
    tools: [],
    ...more,
  };
  return {
    agent: 'agent',
    route: { dialect: 'chat', operation: 'generate' },
    path: '/v1/chat/completions',
    asked,
    session: undefined,
    upstream: { name: 'up', provider: undefined },
    body: { sha256: sha256(JSON.stringify(messages.map(({ value }) => value))), bytes: 10 },
    ...how,
  };
}

export const went: Sent = { max_tokens: null, body: null, upstream: 'up' };

export const USAGE: ModelUsage = {
  input_tokens: 100,
  cached_input_tokens: 20,
  cache_write_tokens: 0,
  output_tokens: 10,
  reasoning_tokens: 2,
  source: 'reported',
};
export const PAID: Settled = { usage: USAGE, usd: 0.01, price: 'table:x' };

export function ended(answered: Partial<Answered> | null = {}, more: Partial<Ended> = {}): Ended {
  return {
    outcome: 'complete',
    code: null,
    detail: '',
    status: 200,
    answered: answered && {
      model: 'm-1',
      finish_reason: 'stop',
      usage: USAGE,
      message: { role: 'assistant', content: 'ok' },
      calls: [],
      complete: true,
      ...answered,
    },
    output_bytes: 10,
    first_byte_ms: 5,
    wall_ms: 10,
    body: null,
    ...more,
  };
}
