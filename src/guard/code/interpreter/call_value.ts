import { hasUnreadValue } from '../../invocation.js';
import { codeWords, forms, showsSign } from '../../vocabulary/vocabulary.js';
import { findClosing } from '../lexer/code_token.js';
import { tokenize } from '../lexer/tokenize.js';
import { CodeScope, type CodeValue, create, find, get, is, unknownValue, type ValueOf } from '../model/code_value.js';
import { assignValue, mergeElements } from './assign_value.js';
import { callBack, callImitation, endImitations, enterImitation, postpone } from './imitate.js';
import type { CallArguments, CallHandler, InterpreterState } from './interpreter_state.js';
import { findDeed, getOption } from './interpreter_state.js';
import { reportSdkCall, reportServiceCall } from './report_sdk_call.js';

const MAX_DEPTH = 60;
/** Maximum nesting of code in code. */
const MAX_CODE_DEPTH = 40;

/** Evaluates a call of a function of the code, or of one that its language declares. */
export function callValue(state: InterpreterState, callee: CodeValue, value: CallArguments): CodeValue {
  if (callee.kind === 'function') {
    const run = () => invokeFunction(state, callee, value);
    postpone(state, run, callee.definition);
    return run();
  }
  // A method that returns content in another form.
  if (callee.kind === 'content') return callee;
  // In some languages, the name of a function is a function.
  if (callee.kind === 'text')
    return create.merged(get.texts(callee).map((each) => callValue(state, create.name(each), value)));
  // `(0, eval)(code)`
  if (callee.kind === 'list' && callee.items.length > 1) return callValue(state, callee.items.at(-1)!, value);
  const mock = callImitation(state, callee, value);
  if (mock) return mock;
  if (callee.kind === 'made') return callMade(state, callee, value);
  if (callee.kind === 'choice') return create.merged(callee.values.map((each) => callValue(state, each, value)));
  if (callee.kind !== 'name') return callUnknown(state, callee, value);
  if (callee.path.endsWith('.bake') && forms.program_call.test(callee.path))
    return create.derived('bound', create.name(callee.path.replace(/\.bake$/, '')), create.list(value.args));
  const [, program] = forms.program_call.exec(callee.self ? '' : state.language.canonicalize(callee.path)) ?? [];
  if (program && state.language.blocks === 'indent')
    return state.collector.runProgram([create.text(program), ...value.args]);
  // `map(str.strip, lines)`
  const [, method] = (value.args.length > 0 && forms.text_method.exec(callee.path)) || [];
  if (method && !callee.self) return state.call(create.name(method, value.args[0]), ...value.args.slice(1));
  const client = reportSdkCall(state, callee, value);
  if (client) return callOther(state, callee, value, client);
  const path = getFunctionPath(state, callee.path);
  if (showsSign(path, 'file-calls') && state.collector.imitates('files')) return unknownValue;
  const isKnown = state.language.functions.has(path);
  const form = state.collector.source === 'other' ? forms.static_method : forms.own_method;
  const [, ownMethod = ''] = (!isKnown && form.exec(callee.path)) || [];
  const member = state.scope.get(callee.self ? callee.path : ownMethod);
  if (member?.kind === 'function' && !state.activeFunctions.has(member.definition))
    return callValue(state, member, value);
  const { language, collector } = state;
  const isLinked = collector.signs.has('links-repositories');
  const repository = is.made(callee.self, 'git') && !isLinked ? callee.self.args[0] : undefined;
  collector.enter(get.firstText(getOption(value, 'cwd') ?? getOption(value, 'chdir') ?? repository));
  const name = get.lastName(path);
  const run = (handler: CallHandler | undefined, receiver = callee.self) =>
    handler?.({ ...value, receiver, collector, state });
  if (callee.self) {
    const methodAnswer = run(language.methods.get(callee.path) ?? language.methods.get(path));
    const answer = methodAnswer ?? run(language.sharedMethods.get(path)) ?? run(findDeed(language, path));
    return answer ?? callOther(state, callee, value);
  }
  // A path without a known module may be an object; its last part is a method then, or a class.
  const deed = /^[A-Z]/.test(name) ? undefined : findDeed(language, path);
  const owner = path.includes('.') ? create.name(path.slice(0, -name.length - 1)) : undefined;
  const functionAnswer = run(language.functions.get(path));
  const answer = functionAnswer ?? (owner && (run(language.methods.get(name), owner) ?? run(deed, owner)));
  return answer ?? run(language.sharedFunctions.get(name)) ?? callOther(state, callee, value);
}

/** Evaluates a call of a library that is not known, which may be the client of a service. */
function callOther(state: InterpreterState, callee: ValueOf<'name'>, value: CallArguments, known?: CodeValue) {
  const argument = value.args.map(find.client).find((each) => each);
  const client = known ?? reportServiceCall(state, callee, value) ?? argument;
  const answer = callUnknown(state, callee, value);
  return client && answer.kind !== 'list' ? client : answer;
}

/** Evaluates a call of what an earlier call returned. */
function callMade(state: InterpreterState, callee: ValueOf<'made'>, value: CallArguments): CodeValue {
  // What is given to a client of data is a query.
  if (callee.by === 'data') return callValue(state, create.name('query', callee), value);
  if (find.client(callee)) return callee;
  const [target = unknownValue, bound] = callee.args;
  const spied = callee.by === 'spy' ? get.firstText(target) : '';
  if (spied !== '') return callValue(state, state.collector.imitations.get(spied) ?? create.name(spied), value);
  const [self = unknownValue, ...args] = value.args;
  if (callee.by === 'bound') return callValue(state, target, { ...value, args: [...get.items(bound), ...value.args] });
  // `&:unlink`: the method of that name of what it is called with.
  const method = callee.by === 'message' && state.getMember(self, get.firstText(target));
  if (method) return callValue(state, method, { ...value, args: [...get.items(bound), ...args] });
  const call = callee.by === 'instance' ? (state.scope.get('__call__') ?? state.scope.get('__invoke')) : undefined;
  if (call) return callValue(state, call, value);
  // `knex` is a function and an object.
  return callee.by === 'rows' ? callee : callUnknown(state, callee, value);
}

/** Returns the full path of a function, also if all names of its module were imported. */
function getFunctionPath({ language, scope }: InterpreterState, path: string): string {
  const plain = language.canonicalize(path);
  if (path.includes('.') || language.functions.has(plain)) return plain;
  const origin = get.texts(scope.get('*')).find((each) => language.functions.has(`${each}.${path}`));
  return origin === undefined ? plain : `${origin}.${path}`;
}

/** Evaluates a call of an unknown function, which may call its callbacks and return the content it was given. */
function callUnknown(state: InterpreterState, callee: CodeValue, { args, named: names }: CallArguments): CodeValue {
  const [self, method] = callee.kind === 'name' ? [callee.self, get.lastName(callee.path)] : [undefined, ''];
  const values = [...args, ...names.values()];
  const functions = values.filter((value) => isFunction(state, value));
  if (method.endsWith('?') || codeWords.showing_functions.has(method)) return unknownValue;
  const answers = functions.flatMap((value) => {
    if (self && codeWords.folding_methods.has(method))
      return [callBack(state, value, [args[1] ?? unknownValue, mergeElements(self)])];
    const whole = self && codeWords.element_methods.has(method) && args[0] === value ? self : undefined;
    const items = whole ? get.elements(whole) : [];
    const areKnown = method === 'map' && items.length > 0 && items.every(is.known);
    const elements = areKnown || !whole || is.uneven(items) ? items : [mergeElements(whole)];
    const results = elements.map((item) => callBack(state, value, [item]));
    // What follows is handed over: `Pool.map(remove, files)`, `Thread(target=remove, args=(file,))`.
    const rest = values.slice(values.indexOf(value) + 1);
    const params = rest.map((each) => (each.kind === 'list' ? mergeElements(each) : each));
    if (value.kind === 'name' ? rest.length > 0 : (is.made(value, 'bound') && !whole) || rest.some(hasPath))
      return [...results, callBack(state, value, params)];
    const source = find.client(self) ?? self;
    const content = source?.kind === 'content' || source?.kind === 'made' ? [source, source] : [];
    return whole || value.kind === 'name' ? results : [callBack(state, value, content)];
  });
  if (self && functions.length === 1 && method === 'map' && answers.length > 0) return create.list(answers);
  if (self && functions.length === 1 && codeWords.selecting_methods.has(method)) return self;
  if (!self && codeWords.selecting_functions.has(method)) return args.at(-1) ?? unknownValue;
  return find.content([...(self ? [find.secretContent(self) ?? self] : []), ...values]) ?? unknownValue;
}

const hasPath = (value: CodeValue) => value.kind === 'list' || get.texts(value).some((text) => text.includes('/'));

/** Returns true for a function of the code or of a library, and for one that is made of such a one. */
const isFunction = (state: InterpreterState, value: CodeValue): boolean =>
  value.kind === 'function' ||
  is.made(value, 'bound', 'message') ||
  (value.kind === 'name' && state.language.functions.has(getFunctionPath(state, value.path)));

/** Interprets the body of a function with its arguments. */
function invokeFunction(state: InterpreterState, { definition }: ValueOf<'function'>, value: CallArguments): CodeValue {
  definition.called = true;
  if (state.depth > MAX_DEPTH || state.activeFunctions.has(definition)) return unknownValue;
  const { collector } = state;
  const { imitations } = collector;
  const mocks = (definition.mocks ?? []).map((manager) => enterImitation(state, manager));
  const isMethod = /^(?:self|cls)$/.test(definition.parameters[0]?.name ?? '');
  const args = [...(isMethod ? [unknownValue] : []), ...value.args, ...mocks];
  const scope = new CodeScope(definition.scope);
  for (const each of ['@_', '@ARGV']) if (state.language.bare_calls) scope.declare(each, create.list(args));
  const body = state.nest(definition.from, definition.to, definition.tokens).with({
    scope,
    returnValues: [],
    body: { ...definition, caller: state.body ? state : 'any' },
    activeFunctions: new Set([...state.activeFunctions, definition]),
  });
  for (const [index, { name, pattern, rest, usual, field }] of definition.parameters.entries()) {
    // Fields are variables of the path `self.name`.
    if (name === 'self') continue;
    // pytest gives it to its tests.
    const isPatching = name === 'monkeypatch' && /^test/.test(definition.name ?? '');
    const argumentOfOthers = forms.peer_parameter.test(name) ? create.received() : unknownValue;
    const fixture = isPatching ? create.derived(name) : argumentOfOthers;
    const evaluateUsual = () =>
      usual === undefined ? fixture : body.with({ at: usual, end: body.tokens.length }).evaluate();
    const passed = value.named.get(name) ?? args[index] ?? unknownValue;
    const argument =
      passed.kind === 'unknown' && (usual === undefined || args.length <= index) ? evaluateUsual() : passed;
    if (pattern !== undefined) assignValue(body, pattern, findClosing(body.tokens, pattern) + 1, argument);
    else if (rest === '**') scope.declare(name, { kind: 'map', entries: value.named });
    else if (rest === undefined) scope.declare(name, argument);
    else scope.declare(name, create.list(args.length > index ? args.slice(index) : [unknownValue]));
    if (field) scope.set(name.startsWith('$') ? `$this.${name.slice(1)}` : `this.${name}`, argument);
  }
  const last = body.interpret();
  if (mocks.length > 0) endImitations(state, imitations);
  if (definition.expression) return last;
  if (forms.class_name.test(definition.name ?? '') && body.returnValues.length === 0) return create.derived('instance');
  return create.merged(state.language.bare_calls ? [...body.returnValues, last] : body.returnValues);
}

/** Interprets text as code of the same language. Unknown text is reported, with the origin of its content. */
export function evaluateCode(state: InterpreterState, code: CodeValue | undefined): CodeValue {
  const content = code && find.content([code]);
  const { collector } = state;
  if (content) {
    const { program } = state.language;
    if (content.from.length === 0 && content.files.length > 0) collector.addInvocation(program, content.files);
    else collector.addInvocation(program, [], collector.createInput(content));
    return unknownValue;
  }
  const existing = get.texts(code).filter((each) => is.known({ kind: 'text', of: [each] }));
  if (get.texts(code).some(hasUnreadValue))
    collector.fail('too-much', 'the code runs code that cannot be read to its end');
  if (existing.length === 0) collector.addInvocation('eval', [code]);
  if (state.depth > MAX_CODE_DEPTH) collector.fail('too-deep', 'code in code is nested too deeply');
  collector.step(Math.ceil(existing.join('').length / 4));
  const interpret = (text: string) => state.nest(0, undefined, tokenize(text, state.language.lexer).tokens).interpret();
  return existing.map(interpret).at(-1) ?? unknownValue;
}
