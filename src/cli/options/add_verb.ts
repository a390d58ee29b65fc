import { type Command, Option } from 'commander';
import { getLongFlag, setField } from '../../commands/options/option_spec.js';
import type { CliContext } from './cli_context.js';
import { collectValues, createNumberParser, parseIntegerOption } from './parse_integer_option.js';
import { getField, type Verb, type VerbOption } from './verb.js';

/** Adds a verb with its arguments, options and verbs below it to a command. */
export function addVerb(parent: Command, verb: Verb, cli: CliContext, hidden = false): Command {
  const command = parent.command(verb.name, { hidden, isDefault: verb.is_default === true }).description(verb.help);
  const { args = [], options = [], verbs = [], run } = verb;
  for (const [name, help] of args) command.argument(name, help);
  for (const option of options) command.addOption(createOption(option, verb.is_grouped));
  for (const subverb of verbs) addVerb(command, subverb, cli);
  // An option after a verb is that verb's: one above it may have another of the same name.
  if (verbs.length > 0) command.helpCommand(false).enablePositionalOptions();
  if (verb.more !== undefined) command.addHelpText('after', `\n${verb.more}`);
  if (run === undefined) return command;
  return command.action(async (...given: unknown[]) => {
    const values = readValues(verb, given, command.opts());
    cli.finish(await run(values as never, cli));
  });
}

function createOption(spec: VerbOption, is_grouped = false): Option {
  const { kind, parse } = spec;
  const option = new Option(spec.flag, spec.help);
  if (is_grouped && spec.group !== undefined) option.helpGroup(`${spec.group}:`);
  if (spec.is_required) option.makeOptionMandatory();
  if (spec.conflicts !== undefined) option.conflicts(spec.conflicts.map(toAttribute));
  if (parse !== undefined) option.argParser(parse);
  else if (kind.type === 'integer') option.argParser(parseIntegerOption);
  else if (kind.type === 'number') option.argParser(createNumberParser(describeNumber(kind)));
  else if (kind.type === 'list') option.argParser(collectValues);
  else if (kind.type === 'choice') option.choices([...kind.choices]);
  if (spec.default !== undefined) option.default(spec.default);
  return option;
}

function describeNumber({ above, below }: { above?: number; below?: number }): string {
  if (above === undefined) return 'must be a number such as 5 or 0.50';
  return below === undefined
    ? `must be a number above ${above}, such as 5 or 0.50`
    : `must be above ${above} and below ${below}`;
}

const toAttribute = (flag: string): string =>
  flag.replace(/^--/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the values of arguments and options by field. Flags not given are false; other options are absent. */
function readValues(
  { args = [], options = [] }: Verb,
  given: readonly unknown[],
  named: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const fields = [
    ...args.map(([name], i) => [name.replace(/\W/g, ''), given[i]] as const),
    ...options.map((option) => [getField(option), getOptionValue(option, named)] as const),
  ];
  return fields.reduce(
    (values: Record<string, unknown>, [field, value]) =>
      value === undefined ? values : setField(values, field, value),
    {},
  );
}

function getOptionValue(option: VerbOption, named: Readonly<Record<string, unknown>>): unknown {
  const flag = getLongFlag(option);
  // Commander keeps `--no-lock` as the value of `lock`.
  if (flag.startsWith('--no-')) return named[toAttribute(flag.replace('--no-', '--'))];
  const value = named[toAttribute(flag)];
  return option.kind.type === 'flag' ? value === true : value;
}
