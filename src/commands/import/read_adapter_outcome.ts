import { z } from 'zod';
import type { AdapterOutcome } from '../../adapters/benchmark_adapter.js';

const contentSchema = z.union([z.string(), z.instanceof(Uint8Array)]);

const contractSchema = z.looseObject({ id: z.string(), title: z.string() });
const namesSchema = z.array(z.string()).readonly();

const taskSchema = z.strictObject({
  place: z.string(),
  contract: contractSchema,
  files: z.record(
    z.string(),
    z.union([contentSchema, z.strictObject({ content: contentSchema, executable: z.boolean() })]),
  ),
  test_patch: z.string().optional(),
  bug_patch: z.string().optional(),
  hidden_paths: namesSchema.optional(),
  solution_script: z.string().optional(),
  pins_setup: z.boolean().optional(),
  image: z
    .strictObject({ names: namesSchema, path: namesSchema, contract: contractSchema, notes: namesSchema })
    .optional(),
  notes: namesSchema,
});

const rejectedSchema = z.strictObject({ place: z.string(), id: z.string().optional(), reason: z.string() });

/**
 * Reads what an adapter has yielded. Adapters of other people are plain JavaScript, so nothing is certain of it; the
 * contract itself is checked when it is written.
 *
 * @returns a rejected task in place of anything else
 */
export function readAdapterOutcome(value: unknown, adapter: string): AdapterOutcome {
  const isRejected = typeof value === 'object' && value !== null && 'reason' in value;
  const parsed = (isRejected ? rejectedSchema : taskSchema).safeParse(value);
  // As it was given: the order of its keys is the author's.
  if (parsed.success) return value as AdapterOutcome;
  const [issue] = parsed.error.issues;
  const place = (value as { place?: unknown } | null)?.place;
  return {
    place: typeof place === 'string' ? place : adapter,
    reason: `the adapter ${adapter} gave no task: ${issue?.path.join('.') || 'value'}: ${issue?.message}`,
  };
}
