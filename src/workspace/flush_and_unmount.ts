import { locateProgram, SYSTEM_PATH } from '../system/find_program.js';
import { MOUNT_FLAGS, makeSystemCalls, system_calls, UNMOUNT_FLAGS } from '../system/make_system_calls.js';
import { runProgram, runProgramOrThrow } from '../system/run_program.js';

/**
 * Unmounts a file system that lies in an image, with everything that was written to it in the image.
 *
 * A sandbox that starts meanwhile has a copy of all mounts for a moment. The file system then lives on behind its own
 * mount, and unmounting ours writes nothing. A remount without writes concerns the file system, so it writes in any case.
 *
 * @throws if it cannot be made read-only; then it stays mounted
 */
export async function flushAndUnmount(path: string): Promise<void> {
  const { error } = await makeSystemCalls([
    system_calls.mount('none', path, '', MOUNT_FLAGS.remount | MOUNT_FLAGS.rdonly, ''),
    system_calls.unmount(path),
  ]);
  if (error === '') return;
  await runProgramOrThrow(locateProgram('mount'), ['-n', '-o', 'remount,ro', '--', path], {
    env: { PATH: SYSTEM_PATH },
  });
  await unmountPaths([path]);
}

/** Unmounts paths in their order, lazily what is still in use. */
export async function unmountPaths(paths: readonly string[]): Promise<void> {
  const { made, error } = await makeSystemCalls(paths.map((path) => system_calls.unmount(path)));
  if (error === '') return;
  const left = paths.slice(made);
  if (error !== 'ENOSYS') {
    for (const path of left) await makeSystemCalls([system_calls.unmount(path, UNMOUNT_FLAGS.detach)]);
    return;
  }
  const { exit_code } = await runProgram(locateProgram('umount'), ['-n', '--', ...left]);
  if (exit_code === 0) return;
  for (const path of left) await runProgram(locateProgram('umount'), ['-n', '-l', '--', path]);
}
