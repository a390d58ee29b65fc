import { InvalidArgumentError } from 'commander';
import { getLongFlag, type OptionSpec } from '../../commands/options/option_spec.js';
import { OPTION_TABLE } from '../../commands/options/option_table.js';

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
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).filter((key) => typeof key !== 'number').join('.');
  const text = formatBound(issue?.message ?? '');
  // Some messages name their option at the end, since its field has another name.
  const [, message = text, option = formatOptionName(path)] = /^(.*) \((--[\w-]+)\)$/.exec(text) ?? [];
  throw new InvalidArgumentError(path === '' ? text : `${option}: ${message}`);
}

/** Formats a broken bound as the other messages have it. */
const formatBound = (message: string): string =>
  message
    .replace(/^Too big: expected (?:number|int) to be <=(\S+)$/, 'must be at most $1')
    .replace(/^Too small: expected (?:number|int) to be >=(\S+)$/, 'must be at least $1')
    .replace(/^Invalid input: expected \w+, received undefined$/, 'is missing');

/**
 * Returns the name by which the caller knows a field, given its path without indices: that of the table, else the field
 * with hyphens. `fail_on` is `--fail-on`, `replicate.vary` is `--vary`.
 */
function formatOptionName(path: string): string {
  if (path === 'contracts') return 'CONTRACT';
  if (path === 'replicate.run') return 'RUN';
  const specs: Readonly<Record<string, OptionSpec>> = OPTION_TABLE;
  const flag = Object.hasOwn(specs, path) ? getLongFlag(specs[path] ?? {}) : '';
  return flag || `--${path.split('.').at(-1)?.replaceAll('_', '-')}`;
}
