import { UserError } from '../../contract/input/user_error.js';

/** Error codes of a folder that cannot be written, in words. */
const FULL_OR_CLOSED: Record<string, string> = {
  ENOSPC: 'no space is left on its device',
  EDQUOT: 'its quota is used up',
  EROFS: 'it is read-only',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EFBIG: 'a file would become too large',
  EIO: 'its device has an error',
};

/**
 * Returns a user's mistake for an error of a folder that cannot be written; undefined for other errors.
 *
 * @param resumes true if the verb can go on with what was recorded
 */
export function toUnwritableError(error: unknown, out: string, resumes = true): UserError | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : FULL_OR_CLOSED[code];
  return reason === undefined
    ? undefined
    : new UserError(
        `records cannot be written to ${out}: ${reason} (${message})`,
        'What was recorded until then is kept. Make room, or name another folder with --out ' +
          `DIR${resumes ? ', and continue with --resume' : ''}.`,
      );
}

/** Writes to the folder of a run. @throws {UserError} if the folder cannot be written */
export function withUnwritableError<T>(out: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw toUnwritableError(error, out) ?? error;
  }
}
