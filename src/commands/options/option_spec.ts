/** Kind of value that an option takes. Parsers of the command line, of inputs and of schemas follow from it. */
export type OptionKind =
  | { type: 'flag' }
  | {
      type: 'text';
      pattern?: RegExp;
      message?: string;
      most?: number;
      findFault?: (text: string) => string | undefined;
    }
  | { type: 'list'; pattern?: RegExp; message?: string; most?: number }
  | { type: 'integer'; least?: number; most?: number }
  | { type: 'number'; above?: number; below?: number; least?: number; most?: number }
  | { type: 'choice'; choices: readonly string[] };

/** Description of an option, once for the command line, the Action, the schemas and the reference pages. */
export interface OptionSpec {
  kind: OptionKind;
  help: string;
  /** Flags in commander's notation; absent = an option of the Action alone. */
  flag?: string;
  /** Heading under which the help shows it, where a verb has many. */
  group?: string;
}

/** Kinds of options, by short names for tables. */
export const FLAG = { type: 'flag' } as const;
export const TEXT = { type: 'text' } as const;
export const LIST = { type: 'list' } as const;

/** Creates the kind of a whole number from `least` to `most`. */
export const integer = <const L extends number, const M extends number>(least?: L, most?: M) => ({
  type: 'integer' as const,
  least,
  most,
});

/** Creates the kind of one of some words. */
export const choice = <const C extends readonly string[]>(...choices: C) => ({ type: 'choice' as const, choices });

/** Returns the long flag of an option, such as `--fail-on`. */
export const getLongFlag = ({ flag = '' }: Pick<OptionSpec, 'flag'>): string => /--[a-z-]+/.exec(flag)?.[0] ?? '';

/** Returns a copy of `values` in which the field at a dotted path has a value. */
export function setField(
  values: Readonly<Record<string, unknown>>,
  path: string,
  value: unknown,
): Record<string, unknown> {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...values, [key]: value };
  const inner = (values[key] ?? {}) as Record<string, unknown>;
  return { ...values, [key]: setField(inner, rest.join('.'), value) };
}
