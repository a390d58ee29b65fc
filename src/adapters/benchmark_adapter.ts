import { z } from 'zod';
import type { contractSchema } from '../contract/contract_schema.js';

/** Contract as it is written in a file, before defaults are filled in. */
export type WrittenContract = z.input<typeof contractSchema>;

/** One task of an external benchmark, as a contract and the files beside it. */
export interface ImportedTask {
  /** Where the task was read: `file.jsonl:12`, `file.parquet row 12`, or a folder. */
  place: string;
  /**
   * Contract; its id is unique in the import. Paths in it are relative to its own folder. The import fills in `tree`
   * of a snapshot that is a folder, so it may be empty.
   */
  contract: WrittenContract;
  /** Files beside the contract by relative path with `/`. Text or bytes; `executable` for scripts. */
  files: Readonly<Record<string, string | Uint8Array | { content: string | Uint8Array; executable: boolean }>>;
  /**
   * Patch with the hidden tests. The import applies it to the pinned commit, writes the whole files into `hidden/` and
   * completes `oracle.files` and `oracle.restore`. Only with a `git` snapshot.
   */
  test_patch?: string | undefined;
  /**
   * Patch that brings a bug into the pinned commit. The import applies it, keeps the files that it makes as the
   * repository beside the contract, and takes its reverse for the reference solution. Only with a `git` snapshot.
   */
  bug_patch?: string | undefined;
  /** Files of the repository that become hidden tests as they are; those that are not there are left out. */
  hidden_paths?: readonly string[] | undefined;
  /**
   * Script that solves the task. The import runs it in the sandbox, as an agent, and keeps what it changes as the
   * reference solution.
   */
  solution_script?: string | undefined;
  /**
   * True if `setup` makes files of the repository. The import runs it in the sandbox over the folder of the snapshot
   * and keeps what it makes there, since a patch cannot change what setup makes. Folders without files stay in
   * `setup`.
   */
  pins_setup?: boolean | undefined;
  /** Form of the task in an image of the benchmark; absent = it has none. With `bug_patch` it is never used. */
  image?: ImageForm | undefined;
  /**
   * Notes for the reader of the contract: assumptions of the import, and parts of the row without a counterpart here.
   * One sentence each.
   */
  notes: readonly string[];
}

/** Form of a task that runs in an image of its benchmark, for machines that have it. */
export interface ImageForm {
  /** Names that the image may have, the likeliest first: `owner/name:tag`. */
  names: readonly string[];
  /** Folders of the image that come before its own PATH. */
  path: readonly string[];
  /**
   * Contract in place of the task's own, with the same id and files. The import fills in `environment.image`, variables
   * of the image that say where its tools lie, and its name in `metadata.provenance`.
   */
  contract: WrittenContract;
  /** Notes in place of the task's own. */
  notes: readonly string[];
}

/** One task that cannot become a contract. */
interface RejectedTask {
  place: string;
  /** Id of the task in the benchmark, if it is readable. */
  id?: string | undefined;
  /** Fault of the row, and its remedy, in one sentence each. */
  reason: string;
}

export type AdapterOutcome = ImportedTask | RejectedTask;

/** Options of an import that an adapter knows. */
interface AdapterOptions {
  /** Dialect or variant, where the rows do not tell; adapters list theirs in `dialects`. */
  dialect?: string | undefined;
  /** Folder of the files that the tasks are about, where they do not lie beside the rows. */
  files?: string | undefined;
  /** Grader in place of one that a contract cannot have; adapters list theirs in `graders`. */
  grader?: string | undefined;
}

/** Reader of one benchmark format. It knows rows and contracts, and nothing of the rest. */
export interface BenchmarkAdapter {
  /** Name on the command line: `gatebench import NAME FILE…`. */
  name: string;
  /** One line for the help text. */
  summary: string;
  /** Names that `--dialect` accepts, with one line each. */
  dialects?: Readonly<Record<string, string>> | undefined;
  /** Names that `--grader` accepts, with one line each. */
  graders?: Readonly<Record<string, string>> | undefined;
  /** True if `--files` names a folder for it. */
  takes_files?: boolean | undefined;
  /**
   * True if the contracts fail on an effect and pass on no change. They have no reference solution, so neither
   * baselines nor proofs apply; canaries show that their checks can fail.
   */
  negative_oracle?: boolean | undefined;
  /**
   * Reads the tasks of one file or folder, one after another and without holding all of them in memory.
   *
   * @throws {UserError} if the path as a whole is not of this format; a bad row is a `RejectedTask`
   */
  readTasks(path: string, options: AdapterOptions): AsyncIterable<AdapterOutcome>;
}

/** Tells a rejected task from one that can become a contract. */
export const isRejectedTask = (outcome: AdapterOutcome): outcome is RejectedTask => 'reason' in outcome;

const contentSchema = z.union([z.string(), z.instanceof(Uint8Array)]);

const contractHeadSchema = z.looseObject({ id: z.string(), title: z.string() });
const namesSchema = z.array(z.string()).readonly();

const taskSchema = z.strictObject({
  place: z.string(),
  contract: contractHeadSchema,
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
    .strictObject({ names: namesSchema, path: namesSchema, contract: contractHeadSchema, notes: namesSchema })
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
