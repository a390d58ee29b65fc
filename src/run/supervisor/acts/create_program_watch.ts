import { isStricterVerdict } from '../../../contract/policy/act_decision.js';
import type { ActMonitor } from './act_monitor.js';
import { type RecordedAct, recordActOutcome } from './create_act_recorder.js';
import type { ActWatchParts } from './create_call_watch.js';
import { isClientHousekeeping } from './is_client_housekeeping.js';
import { judgeCallOutcome } from './observed_outcome.js';

/** Creates the watch over executed programs: one that no earlier act names is an act of its own. */
export function createProgramWatch({
  run,
  judge,
  record,
  programs,
  containment,
  getRoot,
}: ActWatchParts): ActMonitor['reportProgram'] {
  return (program, { road, of_seq }) => {
    const question = programs.questionOf(program);
    const known = programs.known(program);
    const recordSight = (act: RecordedAct['act']) => {
      if (!programs.isFirstSight(act.act, road)) return;
      const outcome = judgeCallOutcome(undefined, 'executed', act.guard, containment);
      recordActOutcome(run, { act, cycle: null }, { road, of_seq }, outcome);
    };
    const workspace = getRoot(undefined);
    const ruled = judge(question, { road, workspace });
    const same = known ?? programs.alike(program);
    // A stricter judgement than the recorded one is another act, even if it looks equal.
    if (same !== undefined && !isStricterVerdict(ruled.handling, same.handling)) {
      recordSight(same);
      return;
    }
    if (ruled.handling === 'allow') return;
    const judged =
      road === 'program' && isClientHousekeeping(program, workspace)
        ? judge(question, { road, workspace, by: 'client' })
        : ruled;
    const recorded = record(judged, { road, of_seq, tool: null, subtask: undefined });
    programs.note(recorded);
    recordSight(recorded.act);
  };
}
