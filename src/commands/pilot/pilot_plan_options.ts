import { z } from 'zod';
import { pilotStageSchema } from '../../record/planning/pilot_protocol.js';
import { createOptionSchema } from '../options/create_option_schema.js';
import { runOptionsSchema } from '../study/run_options.js';

const { cache, repos, search_path, way_out, models, json } = runOptionsSchema.shape;
const folder = z.string().min(1);
const out = createOptionSchema('out').unwrap();

/** Options of `pilot plan`. */
export const pilotPlanOptionsSchema = z.strictObject({
  ...{ cache, repos, search_path, way_out, models, out, json },
  suite: createOptionSchema('suite').unwrap(),
});
export type PilotPlanOptions = z.output<typeof pilotPlanOptionsSchema>;

/** Options of `pilot check`. */
export const pilotCheckOptionsSchema = z.strictObject({
  pilot: folder,
  results: z.array(folder),
  stage: pilotStageSchema,
  json,
});
export type PilotCheckOptions = z.output<typeof pilotCheckOptionsSchema>;

/** Options of `pilot report`. */
export const pilotReportOptionsSchema = z.strictObject({
  pilot: folder,
  results: z.array(folder).min(1),
  out,
  adjudications: createOptionSchema('adjudications'),
  usd_per_hour: createOptionSchema('usd_per_hour'),
  json,
});
export type PilotReportOptions = z.output<typeof pilotReportOptionsSchema>;

/** Options of `pilot remove`. */
export const pilotRemoveOptionsSchema = z.strictObject({
  pilot: folder,
  task: z.string().min(1),
  because: z
    .string()
    .trim()
    .min(10, 'say what is objectively invalid about the task, in ten letters or more')
    .max(2000),
});
export type PilotRemoveOptions = z.output<typeof pilotRemoveOptionsSchema>;

/** Options of `pilot deviate`. */
export const pilotDeviateOptionsSchema = z.strictObject({
  pilot: folder,
  results: z.array(folder),
  stage: pilotStageSchema,
  because: z.string().trim().min(10, 'say why the stage begins, in ten letters or more').max(1000),
  by: z.string().min(1),
  json,
});
export type PilotDeviateOptions = z.output<typeof pilotDeviateOptionsSchema>;
