import type { ComparisonMode } from '../create_wrong_numbers.js';
import { SITE_RANK, type SiteDraft } from '../site_drafts.js';
import { readShellFunctions, type ShellFunction } from './shell_function.js';
import { findLiteralParts, findLiteralRange, type ShellWord, splitShellWords } from './shell_word.js';

const EXPECTED_VARIABLE = /^(exp\w*|want\w*|should\w*|wanted|correct|golden)$/i;
const EXPECTED_FILE = /(exp(ect(ed)?)?|want(ed)?|golden|should)[\w.]*["']?$/i;
/** Counters of a script, which are not expectations of a test. */
const BOOKKEEPING = /^["']?\$\{?(failures?|failed|fails?|errors?|bad|#|count|n|i|tests?|total|pass(ed)?)\b/i;
/** Functions of bats, shunit2 and TAP libraries → index of the expected argument, from the end if negative. */
const LIBRARY_ASSERTIONS: Record<string, number> = {
  assert_equal: 1,
  assertEquals: -2,
  assertSame: -2,
  assert_output: -1,
  assert_line: -1,
  assertContains: -1,
  is: 1,
  assert_eq: 1,
  assert_contains: -1,
};
const LIBRARY_OPPOSITES: Record<string, string> = {
  assert_success: 'assert_failure',
  assert_failure: 'assert_success',
  assertTrue: 'assertFalse',
  assertFalse: 'assertTrue',
  assertNull: 'assertNotNull',
  assertNotNull: 'assertNull',
  test_expect_success: 'test_expect_failure',
};

interface ShellCommand {
  words: ShellWord[];
  /** Operator or line end after the command. */
  behind: string;
}

/** Finds expected values in shell scripts, bats files and scripts that write TAP. */
export function findShellDrafts(content: string): SiteDraft[] {
  const words = splitShellWords(content);
  if (!words) return [];
  const helpers = readShellFunctions(content, words);
  const drafts: SiteDraft[] = [];
  const titles = findTitledRanges(content, words);
  let title = 0;
  let helper: ShellFunction | undefined;
  for (const command of splitCommands(words)) {
    const [first] = command.words;
    if (!first) continue;
    while (title < titles.length && titles[title]!.end < first.start) title++;
    const range = titles[title];
    const test = range && range.start <= first.start && first.start < range.end ? range.title : undefined;
    helper = helpers.find(({ start, end }) => first.start > start && first.start < end);
    const inHelper = helper !== undefined && test === undefined;
    const add = (place: { start: number; end: number }, mode: ComparisonMode, rank: number, own = test) => {
      const isEmpty = place.end <= place.start;
      if (isEmpty && !/['"]/.test(content[place.start] ?? '')) return;
      drafts.push({
        ...place,
        kind: 'literal',
        mode,
        rank: rank + (inHelper ? SITE_RANK.shared : 0),
        test: own,
        literal: 'body',
        ...(isEmpty ? { texts: ['x', '0', 'none'] } : {}),
      });
    };
    const negate = (place: { start: number; end: number }, text: string) =>
      drafts.push({
        ...place,
        kind: 'negation',
        mode: 'equal',
        rank: SITE_RANK.negation + (inHelper ? SITE_RANK.shared : 0),
        test,
        literal: 'word',
        texts: [text],
      });
    if (!inHelper) addConditionSites(command, negate);
    for (const word of listCasePatterns(command))
      for (const part of findLiteralParts(word).slice(0, 2)) add(part, 'included', SITE_RANK.included);
    addComparisonSites(command, add, negate);
    addCommandSites(command, add, negate, helpers);
    if (drafts.length > 16_000) break;
  }
  return drafts;
}

type AddLiteral = (place: { start: number; end: number }, mode: ComparisonMode, rank: number, test?: string) => void;
type AddNegation = (place: { start: number; end: number }, text: string) => void;

/** Splits words into commands. */
function* splitCommands(words: readonly ShellWord[]): Generator<ShellCommand> {
  let current: ShellWord[] = [];
  let conditional = false;
  for (const word of words) {
    // `[[ a && b ]]` is one command.
    if (word.text === '[[') conditional = true;
    if (word.text === ']]') conditional = false;
    const ends =
      word.kind === 'line-end' ||
      (word.kind === 'operator' && /^(&&|\|\||;;?|&|\||\(|\)|<\()$/.test(word.text) && !conditional);
    if (ends) {
      yield { words: current, behind: word.text };
      current = [];
    } else current.push(word);
  }
  yield { words: current, behind: '' };
}

const NUMERIC: Record<string, string> = {
  '-eq': '-ne',
  '-ne': '-eq',
  '-lt': '-ge',
  '-ge': '-lt',
  '-gt': '-le',
  '-le': '-gt',
  '=': '!=',
  '==': '!=',
  '!=': '=',
  '-z': '-n',
  '-n': '-z',
};
const UNARY = /^-[defrswxhLS]$/;

/** Adds the values of `[ a = b ]`, `test a -eq b` and `[[ a == b ]]`. */
function addComparisonSites({ words }: ShellCommand, add: AddLiteral, negate: AddNegation): void {
  const begin = words.findIndex(({ text }) => /^(\[|\[\[|test)$/.test(text));
  if (begin < 0) return;
  for (let i = begin + 1; i < words.length && words[i]!.text !== ']' && words[i]!.text !== ']]'; i++) {
    const word = words[i]!;
    const [left, right] = [words[i - 1]!, words[i + 1]];
    if (!right) break;
    if (UNARY.test(word.text) && (i === begin + 1 || words[i - 1]!.text === '!') && /[\w"'$]/.test(right.text)) {
      if (words[i - 1]!.text === '!') negate({ start: words[i - 1]!.start, end: word.start }, '');
      else negate(word, `! ${word.text}`);
      continue;
    }
    const opposite = NUMERIC[word.text];
    if (!opposite || BOOKKEEPING.test(left.text)) continue;
    if (/^-[zn]$/.test(word.text)) {
      negate(word, opposite);
      continue;
    }
    if (word.text === '=' || word.text === '==' || word.text === '-eq' || word.text === '!=' || word.text === '-ne') {
      const isPartial = /[*?]/.test(right.text) && words[begin]!.text === '[[';
      const place = isPartial ? undefined : findLiteralRange(right);
      if (place) add(place, 'equal', SITE_RANK.literal);
      else if (/\$/.test(left.text) || !findLiteralRange(left))
        for (const part of findLiteralParts(right).slice(0, 2))
          add(part, isPartial ? 'included' : 'equal', SITE_RANK.literal);
      else if (findLiteralRange(left)) add(findLiteralRange(left)!, 'equal', SITE_RANK.literal);
    }
    if (word.text === '=~')
      for (const part of findLiteralParts(right).slice(0, 2)) add(part, 'pattern', SITE_RANK.included);
    negate(word, word.text === '==' ? '!=' : opposite);
  }
}

function addCommandSites(
  { words }: ShellCommand,
  add: AddLiteral,
  negate: AddNegation,
  helpers: readonly ShellFunction[],
): void {
  const at = words.findIndex(
    ({ text, kind }) =>
      kind === 'word' && !/^(if|then|while|until|!|do|else|elif|time|\{|[A-Za-z_]\w*=.*)$/s.test(text),
  );
  for (const word of words.slice(0, 3)) addAssignedSites(word, add);
  if (/^(local|declare|readonly|export)$/.test(words[0]?.text ?? ''))
    for (const word of words.slice(1)) addAssignedSites(word, add);
  addRedirectedSites(words, add);
  // Text after `diff - <(command)`.
  if (words[0]?.text === '<<' && words[1]?.body) add(words[1].body, 'equal', SITE_RANK.nearby);
  if (at < 0) return;
  const command = words[at]!;
  const end = words.findIndex(({ kind }, i) => i > at && kind === 'operator');
  const args = words.slice(at + 1, end < 0 ? undefined : end);
  const helper = helpers.find(({ name }) => name === command.text);
  if (helper) {
    const test = findLiteralRange(args[helper.title] ?? command)
      ? args[helper.title]?.text.replace(/^["']|["']$/g, '')
      : undefined;
    for (const { index, mode } of helper.expected) {
      const word = args[index];
      if (word) addWord(word, mode, add, test ?? `${command.text} ${command.start}`);
    }
  } else if (Object.hasOwn(LIBRARY_ASSERTIONS, command.text)) {
    const index = LIBRARY_ASSERTIONS[command.text]!;
    const plain = args.filter(({ text }) => !/^-/.test(text) || /\d/.test(text));
    const partial = plain.length < args.length || /ontains/.test(command.text);
    const word = plain.at(index);
    if (word) addWord(word, partial ? 'included' : 'equal', add);
  }
  const opposite = LIBRARY_OPPOSITES[command.text];
  if (opposite) negate(command, opposite);
  if (/^[ef]?grep$/.test(command.text)) addGrepSites(command, args, add);
  if (/^(diff|cmp|test_cmp)$/.test(command.text))
    for (const word of words.slice(at)) if (word.body) add(word.body, 'equal', SITE_RANK.literal);
  const here = words.findIndex(({ text }) => text === '<<<');
  if (here > 0 && /^(diff|cmp)$/.test(command.text)) addWord(words[here + 1]!, 'equal', add);
}

function addWord(word: ShellWord, mode: ComparisonMode, add: AddLiteral, test?: string): void {
  const place = findLiteralRange(word);
  if (place) add(place, mode, SITE_RANK.literal, test);
  else for (const part of findLiteralParts(word).slice(-2)) add(part, mode, SITE_RANK.nearby, test);
}

/** Adds the value of `expected='…'`. */
function addAssignedSites(word: ShellWord, add: AddLiteral): void {
  const equals = word.text.indexOf('=');
  if (equals < 1 || !EXPECTED_VARIABLE.test(word.text.slice(0, equals))) return;
  const value: ShellWord = { ...word, start: word.start + equals + 1, text: word.text.slice(equals + 1) };
  if (value.text !== '') addWord(value, 'equal', add);
}

/** Adds the text of `cat >expected <<EOF` and `printf 'a\n' >want`. */
function addRedirectedSites(words: readonly ShellWord[], add: AddLiteral): void {
  const target = words.findIndex(({ text }, i) => text === '>' && EXPECTED_FILE.test(words[i + 1]?.text ?? ''));
  if (target < 0) return;
  for (const word of words) if (word.body) add(word.body, 'equal', SITE_RANK.literal);
  if (/^(echo|printf)$/.test(words[0]!.text) && words[target - 1]!.kind === 'word')
    addWord(words[target - 1]!, 'equal', add);
}

/** Adds the pattern of `grep -q`. */
function addGrepSites(command: ShellWord, args: readonly ShellWord[], add: AddLiteral): void {
  const quiet = args.some(({ text }) => /^-\w*[qcx]|^--quiet/.test(text));
  const afterE = args.findIndex(({ text }) => /^-\w*e$/.test(text));
  const pattern = afterE >= 0 ? args[afterE + 1] : args.find(({ text }) => !/^-/.test(text));
  if (!pattern || !quiet) return;
  const fixed = command.text === 'fgrep' || args.some(({ text }) => /^-\w*F/.test(text));
  const place = findLiteralRange(pattern);
  if (place) add(place, fixed ? 'included' : 'pattern', SITE_RANK.included);
  else
    for (const part of findLiteralParts(pattern).slice(0, 2))
      add(part, fixed ? 'included' : 'pattern', SITE_RANK.included);
}

/** Adds the inverted condition of `if command; then`. Comparisons have opposites of their own. */
function addConditionSites({ words }: ShellCommand, negate: AddNegation): void {
  const [first, second] = words;
  if (!first || !second || !/^(if|elif)$/.test(first.text) || /^(\[|\[\[|test|!|case)$/.test(second.text)) return;
  if (second.kind === 'word') negate({ start: second.start, end: second.end }, `! ${second.text}`);
}

/** Lists the first pattern of `case "$x" in *words*)`; the others stand alone before their bracket. */
function listCasePatterns({ words, behind }: ShellCommand): ShellWord[] {
  const at = words.findIndex(({ text }) => text === 'in');
  if (words[0]?.text === 'case' && at > 0) return words.slice(at + 1);
  return behind === ')' && words.length === 1 && /[*]/.test(words[0]!.text) ? [words[0]!] : [];
}

interface TitledRange {
  start: number;
  end: number;
  title: string;
}

/** Finds `@test "title" {` and `test_name() {` up to a `}` at the beginning of a line. */
function findTitledRanges(content: string, words: readonly ShellWord[]): TitledRange[] {
  const ranges: TitledRange[] = [];
  for (const [i, word] of words.entries()) {
    const isBats = word.text === '@test' && words[i + 1]?.kind === 'word';
    const isFunction = /^test\w+$/i.test(word.text) && words[i + 1]?.text === '(' && words[i + 2]?.text === ')';
    if (!isBats && !isFunction) continue;
    const close = content.indexOf('\n}', word.start);
    const title = isBats ? words[i + 1]!.text.replace(/^["']|["']$/g, '') : word.text;
    ranges.push({ start: word.start, end: close < 0 ? content.length : close, title });
  }
  return ranges;
}
