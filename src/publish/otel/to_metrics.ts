import { getExchangeError, getOperationName, listExchanges } from './create_model_spans.js';
import { genAiAttributes, genAiMetrics, providerNames, stableAttributes } from './gen_ai_attributes.js';
import { type OtelAttribute, type SpanAttributes, toOtelAttributes } from './otel_attribute.js';
import { createSpanFactory } from './otel_span.js';
import { type ExportedRecord, type OtelScope, toResource, toScope } from './to_traces.js';

/** Metrics message of OTLP, in its JSON form. */
interface MetricsData {
  resourceMetrics: {
    resource: { attributes: OtelAttribute[] };
    scopeMetrics: { scope: OtelScope; metrics: Metric[] }[];
  }[];
}

interface Metric {
  name: string;
  unit: string;
  histogram: { aggregationTemporality: number; dataPoints: DataPoint[] };
}

interface DataPoint {
  attributes: OtelAttribute[];
  startTimeUnixNano: string;
  timeUnixNano: string;
  count: string;
  sum: number;
  min: number;
  max: number;
  bucketCounts: string[];
  explicitBounds: number[];
}

/** Temporality: each attempt by itself. */
const DELTA = 1;
/** Bucket bounds of the conventions: tokens in powers of four, seconds in powers of two. */
const TOKEN_BOUNDS = Array.from({ length: 14 }, (_, i) => 4 ** i);
const SECOND_BOUNDS = Array.from({ length: 14 }, (_, i) => 2 ** i / 100);

/**
 * Converts an attempt's model requests to metrics of tokens and durations.
 *
 * @returns undefined if it made none
 */
export function toMetrics(record: ExportedRecord): MetricsData | undefined {
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
  const metric = (name: string, unit: string, samples: SampleSet, bounds: number[]): Metric => ({
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
  points(explicitBounds: number[]): Omit<DataPoint, 'startTimeUnixNano' | 'timeUnixNano'>[] {
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
