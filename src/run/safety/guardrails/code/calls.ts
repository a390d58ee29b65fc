import { isUnread } from '../deed.js';
import { genericFunctions, genericMethods } from './folding.js';
import type { Call } from './speech.js';
import { anyOf } from './targets.js';
import {
  contentIn,
  type Definition,
  elements,
  isKnown,
  list,
  merge,
  name,
  Scope,
  texts,
  unknown,
  type Value,
} from './value.js';
import { type Given, inner, type Walk } from './walk.js';

/** Functions that call functions are followed so deep. */
const MOST_DEPTH = 60;
const MOST_ROUNDS = 4096;
/** Methods that give every element of what they are called on to a function. */
const OVER_ELEMENTS = ['map', 'forEach', 'flatMap', 'filter', 'each', 'each_with_index', 'collect', 'select', 'find'];

/** What a call comes to: a function of the code is read with what it is given, others do what the language's vocabulary says. */
export function callValue(walk: Walk, callee: Value, given: Given): Value {
  if (callee.kind === 'function') return invoke(walk, callee.definition, given.args, given.named);
  // What was read, by a method that gives it in another form.
  if (callee.kind === 'content') return callee;
  if (callee.kind === 'text') {
    // The name of a function, in languages where that is one.
    const [word] = texts(callee);
    return walk.speech.bare_calls || walk.speech.members.includes('->') ? callValue(walk, name(word!), given) : unknown;
  }
  if (callee.kind !== 'name') return carried(walk, undefined, given);
  const path = pathOf(walk, callee.path);
  const own = callee.self ? walk.scope.get(callee.path) : undefined;
  if (own?.kind === 'function')
    return invoke(walk, own.definition, ownArguments(own.definition, given.args), given.named);
  const call: Call = {
    ...given,
    self: callee.self,
    effects: walk.effects,
    run: (code) => runCode(walk, code),
    invoke: (inner, args) => callValue(walk, inner, { args, named: new Map() }),
  };
  const handlers = callee.self
    ? [lookIn(walk.speech.methods, path), lookIn(genericMethods, path)]
    : [
        lookIn(walk.speech.functions, path),
        lookIn(walk.speech.methods, path.includes('.') ? lastOf(path) : ''),
        lookIn(genericFunctions, lastOf(path)),
      ];
  for (const handler of handlers) {
    // A path that no module is known by may be an object: its last part is a method then.
    const owner = handler === handlers[1] && !callee.self ? name(path.slice(0, path.lastIndexOf('.'))) : callee.self;
    const answer = handler?.({ ...call, self: owner });
    if (answer) return answer;
  }
  return carried(walk, callee, given);
}

/** The path of a function, which may come from a module whose names were all imported. */
function pathOf({ speech, scope }: Walk, path: string): string {
  const plain = speech.canonical(path);
  if (path.includes('.') || lookIn(speech.functions, plain)) return plain;
  const origin = texts(scope.get('*')).find((each) => lookIn(speech.functions, `${each}.${path}`));
  return origin === undefined ? plain : `${origin}.${path}`;
}

const lookIn = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);

const ownArguments = ({ parameters }: Definition, args: readonly Value[]) =>
  parameters[0] === 'self' || parameters[0] === 'cls' ? [unknown, ...args] : args;

/** An unknown function: its callbacks may be called, what was read may come back in its answer. */
function carried(walk: Walk, callee: Value | undefined, { args, named }: Given): Value {
  const self = callee?.kind === 'name' ? callee.self : undefined;
  const method = callee?.kind === 'name' ? lastOf(callee.path) : '';
  const values = [...args, ...named.values()];
  const functions = values.filter((value) => value.kind === 'function');
  const answers = functions.flatMap((value) => {
    if (!self || !OVER_ELEMENTS.includes(method))
      return [invoke(walk, value.definition, self?.kind === 'content' ? [self, self] : [])];
    const items = elements(self).slice(0, MOST_ROUNDS);
    return method === 'map' && items.length > 0 && items.every(isKnown)
      ? items.map((item) => invoke(walk, value.definition, [item]))
      : [invoke(walk, value.definition, [anyOf(self)])];
  });
  if (self && functions.length === 1 && method === 'map') return list(answers);
  return contentIn([...(self ? [self] : []), ...values]) ?? unknown;
}

/** Reads the body of a function with what it is given. The same call is read once. */
export function invoke(
  walk: Walk,
  definition: Definition,
  args: readonly Value[],
  named?: ReadonlyMap<string, Value>,
): Value {
  definition.called = true;
  if (walk.depth > MOST_DEPTH || walk.calling.has(definition)) return unknown;
  const scope = new Scope(definition.scope);
  definition.parameters.forEach((parameter, index) => {
    if (parameter !== '') scope.declare(parameter, named?.get(parameter) ?? args[index] ?? unknown);
  });
  for (const each of ['@_', '@ARGV']) if (walk.speech.bare_calls) scope.declare(each, list(args));
  const body: Walk = { ...inner(walk, definition.tokens, definition.from, definition.to), scope, answers: [] };
  body.calling = new Set([...walk.calling, definition]);
  if (definition.expression) return walk.how.evaluate(body);
  walk.how.block(body);
  return merge(body.answers);
}

/** Reads text as code of the same language; text that is not known is code from wherever it came. */
function runCode(walk: Walk, code: Value | undefined): Value {
  const content = code && contentIn([code]);
  const { effects } = walk;
  if (content) {
    const program = effects.source === 'javascript' ? 'node' : effects.source === 'python' ? 'python3' : effects.source;
    const local = content.from.length === 0 && content.files.length > 0;
    effects.deed(program, local ? content.files.map((file) => file) : [], {
      ...(!local && { input: { kind: 'pipe', from: effects.sources(content) } }),
    });
    return unknown;
  }
  const known = texts(code).filter((each) => isKnown({ kind: 'text', of: [each] }));
  if (texts(code).some(isUnread)) effects.fail('too-much', 'the code runs code that cannot be read to its end');
  if (known.length === 0) effects.deed('eval', [code]);
  let answer: Value = unknown;
  for (const each of known) answer = walk.how.code(walk, each);
  return answer;
}
