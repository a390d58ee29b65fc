import { RUBRIC_VERSION } from '../../judge/rubric/score_attempt.js';
import { formatInertJson, escapeLogLine as safe } from '../../publish/text/escape_text.js';
import { ENGINE_VERSION } from '../../record/manifest/engine_version.js';
import { type RecordIntegrity, type RunVerification, verifyRun } from '../../record/storage/verify_run.js';
import { findAlertFaults } from '../../run/supervisor/find_alert_faults.js';
import type { CommandContext } from '../io/command_context.js';
import { findOutputFolders, findRecordMismatches, findRuns } from '../io/find_runs.js';
import { verifyOutputFolder } from './verify_output_folder.js';

/**
 * Verifies chain, seal, files and alerts of run directories, and the lists of output folders (`verifyRuns`).
 *
 * @returns 0 if all are sealed, also those from which content was removed as their ledger says, 1 if something was changed, 3 if something is unfinished or of another version
 */
export function verifyRuns(
  names: readonly string[],
  options: { head?: string | undefined; json: boolean },
  out: CommandContext,
  cwd = process.cwd(),
): 0 | 1 | 3 {
  const standings = findRuns(names, cwd, true).map((run) => {
    const { path, shown } = run;
    const found = verifyRun(path, options.head ?? run.published, RUBRIC_VERSION);
    const { head, events, made_by, removals } = found;
    // Breakers cannot be asked again about events that are gone.
    const alerts = found.standing === 'reduced' ? [] : findAlertFaults(found, ENGINE_VERSION);
    const faults = [...found.faults, ...findRecordMismatches(run, found), ...alerts];
    const standing = faults.length > 0 ? 'tampered' : found.standing;
    if (options.json)
      out.log(formatInertJson({ run: shown, standing, head, events: events.length, made_by, faults, removals }));
    else {
      out.log(`${safe(shown)}  ${standing}  ${events.length} events  head ${head}`);
      if (standing === 'other-version') out.log(`  ${safe(made_by ?? '')}: what it says is for that version to verify`);
      if (standing !== 'tampered') formatRemovals(removals).forEach((line) => void out.log(`  ${safe(line)}`));
      for (const { line, what } of faults) out.log(`  ${line === null ? '' : `events.jsonl:${line} `}${safe(what)}`);
    }
    return standing;
  });
  for (const { path, shown } of findOutputFolders(names, cwd)) {
    const { faults, unfinished } = verifyOutputFolder(path);
    const standing = faults.length > 0 ? 'tampered' : unfinished ? 'unsealed' : 'sealed';
    standings.push(standing);
    if (standing === 'sealed') continue;
    if (options.json) out.log(formatInertJson({ folder: shown, standing, unfinished, faults }));
    else {
      out.log(`${safe(shown)}  ${standing}`);
      for (const { what } of faults) out.log(`  ${safe(what)}`);
      if (unfinished) out.log(`  ${unfinished}`);
    }
  }
  const any = (standing: RecordIntegrity) => standings.includes(standing);
  return any('tampered') ? 1 : any('unsealed') || any('other-version') ? 3 : 0;
}

/** Formats what was removed from a record after it was sealed, by whom and why. */
function formatRemovals(removals: RunVerification['removals']): string[] {
  if (!removals) return [];
  return [
    ...removals.entries.map((entry) => {
      const { kind, at, by, reason, approval } = entry;
      const size = 'removed' in entry ? ` of ${entry.removed.events.length + entry.removed.files.length} places` : '';
      return `${kind}${size} at ${at} by ${by}${approval ? `, approved by ${approval.by}` : ''}: ${reason}`;
    }),
    ...(removals.pending ? ['a removal was interrupted: `gatebench retain --resume` finishes it'] : []),
  ];
}
