import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

/** Table of an untrusted configuration file. */
export type ConfigTable = Readonly<Record<string, unknown>>;

const PARSERS = {
  JSON: (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, '')),
  TOML: parseToml,
  YAML: (text: string): unknown => parseYaml(text, { maxAliasCount: 0, logLevel: 'error', uniqueKeys: false }),
} satisfies Record<string, (text: string) => unknown>;

const MAX_CONFIG = 1_000_000;

/** Parses a configuration file. Returns undefined if it is absent, malformed, too large or no table. */
export function parseConfig(format: keyof typeof PARSERS, text: string | undefined): ConfigTable | undefined {
  if (text === undefined || text.length > MAX_CONFIG) return undefined;
  try {
    const parsed = PARSERS[format](text);
    return isTable(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isTable(value: unknown): value is ConfigTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value at a path of keys; undefined if it is absent. Inherited properties count as absent. */
export function getValue(table: unknown, ...keys: readonly string[]): unknown {
  let value: unknown = table;
  for (const key of keys) {
    if (!isTable(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Returns the table at a path of keys; an empty one if there is none. */
export function getTable(table: unknown, ...keys: readonly string[]): ConfigTable {
  const value = getValue(table, ...keys);
  return isTable(value) ? value : {};
}

/** Returns the text at a path of keys; undefined if there is none. */
export function getText(table: unknown, ...keys: readonly string[]): string | undefined {
  const value = getValue(table, ...keys);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the texts at a path of keys: those of a list, or a single one. */
export function getTextList(table: unknown, ...keys: readonly string[]): string[] {
  const value = getValue(table, ...keys);
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
}
