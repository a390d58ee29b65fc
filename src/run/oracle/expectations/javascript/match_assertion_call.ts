import type { SyntaxNode } from '@lezer/common';
import { listParts } from '../../../../language/syntax/visit_nodes.js';
import {
  type AssertionMatch,
  type ComparedSides,
  hasAlternatives,
  listConjuncts,
} from '../assertions/assertion_match.js';
import { assertionWords, findOpposite } from '../assertions/assertion_words.js';
import type { NameOrigins } from './name_origin.js';

const words = assertionWords.javascript;

/** Matches a call of an assertion function, such as `assert.equal(a, 1)`; undefined if it is another call. */
export function matchAssertionCall(
  call: SyntaxNode,
  origins: NameOrigins,
  text: string,
  isAwaited: boolean,
): AssertionMatch | undefined {
  const [callee, list] = listParts(call);
  if (!callee || list?.name !== 'ArgList') return undefined;
  const origin = origins.findOrigin(callee);
  if (!origin) return undefined;
  const { library, path } = origin;
  const isModule = path.length === 0 && /^(assert(\/strict)?|power-assert)$/.test(library);
  const name = isModule ? 'assert' : (path.at(-1) ?? '');
  if (!path.slice(0, -1).every((each) => words.prefix.test(each))) return undefined;
  const args = listParts(list);
  const [first, second, third, fourth] = args;
  if (!first || args.some((arg) => arg.name === 'Spread')) return undefined;
  const isPlainMessage = (arg: SyntaxNode | undefined) => !arg || isMessage(arg, library);
  const isOwn = callee.name === 'MemberExpression';
  const nameNode = callee.lastChild ?? callee;
  if (words.equality.test(name) && second && isPlainMessage(third) && !fourth) {
    const isUnordered = /^same(Deep)?Members$/.test(name);
    return { comparisons: [{ sides: [second, first], isUnordered }], messages: third ? [third] : [] };
  }
  if (words.property_equality.test(name) && third)
    return { comparisons: [{ sides: [third] }], messages: fourth ? [fourth] : [] };
  if (/^(closeTo|approximately)$/.test(name) && third?.name === 'Number') {
    const tolerance = { absolute: Number(text.slice(third.from, third.to)), relative: 0 };
    return { comparisons: [{ sides: [second!], tolerance }], messages: fourth ? [fourth] : [] };
  }
  if (words.boolean.test(name) && isOwn && !/^(assert|uvu)/.test(library) && isPlainMessage(second))
    return { comparisons: [], truth: { start: nameNode.from, end: nameNode.to, type: 'boolean' } };
  if (words.truth.test(name) && isPlainMessage(second)) return matchTruth(first, text, second);
  if (words.falsity.test(name) && isPlainMessage(second))
    return { comparisons: [], inversion: invertCondition(first, text) };
  const opposite = findOpposite('javascript', name);
  const isCertain = isAwaited || !/[rR]eject/.test(name);
  if (!opposite || !isOwn || !isCertain || !(words.opposite_library.test(library) || path.includes('assert')))
    return undefined;
  return { comparisons: [], inversion: { start: nameNode.from, end: nameNode.to, text: opposite } };
}

/** Tells whether an argument is only shown. The options of some libraries change what a failure means. */
const isMessage = (arg: SyntaxNode, library: string): boolean =>
  library === 'context' || /^ta/.test(library)
    ? /^(String|TemplateString)$/.test(arg.name)
    : arg.name !== 'ObjectExpression';

/** Matches the comparisons of a condition that must be true, all of which are decided if they are joined by `&&`. */
function matchTruth(condition: SyntaxNode, text: string, message: SyntaxNode | undefined): AssertionMatch {
  const comparisons = listConjuncts(condition, text).flatMap((each) => matchComparison(each, text) ?? []);
  return { comparisons, inversion: invertCondition(condition, text), messages: message ? [message] : [] };
}

function matchComparison(node: SyntaxNode, text: string): ComparedSides | undefined {
  const [left, operator, right] = listParts(node);
  const isEqual = operator?.name === 'CompareOp' && /^===?$/.test(text.slice(operator.from, operator.to));
  return node.name === 'BinaryExpression' && isEqual && left && right
    ? { sides: [right, left], only: 'scalar' }
    : undefined;
}

/** Inverts a condition; undefined where one of several alternatives makes it true. */
const invertCondition = (node: SyntaxNode, text: string): AssertionMatch['inversion'] =>
  hasAlternatives(node, text) || node.name === 'Spread'
    ? undefined
    : { start: node.from, end: node.to, text: `!(${text.slice(node.from, node.to)})` };
