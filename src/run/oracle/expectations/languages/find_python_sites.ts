import { findLineEnds, SITE_RANK, type SiteDrafts } from '../site_drafts.js';
import {
  findInSpan,
  getBracketContent,
  getSpanText,
  MOST_SPAN_TOKENS,
  splitCallArguments,
  splitSpan,
  type TokenSpan,
} from '../tokens/token_span.js';

const COMPARISON = /^(==|!=|<|>|<=|>=|in|is|not)$/;

/** Methods and their opposites. */
const PYTHON_OPPOSITES: readonly [string, string][] = [
  ['assertEqual', 'assertNotEqual'],
  ['assertTrue', 'assertFalse'],
  ['assertIn', 'assertNotIn'],
  ['assertIs', 'assertIsNot'],
  ['assertIsNone', 'assertIsNotNone'],
  ['assertIsInstance', 'assertNotIsInstance'],
  ['assertAlmostEqual', 'assertNotAlmostEqual'],
  ['assertGreater', 'assertLessEqual'],
  ['assertLess', 'assertGreaterEqual'],
  ['assertRegex', 'assertNotRegex'],
  ['assertContains', 'assertNotContains'],
  ['assertTemplateUsed', 'assertTemplateNotUsed'],
  ['assert_called', 'assert_not_called'],
];
const PYTHON_OPPOSITE = new Map(PYTHON_OPPOSITES.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
const PYTHON_EQUALITY =
  /^(assert(Equals?|Is|CountEqual|ListEqual|DictEqual|SetEqual|TupleEqual|SequenceEqual|MultiLineEqual|JSONEqual|HTMLEqual|XMLEqual|AlmostEquals?|QuerySetEqual|QuerysetEqual|NumQueries|Redirects|DictContainsSubset)|assert_(equal|array_equal|almost_equal|allclose|array_almost_equal|approx_equal|is|same|dict_equal|list_equal|eq)|eq_|assert_that)$/;
const PYTHON_INCLUSION = /^(assert(In|Contains|Regex|RegexpMatches)|assert_(in|contains|regex))$/;
const MOCK_CALL = /^assert_(called_with|called_once_with|any_call|has_calls|awaited_with|awaited_once_with)$/;
/**
 * Exceptions that are hardly ever subclassed. An honest solution may raise one that belongs to several of the usual
 * ones.
 */
const PYTHON_ERRORS = ['ZeroDivisionError', 'RecursionError', 'BufferError', 'UnboundLocalError'];

/** Finds expected values of pytest and unittest. */
export function findPythonSites(drafts: SiteDrafts): void {
  const { tokens } = drafts.source;
  const lineEnds = findLineEnds(tokens);
  for (const [i, token] of tokens.entries()) {
    if (drafts.isFull) return;
    if (token.kind !== 'word') continue;
    const isCall = tokens[i + 1]?.text === '(' && !tokens[i + 1]!.newline;
    if (token.text === 'assert' && (token.newline || /^[:;]$/.test(tokens[i - 1]?.text ?? ';')))
      addAssertSites(drafts, { from: i + 1, to: lineEnds[i]! });
    else if (isCall && tokens[i - 1]?.text !== 'def') addCallSites(drafts, i);
  }
}

function addAssertSites(drafts: SiteDrafts, statement: TokenSpan): void {
  const { tokens } = drafts.source;
  const semicolon = findInSpan(drafts.source, statement, ({ text }) => text === ';');
  if (semicolon >= 0) statement.to = semicolon;
  const [condition] = splitSpan(drafts.source, {
    ...statement,
    to: Math.min(statement.to, statement.from + MOST_SPAN_TOKENS),
  });
  if (!condition) return;
  let from = condition.from;
  // Each part of a conjunction must hold.
  for (;;) {
    const and = findInSpan(
      drafts.source,
      { from, to: condition.to },
      ({ text, kind }) => kind === 'word' && (text === 'and' || text === 'or'),
    );
    addConditionSites(drafts, { from, to: and < 0 ? condition.to : and });
    if (and < 0) break;
    from = and + 1;
  }
  const text = getSpanText(drafts.source, condition);
  if (
    tokens[condition.from]!.text === 'not' &&
    findInSpan(drafts.source, condition, ({ text: one }) => /^(and|or|==|in)$/.test(one)) < 0
  )
    drafts.remove({ from: condition.from, to: condition.from + 1 }, SITE_RANK.negation - 1);
  // A condition in brackets may span lines.
  else drafts.negate(condition, `not (${text})`);
}

function addConditionSites(drafts: SiteDrafts, span: TokenSpan): void {
  const { source } = drafts;
  const { tokens } = source;
  if (span.to <= span.from) return;
  if (tokens[span.from]!.text === '(' && tokens[span.from]!.partner === span.to - 1) {
    const inside = getBracketContent(source, span.from)!;
    if (splitSpan(source, inside).length === 1) addConditionSites(drafts, inside);
    return;
  }
  const at = findInSpan(
    source,
    { ...span, from: span.from + 1 },
    ({ text, kind }) => (kind === 'symbol' || kind === 'word') && COMPARISON.test(text),
  );
  if (at < 0) {
    // `all(a == 1 for …)`, `isinstance(…)`: only inner comparisons count.
    const inner = findInnerOperator(drafts, span);
    if (inner > 0)
      drafts.vary({ from: inner + 1, to: Math.min(inner + 2, span.to) }, { replace: false, rank: SITE_RANK.nearby });
    return;
  }
  const operator = tokens[at]!.text;
  const isNot = tokens[at + 1]?.text === 'not' || operator === 'not';
  const right = { from: operator === 'is' && isNot ? at + 2 : at + (operator === 'not' ? 2 : 1), to: span.to };
  const left = { from: span.from, to: at };
  if (operator === '==') {
    addComparedSites(drafts, left, right);
    drafts.negate({ from: at, to: at + 1 }, '!=');
  } else if (operator === '!=') drafts.negate({ from: at, to: at + 1 }, '==', SITE_RANK.argument);
  else if (operator === 'is') {
    if (isNot) drafts.remove({ from: at + 1, to: at + 2 }, SITE_RANK.argument);
    else {
      drafts.vary(right, { replace: !/^(None|[A-Z].*)$/.test(tokens[right.from]?.text ?? '') });
      drafts.negate({ from: at, to: at + 1 }, 'is not', SITE_RANK.argument);
    }
  } else if (operator === 'in') {
    drafts.vary(left, { mode: 'included', rank: SITE_RANK.included, replace: false });
    drafts.negate({ from: at, to: at + 1 }, 'not in', SITE_RANK.argument);
  } else if (operator === 'not') drafts.remove({ from: at, to: at + 1 }, SITE_RANK.argument);
}

function findInnerOperator({ source: { tokens } }: SiteDrafts, { from, to }: TokenSpan): number {
  for (let i = from; i < Math.min(to, from + 60); i++) if (tokens[i]!.text === '==') return i;
  return -1;
}

/** Adds the side of a comparison that is a value, the right one of two. */
function addComparedSites(drafts: SiteDrafts, left: TokenSpan, right: TokenSpan): void {
  const mode = isApproximate(drafts, left) || isApproximate(drafts, right) ? 'approximate' : 'equal';
  // `a == b == 3`
  const again = findInSpan(drafts.source, right, ({ text }) => text === '==');
  const last = again < 0 ? right : { from: again + 1, to: right.to };
  const isLeft = !drafts.isValue(last) && drafts.isValue(left);
  drafts.vary(isLeft ? left : last, { mode });
}

const isApproximate = ({ source: { tokens } }: SiteDrafts, { from, to }: TokenSpan) => {
  for (let i = from; i < Math.min(to, from + 8); i++) if (/^(approx|isclose)$/.test(tokens[i]!.text)) return true;
  return false;
};

function addCallSites(drafts: SiteDrafts, i: number): void {
  const { tokens } = drafts.source;
  const name = tokens[i]!.text;
  if (!/^(assert|raises|warns|deprecated_call|eq_|ok_|fail)/i.test(name)) return;
  const args = splitCallArguments(drafts.source, i + 1);
  const [first, second] = args;
  const opposite = PYTHON_OPPOSITE.get(name);
  if (/^(raises|warns|assert_?raises\w*|assertWarns\w*|assertRaisesRegexp?|assertLogs)$/i.test(name)) {
    addRaisingSites(drafts, name, args);
    return;
  }
  if (MOCK_CALL.test(name)) {
    for (const arg of args) drafts.vary(getKeywordValue(drafts, arg), { rank: SITE_RANK.literal, replace: true });
    return;
  }
  if (name === 'assert_called_once') drafts.negate({ from: i, to: i + 1 }, 'assert_not_called', SITE_RANK.argument);
  if (PYTHON_EQUALITY.test(name) && first && second) {
    const mode = /almost|allclose|approx|close/i.test(name) ? 'approximate' : 'equal';
    const isFirst = drafts.isValue(first) && !drafts.isValue(second);
    drafts.vary(isFirst ? first : second, { mode });
  } else if (PYTHON_INCLUSION.test(name) && first && second) {
    const isPattern = /regex/i.test(name);
    const included = isPattern || name === 'assertContains' ? second : first;
    drafts.vary(included, { mode: isPattern ? 'pattern' : 'included', rank: SITE_RANK.included, replace: false });
  } else if (/^(assertTrue|assertFalse|assert_true|assert_false|assert_|failUnless|ok_)$/.test(name) && first) {
    addConditionSites(drafts, first);
    if (!opposite) drafts.negate(first, `not (${getSpanText(drafts.source, first)})`);
  }
  if (opposite)
    drafts.negate(
      { from: i, to: i + 1 },
      opposite,
      /True|False|None|Not|not/.test(name) ? SITE_RANK.argument : SITE_RANK.negation,
    );
}

/** Returns the value of a keyword argument, as in `assert_called_with(1, key=2)`. */
function getKeywordValue({ source: { tokens } }: SiteDrafts, arg: TokenSpan): TokenSpan {
  return tokens[arg.from + 1]?.text === '=' && arg.to > arg.from + 2 ? { from: arg.from + 2, to: arg.to } : arg;
}

/** Adds the expected exception and the words of its message. */
function addRaisingSites(drafts: SiteDrafts, name: string, args: readonly TokenSpan[]): void {
  const { tokens } = drafts.source;
  const [first] = args;
  if (!first) return;
  for (const [nth, arg] of args.entries()) {
    const isMatch = tokens[arg.from]!.text === 'match' && tokens[arg.from + 1]?.text === '=';
    const isMessage = /Regex|Message/.test(name) && nth === 1;
    if (isMatch || isMessage)
      drafts.vary(getKeywordValue(drafts, arg), { mode: 'pattern', rank: SITE_RANK.included, replace: false });
  }
  if (/warn|log/i.test(name)) {
    if (/^warns|Warns/.test(name))
      drafts.exchange(first, ['ImportWarning', 'BytesWarning', 'UnicodeWarning'], SITE_RANK.nearby);
    return;
  }
  if (tokens[first.from]!.kind === 'word' || tokens[first.from]!.text === '(')
    drafts.exchange(first, PYTHON_ERRORS, SITE_RANK.nearby);
}
