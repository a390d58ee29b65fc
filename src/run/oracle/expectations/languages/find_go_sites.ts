import { SITE_RANK, type SiteDrafts } from '../site_drafts.js';
import { findInSpan, getSpanText, readCallChain, splitCallArguments } from '../tokens/token_span.js';

const GO_OPPOSITES: readonly [string, string][] = [
  ['Equal', 'NotEqual'],
  ['EqualValues', 'NotEqualValues'],
  ['True', 'False'],
  ['Nil', 'NotNil'],
  ['NoError', 'Error'],
  ['Contains', 'NotContains'],
  ['Empty', 'NotEmpty'],
  ['Zero', 'NotZero'],
  ['Same', 'NotSame'],
  ['Panics', 'NotPanics'],
  ['ErrorIs', 'NotErrorIs'],
  ['Regexp', 'NotRegexp'],
  ['Greater', 'LessOrEqual'],
  ['Less', 'GreaterOrEqual'],
  ['Subset', 'NotSubset'],
  ['ElementsMatch', 'NotElementsMatch'],
];
const GO_OPPOSITE = new Map(GO_OPPOSITES.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
const GO_EQUALITY =
  /^(Equal|EqualValues|Exactly|Len|JSONEq|YAMLEq|ElementsMatch|EqualError|InDelta|InEpsilon|Same|Is|Eq|DeepEqual)$/;
const GO_INCLUSION = /^(Contains|ErrorContains|Regexp|Subset|HasPrefix)$/;
const GO_FAILING = /^(Error|Errorf|Fatal|Fatalf|Fail|FailNow)$/;

/** Finds expected values in Go: `testing` alone, testify, gotest.tools and gomega. */
export function findGoSites(drafts: SiteDrafts): void {
  const { source } = drafts;
  const { tokens } = source;
  for (const [i, token] of tokens.entries()) {
    if (drafts.isFull) return;
    if (token.kind !== 'word') continue;
    if (token.text === 'if') addFailingConditionSites(drafts, i);
    else if (tokens[i + 1]?.text === '(' && tokens[i - 1]?.text === '.') {
      const { names } = readCallChain(source, i);
      const root = names.at(-1) ?? '';
      if (
        /^(assert|require|is|c|a|r|qt|td|suite|s|check|must)$/.test(root) ||
        /^(Assert|Require)$/.test(names[0] ?? '')
      )
        addTestifySites(drafts, i);
      else if (/^(To|Should|ToNot|NotTo|ShouldNot)$/.test(token.text)) addGomegaSites(drafts, i);
    }
  }
}

/** Adds the literal and the inverted condition of `if got != 5 { t.Errorf(…) }`. */
function addFailingConditionSites(drafts: SiteDrafts, i: number): void {
  const { source } = drafts;
  const { tokens } = source;
  let from = i + 1;
  let open = -1;
  for (
    let at = i + 1;
    at < Math.min(tokens.length, i + 400);
    at = tokens[at]!.partner > at && tokens[at]!.text !== '{' ? tokens[at]!.partner + 1 : at + 1
  ) {
    const { text, partner } = tokens[at]!;
    if (text === ';') from = at + 1;
    if (text !== '{') continue;
    // A composite literal continues on its line, whereas a block begins a new one.
    if (tokens[at + 1]?.newline || at + 1 === partner) {
      open = at;
      break;
    }
    if (partner > at && !isComposite(drafts, at)) {
      open = at;
      break;
    }
    if (partner > at) at = partner - 1;
  }
  if (open <= from || !isFailingBlock(drafts, open)) return;
  const condition = { from, to: open };
  for (let at = from; at < open; at++) {
    if (tokens[at]!.text !== '!=') continue;
    const right = { from: at + 1, to: at + 2 };
    if (/^-$/.test(tokens[at + 1]?.text ?? '')) right.to++;
    if (right.to <= open && drafts.isValue(right)) drafts.vary(right);
    else if (drafts.isLiteral(at - 1)) drafts.vary({ from: at - 1, to: at });
  }
  const inCall = findInSpan(
    source,
    condition,
    ({ text }) => text === 'DeepEqual' || text === 'Equal' || text === 'Contains',
  );
  if (inCall > 0) {
    const args = splitCallArguments(source, inCall + 1);
    const values = args.filter((arg) => drafts.isValue(arg));
    const last = values.at(-1);
    if (last) drafts.vary(last, { mode: tokens[inCall]!.text === 'Contains' ? 'included' : 'equal' });
  }
  const text = getSpanText(source, condition);
  const isNegated =
    tokens[from]!.text === '!' && findInSpan(source, condition, ({ text: one }) => one === '&&' || one === '||') < 0;
  drafts.negate(condition, isNegated ? text.replace(/^!\s*/, '') : `!(${text})`, SITE_RANK.argument);
}

const isComposite = ({ source: { tokens } }: SiteDrafts, open: number) => {
  const before = tokens[open - 1]!;
  return (
    before.text === ']' ||
    (before.kind === 'word' &&
      (/^[A-Z]/.test(before.text) || tokens[open - 2]?.text === ']' || tokens[open - 2]?.text === '.') &&
      !tokens[open + 1]?.newline)
  );
};

/** Tells whether a block reports a failure by itself. */
function isFailingBlock(drafts: SiteDrafts, open: number): boolean {
  const { tokens } = drafts.source;
  const close = tokens[open]!.partner;
  for (let at = open + 1; at < Math.min(close, open + 120); at++) {
    if (GO_FAILING.test(tokens[at]!.text) && tokens[at - 1]?.text === '.' && tokens[at + 1]?.text === '(') return true;
    if (/^(panic|fail)$/.test(tokens[at]!.text)) return true;
    if (tokens[at]!.text === 'if' && at > open + 1) return false;
  }
  return false;
}

function addTestifySites(drafts: SiteDrafts, i: number): void {
  const { tokens } = drafts.source;
  const written = tokens[i]!.text;
  const name = written.replace(/f$/, (end) => (GO_OPPOSITE.has(written) || /^(Equal|Len)$/.test(written) ? end : ''));
  const all = splitCallArguments(drafts.source, i + 1);
  const hasTest =
    all[0] !== undefined && all[0].to === all[0].from + 1 && /^(t|tt|tb|b|c|s|suite)$/.test(tokens[all[0].from]!.text);
  const args = hasTest ? all.slice(1) : all;
  const [first, second] = args;
  if (!first) return;
  if (GO_EQUALITY.test(name) && second) {
    const isFirst = drafts.isValue(first) && !/^(Len|EqualError)$/.test(name);
    drafts.vary(isFirst ? first : second, { mode: /^In/.test(name) ? 'approximate' : 'equal' });
  } else if (GO_INCLUSION.test(name) && second)
    drafts.vary(name === 'Regexp' ? first : second, {
      mode: name === 'Regexp' ? 'pattern' : 'included',
      rank: SITE_RANK.included,
    });
  const opposite = GO_OPPOSITE.get(name);
  if (opposite)
    drafts.negate(
      { from: i, to: i + 1 },
      `${opposite}${written === name ? '' : 'f'}`,
      /Equal/.test(name) ? SITE_RANK.negation : SITE_RANK.argument,
    );
}

/** Adds the value of `Expect(x).To(Equal(5))`. */
function addGomegaSites(drafts: SiteDrafts, i: number): void {
  const { tokens } = drafts.source;
  const name = tokens[i]!.text;
  const [matcher] = splitCallArguments(drafts.source, i + 1);
  if (matcher && !/Not/.test(name)) {
    const included = /^(ContainSubstring|ContainElement|MatchRegexp|HavePrefix|HaveSuffix)$/.test(
      tokens[matcher.from]!.text,
    );
    drafts.vary(matcher, { mode: included ? 'included' : 'equal' });
  }
  const opposite = { To: 'NotTo', NotTo: 'To', ToNot: 'To', Should: 'ShouldNot', ShouldNot: 'Should' }[name]!;
  drafts.negate({ from: i, to: i + 1 }, opposite);
}
