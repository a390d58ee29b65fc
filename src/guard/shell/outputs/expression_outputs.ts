import {
  type ExpandedWord,
  isKnownWord,
  replaceWithUnevaluated,
  UNKNOWN_VALUE,
  UNREAD_VALUE,
} from '../../invocation.js';
import type { ProgramHandler } from '../model/shell_interpreter.js';
import { getOptionValues, splitOptions } from '../syntax/split_options.js';

/** Texts in a jq program that select or compare, and are not printed. */
const CHOOSING = new RegExp(
  [
    String.raw`(?:[!=<>]=\s*|\[\s*|\.\s*|(?:test|startswith|endswith|contains|inside|has|split|index|rindex|match|`,
    'capture|scan|ltrimstr|rtrimstr|error|getpath|del|input_filename|strptime|',
    String.raw`strftime)\s*\(\s*)"(?:[^"\\]|\\.)*"`,
  ].join(''),
  'g',
);
const TEXT = /"((?:[^"\\]|\\[\s\S])*)"/g;
/** Functions of jq that make text from other values, or from unreadable text. */
const MAKING =
  /\b(?:implode|fromjson|ltrimstr|rtrimstr|ascii_downcase|ascii_upcase|gsub|sub|reverse|tojson|input)\b|@base\d+d|@uri/;

/** Removes the interpolations of a text: `\(.name)`, nested brackets included. */
function removeInterpolations(text: string): string {
  let plain = '';
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] !== '\\') plain += text[index];
    else if (text[index + 1] !== '(') {
      index += 1;
      plain += { n: '\n', t: '\t', '"': '"', '/': '/', '\\': '\\' }[text[index] ?? ''] ?? UNREAD_VALUE;
    } else {
      let depth = 0;
      for (index += 1; index < text.length; index += 1) {
        if (text[index] === '(') depth += 1;
        else if (text[index] === ')') depth -= 1;
        if (depth === 0) break;
      }
      plain += UNKNOWN_VALUE;
    }
  }
  return plain;
}

const jq: ProgramHandler = ({ args, context }) => {
  const input: ExpandedWord[] = [];
  const rest: ExpandedWord[] = [];
  for (let index = 0; index < args.length; index += 1) {
    if (/^--(?:arg|argjson|slurpfile|rawfile)$/.test(args[index]!.text)) {
      if (args[index + 2]) input.push(args[index + 2]!);
      index += 2;
    } else rest.push(args[index]!);
  }
  const { options, operands } = splitOptions(rest, { short: 'fL', long: ['from-file', 'indent'], permuted: true });
  const names = getOptionValues(options, 'f', 'from-file').length > 0;
  const program = names ? undefined : operands[0];
  const positional = options.some(({ name }) => name === 'args' || name === 'jsonargs') ? operands.slice(1) : [];
  if (program === undefined) return replaceWithUnevaluated(context.stdin?.remaining || UNKNOWN_VALUE);
  const text = program.text.trim();
  const [, whole] = /^(?:[^"]*\|\s*)?"((?:[^"\\]|\\[\s\S])*)"$/.exec(text) ?? [];
  if (whole !== undefined && !/"/.test(whole)) return `${removeInterpolations(whole)}\n`;
  // A value that selects is not printed.
  const shown = text.replace(CHOOSING, '').replace(/(?:[!=<>]=\s*|\[\s*)\$\w+/g, '');
  if (/\$/.test(shown) && [...input, ...positional].some(isKnownWord)) return UNREAD_VALUE;
  if (/\benv\b|\$ENV/.test(shown) && Object.values(context.environment).some(isKnownWord)) return UNREAD_VALUE;
  const texts = [...shown.matchAll(TEXT)].map(([, inner]) =>
    removeInterpolations(inner!).replaceAll(UNKNOWN_VALUE, ''),
  );
  if (texts.some((each) => !/^[\w.@:=, -]*$|^[\n\t/]$/.test(each))) return UNREAD_VALUE;
  if (MAKING.test(shown) && (texts.length > 0 || /\bimplode\b/.test(shown))) return UNREAD_VALUE;
  return replaceWithUnevaluated(context.stdin?.remaining || UNKNOWN_VALUE);
};

/** Predicts `expr`: numbers are unknown; of a text and a pattern it prints a part of the text. */
const expr: ProgramHandler = ({ args }) => {
  const shown = args.filter(
    (_, position) => args[position - 1]?.text !== ':' && args[0]?.text !== 'length' && args[0]?.text !== 'index',
  );
  const texts = shown.filter(({ text }) => !/^(?:-?\d+|[-+*/%:()|&<>=!]{1,2}|substr|match|length|index)$/.test(text));
  if (shown.some(({ text }, index) => /^[|&/]$/.test(text) && (index === 0 || index === shown.length - 1)))
    return UNREAD_VALUE;
  return texts.some((each) => replaceWithUnevaluated(each.text) === UNREAD_VALUE) ? UNREAD_VALUE : UNKNOWN_VALUE;
};

const numfmt: ProgramHandler = ({ args, context }) => {
  const { options } = splitOptions(args, { short: 'd', long: ['format', 'suffix', 'from', 'to'], permuted: true });
  const shapes = getOptionValues(options, 'format', 'suffix', 'invalid');
  if (shapes.some(({ text }) => /[^\w%.'+-]/.test(text))) return UNREAD_VALUE;
  return replaceWithUnevaluated(context.stdin?.remaining || UNKNOWN_VALUE);
};

/** Outputs of programs whose argument is an expression in a language of their own. */
export const expressionOutputs: Readonly<Record<string, ProgramHandler>> = { jq, expr, numfmt };
