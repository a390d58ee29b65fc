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
  await unmountPaths([path]);
}

/** Unmounts paths in their order with one program, lazily what is still in use. */
export async function unmountPaths(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const { exit_code } = await runProgram(locateProgram('umount'), ['-n', '--', ...paths]);
  if (exit_code === 0) return;
  for (const path of paths) await runProgram(locateProgram('umount'), ['-n', '-l', '--', path]);
}
