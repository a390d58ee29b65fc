import { createRequire } from 'node:module';

const { listMissing, mark } = createRequire(import.meta.url)('./jest/facilities.cjs') as {
  listMissing: (names: readonly string[]) => string[];
  mark: (names: readonly string[]) => string;
};

/** Tells whether this machine has all these facilities of `jest/facilities.cjs`. */
export const has = (...names: readonly string[]): boolean => listMissing(names).length === 0;

/**
 * Returns `it` where this machine has all these facilities. Elsewhere it skips the test and adds to the title what is missing, so that the
 * reporter can count it.
 */
export const where = (...names: readonly string[]): jest.It => whereHas(it, names);

/** Returns this `it`, as `where` does. */
export function whereHas(it: jest.It, names: readonly string[]): jest.It {
  const missing = listMissing(names);
  if (missing.length === 0) return it;
  const skip = (title: string) => it.skip(`${title} ${mark(missing)}`, () => undefined);
  const each = (rows: readonly unknown[]) => (title: string, body: (...row: never[]) => unknown) =>
    it.skip.each(rows as unknown[][])(`${title} ${mark(missing)}`, body as () => void);
  return Object.assign(skip, { each, skip: it.skip, only: it.only }) as unknown as jest.It;
}

/** Returns `describe` where this machine has all these facilities, and elsewhere one that skips its tests and says so. */
export function groupWhere(...names: readonly string[]): (title: string, body: () => void) => void {
  const missing = listMissing(names);
  return missing.length === 0 ? describe : (title, body) => describe.skip(`${title} ${mark(missing)}`, body);
}
