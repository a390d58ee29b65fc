import type { SyntaxNode } from '@lezer/common';
import { listParts } from '../../../../language/syntax/visit_nodes.js';
import type { AssertionMatch } from '../assertions/assertion_match.js';
import { assertionWords } from '../assertions/assertion_words.js';
import type { Tolerance } from '../assertions/decided_assertion.js';
import type { NameOrigins } from './name_origin.js';

/** One member of a chain such as `expect(a).to.equal(1)`. */
interface ChainLink {
  name: string;
  node: SyntaxNode;
  /** Arguments where the member is called. */
  args: SyntaxNode[] | undefined;
}

const vocabulary = assertionWords.javascript;

/** Matches `expect(…)` of Jest and its relatives, and of Chai; undefined if an expression is none. */
export function matchExpectChain(
  expression: SyntaxNode,
  origins: NameOrigins,
  text: string,
  isAwaited: boolean,
): AssertionMatch | undefined {
  const chain = readChain(expression, origins, text);
  const last = chain?.links.at(-1);
  if (!chain || !last) return undefined;
  if (/^to[A-Z]/.test(last.name)) return matchMatcher(chain.actual, chain.links, text, isAwaited);
  return matchWords(chain.actual, chain.links, text, isAwaited);
}

function readChain(
  expression: SyntaxNode,
  origins: NameOrigins,
  text: string,
): { actual: SyntaxNode; links: ChainLink[] } | undefined {
  const links: ChainLink[] = [];
  let node = expression;
  for (;;) {
    let args: SyntaxNode[] | undefined;
    if (node.name === 'CallExpression') {
      const [callee, list] = listParts(node);
      if (!callee || list?.name !== 'ArgList') return undefined;
      args = listParts(list);
      const path = origins.findOrigin(callee)?.path.join('.') ?? '';
      const isRoot = /(^|\.)expect(\.soft)?$|^should$/.test(path);
      if (isRoot) return args[0] && { actual: args[0], links: links.reverse() };
      node = callee;
    }
    const parts = listParts(node);
    const [object, property] = parts;
    if (node.name !== 'MemberExpression' || parts.length !== 2 || property?.name !== 'PropertyName') return undefined;
    const name = text.slice(property.from, property.to);
    links.push({ name, node: property, args });
    if (name === 'should' && !args && /['"](chai|should)\b/.test(text))
      // A chain that ends early asks nothing.
      return text.slice(object!.from, object!.to).includes('?.')
        ? undefined
        : { actual: object!, links: links.reverse() };
    node = object!;
  }
}

function matchMatcher(
  actual: SyntaxNode,
  links: readonly ChainLink[],
  text: string,
  isAwaited: boolean,
): AssertionMatch | undefined {
  const { name, node, args } = links.at(-1)!;
  const words = links.slice(0, -1).map((link) => link.name);
  if (!args || args.some((arg) => arg.name === 'Spread')) return undefined;
  if (words.some((word) => /^(resolves|rejects)$/.test(word)) && !isAwaited) return undefined;
  if (!words.every((word) => /^(not|resolves|rejects|withContext)$/.test(word))) return undefined;
  const [first, second] = args;
  const inversion = vocabulary.invertible_matcher.test(name) ? invertMatcher(links, text) : undefined;
  if (words.includes('not')) return { comparisons: [], inversion };
  if (/^toBe(True|False)$/.test(name))
    return { comparisons: [], truth: { start: node.from, end: node.to, type: 'boolean' } };
  if (vocabulary.equal_matcher.test(name) && first) return { comparisons: [{ sides: [first, actual] }], inversion };
  if (name === 'toHaveProperty' && second) return { comparisons: [{ sides: [second] }], inversion };
  if (name === 'toBeCloseTo' && first) {
    const tolerance = readDigits(second, text);
    return tolerance && { comparisons: [{ sides: [first], tolerance }] };
  }
  return { comparisons: [], inversion };
}

/** Reads the digits of `toBeCloseTo`; two without an argument. */
function readDigits(digits: SyntaxNode | undefined, text: string): Tolerance | undefined {
  if (digits && digits.name !== 'Number') return undefined;
  const count = digits ? Number(text.slice(digits.from, digits.to)) : 2;
  return { absolute: 10 ** -count, relative: 0 };
}

function invertMatcher(links: readonly ChainLink[], text: string): AssertionMatch['inversion'] {
  const { name, node } = links.at(-1)!;
  const not = links.find((link) => link.name === 'not');
  if (!not) return { start: node.from, end: node.to, text: `not.${name}` };
  const next = links[links.indexOf(not) + 1]!;
  return { start: not.node.from, end: node.to, text: text.slice(next.node.from, node.to) };
}

/** Matches a chain of words as Chai has them. */
function matchWords(
  actual: SyntaxNode,
  links: readonly ChainLink[],
  text: string,
  isAwaited: boolean,
): AssertionMatch | undefined {
  const { name, node, args } = links.at(-1)!;
  const earlierLinks = links.slice(0, -1);
  const isKnown = ({ name: word, args: given }: ChainLink) =>
    given
      ? /^an?$/.test(word) || (word === 'property' && given.length === 1)
      : vocabulary.filler_word.test(word) || (word === 'eventually' && isAwaited);
  if (!earlierLinks.every(isKnown) || args?.some((arg) => arg.name === 'Spread')) return undefined;
  const [first, second] = args ?? [];
  const messages = second ? [second] : [];
  const isWholeSubject = earlierLinks.every(({ args: given }) => !given);
  if (vocabulary.equal_word.test(name) && first)
    return { comparisons: [{ sides: isWholeSubject && !/^length/.test(name) ? [first, actual] : [first] }], messages };
  if (/^(true|false)$/.test(name) && !args)
    return { comparisons: [], truth: { start: node.from, end: node.to, type: 'boolean' } };
  if (name === 'property' && second) return { comparisons: [{ sides: [second] }] };
  if (/^(closeTo|approximately)$/.test(name) && first && second?.name === 'Number') {
    const tolerance = { absolute: Number(text.slice(second.from, second.to)), relative: 0 };
    return { comparisons: [{ sides: [first], tolerance }] };
  }
  if (name === 'members' && first) {
    const isUnordered = !earlierLinks.some(({ name: word }) => word === 'ordered');
    return { comparisons: [{ sides: [first], isUnordered }], messages };
  }
  const isPlain = earlierLinks.every(({ name: word, args: given }) => !given && /^(to|be|is|should|have)$/.test(word));
  if (!vocabulary.invertible_word.test(name) || !isPlain) return undefined;
  return { comparisons: [], inversion: { start: node.from, end: node.to, text: `not.${name}` } };
}
