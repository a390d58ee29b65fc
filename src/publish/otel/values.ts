import { fractions } from './conventions.js';

/** A value as OTLP/JSON has it: whole numbers of 64 bits are texts. */
export type AnyValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: AnyValue[] } };

export interface KeyValue {
  key: string;
  value: AnyValue;
}

/** What is known of something, by name; undefined and null = not known, and so not there. */
export type Attributes = Readonly<Record<string, Known | readonly Known[] | undefined | null>>;
type Known = string | number | boolean;

/** Collectors refuse or cut long values; what somebody needs whole is in the record. */
const MAX_CHARACTERS = 8192;

/** Attributes with their types. @param whole nothing is cut: content that was asked for */
export function keyValues(attributes: Attributes, whole = false): KeyValue[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === null
      ? []
      : [
          {
            key,
            value: fractions.has(key) && typeof value === 'number' ? { doubleValue: value } : anyValue(value, whole),
          },
        ],
  );
}

function anyValue(value: Known | readonly Known[], whole: boolean): AnyValue {
  if (typeof value === 'object') return { arrayValue: { values: value.map((each) => anyValue(each, whole)) } };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { stringValue: (whole ? value : value.slice(0, MAX_CHARACTERS)).toWellFormed() };
}
