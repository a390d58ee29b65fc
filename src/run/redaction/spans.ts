import { type Effort, type Hint, hintSearch } from './hints.js';
import type { RedactionRule } from './rule.js';
import { wholeSpan } from './span.js';

/** A part of a text that a rule replaces. */
export interface Span {
  rule: RedactionRule;
  from: number;
  to: number;
}

/** undefined = it would take more effort than is left. */
export type Find = (text: string, effort: Effort) => Span[] | undefined;

/** Length of a value that its name alone gives away, and of what makes one beside placeholders. */
const SHORTEST_VALUE = 12;
const LONGEST_VALUE = 300;

/** A pattern made ready: `near` finds a match within `reach` characters, `next` the next one anywhere. */
interface Ready {
  rule: RedactionRule;
  near: RegExp;
  next: RegExp;
}

/**
 * Finds what rules replace in a text, in its order and without overlaps: of two that overlap, the rule that comes first has it.
 *
 * @param own what stands in place of spans already
 */
export function spanFinder(rules: readonly RedactionRule[], own: RegExp): Find {
  const ready = rules.map((rule): Ready => {
    const flags = [...new Set([...rule.pattern.flags.replace(/[gy]/g, ''), 'd'])].join('');
    const source = `(${rule.pattern.source})`;
    const near = `[^]{0,${rule.reach ?? 0}}?${source}`;
    return { rule, near: new RegExp(near, `${flags}y`), next: new RegExp(source, `${flags}g`) };
  });
  const hintsOf = ({ hints = [], fold = false }: RedactionRule, i: number) =>
    hints.map((text): Hint => ({ text, fold, rule: i }));
  const search = hintSearch(rules.flatMap(hintsOf));
  return (text, effort) => {
    const places = search(text, effort);
    if (!places) return undefined;
    const spans: Span[] = [];
    let taken: Uint8Array | undefined;
    for (const [i, each] of ready.entries()) {
      if (each.rule.hints && !places.has(i)) continue;
      const found = each.rule.hints ? nearHints(each, text, places.get(i)!, own) : anywhere(each, text, own);
      for (const span of found) {
        taken ??= new Uint8Array(text.length);
        if (taken.subarray(span.from, span.to).includes(1)) continue;
        taken.fill(1, span.from, span.to);
        spans.push(span);
      }
    }
    return spans.sort((a, b) => a.from - b.from);
  };
}

function nearHints({ rule, near }: Ready, text: string, places: readonly number[], own: RegExp): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const place of places) {
    if (place < at) continue;
    near.lastIndex = Math.max(at, place - (rule.reach ?? 0));
    const match = near.exec(text);
    if (!match) continue;
    const span = spanOf(rule, text, match, at, own);
    if (!span) continue;
    spans.push(span);
    at = span.to;
  }
  return spans;
}

function anywhere({ rule, next }: Ready, text: string, own: RegExp): Span[] {
  const spans: Span[] = [];
  next.lastIndex = 0;
  for (let match = next.exec(text); match; match = next.exec(text)) {
    if (match[0] === '') next.lastIndex++;
    const span = spanOf(rule, text, match, spans.at(-1)?.to ?? 0, own);
    if (span) spans.push(span);
  }
  return spans;
}

function spanOf(
  rule: RedactionRule,
  text: string,
  match: RegExpExecArray,
  least: number,
  own: RegExp,
): Span | undefined {
  // The first group is the whole pattern.
  const [from, to] = match.indices![2] ?? match.indices![1]!;
  const quote = rule.quotes ? -1 : text.slice(from, to).indexOf('"');
  const span = wholeSpan(text, Math.max(least, from), quote === -1 ? to : from + quote);
  const value = text.slice(span.from, span.to);
  if (value === '' || isDone(value, own) || (rule.accepts && !rule.accepts(value, match[1]!))) return undefined;
  return { rule, ...span };
}

/** Whether nothing of weight is left beside what stands for spans already. */
function isDone(value: string, own: RegExp): boolean {
  const rest = value.replace(own, '');
  return rest.length < value.length && rest.length < SHORTEST_VALUE;
}

/** Whether a rule means the whole value of a field of JSON, by its name. */
export function isField({ field, accepts }: RedactionRule, name: string, value: string, own: RegExp): boolean {
  if (!field || value.length < SHORTEST_VALUE || value.length > LONGEST_VALUE) return false;
  return !/\s/.test(value) && field.test(name) && !isDone(value, own) && (!accepts || accepts(value, value));
}
