/**
 * Redactor: replaces sensitive spans in everything that is stored (requirement R14), by deterministic rules and with
 * placeholders that keep the structure. The caller stores the digest of the original beside the result.
 */
export interface Redactor {
  /**
   * Replaces the sensitive spans of a text; `found` counts them by rule.
   *
   * @param form `patch`: a span over several lines is replaced line by line, so that the patch keeps its number of
   *   lines
   */
  text(given: string, form?: 'patch'): RedactionResult<string>;
  /**
   * Replaces the sensitive spans of plain JSON, in each string and each key separately, so that the result is JSON.
   *
   * @param form `facts`: input of gates. Short strings are searched even after the search budget is spent, so that an
   *   agent cannot exhaust it; file paths keep the characters that patterns match.
   */
  json(given: unknown, form?: 'facts'): RedactionResult<unknown>;
  /** Digest of the rules. */
  readonly sha256: string;
  /**
   * Returns a redactor with the same rules that numbers its placeholders from 1. Each record has its own, so that the
   * numbers follow from its log.
   */
  begin(): Redactor;
}

/** Value with sensitive spans replaced; `found` counts them by rule. */
export interface RedactionResult<T> {
  value: T;
  found: Record<string, number>;
}

/** Redactor of one record, and the store of its originals. */
export interface RecordRedactor {
  redactor: Redactor;
  /** undefined = originals are not kept. */
  store?: RestrictedStore | undefined;
}

/** Store of originals that may not stand in a record. Only its owner can read it, and it logs every access. */
export interface RestrictedStore {
  keep(sha256: string, original: string | Uint8Array): void;
}
