import { createLiteralSearch, type LiteralPrefilter, type SearchEffort } from './literal_prefilter.js';
import type { RedactionRule } from './rules/redaction_rule.js';

/** Part of a text that a rule replaces. */
export interface TextSpan {
  rule: RedactionRule;
  from: number;
  to: number;
}

/** Function that finds spans; undefined if it would exceed the effort. */
export type SpanFinder = (text: string, effort: SearchEffort) => TextSpan[] | undefined;

/** Length limits of a value that is recognised by its name, or that is left beside placeholders. */
const SHORTEST_VALUE = 12;
const LONGEST_VALUE = 300;

/** Compiled rule: `near` finds a match within `reach` characters, `next` the next one anywhere. */
interface CompiledRule {
  rule: RedactionRule;
  near: RegExp;
  next: RegExp;
}

/**
 * Creates a finder of all spans that rules replace, in order and without overlaps. The first rule wins an overlap.
 *
 * @param own pattern of the placeholders
 */
export function createSpanFinder(rules: readonly RedactionRule[], own: RegExp): SpanFinder {
  const ready = rules.map((rule): CompiledRule => {
    const flags = [...new Set([...rule.pattern.flags.replace(/[gy]/g, ''), 'd'])].join('');
    const source = `(${rule.pattern.source})`;
    const near = `[^]{0,${rule.reach ?? 0}}?${source}`;
    return { rule, near: new RegExp(near, `${flags}y`), next: new RegExp(source, `${flags}g`) };
  });
  const toHints = ({ hints = [], fold = false }: RedactionRule, i: number) =>
    hints.map((text): LiteralPrefilter => ({ text, fold, rule: i }));
  const search = createLiteralSearch(rules.flatMap(toHints));
  const unhinted = rules.findIndex(({ hints }) => !hints);
  const first_unhinted = unhinted < 0 ? rules.length : unhinted;
  return (text, effort) => {
    const places = search(text, effort);
    if (!places) return undefined;
    const spans: TextSpan[] = [];
    let occupied: Uint8Array | undefined;
    // Every text of a record comes here, and hardly any has a place: nothing is created for them.
    for (let i = places.size > 0 ? 0 : first_unhinted; i < ready.length; i++) {
      const each = ready[i]!;
      const near = each.rule.hints && places.get(i);
      if (each.rule.hints && !near) continue;
      const candidates = near ? findNearHints(each, text, near, own) : findAnywhere(each, text, own);
      for (const span of candidates) {
        occupied ??= new Uint8Array(text.length);
        if (occupied.subarray(span.from, span.to).includes(1)) continue;
        occupied.fill(1, span.from, span.to);
        spans.push(span);
      }
    }
    return spans.sort((a, b) => a.from - b.from);
  };
}

function findNearHints({ rule, near }: CompiledRule, text: string, places: readonly number[], own: RegExp): TextSpan[] {
  const spans: TextSpan[] = [];
  let minimum = 0;
  for (const position of places) {
    if (position < minimum) continue;
    near.lastIndex = Math.max(minimum, position - (rule.reach ?? 0));
    const match = near.exec(text);
    if (!match) continue;
    const span = toSpan(rule, text, match, minimum, own);
    if (!span) continue;
    spans.push(span);
    minimum = span.to;
  }
  return spans;
}

function findAnywhere({ rule, next }: CompiledRule, text: string, own: RegExp): TextSpan[] {
  const spans: TextSpan[] = [];
  next.lastIndex = 0;
  for (let match = next.exec(text); match; match = next.exec(text)) {
    if (match[0] === '') next.lastIndex++;
    const span = toSpan(rule, text, match, spans.at(-1)?.to ?? 0, own);
    if (span) spans.push(span);
  }
  return spans;
}

function toSpan(
  rule: RedactionRule,
  text: string,
  match: RegExpExecArray,
  minimum: number,
  own: RegExp,
): TextSpan | undefined {
  // The first group is the whole pattern.
  const [first, last] = match.indices![2] ?? match.indices![1]!;
  const quote = rule.quotes ? -1 : text.slice(first, last).indexOf('"');
  const span = expandSpan(text, Math.max(minimum, first), quote === -1 ? last : first + quote);
  const value = text.slice(span.from, span.to);
  if (value === '' || isAlreadyRedacted(value, own) || (rule.accepts && !rule.accepts(value, match[1]!)))
    return undefined;
  return { rule, ...span };
}

/** Returns true if the value consists of placeholders and little else. */
function isAlreadyRedacted(value: string, own: RegExp): boolean {
  const rest = value.replace(own, '');
  return rest.length < value.length && rest.length < SHORTEST_VALUE;
}

/** Returns true if a rule covers the whole value of a JSON field, by its name. */
export function isSecretField({ field, accepts }: RedactionRule, name: string, value: string, own: RegExp): boolean {
  if (!field || value.length < SHORTEST_VALUE || value.length > LONGEST_VALUE) return false;
  return !/\s/.test(value) && field.test(name) && !isAlreadyRedacted(value, own) && (!accepts || accepts(value, value));
}

/**
 * Adjusts a span so that its replacement breaks nothing: it cuts neither a surrogate pair nor an escape of JSON. Text
 * is often JSON inside of JSON, so any run of backslashes counts as an escape. An empty span means that nothing is left
 * to replace.
 */
function expandSpan(text: string, from: number, to: number): { from: number; to: number } {
  const begin = skipEscape(text, from);
  let end = to;
  const cut = /\\+u[0-9a-fA-F]{0,3}$/.exec(text.slice(Math.max(begin, end - 16), end));
  if (cut && HEX.test(text[end] ?? '')) end -= cut[0].length;
  while (end > begin && text[end - 1] === '\\') end--;
  if (isHighSurrogate(text, end - 1) && isLowSurrogate(text, end)) end--;
  return { from: begin, to: Math.max(begin, end) };
}

const HEX = /^[0-9a-fA-F]$/;

/** Returns the first position from `from` on that is not within an escape. */
function skipEscape(text: string, from: number): number {
  let index = from;
  if (text[index - 1] === '\\') {
    while (text[index] === '\\') index++;
    if (/^u[0-9a-fA-F]{4}$/.test(text.slice(index, index + 5))) return index + 5;
    return '"/bfnrtu'.includes(text[index] ?? ' ') ? index + 1 : index;
  }
  const cut = /\\u([0-9a-fA-F]{0,3})$/.exec(text.slice(Math.max(0, index - 5), index));
  for (let remaining = cut ? 4 - cut[1]!.length : 0; remaining > 0 && HEX.test(text[index] ?? ''); remaining--) index++;
  if (isLowSurrogate(text, index) && isHighSurrogate(text, index - 1)) index++;
  return index;
}

const isHighSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xd800;
const isLowSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
