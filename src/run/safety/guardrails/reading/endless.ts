import type * as Tree from 'unbash';
import type { Deed, Input } from '../deed.js';

/** Commands that end a loop or wait for something in it. */
const HOLDS = new Set(
  'wait sleep usleep break exit return read inotifywait fswatch select wait4 flock nc curl wget timeout'.split(' '),
);
/** Statements of a loop are looked at so deep. */
const MOST_DEPTH = 12;

/** A loop that does not end and starts something beside itself in each round, without waiting: processes without end. */
export function multiplies(node: Tree.While | Tree.ArithmeticFor, input: Input | undefined): boolean {
  if (!(node.type === 'ArithmeticFor' ? node.test === undefined : isEndless(node) || isFedForever(node, input)))
    return false;
  const found = lookThrough(node.body.commands, 0);
  return found.starts && !found.holds;
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

/** `yes | while read x; do … & done`. */
const isFedForever = ({ kind, clause }: Tree.While, input: Input | undefined): boolean =>
  kind === 'while' && isEndlessSource(input) && clause.commands.length > 0;

/** Fed by what never ends. */
export const isEndlessSource = (input: Input | undefined): boolean =>
  input?.kind === 'pipe' && isWithoutEnd(input.from.at(-1));

const isWithoutEnd = (deed: Deed | undefined): boolean =>
  deed !== undefined &&
  !deed.via.includes('timeout') &&
  (deed.program === 'yes' ||
    (/^(cat|dd|tr|base64|xxd|od)$/.test(deed.program) &&
      [...deed.args, ...deed.redirects.map(({ path }) => path)].some(({ text }) =>
        /\/dev\/(?:zero|u?random|full)$/.test(text),
      ) &&
      !deed.args.some(({ text }) => /^count=/.test(text))));

interface Found {
  starts: boolean;
  holds: boolean;
}

function lookThrough(statements: readonly Tree.Statement[], depth: number): Found {
  const found: Found = { starts: false, holds: false };
  if (depth > MOST_DEPTH) return found;
  for (const { command, background } of statements) {
    const inner = lookInto(command, depth + 1);
    found.starts ||= background === true || inner.starts;
    // What is started beside the loop does not hold it up.
    found.holds ||= !background && inner.holds;
  }
  return found;
}

function lookInto(node: Tree.Statement['command'], depth: number): Found {
  switch (node.type) {
    case 'Command':
      return { starts: false, holds: HOLDS.has(node.name?.text ?? '') };
    case 'Pipeline':
    case 'AndOr':
      return either(node.commands.map((command) => lookInto(command, depth + 1)));
    case 'Subshell':
    case 'BraceGroup':
      return lookThrough(node.body.commands, depth);
    case 'Redirected':
      return lookInto(node.command, depth);
    case 'If':
      return either([node.then, ...(node.else ? [node.else] : [])].map(({ commands }) => lookThrough(commands, depth)));
    case 'For':
    case 'While':
      return lookThrough(node.body.commands, depth);
    default:
      return { starts: false, holds: false };
  }
}

const either = (all: readonly Found[]): Found => ({
  starts: all.some(({ starts }) => starts),
  holds: all.some(({ holds }) => holds),
});
