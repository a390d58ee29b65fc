import { SITE_RANK, type SiteDrafts } from '../site_drafts.js';
import { getSpanText, readCallChain, splitCallArguments, type TokenSpan } from '../tokens/token_span.js';

/** Assertions whose opposite is a method of the same class. */
const JVM_OPPOSITES: readonly [string, string][] = [
  ['assertEquals', 'assertNotEquals'],
  ['assertTrue', 'assertFalse'],
  ['assertNull', 'assertNotNull'],
  ['assertSame', 'assertNotSame'],
  ['AreEqual', 'AreNotEqual'],
  ['IsTrue', 'IsFalse'],
  ['IsNull', 'IsNotNull'],
  ['Equal', 'NotEqual'],
  ['True', 'False'],
  ['Null', 'NotNull'],
  ['Contains', 'DoesNotContain'],
  ['Empty', 'NotEmpty'],
];
const JVM_OPPOSITE = new Map(JVM_OPPOSITES.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
/** Matchers of AssertJ, Truth and FluentAssertions. */
const FLUENT_OPPOSITES: readonly [string, string][] = [
  ['isEqualTo', 'isNotEqualTo'],
  ['isTrue', 'isFalse'],
  ['isNull', 'isNotNull'],
  ['isEmpty', 'isNotEmpty'],
  ['isSameAs', 'isNotSameAs'],
  ['isPresent', 'isEmpty'],
  ['contains', 'doesNotContain'],
  ['isInstanceOf', 'isNotInstanceOf'],
  ['isZero', 'isNotZero'],
  ['Be', 'NotBe'],
  ['BeTrue', 'BeFalse'],
  ['BeNull', 'NotBeNull'],
  ['BeEmpty', 'NotBeEmpty'],
];
const FLUENT_OPPOSITE = new Map(
  [...FLUENT_OPPOSITES].reverse().flatMap(([a, b]) => [[b, a] as const, [a, b] as const]),
);
const JVM_EQUALITY =
  /^(assertEquals|assertSame|assertArrayEquals|assertIterableEquals|assertLinesMatch|assertContentEquals|AreEqual|AreSame|Equal|StrictEqual|XCTAssertEqual|expect|assertEqual|shouldBe|expectThat|assertContains)$/;
const FLUENT_EQUALITY =
  /^(isEqualTo|isSameAs|hasSize|hasLength|containsExactly\w*|containsOnly\w*|hasMessage|hasToString|isCloseTo|isWithin|hasValue|containsEntry|returns|Be|Equal|BeEquivalentTo|HaveCount|shouldBe|inOrder|isEqualByComparingTo|isEqualToIgnoringCase|hasSameElementsAs|andReturn|value|string|contentEquals|isEqualTo\w+)$/;
const FLUENT_INCLUSION =
  /^(contains|hasMessageContaining|hasMessageThat|startsWith|endsWith|containsKeys?|hasMessageStartingWith|containsSequence|matches|WithMessage|Contain|contain)$/;

/**
 * Finds expected values of JUnit, AssertJ, Hamcrest, Truth, kotlin.test, NUnit and xUnit. All replacements keep their
 * types.
 */
export function findJvmSites(drafts: SiteDrafts): void {
  const { source } = drafts;
  const { tokens, text } = source;
  const imported = (name: string) => new RegExp(`import\\s+(static\\s+)?[\\w.]+\\.(\\*|${name})\\s*(;|\\n)`).test(text);
  const wholesale = /import\s+static\s+[\w.]*Assert(ions)?\.\*|import\s+kotlin\.test\.\*/.test(text);
  for (const [i, token] of tokens.entries()) {
    if (drafts.isFull) return;
    if (token.kind !== 'word') continue;
    const next = tokens[i + 1];
    if (/^should(Be|Equal|NotBe|Contain)$/.test(token.text) && next?.text !== '(') addInfixSites(drafts, i);
    if (next?.text === '<' && /^(assertThrows|assertFailsWith|shouldThrow|Throws)$/.test(token.text))
      addGenericExceptionSites(drafts, i);
    if (
      token.text === 'expected' &&
      next?.text === '=' &&
      tokens[i + 3]?.text === '.' &&
      tokens[i + 4]?.text === 'class'
    )
      addExceptionSites(drafts, { from: i + 2, to: i + 3 });
    if (token.text === '@CsvSource' && next?.text === '(') addSeparatedRowSites(drafts, i);
    if (next?.text !== '(') continue;
    const args = splitCallArguments(source, i + 1);
    const dotted = /^(\.|\?\.)$/.test(tokens[i - 1]?.text ?? '');
    const chain = dotted ? readCallChain(source, i) : undefined;
    const qualified = /^(Assert|Assertions|Assertion|TestCase|XCTAssert|CollectionAssert|StringAssert)$/.test(
      chain?.names[0] ?? '',
    );
    if (
      chain &&
      !qualified &&
      chain.names.some((name) =>
        /^(assertThat\w*|expectThat|expect|Should|assertWithMessage|should|that|assertThatThrownBy)$/.test(name),
      )
    ) {
      addFluentSites(drafts, i, args);
      continue;
    }
    if (!qualified && (dotted || !/^(assert\w*|expect|fail\w*|verify|arguments|XCTAssert\w*)$/.test(token.text))) {
      if (/^(arguments|of)$/.test(token.text) && (!dotted || chain?.names[0] === 'Arguments'))
        addArgumentRowSites(drafts, i, args);
      continue;
    }
    const opposite = JVM_OPPOSITE.get(token.text);
    const owner = new RegExp(`import\\s+static\\s+([\\w.]+)\\.${token.text}\\s*;`).exec(text)?.[1];
    const isReachable = opposite !== undefined && (qualified || wholesale || imported(opposite));
    // Without an import the opposite is called by its full name.
    const swapped = isReachable ? opposite : opposite && owner && `${owner}.${opposite}`;
    addAssertionSites(drafts, i, args, swapped);
  }
}

function addAssertionSites(
  drafts: SiteDrafts,
  i: number,
  all: readonly TokenSpan[],
  opposite: string | undefined,
): void {
  const { source } = drafts;
  const { tokens } = source;
  const name = tokens[i]!.text;
  if (name === 'arguments') {
    addArgumentRowSites(drafts, i, all);
    return;
  }
  // In JUnit 4 and predecessors of TestNG the message comes first.
  const isMessage = (arg: TokenSpan | undefined) =>
    arg !== undefined && arg.to === arg.from + 1 && tokens[arg.from]!.kind === 'string';
  const withMessage =
    all.length === 3 && isMessage(all[0]) && !isMessage(all[2]) && tokens[all[2]!.from]?.kind !== 'number';
  const args = withMessage ? all.slice(1) : all;
  const [first, second] = args;
  if (!first) return;
  if (name === 'assertThat') {
    if (second) addHamcrestSites(drafts, second);
    return;
  }
  if (
    /^(assertThrows|assertThrowsExactly|Throws|ThrowsAsync)$/.test(name) &&
    /^[;{}>]$|^->$|^=>$/.test(tokens[i - (tokens[i - 1]?.text === '.' ? 3 : 1)]?.text ?? ';')
  ) {
    if (tokens[first.from + 1]?.text === '.' && tokens[first.to - 1]?.text === 'class')
      addExceptionSites(drafts, { from: first.from, to: first.from + 1 });
    return;
  }
  if (JVM_EQUALITY.test(name) && second) {
    const isFirst = drafts.isValue(first);
    const mode =
      args.length > 2 || /\.\d/.test(getSpanText(source, isFirst ? first : second)) ? 'approximate' : 'equal';
    drafts.vary(isFirst ? first : second, { mode });
  }
  const isTruth =
    /^(assert|assertTrue|assertFalse|IsTrue|IsFalse|True|False|XCTAssertTrue|XCTAssertFalse|XCTAssert)$/.test(name);
  if (isTruth) {
    const truth = all.length === 2 && isMessage(all[0]) ? all[1]! : first;
    const text = getSpanText(source, truth);
    if (tokens[truth.from]!.text !== '{' && !/->|=>/.test(text)) drafts.negate(truth, `!(${text})`, SITE_RANK.argument);
    return;
  }
  const isDelta = /^assert(Not)?Equals$/.test(name) && args.length > 2;
  if (opposite && !isDelta) drafts.negate({ from: i, to: i + 1 }, opposite);
}

function addFluentSites(drafts: SiteDrafts, i: number, args: readonly TokenSpan[]): void {
  const name = drafts.source.tokens[i]!.text;
  if (name === 'isInstanceOf' || name === 'isExactlyInstanceOf') {
    if (args[0]) addExceptionSites(drafts, { from: args[0].from, to: args[0].from + 1 });
  } else if (FLUENT_EQUALITY.test(name)) for (const arg of args.slice(0, 4)) drafts.vary(arg);
  else if (FLUENT_INCLUSION.test(name))
    for (const arg of args.slice(0, 2)) drafts.vary(arg, { mode: 'included', rank: SITE_RANK.included });
  const opposite = FLUENT_OPPOSITE.get(name);
  if (opposite && !(name === 'contains' && args.length === 0))
    drafts.negate({ from: i, to: i + 1 }, opposite, args.length === 0 ? SITE_RANK.argument : SITE_RANK.negation);
}

function addHamcrestSites(drafts: SiteDrafts, matcher: TokenSpan): void {
  const { tokens } = drafts.source;
  for (let i = matcher.from; i < Math.min(matcher.to, matcher.from + 10); i++)
    if (/^(not|greaterThan\w*|lessThan\w*)$/.test(tokens[i]!.text)) return;
  const included = /^(contains|containsString|hasItem|startsWith|endsWith|hasKey)/.test(tokens[matcher.from]!.text);
  drafts.vary(matcher, { mode: included ? 'included' : 'equal' });
}

const JVM_ERRORS = ['ArithmeticException', 'ClassCastException', 'NegativeArraySizeException'];

function addExceptionSites(drafts: SiteDrafts, span: TokenSpan): void {
  const { language } = drafts.source;
  if (/(Exception|Error|Throwable)$/.test(drafts.source.tokens[span.from]!.text))
    drafts.exchange(
      span,
      language === 'csharp' ? ['System.DivideByZeroException', 'System.RankException'] : JVM_ERRORS,
      SITE_RANK.nearby,
    );
}

/**
 * Adds `assertFailsWith<IllegalStateException> { … }` as a statement, since its result has the type of the exception.
 */
function addGenericExceptionSites(drafts: SiteDrafts, i: number): void {
  const { tokens } = drafts.source;
  if (tokens[i + 3]?.text !== '>' || !tokens[i]!.newline) return;
  addExceptionSites(drafts, { from: i + 2, to: i + 3 });
}

/** Adds the value of `x shouldBe 5`. */
function addInfixSites(drafts: SiteDrafts, i: number): void {
  const { tokens } = drafts.source;
  let to = i + 1;
  while (to < tokens.length && to < i + 40 && !(tokens[to]!.newline && to > i + 1) && !/^[;})]$/.test(tokens[to]!.text))
    to = tokens[to]!.partner > to ? tokens[to]!.partner + 1 : to + 1;
  const name = tokens[i]!.text;
  if (name !== 'shouldNotBe')
    drafts.vary({ from: i + 1, to }, { mode: name === 'shouldContain' ? 'included' : 'equal' });
}

/** Adds the last value of `arguments("a", 1)` in a source of rows. */
function addArgumentRowSites(drafts: SiteDrafts, i: number, args: readonly TokenSpan[]): void {
  const last = args.at(-1);
  if (last && args.length > 1)
    drafts.vary(last, {
      rank: SITE_RANK.row,
      test: `row ${getSpanText(drafts.source, { from: i + 1, to: drafts.source.tokens[i + 1]!.partner + 1 }).slice(0, 60)}`,
    });
}

/** Adds the text after the last comma in `@CsvSource({"a, 1", "b, 2"})`. */
function addSeparatedRowSites(drafts: SiteDrafts, i: number): void {
  const { source } = drafts;
  const close = source.tokens[i + 1]!.partner;
  for (let at = i + 2; at < Math.min(close, i + 600); at++) {
    const { kind, text, start } = source.tokens[at]!;
    if (kind !== 'string' || !text.includes(',') || text.startsWith('"""')) continue;
    const from = start + text.lastIndexOf(',') + 1 + (/,(\s*)[^,]*$/.exec(text)?.[1]?.length ?? 0);
    const cell = source.text.slice(from, start + text.length - 1);
    if (!/^'?[\w .-]+'?$/.test(cell)) continue;
    const quote = cell.startsWith("'") ? 1 : 0;
    drafts.add(at, {
      start: from + quote,
      end: start + text.length - 1 - quote,
      kind: 'literal',
      rank: SITE_RANK.row,
      mode: 'equal',
      literal: 'body',
      test: `row ${text}`,
    });
  }
}
