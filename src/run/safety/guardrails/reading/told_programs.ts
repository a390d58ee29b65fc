import { known, UNKNOWN, UNREAD, unevaluated, type Word } from '../deed.js';
import type { Call } from './machine.js';
import { splitOptions, valuesOf } from './options.js';

type Print = (call: Call) => string;

/** Texts in a program of jq that choose or compare, and are not printed. */
const CHOOSING =
  /(?:[!=<>]=\s*|\[\s*|\.\s*|(?:test|startswith|endswith|contains|inside|has|split|index|rindex|match|capture|scan|ltrimstr|rtrimstr|error|getpath|del|input_filename|strptime|strftime)\s*\(\s*)"(?:[^"\\]|\\.)*"/g;
const TEXT = /"((?:[^"\\]|\\[\s\S])*)"/g;
/** Functions of jq that make text of what is no text, or of text that cannot be read. */
const MAKING =
  /\b(?:implode|fromjson|ltrimstr|rtrimstr|ascii_downcase|ascii_upcase|gsub|sub|reverse|tojson|input)\b|@base\d+d|@uri/;

/** Takes out what is filled into a text: `\(.name)`, brackets within it included. */
function literal(text: string): string {
  let plain = '';
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '\\') plain += text[at];
    else if (text[at + 1] !== '(') {
      at += 1;
      plain += { n: '\n', t: '\t', '"': '"', '/': '/', '\\': '\\' }[text[at] ?? ''] ?? UNREAD;
    } else {
      let depth = 0;
      for (at += 1; at < text.length; at += 1) {
        if (text[at] === '(') depth += 1;
        else if (text[at] === ')') depth -= 1;
        if (depth === 0) break;
      }
      plain += UNKNOWN;
    }
  }
  return plain;
}

const jq: Print = ({ args, place }) => {
  const given: Word[] = [];
  const rest: Word[] = [];
  for (let at = 0; at < args.length; at += 1) {
    if (/^--(?:arg|argjson|slurpfile|rawfile)$/.test(args[at]!.text)) {
      if (args[at + 2]) given.push(args[at + 2]!);
      at += 2;
    } else rest.push(args[at]!);
  }
  const { options, operands } = splitOptions(rest, { short: 'fL', long: ['from-file', 'indent'], permuted: true });
  const named = valuesOf(options, 'f', 'from-file').length > 0;
  const program = named ? undefined : operands[0];
  const positional = options.some(({ name }) => name === 'args' || name === 'jsonargs') ? operands.slice(1) : [];
  if (program === undefined) return unevaluated(place.stdin?.left || UNKNOWN);
  const text = program.text.trim();
  const [, whole] = /^(?:[^"]*\|\s*)?"((?:[^"\\]|\\[\s\S])*)"$/.exec(text) ?? [];
  if (whole !== undefined && !/"/.test(whole)) return `${literal(whole)}\n`;
  // A value that chooses is not what is printed.
  const shown = text.replace(CHOOSING, '').replace(/(?:[!=<>]=\s*|\[\s*)\$\w+/g, '');
  if (/\$/.test(shown) && [...given, ...positional].some(known)) return UNREAD;
  if (/\benv\b|\$ENV/.test(shown) && Object.values(place.environment).some(known)) return UNREAD;
  const texts = [...shown.matchAll(TEXT)].map(([, inner]) => literal(inner!).replaceAll(UNKNOWN, ''));
  if (texts.some((each) => !/^[\w.@:=, -]*$|^[\n\t/]$/.test(each))) return UNREAD;
  if (MAKING.test(shown) && (texts.length > 0 || /\bimplode\b/.test(shown))) return UNREAD;
  return unevaluated(place.stdin?.left || UNKNOWN);
};

/** `expr`: numbers are counted; of a text and a pattern it prints a part of the text. */
const expr: Print = ({ args }) => {
  const shown = args.filter(
    (_, at) => args[at - 1]?.text !== ':' && args[0]?.text !== 'length' && args[0]?.text !== 'index',
  );
  const texts = shown.filter(({ text }) => !/^(?:-?\d+|[-+*/%:()|&<>=!]{1,2}|substr|match|length|index)$/.test(text));
  if (shown.some(({ text }, at) => /^[|&/]$/.test(text) && (at === 0 || at === shown.length - 1))) return UNREAD;
  return texts.some((each) => unevaluated(each.text) === UNREAD) ? UNREAD : UNKNOWN;
};

const numfmt: Print = ({ args, place }) => {
  const { options } = splitOptions(args, { short: 'd', long: ['format', 'suffix', 'from', 'to'], permuted: true });
  const shapes = valuesOf(options, 'format', 'suffix', 'invalid');
  if (shapes.some(({ text }) => /[^\w%.'+-]/.test(text))) return UNREAD;
  return unevaluated(place.stdin?.left || UNKNOWN);
};

/** Programs that are told by a language of their own what they print. */
export const toldPrograms: Readonly<Record<string, Print>> = { jq, expr, numfmt };
