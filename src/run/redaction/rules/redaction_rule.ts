/** Redaction rule: a pattern, and the part of a match that is replaced (requirement R14). */
export interface RedactionRule {
  id: string;
  /**
   * Pattern with bounded repetitions, since the text is hostile. The first group, else the whole match, is replaced.
   */
  pattern: RegExp;
  /** Literals of which every match contains one, at most `reach` characters after its beginning (default 0). */
  hints?: readonly string[];
  reach?: number;
  /** True if the literals are lower case and match any case. */
  fold?: boolean;
  /** Accepts or rejects a match; default: accepts all. */
  accepts?: (value: string, match: string) => boolean;
  /** Names of JSON fields whose whole value is replaced, if it is accepted. */
  field?: RegExp;
  /** True if a span may contain pairs of double quotes; else it ends before the first, which may end a JSON string. */
  quotes?: boolean;
  /** Replacement text, with `{n}` for the number of the span; default `[redacted:ID#{n}]`. */
  placeholder?: string;
  /** True if only a file of rules can switch it on. */
  optional?: boolean;
  /** Texts, and their redaction by this rule alone; checked when a rule is read from a file, and by a test. */
  examples: Readonly<Record<string, string>>;
}

/** Formats the replacement of a span. Apart from brackets, it needs no escaping in JSON, paths or URLs. */
export const formatPlaceholder = ({ id, placeholder = `[redacted:${id}#{n}]` }: RedactionRule, n: number): string =>
  placeholder.replace('{n}', String(n));
