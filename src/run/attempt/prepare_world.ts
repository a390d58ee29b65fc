import { join } from 'node:path';
import { type Execution, eventsOf, type Payload } from '../../record/events.js';
import type { RunDirectory } from '../../record/run_directory.js';
import { ownedFolder, removeTree, scratch } from '../workspace/cache.js';
import { placeFile, removeFiles } from '../workspace/place.js';
import { openVolume, type Volume } from '../workspace/volume.js';
import { changesBetween, type Inventory, inventory } from '../world/inventory.js';
import { layWorld } from '../world/lay_world.js';
import { WORLD, WORLD_VARIABLE, type World } from '../world/world.js';
import { execute, recorderOf } from './execute.js';
import type { Ground } from './ground.js';
import { openSession } from './network.js';
import { volumeBytes } from './rooms.js';
import { sessionBase } from './set_up.js';
import { tellingLine } from './telling_line.js';

/** A world that is ready, with its event; or why there is none: then nothing can be said of the agent. */
export type PreparedWorld = { world: World | undefined } | { failed: string; steps: Execution[] };

/**
 * Makes the world of an attempt: its files, then its commands, in the sandbox, with the repository read-only beside it. Nobody else has
 * it: what one agent did to its surroundings says nothing to another.
 */
export async function prepareWorld(ground: Omit<Ground, 'world'>): Promise<PreparedWorld> {
  const { loaded, run, rooms } = ground;
  const declared = loaded.contract.world;
  if (!declared) return { world: undefined };
  const room = scratch(rooms.cache);
  let volume: Volume | undefined;
  const dispose = async () => {
    await volume?.dispose();
    await removeTree(room);
  };
  try {
    const bytes = volumeBytes(loaded, rooms);
    volume = bytes === undefined ? undefined : await openVolume(join(room, 'volume'), bytes);
    const path = ownedFolder(join(volume?.path ?? room, 'world'));
    layWorld(path, loaded.world ?? []);
    const steps: Execution[] = [];
    for (const step of declared.prepare) {
      const execution = await prepare(step, { path, volume }, ground);
      steps.push(execution);
      if (execution.cause === 'exit' && execution.exit_code === 0) continue;
      await dispose();
      return { failed: `world command "${step.run}": ${howItEnded(execution)}`, steps };
    }
    const prepared = await inventory(path);
    say(run, 'prepared', prepared, { changed: [], more: 0 }, steps);
    return { world: { path, ...(volume ? { volume } : {}), prepared, dispose } };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Records how the agent left the world, where the audit is laid if checks are to see it; all its processes are gone. */
export async function leaveWorld(
  world: World | undefined,
  run: RunDirectory,
  audit: string | undefined,
): Promise<void> {
  if (!world) return;
  world.volume?.makeRoom();
  if (audit !== undefined) layAudit(world.path, audit, run);
  const left = await inventory(world.path);
  say(run, 'left', left, changesBetween(world.prepared, left), []);
}

/** Whatever an agent put in its place is gone, also where nothing was audited. */
function layAudit(root: string, file: string, { log }: RunDirectory): void {
  const path = Buffer.from(file, 'utf8').toString('latin1');
  const entries = eventsOf(log.events, 'audit').map(({ payload }) => `${JSON.stringify(payload)}\n`);
  removeFiles(root, [path]);
  if (entries.length > 0) placeFile(root, path, Buffer.from(entries.join('')), false);
}

function say(
  run: RunDirectory,
  when: Payload<'world'>['when'],
  { sha256, files, bytes, complete }: Inventory,
  changes: Pick<Payload<'world'>, 'changed' | 'more'>,
  steps: Execution[],
): void {
  run.log.append('world', 'harness', { when, sha256, files, bytes, ...changes, steps });
  if (!complete)
    run.log.append('note', 'harness', { text: `the world holds more than can be listed: ${files} files were counted` });
}

async function prepare(
  step: { run: string; timeout: number },
  { path, volume }: { path: string; volume: Volume | undefined },
  { loaded, layer, run, rooms, seed }: Omit<Ground, 'world'>,
): Promise<Execution> {
  const session = await openSession(
    rooms,
    loaded,
    {
      ...sessionBase(loaded, rooms, seed),
      trace: false,
      workspace: layer.tree_path,
      read_only: true,
      writable_mounts: { [path]: WORLD },
      ...(volume ? { volumes: [volume] } : {}),
    },
    undefined,
  );
  try {
    const at = session.place(WORLD);
    const environment = { [WORLD_VARIABLE]: at, GATEBENCH_REPOSITORY: session.root };
    const { run: command, timeout: timeout_ms } = step;
    return await execute(
      session,
      { run: command, timeout_ms, environment, cwd: at, signal: rooms.signal },
      recorderOf(run),
    );
  } finally {
    await session.close();
  }
}

function howItEnded(execution: Execution): string {
  const { cause, exit_code, detail } = execution;
  const said = tellingLine(execution);
  return `${cause === 'exit' ? `exit status ${exit_code}` : (detail ?? cause)}${said && `: ${said}`}`;
}
