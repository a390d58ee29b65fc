import { z } from 'zod';
import { durationOptionSchema } from '../../../contract/input/duration_schema.js';
import { createOptionSchema } from '../../options/create_option_schema.js';
import { runOptionsSchema } from '../../study/run_options.js';

const { cache, way_out, search_path, concurrency, repos, json } = runOptionsSchema.shape;

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
    ...{ repos, cache, way_out, search_path, json, concurrency: concurrency.unwrap().default(1) },
    benchmark: z.string().min(1).optional().describe('name of a shipped adapter'),
    paths: z.array(z.string().min(1)).min(1).describe('files or folders of the benchmark'),
    adapter: createOptionSchema('adapter'),
    out: createOptionSchema('out').unwrap(),
    dialect: createOptionSchema('dialect'),
    files: createOptionSchema('files'),
    grader: createOptionSchema('grader'),
    only: createOptionSchema('only'),
    images: z.enum(IMAGE_MODES).default('auto'),
    pull: createOptionSchema('pull'),
    max: createOptionSchema('max'),
    check: createOptionSchema('check'),
    reruns: createOptionSchema('reruns').unwrap().default(2),
    mutants: createOptionSchema('mutants').unwrap().default(4),
    calibration: durationOptionSchema().prefault('3m'),
    again: createOptionSchema('again'),
    budget: durationOptionSchema().optional(),
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
