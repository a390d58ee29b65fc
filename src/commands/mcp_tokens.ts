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
import { UserError } from '../contract/user_error.js';
import { TOKEN } from '../run/coordination/mcp/tokens.js';

/** The file by which agents' configurations learn where the server is, and as whom they may speak to it. */
const tokensFileSchema = z.strictObject({
  url: z.string(),
  tokens: z.record(z.string(), z.string().regex(TOKEN, 'must be a token that gatebench made')),
});

/**
 * Tokens that an earlier server wrote down, so that agents need no new ones; none where there is no file.
 *
 * @throws {UserError} when it cannot be read, is something else, or others may read it
 */
export function keptTokens(path: string, shown: string): Map<string, string> {
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
    return new Map(Object.entries(tokensFileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).tokens));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${shown} holds something else than tokens`, 'Name another file with --tokens FILE.');
  } finally {
    closeSync(file);
  }
}

/** Writes the file in one piece, for its owner's eyes only. */
export function keepTokens(path: string, shown: string, file: z.input<typeof tokensFileSchema>): void {
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
