import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OtelSpan } from '../../../src/publish/otel/otel_span.js';
import { type ExportedRecord, splitTraces, toMetrics, toTraces } from '../../../src/publish/otel/to_traces.js';
import type { Manifest } from '../../../src/record/manifest/manifest.js';
import { cleanUp, givenRoom } from '../../given.js';
import { where } from '../../machine.js';
import { givenRecorded } from '../../recorded/given_recorded.js';
import { call, type Given, givenLog, prompt, ran, response } from '../../run/supervisor/given_events.js';
import { strictMetrics, strictTraces } from './strict_otlp.js';

afterAll(cleanUp);

const manifest = {
  attempt_id: 'a-1',
  started_at: '2026-01-02T03:04:05.000Z',
  harness: { name: 'gatebench', version: '0.1.0' },
  contract: { id: 'c', version: 'v' },
  agent: { kind: 'loop', name: 'loop', identity: 'i' },
  trial: 1,
  ablation: 'none',
  model: { name: 'm', upstreams: [{ name: 'u', url: 'https://models.example/base', models: ['*'] }] },
} as unknown as Manifest;

const message = (role: 'user' | 'assistant' | 'tool', value: object) => ({
  role,
  sha256: '0'.repeat(64),
  bytes: 1,
  text: JSON.stringify(value),
});
const enter = (to: 'write' | 'extraction', s: number): Given => ({
  type: 'stage_changed',
  s,
  payload: { from: null, to },
});

const record: ExportedRecord = {
  manifest,
  events: givenLog([
    enter('write', 1),
    prompt(
      {
        stream: true,
        parameters: { temperature: 1, seed: 7, effort: 'high' },
        max_tokens: { asked: 100, sent: 50 },
        messages: [message('user', { role: 'user', content: [{ type: 'text', text: 'do it' }] })],
      },
      2,
    ),
    response(null, {
      outcome: 'complete',
      status: 200,
      model: 'm-large',
      finish_reason: 'tool_calls',
      message: message('assistant', {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'x', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
      }),
      usage: {
        input_tokens: 1000,
        cached_input_tokens: 200,
        cache_write_tokens: 0,
        output_tokens: 4,
        reasoning_tokens: 1,
        source: 'reported',
      },
      first_byte_ms: 250,
    }),
    {
      type: 'cost',
      payload: {
        action_type: 'llm_request',
        unit: 'token',
        quantity: 1,
        cost_usd: 2,
        provenance: 'measured',
        exchange: 1,
      },
    },
    call({ run: 'ls', execution: { started_ms: 4000, ended_ms: 4500, exit_code: 1 } }),
    call({
      run: 'spin',
      execution: { started_ms: 5000, ended_ms: 6000, cause: 'timeout', exit_code: null },
      asked: { conversation: 1, exchange: 1, call_id: 'x', result: null },
    }),
    // The first call again, as the traffic shows it.
    call({
      run: 'ls',
      execution: undefined,
      asked: { conversation: 1, exchange: 1, call_id: 'y', result: message('tool', { content: 'files' }) },
    }),
    prompt({ exchange: 2 }, 8),
    response('usd-cap', { exchange: 2, detail: 'no money' }),
    enter('extraction', 11),
    {
      type: 'termination',
      s: 12,
      payload: { code: 'resource', rationale: 'usd', evidence_seq: null, cap: 'usd' },
    },
    {
      type: 'acceptance_check',
      s: 13,
      payload: {
        check: 'unit',
        run: 1,
        execution: ran({ started_ms: 12_100, ended_ms: 12_200 }),
        report: { state: 'none' },
      },
    },
  ]),
};

const spansOf = (content = false, of = record): OtelSpan[] => {
  const traces = strictTraces.parse(toTraces(of, { content }));
  return traces.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)) as OtelSpan[];
};
const named = (spans: OtelSpan[], name: string) => spans.find((span) => span.name === name)!;
const valuesOf = ({ attributes }: Pick<OtelSpan, 'attributes'>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value]));

describe('A record as a trace', () => {
  it('is a tree: attempt, agent, stages, requests and calls', () => {
    const spans = spansOf();
    const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
    expect(spans.map(({ name, parentSpanId }) => [name, parentSpanId && names.get(parentSpanId)])).toEqual([
      ['attempt c', undefined],
      ['invoke_agent loop', 'attempt c'],
      ['stage write', 'invoke_agent loop'],
      ['stage extraction', 'attempt c'],
      ['chat m', 'stage write'],
      ['chat m', 'stage write'],
      ['execute_tool command', 'stage write'],
      ['execute_tool command', 'stage write'],
      ['check unit', 'stage extraction'],
    ]);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(names.size).toBe(spans.length);
  });

  it('says of no server where a script played the model', () => {
    const upstreams = [{ name: 'u', url: 'script:fix.yml', models: ['*'] }];
    const played = { ...record, manifest: { ...manifest, model: { ...manifest.model!, upstreams } } };
    const chat = named(spansOf(false, played), 'chat m');
    expect(Object.keys(valuesOf(chat)).filter((key) => key.startsWith('server.'))).toEqual([]);
  });

  it('says of a request who was asked what, and what that used', () => {
    const [chat, refused] = spansOf().filter(({ name }) => name === 'chat m');
    const begun = BigInt(Date.parse(manifest.started_at)) * 1_000_000n;
    expect([chat!.kind, chat!.startTimeUnixNano, chat!.endTimeUnixNano]).toEqual([
      3,
      String(begun + 2_000_000_000n),
      String(begun + 3_000_000_000n),
    ]);
    expect(valuesOf(chat!)).toEqual({
      'gen_ai.operation.name': { stringValue: 'chat' },
      'gen_ai.provider.name': { stringValue: 'openai' },
      'gen_ai.conversation.id': { stringValue: 'a-1/1' },
      'gen_ai.agent.name': { stringValue: 'loop' },
      'gen_ai.request.model': { stringValue: 'm' },
      'gen_ai.request.stream': { boolValue: true },
      'gen_ai.request.max_tokens': { intValue: '50' },
      'gen_ai.request.temperature': { doubleValue: 1 },
      'gen_ai.request.seed': { intValue: '7' },
      'server.address': { stringValue: 'models.example' },
      'server.port': { intValue: '443' },
      'gen_ai.response.model': { stringValue: 'm-large' },
      'gen_ai.response.finish_reasons': { arrayValue: { values: [{ stringValue: 'tool_calls' }] } },
      'gen_ai.response.time_to_first_chunk': { doubleValue: 0.25 },
      'gen_ai.usage.input_tokens': { intValue: '1000' },
      'gen_ai.usage.output_tokens': { intValue: '4' },
      'gen_ai.usage.cache_read.input_tokens': { intValue: '200' },
      'gen_ai.usage.cache_creation.input_tokens': { intValue: '0' },
      'gen_ai.usage.reasoning.output_tokens': { intValue: '1' },
      'gatebench.upstream': { stringValue: 'u' },
      'gatebench.exchange': { intValue: '1' },
      'gatebench.history.kept': { intValue: '0' },
      'gatebench.usage.source': { stringValue: 'reported' },
      'gatebench.outcome': { stringValue: 'complete' },
      'gatebench.held_ms': { doubleValue: expect.any(Number) },
      'gatebench.cost_usd': { doubleValue: 2 },
    });
    expect(refused!.status).toEqual({ code: 2, message: 'no money' });
    expect(valuesOf(refused!)['error.type']).toEqual({ stringValue: 'usd-cap' });
  });

  it('says of a call how it ended; a status other than 0 is no failed call', () => {
    const [ls, spin] = spansOf().filter(({ name }) => name === 'execute_tool command');
    expect([valuesOf(ls!)['process.exit.code'], ls!.status]).toEqual([{ intValue: '1' }, undefined]);
    expect([valuesOf(spin!)['error.type'], spin!.status?.code]).toEqual([{ stringValue: 'timeout' }, 2]);
    expect(valuesOf(ls!)['gen_ai.tool.call.id']).toEqual({ stringValue: 'y' });
    expect(valuesOf(spin!)['gen_ai.tool.call.id']).toEqual({ stringValue: 'x' });
  });

  it('has what ended the agent as an event of its stage', () => {
    expect(named(spansOf(), 'stage extraction').events).toMatchObject([{ name: 'gatebench.termination' }]);
  });

  it('holds content only where it was asked for', () => {
    expect(JSON.stringify(spansOf())).not.toMatch(/do it|files|"ls"|\{\\"command/);
    const chat = valuesOf(named(spansOf(true), 'chat m'));
    const text = (key: string) => JSON.parse((chat[key] as { stringValue: string }).stringValue);
    expect(text('gen_ai.input.messages')).toEqual([{ role: 'user', parts: [{ type: 'text', content: 'do it' }] }]);
    expect(text('gen_ai.output.messages')).toEqual([
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', id: 'x', name: 'bash', arguments: { command: 'ls' } }],
        finish_reason: 'tool_calls',
      },
    ]);
    const tool = valuesOf(named(spansOf(true), 'execute_tool command'));
    expect(tool['gen_ai.tool.call.arguments']).toEqual({ stringValue: '{"command":"ls"}' });
  });

  it('is the same each time, and other than that of another attempt', () => {
    expect(toTraces(record, { content: true })).toEqual(toTraces(record, { content: true }));
    const other = toTraces({ ...record, manifest: { ...manifest, attempt_id: 'a-2' } }, { content: false });
    expect(other.resourceSpans[0]!.scopeSpans[0]!.spans[0]!.traceId).not.toBe(spansOf()[0]!.traceId);
  });

  it('can be sent in parts, none of which is lost', () => {
    const batches = splitTraces(toTraces(record, { content: false }), 4);
    const spans = batches.flatMap((batch) => strictTraces.parse(batch).resourceSpans[0]!.scopeSpans[0]!.spans);
    expect([batches.length, spans]).toEqual([3, spansOf()]);
  });

  it('counts tokens and durations by what they are of', () => {
    const { resourceMetrics } = strictMetrics.parse(toMetrics(record));
    const [tokens, seconds] = resourceMetrics[0]!.scopeMetrics[0]!.metrics;
    expect([tokens!.name, seconds!.name]).toEqual(['gen_ai.client.token.usage', 'gen_ai.client.operation.duration']);
    const [input, output] = tokens!.histogram.dataPoints;
    expect([input!.sum, output!.sum]).toEqual([1000, 4]);
    // 4 is the bound of its bucket, and in it.
    expect(output!.bucketCounts.indexOf('1')).toBe(1);
    expect(seconds!.histogram.dataPoints.map(({ sum }) => sum)).toEqual([1, 1]);
    expect(toMetrics({ ...record, events: [] })).toBeUndefined();
  });
});

describe('The record of a real attempt', () => {
  where('sandbox')('is a valid trace with its checks', async () => {
    const { attempts } = await givenRecorded('commanded', givenRoom());
    const [seen] = attempts;
    const real = JSON.parse(readFileSync(join(seen.path, 'manifest.json'), 'utf8')) as Manifest;
    const traces = strictTraces.parse(
      toTraces({ manifest: real, events: seen.events, report: seen.result }, { content: false }),
    );
    const { spans } = traces.resourceSpans[0]!.scopeSpans[0]!;
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(spans.filter(({ parentSpanId }) => parentSpanId !== undefined && !ids.has(parentSpanId))).toEqual([]);
    expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['attempt task', 'check unit', 'canary']));
    expect(valuesOf(spans[0] as OtelSpan)['gatebench.status']).toEqual({ stringValue: 'success' });
    expect(valuesOf(spans[0] as OtelSpan)['gatebench.strength']).toEqual({ stringValue: 'none' });
  });
});
