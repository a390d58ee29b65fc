import { SITE_RANK, type SiteDrafts } from '../site_drafts.js';
import {
  findInSpan,
  getBracketContent,
  getSpanText,
  splitCallArguments,
  type TokenSpan,
} from '../tokens/token_span.js';

/** Macros of GoogleTest that compare two arguments, of which the second or the only value is expected. */
const C_EQUALITY =
  /^(EXPECT|ASSERT)_(EQ|STREQ|STRCASEEQ|FLOAT_EQ|DOUBLE_EQ|NEAR)$|^(ck_assert\w*_eq|assert_(int|string|memory|float|double|ptr)_equal|g_assert_cmp\w+|cr_assert_\w*eq\w*|cr_expect_\w*eq\w*|CU_ASSERT_\w*EQUAL|TEST_ASSERT_EQUAL\w*|TEST_ASSERT_\w*EQUAL\w*|BOOST_(CHECK|REQUIRE)_EQUAL|CHECK_EQUAL|STRCMP_EQUAL|LONGS_EQUAL|is_int|is_string|is|cmp_ok|munit_assert_\w+_equal|munit_assert_\w+|mu_assert_\w+_eq|QCOMPARE|TEST_EQ\w*|lequal|lsequal|lfequal|REQUIRE_EQ|CHECK_EQ|assert_eq\w*|ASSERT_EQ\w*|ASSERT_STR_EQ|assert_str_equal)$/;
const C_CONDITION =
  /^(assert|(EXPECT|ASSERT)_(TRUE|FALSE)|REQUIRE|CHECK|REQUIRE_FALSE|CHECK_FALSE|ck_assert(_msg)?|cr_assert|cr_expect|assert_true|assert_false|TEST_ASSERT(_TRUE|_FALSE|_MESSAGE)?|CU_ASSERT(_TRUE|_FALSE)?|BOOST_(CHECK|REQUIRE|TEST)|g_assert(_true|_false)?|mu_assert|mu_check|munit_assert|ok|lok|QVERIFY|TEST|CHECK_TRUE|ASSERT|Assert|expect|check|test_cond|REQUIRE_THAT|CHECK_THAT)$/;
const C_SWAPS: readonly [RegExp, string, string][] = [
  [/_STREQ$/, '_STREQ', '_STRNE'],
  [/^(EXPECT|ASSERT)_EQ$/, '_EQ', '_NE'],
  [/_NE$/, '_NE', '_EQ'],
  [/_NOT_NULL$/, '_NOT_NULL', '_NULL'],
  [/_NULL$/, '_NULL', '_NOT_NULL'],
  [/_TRUE$/, '_TRUE', '_FALSE'],
  [/_FALSE$/, '_FALSE', '_TRUE'],
  [/^(EXPECT|ASSERT)_LT$/, '_LT', '_GE'],
  [/^(EXPECT|ASSERT)_GT$/, '_GT', '_LE'],
  [/^(EXPECT|ASSERT)_LE$/, '_LE', '_GT'],
  [/^(EXPECT|ASSERT)_GE$/, '_GE', '_LT'],
  [/_int_eq$/, '_eq', '_ne'],
  [/_str_eq$/, '_eq', '_ne'],
];

/** Finds expected values in C and C++: `assert`, GoogleTest, Catch2, Check, cmocka, Unity, TAP. */
export function findCSites(drafts: SiteDrafts): void {
  const { source } = drafts;
  const { tokens } = source;
  for (const [i, token] of tokens.entries()) {
    if (drafts.isFull) return;
    if (token.kind !== 'word' || tokens[i + 1]?.text !== '(') continue;
    if (token.text === 'if') {
      addFailingConditionSites(drafts, i);
      continue;
    }
    if (tokens[tokens[i + 1]!.partner + 1]?.text === '{') continue;
    const args = splitCallArguments(source, i + 1);
    const [first, second] = args;
    if (!first) continue;
    if (C_EQUALITY.test(token.text) && second) {
      const values = [first, second, ...(/^g_assert_cmp/.test(token.text) ? args.slice(2, 3) : [])];
      const isNear = /NEAR|FLOAT|DOUBLE|float|double|WITHIN/.test(token.text);
      const value = values
        .filter((one) => drafts.isValue(one))
        .at(/^TEST_ASSERT|^CU_|^BOOST|_EQUAL$/.test(token.text) ? 0 : -1);
      if (value) drafts.vary(value, { mode: isNear ? 'approximate' : 'equal' });
      // The value of a parameter is expected where the function is called.
      else for (const one of values) drafts.vary(one);
    } else if (C_CONDITION.test(token.text)) {
      addConditionSites(drafts, first);
      const text = getSpanText(source, first);
      if (!/THAT$/.test(token.text)) drafts.negate(first, `!(${text})`, SITE_RANK.argument);
    }
    const swap = C_SWAPS.find(([pattern]) => pattern.test(token.text));
    if (swap) drafts.negate({ from: i, to: i + 1 }, token.text.replace(swap[1], swap[2]));
  }
}

/** Adds the compared value of `x == 5` and `strcmp(x, "a") == 0`. */
function addConditionSites(drafts: SiteDrafts, condition: TokenSpan): void {
  const { source } = drafts;
  const { tokens } = source;
  const limit = Math.min(condition.to, condition.from + 80);
  for (let i = condition.from; i < limit; i++) {
    if (/^(strcmp|strncmp|memcmp|strstr|strcasecmp)$/.test(tokens[i]!.text) && tokens[i + 1]?.text === '(') {
      const value = splitCallArguments(source, i + 1).find((arg) => drafts.isValue(arg));
      // A length is not a value of the text.
      if (value) drafts.vary(value, { mode: tokens[i]!.text === 'strstr' ? 'included' : 'equal' });
      return;
    }
  }
  for (let i = condition.from; i < limit; i++) {
    if (tokens[i]!.text !== '==' && tokens[i]!.text !== '!=') continue;
    const end = findInSpan(
      source,
      { from: i + 1, to: condition.to },
      ({ text }) => text === '&&' || text === '||' || text === ')',
    );
    const right = { from: i + 1, to: end < 0 ? condition.to : end };
    if (right.to > right.from && drafts.isValue(right)) drafts.vary(right);
    else if (drafts.isLiteral(i - 1)) drafts.vary({ from: i - 1, to: i });
  }
}

/** Adds the condition of `if (got != 5) { failures++; }`. */
function addFailingConditionSites(drafts: SiteDrafts, i: number): void {
  const { source } = drafts;
  const { tokens } = source;
  const inside = getBracketContent(source, i + 1);
  if (!inside || inside.to <= inside.from) return;
  const block = inside.to + 1;
  const end = Math.min(tokens[block]?.partner ?? 0, block + 80);
  let fails = false;
  for (let at = block; at < (end > block ? end : block + 12) && at < tokens.length; at++) {
    if (/^(abort|fail\w*|FAIL\w*|errors?|err_count|ADD_FAILURE|ck_abort\w*|not_ok|bad)$/.test(tokens[at]!.text))
      fails = true;
    if (tokens[at]!.text === 'return' && /^(1|-|false|EXIT_FAILURE)$/.test(tokens[at + 1]?.text ?? '')) fails = true;
    if (tokens[at]!.text === 'exit' && tokens[at + 2]?.text !== '0') fails = true;
    if (end <= block && tokens[at]!.text === ';') break;
  }
  if (!fails) return;
  addConditionSites(drafts, inside);
  drafts.negate(inside, `!(${getSpanText(source, inside)})`);
}
