import type * as Tree from 'unbash';
import type { Invocation, InvocationInput } from '../../invocation.js';

/** Commands that end a loop, or wait for something in it. */
const WAITING_COMMANDS = new Set(
  'wait sleep usleep break exit return read inotifywait fswatch select wait4 flock nc curl wget timeout'.split(' '),
);
const MAX_DEPTH = 12;

/** Returns true if a loop is endless, starts a concurrent process in each round, and does not wait. */
export function isForkBombLoop(node: Tree.While | Tree.ArithmeticFor, input: InvocationInput | undefined): boolean {
  if (!(node.type === 'ArithmeticFor' ? node.test === undefined : isEndless(node) || isFedForever(node, input)))
    return false;
  const result = inspectStatements(node.body.commands, 0);
  return result.starts && !result.holds;
}

function isEndless({ kind, clause }: Tree.While): boolean {
  const [only] = clause.commands;
  if (clause.commands.length !== 1 || only === undefined) return false;
  const { command } = only;
  if (command.type === 'ArithmeticCommand') return kind === 'while' && /^\s*[1-9]\d*\s*$/.test(command.body);
  if (command.type !== 'Command') return false;
  const words = [command.name?.text ?? '', ...command.args.map(({ text }) => text)].join(' ');
  return kind === 'while'
    ? /^(?:(?:\/usr)?(?:\/bin\/)?true|:|\[ (?:1|true|x) \]|test 1|echo.*)$/.test(words)
    : /^(?:\/bin\/)?false$/.test(words);
}

/** Returns true for `yes | while read x; do … & done`. */
const isFedForever = ({ kind, clause }: Tree.While, input: InvocationInput | undefined): boolean =>
  kind === 'while' && isEndlessSource(input) && clause.commands.length > 0;

/** Returns true if the input never ends. */
export const isEndlessSource = (input: InvocationInput | undefined): boolean =>
  input?.kind === 'pipe' && isEndlessProgram(input.from.at(-1));

const isEndlessProgram = (invocation: Invocation | undefined): boolean =>
  invocation !== undefined &&
  !invocation.wrappers.includes('timeout') &&
  (invocation.program === 'yes' ||
    (/^(cat|dd|tr|base64|xxd|od)$/.test(invocation.program) &&
      [...invocation.args, ...invocation.redirects.map(({ path }) => path)].some(({ text }) =>
        /\/dev\/(?:zero|u?random|full)$/.test(text),
      ) &&
      !invocation.args.some(({ text }) => /^count=/.test(text))));

interface LoopContents {
  starts: boolean;
  holds: boolean;
}

function inspectStatements(statements: readonly Tree.Statement[], depth: number): LoopContents {
  const result: LoopContents = { starts: false, holds: false };
  if (depth > MAX_DEPTH) return result;
  for (const { command, background } of statements) {
    const inner = inspectCommand(command, depth + 1);
    result.starts ||= background === true || inner.starts;
    // A concurrent command does not delay the loop.
    result.holds ||= !background && inner.holds;
  }
  return result;
}

function inspectCommand(node: Tree.Statement['command'], depth: number): LoopContents {
  switch (node.type) {
    case 'Command':
      return { starts: false, holds: WAITING_COMMANDS.has(node.name?.text ?? '') };
    case 'Pipeline':
    case 'AndOr':
      return mergeContents(node.commands.map((command) => inspectCommand(command, depth + 1)));
    case 'Subshell':
    case 'BraceGroup':
      return inspectStatements(node.body.commands, depth);
    case 'Redirected':
      return inspectCommand(node.command, depth);
    case 'If':
      return mergeContents(
        [node.then, ...(node.else ? [node.else] : [])].map(({ commands }) => inspectStatements(commands, depth)),
      );
    case 'For':
    case 'While':
      return inspectStatements(node.body.commands, depth);
    default:
      return { starts: false, holds: false };
  }
}

const mergeContents = (all: readonly LoopContents[]): LoopContents => ({
  starts: all.some(({ starts }) => starts),
  holds: all.some(({ holds }) => holds),
});
