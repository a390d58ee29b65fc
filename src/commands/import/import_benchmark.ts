import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import picomatch from 'picomatch';
import {
  type AdapterOutcome,
  type BenchmarkAdapter,
  type ImportedTask,
  isRejectedTask,
  readAdapterOutcome,
} from '../../adapters/benchmark_adapter.js';
import { findAdapter, loadAdapter } from '../../adapters/shipped/load_adapter.js';
import { findDecidingModelCheck } from '../../contract/checks/check.js';
import { omitUndefined } from '../../contract/input/omit_undefined.js';
import { UserError } from '../../contract/input/user_error.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { formatQuantity } from '../../publish/text/format_quantity.js';
import { writeAtomically } from '../../system/write_atomically.js';
import { getDefaultCachePath, openCache, type WorkspaceCache } from '../../workspace/cache/workspace_cache.js';
import { renderCommentedYaml } from '../init/files/render_commented_yaml.js';
import { writeFilesTogether } from '../init/files/write_files_together.js';
import type { CommandContext } from '../io/command_context.js';
import { runStep } from '../io/progress_reporter.js';
import { toUnwritableError } from '../io/to_unwritable_error.js';
import { JUDGED_RUN_REMEDY } from '../models/require_judge_model.js';
import { readContractFiles } from '../study/read_contracts.js';
import type { AuditedTask } from './audit/audit_contract.js';
import { auditTasks } from './audit/audit_tasks.js';
import { createAuditTools } from './audit/create_audit_tools.js';
import { formatAudit, isHolding, renderAudit } from './audit/format_audit.js';
import { createSetupPinner } from './create_setup_pinner.js';
import { createSolutionRunner } from './create_solution_runner.js';
import { createImageResolver } from './images/create_image_resolver.js';
import { selectTaskForm } from './images/select_task_form.js';
import { type ImportedTaskOutcome, type ImportOptions, ImportProblem } from './options/import_options.js';
import { writeImportedTask } from './write_imported_task.js';

/** Outcome of `import`. Exit codes: 0 every task became a contract, and holds; 1 some did not; 130 interrupted. */
interface ImportOutcome {
  exit_code: 0 | 1 | 130;
  benchmark: string;
  tasks: ImportedTaskOutcome[];
  /** Findings of the proofs; only with `check`. */
  audit?: AuditedTask[];
}

/** Rejected rows that are printed one by one; `import.json` has all. */
const MAX_PRINTED = 20;

/**
 * Imports the tasks of an external benchmark as contracts (requirement G11): one folder each in `tasks/`, a suite over
 * all, and `import.json` with what became of each row. Contracts that are there already are kept. With `check` each is
 * proven, and `audit.md` says which hold.
 *
 * @throws {UserError} if a file is not of the format, or the output cannot be written
 */
export async function importBenchmark(
  options: ImportOptions,
  out: CommandContext,
  cwd = process.cwd(),
): Promise<ImportOutcome> {
  const adapter =
    options.adapter === undefined ? findAdapter(options.benchmark!) : await loadAdapter(options.adapter, cwd);
  requireChoice(adapter.name, 'dialect', options.dialect, adapter.dialects);
  requireChoice(adapter.name, 'grader', options.grader, adapter.graders);
  if (options.files !== undefined && !adapter.takes_files)
    throw new UserError(`${adapter.name} takes no files beside its rows`, 'Leave --files out.');
  if (options.files !== undefined && !existsSync(resolve(cwd, options.files)))
    throw new UserError(`${options.files}: no such folder`, 'Name the folder of the files with --files.');
  if (options.check && adapter.negative_oracle)
    throw new UserError(
      `${adapter.name} has negative oracles: no change passes, so there is nothing to prove`,
      'Leave --check out: the canary of each contract shows in every attempt that its check can fail.',
    );
  for (const path of options.paths)
    if (!existsSync(resolve(cwd, path)))
      throw new UserError(`${path}: no such file or folder`, 'Name what you downloaded of the benchmark.');
  const folder = resolve(cwd, options.out);
  if (existsSync(folder) && !statSync(folder).isDirectory())
    throw new UserError(`${options.out} is not a folder`, 'Name another one with --out.');
  const cache = await openCache(options.cache ?? getDefaultCachePath());
  const tasks: ImportedTaskOutcome[] = [];
  let audit: AuditedTask[] | undefined;
  const earlier = {
    tasks: readImportIndex<ImportedTaskOutcome>(folder, 'import.json'),
    audit: readImportIndex<AuditedTask>(folder, 'audit.json'),
  };
  const write = () => {
    if (tasks.length === 0) return;
    mkdirSync(folder, { recursive: true });
    const all = mergeImportEntries(earlier.tasks, tasks, ({ place, id }) => `${place}\0${id ?? ''}`);
    writeImportIndex(folder, 'import.json', adapter.name, all);
    if (!audit) return;
    const proven = mergeImportEntries(earlier.audit, audit, ({ id }) => id);
    writeImportIndex(folder, 'audit.json', adapter.name, proven);
    writeAtomically(join(folder, 'audit.md'), renderAudit(adapter.name, all, proven));
  };
  try {
    await runStep(out.progress, `tasks of ${adapter.name}`, (progress) =>
      writeTasks(adapter, options, folder, cache, { tasks, earlier: earlier.tasks }, { ...out, progress }, cwd),
    );
    if (tasks.some(isUsable)) writeFilesTogether([[join(folder, 'gatebench.yml'), createSuite(adapter)]]);
    write();
    if (options.check && !out.signal.aborted) {
      const proven: AuditedTask[] = [];
      audit = proven;
      const provable = selectProvableTasks(tasks.filter(isUsable), folder, out, cwd);
      await runStep(out.progress, 'proofs', (progress) => {
        const inner = { ...out, progress };
        const tools = createAuditTools(options, join(folder, 'records'), cache, inner, cwd);
        return auditTasks(options, folder, provable, { tools, earlier: earlier.audit, audit: proven, write }, inner);
      });
    }
  } catch (error) {
    // What was done until then stays known.
    if (toUnwritableError(error, options.out) === undefined) write();
    if (!out.signal.aborted) throw toUnwritableError(error, options.out) ?? error;
  }
  write();
  const broken = tasks.some(({ state }) => state === 'rejected') || (audit ?? []).some((task) => !isHolding(task));
  const outcome: ImportOutcome = {
    exit_code: out.signal.aborted ? 130 : broken || tasks.length === 0 ? 1 : 0,
    ...{ benchmark: adapter.name, tasks },
    ...omitUndefined({ audit }),
  };
  if (options.json) out.log(formatInertJson(outcome));
  else listOutcomeLines(outcome, options, cwd).forEach(out.log);
  return outcome;
}

/** @throws {UserError} if the adapter has no such dialect or grader */
function requireChoice(
  adapter: string,
  kind: 'dialect' | 'grader',
  chosen: string | undefined,
  known: Readonly<Record<string, string>> = {},
): void {
  if (chosen === undefined || Object.hasOwn(known, chosen)) return;
  const names = Object.keys(known);
  throw new UserError(
    `${adapter} has no ${kind} "${chosen}"`,
    names.length === 0 ? `Leave --${kind} out.` : `There are: ${names.join(', ')}.`,
  );
}

/** Selects the tasks that executions decide, and says how many a judge model does: these have no proof. */
function selectProvableTasks(
  tasks: readonly ImportedTaskOutcome[],
  folder: string,
  { error }: CommandContext,
  cwd: string,
): ImportedTaskOutcome[] {
  const provable = tasks.filter(({ path }) => {
    const [loaded] = readContractFiles([join(folder, path!)], cwd);
    return findDecidingModelCheck(loaded!.contract) === undefined;
  });
  const judged = tasks.length - provable.length;
  if (judged > 0)
    error(
      `${formatQuantity(judged, 'contract')} not proven: a judge model grades them, and what it says is no proof. ` +
        JUDGED_RUN_REMEDY,
    );
  return provable;
}

/** Reads all paths and writes a folder for each task. A task that cannot become a contract ends nothing. */
async function writeTasks(
  adapter: BenchmarkAdapter,
  options: ImportOptions,
  folder: string,
  cache: WorkspaceCache,
  { tasks, earlier }: { tasks: ImportedTaskOutcome[]; earlier: readonly ImportedTaskOutcome[] },
  out: CommandContext,
  cwd: string,
): Promise<void> {
  const selected = options.only.length === 0 ? () => true : picomatch([...options.only]);
  const places = new Map<string, string>();
  const quiet: CommandContext = { ...out, log: () => {}, styled: undefined, error: () => {} };
  const solve = createSolutionRunner(options, cache, quiet, cwd);
  const pin = createSetupPinner(options, cache, quiet, cwd);
  const tell = (note: string) => out.progress?.update({ note: safe(note) });
  const find = createImageResolver({
    ...{ search_path: options.search_path, pull: options.pull, signal: out.signal, tell },
    // Where an image is required, its row says it.
    warn: options.images === 'auto' ? (line) => out.error(safe(line)) : undefined,
  });
  const context = {
    ...{ cache, repos: options.repos.map((repo) => resolve(cwd, repo)), signal: out.signal, solve, pin },
    select_form: (task: ImportedTask) => selectTaskForm(task, options.images, find),
  };
  for (const path of options.paths) {
    const yielded = adapter.readTasks(resolve(cwd, path), {
      ...{ dialect: options.dialect, grader: options.grader },
      files: options.files === undefined ? undefined : resolve(cwd, options.files),
    });
    for await (const raw of yielded) {
      if (out.signal.aborted) return;
      const read = readAdapterOutcome(raw, adapter.name);
      const task = { ...read, place: shortenPlace(read.place, cwd) };
      const id = isRejectedTask(task) ? task.id : task.contract.id;
      if (id !== undefined && !selected(id)) continue;
      if (options.max !== undefined && tasks.filter(isUsable).length >= options.max) return;
      const outcome = await writeTask(task, places, join(folder, 'tasks'), context);
      tasks.push(outcome.state === 'kept' ? keepFindings(outcome, earlier) : outcome);
      const rejected = tasks.filter(({ state }) => state === 'rejected').length;
      out.progress?.update({ done: tasks.length, note: rejected > 0 ? `${rejected} rejected` : '' });
    }
  }
}

/** Keeps what the import that wrote a contract has found: its notes, and what became of its image. */
function keepFindings(kept: ImportedTaskOutcome, earlier: readonly ImportedTaskOutcome[]): ImportedTaskOutcome {
  const proven = earlier.find(({ id, state }) => id === kept.id && state !== 'rejected');
  return proven === undefined ? kept : { ...kept, notes: proven.notes, ...omitUndefined({ image: proven.image }) };
}

/** Shows a place below the working folder as a relative one. */
const shortenPlace = (place: string, cwd: string): string =>
  place.startsWith(`${cwd}/`) ? relative(cwd, place) : place;

async function writeTask(
  found: AdapterOutcome,
  places: Map<string, string>,
  folder: string,
  context: Parameters<typeof writeImportedTask>[2],
): Promise<ImportedTaskOutcome> {
  const { place } = found;
  if (isRejectedTask(found)) {
    const { id, reason } = found;
    return { place, ...omitUndefined({ id }), state: 'rejected', reason, notes: [] };
  }
  const { id } = found.contract;
  const { notes } = found;
  const earlier = places.get(id);
  if (earlier !== undefined)
    return { place, id, state: 'rejected', reason: `its id is also that of ${earlier}`, notes };
  try {
    const { state, notes: task_notes, image } = await writeImportedTask(found, folder, context);
    // The id of a task that was rejected is free: a later one may be whole.
    places.set(id, place);
    const path = `tasks/${id}/contract.yml`;
    return { place, id, state, path, notes: task_notes, ...omitUndefined({ image }) };
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    return { place, id, state: 'rejected', reason: error.message, notes };
  }
}

const isUsable = ({ state }: ImportedTaskOutcome): boolean => state !== 'rejected';

/** Writes the name of an adapter as one of a suite. */
const toSuiteName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64) || 'imported';

function createSuite({ name, negative_oracle = false }: BenchmarkAdapter): string {
  return renderCommentedYaml(
    {
      ...{ schema: 1, name: toSuiteName(name), contracts: { paths: ['tasks/*/contract.yml'] } },
      agents: [],
      baselines: { golden: !negative_oracle, noop: !negative_oracle },
      ...{ trials: 1, gate: { fail_on: 'never' } },
    },
    [
      [['agents'], 'Who is judged: one entry for each agent and model, or a file of predictions.'],
      [
        ['baselines'],
        negative_oracle
          ? 'No change passes here: what must fail is the effect.'
          : 'golden must pass and noop must fail on every task: else the task is broken.',
      ],
    ],
    'Imported tasks: gatebench run --suite gatebench.yml runs them.',
  );
}

/** Lines at the end of an import. */
function listOutcomeLines(
  { tasks, audit, exit_code }: ImportOutcome,
  { out: folder, budget }: ImportOptions,
  cwd: string,
): string[] {
  const because =
    exit_code === 130 ? 'the audit was interrupted, and the same command goes on' : budget && 'the budget was used up';
  const rejected = tasks.filter(({ state }) => state === 'rejected');
  const kept_count = tasks.filter(({ state }) => state === 'kept').length;
  const notes = new Map<string, number>();
  for (const note of tasks.filter(isUsable).flatMap((task) => task.notes)) notes.set(note, (notes.get(note) ?? 0) + 1);
  const shown = safe(relative(cwd, resolve(cwd, folder)) || '.');
  const imaged = tasks.filter((task) => isUsable(task) && task.image !== undefined);
  const pinned = imaged.filter(({ image }) => image!.pin !== undefined).length;
  const left = audit === undefined ? 0 : tasks.filter(isUsable).length - audit.length;
  return [
    ...rejected
      .slice(0, MAX_PRINTED)
      .map(
        ({ place, id, reason }) => `✗ ${safe(place)}${id === undefined ? '' : ` ${safe(id)}`}: ${safe(reason ?? '')}`,
      ),
    ...(rejected.length > MAX_PRINTED ? [`  … and ${rejected.length - MAX_PRINTED} more in ${shown}/import.json`] : []),
    ...[...notes].map(([note, count]) => `  note (${formatQuantity(count, 'task')}): ${safe(note)}`),
    `${formatQuantity(tasks.length, 'task')} read: ${tasks.length - rejected.length} contracts in ${shown}/tasks` +
      `${kept_count > 0 ? ` (${kept_count} were there already)` : ''}, ${rejected.length} rejected`,
    ...(imaged.length > 0 ? [`${pinned} of ${tasks.length - rejected.length} contracts run in images`] : []),
    ...(audit && audit.length > 0 ? formatAudit(audit) : []),
    ...(left > 0 && because !== undefined ? [`${formatQuantity(left, 'contract')} not proven: ${because}`] : []),
    ...(audit ? [`report: ${shown}/audit.md`] : []),
  ];
}

/** File in the output folder with one entry per task or proof. */
type IndexFile = 'import.json' | 'audit.json';

/**
 * Reads the entries of an earlier import into the same folder. Another import adds to them, so that an index has all
 * contracts of its folder.
 *
 * @returns nothing if there is no such file, or it is not as it was written
 */
function readImportIndex<Entry>(folder: string, file: IndexFile): Entry[] {
  const path = join(folder, file);
  if (!existsSync(path)) return [];
  try {
    const { tasks } = JSON.parse(readFileSync(path, 'utf8')) as { tasks?: unknown };
    return Array.isArray(tasks) ? (tasks as Entry[]) : [];
  } catch {
    return [];
  }
}

/**
 * Merges entries with those of earlier imports: of two with one key the new one stays.
 *
 * @param key what an entry is about
 */
function mergeImportEntries<Entry>(
  earlier: readonly Entry[],
  now: readonly Entry[],
  key: (entry: Entry) => string,
): Entry[] {
  const again = new Set(now.map(key));
  return [...earlier.filter((entry) => !again.has(key(entry))), ...now];
}

/** Writes an index. */
function writeImportIndex(folder: string, file: IndexFile, benchmark: string, tasks: readonly unknown[]): void {
  writeAtomically(join(folder, file), `${JSON.stringify({ schema: 1, benchmark, tasks }, null, 2)}\n`);
}
