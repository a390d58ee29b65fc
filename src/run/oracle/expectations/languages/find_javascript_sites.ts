import { SITE_RANK, type SiteDrafts } from '../site_drafts.js';
import {
  type CallChain,
  getSpanText,
  readCallChain,
  splitCallArguments,
  type TokenSpan,
} from '../tokens/token_span.js';
import { findChaiMatcherSites, findJestMatcherSites } from './find_jest_matcher_sites.js';
import { findThrownClassSites } from './find_thrown_class_sites.js';

/** Functions that compare their first two arguments. */
const EQUALITY =
  /^(equals?|is|same|strictSame|sameStrict|eql|deepEquals?|deepStrictEqual|strictEquals?|deepLooseEqual|partialDeepStrictEqual|equiv|propEqual|propContains|deepEqualInAnyOrder|like|looseEqual|lengthOf|length|isEqual|has|hasStrict|sameMembers|sameDeepMembers|sameOrderedMembers|propertyVal|nestedPropertyVal|deepPropertyVal|hasAllKeys|snapshot|fixture|type|typeOf|closeTo|approximately|almostEqual|assertEquals|assertStrictEquals|equalBytes)$/;
const INCLUSION =
  /^(include|includes|deepInclude|contains|includeMembers|matches|match|regex|stringIncludes|assertStringIncludes|assertMatch)$/;
const TRUTHY = /^(assert|ok|true|truthy|isOk|isTrue|expectTrue|pass_if)$/;
const FALSY = /^(notOk|false|falsy|isNotOk|isFalse|notok)$/;
const THROWING = /^(throws|rejects|throwsAsync|assertThrows|assertRejects|Throw|throw)$/;
const ROOT = /^(assert\w*|t|tt|st|test|tap|chai|strict|is|ok|qunit|QUnit|expect|should)$/i;

/** Functions and their opposites, in libraries that have both. */
const OPPOSITES: readonly [string, string][] = [
  ['deepEqual', 'notDeepEqual'],
  ['deepStrictEqual', 'notDeepStrictEqual'],
  ['strictEqual', 'notStrictEqual'],
  ['equal', 'notEqual'],
  ['same', 'notSame'],
  ['isNull', 'isNotNull'],
  ['isUndefined', 'isDefined'],
  ['isEmpty', 'isNotEmpty'],
  ['exists', 'notExists'],
  ['property', 'notProperty'],
  ['include', 'notInclude'],
  ['instanceOf', 'notInstanceOf'],
  ['isArray', 'isNotArray'],
  ['isObject', 'isNotObject'],
  ['isString', 'isNotString'],
  ['isFunction', 'isNotFunction'],
  ['isNumber', 'isNotNumber'],
  ['isAbove', 'isAtMost'],
  ['isBelow', 'isAtLeast'],
  ['true', 'false'],
  ['truthy', 'falsy'],
  ['regex', 'notRegex'],
];
const OPPOSITE = new Map(OPPOSITES.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));

/** Finds expected values in JavaScript and TypeScript. */
export function findJavascriptSites(drafts: SiteDrafts): void {
  const { source } = drafts;
  const { tokens, text } = source;
  const library = detectLibrary(text);
  const aliases = readAliases(drafts);
  for (const [i, token] of tokens.entries()) {
    if (drafts.isFull) return;
    if (token.kind !== 'word') continue;
    const dotted = tokens[i - 1]?.text === '.' || tokens[i - 1]?.text === '?.';
    if (tokens[i + 1]?.text !== '(' || tokens[i + 1]!.newline) {
      if (dotted) addChaiPropertySite(drafts, i);
      continue;
    }
    const chain: CallChain = dotted ? readCallChain(source, i) : { names: [], indexes: [], first: i };
    if (/^(require|describe|it|test)$/.test(token.text) && !dotted) continue;
    const args = splitCallArguments(source, i + 1);
    if (chain.names.some((name) => /^(expect|should|expectAsync)$/.test(name))) {
      if (/^(to[A-Z]\w*)$/.test(token.text)) findJestMatcherSites(drafts, i, chain, args);
      else findChaiMatcherSites(drafts, i, chain, args);
      continue;
    }
    const name = aliases.get(token.text) ?? token.text;
    const root = chain.names.at(-1) ?? '';
    const isAssertion = dotted
      ? ROOT.test(root) || chain.names.some((one) => one === 'assert')
      : isBare(name, token.text, aliases);
    if (isAssertion) addAssertionSites(drafts, i, name, chain, args, library);
  }
}

type JavascriptLibrary = 'ava' | 'uvu' | 'tape' | 'chai' | 'node';

function detectLibrary(text: string): JavascriptLibrary {
  for (const [library, names] of [
    ['ava', 'ava'],
    ['uvu', 'uvu(?:/assert)?'],
    ['tape', 'tape|tap|@tapjs/[\\w-]+|tape-\\w+'],
    ['chai', 'chai'],
  ] as const)
    if (new RegExp(`(?:from|require\\()\\s*['"](?:${names})['"]`).test(text)) return library;
  return 'node';
}

/** Reads aliases: `const same = assert.deepEqual`, `import { equal as eq } from …`, and names imported unchanged. */
function readAliases({ source: { tokens } }: SiteDrafts): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== 'word') continue;
    const [one, two, three, four] = [tokens[i + 1], tokens[i + 2], tokens[i + 3], tokens[i + 4]];
    if (
      one?.text === '=' &&
      /^(assert|t|chai)$/.test(two?.text ?? '') &&
      three?.text === '.' &&
      four?.kind === 'word'
    ) {
      if (tokens[i + 5]?.text !== '(') aliases.set(token.text, four.text);
    } else if (/^(import|const|let|var)$/.test(token.text)) {
      let open = i + 1;
      while (open < i + 5 && tokens[open]?.text !== '{') open++;
      const close = tokens[open]?.partner ?? -1;
      if (close < open || close - open > 200) continue;
      for (let j = open + 1; j < close; j++) {
        const name = tokens[j]!;
        if (name.kind !== 'word') continue;
        const renamed = /^(as|:)$/.test(tokens[j + 1]?.text ?? '');
        aliases.set(renamed ? tokens[j + 2]!.text : name.text, name.text);
        if (renamed) j += 2;
      }
    }
  }
  return aliases;
}

const isBare = (name: string, written: string, aliases: ReadonlyMap<string, string>) =>
  name === 'assert' ||
  (aliases.has(written) &&
    (EQUALITY.test(name) ||
      TRUTHY.test(name) ||
      THROWING.test(name) ||
      INCLUSION.test(name) ||
      /^assert[A-Z]/.test(name) ||
      /^(not|doesNot)[A-Z]/.test(name)));

function addAssertionSites(
  drafts: SiteDrafts,
  i: number,
  name: string,
  chain: CallChain,
  args: readonly TokenSpan[],
  library: JavascriptLibrary,
): void {
  const { tokens } = drafts.source;
  const [first, second] = args;
  if (!first) return;
  const isNot = chain.names[0] === 'not';
  const opposite = OPPOSITE.get(name);
  const swap = (text: string) => drafts.negate({ from: i, to: i + 1 }, text);
  const isOwn = tokens[i]!.text === name && chain.names.length > 0;
  if (isNot) {
    drafts.remove({ from: chain.indexes[0]!, to: i });
    return;
  }
  // `is` and `not` of ava; `is.not` of uvu.
  if (/^not$/.test(name) && isOwn) {
    if (library === 'ava') swap('is');
    else if (/^(is|assert)$/.test(chain.names[0] ?? '')) swap('ok');
    return;
  }
  if (TRUTHY.test(name) || FALSY.test(name)) addTruthSites(drafts, i, name, first, isOwn ? opposite : undefined);
  else if (THROWING.test(name)) addThrowingSites(drafts, i, name, args, library, isOwn);
  else if (/^(doesNotThrow|notThrows|doesNotReject|notThrowsAsync|doesNotThrowAsync|resolves)$/.test(name)) {
    const throwing = { doesNotThrow: 'throws', notThrows: 'throws', notThrowsAsync: 'throwsAsync' }[name] ?? 'rejects';
    if (isOwn) swap(throwing);
  } else if (
    /^(match|regex|matches|include|includes|deepInclude|contains|includeMembers|stringIncludes|assertMatch)$/.test(
      name,
    ) ||
    INCLUSION.test(name)
  ) {
    if (second) drafts.vary(second, { mode: 'included', rank: SITE_RANK.included, replace: false });
    if (isOwn && name === 'match') swap(library === 'uvu' ? 'not.match' : 'doesNotMatch');
    else if (isOwn && opposite) swap(opposite);
  } else if (/^doesNotMatch$|^notMatch$/.test(name)) {
    if (isOwn) swap('match');
  } else if (/^(not[A-Z]\w*|doesNot\w+)$/.test(name) || (opposite && !EQUALITY.test(name))) {
    const plain = opposite ?? getPlainName(name);
    if (isOwn && plain) swap(plain);
    if (/^(property|instanceOf)$/.test(name) && second) drafts.vary(second, { mode: 'included', replace: false });
  } else if (EQUALITY.test(name) && second) {
    addEqualitySites(drafts, name, args);
    if (isOwn && opposite) swap(opposite);
    else if (isOwn && name === 'is' && library === 'ava') swap('not');
    else if (isOwn && name === 'is' && library === 'uvu') swap('is.not');
  }
}

const getPlainName = (name: string) => {
  const plain = name.replace(/^not|^doesNot/, '');
  return /^[A-Z]/.test(plain) ? plain[0]!.toLowerCase() + plain.slice(1) : undefined;
};

/** Adds the literal and the inverted whole of `ok(a === 3)`. */
function addTruthSites(
  drafts: SiteDrafts,
  i: number,
  name: string,
  first: TokenSpan,
  opposite: string | undefined,
): void {
  addComparisonSites(drafts, first);
  if (opposite && /^(true|false|truthy|falsy)$/.test(name))
    drafts.negate({ from: i, to: i + 1 }, opposite, SITE_RANK.argument);
  if (/^(true|false|isTrue|isFalse)$/.test(name) && opposite) return;
  const text = getSpanText(drafts.source, first);
  const isNegated = /^!(?!=)/.test(text) && first.to - first.from === 2;
  drafts.negate(first, isNegated ? text.slice(1) : `!(${text})`, SITE_RANK.negation - 1);
}

/** Adds literals on one side of `===`. */
function addComparisonSites(drafts: SiteDrafts, span: TokenSpan): void {
  const { tokens } = drafts.source;
  for (let i = span.from; i < Math.min(span.to, span.from + 60); i++) {
    if (!/^===?$/.test(tokens[i]!.text)) continue;
    const right = { from: i + 1, to: findOperandEnd(drafts, i + 1, span.to) };
    if (drafts.isValue(right)) drafts.vary(right, { replace: false });
    else if (i === span.from + 1 && drafts.isLiteral(span.from))
      drafts.vary({ from: span.from, to: i }, { replace: false });
  }
}

function findOperandEnd({ source: { tokens } }: SiteDrafts, from: number, to: number): number {
  let i = from;
  while (i < to && !/^(&&|\|\||,|\?|\))$/.test(tokens[i]!.text))
    i = tokens[i]!.partner > i ? tokens[i]!.partner + 1 : i + 1;
  return Math.min(i, to);
}

/** Adds the second of (actual, expected), or the first if only that is a value. */
function addEqualitySites(drafts: SiteDrafts, name: string, [first, second]: readonly TokenSpan[]): void {
  const mode = /^(closeTo|approximately|almostEqual)$/.test(name) ? 'approximate' : 'equal';
  const isSecond = drafts.isValue(second!) || !drafts.isValue(first!);
  if (isSecond) {
    drafts.vary(second!, { mode });
    // The actual value may be a comparison itself, and is no literal then.
    if (!drafts.isValue(second!) && /^(length|lengthOf)$/.test(name)) return;
  } else drafts.vary(first!, { mode });
}

/** Adds the expected exception: its message, class and properties. */
function addThrowingSites(
  drafts: SiteDrafts,
  i: number,
  name: string,
  args: readonly TokenSpan[],
  library: JavascriptLibrary,
  isOwn: boolean,
): void {
  const { tokens } = drafts.source;
  for (const arg of args.slice(1)) {
    const token = tokens[arg.from]!;
    const isMessage = token.kind === 'string' && arg.to === arg.from + 1;
    if (isMessage && !(library === 'chai' || (library === 'uvu' && arg === args[1]))) continue;
    if (arg.to === arg.from + 1 && token.kind === 'word') findThrownClassSites(drafts, arg);
    else if (tokens[arg.from]!.text === '{' || isMessage || token.kind === 'expression')
      drafts.vary(arg, { mode: isMessage || token.kind === 'expression' ? 'included' : 'equal', replace: false });
    else addComparisonSites(drafts, arg);
  }
  if (!isOwn) return;
  const opposite =
    library === 'ava' || library === 'uvu'
      ? (
          { throws: library === 'ava' ? 'notThrows' : 'not.throws', throwsAsync: 'notThrowsAsync' } as Record<
            string,
            string
          >
        )[name]
      : (
          {
            throws: 'doesNotThrow',
            rejects: library === 'tape' ? 'resolves' : 'doesNotReject',
            Throw: 'doesNotThrow',
          } as Record<string, string>
        )[name];
  if (opposite) drafts.negate({ from: i, to: i + 1 }, opposite);
}

/** Adds properties such as `expect(x).to.be.true`. */
function addChaiPropertySite(drafts: SiteDrafts, i: number): void {
  const { text } = drafts.source.tokens[i]!;
  if (
    !/^(true|false|ok|null|undefined|empty|exist|NaN|exists|arguments|extensible|sealed|frozen|called|calledOnce|calledTwice|fulfilled|rejected|numeric|finite)$/.test(
      text,
    )
  )
    return;
  const chain = readCallChain(drafts.source, i);
  if (!chain.names.some((name) => /^(expect|should)$/.test(name))) return;
  const not = chain.names.indexOf('not');
  if (text === 'true' || text === 'false')
    drafts.negate({ from: i, to: i + 1 }, text === 'true' ? 'false' : 'true', SITE_RANK.literal);
  else if (not >= 0) drafts.remove({ from: chain.indexes[not]!, to: chain.indexes[not]! + 2 });
  else drafts.insertBefore(i, 'not.');
}
