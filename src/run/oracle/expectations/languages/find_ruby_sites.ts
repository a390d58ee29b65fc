import { findLineEnds, SITE_RANK, type SiteDrafts } from '../site_drafts.js';
import { findInSpan, splitCallArguments, splitSpan, type TokenSpan } from '../tokens/token_span.js';

const RUBY_ASSERTION = /^(assert|refute)(_\w+|_not)?!?$/;
const RUBY_EQUALITY =
  /^assert_(equal|same|in_delta|in_epsilon|output|operator|difference|no_difference|response|redirected_to|select|dom_equal)$/;
const RUBY_INCLUSION = /^assert_(includes?|match|raise_with_message)$/;
const RUBY_OPPOSITES: readonly [string, string][] = [
  'equal',
  'nil',
  'empty',
  'includes',
  'match',
  'same',
  'kind_of',
  'instance_of',
  'predicate',
  'operator',
  'respond_to',
].map((name) => [`assert_${name}`, `refute_${name}`]);
const RUBY_OPPOSITE = new Map(
  [...RUBY_OPPOSITES, ['assert', 'refute'] as const].flatMap(([a, b]) => [[a, b] as const, [b, a] as const]),
);
const RUBY_ERRORS = ['ZeroDivisionError', 'FloatDomainError', 'FiberError'];
const RSPEC_INCLUSION = /^(include|match|contain_exactly|start_with|end_with|raise_error|match_array|raise_exception)$/;
const EXPECTATION = /^must_(equal|be_close_to|be_within_delta|include|match|be|raise|be_same_as|output|contain)$/;

/** Finds expected values of minitest, test-unit and RSpec. */
export function findRubySites(drafts: SiteDrafts): void {
  const { source } = drafts;
  const { tokens } = source;
  const lineEnds = findLineEnds(tokens);
  for (const [i, token] of tokens.entries()) {
    if (drafts.isFull) return;
    if (token.kind !== 'word' || tokens[i - 1]?.text === 'def') continue;
    if (RUBY_ASSERTION.test(token.text) && tokens[i - 1]?.text !== '.')
      addAssertionSites(drafts, i, readArguments(drafts, i));
    else if (/^(to|not_to|to_not)$/.test(token.text) && tokens[i - 1]?.text === '.')
      addRspecSites(drafts, i, lineEnds[i]!);
    else if (/^should(_not)?$/.test(token.text) && !tokens[i + 1]?.newline) addShouldSites(drafts, i);
    else if (EXPECTATION.test(token.text) && tokens[i - 1]?.text === '.') {
      const [first] = readArguments(drafts, i);
      const mode = /include|match|contain/.test(token.text)
        ? 'included'
        : /close|delta/.test(token.text)
          ? 'approximate'
          : 'equal';
      if (token.text === 'must_raise' && first) drafts.exchange(first, RUBY_ERRORS, SITE_RANK.nearby);
      else if (first) drafts.vary(first, { mode });
      if (!/raise|output/.test(token.text)) drafts.negate({ from: i, to: i + 1 }, token.text.replace('must', 'wont'));
    } else if (/^(must|wont)_be_\w+$/.test(token.text))
      drafts.negate(
        { from: i, to: i + 1 },
        token.text.startsWith('must') ? token.text.replace('must', 'wont') : token.text.replace('wont', 'must'),
        SITE_RANK.argument,
      );
  }
}

/** Reads arguments in brackets, or up to the end of the statement. */
function readArguments({ source }: SiteDrafts, i: number): TokenSpan[] {
  const { tokens } = source;
  const next = tokens[i + 1];
  if (!next) return [];
  if (next.text === '(' && next.start === tokens[i]!.end) return splitCallArguments(source, i + 1);
  let to = i + 1;
  // A line that ends with a comma continues.
  const limit = Math.min(tokens.length, i + 200);
  while (to < limit) {
    if (tokens[to]!.newline && !/^[,(=+]$/.test(tokens[to - 1]!.text) && tokens[to]!.text !== '.') break;
    if (/^(do|end|if|unless|;|\})$/.test(tokens[to]!.text)) break;
    to = tokens[to]!.partner > to ? tokens[to]!.partner + 1 : to + 1;
  }
  return splitSpan(source, { from: i + 1, to: Math.max(i + 1, to) });
}

function addAssertionSites(drafts: SiteDrafts, i: number, args: readonly TokenSpan[]): void {
  const { tokens } = drafts.source;
  const name = tokens[i]!.text;
  const [first, second] = args;
  if (!first) return;
  if (/^assert_raises?$|^assert_raise_with_message$/.test(name)) {
    if (/^[A-Z]/.test(tokens[first.from]!.text)) drafts.exchange(first, RUBY_ERRORS, SITE_RANK.nearby);
    if (second && name === 'assert_raise_with_message') drafts.vary(second, { mode: 'included', replace: false });
    return;
  }
  if (RUBY_EQUALITY.test(name) && (second || /response|output/.test(name))) {
    const isFirst = !second || drafts.isValue(first) || !drafts.isValue(second);
    drafts.vary(isFirst ? first : second, { mode: /delta|epsilon/.test(name) ? 'approximate' : 'equal' });
  } else if (RUBY_INCLUSION.test(name) && second)
    drafts.vary(name === 'assert_match' ? first : second, {
      mode: 'included',
      rank: SITE_RANK.included,
      replace: false,
    });
  else if (name === 'assert') {
    const equals = findInSpan(drafts.source, first, ({ text }) => text === '==');
    if (equals > 0) drafts.vary({ from: equals + 1, to: first.to }, { replace: false });
  }
  const opposite = RUBY_OPPOSITE.get(name);
  if (opposite)
    drafts.negate({ from: i, to: i + 1 }, opposite, RUBY_EQUALITY.test(name) ? SITE_RANK.negation : SITE_RANK.argument);
}

/** Adds the value of `x.should == 5`, `x.should eq(5)` and `it { should match("x") }`. */
function addShouldSites(drafts: SiteDrafts, i: number): void {
  const { tokens } = drafts.source;
  let at = i + 1;
  if (tokens[at]?.text === 'be' && tokens[at + 1]?.text === '==') at++;
  const isPlain = tokens[i]!.text === 'should';
  if (/^(string|template)$/.test(tokens[at]?.kind ?? '')) return;
  const isEquality = /^(==|eq|eql|equal)$/.test(tokens[at]?.text ?? '');
  for (const arg of isEquality ? readArguments(drafts, at).slice(0, 1) : [])
    if (isPlain) drafts.vary(arg, { replace: isEquality });
  if (tokens[at]?.text === '==') drafts.negate({ from: at, to: at + 1 }, '!=');
  else drafts.negate({ from: i, to: i + 1 }, isPlain ? 'should_not' : 'should', SITE_RANK.argument);
}

/** Adds the value of `.to eq(5)`, `.to eq 5` and `.to be_nil`. */
function addRspecSites(drafts: SiteDrafts, i: number, lineEnd: number): void {
  const { source } = drafts;
  const { tokens } = source;
  const at = tokens[i + 1]?.text === '(' ? i + 2 : i + 1;
  const matcher = tokens[at]?.text ?? '';
  if (tokens[i]!.text !== 'to') {
    drafts.negate({ from: i, to: i + 1 }, 'to', SITE_RANK.argument);
    return;
  }
  const args = readArguments(drafts, at).filter(({ from }) => from < lineEnd);
  for (const [nth, arg] of args.slice(0, 4).entries()) {
    const isClass = /^raise_e/.test(matcher) && /^[A-Z]/.test(tokens[arg.from]!.text);
    if (isClass) drafts.exchange(arg, RUBY_ERRORS, SITE_RANK.nearby);
    else if (/^(eq|eql|equal|be|be_within|have_\w+|receive|with|be_a|be_an|output)$/.test(matcher))
      drafts.vary(arg, {
        rank: nth === 0 ? SITE_RANK.literal : SITE_RANK.nearby,
        replace: /^eql?$/.test(matcher),
        mode: matcher === 'be_within' ? 'approximate' : 'equal',
      });
    else if (RSPEC_INCLUSION.test(matcher))
      drafts.vary(arg, { mode: 'included', rank: SITE_RANK.included, replace: false });
  }
  if (!/^raise_error$/.test(matcher) || args.length === 0) drafts.negate({ from: i, to: i + 1 }, 'not_to');
}
