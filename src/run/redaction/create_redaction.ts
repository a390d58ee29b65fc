import { computeDigest, sha256 } from '../../record/json/compute_digest.js';
import type { RedactionResult, Redactor } from '../../record/redaction/redactor.js';
import { formatPlaceholder, type RedactionRule } from './rules/redaction_rule.js';
import { shippedRedactionRules } from './rules/shipped_redaction_rules.js';
import { createSpanFinder, isSecretField, type SpanFinder, type TextSpan } from './text_span.js';

/** Version of the code beside the patterns; raise it if other texts are found. */
const VERSION = 2;
/** Maximum number of rounds, since a replacement may reveal another span. */
const MOST_ROUNDS = 20;
/** Maximum number of numbered spans in one record; later ones share the number 0. */
const MOST_NUMBERS = 200_000;
/** Maximum depth of JSON, which bounds the stack. */
const MOST_DEPTH = 500;
const TOO_DEEP = '[redacted:too-deep]';
/**
 * Maximum number of possible beginnings of secrets in all texts of one record; more would block the process for
 * seconds. Usual texts have one in hundreds of characters. Beyond the limit, texts with any are left out.
 */
const MOST_PLACES = 2_000_000;
const TOO_DENSE = '[redacted:too-dense]';
/** Maximum length of a fact that is searched in any case. */
const SHORT_FACT = 8_192;
/** Names of event fields that hold file paths. */
const PATHS: ReadonlySet<string> = new Set(['path', 'old_path']);

const defaultRules = shippedRedactionRules.filter(({ optional }) => !optional);

/**
 * Creates a redaction by rules (requirement R14): the given ones, or the shipped ones that are not optional. If two
 * rules match the same text, the first one counts.
 */
export function createRedaction(rules: readonly RedactionRule[] = defaultRules, most_places = MOST_PLACES): Redactor {
  const placeholder = createPlaceholderPattern(rules);
  const find = createSpanFinder(rules, placeholder);
  const digest = computeDigest([
    VERSION,
    rules.map((rule) => [rule.id, rule.pattern.source, rule.pattern.flags, rule.placeholder ?? null]),
  ]);
  const begin = (): Redactor => ({
    ...createTextRedaction(rules, find, placeholder, most_places),
    sha256: digest,
    begin,
  });
  return begin();
}

function createTextRedaction(
  rules: readonly RedactionRule[],
  find: SpanFinder,
  own: RegExp,
  most_places: number,
): Pick<Redactor, 'text' | 'json'> {
  const effort = { left: most_places };
  const numbered = createNumbering();
  const redactText = (input: string, found: Record<string, number>, form?: 'patch' | 'facts'): string => {
    let text = input;
    const own_effort = form === 'facts' && input.length <= SHORT_FACT ? { left: 4 * input.length } : effort;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const spans = find(text, own_effort);
      if (!spans) {
        found['too-dense'] = (found['too-dense'] ?? 0) + 1;
        return TOO_DENSE;
      }
      if (spans.length === 0) return text;
      text = replaceSpans(text, spans, (rule, span) => {
        found[rule.id] = (found[rule.id] ?? 0) + 1;
        return form === 'patch' ? replaceLines(span, (plain) => numbered(rule, plain)) : numbered(rule, span);
      });
    }
    return text;
  };
  /** Redacts a path part by part. A part whose signs would change stays, since policies match paths by them. */
  const redactPath = (input: string, found: Record<string, number>): string =>
    input
      .split('/')
      .map((part) => {
        const countSpans: Record<string, number> = {};
        const redacted = redactText(part, countSpans, 'facts');
        if (redacted === part || removeWordCharacters(redacted.replace(own, '')) !== removeWordCharacters(part))
          return part;
        for (const [rule, spans] of Object.entries(countSpans)) found[rule] = (found[rule] ?? 0) + spans;
        return redacted;
      })
      .join('/');
  const redactValue = (input: unknown, found: Record<string, number>, depth: number, form?: 'facts'): unknown => {
    if (typeof input === 'string') return redactText(input, found, form);
    if (typeof input !== 'object' || input === null) return input;
    if (depth > MOST_DEPTH) {
      found['too-deep'] = (found['too-deep'] ?? 0) + 1;
      return TOO_DEEP;
    }
    if (Array.isArray(input)) return input.map((each) => redactValue(each, found, depth + 1, form));
    return Object.fromEntries(
      Object.entries(input).map(([name, each]) => {
        const key = redactText(name, found, form);
        if (form === 'facts' && typeof each === 'string' && PATHS.has(name)) return [key, redactPath(each, found)];
        const value = redactValue(each, found, depth + 1, form);
        // Values that a more certain rule replaced keep its placeholder.
        const rule =
          typeof each === 'string' && value === each && rules.find((rule) => isSecretField(rule, name, each, own));
        if (!rule) return [key, value];
        found[rule.id] = (found[rule.id] ?? 0) + 1;
        return [key, numbered(rule, each)];
      }),
    );
  };
  const countSpans = <T>(redact: (found: Record<string, number>) => T): RedactionResult<T> => {
    const counts: Record<string, number> = {};
    return { value: redact(counts), found: counts };
  };
  return {
    text: (input, form) => countSpans((found) => redactText(input, found, form)),
    json: (input, form) => countSpans((found) => redactValue(input, found, 0, form)),
  };
}

/** Removes all characters that patterns of paths do not distinguish. */
const removeWordCharacters = (text: string): string => text.replace(/[A-Za-z0-9_-]/g, '');

/** Creates placeholders with numbers, which count the different spans of a rule in order. */
function createNumbering(): (rule: RedactionRule, span: string) => string {
  const numbers = new Map<string, Map<string, number>>();
  return (rule, span) => {
    const numbered = numbers.get(rule.id) ?? new Map<string, number>();
    numbers.set(rule.id, numbered);
    const key = span.length > 64 ? sha256(span) : span;
    let n = numbered.get(key);
    if (n === undefined) {
      n = numbered.size < MOST_NUMBERS ? numbered.size + 1 : 0;
      if (n > 0) numbered.set(key, n);
    }
    return formatPlaceholder(rule, n);
  };
}

/** Redacts a span of a patch and keeps the first character of every line, which marks added lines. */
function replaceLines(span: string, number: (plain: string) => string): string {
  const [first = '', ...more] = span.split('\n');
  const stand = number([first, ...more.map((line) => line.slice(1))].join('\n'));
  return [first === '' ? '' : stand, ...more.map((line) => `${line.slice(0, 1)}${line.length > 1 ? stand : ''}`)].join(
    '\n',
  );
}

function replaceSpans(
  text: string,
  spans: readonly TextSpan[],
  stand: (rule: RedactionRule, span: string) => string,
): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { rule, from: start, to: end } of spans) {
    pieces.push(text.slice(position, start), stand(rule, text.slice(start, end)));
    position = end;
  }
  return pieces.join('') + text.slice(position);
}

/** Creates a pattern of all placeholders of these rules. */
function createPlaceholderPattern(rules: readonly RedactionRule[]): RegExp {
  const forms = [...rules.map((rule) => formatPlaceholder(rule, Number.NaN)), TOO_DEEP, TOO_DENSE];
  const escaped = forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace('NaN', '\\d{1,9}'));
  return new RegExp(escaped.join('|'), 'g');
}
