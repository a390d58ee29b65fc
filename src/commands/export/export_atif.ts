import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { createAtifDocument } from '../../publish/atif/create_atif_document.js';
import { escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { RUN_FILES } from '../../record/storage/run_directory.js';
import { verifyRun } from '../../record/storage/verify_run.js';
import { atifDocumentSchema } from '../../record/trajectory/atif_document.js';
import { writeAtomically } from '../../system/write_atomically.js';
import type { CommandContext } from '../io/command_context.js';
import { findRuns } from '../io/find_runs.js';
import { getExitCode } from '../io/get_exit_code.js';

/** Options of `exportAtif`. */
interface AtifExportOptions {
  runs: readonly string[];
  /** Output folder, which must be empty or absent. */
  out: string;
}

/**
 * Exports records as ATIF documents, `ATTEMPT.trajectory.json` each. Every document is checked by the rules of the
 * format before it is written.
 *
 * @returns 0 if all were exported, 1 if some were changed since they were written, 3 if some are unfinished, or there
 *   twice
 * @throws {UserError} if the folder is not empty, or an argument is no record
 */
export function exportAtif({ runs, out: folder_name }: AtifExportOptions, out: CommandContext, cwd: string): 0 | 1 | 3 {
  const folder = resolve(cwd, folder_name);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UserError(`${folder_name} is not empty`, 'Name another folder with --out.');
  mkdirSync(folder, { recursive: true });
  let [changed, unfinished] = [0, 0];
  for (const { path, shown, published } of findRuns(runs, cwd)) {
    const { standing, manifest, events, report, faults } = verifyRun(path, published, RUBRIC_VERSION);
    const say = (what: string) => out.error(safe(`${shown}: not exported: ${what}`));
    if (standing !== 'sealed' || !manifest || !report) {
      if (standing === 'tampered') changed++;
      else unfinished++;
      say(faults[0]?.what ?? standing);
      continue;
    }
    const document = createAtifDocument({ manifest, events }, report, {
      readArtifact: (digest) => readText(join(path, RUN_FILES.artifacts, digest)),
      patch: existsSync(join(path, RUN_FILES.patch)) ? readFileSync(join(path, RUN_FILES.patch)) : Buffer.alloc(0),
      briefing: readText(join(path, RUN_FILES.briefing)) ?? report.contract.title,
    });
    const fault = atifDocumentSchema.safeParse(document).error?.issues[0];
    if (fault) {
      unfinished++;
      say(`${fault.path.join('.')}: ${fault.message}`);
      continue;
    }
    const name = `${report.attempt_id.replace(/[^\w.-]/g, '_').slice(0, 150)}.trajectory.json`;
    if (existsSync(join(folder, name))) {
      unfinished++;
      say(`${name} is that of another record of the same attempt`);
      continue;
    }
    writeAtomically(join(folder, name), `${JSON.stringify(document, null, 2)}\n`);
    out.log(safe(`${shown}  ${document.steps.length} steps  ${name}`));
  }
  return getExitCode(changed > 0, unfinished > 0);
}

const readText = (path: string): string | undefined => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
