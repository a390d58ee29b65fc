/** A rule of redaction (R14): what is looked for, and which part of it is replaced. */
export interface RedactionRule {
  id: string;
  /** Every repetition is bounded: the text is hostile. The first group, else the whole match, is replaced; the rest stays. */
  pattern: RegExp;
  /** Texts of which a match has one, at most `reach` characters after its beginning (default 0); the pattern is tried only there. */
  hints?: readonly string[];
  reach?: number;
  /** Hints are of lower case, the text of any. */
  fold?: boolean;
  /** Whether a match is meant; default: always. */
  accepts?: (value: string, match: string) => boolean;
  /** Names of JSON fields whose whole value is meant, if it is accepted. */
  field?: RegExp;
  /** Pairs of double quotes in a span belong to it; else it ends before the first, which may be the end of a JSON string. */
  quotes?: boolean;
  /** What stands in place of it, `{n}` for the number of the span; default `[redacted:ID#{n}]`. */
  placeholder?: string;
  /** Only where a file of rules switches it on. */
  optional?: boolean;
  /** Texts, and what becomes of them by this rule alone. Tried when the rule comes from a file, and in a test. */
  examples: Readonly<Record<string, string>>;
}

/** What stands in place of a span. It has nothing in it that JSON, a path or a URL would have to escape but the brackets. */
export const placeholderOf = ({ id, placeholder = `[redacted:${id}#{n}]` }: RedactionRule, n: number): string =>
  placeholder.replace('{n}', String(n));
