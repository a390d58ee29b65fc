import { SITE_RANK, type SiteDrafts } from '../site_drafts.js';
import type { CallChain, TokenSpan } from '../tokens/token_span.js';
import { findThrownClassSites } from './find_thrown_class_sites.js';

const JEST_EQUALITY =
  /^to(Be|Equal|StrictEqual|MatchObject|HaveLength|HaveBeenCalledTimes|BeCalledTimes|Have(BeenCalled|BeenLastCalled|BeenNthCalled|Returned|LastReturned|NthReturned)With|BeCalledWith|HaveProperty|HaveTextContent|HaveAttribute|HaveValue|HaveClass|HaveReturnedTimes|BeOneOf|HaveStyle|HaveCount|HaveText|HaveURL|HaveTitle|Exist\w*|ReturnValue|IncludeSameMembers|HaveBeenCalledExactlyOnceWith|BeTypeOf|EqualTypeOf)$/;
const JEST_INCLUSION =
  /^to(Contain|ContainEqual|Match|Throw|ThrowError|Include|StartWith|EndWith|ContainText|ThrowErrorMatchingInlineSnapshot|RejectWith)$/;
const JEST_INLINE = /^to(MatchInlineSnapshot|ThrowErrorMatchingInlineSnapshot)$/;
/** Matchers whose opposite has a name of its own. */
const JEST_OPPOSITE: Record<string, string> = {
  toBeTruthy: 'toBeFalsy',
  toBeFalsy: 'toBeTruthy',
  toBeDefined: 'toBeUndefined',
  toBeUndefined: 'toBeDefined',
  toBeTrue: 'toBeFalse',
  toBeFalse: 'toBeTrue',
  toBeGreaterThan: 'toBeLessThanOrEqual',
  toBeGreaterThanOrEqual: 'toBeLessThan',
  toBeLessThan: 'toBeGreaterThanOrEqual',
  toBeLessThanOrEqual: 'toBeGreaterThan',
};

/** Finds the expected values of a jest or vitest matcher behind `expect(…)`. */
export function findJestMatcherSites(
  drafts: SiteDrafts,
  i: number,
  chain: CallChain,
  args: readonly TokenSpan[],
): void {
  const { tokens } = drafts.source;
  const name = tokens[i]!.text;
  if (/Snapshot$/.test(name) && !JEST_INLINE.test(name)) return;
  if (removeNegation(drafts, chain)) return;
  if (name === 'toBeCloseTo') {
    if (args[0]) drafts.vary(args[0], { mode: 'approximate', replace: false });
  } else if (JEST_INLINE.test(name)) {
    for (const arg of args) drafts.vary(arg, { replace: false });
  } else if (JEST_EQUALITY.test(name)) {
    const values = name === 'toHaveProperty' && args.length > 1 ? args.slice(1) : args;
    for (const [nth, arg] of values.slice(0, 4).entries())
      drafts.vary(arg, { rank: nth === 0 ? SITE_RANK.literal : SITE_RANK.nearby, replace: true });
  } else if (JEST_INCLUSION.test(name)) {
    for (const arg of args.slice(0, 2)) {
      if (arg.to === arg.from + 1 && tokens[arg.from]!.kind === 'word' && /Throw/.test(name))
        findThrownClassSites(drafts, arg);
      else drafts.vary(arg, { mode: 'included', rank: SITE_RANK.included, replace: false });
    }
  }
  const opposite = JEST_OPPOSITE[name];
  if (opposite) drafts.negate({ from: i, to: i + 1 }, opposite, SITE_RANK.argument);
  if (!JEST_INLINE.test(name)) drafts.insertBefore(i, 'not.', opposite ? SITE_RANK.swap : SITE_RANK.negation);
}

/** Drafts the removal of a `not` in the chain. @returns false if there is none */
function removeNegation(drafts: SiteDrafts, { names, indexes }: CallChain): boolean {
  const not = names.indexOf('not');
  if (not === -1) return false;
  const at = indexes[not]!;
  drafts.remove({ from: at, to: at + 2 });
  return true;
}

const CHAI_EQUALITY =
  /^(equals?|eq|eql|eqls|lengthOf|length|members|ordered|keys?|property|ownProperty|callCount|calledWith\w*|calledOnceWith\w*|calledOnceWithExactly|a|an|be|oneOf|value|text|status|returned|json|header)$/;
const CHAI_INCLUSION = /^(include|includes|contain|contains|match|matches|string|throws?|Throw|rejectedWith|rejected)$/;

/** Finds the expected values of a chain of chai or `should`. */
export function findChaiMatcherSites(
  drafts: SiteDrafts,
  i: number,
  chain: CallChain,
  args: readonly TokenSpan[],
): void {
  const { tokens } = drafts.source;
  const name = tokens[i]!.text;
  if (
    !/^(to|be|been|is|that|which|and|has|have|with|deep|should|nested|own|ordered|any|all|at|of|same|not|eventually|a|an|include|contain|expect|toEqual|Throw|throw|throws|rejectedWith|lengthOf)$/.test(
      chain.names[0] ?? '',
    )
  )
    return;
  if (removeNegation(drafts, chain)) return;
  const approximate = /^(closeTo|approximately)$/.test(name);
  if (
    /^(above|below|least|most|greaterThan|lessThan|gt|gte|lt|lte|within|satisfy|exist|ok|instanceof|instanceOf|true|false|null|empty)$/.test(
      name,
    )
  ) {
    drafts.insertBefore(i, 'not.');
    return;
  }
  if (approximate || CHAI_EQUALITY.test(name)) {
    for (const [nth, arg] of args.slice(0, approximate ? 1 : 4).entries())
      drafts.vary(arg, {
        mode: approximate ? 'approximate' : 'equal',
        rank: nth === args.length - 1 ? SITE_RANK.literal : SITE_RANK.nearby,
        replace: !/^(a|an|keys?|property|members)$/.test(name),
      });
  } else if (CHAI_INCLUSION.test(name)) {
    for (const arg of args.slice(0, 2)) {
      const token = tokens[arg.from]!;
      if (arg.to === arg.from + 1 && token.kind === 'word') findThrownClassSites(drafts, arg);
      else drafts.vary(arg, { mode: 'included', rank: SITE_RANK.included, replace: false });
    }
  } else if (!/^(to[A-Z]|a|an|be|with)/.test(name)) return;
  drafts.insertBefore(i, 'not.');
}
