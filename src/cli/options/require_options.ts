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
  const at = issue.path.filter((key) => key !== 'run' && typeof key !== 'number').join('.');
  const text = formatBound(issue.message);
  // Some messages name their option at the end, since its field has another name.
  const [, message = text, option = formatOptionName(at)] = /^(.*) \((--[\w-]+)\)$/.exec(text) ?? [];
  throw new InvalidArgumentError(at === '' ? text : `${option}: ${message}`);
}

/** Formats a broken bound as the other messages have it. */
const formatBound = (message: string): string =>
  message
    .replace(/^Too big: expected (?:number|int) to be <=(\S+)$/, 'must be at most $1')
    .replace(/^Too small: expected (?:number|int) to be >=(\S+)$/, 'must be at least $1');

/** Fields of the schemas whose option has another name, or that are arguments. */
const OPTION_NAMES: Readonly<Record<string, string>> = {
  ...{ agents: '--agent', ablations: '--ablate', upstreams: '--upstream', allow_models: '--allow-model' },
  ...{ unsafe: '--unsafe-no-sandbox', contracts: 'CONTRACT', patterns: '--settings' },
  ...{ 'models.file': '--models', 'compare_settings.total_usd': '--budget-usd', 'deviation.because': '--deviation' },
};

/**
 * Returns the name by which the caller knows a field, given its path without indices: `fail_on` is `--fail-on`,
 * `replicate.vary` is `--vary`.
 */
function formatOptionName(path: string): string {
  const field = path.split('.').at(-1)!;
  return OPTION_NAMES[path] ?? OPTION_NAMES[field] ?? `--${field.replaceAll('_', '-')}`;
}

/** Returns the values of commander's options under the names in the verbs' schemas: `failOn` becomes `fail_on`. */
export function toSnakeCase(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [snake(name), value]));
}
