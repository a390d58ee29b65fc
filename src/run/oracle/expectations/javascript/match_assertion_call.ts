import type { SyntaxNode } from '@lezer/common';
import { hasNode, listParts } from '../../../../language/syntax/visit_nodes.js';
import { unwrapExpression } from '../list_literal_leaves.js';
import type { AssertionMatch, ComparedSides } from './assertion_match.js';
import type { NameOrigins } from './name_origin.js';

/** Functions that compare their first two arguments for equality. */
const EQUALITY =
  /^(equals?|strictEqual|deepEquals?|deepStrictEqual|is|same|strictSame|strictEquals|looseEqual|deepLooseEqual|isEqual|propEqual|eql|lengthOf|sameOrderedMembers|sameDeepOrderedMembers|sameMembers|sameDeepMembers)$/;
const PROPERTY_EQUALITY = /^(propertyVal|deepPropertyVal|nestedPropertyVal|deepNestedPropertyVal)$/;
const TRUTH = /^(assert|ok|isOk|truthy)$/;
const FALSITY = /^(notOk|falsy|isNotOk)$/;
const BOOLEAN = /^(isTrue|isFalse|true|false)$/;
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['throws', 'doesNotThrow'],
  ['rejects', 'doesNotReject'],
  ['match', 'doesNotMatch'],
  ['equal', 'notEqual'],
  ['strictEqual', 'notStrictEqual'],
  ['deepEqual', 'notDeepEqual'],
  ['deepStrictEqual', 'notDeepStrictEqual'],
  ['isNull', 'isNotNull'],
  ['include', 'notInclude'],
];
const OPPOSITE = new Map(OPPOSITES.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));
/** Libraries that have these opposites. */
const HAS_OPPOSITES = /^(assert(\/strict)?|chai|global)$/;
const PREFIX = /^(assert|strict|t|chai|QUnit)$/;

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
  if (!path.slice(0, -1).every((word) => PREFIX.test(word))) return undefined;
  const args = listParts(list);
  const [first, second, third, fourth] = args;
  if (!first || args.some((arg) => arg.name === 'Spread')) return undefined;
  const isPlainMessage = (arg: SyntaxNode | undefined) => !arg || isMessage(arg, library);
  const isOwn = callee.name === 'MemberExpression';
  const nameNode = callee.lastChild ?? callee;
  if (EQUALITY.test(name) && second && isPlainMessage(third) && !fourth) {
    const isUnordered = /^same(Deep)?Members$/.test(name);
    return { comparisons: [{ sides: [second, first], isUnordered }], messages: third ? [third] : [] };
  }
  if (PROPERTY_EQUALITY.test(name) && third)
    return { comparisons: [{ sides: [third] }], messages: fourth ? [fourth] : [] };
  if (/^(closeTo|approximately)$/.test(name) && third?.name === 'Number') {
    const tolerance = { absolute: Number(text.slice(third.from, third.to)), relative: 0 };
    return { comparisons: [{ sides: [second!], tolerance }], messages: fourth ? [fourth] : [] };
  }
  if (BOOLEAN.test(name) && isOwn && !/^(assert|uvu)/.test(library) && isPlainMessage(second))
    return { comparisons: [], truth: { start: nameNode.from, end: nameNode.to, type: 'boolean' } };
  if (TRUTH.test(name) && isPlainMessage(second)) return matchTruth(first, text, second);
  if (FALSITY.test(name) && isPlainMessage(second)) return { comparisons: [], inversion: invertCondition(first, text) };
  const opposite = OPPOSITE.get(name);
  const isCertain = isAwaited || !/[rR]eject/.test(name);
  if (!opposite || !isOwn || !isCertain || !(HAS_OPPOSITES.test(library) || path.includes('assert'))) return undefined;
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

function listConjuncts(condition: SyntaxNode, text: string): SyntaxNode[] {
  const node = unwrapExpression(condition);
  const [left, operator, right] = listParts(node);
  const isAnd = operator?.name === 'LogicOp' && text.slice(operator.from, operator.to) === '&&';
  return node.name === 'BinaryExpression' && isAnd && left && right
    ? [...listConjuncts(left, text), ...listConjuncts(right, text)]
    : [node];
}

function matchComparison(node: SyntaxNode, text: string): ComparedSides | undefined {
  const [left, operator, right] = listParts(node);
  const isEqual = operator?.name === 'CompareOp' && /^===?$/.test(text.slice(operator.from, operator.to));
  return node.name === 'BinaryExpression' && isEqual && left && right
    ? { sides: [right, left], isScalar: true }
    : undefined;
}

/** Inverts a condition; undefined where one of several alternatives makes it true. */
function invertCondition(node: SyntaxNode, text: string): AssertionMatch['inversion'] {
  const hasAlternatives = hasNode(
    node,
    (each) =>
      each.name === 'ConditionalExpression' ||
      (each.name === 'LogicOp' && /^(\|\||\?\?)$/.test(text.slice(each.from, each.to))),
  );
  return hasAlternatives || node.name === 'Spread'
    ? undefined
    : { start: node.from, end: node.to, text: `!(${text.slice(node.from, node.to)})` };
}
