import { UNKNOWN, UNREAD, unevaluated } from '../deed.js';
import type { Call, Machine } from './machine.js';
import { splitOptions, valuesOf } from './options.js';
import { unescaped } from './printf.js';

type Print = (call: Call, machine: Machine) => string;

/**
 * Fills a format: what stands for something that is measured is unknown, all other characters are what is printed.
 *
 * @param told what a directive stands for, where that is known
 */
export const filledIn = (
  format: string,
  directive: RegExp,
  told: (directive: string) => string | undefined = () => undefined,
): string => format.replace(directive, (found) => (found === '%%' ? '%' : (told(found) ?? UNKNOWN)));

const DATE = /%%|%[-_0^#+]*\d*[EO]?:{0,3}[A-Za-z]/g;
const STAT = /%%|%[-+ #0']*\d*(?:\.\d*)?[HL]?[A-Za-z]/g;
const NUMBER = /%%|%[-+ #0']*\d*(?:\.\d*)?[a-zA-Z]/g;
const COMMIT =
  /%%|%x[\da-fA-F]{2}|%[<>|]+\([^)]*\)|%[-+ ]?(?:\([^)]*\)|C\([^)]*\)|w\([^)]*\)|[acgGCd][A-Za-z]{0,6}|[A-Za-z])/g;
const REFERENCE = /%%|%[\da-fA-F]{2}|%\([^)]*\)/g;
/** Formats that git knows by a name. */
const NAMED = /^(?:oneline|short|medium|full|fuller|reference|email|mboxrd|raw|[\w-]*)$/;

const BREAKS: Readonly<Record<string, string>> = { '%n': '\n', '%t': '\t' };

const date: Print = ({ args }) => {
  const format = args.find(({ text }) => text.startsWith('+'))?.text.slice(1);
  return format === undefined ? UNKNOWN : `${filledIn(format, DATE, (found) => BREAKS[found])}\n`;
};

const stat: Print = ({ args }) => {
  const { options, operands } = splitOptions(args, { short: 'cft', long: ['format', 'printf'], permuted: true });
  const [format] = valuesOf(options, 'c', 'f', 't', 'format', 'printf');
  if (!format) return UNKNOWN;
  const names = operands.length > 0 ? operands : [format];
  return names
    .map(({ text, glob }) => {
      const name = glob ? text.replaceAll('*', UNKNOWN) : text;
      return filledIn(unescaped(format.text), STAT, (found) => (/[nN]$/.test(found) ? name : undefined));
    })
    .map((line) => `${line}\n`)
    .join('');
};

const hexadecimal = (found: string): string | undefined => {
  const [, code] = /^%x?([\da-fA-F]{2})$/.exec(found) ?? [];
  return code === undefined ? BREAKS[found] : String.fromCharCode(Number.parseInt(code, 16));
};

/** Subcommands of git that print what they are given. */
const GIT_FILTERS = ['stripspace', 'column', 'interpret-trailers', 'mailinfo', 'fmt-merge-msg'];

const git: Print = ({ args, place }) => {
  const [subcommand, second] = args.map(({ text }) => text);
  // Where the repository begins is the workspace or above the folder: `.` says enough of it.
  if (subcommand === 'rev-parse' && second === '--show-toplevel') return '.\n';
  if (subcommand === 'rev-parse' && second === '--sq-quote') return UNREAD;
  if (GIT_FILTERS.includes(subcommand ?? '')) return unevaluated(place.stdin?.left || UNKNOWN);
  const { options } = splitOptions(args, { long: ['format', 'pretty'], permuted: true });
  const format = valuesOf(options, 'format', 'pretty').at(-1)?.text;
  if (format === undefined || NAMED.test(format)) return UNKNOWN;
  const references = /^(?:for-each-ref|branch|tag|ls-files|ls-tree|cat-file)$/.test(subcommand ?? '');
  return `${filledIn(format.replace(/^t?format:/, ''), references ? REFERENCE : COMMIT, hexadecimal)}\n`;
};

const curl: Print = ({ args }) => {
  const { options } = splitOptions(args, { short: 'woXHdFuAebcT', long: ['write-out', 'output'], permuted: true });
  const format = valuesOf(options, 'w', 'write-out').at(-1)?.text;
  if (format === undefined) return UNKNOWN;
  const body = valuesOf(options, 'o', 'output').length > 0 ? '' : UNKNOWN;
  return body + filledIn(unescaped(format), /%%|%\{[^}]*\}/g);
};

/** `ps -o pid='HEADER'`: a header of one's own. */
const ps: Print = ({ args }) => {
  const { options } = splitOptions(args, { short: 'oOpCuUgGts', permuted: true });
  const headers = valuesOf(options, 'o', 'O', 'format').flatMap(
    ({ text }) => /=([\s\S]*[^\w,=%:][\s\S]*)$/.exec(text)?.[1] ?? [],
  );
  return headers.length > 0 ? `${headers.join(' ')}\n${UNKNOWN}` : UNKNOWN;
};

const seq: Print = ({ args }) => {
  const texts = args.map(({ text }) => text);
  const numbers: number[] = [];
  let format: string | undefined;
  let between = '\n';
  for (let at = 0; at < texts.length; at += 1) {
    const [, option, value] = /^(?:-([fs])|--(?:format|separator)=?)([\s\S]*)$/.exec(texts[at]!) ?? [];
    if (value === undefined) {
      if (!/^-(?:w|-equal-width)$/.test(texts[at]!)) numbers.push(Number(texts[at]));
      continue;
    }
    const given = value === '' ? (texts[++at] ?? '') : value;
    if (option === 's' || texts[at]!.startsWith('--s')) between = unescaped(given);
    else format = given;
  }
  const [first = Number.NaN, second, third] = numbers;
  const [from, by, to] =
    third !== undefined ? [first, second!, third] : second !== undefined ? [first, 1, second] : [1, 1, first];
  const count = Math.floor((to - from) / by) + 1;
  const line = (number: string) => (format === undefined ? number : filledIn(format, NUMBER, () => number));
  if (!(count <= 100) || ![from, by].every(Number.isSafeInteger))
    return format === undefined && between === '\n' ? UNKNOWN : `${line(UNKNOWN)}${between}${line(UNKNOWN)}\n`;
  return `${Array.from({ length: Math.max(0, count) }, (_, n) => line(`${from + n * by}`)).join(between)}\n`;
};

/** What a template of Go prints: its literal characters, and what it is asked to fill in. */
const filledTemplate = (format: string): string =>
  format.replace(/\{\{[^}]*\}\}/g, (found) =>
    /^\{\{-?\s*(?:print(?:f|ln)?\s*)?["`]/.test(found) && !/^\{\{-?\s*"(?:\\[nt]|[\w,:. ])*"\s*-?\}\}$/.test(found)
      ? UNREAD
      : UNKNOWN,
  );

const template: Print = ({ args }) => {
  const { options } = splitOptions(args, { short: 'f', long: ['format'], permuted: true });
  // `-f` of `ps` is a filter.
  const names = args.some(({ text }) => text === 'inspect') ? ['format', 'f'] : ['format'];
  const format = valuesOf(options, ...names).at(-1)?.text;
  return format === undefined || /^(?:json|table\b.*|raw)$/.test(format) ? UNKNOWN : `${filledTemplate(format)}\n`;
};

/** `kubectl get -o jsonpath='{.a}{"\\n"}'`. */
const kubectl: Print = ({ args }) => {
  const { options } = splitOptions(args, { short: 'on', long: ['output', 'namespace'], permuted: true });
  const shape = valuesOf(options, 'o', 'output').at(-1)?.text.replace(/^=/, '');
  const [, kind, format] = /^(jsonpath|go-template)(?:-as-json)?=([\s\S]*)$/.exec(shape ?? '') ?? [];
  if (format === undefined) return UNKNOWN;
  if (kind === 'go-template') return filledTemplate(format);
  return format.replace(/\{([^}]*)\}/g, (_, inner) => {
    const [, , text] = /^(["'])(.*)\1$/.exec(inner) ?? [];
    return text === undefined ? UNKNOWN : unescaped(text);
  });
};

/** Programs that are told by a format what they print. */
export const formats: Readonly<Record<string, Print>> = {
  date,
  stat,
  git,
  curl,
  ps,
  seq,
  docker: template,
  kubectl,
  podman: template,
};
