import { SITE_RANK, type SiteDrafts } from '../site_drafts.js';
import { findInSpan, getSpanText, splitCallArguments, type TokenSpan } from '../tokens/token_span.js';

const RUST_OPPOSITE: Record<string, string> = {
  'assert_eq!': 'assert_ne!',
  'assert_ne!': 'assert_eq!',
  'debug_assert_eq!': 'debug_assert_ne!',
};

/** Finds expected values in Rust. All replacements keep their types. */
export function findRustSites(drafts: SiteDrafts): void {
  const { source } = drafts;
  const { tokens } = source;
  for (const [i, token] of tokens.entries()) {
    if (drafts.isFull) return;
    if (token.kind !== 'word' || (!/^[([{]$/.test(tokens[i + 1]?.text ?? '') && token.text !== 'expected')) continue;
    const args = splitCallArguments(source, i + 1);
    const [first, second] = args;
    if (
      /^(debug_)?assert(_eq|_ne|_str_eq)?!$|^assert_(relative_eq|abs_diff_eq|approx_eq|float_eq|snapshot|matches)!$/.test(
        token.text,
      ) &&
      first
    ) {
      if (/^(debug_)?assert!$/.test(token.text)) addConditionSites(drafts, first);
      else if (second && !/_ne!$|matches!$/.test(token.text)) {
        const isFirst = drafts.isValue(first) && !drafts.isValue(second);
        drafts.vary(isFirst ? first : second, {
          mode: /relative|abs|approx|float/.test(token.text) ? 'approximate' : 'equal',
        });
      }
      const opposite = RUST_OPPOSITE[token.text];
      if (opposite) drafts.negate({ from: i, to: i + 1 }, opposite);
    } else if (token.text === 'should_panic') {
      for (const arg of args)
        if (tokens[arg.from]!.text === 'expected')
          drafts.vary({ from: arg.from + 2, to: arg.to }, { mode: 'included', test: findTestBelow(drafts, i) });
    } else if (/^(test_case|case)$/.test(token.text) && isInAttribute(drafts, i)) addAttributeRow(drafts, i, args);
  }
}

function addConditionSites(drafts: SiteDrafts, condition: TokenSpan): void {
  const { source } = drafts;
  const { tokens } = source;
  const equals = findInSpan(source, condition, ({ text }) => text === '==');
  if (equals > 0) {
    const [left, right] = [
      { from: condition.from, to: equals },
      { from: equals + 1, to: condition.to },
    ];
    drafts.vary(drafts.isValue(left) && !drafts.isValue(right) ? left : right);
  } else if (tokens[condition.from]!.text === 'matches!') {
    const pattern = splitCallArguments(source, condition.from + 1)[1];
    if (pattern) drafts.vary(pattern, { rank: SITE_RANK.nearby });
  } else {
    for (let i = condition.from; i < Math.min(condition.to, condition.from + 60); i++) {
      if (!/^(contains|starts_with|ends_with)$/.test(tokens[i]!.text)) continue;
      const [argument] = splitCallArguments(source, i + 1);
      if (argument && tokens[condition.from]!.text !== '!')
        drafts.vary(argument, { mode: 'included', rank: SITE_RANK.included });
    }
  }
  const text = getSpanText(source, condition);
  drafts.negate(condition, `!(${text})`, SITE_RANK.negation);
}

const isInAttribute = ({ source: { tokens } }: SiteDrafts, i: number) =>
  tokens[i - 1]?.text === '[' && tokens[i - 2]?.text === '#';

/** Adds the last value of `#[test_case(1, 2 => 3; "title")]` and `#[case(1, 2)]`. */
function addAttributeRow(drafts: SiteDrafts, i: number, args: readonly TokenSpan[]): void {
  const { source } = drafts;
  const last = args.at(-1);
  if (!last) return;
  const end = findInSpan(source, last, ({ text }) => text === ';');
  const arrow = findInSpan(source, last, ({ text }) => text === '=>');
  const value = { from: arrow < 0 ? last.from : arrow + 1, to: end < 0 ? last.to : end };
  if (arrow >= 0 || args.length > 1)
    drafts.vary(value, {
      rank: SITE_RANK.row,
      test: `${findTestBelow(drafts, i)} ${getSpanText(source, { from: i, to: source.tokens[i + 1]!.partner }).slice(0, 60)}`,
    });
}

/** Finds the function below an attribute. */
const findTestBelow = ({ scopes }: SiteDrafts, i: number) =>
  scopes.scopes.find(({ from, kind }) => from > i && kind !== 'group')?.name ?? 'test';
