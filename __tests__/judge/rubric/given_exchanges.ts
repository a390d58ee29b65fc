import type { EventPayload } from '../../../src/record/events/event.js';
import type { Manifest } from '../../../src/record/manifest/manifest.js';
import type { ModelUsage } from '../../../src/record/models/model_usage.js';
import { DIGEST, type Said } from './given_record.js';

export const USAGE: ModelUsage = {
  input_tokens: 1_000,
  cached_input_tokens: 200,
  cache_write_tokens: 0,
  output_tokens: 50,
  reasoning_tokens: 10,
  source: 'reported',
};

export function prompted(exchange: number, more: Partial<EventPayload<'prompt'>> = {}): Said {
  return {
    type: 'prompt',
    actor: 'agent',
    stage: 'write',
    payload: {
      exchange,
      conversation: 1,
      agent: 'agent',
      dialect: 'chat',
      operation: 'generate',
      path: '/v1/chat/completions',
      model: 'm',
      upstream: 'up',
      stream: true,
      parameters: {},
      max_tokens: { asked: 100, sent: 100 },
      tools: null,
      history: exchange === 1 ? { of: null, kept: 0 } : { of: exchange - 1, kept: exchange - 1 },
      messages: [{ role: 'user', sha256: DIGEST, bytes: 2, text: '{}' }],
      body: { sha256: DIGEST, bytes: 2 },
      sent: null,
      ...more,
    },
  };
}

export function responded(exchange: number, more: Partial<EventPayload<'response'>> = {}): Said {
  return {
    type: 'response',
    stage: 'write',
    payload: {
      exchange,
      conversation: 1,
      outcome: 'complete',
      code: null,
      detail: '',
      status: 200,
      model: 'm-2026',
      finish_reason: 'stop',
      message: null,
      tool_calls: 1,
      usage: USAGE,
      held_ms: 0,
      first_byte_ms: exchange * 10,
      wall_ms: 100,
      body: null,
      ...more,
    },
  };
}

export function paid(exchange: number, more: Partial<EventPayload<'cost'>> = {}): Said {
  return {
    type: 'cost',
    stage: 'write',
    payload: {
      action_type: 'llm_request',
      unit: 'token',
      quantity: 1_050,
      cost_usd: 0.1,
      provenance: 'reported',
      exchange,
      ...more,
    },
  };
}

/** Creates the events of one exchange: request, response and cost. */
export const exchanged = (exchange: number): Said[] => [prompted(exchange), responded(exchange), paid(exchange)];

export const claimed = (
  usage: EventPayload<'usage_claim'>['usage'],
  more: Partial<EventPayload<'usage_claim'>> = {},
): Said => ({
  type: 'usage_claim',
  stage: 'write',
  payload: { source: 'stdout', usage, usd: null, requests: null, detail: '', ...more },
});

/** The agent reaches its model through the gateway. */
export const byGateway = (manifest: Manifest): Manifest => ({
  ...manifest,
  model: {
    name: 'm',
    upstreams: [{ name: 'up', url: 'http://127.0.0.1:1', models: ['*'] }],
    prices: { table_sha256: null, library: 'none' },
    steering: null,
    redaction_sha256: DIGEST,
  },
});
