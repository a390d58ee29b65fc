import { readFileSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { UserError } from '../../../contract/user_error.js';
import { type PriceTable, readPriceTable } from './price_table.js';

const MOST_BYTES = 2 ** 20;

/** @throws {UserError} for a file that cannot be read, and as `readPriceTable` */
export function readPriceFile(file: string, cwd = '.'): PriceTable {
  const path = resolve(cwd, file);
  const refused = (why: string) =>
    new UserError(`price table ${file} cannot be read (${why})`, 'Name a CSV file such as docs/costs.md shows.');
  let bytes: Uint8Array;
  try {
    // A pipe or a device would keep us waiting.
    const found = statSync(path);
    if (!found.isFile()) throw refused('not a file');
    if (found.size > MOST_BYTES) throw refused('larger than 1 MiB');
    bytes = readFileSync(path);
  } catch (error) {
    throw error instanceof UserError ? error : refused(String((error as NodeJS.ErrnoException).code));
  }
  return readPriceTable(bytes, relative(resolve(cwd), path) || path);
}
