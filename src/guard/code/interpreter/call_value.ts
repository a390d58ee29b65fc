import { hasUnreadValue } from '../../invocation.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import { getLastName, getOption } from '../languages/compile_call.js';
import { findClosing, isNameToken } from '../lexer/code_token.js';
import {
  CodeScope,
  type CodeValue,
  createDerived,
  createList,
  createName,
  createText,
  type FunctionDefinition,
  findContent,
  getElements,
  getTexts,
  isKnownValue,
  mergeValues,
  unknownValue,
} from '../model/code_value.js';
import type { CodeCall } from '../model/language_spec.js';
import { assignValue, mergeElements } from './assign_value.js';
import {
  type CallArguments,
  createNestedState,
  findDeed,
  getMember,
  type InterpreterState,
} from './interpreter_state.js';

const MAX_DEPTH = 60;
const MAX_ROUNDS = 4096;
/** Methods that pass every element of their receiver to a function. */
const ELEMENT_METHODS = ['map', 'forEach', 'flatMap', 'filter', 'each', 'each_with_index', 'collect', 'select', 'find'];
/** Methods that return some of the elements of their receiver. */
const SELECTING_METHODS = ['filter', 'select', 'reject', 'sort', 'toSorted', 'find_all', 'grep'];

/** Evaluates a call of a function of the code, or of one that its language declares. */
export function callValue(state: InterpreterState, callee: CodeValue, value: CallArguments): CodeValue {
  if (callee.kind === 'function')
    return invokeFunction(state, callee.definition, bindArguments(callee.definition, value.args), value.named);
  // A method that returns content in another form.
  if (callee.kind === 'content') return callee;
  if (callee.kind === 'text') {
    // In some languages, the name of a function is a function.
    const [word] = getTexts(callee);
    return state.language.bare_calls || state.language.member_operators.includes('->')
      ? callValue(state, createName(word!), value)
      : unknownValue;
  }
  // `knex` is a function and an object.
  if (callee.kind === 'made' && callee.by === 'rows') return callee;
  if (callee.kind === 'made' && callee.by === 'bound') {
    const [target = unknownValue, bound = unknownValue] = callee.args;
    return callValue(state, target, { ...value, args: [...getElements(bound), ...value.args] });
  }
  // `&:unlink`: the method of that name of what it is called with.
  if (callee.kind === 'made' && callee.by === 'message') {
    const [self = unknownValue, ...args] = value.args;
    return callValue(state, getMember(state, self, getTexts(callee.args[0])[0]!), { ...value, args });
  }
  if (callee.kind !== 'name') return callUnknown(state, undefined, value);
  const [, program] = PROGRAM_CALL.exec(callee.self ? '' : state.language.canonicalize(callee.path)) ?? [];
  if (program && state.language.blocks === 'indent')
    return state.collector.runProgram([createText(program), ...value.args]);
  const remote = callSdk(state, callee, value);
  if (remote) return remote;
  const path = getFunctionPath(state, callee.path);
  const isMocked = (mocked: string) =>
    mocked === '*'
      ? /^(?:os|shutil)\.(?!system|popen|exec|spawn)/.test(path)
      : state.language.canonicalize(mocked) === path;
  if (state.collector.mocks.some(isMocked)) return unknownValue;
  const own = callee.self ? callee.path : OWN_METHOD.exec(callee.path)?.[1];
  const method = own === undefined ? undefined : state.scope.get(own);
  if (method?.kind === 'function' && !state.activeFunctions.has(method.definition))
    return invokeFunction(state, method.definition, bindArguments(method.definition, value.args), value.named);
  const call: CodeCall = {
    ...value,
    receiver: callee.self,
    collector: state.collector,
    evaluateCode: (code) => evaluateCode(state, code),
    invoke: (inner, args) => callValue(state, inner, { args, named: new Map() }),
  };
  const { language } = state;
  const place = getTexts(getOption(value, 'cwd') ?? getOption(value, 'chdir'))[0]!;
  state.collector.folder = /^[\w./~-]/.test(place) ? place : undefined;
  const handlers = callee.self
    ? [
        language.methods.get(callee.path) ?? language.methods.get(path),
        language.sharedMethods.get(path),
        findDeed(language, path),
      ]
    : [
        language.functions.get(path),
        language.methods.get(path.includes('.') ? getLastName(path) : ''),
        path.includes('.') ? findDeed(language, path) : undefined,
        language.sharedFunctions.get(getLastName(path)),
      ];
  for (const [index, handler] of handlers.entries()) {
    // A path without a known module may be an object; its last part is a method then.
    const owner =
      (index === 1 || index === 2) && !callee.self ? createName(path.slice(0, path.lastIndexOf('.'))) : callee.self;
    const answer = handler?.({ ...call, receiver: owner });
    if (answer) return answer;
  }
  return callUnknown(state, callee, value);
}

/** Programs as functions of the libraries sh and plumbum. */
const PROGRAM_CALL = /^(?:sh|plumbum\.cmd)\.(\w+)(?:\.bake)?$/;
/** Method that an object calls on itself. */
const OWN_METHOD = /^(?:self|this|\$this)\.(\w+)$/;

/** Returns the full path of a function, also if all names of its module were imported. */
function getFunctionPath({ language, scope }: InterpreterState, path: string): string {
  const plain = language.canonicalize(path);
  if (path.includes('.') || language.functions.has(plain)) return plain;
  const origin = getTexts(scope.get('*')).find((each) => language.functions.has(`${each}.${path}`));
  return origin === undefined ? plain : `${origin}.${path}`;
}

const bindArguments = ({ parameters }: FunctionDefinition, args: readonly CodeValue[]) =>
  parameters[0]?.name === 'self' || parameters[0]?.name === 'cls' ? [unknownValue, ...args] : args;

const SDK_DELETION =
  /^(?:batch_?|begin_?|bulk_?|recursive_?)?(?:delete|del|remove(?!_?(?:from|tag|label))|terminate|destroy|purge|drop|clear|wipe)(?=[_A-Z!]|$)/i;

/** Words beside verb and noun in the name of a method that deletes. */
const FILLERS = /^(?:all|if|exists?|async|sync|force|cascade|begin|batch|bulk|recursive|and|wait|now|by|id|command)$/;
const DELETING = /^(?:delete|del|drop|destroy|purge|truncate|wipe|terminate|erase|nuke)$/;

/** Returns true for `client.indices.delete()`. */
const isRemoteMember = (owner: string, name: string): boolean =>
  SDK_DELETION.test(name) && vocabulary.codeWords.remote.has(getLastName(owner).toLowerCase().replaceAll('_', ''));

/** Returns true for `client.delete_index()` and `channel.queue_purge()`. */
function isRemoteDeletion(name: string): boolean {
  const isKept = (word: string) =>
    [word, `${word}s`, `${word}es`].some((each) => vocabulary.codeWords.remote.has(each));
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_!?]+/)
    .filter(Boolean);
  const verbs = words.filter((word) => DELETING.test(word));
  const nouns = words.filter((word) => !DELETING.test(word) && !FILLERS.test(word));
  return verbs.length === 1 && nouns.length > 0 && (nouns.every(isKept) || isKept(nouns.join('')));
}

/** Evaluates a call of a cloud's library, or of what one returned: `cloud-sdk METHOD --endpoint-url ADDRESS`. */
function callSdk(
  state: InterpreterState,
  callee: Extract<CodeValue, { kind: 'name' }>,
  value: CallArguments,
): CodeValue | undefined {
  const { collector, language } = state;
  let owner = callee.self;
  while (owner?.kind === 'name') owner = owner.self;
  const path = language.canonicalize(callee.path);
  const client = owner?.kind === 'made' && owner.by === 'sdk' ? owner : undefined;
  const name = getLastName(path);
  if (!client && (callee.self || !language.sdks.some((prefix) => path.startsWith(prefix)))) {
    const owner = callee.self?.kind === 'name' ? callee.self.path : path.slice(0, -name.length - 1);
    const isDeletion =
      isRemoteMember(owner, name) ||
      (!findDeed(language, name) &&
        /^[a-z_]/.test(getLastName(callee.path)) &&
        isRemoteDeletion(getLastName(callee.path)));
    const isMember = (callee.self !== undefined || owner !== '') && !/^(?:this|self)\b/.test(owner);
    const isShown = isNameToken(state.tokens[state.at + 1], 'toString', 'toSQL');
    if (isMember && isDeletion && !isShown && !collector.isMocked && !collector.isInMemory)
      collector.addInvocation('cloud-sdk', [name]);
    return undefined;
  }
  if (value.args.some((arg) => getTexts(arg)[0] === ':memory:')) return undefined;
  const endpoint = getOption(value, 'endpoint_url') ?? getOption(value, 'endpoint');
  const address = endpoint ? [createText('--endpoint-url'), endpoint] : (client?.args ?? []);
  // A command of an SDK takes effect when a client sends it.
  if (!client && name.endsWith('Command')) return createDerived('sdk-command', createText(isDryRun(value) ? '' : name));
  const sent = value.args.flatMap((arg) =>
    arg.kind === 'made' && arg.by === 'sdk-command' ? getTexts(arg.args[0]) : name === 'request' ? getTexts(arg) : [],
  );
  for (const deed of [name, ...sent])
    if (isSdkDeletion(deed) && !collector.isMocked && !isDryRun(value))
      collector.addInvocation('cloud-sdk', [deed, ...address]);
  const forced = getOption(value, 'force');
  if (/^update_?ref$/i.test(name) && forced?.kind === 'name' && /^true$/i.test(forced.path))
    collector.addInvocation('git', ['push', '--force']);
  // What it sends elsewhere: files, of which it gets the content, or the names.
  const content =
    client && /gist|upload|put_?object|comment|send|post/i.test(name)
      ? findContent([...value.args, ...value.named.values()])
      : undefined;
  if (content && content.from.length > 0)
    collector.addInvocation('curl', ['-X', 'POST', '-d', '@-', 'https://sdk.example'], {
      input: { kind: 'pipe', from: collector.listSources(content) },
    });
  const files = content?.files ?? (client && /^upload/i.test(name) ? getTexts(value.args[0]) : []);
  if (files.length > 0)
    collector.addInvocation('curl', [
      '-X',
      'POST',
      ...files.flatMap((file) => ['-d', `@${file}`]),
      'https://sdk.example',
    ]);
  const answer = callUnknown(state, callee, value);
  return client && answer.kind === 'content' ? answer : createDerived('sdk', ...address);
}

/** Returns true for a request that a service only checks. */
const isDryRun = (value: CallArguments): boolean =>
  ['DryRun', 'dry_run', 'dryRun'].some((key) => {
    const option = getOption(value, key);
    return option?.kind === 'name' ? /^true$/i.test(option.path) : getTexts(option)[0] === 'All';
  });

/** Returns true for the name of a method of a cloud's library, or a request, that destroys: `chat_delete`, `cancel`. */
const isSdkDeletion = (deed: string): boolean =>
  SDK_DELETION.test(deed) || /^cancel$|[a-z](?:_delete|_purge|_destroy|Delete|Purge)$/.test(deed);

/** Evaluates a call of an unknown function, which may call its callbacks and return the content it was given. */
function callUnknown(
  state: InterpreterState,
  callee: CodeValue | undefined,
  { args, named: names }: CallArguments,
): CodeValue {
  const self = callee?.kind === 'name' ? callee.self : undefined;
  const method = callee?.kind === 'name' ? getLastName(callee.path) : '';
  const values = [...args, ...names.values()];
  const functions = values.filter((value) => isFunction(state, value));
  const call = (value: CodeValue, params: readonly CodeValue[]) =>
    callValue(state, value, { args: params, named: new Map() });
  const answers = functions.flatMap((value) => {
    const whole = self && ELEMENT_METHODS.includes(method) && args[0] === value ? self : undefined;
    const items = whole ? getElements(whole).slice(0, MAX_ROUNDS) : [];
    const areKnown = method === 'map' && items.length > 0 && items.every(isKnownValue);
    const elements = areKnown || !whole ? items : [mergeElements(whole)];
    const results = elements.map((item) => call(value, [item]));
    // What follows is handed over: `Pool.map(remove, files)`, `Thread(target=remove, args=(file,))`.
    const rest = values.slice(values.indexOf(value) + 1);
    const params = rest.map((each) => (each.kind === 'list' ? mergeElements(each) : each));
    const isBound = value.kind === 'made' && value.by === 'bound';
    if (value.kind === 'name' ? rest.length > 0 : (isBound && !whole) || rest.some(hasPath))
      return [...results, call(value, params)];
    const content = self?.kind === 'content' || self?.kind === 'made' ? [self, self] : [];
    return whole || value.kind === 'name' ? results : [call(value, content)];
  });
  if (self && functions.length === 1 && method === 'map' && answers.length > 0) return createList(answers);
  if (self && functions.length === 1 && SELECTING_METHODS.includes(method)) return self;
  return findContent([...(self ? [self] : []), ...values]) ?? unknownValue;
}

const hasPath = (value: CodeValue) => value.kind === 'list' || getTexts(value).some((text) => text.includes('/'));

/** Returns true for a function of the code or of a library, and for one that is made of such a one. */
const isFunction = (state: InterpreterState, value: CodeValue): boolean =>
  value.kind === 'function' ||
  (value.kind === 'made' && /^(?:bound|message)$/.test(value.by)) ||
  (value.kind === 'name' && state.language.functions.has(getFunctionPath(state, value.path)));

/** Interprets the body of a function with its arguments. Equal calls are interpreted once. */
export function invokeFunction(
  state: InterpreterState,
  definition: FunctionDefinition,
  args: readonly CodeValue[],
  names?: ReadonlyMap<string, CodeValue>,
): CodeValue {
  definition.called = true;
  if (state.depth > MAX_DEPTH || state.activeFunctions.has(definition)) return unknownValue;
  const scope = new CodeScope(definition.scope);
  for (const each of ['@_', '@ARGV']) if (state.language.bare_calls) scope.declare(each, createList(args));
  const body: InterpreterState = {
    ...createNestedState(state, definition.tokens, definition.from, definition.to),
    scope,
    returnValues: [],
  };
  for (const [index, { name, pattern, rest, usual }] of definition.parameters.entries()) {
    // Fields are variables of the path `self.name`.
    if (name === 'self') continue;
    const supplied = names?.get(name) ?? args[index];
    const missing =
      usual === undefined ? unknownValue : state.functions.evaluate({ ...body, at: usual, end: body.tokens.length });
    const value = supplied ?? missing;
    if (pattern !== undefined) assignValue(body, pattern, findClosing(body.tokens, pattern) + 1, value);
    else scope.declare(name, rest ? createList(args.length > index ? args.slice(index) : [unknownValue]) : value);
  }
  body.activeFunctions = new Set([...state.activeFunctions, definition]);
  if (definition.expression) return state.functions.evaluate(body);
  state.functions.block(body);
  return mergeValues(body.returnValues);
}

/** Interprets text as code of the same language. Unknown text is reported, with the origin of its content. */
function evaluateCode(state: InterpreterState, code: CodeValue | undefined): CodeValue {
  const content = code && findContent([code]);
  const { collector } = state;
  if (content) {
    const program = { javascript: 'node', python: 'python3' }[collector.source as string] ?? collector.source;
    if (content.from.length === 0 && content.files.length > 0) collector.addInvocation(program, content.files);
    else collector.addInvocation(program, [], { input: { kind: 'pipe', from: collector.listSources(content) } });
    return unknownValue;
  }
  const existing = getTexts(code).filter((each) => isKnownValue({ kind: 'text', of: [each] }));
  if (getTexts(code).some(hasUnreadValue))
    collector.fail('too-much', 'the code runs code that cannot be read to its end');
  if (existing.length === 0) collector.addInvocation('eval', [code]);
  let answer: CodeValue = unknownValue;
  for (const each of existing) answer = state.functions.code(state, each);
  return answer;
}
