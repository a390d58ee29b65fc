import type { SyntaxNode } from '@lezer/common';
import { hasNode, listParts } from '../../../../language/syntax/visit_nodes.js';
import {
  type AssertionMatch,
  type ComparedSides,
  hasAlternatives,
  listConjuncts,
} from '../assertions/assertion_match.js';
import { assertionWords, findOpposite } from '../assertions/assertion_words.js';
import type { Tolerance } from '../assertions/decided_assertion.js';
import { unwrapExpression } from '../assertions/list_literal_leaves.js';
import { type PythonArguments, type PythonNames, readArguments } from './python_names.js';

const { equality: EQUALITY, function_equality: FUNCTION_EQUALITY } = assertionWords.python;

/** Matches an `assert` statement. */
export function matchAssertStatement(statement: SyntaxNode, names: PythonNames): AssertionMatch | undefined {
  const [, condition, message] = listParts(statement);
  if (!condition) return undefined;
  const comparisons = listConjuncts(condition, names.text).flatMap((each) => matchComparison(each, names) ?? []);
  const isOpen = hasAlternatives(condition, names.text) || hasNode(condition, ({ name }) => name === 'TupleExpression');
  const inversion = isOpen
    ? undefined
    : { start: condition.from, end: condition.to, text: `not (${names.read(condition)})` };
  return { comparisons, inversion, messages: message ? [message] : [] };
}

/** Matches a call such as `self.assertEqual(a, 1)`; undefined if it is another one. */
export function matchPythonCall(
  call: SyntaxNode,
  names: PythonNames,
  receiver: string | undefined,
): AssertionMatch | undefined {
  const [callee, list] = listParts(call);
  if (call.name !== 'CallExpression' || !callee || list?.name !== 'ArgList') return undefined;
  const callArguments = readArguments(list, names);
  const dotted = names.readDottedName(callee) ?? '';
  const [first, second, third] = callArguments?.positional ?? [];
  if (!callArguments || !first) return undefined;
  const message = callArguments.keywords.get('msg');
  const messages = [...callArguments.positional.slice(2), ...(message ? [message] : [])];
  if (FUNCTION_EQUALITY.test(dotted) && second) return { comparisons: [{ sides: [second, first] }], messages };
  if (receiver === undefined || names.read(listParts(callee)[0] ?? callee) !== receiver) return undefined;
  const name = dotted.slice(dotted.lastIndexOf('.') + 1);
  if (dotted.split('.').length !== 2) return undefined;
  if (EQUALITY.test(name)) return second && { comparisons: [{ sides: [second, first] }], messages };
  if (name === 'assertCountEqual' && second)
    return { comparisons: [{ sides: [second, first], isUnordered: true }], messages };
  if (/^assertAlmostEquals?$/.test(name) && second) {
    const tolerance = readPlaces(callArguments, third, names);
    return tolerance && { comparisons: [{ sides: [second, first], tolerance }], messages: message ? [message] : [] };
  }
  const opposite = findOpposite('python', name);
  if (!opposite) return undefined;
  const comparisons =
    name === 'assertTrue' ? listConjuncts(first, names.text).flatMap((each) => matchComparison(each, names) ?? []) : [];
  const property = callee.lastChild!;
  const inversion = hasAlternatives(first, names.text)
    ? undefined
    : { start: property.from, end: property.to, text: opposite };
  return { comparisons, inversion, messages };
}

/** Reads how exact `assertAlmostEqual` is: seven places without arguments. */
function readPlaces(
  { keywords }: PythonArguments,
  third: SyntaxNode | undefined,
  names: PythonNames,
): Tolerance | undefined {
  const delta = keywords.get('delta');
  const places = third ?? keywords.get('places');
  if (delta) return delta.name === 'Number' ? { absolute: Number(names.read(delta)), relative: 0 } : undefined;
  if (!places) return { absolute: 1e-7, relative: 0 };
  return places.name === 'Number' ? { absolute: 10 ** -Number(names.read(places)), relative: 0 } : undefined;
}

function matchComparison(node: SyntaxNode, names: PythonNames): ComparedSides | undefined {
  if (node.name === 'CallExpression') return matchClose(node, names);
  const parts = listParts(node);
  const [left, operator, right] = parts;
  // `a == b == c` compares twice.
  if (node.name !== 'BinaryExpression' || parts.length !== 3 || !left || !right || isComparison(left)) return undefined;
  if (operator?.name === 'is') return { sides: [right, left], only: 'boolean' };
  if (operator?.name !== 'CompareOp' || names.read(operator) !== '==') return undefined;
  for (const [side, opposite] of [
    [right, left],
    [left, right],
  ] as const) {
    const near = readApproximation(side, names);
    if (near) return { sides: [near.value, opposite], tolerance: near.tolerance };
    if (isApproximation(side, names)) return undefined;
  }
  return { sides: [right, left] };
}

const isComparison = (node: SyntaxNode): boolean =>
  node.name === 'BinaryExpression' && listParts(node).some(({ name }) => /^(CompareOp|is|in|not)$/.test(name));

const isApproximation = (node: SyntaxNode, names: PythonNames): boolean =>
  hasNode(node, (each) => each.name === 'VariableName' && /(^|\.)approx$/.test(names.readDottedName(each) ?? '')) ||
  /\bapprox\b/.test(names.read(node));

/** Reads `pytest.approx(5, abs=1)`. */
function readApproximation(
  node: SyntaxNode,
  names: PythonNames,
): { value: SyntaxNode; tolerance: Tolerance } | undefined {
  const call = unwrapExpression(node);
  const [callee, list] = listParts(call);
  if (call.name !== 'CallExpression' || !callee || names.readDottedName(callee) !== 'pytest.approx') return undefined;
  const callArguments = list && readArguments(list, names);
  const [value, third] = callArguments?.positional ?? [];
  if (!callArguments || !value) return undefined;
  const relative = readNumber(third ?? callArguments.keywords.get('rel'), names);
  const absolute = readNumber(callArguments.positional[2] ?? callArguments.keywords.get('abs'), names);
  const isKnown = [...callArguments.keywords.keys()].every((name) => /^(rel|abs)$/.test(name));
  if (!isKnown || relative === null || absolute === null) return undefined;
  const isAbsolute = relative === undefined && absolute !== undefined;
  return { value, tolerance: { absolute: absolute ?? 1e-12, relative: isAbsolute ? 0 : (relative ?? 1e-6) } };
}

/** Matches `math.isclose(a, 1.5)`. */
function matchClose(call: SyntaxNode, names: PythonNames): ComparedSides | undefined {
  const [callee, list] = listParts(call);
  if (!callee || !list || names.readDottedName(callee) !== 'math.isclose') return undefined;
  const callArguments = readArguments(list, names);
  const [first, second] = callArguments?.positional ?? [];
  if (!callArguments || !first || !second) return undefined;
  const relative = readNumber(callArguments.keywords.get('rel_tol'), names);
  const absolute = readNumber(callArguments.keywords.get('abs_tol'), names);
  if (relative === null || absolute === null) return undefined;
  return { sides: [second, first], tolerance: { absolute: absolute ?? 0, relative: relative ?? 1e-9 } };
}

/** Reads a literal number; undefined without one, null if it is another expression. */
function readNumber(node: SyntaxNode | undefined, names: PythonNames): number | undefined | null {
  if (!node) return undefined;
  const value = node.name === 'Number' ? Number(names.read(node).replaceAll('_', '')) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}
