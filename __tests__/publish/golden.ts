import { readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../fixtures/renderings/', import.meta.url);

/**
 * Compares a rendering with its golden file. `GATEBENCH_UPDATE_GOLDEN=1` writes the files anew; read the diff before you
 * commit it.
 */
export function expectGolden(name: string, actual: string): void {
  const file = new URL(name, folder);
  if (process.env.GATEBENCH_UPDATE_GOLDEN === '1') writeFileSync(file, actual);
  expect(actual).toBe(readFileSync(file, 'utf8'));
}
