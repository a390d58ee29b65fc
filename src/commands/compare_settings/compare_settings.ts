import { formatInertJson } from '../../publish/text/escape_text.js';
import type { CommandContext } from '../io/command_context.js';
import { SameSettingsError } from '../plan/select_changed_arms.js';
import { createEmptyOutcome } from '../run/create_run_outcome.js';
import { runStudy } from '../run/run_study.js';
import type { RunOptions, RunOutcome } from '../study/run_options.js';

/** Outcome of `compareSettings`. `skipped`: base and head have the same settings, and nothing was run. */
export interface CompareSettingsOutcome extends RunOutcome {
  skipped?: string;
}

/**
 * Compares the settings of agents in two commits (`compareSettings`): runs the contracts of the suite with both, in
 * pairs, and judges whether head is worse.
 *
 * @param options those of a run, with `pull_request` and `compare_settings`
 * @throws {UserError} for everything that is wrong before the first attempt
 */
export async function compareSettings(
  options: RunOptions,
  out: CommandContext,
  cwd = process.cwd(),
): Promise<CompareSettingsOutcome> {
  try {
    return await runStudy(options, out, cwd);
  } catch (error) {
    if (!(error instanceof SameSettingsError)) throw error;
    const conclusion = error.unpaired.length === 0 ? 'success' : 'indecisive';
    if (options.json) out.log(formatInertJson({ conclusion, results: [], missing: [], skipped: error.message }));
    else out.log(error.message);
    const outcome = { ...createEmptyOutcome(options, 'regression', cwd), skipped: error.message };
    return error.unpaired.length === 0 ? outcome : { ...outcome, exit_code: 3, conclusion: 'indecisive' };
  }
}
