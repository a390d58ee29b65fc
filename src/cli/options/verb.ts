import { getLongFlag, type OptionSpec } from '../../commands/options/option_spec.js';
import { OPTION_TABLE, type OptionField } from '../../commands/options/option_table.js';
import type { CliContext } from './cli_context.js';

/** Option of a verb: one of the table, or one that this verb alone has. */
export interface VerbOption extends OptionSpec {
  flag: string;
  /** Field that gets the value; default: the long flag in snake_case. */
  field?: string;
  default?: unknown;
  is_required?: boolean;
  /** Long flags that cannot be given beside it. */
  conflicts?: readonly string[];
  /** Reads a value whose kind has no parser of its own. */
  parse?: (text: string) => unknown;
}

/** Verb of the command line. Its values are those of its arguments and options, by field. */
export interface Verb {
  name: string;
  help: string;
  /** Arguments in commander's notation, with their help. */
  args?: readonly (readonly [string, string])[];
  options?: readonly VerbOption[];
  /** True if its help shows options under the headings of their groups. */
  is_grouped?: boolean;
  /** Text after the options: examples, exit codes. */
  more?: string;
  /** Verbs below this one. */
  verbs?: readonly Verb[];
  /** True for the verb below another that runs where none is named. */
  is_default?: boolean;
  /** Runs the verb. @returns the exit code */
  run?(values: never, cli: CliContext): number | Promise<number>;
}

/** Returns the field of an option's value. */
export const getField = (option: VerbOption): string =>
  option.field ?? getLongFlag(option).replace('--', '').replaceAll('-', '_');

/** Returns an option of the table for a verb, with what is particular about it there. */
export function pickOption(field: OptionField, particular: Partial<VerbOption> = {}): VerbOption {
  const spec: OptionSpec = OPTION_TABLE[field];
  if (spec.flag === undefined) throw new Error(`option ${field} has no flag`);
  return { ...spec, field, flag: spec.flag, ...particular };
}

/** Returns options of the table. */
export const pickOptions = (...fields: OptionField[]): VerbOption[] => fields.map((field) => pickOption(field));
