import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import {
  createInstanceReport,
  createRunSummary,
  type InstanceReport,
  isDecidedInstance,
} from '../../publish/swe_bench/create_instance_report.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { selectEvents } from '../../record/events/select_events.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns } from '../io/find_runs.js';
import { getExitCode } from '../io/get_exit_code.js';

/** Options of `export swe-bench`. */
interface SweBenchExportOptions {
  runs: readonly string[];
  /** Output folder, which must be empty or absent. */
  out: string;
  /** Name of the run in upstream's paths. */
  run_id: string;
}

/** Attempts of one agent, one per instance. */
interface ModelRun {
  model: string;
  reports: Map<string, InstanceReport>;
  predictions: { instance_id: string; model_name_or_path: string; model_patch: string }[];
}

/**
 * Exports records in the form of SWE-bench's harness: `logs/run_evaluation/RUN/MODEL/ID/{report.json, patch.diff,
 * test_output.txt, run_instance.log}`, a summary and the predictions of each model. Trials after the first are runs
 * of their own.
 *
 * @returns 0 if all were exported, 1 if some were changed since they were written, 3 if some are unfinished
 * @throws {UserError} if the folder is not empty, or an argument is no record
 */
export function exportSweBench(options: SweBenchExportOptions, out: CommandContext, cwd: string): 0 | 1 | 3 {
  const folder = resolve(cwd, options.out);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UserError(`${options.out} is not empty`, 'Name another folder with --out.');
  const models = new Map<string, ModelRun>();
  let [changed, unfinished] = [0, 0];
  for (const { path, shown, published } of findRuns(options.runs, cwd)) {
    const { standing, manifest, events, report, faults } = verifyRun(path, published, RUBRIC_VERSION);
    if (standing !== 'sealed' || !manifest || !report) {
      if (standing === 'tampered') changed++;
      else unfinished++;
      out.error(`${safe(shown)}: not exported: ${safe(faults[0]?.what ?? standing)}`);
      continue;
    }
    const model = report.agent.name.replace(/^predictions:/, '');
    const run_id = report.trial === 1 ? options.run_id : `${options.run_id}-trial-${report.trial}`;
    const key = `${model}\0${run_id}`;
    const run: ModelRun = models.get(key) ?? { model, reports: new Map(), predictions: [] };
    models.set(key, run);
    const id = report.contract.id;
    if (run.reports.has(id)) {
      unfinished++;
      out.error(`${safe(shown)}: not exported: ${safe(model)} has another attempt of ${safe(id)}`);
      continue;
    }
    const patch = readPatch(path);
    const instance = createInstanceReport({ manifest, events }, report, patch.length);
    run.reports.set(id, instance);
    run.predictions.push({ instance_id: id, model_name_or_path: model, model_patch: patch.toString('utf8') });
    if (!instance.patch_exists) continue;
    const place = join(folder, 'logs', 'run_evaluation', run_id, toPathName(model), toPathName(id));
    mkdirSync(place, { recursive: true });
    writeAtomically(join(place, 'run_instance.log'), formatInstanceLog(instance, report.verdict.reason));
    // Upstream's tools take an instance with a report for a completed one.
    if (isDecidedInstance(instance))
      writeAtomically(join(place, 'report.json'), `${JSON.stringify({ [id]: instance }, null, 4)}\n`);
    writeAtomically(join(place, 'patch.diff'), patch);
    writeAtomically(join(place, 'test_output.txt'), formatOutput(events));
  }
  if (models.size > 0) mkdirSync(folder, { recursive: true });
  for (const [key, { model, reports, predictions }] of models) {
    const name = `${toPathName(model)}.${key.split('\0')[1]}`;
    const summary = createRunSummary(reports);
    writeAtomically(join(folder, `${name}.json`), `${JSON.stringify(summary, null, 4)}\n`);
    writeAtomically(join(folder, `${name}.preds.jsonl`), predictions.map((row) => `${JSON.stringify(row)}\n`).join(''));
    out.log(
      `${safe(model)}: ${summary.resolved_instances} of ${summary.submitted_instances} resolved, ` +
        `${summary.empty_patch_instances} empty, ${summary.error_instances} errors`,
    );
  }
  return getExitCode(changed > 0, unfinished > 0);
}

/** Formats how an instance ended, with upstream's words for a patch that does not apply. */
const formatInstanceLog = (
  { patch_successfully_applied, infra_failure, resolved }: InstanceReport,
  reason: string,
): string => {
  const applied = patch_successfully_applied ? `resolved: ${resolved}` : APPLY_FAILED;
  return `${infra_failure ? 'undecided' : applied}\n${reason}\n`;
};

const APPLY_FAILED = '>>>>> Patch Apply Failed';

/** Writes a name so that it is one part of a path, with upstream's sign for a slash. */
const toPathName = (name: string): string =>
  name
    .replaceAll('/', '__')
    .replace(/[^\w.+@=,-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 200) || '_';

function readPatch(path: string): Buffer {
  const file = join(path, RUN_FILES.patch);
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
}

/** Formats what the record kept of the checks' output. */
const formatOutput = (events: Parameters<typeof selectEvents>[0]): string =>
  selectEvents(events, 'acceptance_check')
    .flatMap(({ payload: { check, execution } }) =>
      execution
        ? [
            `>>>>> ${check}: ${execution.command}`,
            ...[execution.stdout, execution.stderr]
              .flatMap(({ head, tail }) => [head, tail])
              .filter((text) => text !== ''),
            `>>>>> Test Exit Code: ${execution.exit_code ?? execution.cause}`,
          ]
        : [],
    )
    .map((line) => `${line}\n`)
    .join('');
