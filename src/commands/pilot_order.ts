import { z } from 'zod';
import { stageSchema } from '../record/pilot.js';
import { runOrderSchema } from './orders.js';

const { cache, repos, search_path, way_out, models } = runOrderSchema.shape;
const folder = z.string().min(1);

/** What `pilot plan` is asked to do. */
export const pilotPlanOrderSchema = z.strictObject({
  ...{ cache, repos, search_path, way_out, models },
  suite: z.string().min(1),
  out: folder,
  json: z.boolean().default(false),
});
export type PilotPlanOrder = z.output<typeof pilotPlanOrderSchema>;

/** What `pilot check` is asked to do. */
export const pilotCheckOrderSchema = z.strictObject({
  pilot: folder,
  results: z.array(folder),
  stage: stageSchema,
  json: z.boolean().default(false),
});
export type PilotCheckOrder = z.output<typeof pilotCheckOrderSchema>;

/** What `pilot report` is asked to do. */
export const pilotReportOrderSchema = z.strictObject({
  pilot: folder,
  results: z.array(folder).min(1),
  out: folder,
  adjudications: z.string().min(1).optional(),
  usd_per_hour: z.number().min(0).nullable().default(null).describe('price of reviewers; null = none is declared'),
  json: z.boolean().default(false),
});
export type PilotReportOrder = z.output<typeof pilotReportOrderSchema>;

/** What `pilot remove` is asked to do. */
export const pilotRemoveOrderSchema = z.strictObject({
  pilot: folder,
  task: z.string().min(1),
  because: z
    .string()
    .trim()
    .min(10, 'say what is objectively invalid about the task, in ten letters or more')
    .max(2000),
});
export type PilotRemoveOrder = z.output<typeof pilotRemoveOrderSchema>;
