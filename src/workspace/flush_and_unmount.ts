import { locateProgram, SYSTEM_PATH } from '../system/find_program.js';
import { MOUNT_FLAGS, makeSystemCalls, system_calls, UNMOUNT_FLAGS } from '../system/launcher/make_system_calls.js';
import { runProgram, runProgramOrThrow } from '../system/launcher/run_program.js';
import { VOLUME_FLAGS } from './mount_image.js';

/**
 * Unmounts a file system that lies in an image, with everything that was written to it in the image.
 *
 * A sandbox that starts meanwhile has a copy of all mounts for a moment. The file system then lives on behind its own
 * mount, and unmounting ours writes nothing. A remount without writes concerns the file system, so it writes in any
 * case.
 *
 * @throws if it cannot be made read-only; then it stays mounted
 */
export async function flushAndUnmount(path: string): Promise<void> {
  const { error } = await makeSystemCalls([
    system_calls.mount('none', path, '', REMOUNT_FLAGS, ''),
    system_calls.unmount(path),
  ]);
  if (error === '') return;
  await runProgramOrThrow(locateProgram('mount'), ['-n', '-o', 'remount,ro', '--', path], {
    env: { PATH: SYSTEM_PATH },
  });
  await unmountPaths([path]);
}

/** A remount sets all flags anew. */
const REMOUNT_FLAGS = ['remount', 'rdonly', ...VOLUME_FLAGS].reduce(
  (flags, name) => flags | MOUNT_FLAGS[name as keyof typeof MOUNT_FLAGS],
  0,
);

/**
 * Unmounts paths in their order, lazily what is still in use. What was written to them is written out first: where that
 * is much, a program does it, since the launcher makes one call at a time.
 */
export async function unmountPaths(paths: readonly string[], much = false): Promise<void> {
  if (paths.length === 0) return;
  if (much) return unmountByPrograms(paths);
  const { made: made_count, error } = await makeSystemCalls(paths.map((path) => system_calls.unmount(path)));
  if (error === '') return;
  const left = paths.slice(made_count);
  if (error !== 'ENOSYS') {
    for (const path of left) await makeSystemCalls([system_calls.unmount(path, UNMOUNT_FLAGS.detach)]);
    return;
  }
  await unmountByPrograms(left);
}

async function unmountByPrograms(paths: readonly string[]): Promise<void> {
  const { exit_code } = await runProgram(locateProgram('umount'), ['-n', '--', ...paths]);
  if (exit_code === 0) return;
  for (const path of paths) await runProgram(locateProgram('umount'), ['-n', '-l', '--', path]);
}
