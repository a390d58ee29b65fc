import type { SyntaxNode } from '@lezer/common';
import { listParts } from '../../../../language/syntax/visit_nodes.js';
import { assertionWords } from '../assertions/assertion_words.js';
import type { NameOrigin, NameOrigins } from './name_origin.js';

/** Call that registers a test or a group of tests. */
export interface TestCall {
  /** `other`: a test that is skipped, is expected to fail, or has options that are not known. */
  kind: 'test' | 'group' | 'other';
  title: SyntaxNode | undefined;
  body: SyntaxNode;
  /** Table of `test.each(table)`. */
  table?: SyntaxNode;
  /** True if the cells of a row are the parameters. */
  hasSpreadRows?: boolean;
}

const words = assertionWords.javascript;
const FUNCTION = /^(ArrowFunction|FunctionExpression)$/;

/** Reads a call that registers a test with a function in place; undefined if it is another call. */
export function readTestCall(call: SyntaxNode, origins: NameOrigins, text: string): TestCall | undefined {
  const [callee, list] = listParts(call);
  if (call.name !== 'CallExpression' || !callee || list?.name !== 'ArgList') return undefined;
  const args = listParts(list);
  const bodies = args.filter(({ name }) => FUNCTION.test(name));
  const [body] = bodies;
  if (!body || bodies.length > 1) return undefined;
  const [head, table] = readParameters(callee);
  const [base = '', ...modifiers] = listWords(origins.findOrigin(head));
  const kind = findKind(base);
  if (!kind) return undefined;
  const title = args[0] === body ? undefined : args[0];
  const isPlain =
    modifiers.every((word) => words.modifier.test(word)) &&
    args.every((arg) => arg === title || arg === body || isPlainOption(arg, text)) &&
    !listParts(body).some(({ name }) => name === 'Star');
  const last = modifiers.at(-1) ?? '';
  const rows = /^(each|for)$/.test(last) ? table : undefined;
  if (!isPlain || (/^(each|for)$/.test(last) && !rows)) return { kind: 'other', title, body };
  return { kind, title, body, ...(rows && { table: rows, hasSpreadRows: last === 'each' }) };
}

function findKind(word: string): TestCall['kind'] | undefined {
  if (words.test.test(word)) return 'test';
  if (words.group.test(word)) return 'group';
  return words.idle.test(word) ? 'other' : undefined;
}

/** Splits `test.each(table)` into the function and its argument. */
function readParameters(callee: SyntaxNode): [SyntaxNode, SyntaxNode?] {
  const [inner, list] = listParts(callee);
  if (callee.name !== 'CallExpression' || !inner || list?.name !== 'ArgList') return [callee];
  const args = listParts(list);
  return args.length === 1 ? [inner, args[0]] : [callee];
}

/** Lists the names of a test function without those of its library: `test`, `each`. */
function listWords(origin: NameOrigin | undefined): string[] {
  if (!origin) return [];
  const path = origin.path.filter((word) => !/^(t|QUnit)$/.test(word));
  const isCalled = words.callable_library.test(origin.library) && path.every((word) => !/^[A-Z]/.test(word));
  return findKind(path[0] ?? '') === undefined && isCalled ? ['test', ...path] : path;
}

/** Tells whether an argument is a time limit or options that do not change what a failed assertion means. */
function isPlainOption(arg: SyntaxNode, text: string): boolean {
  if (arg.name === 'Number') return true;
  return (
    arg.name === 'ObjectExpression' &&
    listParts(arg).every((property) => {
      const key = property.firstChild!;
      return key.name === 'PropertyDefinition' && words.option.test(text.slice(key.from, key.to));
    })
  );
}
