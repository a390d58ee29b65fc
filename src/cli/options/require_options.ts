import { InvalidArgumentError } from 'commander';

type SchemaResult<T> =
  | { success: true; data: T }
  | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };

/**
 * Returns the options that a schema has accepted.
 *
 * @throws {InvalidArgumentError} with the first issue of the schema, in the form of commander's own errors
 */
export function requireOptions<T>(parsed: SchemaResult<T>): T {
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  // The options of `consistency` hold those of `run` under that key, which no option is called.
  const at = issue.path.filter((key) => key !== 'run').join('.');
  throw new InvalidArgumentError(at === '' ? issue.message : `${at}: ${issue.message}`);
}

/** Returns the values of commander's options under the names in the verbs' schemas: `failOn` becomes `fail_on`. */
export function toSnakeCase(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [snake(name), value]));
}
