import { genAi, genAiMetrics, providers, stable } from './conventions.js';
import { exchangesOf, failure, operationOf } from './model_spans.js';
import { frameOf } from './span.js';
import { type ExportedRecord, resourceOf, type Scope, scopeOf } from './traces.js';
import { type Attributes, type KeyValue, keyValues } from './values.js';

/** OTLP's message for metrics, in its JSON form. */
export interface MetricsData {
  resourceMetrics: {
    resource: { attributes: KeyValue[] };
    scopeMetrics: { scope: Scope; metrics: Metric[] }[];
  }[];
}

interface Metric {
  name: string;
  unit: string;
  histogram: { aggregationTemporality: number; dataPoints: DataPoint[] };
}

interface DataPoint {
  attributes: KeyValue[];
  startTimeUnixNano: string;
  timeUnixNano: string;
  count: string;
  sum: number;
  min: number;
  max: number;
  bucketCounts: string[];
  explicitBounds: number[];
}

/** Of each attempt by itself. */
const DELTA = 1;
/** The conventions' own bounds: tokens in powers of four, seconds in powers of two. */
const TOKEN_BOUNDS = Array.from({ length: 14 }, (_, i) => 4 ** i);
const SECOND_BOUNDS = Array.from({ length: 14 }, (_, i) => 2 ** i / 100);

/** The tokens and the durations of an attempt's requests to models; undefined = it made none. */
export function metricsOf(record: ExportedRecord): MetricsData | undefined {
  const { manifest, events } = record;
  const exchanges = exchangesOf(events);
  if (exchanges.length === 0) return undefined;
  const { time } = frameOf(manifest, events);
  const span = { startTimeUnixNano: time(0), timeUnixNano: time(events.at(-1)?.t ?? 0) };
  const tokens = new Samples();
  const seconds = new Samples();
  for (const { prompt, response } of exchanges) {
    const of = {
      [genAi.operation]: operationOf(prompt.payload),
      [genAi.provider]: providers[prompt.payload.dialect],
      [genAi.request_model]: prompt.payload.model,
      [genAi.response_model]: response?.payload.model,
    };
    const usage = response?.payload.usage;
    if (usage) tokens.add({ ...of, [genAi.token_type]: 'input' }, usage.input_tokens);
    if (usage) tokens.add({ ...of, [genAi.token_type]: 'output' }, usage.output_tokens);
    if (response) seconds.add({ ...of, [stable.error_type]: failure(response) }, (response.t - prompt.t) / 1e9);
  }
  const metric = (name: string, unit: string, samples: Samples, bounds: number[]): Metric => ({
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
  const scopeMetrics = [{ scope: scopeOf(manifest), metrics }];
  return { resourceMetrics: [{ resource: resourceOf(manifest), scopeMetrics }] };
}

/** Values by what they are of. */
class Samples {
  readonly #all = new Map<string, { attributes: Attributes; values: number[] }>();

  add(attributes: Attributes, value: number): void {
    const key = JSON.stringify(attributes);
    const group = this.#all.get(key);
    if (group) group.values.push(value);
    else this.#all.set(key, { attributes, values: [value] });
  }

  /** A bound is the upper one of its bucket, and belongs to it. */
  points(explicitBounds: number[]): Omit<DataPoint, 'startTimeUnixNano' | 'timeUnixNano'>[] {
    return [...this.#all.values()].map(({ attributes, values }) => {
      const counts = Array.from({ length: explicitBounds.length + 1 }, () => 0);
      for (const value of values) {
        const at = explicitBounds.findIndex((bound) => value <= bound);
        counts[at < 0 ? explicitBounds.length : at]! += 1;
      }
      return {
        attributes: keyValues(attributes),
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
