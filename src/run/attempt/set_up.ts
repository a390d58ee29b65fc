import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LoadedContract } from '../../contract/loaded.js';
import type { Execution } from '../../record/events.js';
import type { SessionOrder } from '../sandbox/backend.js';
import { diskUsage } from '../sandbox/disk_usage.js';
import { draftLayer, findLayer, layerDigest } from '../workspace/layer.js';
import type { MaterialisedSnapshot } from '../workspace/snapshot.js';
import { sandboxEnvironment } from './environment.js';
import { execute, type Recorder } from './execute.js';
import { openSession, setupEgress } from './network.js';
import type { Rooms, SetUp } from './rooms.js';
import { tellingLine } from './telling_line.js';

/**
 * The layer of a contract: found, or made by running its setup once (K4). Attempts that need the same layer at the same
 * time wait for one setup.
 *
 * @returns `waited_ms`: time spent waiting for a setup that another attempt runs
 */
export async function setUp(
  loaded: LoadedContract,
  snapshot: MaterialisedSnapshot,
  tools: Record<string, string>,
  rooms: Rooms,
  recorder: Recorder,
): Promise<SetUp & { waited_ms: number }> {
  const { contract } = loaded;
  const { seed, ...environment } = contract.environment;
  const digest = layerDigest({
    tree: snapshot.tree,
    environment: { ...environment, seed },
    setup: contract.setup,
    sandbox_class: rooms.probe.class,
    tools,
  });
  const started = recorder.now();
  const pending = rooms.layers.get(digest);
  if (pending) {
    // Its commands and their logs are in the record of the attempt that ran them.
    const shared = await pending;
    return {
      layer: shared.layer,
      event: { ...shared.event, reused: true, steps: [] },
      waited_ms: recorder.now() - started,
    };
  }
  const making = findOrMake(loaded, snapshot, digest, tools, rooms, recorder);
  rooms.layers.set(digest, making);
  try {
    const made = await making;
    // A setup that was interrupted, or that the machine failed, says nothing about the contract.
    if (rooms.signal.aborted || made.event.fault) rooms.layers.delete(digest);
    return { ...made, waited_ms: 0 };
  } catch (error) {
    rooms.layers.delete(digest);
    throw error;
  }
}

async function findOrMake(
  loaded: LoadedContract,
  snapshot: MaterialisedSnapshot,
  digest: string,
  tools: Record<string, string>,
  rooms: Rooms,
  recorder: Recorder,
): Promise<SetUp> {
  const found = await findLayer(rooms.cache, digest);
  if (found) return { layer: found, event: { layer: digest, reused: true, outcome: 'ready', steps: [], tools } };
  const draft = await draftLayer(rooms.cache, digest, snapshot.tree);
  const before_bytes = loaded.contract.setup.length > 0 ? await diskUsage(draft.tree_path) : 0;
  const steps: Execution[] = [];
  const { contract } = loaded;
  for (const step of contract.setup) {
    const networked = step.network.length > 0;
    let unanswered = false;
    const requested: Recorder['requested'] = (payload) => {
      unanswered ||= payload.decision === 'allowed' && isUnanswered(payload.status ?? 0);
      recorder.requested(payload);
    };
    const session = await openSession(
      rooms,
      loaded,
      // The trace is of the agent; setup is the contract's own.
      { ...sessionBase(loaded, rooms), trace: false, workspace: draft.tree_path, before_bytes },
      await setupEgress(step, rooms, requested),
    );
    try {
      const { run, timeout: timeout_ms, environment } = step;
      steps.push(await execute(session, { run, timeout_ms, environment, signal: rooms.signal }, recorder));
    } finally {
      await session.close();
    }
    const last = steps.at(-1)!;
    if (last.cause === 'exit' && last.exit_code === 0) continue;
    await draft.abandon();
    const how = last.cause === 'exit' ? `exit status ${last.exit_code}` : (last.detail ?? last.cause);
    const said = tellingLine(last);
    const fault = last.cause === 'not-started' ? 'sandbox' : unanswered ? 'network' : undefined;
    const wanted = !networked && last.network_attempts ? ' (it has no network: network: [registry] gives it one)' : '';
    return {
      layer: undefined,
      event: {
        layer: digest,
        reused: false,
        outcome: 'failed',
        detail: `setup command "${step.run}": ${how}${said && `: ${said}`}${wanted}`,
        ...(fault ? { fault } : {}),
        steps,
        tools,
      },
    };
  }
  const replayable = contract.setup.every((step) => step.network.length === 0);
  const layer = await draft.freeze({ tools, steps, replayable });
  return { layer, event: { layer: digest, reused: false, outcome: 'ready', steps, tools } };
}

/** A host that is not there, has a fault of its own, or asks to come later. */
const isUnanswered = (status: number) => status >= 500 || status === 429;

/**
 * What the sandbox would show of the contract's folder, hidden files and solution included (tasks of a global installation), of the
 * history that the folder has in its repository, and of what runs have recorded.
 */
export function shownBy(folders: readonly string[], mounts: readonly string[]): string[] {
  const roots = mounts.map((mount) => `${realpathSync(mount)}/`);
  const shown = folders
    .filter((folder) => lstatSync(folder, { throwIfNoEntry: false })?.isDirectory())
    .map((folder) => realpathSync(folder))
    .filter((path) => roots.some((root) => path.startsWith(root)));
  // One in another is gone with it.
  return [...new Set(shown)].filter((path) => !shown.some((other) => path.startsWith(`${other}/`)));
}

/** Folders named `.git` beside a folder and the ones above it. */
const historiesOf = (folder: string): string[] => [
  ...(dirname(folder) === folder ? [] : historiesOf(dirname(folder))),
  join(folder, '.git'),
];

/** What every session of a contract has in common: limits, environment and the visible toolchain. */
export function sessionBase(
  loaded: LoadedContract,
  rooms: Rooms,
  seed = loaded.contract.environment.seed,
): Omit<SessionOrder, 'workspace'> {
  const { budget, policy } = loaded.contract;
  return {
    trace: policy.evidence === 'trace',
    read_only_mounts: { ...rooms.toolchain.mounts },
    covered: shownBy(
      [loaded.folder, ...historiesOf(realpathSync(loaded.folder)), rooms.runs],
      ['/usr', ...Object.keys(rooms.toolchain.mounts)],
    ),
    limits: {
      memory_bytes: budget.memory,
      processes: budget.processes,
      cpu_ms: budget.cpu,
      disk_bytes: budget.disk,
      output_bytes: budget.output,
    },
    environment: sandboxEnvironment(loaded.contract, rooms.toolchain.path, seed),
  };
}
