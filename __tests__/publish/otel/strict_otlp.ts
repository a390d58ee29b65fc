import { z } from 'zod';

/**
 * OTLP's JSON form by the letter of its specification: ids in hexadecimal, numbers of 64 bits as texts, enumerations as numbers, no
 * unknown fields, no ids of zeros only.
 */
const hex = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{${digits}}$`))
    .refine((id) => /[^0]/.test(id), 'is all zeros');
const unsigned64 = z.string().regex(/^(0|[1-9]\d{0,19})$/);
const signed64 = z.string().regex(/^-?(0|[1-9]\d{0,18})$/);

const scalar = z.union([
  z.strictObject({ stringValue: z.string().refine((text) => text.isWellFormed()) }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: signed64 }),
  z.strictObject({ doubleValue: z.number() }),
]);
const anyValue = z.union([scalar, z.strictObject({ arrayValue: z.strictObject({ values: z.array(scalar) }) })]);
const attributes = z
  .array(z.strictObject({ key: z.string().min(1), value: anyValue }))
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'a key stands twice');
const resource = z.strictObject({ attributes });
const scope = z.strictObject({ name: z.string(), version: z.string() });

const span = z
  .strictObject({
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: hex(16).optional(),
    name: z.string().min(1),
    kind: z.int().min(1).max(5),
    startTimeUnixNano: unsigned64,
    endTimeUnixNano: unsigned64,
    attributes,
    events: z.array(z.strictObject({ timeUnixNano: unsigned64, name: z.string(), attributes })).optional(),
    status: z.strictObject({ code: z.int().min(0).max(2), message: z.string().optional() }).optional(),
  })
  .refine((given) => BigInt(given.startTimeUnixNano) <= BigInt(given.endTimeUnixNano), 'ends before it begins');

export const strictTraces = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({ resource, scopeSpans: z.array(z.strictObject({ scope, spans: z.array(span).min(1) })) }),
  ),
});

const point = z
  .strictObject({
    attributes,
    startTimeUnixNano: unsigned64,
    timeUnixNano: unsigned64,
    count: unsigned64,
    sum: z.number(),
    min: z.number(),
    max: z.number(),
    bucketCounts: z.array(unsigned64),
    explicitBounds: z.array(z.number()),
  })
  .refine(({ bucketCounts, explicitBounds }) => bucketCounts.length === explicitBounds.length + 1)
  .refine(({ bucketCounts, count }) => bucketCounts.reduce((sum, each) => sum + BigInt(each), 0n) === BigInt(count));

export const strictMetrics = z.strictObject({
  resourceMetrics: z.array(
    z.strictObject({
      resource,
      scopeMetrics: z.array(
        z.strictObject({
          scope,
          metrics: z.array(
            z.strictObject({
              name: z.string(),
              unit: z.string(),
              histogram: z.strictObject({
                aggregationTemporality: z.int().min(1).max(2),
                dataPoints: z.array(point).min(1),
              }),
            }),
          ),
        }),
      ),
    }),
  ),
});
