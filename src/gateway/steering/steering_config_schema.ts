import { z } from 'zod';
import { steeringActions, steeringSources } from './steering_config.js';

/** Names of modules, joined by dots or slashes: `layers.12.attention`, `blocks.3.hook_resid_post`. */
const HOOKPOINT = /^[A-Za-z_][\w-]{0,60}(?:[./][\w-]{1,60}){0,20}$/;

const nameSchema = z.string().trim().min(1).max(500);

/** Schema of one row of steering (requirement A3). */
export const steeringConfigSchema = z
  .strictObject({
    hookpoint: z.string().regex(HOOKPOINT, 'must be names of modules joined by dots, e.g. layers.12.attention'),
    action: z.enum(steeringActions),
    coefficient: z.number('must be a finite number').describe('strength; what it scales is up to the action'),
    feature_index: z.int().min(0).optional().describe('of the sparse model'),
    source: z.enum(steeringSources),
    sparse_model: nameSchema.optional().describe('repository or release of the sparse model'),
    sae_id: nameSchema.optional().describe('which of the release: sae_lens'),
    vector_file: nameSchema.optional().describe('file with the vector itself, beside the configuration'),
    vector_path: nameSchema.optional().describe('where the server itself finds the vector'),
    description: z.string().max(2000).optional(),
  })
  .superRefine((row, { addIssue }) => {
    const report = (path: keyof typeof row, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (row.vector_file !== undefined && row.vector_path !== undefined)
      report('vector_path', 'a row has a vector_file or a vector_path, not both');
    if (row.source === 'manual') {
      if (row.feature_index === undefined && row.vector_file === undefined && row.vector_path === undefined)
        report('feature_index', 'a manual row needs a feature_index, a vector_file or a vector_path');
      return;
    }
    if (row.feature_index === undefined) report('feature_index', `${row.source} needs a feature_index`);
    if (row.sparse_model === undefined) report('sparse_model', `${row.source} needs a sparse_model`);
    if (row.source === 'sae_lens' && row.sae_id === undefined) report('sae_id', 'sae_lens needs a sae_id');
  });
