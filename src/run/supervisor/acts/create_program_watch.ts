import { posix } from 'node:path';
import { isStricterVerdict } from '../../../contract/policy/act_decision.js';
import type { ActMonitor, ExecutedProgram } from './act_monitor.js';
import { type RecordedAct, recordActOutcome } from './create_act_recorder.js';
import type { ActWatchParts } from './create_call_watch.js';
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
    const origin = programs.known(program);
    const recordSight = (act: RecordedAct['act']) => {
      if (!programs.isFirstSight(act.act, road)) return;
      const outcome = judgeCallOutcome(undefined, 'executed', act.guard, containment);
      recordActOutcome(run, { act, cycle: null }, { road, of_seq }, outcome);
    };
    const workspace = getRoot(undefined);
    const ruled = judge(question, { road, workspace });
    const same = origin ?? programs.alike(program);
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

/**
 * Folders of a home in which programs keep what is theirs alone: data, state, caches. The home ends with the attempt.
 */
const PROGRAM_STORE = /^\/(?:home\/[^/]+|root)\/\.(?:local\/(?:share|state)|cache)\/[^/]+(?:\/|$)/;
/** Folders with the name of a program, but for those that hold keys, settings of others, or run something. */
const NAMED_STORE =
  /^\/(?:home\/[^/]+|root)\/\.(?!ssh\/|aws\/|azure\/|gnupg\/|kube\/|docker\/|config\/|local\/|mozilla\/|git\/|password-store\/)[\w-]+\/./;
/** Options of git that name its store, or the folder that it runs in. */
const GIT_FOLDER_OPTIONS = new Set(['--git-dir', '-C']);

/**
 * Tells whether a program only works in a store that the agent's client keeps for itself outside the workspace, such as
 * a repository of snapshots. The work tree of such a repository may be the workspace.
 */
function isClientHousekeeping({ argv, cwd }: ExecutedProgram, workspace: string): boolean {
  const [program = '', ...args] = argv;
  if (posix.basename(program) === 'git') {
    const store = findGitStore(args) ?? cwd;
    return store !== undefined && isStore(store, workspace);
  }
  const paths = args.filter((word) => word.startsWith('/'));
  const places = paths.length > 0 ? paths : [cwd ?? []].flat();
  return places.length > 0 && places.every((place) => isStore(place, workspace));
}

function findGitStore(args: readonly string[]): string | undefined {
  for (const [index, word] of args.entries()) {
    if (!word.startsWith('-')) return undefined;
    if (GIT_FOLDER_OPTIONS.has(word)) return args[index + 1];
    if (word.startsWith('--git-dir=')) return word.slice('--git-dir='.length);
  }
  return undefined;
}

function isStore(path: string, workspace: string): boolean {
  const plain = posix.normalize(path);
  if (plain === workspace || plain.startsWith(`${workspace}/`)) return false;
  return PROGRAM_STORE.test(plain) || NAMED_STORE.test(plain);
}
