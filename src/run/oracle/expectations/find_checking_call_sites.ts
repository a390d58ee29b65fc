import { type CheckingFunction, SITE_RANK, type SiteDrafts } from './site_drafts.js';
import { findEnclosingTestTitle } from './tokens/test_scope.js';
import { splitCallArguments } from './tokens/token_span.js';

/** Names of functions that check something. */
const CHECKING_NAME =
  /^(assert|check|expect|verify|should|ensure|must|compare|same|equals?|eq|is|gives|refuses?)([A-Z_]\w*)?!?$/;
const NOT_CHECKING =
  /^(expect|assert|assert_?[a-z]+|is[A-Z]\w*|should|is_\w+|checkout|assert[A-Z]\w*|expect[A-Z]\w*|ensure\w*Dir\w*|(debug_)?assert\w*!)$/;

/** Finds expected values among the arguments of a file's own checking functions. */
export function findCheckingCallSites(drafts: SiteDrafts): void {
  const { source, scopes } = drafts;
  const { tokens } = source;
  const own = new Map(scopes.scopes.filter(({ kind }) => kind === 'function').map((scope) => [scope.name, scope]));
  // A function may pass its parameters on to another one.
  for (let round = 0; round < 2; round++) {
    const known = drafts.expectedParameters;
    for (const [i, token] of tokens.entries()) {
      if (drafts.isFull) return;
      if (token.kind !== 'word' || tokens[i + 1]?.text !== '(') continue;
      const scope = own.get(token.text);
      if (scope?.from === i || /^(def|function|func|fn|fun)$/.test(tokens[i - 1]?.text ?? '')) continue;
      const indexes = known.get(token.text);
      const receiver = /^(\.|->)$/.test(tokens[i - 1]?.text ?? '') ? tokens[i - 2]?.text : undefined;
      const isOwnMethod = receiver === undefined || /^(self|this|cls|\$this)$/.test(receiver);
      if (
        !indexes &&
        !(
          round === 0 &&
          isOwnMethod &&
          CHECKING_NAME.test(token.text) &&
          !(scope === undefined && NOT_CHECKING.test(token.text))
        )
      )
        continue;
      const args = splitCallArguments(source, i + 1);
      if (indexes) for (const index of indexes) if (args[index]) drafts.vary(args[index], { rank: SITE_RANK.literal });
      const last = args.filter((arg) => drafts.isValue(arg)).at(-1);
      if (!indexes && last && args.length > 1 && findEnclosingTestTitle(scopes, i) !== undefined)
        drafts.vary(last, { rank: SITE_RANK.negation, replace: false });
    }
  }
}

/**
 * Finds calls of a checking function that another one with as many parameters can replace. For tests without other
 * sites.
 */
export function findCheckingSwapSites(drafts: SiteDrafts): void {
  const { source, scopes } = drafts;
  const { tokens, language } = source;
  if (language !== 'python' && language !== 'javascript') return;
  const covered = new Set(drafts.drafts.map(({ test }) => test));
  const checking = [...findCheckingFunctions(drafts), ...drafts.imported];
  if (checking.length < 2) return;
  const byName = new Map(checking.map((scope) => [scope.name, scope]));
  for (const [i, token] of tokens.entries()) {
    const scope = token.kind === 'word' && tokens[i + 1]?.text === '(' ? byName.get(token.text) : undefined;
    if (!scope || /^(def|function)$/.test(tokens[i - 1]?.text ?? '')) continue;
    const test = findEnclosingTestTitle(scopes, i);
    if (test === undefined || covered.has(test)) continue;
    const others = checking.filter(
      (other) => other.name !== scope.name && other.parameters.join() === scope.parameters.join(),
    );
    for (const other of others.slice(0, 3)) drafts.negate({ from: i, to: i + 1 }, other.name, SITE_RANK.swap);
  }
}

/** Finds the functions of a file whose bodies expect something. */
export function findCheckingFunctions({ scopes, drafts, source }: SiteDrafts): CheckingFunction[] {
  const starts = drafts.map(({ start }) => start).sort((a, b) => a - b);
  return scopes.scopes
    .filter(({ kind, parameters }) => kind === 'function' && parameters.length > 0)
    .filter(({ from, to }) => {
      const [begin, end] = [source.tokens[from]!.start, source.tokens[to - 1]!.end];
      let [low, high] = [0, starts.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (starts[middle]! < begin) low = middle + 1;
        else high = middle;
      }
      return starts[low] !== undefined && starts[low]! < end;
    })
    .slice(0, 40);
}
