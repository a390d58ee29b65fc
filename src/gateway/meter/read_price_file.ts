import { relative, resolve } from 'node:path';
import { UserError } from '../../contract/input/user_error.js';
import { readRegularFile } from '../../system/read_regular_file.js';
import { type PriceTable, readPriceTable } from './price_table.js';

const MOST_BYTES = 2 ** 20;

/**
 * Reads a price table from a file.
 *
 * @throws {UserError} for a file that cannot be read, and as `readPriceTable`
 */
export function readPriceFile(file: string, cwd = '.'): PriceTable {
  const path = resolve(cwd, file);
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path, MOST_BYTES);
  } catch (error) {
    throw new UserError(
      `price table ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Name a CSV file such as docs/agents.md#costs shows.',
    );
  }
  return readPriceTable(bytes, relative(resolve(cwd), path) || path);
}
