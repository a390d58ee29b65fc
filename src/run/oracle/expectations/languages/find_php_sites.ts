import { SITE_RANK, type SiteDrafts } from '../site_drafts.js';
import { readCallChain, splitCallArguments, type TokenSpan } from '../tokens/token_span.js';

const PHP_EQUALITY =
  /^assert(Same|Equals|EqualsCanonicalizing|EqualsIgnoringCase|Count|SameSize|JsonStringEqualsJsonString|XmlStringEqualsXmlString|StringEqualsFile|EqualsWithDelta|ArraySubset|ObjectEquals)$/;
const PHP_INCLUSION =
  /^assert(StringContainsString|Contains|MatchesRegularExpression|RegExp|StringStartsWith|StringEndsWith|ArrayHasKey|StringContainsStringIgnoringCase)$/;
const PHP_OPPOSITES: readonly [string, string][] = [
  ['assertSame', 'assertNotSame'],
  ['assertEquals', 'assertNotEquals'],
  ['assertTrue', 'assertNotTrue'],
  ['assertFalse', 'assertNotFalse'],
  ['assertNull', 'assertNotNull'],
  ['assertEmpty', 'assertNotEmpty'],
  ['assertCount', 'assertNotCount'],
  ['assertInstanceOf', 'assertNotInstanceOf'],
  ['assertContains', 'assertNotContains'],
  ['assertStringContainsString', 'assertStringNotContainsString'],
  ['assertArrayHasKey', 'assertArrayNotHasKey'],
  ['assertIsArray', 'assertIsNotArray'],
  ['assertIsString', 'assertIsNotString'],
  ['assertGreaterThan', 'assertLessThanOrEqual'],
  ['assertLessThan', 'assertGreaterThanOrEqual'],
  ['assertFileExists', 'assertFileDoesNotExist'],
];
const PHP_OPPOSITE = new Map(PHP_OPPOSITES.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
const PHP_ERRORS = ['\\DivisionByZeroError::class', '\\ArithmeticError::class'];
const PEST_EQUALITY = /^to(Be|Equal|HaveCount|HaveLength|EqualCanonicalizing|MatchArray|HaveKey|BeInstanceOf)$/;

/** Finds expected values of PHPUnit and Pest. */
export function findPhpSites(drafts: SiteDrafts): void {
  const { source } = drafts;
  const { tokens } = source;
  for (const [i, token] of tokens.entries()) {
    if (drafts.isFull) return;
    if (token.kind !== 'word' || tokens[i + 1]?.text !== '(' || tokens[i - 1]?.text === 'function') continue;
    const args = splitCallArguments(source, i + 1);
    const [first, second] = args;
    if (/^to[A-Z]\w*$/.test(token.text) && tokens[i - 1]?.text === '->') addPestSites(drafts, i, args);
    else if (/^expectException$/.test(token.text) && first) drafts.exchange(first, PHP_ERRORS, SITE_RANK.nearby);
    else if (/^expectExceptionMessage|^expectOutputString$/.test(token.text) && first)
      drafts.vary(first, { mode: 'included', rank: SITE_RANK.included });
    else if (/^expectExceptionCode$/.test(token.text) && first) drafts.vary(first);
    else if (!token.text.startsWith('assert')) continue;
    if (PHP_EQUALITY.test(token.text) && first && second) {
      const isFirst = drafts.isValue(first) || !drafts.isValue(second);
      drafts.vary(isFirst ? first : second, {
        mode: token.text.endsWith('Delta') ? 'approximate' : 'equal',
        replace: token.text !== 'assertCount',
      });
    } else if (PHP_INCLUSION.test(token.text) && first)
      drafts.vary(first, { mode: 'included', rank: SITE_RANK.included, replace: false });
    const opposite = PHP_OPPOSITE.get(token.text);
    if (opposite)
      drafts.negate(
        { from: i, to: i + 1 },
        opposite,
        PHP_EQUALITY.test(token.text) ? SITE_RANK.negation : SITE_RANK.argument,
      );
  }
}

/** Adds the value of `expect($x)->toBe(5)`. */
function addPestSites(drafts: SiteDrafts, i: number, args: readonly TokenSpan[]): void {
  const { tokens } = drafts.source;
  const chain = readCallChain(drafts.source, i);
  const not = chain.names.indexOf('not');
  if (!chain.names.includes('expect')) return;
  if (not >= 0) {
    drafts.remove({ from: chain.indexes[not]!, to: chain.indexes[not]! + 2 });
    return;
  }
  const name = tokens[i]!.text;
  if (PEST_EQUALITY.test(name))
    for (const arg of args.slice(0, 2)) drafts.vary(arg, { replace: name === 'toBe' || name === 'toEqual' });
  else if (/^to(Contain|Match|StartWith|EndWith|Throw)$/.test(name))
    for (const arg of args.slice(0, 2)) drafts.vary(arg, { mode: 'included', replace: false });
  drafts.insertBefore(i, 'not->');
}
