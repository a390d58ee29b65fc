import type * as Tree from 'unbash';
import { forEachChild } from 'unbash';
import { concatenateWords, type InvocationInput } from '../../invocation.js';
import { forms } from '../../vocabulary/vocabulary.js';

/** Returns true if a loop is endless, starts a concurrent process in each round, and does not wait. */
export function isForkBombLoop(node: Tree.While | Tree.ArithmeticFor, input: InvocationInput | undefined): boolean {
  // `yes | while read x; do … & done`
  const isFed = node.type === 'While' && node.kind === 'while' && isEndlessSource(input);
  const goesOn = node.type === 'ArithmeticFor' ? node.test === undefined : isFed || isEndless(node);
  return goesOn && isStarting(node.body) && !isWaiting(node.body);
}

function hasChild(node: Tree.SyntaxNode, test: (child: Tree.SyntaxNode) => boolean): boolean {
  const children: Tree.SyntaxNode[] = [];
  forEachChild(node, (child) => void children.push(child));
  return children.some(test);
}

/** Returns true if something in a node runs in the background; a function in it does not run. */
const isStarting = (node: Tree.SyntaxNode): boolean =>
  (node.type === 'Statement' && node.background === true) || (node.type !== 'Function' && hasChild(node, isStarting));

/** Returns true if something in a node, and not in the background, waits or ends the loop. */
const isWaiting = (node: Tree.SyntaxNode): boolean =>
  (node.type === 'Command' && forms.waiting_command.test(node.name?.text ?? '')) ||
  (node.type !== 'Function' && !(node.type === 'Statement' && node.background) && hasChild(node, isWaiting));

function isEndless({ kind, clause }: Tree.While): boolean {
  const command = clause.commands.length === 1 ? clause.commands[0]!.command : undefined;
  if (command?.type === 'ArithmeticCommand') return kind === 'while' && /^\s*[1-9]\d*\s*$/.test(command.body);
  if (command?.type !== 'Command') return false;
  const words = [command.name?.text ?? '', ...command.args.map(({ text }) => text)].join(' ');
  return kind === 'while' ? forms.always_true.test(words) : forms.always_false.test(words);
}

/** Returns true if the input never ends. */
export function isEndlessSource(input: InvocationInput | undefined): boolean {
  const source = input?.kind === 'pipe' ? input.from.at(-1) : undefined;
  if (!source || source.wrappers.includes('timeout')) return false;
  const { program, args, redirects } = source;
  return forms.endless.test(`${program} ${concatenateWords([...args, ...redirects.map(({ path }) => path)]).text}`);
}
