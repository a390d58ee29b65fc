import { randomUUID } from 'node:crypto';
import type { LoadedContract } from '../../contract/loaded_contract.js';
import type { Layer } from '../../workspace/layer.js';
import { openWorkspace, toSessionOptions } from '../../workspace/workspace.js';
import { computeVolumeBytes, type RunnerContext } from '../attempt/runner_context.js';
import { createSessionOptions } from '../attempt/setup/create_session_options.js';

/** Result of a probe that tried to leave traces in one run and to find them in the next. */
export interface IsolationProbe {
  /** Places that the first run wrote to, and found its traces in. */
  planted: number;
  /** Places where the second run found a trace of the first. */
  leaked: string[];
}

const PROBE_TIMEOUT_MS = 60_000;
/** Writable folders that are tried beside the known ones. */
const MOST_FOLDERS = 400;

/** Lists folders that a run may write to: known ones, and every other that can be found. */
const LIST_FOLDERS = `
{ printf '%s\\n' . .. .git node_modules "$HOME" "$HOME/.cache" "\${TMPDIR:-/tmp}" /tmp /var/tmp /dev/shm /run /run/lock /var/cache /var/lib /var/log \\
  /etc /opt /usr/local /usr/local/bin /root /srv /mnt /home /;
  find / \\( -path /proc -o -path /sys \\) -prune -o -type d -writable -print 2>/dev/null | head -n ${MOST_FOLDERS}; }`;

/** Writes the mark everywhere, also into a file that is there, and leaves a process behind. */
const PLANT = `
umask 0
${LIST_FOLDERS} | while IFS= read -r folder; do
  [ -d "$folder" ] && { echo "$MARK" > "$folder/.$MARK"; } 2>/dev/null
done
for file in *; do [ -f "$file" ] && { echo "$MARK" >> "$file"; } 2>/dev/null && break; done
( setsid sh -c 'sleep 300; :' "$MARK" </dev/null >/dev/null 2>&1 & ) 2>/dev/null
true`;

/** Prints every place where the mark is. */
const LOOK = `
${LIST_FOLDERS} | while IFS= read -r folder; do
  [ -e "$folder/.$MARK" ] && printf 'file in %s\\n' "$(cd "$folder" && pwd)"
done | sort -u
find / \\( -path /proc -o -path /sys \\) -prune -o -name ".$MARK" -print 2>/dev/null | sed 's,/[^/]*$,,; s,^$,/,; s,^,file in ,'
for file in *; do [ -f "$file" ] && grep -qs "$MARK" "$file" && printf 'content of %s\\n' "$file"; done
for process in /proc/[0-9]*; do
  case "$process" in /proc/$$) continue;; esac
  tr '\\0' ' ' < "$process/cmdline" 2>/dev/null | grep -q "sleep 300.*$MARK" && echo 'a process of the first run'
done
true`;

/**
 * Tries to leak state from one run into the next, as attempts of this contract are run: the first writes a mark
 * wherever it can, and leaves a process behind; the second looks for the mark. The first looks too, so that a probe
 * which could not have found anything is told from isolation.
 */
export async function probeIsolation(
  loaded: LoadedContract,
  layer: Layer,
  runner: RunnerContext,
): Promise<IsolationProbe> {
  const MARK = `gatebench-probe-${randomUUID()}`;
  const planted = await runProbe(loaded, layer, runner, `${PLANT}\n${LOOK}`, MARK);
  const leaked = await runProbe(loaded, layer, runner, LOOK, MARK);
  return { planted: planted.length, leaked };
}

/** Runs a script in a fresh workspace and session, and returns the places that it printed, each once. */
async function runProbe(
  loaded: LoadedContract,
  layer: Layer,
  runner: RunnerContext,
  script: string,
  mark: string,
): Promise<string[]> {
  const options = { volume_bytes: computeVolumeBytes(loaded, runner) };
  const workspace = await openWorkspace(layer, runner.cache, runner.method, options);
  try {
    const session = await runner.backend.open({
      ...createSessionOptions(loaded, runner),
      ...toSessionOptions(workspace),
      trace: false,
    });
    try {
      const { stdout } = await session.exec({
        argv: ['/bin/sh', '-c', script],
        environment: { MARK: mark },
        timeout_ms: PROBE_TIMEOUT_MS,
        signal: runner.signal,
      });
      const lines = Buffer.from(stdout.text).toString('utf8').split('\n').filter(Boolean);
      return [...new Set(lines)].sort();
    } finally {
      await session.close();
    }
  } finally {
    await workspace.dispose();
  }
}
