import { RUBRIC_VERSION } from '../judge/rubric/score.js';
import { jsonText, logLine as safe } from '../publish/report/escape.js';
import { type Standing, verifyRun } from '../record/verify.js';
import { VERSION } from '../record/version.js';
import { alertFaults } from '../run/monitors/replay.js';
import type { RunOutput } from './orders.js';
import { findFolders, findRuns, misfits } from './records.js';
import { verifyFolder } from './verify_folder.js';

/**
 * `verify`: chain, seal, files and alerts of run directories; of output folders also whether their lists are whole. 0 all sealed · 1 something was changed · 3 something is unfinished or of
 * another version.
 */
export function verify(
  names: readonly string[],
  options: { head?: string | undefined; json: boolean },
  out: RunOutput,
  cwd = process.cwd(),
): 0 | 1 | 3 {
  const standings = findRuns(names, cwd, true).map((run) => {
    const { path, shown } = run;
    const found = verifyRun(path, options.head ?? run.published, RUBRIC_VERSION);
    const { head, events, made_by } = found;
    const faults = [...found.faults, ...misfits(run, found), ...alertFaults(found, VERSION)];
    const standing = faults.length > 0 ? 'tampered' : found.standing;
    if (options.json) out.log(jsonText({ run: shown, standing, head, events: events.length, made_by, faults }));
    else {
      out.log(`${safe(shown)}  ${standing}  ${events.length} events  head ${head}`);
      if (standing === 'other-version') out.log(`  ${safe(made_by ?? '')}: what it says is for that version to verify`);
      for (const { line, what } of faults) out.log(`  ${line === null ? '' : `events.jsonl:${line} `}${safe(what)}`);
    }
    return standing;
  });
  for (const { path, shown } of findFolders(names, cwd)) {
    const { faults, unfinished } = verifyFolder(path);
    const standing = faults.length > 0 ? 'tampered' : unfinished ? 'unsealed' : 'sealed';
    standings.push(standing);
    if (standing === 'sealed') continue;
    if (options.json) out.log(jsonText({ folder: shown, standing, unfinished, faults }));
    else {
      out.log(`${safe(shown)}  ${standing}`);
      for (const { what } of faults) out.log(`  ${safe(what)}`);
      if (unfinished) out.log(`  ${unfinished}`);
    }
  }
  const any = (standing: Standing) => standings.includes(standing);
  return any('tampered') ? 1 : any('unsealed') || any('other-version') ? 3 : 0;
}
