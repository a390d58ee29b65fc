/**
 * Takes sensitive spans out of what is stored (R14): deterministic rules, placeholders that keep the structure. The digest of the original
 * is kept beside by whoever stores.
 */
export interface Redaction {
  /** A text with its spans replaced; `found` counts them by rule. */
  text(given: string): Redacted<string>;
  /** Plain JSON: every string and every name by itself, so that it stays JSON. */
  json(given: unknown): Redacted<unknown>;
  /** Digest of the rules. */
  readonly sha256: string;
  /** The same rules with numbers from 1: one for each record, so that numbers follow from its own log. */
  begin(): Redaction;
}

export interface Redacted<T> {
  value: T;
  found: Record<string, number>;
}

/** Stores what may not stand in a record, apart from it and for its owner alone. Every reading is written down. */
export interface RestrictedStore {
  keep(sha256: string, original: string | Uint8Array): void;
}
