import type { Event } from '../../record/events/event.js';
import type { Manifest } from '../../record/manifest/manifest.js';
import type { AttemptReport } from '../../record/verdict/attempt_result.js';
import { formatStrengthFigure, hasStrength } from '../report/view/format_strength.js';
import { createModelSpans, getExchangeError, getOperationName, listExchanges } from './create_model_spans.js';
import { createCheckSpans, createToolSpans } from './create_tool_spans.js';
import { genAiAttributes, genAiMetrics, providerNames, stableAttributes } from './gen_ai_attributes.js';
import { type OtelAttribute, type SpanAttributes, toOtelAttributes } from './otel_attribute.js';
import { createSpanFactory, type OtelSpan, ROOT_SPAN_KEY, type SpanDraft } from './otel_span.js';
import { AGENT_SPAN_KEY, computeAgentInterval, createStageSpans, listStageIntervals } from './stage_interval.js';

/** Record to export; without a report it was never sealed. */
export interface ExportedRecord {
  manifest: Manifest;
  events: readonly Event[];
  report?: AttemptReport | undefined;
}

/** Traces message of OTLP, in its JSON form. */
interface TracesData {
  resourceSpans: { resource: { attributes: OtelAttribute[] }; scopeSpans: { scope: OtelScope; spans: OtelSpan[] }[] }[];
}

interface OtelScope {
  name: string;
  version: string;
}

/**
 * Converts an attempt to a trace. The attempt's span contains its stages and the agent's run; these contain the
 * requests to models, the tool calls and the commands of the contract.
 *
 * @param options.content true to include recorded messages, arguments and results
 */
export function toTraces(record: ExportedRecord, options: { content: boolean }): TracesData {
  const { manifest, events } = record;
  const frame = createSpanFactory(manifest, events);
  const stretches = listStageIntervals(events);
  const end = events.at(-1)?.t ?? 0;
  const { content } = options;
  const drafts: SpanDraft[] = [
    createAttemptSpan(record, end),
    ...createAgentSpan(manifest, stretches),
    ...createStageSpans(stretches, events),
    ...createModelSpans(listExchanges(events), { manifest, stretches, end, content }),
    ...createToolSpans(events, { stretches, content }),
    ...createCheckSpans(events, stretches),
  ];
  const spans = drafts.map((each) => frame.span(each));
  return {
    resourceSpans: [{ resource: toResource(manifest), scopeSpans: [{ scope: toScope(manifest), spans }] }],
  };
}

const toResource = ({ harness }: Manifest) => ({
  attributes: toOtelAttributes({ 'service.name': harness.name, 'service.version': harness.version }),
});

const toScope = ({ harness }: Manifest): OtelScope => ({ name: harness.name, version: harness.version });

/** Splits the message into parts of `size` spans, for collectors with a limit. */
export function splitTraces({ resourceSpans }: TracesData, size: number): TracesData[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      Array.from({ length: Math.ceil(spans.length / size) }, (_, i) => ({
        resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.slice(i * size, (i + 1) * size) }] }],
      })),
    ),
  );
}

function createAttemptSpan({ manifest, report }: ExportedRecord, end: number): SpanDraft {
  const { contract, agent, attempt_id } = manifest;
  const status = report?.verdict.status;
  return {
    key: ROOT_SPAN_KEY,
    name: `attempt ${contract.id}`,
    from: 0,
    to: end,
    attributes: {
      'gatebench.attempt.id': attempt_id,
      'gatebench.contract.id': contract.id,
      'gatebench.contract.version': contract.version,
      'gatebench.agent.name': agent.name,
      'gatebench.trial': manifest.trial,
      'gatebench.ablation': manifest.ablation,
      'gatebench.status': status,
      'gatebench.gate_vector': report?.verdict.gate_vector,
      'gatebench.strength':
        report && hasStrength(report) ? formatStrengthFigure(report.verdict.oracle.strength.bits) : undefined,
      'gatebench.record.head': report?.head,
    },
    // A failed attempt is a result, not an error of the span.
    error: status === undefined ? 'the record is not sealed' : undefined,
  };
}

function createAgentSpan({ agent, model }: Manifest, stretches: ReturnType<typeof listStageIntervals>): SpanDraft[] {
  const agent_interval = computeAgentInterval(stretches);
  if (!agent_interval) return [];
  return [
    {
      key: AGENT_SPAN_KEY,
      name: `invoke_agent ${agent.name}`,
      ...agent_interval,
      attributes: {
        [genAiAttributes.operation]: 'invoke_agent',
        [genAiAttributes.agent_name]: agent.name,
        [genAiAttributes.agent_id]: agent.identity,
        [genAiAttributes.request_model]: model?.name,
      },
    },
  ];
}

/** Temporality: each attempt by itself. */
const DELTA = 1;
/** Bucket bounds of the conventions: tokens in powers of four, seconds in powers of two. */
const TOKEN_BOUNDS = Array.from({ length: 14 }, (_, i) => 4 ** i);
const SECOND_BOUNDS = Array.from({ length: 14 }, (_, i) => 2 ** i / 100);

/**
 * Converts an attempt's model requests to a metrics message of OTLP, of tokens and durations.
 *
 * @returns undefined if it made none
 */
export function toMetrics(record: ExportedRecord) {
  const { manifest, events } = record;
  const exchanges = listExchanges(events);
  if (exchanges.length === 0) return undefined;
  const { time } = createSpanFactory(manifest, events);
  const span = { startTimeUnixNano: time(0), timeUnixNano: time(events.at(-1)?.t ?? 0) };
  const tokens = new SampleSet();
  const seconds = new SampleSet();
  for (const { prompt, response } of exchanges) {
    const attributes = {
      [genAiAttributes.operation]: getOperationName(prompt.payload),
      [genAiAttributes.provider]: providerNames[prompt.payload.dialect],
      [genAiAttributes.request_model]: prompt.payload.model,
      [genAiAttributes.response_model]: response?.payload.model,
    };
    const usage = response?.payload.usage;
    if (usage) tokens.add({ ...attributes, [genAiAttributes.token_type]: 'input' }, usage.input_tokens);
    if (usage) tokens.add({ ...attributes, [genAiAttributes.token_type]: 'output' }, usage.output_tokens);
    if (response)
      seconds.add(
        { ...attributes, [stableAttributes.error_type]: getExchangeError(response) },
        (response.t - prompt.t) / 1e9,
      );
  }
  const metric = (name: string, unit: string, samples: SampleSet, bounds: number[]) => ({
    name,
    unit,
    histogram: {
      aggregationTemporality: DELTA,
      dataPoints: samples.points(bounds).map((point) => ({ ...point, ...span })),
    },
  });
  const metrics = [
    metric(genAiMetrics.token_usage, '{token}', tokens, TOKEN_BOUNDS),
    metric(genAiMetrics.operation_duration, 's', seconds, SECOND_BOUNDS),
  ].filter(({ histogram }) => histogram.dataPoints.length > 0);
  const scopeMetrics = [{ scope: toScope(manifest), metrics }];
  return { resourceMetrics: [{ resource: toResource(manifest), scopeMetrics }] };
}

/** Values grouped by attributes. */
class SampleSet {
  readonly #all = new Map<string, { attributes: SpanAttributes; values: number[] }>();

  add(attributes: SpanAttributes, value: number): void {
    const key = JSON.stringify(attributes);
    const group = this.#all.get(key);
    if (group) group.values.push(value);
    else this.#all.set(key, { attributes, values: [value] });
  }

  /** Converts the values to histogram points. A bound is the inclusive upper limit of its bucket. */
  points(explicitBounds: number[]) {
    return [...this.#all.values()].map(({ attributes, values }) => {
      const counts = Array.from({ length: explicitBounds.length + 1 }, () => 0);
      for (const value of values) {
        const bucket = explicitBounds.findIndex((bound) => value <= bound);
        counts[bucket < 0 ? explicitBounds.length : bucket]! += 1;
      }
      return {
        attributes: toOtelAttributes(attributes),
        count: String(values.length),
        sum: values.reduce((sum, value) => sum + value, 0),
        min: values.reduce((least, value) => Math.min(least, value)),
        max: values.reduce((most, value) => Math.max(most, value)),
        bucketCounts: counts.map(String),
        explicitBounds,
      };
    });
  }
}
