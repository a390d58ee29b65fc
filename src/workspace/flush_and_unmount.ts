import { locateProgram, SYSTEM_PATH } from '../system/find_program.js';
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
  await runProgramOrThrow(locateProgram('mount'), ['-n', '-o', 'remount,ro', '--', path], {
    env: { PATH: SYSTEM_PATH },
  });
  await unmountPath(path);
}

/** Unmounts a path, lazily if it is still in use. */
export async function unmountPath(path: string): Promise<void> {
  const { exit_code } = await runProgram(locateProgram('umount'), ['-n', path]);
  if (exit_code !== 0) await runProgram(locateProgram('umount'), ['-n', '-l', path]);
}
