import { fractionAttributes } from './gen_ai_attributes.js';

/** Value as OTLP/JSON has it: whole numbers of 64 bits are texts. */
type OtelValue =
  | { stringValue: string }
  | { boolValue: boolean }
  | { intValue: string }
  | { doubleValue: number }
  | { arrayValue: { values: OtelValue[] } };

export interface OtelAttribute {
  key: string;
  value: OtelValue;
}

/** Attributes by name; undefined and null values are left out. */
export type SpanAttributes = Readonly<Record<string, AttributeValue | readonly AttributeValue[] | undefined | null>>;
type AttributeValue = string | number | boolean;

/** Maximum length of a value, since collectors refuse or truncate longer ones; the record holds the whole. */
const MAX_CHARACTERS = 8192;

/**
 * Converts attributes to typed OTLP values.
 *
 * @param whole true to truncate nothing
 */
export function toOtelAttributes(attributes: SpanAttributes, whole = false): OtelAttribute[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === null
      ? []
      : [
          {
            key,
            value:
              fractionAttributes.has(key) && typeof value === 'number'
                ? { doubleValue: value }
                : toOtelValue(value, whole),
          },
        ],
  );
}

function toOtelValue(value: AttributeValue | readonly AttributeValue[], whole: boolean): OtelValue {
  if (typeof value === 'object') return { arrayValue: { values: value.map((each) => toOtelValue(each, whole)) } };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { stringValue: (whole ? value : value.slice(0, MAX_CHARACTERS)).toWellFormed() };
}
