import type { LoadedContract } from '../../../contract/loaded_contract.js';
import type { Execution } from '../../../record/events/event.js';
import { findErrorLine } from '../../../record/events/select_events.js';
import { sha256 } from '../../../record/json/compute_digest.js';
import { measureDiskUsage } from '../../../sandbox/disk/measure_disk_usage.js';
import { type CommandLogSink, executeCommand, hasSucceeded } from '../../../sandbox/execution/execute_command.js';
import type { LayerDraft } from '../../../workspace/layer.js';
import type { RunnerContext } from '../runner_context.js';
import { createSessionOptions } from './create_session_options.js';

/** Place of the repository while files are copied: the image's own folder must be seen, not covered. */
const COPY_ROOT = '/run/repository';
/** Longest time of a copy, in milliseconds. */
const TIMEOUT_MS = 20 * 60_000;

/**
 * Lines of shell that copy what a folder has and the working folder has not. A folder that both have is walked through;
 * links are never followed. The images' user is root, whom no mode stops: copies can be written.
 *
 * Left out are repositories of git, whose history may hold the solution, and compiled Python, which can stand for
 * another source than the one that lies beside it. Left out with a line in the log are what is no file, folder or link
 * (reading a pipe would never end), and what the sandbox's user cannot read. A folder with none of these is copied at
 * once, others entry by entry.
 */
const COPY = `
[ -d "$FROM" ] || { echo "the image has no folder $FROM" >&2; exit 1; }
leave_out() { echo "left out: $1 ($2)"; }
copy_folder() {
  if [ -z "$(find "$1" ! -type d ! -type f ! -type l 2>&1)" ] && cp -RPp "$1" "$2" 2> /dev/null; then
    chmod -R u+rwX "$2" && find "$2" '(' -name .git -o -name __pycache__ ')' -prune -exec rm -rf '{}' + || exit 1
  else
    [ ! -e "$2" ] || { chmod -R u+rwX "$2" && rm -rf "$2"; } || exit 1
    mkdir "$2" || exit 1
    merge "$1" "$2"
  fi
}
merge() {
  for path in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    [ -e "$path" ] || [ -L "$path" ] || continue
    name=\${path##*/}
    case $name in .git | __pycache__) continue ;; esac
    to=$2/$name
    if [ -L "$to" ] || [ -e "$to" ]; then
      if [ -d "$path" ] && [ ! -L "$path" ] && [ -d "$to" ] && [ ! -L "$to" ]; then merge "$path" "$to"; fi
    elif [ -L "$path" ]; then
      cp -Pp "$path" "$to" || exit 1
    elif [ ! -d "$path" ] && [ ! -f "$path" ]; then
      leave_out "$path" 'no file'
    elif [ ! -r "$path" ] || { [ -d "$path" ] && [ ! -x "$path" ]; }; then
      leave_out "$path" 'not readable'
    elif [ -d "$path" ]; then
      copy_folder "$path" "$to"
    else
      cp -Pp "$path" "$to" && chmod u+rw "$to" || exit 1
    fi
  done
}
`;

/** Digest of these lines: a layer that others filled is another one. */
export const IMAGE_COPY_DIGEST = sha256(COPY);

/**
 * Copies what the image has at the repository's place, and the snapshot has not, into a layer that is being made. It
 * runs in a container of the image without a network. Files of the snapshot stay as they are: a copy that changes one
 * fails.
 *
 * @returns the executed command, and why the copy cannot be used
 */
export async function copyImageFiles(
  draft: LayerDraft,
  loaded: LoadedContract,
  runner: RunnerContext,
  recorder: CommandLogSink,
): Promise<{ step: Execution; fault?: string }> {
  const { workdir = '/' } = loaded.contract.environment;
  const before_bytes = await measureDiskUsage(draft.tree_path);
  const session = await runner.backend.open({
    ...createSessionOptions(loaded, runner),
    ...{ root: COPY_ROOT, image_folder: workdir, trace: false, workspace: draft.tree_path, before_bytes },
  });
  let step: Execution;
  try {
    const prelude = `FROM='${workdir}'${COPY}`;
    const command = { run: `merge '${workdir}' .`, prelude, timeout_ms: TIMEOUT_MS, signal: runner.signal };
    step = await executeCommand(session, command, recorder);
  } finally {
    await session.close();
  }
  const place = `files of the image in ${workdir}`;
  if (!hasSucceeded(step)) {
    const how = step.cause === 'exit' ? `exit status ${step.exit_code}` : (step.detail ?? step.cause);
    const error_line = findErrorLine(step);
    return { step, fault: `${place} cannot be copied: ${how}${error_line && `: ${error_line}`}` };
  }
  const [changed] = await draft.listChangedFiles();
  return changed === undefined ? { step } : { step, fault: `${place} change ${changed}, which the repository has` };
}
