import { getSystemErrorName } from 'node:util';
import type { SystemCall } from './launcher.js';
import { forget, request } from './start_program.js';

/** Flags of mount(2) and umount2(2). */
export const MOUNT_FLAGS = { rdonly: 1, nosuid: 2, nodev: 4, remount: 32, noatime: 1024 } as const;
export const UNMOUNT_FLAGS = { detach: 2 } as const;

/**
 * Calls of the kernel that Node.js does not offer, for which a program would take milliseconds each. Paths are
 * absolute.
 */
export const system_calls = {
  /** Copies a file without its holes to a new one. */
  copy: (from: string, to: string): SystemCall => ['copy', from, to],
  /** Removes a file. */
  remove: (path: string): SystemCall => ['remove', path],
  /** Creates a named pipe that everybody may open. */
  fifo: (path: string): SystemCall => ['fifo', path],
  /** Creates a block device that only this user can open. */
  node: (path: string, major: number, minor: number): SystemCall => ['node', path, major, minor],
  /**
   * Puts a loop device in front of an image. It is let go when nobody has mounted it at the end of the calls, or
   * later.
   */
  loop: (device: string, image: string): SystemCall => ['loop', device, image],
  mount: (source: string, path: string, type: string, flags: number, data: string): SystemCall => [
    ...['mount', source, path, type, flags, data],
  ],
  unmount: (path: string, flags = 0): SystemCall => ['unmount', path, flags],
  /**
   * Has a small process write a text to a file again and again, without waiting for it. A later call replaces an
   * earlier one.
   */
  repeat: (path: string, text: string, period_ms: number, times: number): SystemCall => [
    ...['repeat', path, text, period_ms, times],
  ],
  /** Creates a file that has its blocks, unwritten. */
  reserve: (path: string, bytes: number): SystemCall => ['reserve', path, bytes],
} as const;

/** Result of calls: the number that were made, and the name of the error at which they stopped; '' = all were made. */
interface SystemCallResult {
  made: number;
  /** `ENOSYS` where this machine's launcher makes no calls, `EPIPE` if it ended: then it may have made some. */
  error: string;
}

/** Makes calls of the kernel one after another, until one fails. Never rejects. */
export function makeSystemCalls(calls: readonly SystemCall[]): Promise<SystemCallResult> {
  const has_nul = calls.some((call) => call.some((each) => String(each).includes('\0')));
  if (has_nul) return Promise.resolve({ made: 0, error: 'EINVAL' });
  return new Promise((resolve) => {
    const id = request(
      { calls },
      (response) => {
        forget(id);
        const { made: made_count, error } = response.kind === 'calls' ? response : { made: 0, error: NO_SUCH_CALL };
        resolve({ made: made_count, error: error === 0 ? '' : getSystemErrorName(-error) });
      },
      () => {
        forget(id);
        resolve({ made: 0, error: 'EPIPE' });
      },
    );
  });
}

const NO_SUCH_CALL = 38;
