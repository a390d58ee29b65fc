import { z } from 'zod';
import { durationOptionSchema } from '../../../contract/input/duration_schema.js';
import { runOptionsSchema } from '../../study/run_options.js';

const { cache, way_out, search_path, concurrency, repos } = runOptionsSchema.shape;

/** Use of the images of a benchmark: where they are on this machine, never, or in every contract. */
export const IMAGE_MODES = ['auto', 'never', 'require'] as const;

/** Image of an imported task, as `import.json` has it. */
export interface TaskImage {
  /** Names that it may have. */
  names: readonly string[];
  /** Name by which it was found, and how the contract pins it; absent if it is not used. */
  name?: string;
  pin?: string;
  /** Why it is not used. */
  fault?: string;
}

/** Options of `import`. */
export const importOptionsSchema = z
  .strictObject({
    benchmark: z.string().min(1).optional().describe('name of a shipped adapter'),
    adapter: z.string().min(1).optional().describe('module with an adapter of your own'),
    paths: z.array(z.string().min(1)).min(1).describe('files or folders of the benchmark'),
    out: z.string().min(1).describe('folder for the contracts'),
    repos,
    dialect: z.string().min(1).optional().describe('variant of the format, where the rows do not tell'),
    files: z.string().min(1).optional().describe('folder of the files that the tasks are about'),
    grader: z.string().min(1).optional().describe('grader in place of one that a contract cannot have'),
    only: z.array(z.string().min(1)).default([]).describe('ids, or patterns of ids; default: all'),
    images: z
      .enum(IMAGE_MODES)
      .default('auto')
      .describe('images of the benchmark: where an engine has them, never, or for every task'),
    pull: z.boolean().default(false).describe('fetch images that are not on this machine'),
    max: z.int().min(1).optional().describe('at most so many tasks'),
    check: z.boolean().default(false).describe('prove each contract, and write what was found'),
    reruns: z.int().min(0).max(1000).default(2).describe('reruns of each proof'),
    mutants: z.int().min(0).max(1000).default(4).describe('mutants of each proof'),
    calibration: durationOptionSchema()
      .prefault('3m')
      .describe('longest search of each proof for wrong expectations of tests that begin to pass'),
    again: z.boolean().default(false).describe('prove also what was proven before'),
    budget: durationOptionSchema().optional().describe('begin no further proof after this time'),
    cache,
    way_out,
    search_path,
    concurrency: concurrency.unwrap().default(1),
    json: z.boolean().default(false).describe('print the outcome as JSON'),
  })
  .refine(({ benchmark, adapter }) => (benchmark === undefined) !== (adapter === undefined), {
    message: 'name a benchmark, or an adapter of your own with --adapter, and not both',
  })
  .refine(({ images, pull }) => !pull || images !== 'never', {
    message: '--pull fetches images, and --images never uses none: leave one of both out',
  });
export type ImportOptions = z.output<typeof importOptionsSchema>;

/** Outcome of one task of the benchmark. */
export interface ImportedTaskOutcome {
  /** Where the task was read. */
  place: string;
  /** Id of the contract; of a rejected task the one in the benchmark, if it is readable. */
  id?: string;
  /** `kept`: a contract with this id was there already. */
  state: 'written' | 'kept' | 'rejected';
  /** Why the task was rejected. */
  reason?: string;
  /** Contract file, relative to the output folder. */
  path?: string;
  notes: readonly string[];
  /** Image of the benchmark, if it has one. */
  image?: TaskImage;
}

/** Reason for which a task of a benchmark becomes no contract. It is no fault of the user. */
export class ImportProblem extends Error {}
