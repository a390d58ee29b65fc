import { type Deed, UNKNOWN } from '../deed.js';
import type { Call, Handler } from './speech.js';
import { contentIn, isKnown, made, texts, unknown, type Value } from './value.js';

/** What calls of any language mean in words of the shell: the vocabulary of each language is made of these. */
type Which = (call: Call) => Value | undefined;

export const argument =
  (index: number, ...names: string[]): Which =>
  ({ args, named }) =>
    args[index] ?? names.map((each) => named.get(each)).find((value) => value !== undefined);
export const itself: Which = ({ self }) => self;
export const all: Which = ({ args }) => ({
  kind: 'list',
  items: args.flatMap((value) => (value.kind === 'list' ? value.items : [value])),
});

/** A program with options and the arguments of the call that are paths. */
export const does =
  (program: string, options: readonly string[], ...which: readonly Which[]): Handler =>
  (call) => {
    call.effects.deed(program, [...options, ...which.map((each) => each(call) ?? unknown)]);
    return unknown;
  };

export const removes = (which: Which = argument(0)): Handler => does('rm', [], which);
export const removesTree = (which: Which = argument(0)): Handler => does('rm', ['-rf'], which);
export const reads =
  (which: Which = argument(0)): Handler =>
  (call) =>
    call.effects.reads(which(call));
export const writes =
  (path: Which = argument(0), what: Which = argument(1), append = false): Handler =>
  (call) => {
    call.effects.writes(path(call), what(call), append);
    return unknown;
  };
export const shell =
  (which: Which = argument(0)): Handler =>
  (call) =>
    call.effects.shell(which(call));

/** A program by a list of arguments, or a command line where a text is given. */
export const runs =
  (which: Which = argument(0)): Handler =>
  (call) => {
    const value = which(call);
    return value?.kind === 'list' ? call.effects.argv(value.items) : call.effects.shell(value);
  };

export const evaluates =
  (which: Which = argument(0)): Handler =>
  (call) =>
    call.run(which(call));

export const gives =
  (value: Value): Handler =>
  () =>
    value;

export const makes =
  (by: string): Handler =>
  ({ args }) =>
    made(by, ...args);

/** The mode of a file in the three octal digits that a shell would be given. */
export const mode = (value: Value | undefined): string =>
  value?.kind === 'number' ? value.number.toString(8) : (texts(value)[0]?.replace(/^0o?/, '') ?? UNKNOWN);

export const changesMode =
  (path: Which, bits: Which): Handler =>
  (call) => {
    call.effects.deed('chmod', [mode(bits(call)), path(call) ?? unknown]);
    return unknown;
  };

export const changesOwner =
  (path: Which, owner: Which): Handler =>
  (call) => {
    call.effects.deed('chown', [owner(call) ?? unknown, path(call) ?? unknown]);
    return unknown;
  };

/** A signal to a process: its number or name, without the letters that some languages put before it. */
export const signals =
  (pid: Which, signal: Which, ordinary = 'TERM'): Handler =>
  (call) => {
    const value = signal(call);
    const path = value?.kind === 'name' ? value.path.slice(value.path.lastIndexOf('.') + 1) : undefined;
    const word = value === undefined ? ordinary : (path ?? texts(value)[0]!);
    call.effects.deed('kill', [`-${word.replace(/^(?:SIG|:)/, '')}`, pid(call) ?? unknown]);
    return unknown;
  };

const SENDING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** A request: with a body it sends, without one it receives, and what is received is content that came from there. */
export function requests(
  call: Call,
  method: string,
  url: Value | undefined,
  bodies: readonly (Value | undefined)[],
): Value {
  const sent = bodies.filter((each) => each !== undefined);
  const { effects } = call;
  const content = contentIn(sent);
  const more: Partial<Deed> =
    content && content.from.length > 0 ? { input: { kind: 'pipe', from: effects.sources(content) } } : {};
  const data = content
    ? [...content.files.map((file) => `@${file}`), ...(content.from.length > 0 ? ['@-'] : [])]
    : sent.map((each) => (isKnown(each) ? texts(each)[0]! : UNKNOWN));
  const verb = sent.length > 0 && method === 'GET' ? 'POST' : method;
  const deed = effects.deed(
    'curl',
    [
      ...(SENDING.has(verb) || verb === UNKNOWN ? ['-X', verb] : []),
      ...data.flatMap((each) => ['-d', each]),
      url ?? unknown,
    ],
    more,
  );
  return { kind: 'content', files: [], from: [deed] };
}

/** What is given to a connection that was made before. */
export function sends(call: Call, what: Value | undefined, program = 'nc'): Value {
  const content = contentIn([what ?? unknown]);
  const { self, effects } = call;
  const [host, port] = self?.kind === 'made' ? self.args : [];
  effects.deed(program, [host ?? unknown, ...(port ? [port] : [])], {
    ...(content && { input: { kind: 'pipe', from: effects.sources(content) } }),
  });
  return unknown;
}
