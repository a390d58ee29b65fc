import type * as Tree from 'unbash';
import { known, UNKNOWN, UNREAD, unevaluated, unknownFor, type Word } from '../deed.js';
import { wholeNumber } from './arithmetic.js';
import { globPattern, MAX_MATCHED } from './glob_pattern.js';
import { quoted, type Site, word } from './machine.js';
import { unescaped } from './printf.js';

type Expand = (given: Tree.Word, site: Site) => Word;

/** What `$name` or `${name…}` stands for, and whether it is a list whose words stay apart in quotes. */
export function parameter(
  name: string,
  part: Tree.ParameterExpansionPart | undefined,
  site: Site,
  expand: Expand,
): { words: readonly Word[]; list: boolean } {
  const { scope } = site;
  if (part?.prefix === '!' && part.operation?.type === 'Names') return { words: [word(UNREAD)], list: false };
  const target = part?.prefix === '!' ? scope.value(name) : name;
  const index = part?.index && expand(part.index, site).text;
  const list = name === '@' || index === '@';
  const words = wordsOf(target, index, site);
  if (part?.prefix === '#') {
    const counted = list || name === '*' || index === '*' ? words.length : words[0]?.text.length;
    const told = words.every(known) && !isPlace(name, site);
    return { words: [word(told ? String(counted ?? 0) : UNKNOWN)], list: false };
  }
  const operation = part?.operation;
  if (operation === undefined) return { words, list };
  if (operation.type === 'Default') return { words: orDefault(target, words, operation, site, expand), list };
  if (operation.type === 'Slice' && list) return { words: sliced(words, operation, site, expand), list };
  return { words: words.map((value) => changed(target, value, operation, site, expand)), list };
}

function wordsOf(name: string, index: string | undefined, { scope }: Site): readonly Word[] {
  if (name === '@' || name === '*') return scope.arguments.slice(1);
  if (name === '#') return [word(String(scope.arguments.length - 1))];
  // Arguments that nobody gave are empty: `r$1m` is `rm`.
  if (/^\d+$/.test(name)) return scope.arguments.slice(Number(name), Number(name) + 1);
  const variable = scope.get(name);
  if (index === undefined) return variable ? variable.words.slice(0, 1) : [word(scope.value(name))];
  if (index === '@' || index === '*') return variable?.words ?? [word(UNKNOWN)];
  const at = Number(index);
  if (!variable || !Number.isInteger(at)) return [word(UNKNOWN)];
  const chosen = variable.words.at(at);
  return chosen ? [chosen] : [];
}

function orDefault(
  name: string,
  words: readonly Word[],
  { operator, operand }: Tree.ParameterDefaultOperation,
  site: Site,
  expand: Expand,
): readonly Word[] {
  const set = words.length > 0 && (words[0]!.text !== '' || !operator.includes(':'));
  // Of a variable that the line does not set the default is what can be told.
  const told = site.scope.get(name) !== undefined || words.every(known);
  const given = () => [expand(operand, site)];
  if (operator.endsWith('+')) return set ? given() : [];
  if (operator.endsWith('?')) {
    given();
    return words;
  }
  if (set && told) {
    // Not taken here, but what stands in it is read: it may run when this reading errs.
    given();
    return words;
  }
  const [value] = given();
  if (operator.endsWith('=') && /^\w+$/.test(name)) site.scope.set(name, [value!]);
  return [value!];
}

function sliced(
  words: readonly Word[],
  { offset, length }: Tree.ParameterSliceOperation,
  site: Site,
  expand: Expand,
): readonly Word[] {
  // Position 0 of the arguments is the script's name.
  const [offsetText, lengthText] = [expand(offset, site).text, length && expand(length, site).text];
  const from = wholeNumber(offsetText, site);
  const count = lengthText === undefined ? words.length : wholeNumber(lengthText, site);
  return from !== undefined && count !== undefined && from >= 0 && count >= 0
    ? words.slice(Math.max(0, from - 1), Math.max(0, from - 1) + count)
    : [word(unevaluated(offsetText + (lengthText ?? '')))];
}

/** Folders whose text stands for what only the machine knows; how they begin is sure. */
const PLACES = new Set(['HOME', 'PWD', 'PATH', 'OLDPWD', 'SHELL', 'BASH']);

const isPlace = (name: string, { scope }: Site) => PLACES.has(name) && !scope.get(name);

/** Changes of a folder's name that are told all the same: its last name, and the folder around it. */
function placeChanged(value: string, operator: string, pattern: string): string {
  if (operator === '##' && pattern === '*/') return UNKNOWN;
  if (operator === '%' && pattern === '/*') return `${value}/..`;
  return operator === '%' && pattern === '/' ? value : UNREAD;
}

function changed(
  name: string,
  value: Word,
  operation: Exclude<Tree.ParameterOperation, Tree.ParameterDefaultOperation>,
  site: Site,
  expand: Expand,
): Word {
  const place = isPlace(name, site);
  const { text } = value;
  const told = !place && !text.includes(UNKNOWN);
  // Who changes what the machine alone knows may make anything of it, the root included.
  const untold = place ? UNREAD : unknownFor(text);
  switch (operation.type) {
    case 'Remove': {
      const pattern = expand(operation.operand, site).text;
      if (place) return word(placeChanged(text, operation.operator, pattern));
      return word(told ? removed(text, operation.operator, pattern, site) : untold);
    }
    case 'Replace': {
      const pattern = expand(operation.pattern, site).text;
      const replacement = expand(operation.replacement, site).text;
      return word(told ? replaced(text, operation.operator, pattern, replacement, site) : untold);
    }
    case 'Slice': {
      const [offset, length] = [operation.offset, operation.length].map((part) => part && expand(part, site).text);
      const from = wholeNumber(offset!, site);
      const count = length === undefined ? undefined : wholeNumber(length, site);
      if (place && from === 0 && count === 1) return word('/');
      if (!told) return word(untold);
      if (from === undefined || (length !== undefined && count === undefined))
        return word(unevaluated(offset! + (length ?? '')));
      const begin = from < 0 ? text.length + from : from;
      // What begins before the text is nothing.
      return word(begin < 0 ? '' : text.slice(begin, count === undefined || count < 0 ? count : begin + count));
    }
    case 'CaseModification':
      // A pattern that says which letters are changed is not followed.
      return word(told ? (operation.operand ? UNREAD : cased(text, operation.operator)) : untold);
    case 'Transform': {
      const how = expand(operation.operand, site).text;
      if (!told) return word(untold);
      if (how === 'U') return word(text.toUpperCase());
      if (how === 'L') return word(text.toLowerCase());
      if (how === 'u') return word(text.slice(0, 1).toUpperCase() + text.slice(1));
      if (how === 'E') return word(unescaped(text));
      // As a prompt the value is expanded once more, substitutions included.
      if (how === 'P') site.machine.script(`: "${text}"`, site.scope.copy(), site.place);
      return word(how === 'Q' ? quoted(value) : UNREAD);
    }
    case 'Names':
    case 'Unknown':
      return word(UNREAD);
    default:
      return operation satisfies never;
  }
}

/** What one match may cost at worst. */
const MATCH_STEPS = 100;

const cased = (text: string, operator: string) => {
  const change = (part: string) => (operator[0] === '^' ? part.toUpperCase() : part.toLowerCase());
  return operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1);
};

function removed(text: string, operator: string, pattern: string, { machine }: Site): string {
  machine.budget.spend(MATCH_STEPS);
  const source = globPattern(pattern, operator.length === 1);
  if (source === undefined || text.length > MAX_MATCHED || pattern.includes(UNKNOWN)) return unevaluated(pattern);
  if (operator[0] === '#') return text.replace(new RegExp(`^(?:${source})`), '');
  // The shortest end that matches begins last, which a pattern read from the left does not find by itself.
  const end = new RegExp(`^(?:${source})$`);
  const starts = Array.from({ length: text.length + 1 }, (_, at) => (operator === '%' ? text.length - at : at));
  const at = starts.find((start) => end.test(text.slice(start)));
  return at === undefined ? text : text.slice(0, at);
}

function replaced(text: string, operator: string, pattern: string, replacement: string, { machine }: Site): string {
  machine.budget.spend(MATCH_STEPS);
  const source = globPattern(pattern);
  if (pattern === '') return text;
  if (source === undefined || text.length > MAX_MATCHED || pattern.includes(UNKNOWN)) return unevaluated(pattern);
  const anchored = operator === '/#' ? `^(?:${source})` : operator === '/%' ? `(?:${source})$` : source;
  return text.replace(new RegExp(anchored, operator === '//' ? 'g' : ''), () => replacement);
}
