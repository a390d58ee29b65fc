import { createHash } from 'node:crypto';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { computeDigest } from '../../record/json/compute_digest.js';
import { MAX_TEXT_BYTES, readRegularFile } from '../../system/read_regular_file.js';
import type { ImportedTask, WrittenContract } from '../benchmark_adapter.js';
import type { FolderFiles } from '../rows/read_folder_files.js';
import { type HarborTask, TaskFault } from './read_task_folder.js';

/** Plan of `export harbor`, as far as an import needs it. */
const planSchema = z.looseObject({
  gatebench_task: z.literal(1),
  version: z.string(),
  hidden: z.array(z.looseObject({ path: z.string() })),
  folders: z.array(z.string()),
  exported: z.record(z.string(), z.string()),
  contract: z.looseObject({ id: z.string(), title: z.string() }),
});
const PLAN_FILE = 'gatebench.json';

/**
 * Reads a task that gatebench exported: its contract is in it.
 *
 * @returns undefined for any other task, which is read by the rules of the format
 * @throws {TaskFault} if the plan is damaged, or somebody changed the task since
 */
export function readExportedTask(task: HarborTask): ImportedTask | undefined {
  const file = task.tests.get(PLAN_FILE);
  if (file === undefined) return undefined;
  const plan = parsePlan(file.content);
  if (plan === undefined) return undefined;
  const { contract: contract_digest, ...digests } = plan.exported;
  if (computeDigest(plan.contract) !== contract_digest)
    throw new TaskFault(`tests/${PLAN_FILE} is not what gatebench exported: change the contract and export it again`);
  const changed = Object.entries(digests).find(([path, digest]) => computeFileDigest(path, task) !== digest);
  if (changed !== undefined)
    throw new TaskFault(
      `${changed[0].slice(0, 80)} is not what gatebench exported: change the contract and export it again`,
    );
  const inFolder = (path: string) => plan.folders.some((folder) => path.startsWith(`${folder}/`));
  const golden = task.solution_files.get('golden.patch');
  const hidden = plan.hidden.flatMap(({ path }) => {
    const content = task.tests.get(`files/${path}`);
    if (content === undefined) throw new TaskFault(`there is no tests/files/${path}, which tests/${PLAN_FILE} names`);
    return [[`${inFolder(path) ? 'oracle' : 'oracle-files'}/${path}`, content] as const];
  });
  return {
    place: task.place,
    // It is checked as any other contract when it is written.
    contract: plan.contract as unknown as WrittenContract,
    files: {
      ...createRepository(plan.contract, task.environment),
      ...Object.fromEntries(hidden),
      ...omitUndefined({ 'golden.patch': golden }),
    },
    notes: [`gatebench exported it, as version ${plan.version.slice(0, 12)}`],
  };
}

/** Creates the files of a repository that lies beside its contract; none for one that is fetched. */
function createRepository({ snapshot }: Record<string, unknown>, environment: FolderFiles): ImportedTask['files'] {
  const { directory } = (snapshot ?? {}) as { directory?: unknown };
  if (typeof directory !== 'string') return {};
  const files = [...environment].filter(([path]) => path.startsWith('repo/'));
  return Object.fromEntries(files.map(([path, file]) => [posix.join(directory, path.slice('repo/'.length)), file]));
}

function parsePlan(content: Uint8Array): z.output<typeof planSchema> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(content).toString('utf8'));
    // Somebody else's file may have this name.
    if (typeof value !== 'object' || value === null || !('gatebench_task' in value)) return undefined;
    const plan = planSchema.safeParse(value);
    if (plan.success) return plan.data;
    const [issue] = plan.error.issues;
    throw new TaskFault(`tests/${PLAN_FILE} is damaged: ${issue?.path.join('.')}: ${issue?.message}`);
  } catch (error) {
    if (error instanceof TaskFault) throw error;
    return undefined;
  }
}

/** Files that lie in the folder of a task itself. */
const ROOT_FILES: ReadonlySet<string> = new Set(['task.toml', 'instruction.md']);

/** Computes the digest of a file of the task; '' if it is not there. */
function computeFileDigest(path: string, { place, environment, tests, solution_files }: HarborTask): string {
  const [folder = '', ...rest] = path.split('/');
  const folders = new Map<string, FolderFiles>(Object.entries({ environment, tests, solution: solution_files }));
  const content = ROOT_FILES.has(path)
    ? readRegularFile(join(place, path), MAX_TEXT_BYTES)
    : folders.get(folder)?.get(rest.join('/'))?.content;
  return content === undefined ? '' : createHash('sha256').update(content).digest('hex');
}
