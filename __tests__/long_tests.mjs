/**
 * Test files that `npm test` leaves out and `npm run test:all` runs: each repeats over many cases, runners, machines or minutes what a
 * short test shows once. By kind, with the short test that holds the rule in every run.
 */
const LONG = [];

/** Tells whether a test file, named from the root of the project, belongs to the long ones. */
export const isLong = (name) =>
  LONG.some((path) => (path.endsWith('/') ? name.startsWith(`__tests__/${path}`) : name === `__tests__/${path}`));

/** The same as patterns of paths, for jest. */
export const LONG_PATTERNS = LONG.map((path) => `<rootDir>/__tests__/${path}${path.endsWith('/') ? '' : '$'}`);
