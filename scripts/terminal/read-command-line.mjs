import { parseArgs } from 'node:util';

/** Kinds of values: what one is called, and how it is read; undefined = the text is no such value. */
const KINDS = {
  text: { noun: 'a text', read: (text) => text },
  texts: { noun: 'a list with commas', read: (text) => text.split(',').filter(Boolean) },
  count: { noun: 'a whole number', read: readCount },
  counts: { noun: 'a list of whole numbers with commas', read: (text) => readAll(text.split(','), readCount) },
  number: { noun: 'a number', read: (text) => (/^-?\d*\.?\d+(e-?\d+)?$/i.test(text) ? Number(text) : undefined) },
};

const COLUMNS = 100;

/**
 * Reads the arguments of a script by a description, which `--help` and `-h` print; they end the process with 0. An argument
 * that the description does not allow is told in one line on standard error, and the process ends with 2.
 *
 * @param description
 *   `name`: how the script begins its messages;
 *   `command`: how it is called (default `npm run NAME --`);
 *   `purpose`: what it does, in sentences;
 *   `options`: by name. One with a `value` (how help calls it) takes one of a `kind` (default `text`), of its `choices` if it
 *   has some, with a `default`, and `multiple` times if it says so; one without is a switch. `help` is a phrase;
 *   `positional`: its `name` in help, the `least` and `most` of them (default 0 and 1), and `help`, or `choices` with the help
 *   of each;
 *   `exit`: what exit codes mean; `example`: one call
 * @returns `values` by name of the option (switches are true or absent), and `positionals`
 */
export function readCommandLine(description, argv = process.argv.slice(2)) {
  const { name, options = {}, positional } = description;
  const fail = (problem) => {
    console.error(`${name}: ${problem}`);
    process.exit(2);
  };
  const { tokens } = parseArgs({ args: argv, options: toParserOptions(options), strict: false, tokens: true });
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) {
    console.log(formatHelp(description));
    process.exit(0);
  }
  const values = Object.fromEntries(
    Object.entries(options).flatMap(([key, option]) => (option.default === undefined ? [] : [[key, option.default]])),
  );
  const positionals = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(options, token.name)) fail(`unknown option ${token.rawName} (known: ${listNames(options)})`);
    const option = options[token.name];
    const value = readValue(option, token, fail);
    values[token.name] = option.multiple ? [...(values[token.name] ?? []), value] : value;
  }
  checkPositionals(positionals, positional, fail);
  return { values, positionals };
}

const toParserOptions = (options) => ({
  ...Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
  ),
  help: { type: 'boolean', short: 'h' },
});

const listChoices = (choices) => (choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`);

const listNames = (options) => [...Object.keys(options), 'help'].map((name) => `--${name}`).join(', ');

function readValue(option, { rawName, value, inlineValue }, fail) {
  if (option.value === undefined) return value === undefined || fail(`${rawName} takes no value, and has "${value}"`);
  if (value === undefined || (!inlineValue && /^-./.test(value))) fail(`${rawName} needs a value: ${option.value}`);
  const { noun, read } = KINDS[option.kind ?? 'text'];
  const result = read(value);
  if (result === undefined) fail(`${rawName} is ${noun}, not "${value}"`);
  const unknown = option.choices && [result].flat().find((one) => !option.choices.includes(one));
  if (unknown !== undefined) fail(`${rawName} is ${listChoices(option.choices)}, not "${unknown}"`);
  return result;
}

function checkPositionals(positionals, positional, fail) {
  const { least = 0, most = 1, choices } = positional ?? { most: 0 };
  if (positionals.length < least) fail(`${positional.name} is missing`);
  if (positionals.length > most) fail(`unexpected argument "${positionals[most]}"`);
  const unknown = choices && positionals.find((value) => !Object.hasOwn(choices, value));
  if (unknown !== undefined)
    fail(`unknown ${positional.name} "${unknown}" (known: ${Object.keys(choices).join(', ')})`);
}

function formatHelp({ name, command = `npm run ${name} --`, purpose, options = {}, positional, exit, example }) {
  const shown = [command, ...(Object.keys(options).length > 0 ? ['[options]'] : [])];
  if (positional) {
    const more = positional.most > 1 ? ' …' : '';
    shown.push(positional.least > 0 ? `${positional.name}${more}` : `[${positional.name}${more}]`);
  }
  const rows = Object.entries(options).map(([name, option]) => [
    `--${name}${option.value === undefined ? '' : ` ${option.value}`}`,
    describeOption(option),
  ]);
  return [
    `Usage: ${shown.join(' ')}`,
    wrap(purpose, ''),
    ...(positional ? [formatPositional(positional)] : []),
    `Options:\n${formatRows([...rows, ['-h, --help', 'print this']])}`,
    ...(exit === undefined ? [] : [wrap(`Exit code: ${exit}`, '')]),
    `Example:\n  ${example}`,
  ].join('\n\n');
}

function formatPositional({ name, help, choices }) {
  return choices ? `${name}:\n${formatRows(Object.entries(choices))}` : `Arguments:\n${formatRows([[name, help]])}`;
}

function describeOption(option) {
  const notes = [
    ...(option.choices ? [listChoices(option.choices)] : []),
    ...(option.multiple ? ['may be repeated'] : []),
    ...(option.default === undefined ? [] : [`default ${option.default}`]),
  ];
  return notes.length === 0 ? option.help : `${option.help} (${notes.join('; ')})`;
}

function formatRows(rows) {
  const width = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows.map(([name, text]) => `  ${name}`.padEnd(width) + wrap(text, ' '.repeat(width))).join('\n');
}

/** Breaks a text into lines of at most COLUMNS; those after the first begin with an indent. */
function wrap(text, indent) {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== '' && indent.length + line.length + 1 + word.length > COLUMNS) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${indent}`);
}

function readCount(text) {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function readAll(texts, read) {
  const values = texts.map(read);
  return values.includes(undefined) ? undefined : values;
}
