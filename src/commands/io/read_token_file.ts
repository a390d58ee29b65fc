import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { z } from 'zod';
import { UserError } from '../../contract/input/user_error.js';
import { TOKEN_PATTERN } from '../../gateway/accounts/bearer_tokens.js';

/** File from which agents read the server's address and their tokens. */
const tokenFileSchema = z.strictObject({
  url: z.string(),
  tokens: z.record(z.string(), z.string().regex(TOKEN_PATTERN, 'must be a token that gatebench made')),
});

/**
 * Reads the tokens that an earlier server has written; none if there is no file.
 *
 * @throws {UserError} if the file cannot be read, is something else, or is readable by others
 */
export function readTokenFile(path: string, shown: string): Map<string, string> {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return new Map();
    throw new UserError(`the tokens in ${shown} cannot be read (${code})`, 'Name another file with --tokens FILE.');
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw new UserError(`${shown} is not a file`, 'Name another one with --tokens FILE.');
    if ((stat.mode & 0o077) !== 0)
      throw new UserError(
        `others may read the tokens in ${shown}`,
        'Remove the file, so that new ones are made, or close it: chmod 600.',
      );
    return new Map(Object.entries(tokenFileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).tokens));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${shown} holds something else than tokens`, 'Name another file with --tokens FILE.');
  } finally {
    closeSync(file);
  }
}

/** Writes the file atomically, readable by its owner only. */
export function writeTokenFile(path: string, shown: string, file: z.input<typeof tokenFileSchema>): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const fd = openSync(temporary, 'wx', 0o600);
    try {
      fchmodSync(fd, 0o600);
      writeSync(fd, `${JSON.stringify(file, null, 2)}\n`);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new UserError(
      `tokens cannot be written to ${shown} (${(error as NodeJS.ErrnoException).code})`,
      'Name another file with --tokens FILE.',
    );
  }
}
