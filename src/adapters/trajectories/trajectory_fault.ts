import type { AtifMetrics, AtifStep } from '../../record/trajectory/atif_document.js';

/** Fault in a trajectory, with the path of the field. The file is refused with it. */
export class TrajectoryFault extends Error {}

export type ForeignRecord = Readonly<Record<string, unknown>>;

/** Step before it has its number. */
export type UnnumberedStep = Omit<AtifStep, 'step_id'>;

/** Returns the object at a path of a file. @throws {TrajectoryFault} if it is none */
export function requireRecord(value: unknown, path: string): ForeignRecord {
  if (isRecord(value)) return value;
  throw new TrajectoryFault(`${path} is ${describeValue(value)}, not an object`);
}

/** Returns the list at a path of a file. @throws {TrajectoryFault} if it is none */
export function requireList(value: unknown, path: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new TrajectoryFault(`${path} is ${describeValue(value)}, not a list`);
}

/** Returns the text at a path of a file; undefined if it is missing or null. @throws {TrajectoryFault} otherwise */
export function readOptionalText(value: unknown, path: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new TrajectoryFault(`${path} is ${describeValue(value)}, not a text`);
}

/** Checks for a JSON object. */
export const isRecord = (value: unknown): value is ForeignRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the object, or an empty one for anything else. */
export const toRecord = (value: unknown): ForeignRecord => (isRecord(value) ? value : {});

/** Returns the list, or an empty one for anything else. */
export const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Returns a text that is not empty; undefined for anything else. */
export const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Returns a number of tokens; undefined for anything that is none. */
export const toCount = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

/** Returns an amount of USD; undefined for anything that is none. */
export const toUsd = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;

/** Returns a time of ISO 8601; undefined for anything that is none. Numbers are seconds since 1970. */
export function toTimestamp(value: unknown): string | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const date = new Date(typeof value === 'number' ? value * 1000 : value);
  if (Number.isNaN(date.getTime())) return undefined;
  return typeof value === 'string' ? value : date.toISOString();
}

/** Returns the words of a message: a text, or a list of parts of which those with a text count. */
export function joinTexts(content: unknown): string {
  if (typeof content === 'string') return content;
  return toList(content)
    .flatMap((part) => (typeof part === 'string' ? part : (toText(toRecord(part).text) ?? [])))
    .join('\n');
}

/** Returns the usage of a response in the form of OpenAI's API. @returns undefined if it has no counts */
export function readUsage(usage: unknown, cost?: unknown): AtifMetrics | undefined {
  const counts = toRecord(usage);
  const metrics: AtifMetrics = dropAbsent({
    prompt_tokens: toCount(counts.prompt_tokens),
    completion_tokens: toCount(counts.completion_tokens),
    cached_tokens: toCount(toRecord(counts.prompt_tokens_details).cached_tokens),
    cost_usd: toUsd(cost),
  });
  return Object.keys(metrics).length === 0 ? undefined : metrics;
}

/** Parses arguments of a call that may be a JSON text. Anything but an object becomes the argument `input`. */
export function toCallArguments(value: unknown): Record<string, unknown> {
  if (isRecord(value)) return { ...value };
  if (typeof value === 'string') {
    try {
      const parsed: unknown = JSON.parse(value);
      if (isRecord(parsed)) return { ...parsed };
    } catch {
      // A text that is no JSON is the argument itself.
    }
  }
  return value === undefined || value === null ? {} : { input: value };
}

/**
 * Returns the bytes of a patch that an agent submitted; null or blank = it submitted nothing. Empty lines before it,
 * and a carriage return at the end of every line, its headers included, are of the terminal that printed it.
 */
export function toPatch(text: string | undefined): Uint8Array {
  if (text === undefined || text.trim() === '') return Buffer.alloc(0);
  const patch = text.replace(/^(?:\r?\n)+/, '');
  const printed = !/(?:^|[^\r])\n/.test(patch);
  return Buffer.from(printed ? patch.replace(/\r\n/g, '\n') : patch);
}

/** Returns the entries that are neither undefined nor null. */
export const dropAbsent = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined && each !== null)) as T;

/** Numbers steps from 1. @throws {TrajectoryFault} if there are none */
export function numberSteps(steps: readonly UnnumberedStep[]): AtifStep[] {
  if (steps.length === 0) throw new TrajectoryFault('it has no steps');
  return steps.map((step, at) => ({ step_id: at + 1, ...step }));
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
