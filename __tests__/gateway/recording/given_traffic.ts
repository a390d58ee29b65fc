import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  ExchangeOutcome,
  ModelRequest,
  SentRequest,
  TrafficRecorder,
} from '../../../src/gateway/accounts/run_account.js';
import type { ParsedMessage, ParsedRequest, ParsedResponse, ToolCall } from '../../../src/gateway/dialects/dialect.js';
import type { SettledCost } from '../../../src/gateway/meter/price_book.js';
import { openTrafficRecorder } from '../../../src/gateway/recording/open_traffic_recorder.js';
import type { Event } from '../../../src/record/events/event.js';
import { sha256 } from '../../../src/record/json/compute_digest.js';
import type { ModelUsage } from '../../../src/record/models/model_usage.js';
import type { Redactor } from '../../../src/record/redaction/redactor.js';
import { RunDirectory } from '../../../src/record/storage/run_directory.js';
import { givenManifest } from '../../record/given_record.js';

/** Redacts nothing. */
export const verbatim: Redactor = {
  text: (value) => ({ value, found: {} }),
  json: (value) => ({ value, found: {} }),
  sha256: sha256('none'),
  begin: () => verbatim,
};

/** Redacts mail addresses, as far as a test needs it. */
export const withoutMail: Redactor = {
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
  recorder: TrafficRecorder;
  events(): Event[];
}

const rooms: string[] = [];
afterAll(() => {
  for (const room of rooms.splice(0)) rmSync(room, { recursive: true, force: true });
});

export function givenTraffic(how: Partial<Parameters<typeof openTrafficRecorder>[0]> = {}): Traffic {
  let now = 0;
  const room = mkdtempSync(join(tmpdir(), 'traffic-'));
  rooms.push(room);
  const path = join(room, 'run');
  const book = RunDirectory.create(path, givenManifest(), () => ++now * 1e6);
  book.log.enterStage('write');
  const recorder = openTrafficRecorder({ sink: book, redaction: verbatim, ...how });
  return { book, recorder, events: () => [...book.log.events] };
}

const said = (role: ParsedMessage['role'], content: unknown): ParsedMessage => ({
  role,
  value: { role, content },
  calls: [],
  results: [],
});
export const system = (text: string) => said('system', text);
export const user = (text: string) => said('user', text);
export const assistant = (text: string, calls: ToolCall[] = []): ParsedMessage => ({
  ...said('assistant', text),
  value: { role: 'assistant', content: text, tool_calls: calls },
  calls,
});
export const tool = (id: string, content: unknown, name?: string): ParsedMessage => ({
  ...said('tool', content),
  value: { role: 'tool', tool_call_id: id, content },
  results: [{ id, value: content, ...(name === undefined ? {} : { name }) }],
});
export const call = (id: string, command: string, name = 'bash'): ToolCall => ({ id, name, arguments: { command } });

export function incoming(
  messages: ParsedMessage[],
  more: Partial<ParsedRequest> = {},
  how: Partial<Pick<ModelRequest, 'agent' | 'session'>> = {},
): ModelRequest {
  const asked: ParsedRequest = {
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

export const went: SentRequest = { max_tokens: null, body: null, upstream: 'up' };

export const USAGE: ModelUsage = {
  input_tokens: 100,
  cached_input_tokens: 20,
  cache_write_tokens: 0,
  output_tokens: 10,
  reasoning_tokens: 2,
  source: 'reported',
};
export const PAID: SettledCost = { usage: USAGE, usd: 0.01, price: 'table:x' };

export function ended(
  answered: Partial<ParsedResponse> | null = {},
  more: Partial<ExchangeOutcome> = {},
): ExchangeOutcome {
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
