import { type Language, UNKNOWN, type Word } from '../deed.js';
import { alternatives, list, type Scope, text, type Value } from './value.js';

/** What a line gives to the code that it runs, as far as it is known. */
export interface GivenToCode {
  /** Arguments, without the script. */
  args: readonly Word[];
  /** The script, where it has a name. */
  script?: string;
  environment: Readonly<Record<string, Word>>;
  /** Variables that options set: `awk -v a=b`. */
  variables: ReadonlyMap<string, string>;
  /** What it reads. */
  input?: string;
  /** Separator of fields. */
  separator?: string;
  /** The last value is printed. */
  printsLast?: boolean;
}

export const NOTHING_GIVEN: GivenToCode = { args: [], environment: {}, variables: new Map() };

/** So many lines of the input are told apart. */
const MOST_LINES = 16;
/** Words by which code asks for what it is given. */
const ASKS = {
  args: /arg|shift|\$[1-9*@]/i,
  environment: /env/i,
  input: /stdin|input|gets|readline|<>|\$_|\$<|readfile|read\(|argf|ARGV|\$\d|getline|print/i,
};

export const wordValue = ({ text: of, glob }: Word): Value => ({ kind: 'text', of: [of], ...(glob && { glob }) });

export const argumentsIn = ({ args }: GivenToCode): Value => list(args.map(wordValue));

/** The value of a variable of the environment that the line sets. */
export const variableIn = ({ environment }: GivenToCode, name: string | undefined): Value | undefined =>
  name !== undefined && Object.hasOwn(environment, name) ? wordValue(environment[name]!) : undefined;

const linesIn = ({ input = '' }: GivenToCode): string[] => input.replace(/\n$/, '').split('\n').slice(0, MOST_LINES);

/** What code reads: all of the input, or any line of it. */
export function inputIn(given: GivenToCode): Value | undefined {
  if (given.input === undefined) return undefined;
  return alternatives([given.input.replace(/\n$/, ''), ...linesIn(given)]);
}

/** Tells whether code asks for what the line gives it with known text. */
export function asksForGiven(code: string, { args, environment, input }: GivenToCode): boolean {
  const isKnown = ({ text }: Word) => text !== '' && !text.includes(UNKNOWN);
  return (
    (args.some(isKnown) && ASKS.args.test(code)) ||
    (input !== undefined && !input.includes(UNKNOWN) && input !== '' && ASKS.input.test(code)) ||
    (Object.values(environment).some(isKnown) && ASKS.environment.test(code))
  );
}

/** Gives names of a language the values that the line gives it. */
export function bindGiven(language: Language, scope: Scope, given: GivenToCode): void {
  const args = given.args.map(wordValue);
  const script = given.script === undefined ? [] : [text(given.script)];
  const entries = new Map([['HOME', text('~')]]);
  for (const [name, word] of Object.entries(given.environment)) entries.set(name, wordValue(word));
  const environment: Value = { kind: 'map', entries };
  const input = inputIn(given);
  const lines = input && list(linesIn(given).map((line) => text(line)));
  const bind = (value: Value | undefined, ...names: string[]) => {
    if (value) for (const name of names) scope.declare(name, value);
  };
  if (language === 'python') {
    bind(list([...(script.length > 0 ? script : [text('-c')]), ...args]), 'sys.argv');
    bind(environment, 'os.environ');
    bind(lines, 'sys.stdin');
  } else if (language === 'javascript') {
    bind(list([text('node'), ...script, ...args]), 'process.argv', 'Bun.argv');
    bind(list(args), 'Deno.args');
    bind(environment, 'process.env', 'Bun.env');
    bind(input, 'process.stdin');
  } else if (language === 'perl') {
    bind(list(args), '@ARGV', '$ARGV');
    bind(text(given.args.map(({ text }) => text).join(' ')), '"@ARGV"');
    for (const [at, value] of args.entries()) bind(value, `$ARGV.${at}`);
    bind(environment, '$ENV', '%ENV');
    for (const [name, value] of entries) bind(value, `$ENV.${name}`);
    bind(input, '$_', 'STDIN');
  } else if (language === 'ruby') {
    bind(list(args), 'ARGV', '$*');
    bind(environment, 'ENV');
    bind(input, '$_');
    bind(lines, 'STDIN', '$stdin', 'ARGF');
  } else if (language === 'php') {
    const argv = list([...(script.length > 0 ? script : [text('-')]), ...args]);
    bind(argv, '$argv');
    bind({ kind: 'map', entries: new Map([...entries, ['argv', argv]]) }, '$_SERVER');
    bind(environment, '$_ENV');
  }
}
