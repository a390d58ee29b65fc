import { z } from 'zod';

/** What is done to activations. `clamp` is the word of lm-evaluation-harness beside `add`. */
export const steeringActions = ['add', 'multiply', 'ablate', 'clamp'] as const;
export type SteeringAction = (typeof steeringActions)[number];

/** Where a vector comes from; the sources' `source` is the `loader` of lm-evaluation-harness. */
export const steeringSources = ['manual', 'sae_lens', 'sparsify'] as const;

/** Names of modules, joined by dots or slashes: `layers.12.attention`, `blocks.3.hook_resid_post`. */
const HOOKPOINT = /^[A-Za-z_][\w-]{0,60}(?:[./][\w-]{1,60}){0,20}$/;

const named = z.string().trim().min(1).max(500);

/** One row of steering (A3; evaluation upgrades §3). */
export const steeringConfigSchema = z
  .strictObject({
    hookpoint: z.string().regex(HOOKPOINT, 'must be names of modules joined by dots, e.g. layers.12.attention'),
    action: z.enum(steeringActions),
    coefficient: z.number('must be a finite number').describe('strength; what it scales is up to the action'),
    feature_index: z.int().min(0).optional().describe('of the sparse model'),
    source: z.enum(steeringSources),
    sparse_model: named.optional().describe('repository or release of the sparse model'),
    sae_id: named.optional().describe('which of the release: sae_lens'),
    vector_file: named.optional().describe('file with the vector itself, beside the configuration'),
    vector_path: named.optional().describe('where the server itself finds the vector'),
    description: z.string().max(2000).optional(),
  })
  .superRefine((row, { addIssue }) => {
    const say = (path: keyof typeof row, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (row.vector_file !== undefined && row.vector_path !== undefined)
      say('vector_path', 'a row has a vector_file or a vector_path, not both');
    if (row.source === 'manual') {
      if (row.feature_index === undefined && row.vector_file === undefined && row.vector_path === undefined)
        say('feature_index', 'a manual row needs a feature_index, a vector_file or a vector_path');
      return;
    }
    if (row.feature_index === undefined) say('feature_index', `${row.source} needs a feature_index`);
    if (row.sparse_model === undefined) say('sparse_model', `${row.source} needs a sparse_model`);
    if (row.source === 'sae_lens' && row.sae_id === undefined) say('sae_id', 'sae_lens needs a sae_id');
  });

export type SteeringConfig = z.infer<typeof steeringConfigSchema>;

/** A row, and where it stands in its file. */
export interface SteeringRow {
  config: SteeringConfig;
  /** From 1. */
  row: number;
  /** `file:line`. */
  at: string;
}

/** The steering as the sources' inference call has it. */
export const steeringVectors = (rows: readonly SteeringConfig[]) =>
  rows.map(({ hookpoint, action, coefficient, feature_index }) => ({
    hookpoint,
    action,
    coefficient,
    feature_index: feature_index ?? null,
  }));
