import { digestOf, sha256 } from '../../record/canonical.js';
import type { Redacted, Redaction } from '../../record/redaction.js';
import { placeholderOf, type RedactionRule } from './rule.js';
import { shippedRules } from './rules/shipped.js';
import { type Find, isField, type Span, spanFinder } from './spans.js';

/** Raised when the code beside the patterns changes what is found. */
const VERSION = 2;
/** What a replacement brings to light another round may find. */
const MOST_ROUNDS = 20;
/** Spans whose numbers are remembered for one record; those after it share the number 0. */
const MOST_NUMBERS = 200_000;
/** Deeper JSON is no conversation, and would exhaust the stack. */
const MOST_DEPTH = 500;
const TOO_DEEP = '[redacted:too-deep]';
/**
 * Places that could begin a secret, of all texts of one record. To look at them takes some seconds, in which nothing else happens; texts of
 * people and programs have one in hundreds of characters. After that, texts that have any are left out whole.
 */
const MOST_PLACES = 2_000_000;
const TOO_DENSE = '[redacted:too-dense]';

export const defaultRules = shippedRules.filter(({ optional }) => !optional);

/**
 * Redaction by rules (R14): the shipped ones that are not optional, unless others are given. Where two rules find the same, the one that
 * comes first in their order is told.
 */
export function openRedaction(rules: readonly RedactionRule[] = defaultRules, most_places = MOST_PLACES): Redaction {
  const own = placeholders(rules);
  const find = spanFinder(rules, own);
  const digest = digestOf([
    VERSION,
    rules.map((rule) => [rule.id, rule.pattern.source, rule.pattern.flags, rule.placeholder ?? null]),
  ]);
  const begin = (): Redaction => ({
    ...redactionBy(rules, find, own, most_places),
    sha256: digest,
    begin,
  });
  return begin();
}

function redactionBy(
  rules: readonly RedactionRule[],
  find: Find,
  own: RegExp,
  most_places: number,
): Pick<Redaction, 'text' | 'json'> {
  const effort = { left: most_places };
  const numbered = numbering();
  const textOf = (given: string, found: Record<string, number>): string => {
    let text = given;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const spans = find(text, effort);
      if (!spans) {
        found['too-dense'] = (found['too-dense'] ?? 0) + 1;
        return TOO_DENSE;
      }
      if (spans.length === 0) return text;
      text = replaced(text, spans, (rule, span) => {
        found[rule.id] = (found[rule.id] ?? 0) + 1;
        return numbered(rule, span);
      });
    }
    return text;
  };
  const redactedValue = (given: unknown, found: Record<string, number>, depth: number): unknown => {
    if (typeof given === 'string') return textOf(given, found);
    if (typeof given !== 'object' || given === null) return given;
    if (depth > MOST_DEPTH) {
      found['too-deep'] = (found['too-deep'] ?? 0) + 1;
      return TOO_DEEP;
    }
    if (Array.isArray(given)) return given.map((each) => redactedValue(each, found, depth + 1));
    return Object.fromEntries(
      Object.entries(given).map(([name, each]) => {
        const key = textOf(name, found);
        const value = redactedValue(each, found, depth + 1);
        // What a surer rule has found keeps its name.
        const rule = typeof each === 'string' && value === each && rules.find((rule) => isField(rule, name, each, own));
        if (!rule) return [key, value];
        found[rule.id] = (found[rule.id] ?? 0) + 1;
        return [key, numbered(rule, each)];
      }),
    );
  };
  const counted = <T>(redact: (found: Record<string, number>) => T): Redacted<T> => {
    const found: Record<string, number> = {};
    return { value: redact(found), found };
  };
  return {
    text: (given) => counted((found) => textOf(given, found)),
    json: (given) => counted((found) => redactedValue(given, found, 0)),
  };
}

/** Placeholders whose numbers count the different spans of a rule, in the order in which they come. */
function numbering(): (rule: RedactionRule, span: string) => string {
  const numbers = new Map<string, Map<string, number>>();
  return (rule, span) => {
    const known = numbers.get(rule.id) ?? new Map<string, number>();
    numbers.set(rule.id, known);
    const key = span.length > 64 ? sha256(span) : span;
    let n = known.get(key);
    if (n === undefined) {
      n = known.size < MOST_NUMBERS ? known.size + 1 : 0;
      if (n > 0) known.set(key, n);
    }
    return placeholderOf(rule, n);
  };
}

function replaced(text: string, spans: readonly Span[], stand: (rule: RedactionRule, span: string) => string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { rule, from, to } of spans) {
    pieces.push(text.slice(at, from), stand(rule, text.slice(from, to)));
    at = to;
  }
  return pieces.join('') + text.slice(at);
}

/** Everything that these rules put in place of something. */
function placeholders(rules: readonly RedactionRule[]): RegExp {
  const forms = [...rules.map((rule) => placeholderOf(rule, Number.NaN)), TOO_DEEP, TOO_DENSE];
  const escaped = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace('NaN', '\\d{1,9}'));
  return new RegExp(escaped.join('|'), 'g');
}
