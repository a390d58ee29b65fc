import { createValueSchema } from '../commands/options/create_option_schema.js';
import { type OptionKind, setField } from '../commands/options/option_spec.js';
import { UserError } from '../contract/input/user_error.js';
import { ACTION_INPUT_TABLE, type ActionInputName, type ActionInputSpec } from './action_input_table.js';

/** Value of an input by its kind; a text or choice that is empty is the empty text. */
type InputValue<S extends ActionInputSpec> = S['kind'] extends { type: 'flag' }
  ? boolean
  : S['kind'] extends { type: 'list' }
    ? string[]
    : S['kind'] extends { type: 'integer' | 'number' }
      ? S extends { default: string }
        ? number
        : number | undefined
      : S['kind'] extends { type: 'choice'; choices: readonly (infer C)[] }
        ? S extends { default: string }
          ? C
          : C | ''
        : string;

/** Inputs of the Action, as the table describes them. */
export type ActionInputs = { [Name in ActionInputName]: InputValue<(typeof ACTION_INPUT_TABLE)[Name]> };

const SPECS = Object.entries(ACTION_INPUT_TABLE) as [ActionInputName, ActionInputSpec][];

/**
 * Reads all inputs at once, as the runner gives them: text, empty when not set.
 *
 * @throws {UserError} naming every input that is wrong
 */
export function readActionInputs(input: (name: string) => string): ActionInputs {
  const read = SPECS.map(([name, spec]) => ({ name, ...readInput(spec, input(name).trim() || (spec.default ?? '')) }));
  const faults = read.flatMap(({ name, fault }) => (fault === undefined ? [] : [`input "${name}": ${fault}`]));
  if (faults.length > 0) throw new UserError(faults, 'Correct the `with:` block of this step.');
  const inputs = Object.fromEntries(read.map(({ name, value }) => [name, value])) as ActionInputs;
  if (inputs.settings && inputs.command !== 'compare')
    throw new UserError(
      `input "settings": is for \`command: compare\`, and this is \`command: ${inputs.command}\``,
      'Remove `settings`, or write `command: compare`.',
    );
  return inputs;
}

function readInput({ kind }: ActionInputSpec, text: string): { value?: unknown; fault?: string | undefined } {
  switch (kind.type) {
    case 'flag':
      if (text === '') return { value: false };
      return text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : { fault: 'must be one of: true, false' };
    case 'list':
      return readValue(
        kind,
        text.split(/\r?\n/).flatMap((line) => line.trim() || []),
      );
    case 'integer':
    case 'number':
      if (text === '') return { value: undefined };
      return /^\d+$/.test(text) ? readValue(kind, Number(text)) : { fault: 'must be a whole number' };
    case 'choice':
    case 'text':
      return text === '' ? { value: '' } : readValue(kind, text);
  }
}

function readValue(kind: OptionKind, value: unknown): { value?: unknown; fault?: string | undefined } {
  const { data, error } = createValueSchema(kind).safeParse(value);
  return error === undefined ? { value: data } : { fault: error.issues[0]?.message };
}

/**
 * Returns the values of inputs that are options of a verb, by field. Empty inputs are left out.
 *
 * @param shape fields of the verb's options
 */
export function collectOptionValues(inputs: ActionInputs, shape: object): Record<string, unknown> {
  return SPECS.reduce((values: Record<string, unknown>, [name, { field }]) => {
    const value = inputs[name];
    const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    const isField = field !== undefined && Object.hasOwn(shape, field.split('.')[0] ?? '');
    return isField && !isEmpty ? setField(values, field, value) : values;
  }, {});
}

/** Requires that an input of the Action is not empty. @throws {UserError} naming the input */
export function requireInput(name: string, given: string | readonly string[]): void {
  if (given.length === 0)
    throw new UserError(`input "${name}" is needed by this command`, 'Add it to the `with:` block of this step.');
}
