import { UNKNOWN_VALUE } from '../../invocation.js';
import { codeWords, vocabulary } from '../../vocabulary/vocabulary.js';
import { type CodeToken, findClosing, findToken, isToken } from '../lexer/code_token.js';
import { applyOperator, sliceValue } from '../model/apply_operator.js';
import { type CodeValue, create, find, get, is, unknownValue } from '../model/code_value.js';
import { readBody, readFunction, readParameters } from './define_function.js';
import {
  evaluateArgumentList,
  evaluateArguments,
  evaluateComprehension,
  evaluateEntries,
  isArgumentStart,
  readBlock,
} from './evaluate_arguments.js';
import { findConstant } from './interpret_constant_branch.js';
import { type CallArguments, createArguments, findDeed, type InterpreterState } from './interpreter_state.js';

const MAX_DEPTH = 96;

/** Evaluates the expression at the current token. Reports what the calls in it would do. */
export function evaluateExpression(state: InterpreterState, least = 0): CodeValue {
  if (state.depth > MAX_DEPTH) state.collector.fail('too-deep', 'expressions are nested too deeply');
  if (!state.collector.step()) {
    state.at = state.end;
    return unknownValue;
  }
  state.depth += 1;
  const start = state.at;
  let value = evaluatePostfix(state, evaluateOperand(state));
  for (;;) {
    const token = state.token;
    const operator = token?.kind === 'mark' || token?.kind === 'name' ? token.text : '';
    const binding = vocabulary.precedence.get(operator) ?? 0;
    if (operator === '?' && least === 0) {
      const first = state.tokens[start];
      const constant = first?.kind === 'name' && state.at === start + 1 ? findConstant(state, first.text) : undefined;
      state.at += 1;
      const yes = evaluateExpression(state, 1);
      state.take(':');
      if (constant === true) state.at = findToken(state.tokens, state.at, state.end, [',', ';', ')', ']', '}']);
      value = constant === true ? yes : create.merged([yes, evaluateExpression(state)]);
    } else if (operator === 'if' && least === 0 && state.language.blocks === 'indent') {
      state.at += 1;
      evaluateExpression(state, 1);
      if (!state.take('else')) break;
      value = create.merged([value, evaluateExpression(state)]);
    } else if (binding <= least) break;
    else {
      const concatenates = state.language.concatenation_operators.includes(operator);
      if (!concatenates && (operator === '.' || operator === 'x')) break;
      state.at += 1;
      const right = evaluateExpression(state, binding);
      // Ruby: `pipe << text` writes.
      const isWritten = operator === '<<' && concatenates && (value.kind === 'made' || value.kind === 'content');
      if (isWritten) state.call(create.name('write', value), right);
      else value = applyOperator(operator, value, right, concatenates);
      // Concatenating long texts costs more steps.
      if (value.kind === 'text') state.collector.step(value.of.reduce((sum, each) => sum + (each.length >> 5), 0));
    }
    if (!state.collector.step()) break;
  }
  state.depth -= 1;
  return value;
}

function evaluateOperand(state: InterpreterState): CodeValue {
  const token = state.token;
  if (!token || token.kind === 'newline') return unknownValue;
  state.at += 1;
  if (token.kind === 'number') return create.number(token.number);
  if (token.kind === 'words') return create.list(token.words.map((word) => create.text(word)));
  if (token.kind === 'shell') return state.collector.runShellLine(evaluatePieces(state, token));
  if (token.kind === 'mark') return evaluateBracketOrSign(state, token);
  if (token.kind === 'name') return evaluateName(state, token.text);
  let value = evaluatePieces(state, token);
  // Adjacent text literals are one text.
  for (let next = state.token; next?.kind === 'text'; next = state.token) {
    state.at += 1;
    value = create.joined([value, evaluatePieces(state, next)]);
  }
  return value;
}

/** Applies a sign to the value behind it; `&` of Ruby makes a function of a symbol. */
function applySign({ language }: InterpreterState, sign: string, value: CodeValue): CodeValue {
  // True and false are not followed.
  if (sign === '!') return find.content([value]) ?? (value.kind === 'name' && !value.self ? unknownValue : value);
  if (sign === '-' && value.kind === 'number') return create.number(-value.number);
  if (sign === '~') return value.kind === 'number' ? create.number(~value.number) : unknownValue;
  return sign === '&' && value.kind === 'text' && language.blocks === 'end' ? create.derived('message', value) : value;
}

function evaluatePieces(state: InterpreterState, { pieces }: Extract<CodeToken, { kind: 'text' | 'shell' }>) {
  const evaluate = (piece: string | readonly CodeToken[]) =>
    typeof piece === 'string' ? create.text(piece) : evaluateExpression(state.nest(0, undefined, piece));
  return create.joined(pieces.slice(0, 64).map(evaluate));
}

function evaluateBracketOrSign(state: InterpreterState, token: Extract<CodeToken, { kind: 'mark' }>): CodeValue {
  const start = state.at;
  const close = Math.min(token.close ?? state.end, state.end);
  const { text: sign, loop } = token;
  if (sign === '(' && isToken(state.tokens[close + 1], '=>'))
    return readBody(state, readParameters(state.tokens, start, close), close + 2);
  if (sign === '(' && isToken(state.tokens[start + 1], '=') && state.language.blocks !== 'indent') {
    const value = state.nest(start, close).interpret();
    state.at = close + 1;
    return value;
  }
  const isPairs = sign === '(' && state.language.bare_calls && isToken(state.tokens[start + 1], '=>');
  const values = evaluateComprehension(state, close, loop);
  if (values) return values;
  if (sign === '{' || isPairs) return evaluateEntries(state, close);
  if (sign === '(' || sign === '[') {
    const { args, named } = evaluateArguments(state, close);
    const items = [...args, ...named.values()];
    const isOne = items.length === 1 && loop === undefined && !isToken(state.tokens[close - 1], ',');
    return isOne && sign === '(' ? items[0]! : create.list(items);
  }
  // A symbol of Ruby.
  const symbol = sign === ':' && state.language.blocks === 'end' ? state.token : undefined;
  if (symbol?.kind === 'name') {
    state.at += 1;
    return create.text(symbol.text);
  }
  // Ruby: a function without a name.
  if (sign === '->' && isToken(state.token, '(', '{')) return evaluateOperand(state);
  if (codeWords.prefix_signs.has(sign)) return applySign(state, sign, evaluateExpression(state, 9));
  if ([')', ']', '}', ',', ';', '=>', ':'].includes(sign)) state.at -= 1;
  return unknownValue;
}

function evaluateName(state: InterpreterState, word: string): CodeValue {
  const { language } = state;
  const next = state.token;
  if (isToken(next, '=>') && language.member_operators.includes('?.'))
    return readBody(state, [{ name: word }], state.at + 1);
  if (word === 'if' && state.collector.source === 'other') return evaluateConditional(state);
  if (word === 'not') return applySign(state, '!', evaluateExpression(state, 3));
  if (codeWords.prefixing.has(word) || (codeWords.perl_declaring.has(word) && language.bare_calls))
    return evaluateExpression(state, 9);
  const isPerl = language.bare_calls && language.blocks === 'braces';
  // `map { … } LIST`: other such functions return items of the list.
  if (codeWords.block_lists.has(word) && isToken(next, '{') && isPerl) {
    const block = readBody(state, [{ name: '$_' }], state.at);
    const values = get.flat(evaluateArgumentList(state, true).args);
    const answers = values.map((value) => state.call(block, value));
    return create.list(word === 'map' ? get.flat(answers) : values);
  }
  if (word === 'lambda' && language.blocks === 'indent') {
    const colon = findToken(state.tokens, state.at, state.end, [':'], false);
    return readBody(state, readParameters(state.tokens, state.at, colon), colon + 1);
  }
  const isFunction = language.function_keywords.includes(word) || word === 'function' || word === 'fn';
  return (isFunction ? readFunction(state) : undefined) ?? state.lookUp(word);
}

/** Evaluates `if (condition) value else value`, which is either. */
function evaluateConditional(state: InterpreterState): CodeValue {
  const { tokens } = state;
  const evaluateBranch = (): CodeValue => {
    if (!isToken(state.token, '{')) return evaluateExpression(state);
    const close = findClosing(tokens, state.at, state.end);
    const value = state.nest(state.at + 1, close).interpret();
    state.at = close + 1;
    return value;
  };
  if (isToken(state.token, '(')) evaluateOperand(state);
  else state.at = findToken(tokens, state.at, state.end, ['{']);
  const first = evaluateBranch();
  return state.take('else') ? create.merged([first, evaluateBranch()]) : first;
}

/** Evaluates what follows a value: members, calls, indices. */
function evaluatePostfix(state: InterpreterState, start: CodeValue): CodeValue {
  const isPerl = state.language.bare_calls && state.language.blocks === 'braces';
  const isScript = state.language.member_operators.includes('?.');
  let value = start;
  while (state.collector.step()) {
    const bare = state.language.bare_calls ? evaluateBareCall(state, value) : undefined;
    if (bare) {
      value = bare;
      continue;
    }
    const token = state.token;
    // A text directly behind a name is a tagged template.
    if (token?.kind === 'text' && isScript && (value.kind === 'name' || find.client(value))) {
      state.at += 1;
      value = state.call(value, evaluatePieces(state, token));
      continue;
    }
    if (token?.kind !== 'mark') break;
    const next = state.tokens[state.at + 1];
    const close = Math.min(token.close ?? state.end, state.end);
    const isMember = state.language.member_operators.includes(token.text);
    const isVariable = value.kind === 'name' && /^[$%]/.test(value.path);
    const isHash = value.kind === 'map' || isVariable || isToken(state.tokens[state.at - 1], '->');
    if (isMember && next?.kind === 'name') {
      state.at += 2;
      const key = /^\$\w/.test(next.text) && !isScript ? get.firstText(state.lookUp(next.text)) : next.text;
      value = state.getMember(value, key);
      // A method of Perl needs no brackets.
      if (token.text === '->' && state.language.bare_calls && !isToken(state.token, '(')) value = state.call(value);
    } else if (token.text === '(') {
      state.at += 1;
      const values = evaluateComprehension(state, close, token.loop);
      value = evaluateCall(state, value, values ? createArguments(values) : evaluateArguments(state, close));
    } else if (token.text === '[' || (token.text === '{' && isPerl && isHash)) {
      state.at += 1;
      value = getElement(state, value, close, token.text === '{');
    } else if (/^(?:->|\?\.)$/.test(token.text) || (token.text === '!' && isScript)) state.at += 1;
    else if (isMember && isToken(next, '(')) state.at += 1;
    else break;
  }
  skipType(state);
  return value;
}

/** Skips `as TYPE` and `satisfies TYPE` of TypeScript. */
function skipType(state: InterpreterState): void {
  const { tokens, language } = state;
  const isCast = isToken(state.token, 'as', 'satisfies') && tokens[state.at + 1]?.kind === 'name';
  if (!isCast || !language.member_operators.includes('?.')) return;
  state.at += 2;
  const isPart = (index: number) =>
    isToken(tokens[index], '.', '|', '&', '<', '>', '[') || isToken(tokens[index - 1], '.', '|', '&', '<');
  while (state.at < state.end && isPart(state.at)) state.at = findClosing(tokens, state.at, state.end) + 1;
}

/** Evaluates a call together with the block behind it. */
function evaluateCall(state: InterpreterState, value: CodeValue, input: CallArguments): CodeValue {
  const block = readBlock(state);
  return state.apply(value, block ? { ...input, args: [...input.args, block] } : input);
}

/** Evaluates a call without brackets: with arguments, with a block, or a Ruby method with neither. */
function evaluateBareCall(state: InterpreterState, value: CodeValue): CodeValue | undefined {
  const previous = state.tokens[state.at - 1];
  const isMethod = value.kind === 'function' && state.language.blocks === 'end' && previous?.kind === 'name';
  if (isMethod && previous.text === value.definition.name && !isToken(state.token, '(', '.', '='))
    return evaluateCall(state, value, isArgumentStart(state) ? evaluateArgumentList(state, true) : createArguments());
  if (value.kind !== 'name' || /^[$@%]/.test(value.path)) return undefined;
  const functions = state.language.functions;
  // `print $target TEXT` of Perl.
  const [target, text] = state.tokens.slice(state.at, state.at + 2);
  const isText = text?.kind === 'text' || (text?.kind === 'name' && /^(?:[$@%]|join$|map$|sprintf$)/.test(text.text));
  if (isText && target?.kind === 'name' && target.text.startsWith('$') && /^(?:printf?|say)$/.test(value.path)) {
    state.at += 1;
    const { args, ...rest } = evaluateArgumentList(state, true);
    return state.apply(create.name('print-to'), { ...rest, args: [state.lookUp(target.text), ...args] });
  }
  // A method that destroys data: `User.delete_all`.
  const isDeed = value.path.includes('.') && findDeed(state.language, value.path) !== undefined;
  // `system *ARGV` is a call, not a product, and so is `rmtree ["a"]`.
  const spread = isToken(state.token, '*', '[') && functions.has(value.path);
  if (spread || isArgumentStart(state)) return evaluateCall(state, value, evaluateArgumentList(state, true));
  // `fork while …`: a name before such a word is a call without arguments.
  if (!state.token || isToken(state.token, ';', ',', ':', ...codeWords.behind_calls)) {
    // In Perl, a call without any arguments gets the variable of the loop.
    const topic = /^(?:shift|pop)$/.test(value.path) ? '@_' : '$_';
    const usual = state.language.blocks === 'braces' ? state.scope.get(topic) : undefined;
    return functions.has(value.path) || (state.language.blocks === 'end' && (value.self || isDeed))
      ? evaluateCall(state, value, usual ? createArguments(usual) : createArguments())
      : undefined;
  }
  if (state.language.blocks !== 'end' || isToken(state.token, '(')) return undefined;
  // `URI.open`: a constant before a member operator is not a call.
  const member = isToken(state.token, ...state.language.member_operators);
  if (member && /(?:^|\.)[A-Z]\w*$/.test(value.path) && !value.self) return undefined;
  const block = readBlock(state);
  const isKnown = (member && value.path.includes('.')) || functions.has(value.path) || isDeed;
  return block || value.self || isKnown ? state.call(value, ...(block ? [block] : [])) : undefined;
}

/** Returns the element of a value at an index; `words`: a bare word is a key, as in `$h{key}`. */
function getElement(state: InterpreterState, value: CodeValue, close: number, words = false): CodeValue {
  const start = state.at;
  const path = value.kind === 'name' ? `${value.path}.[]` : '';
  if (state.language.functions.has(path)) return state.call(create.name(path), ...evaluateArguments(state, close).args);
  const part = state.nest(start, close);
  const bounds: (CodeValue | undefined)[] = [];
  // `h[:key]`
  const isSymbol = state.language.blocks === 'end' && part.end - start === 2 && isToken(part.token, ':');
  if (isSymbol) part.at += 1;
  while (part.at < part.end && bounds.length < 3 && state.collector.problem === undefined) {
    bounds.push(isToken(part.token, ':') ? undefined : evaluateExpression(part));
    if (!part.take(':', '..')) break;
    if (part.at >= part.end) bounds.push(undefined);
  }
  state.at = Math.min(close + 1, state.end);
  if (bounds.length > 1) return sliceValue(value, bounds);
  const [index] = bounds;
  if (value.kind === 'list')
    return index?.kind === 'number' ? (value.items.at(index.number) ?? unknownValue) : create.merged(value.items);
  const only = isSymbol || (words && part.end - start === 1) ? part.tokens[part.end - 1] : undefined;
  const key = only?.kind === 'name' && /^\w/.test(only.text) ? only.text : get.firstText(index);
  const isKnown = !key.includes(UNKNOWN_VALUE);
  const keys = only ? [key] : get.texts(index);
  if (value.kind === 'map') {
    const entries = isKnown ? keys.map((each) => state.getMember(value, each)) : [...value.entries.values()];
    // An unknown variable of the environment is not followed.
    return !isKnown && entries.some(({ kind }) => kind === 'content') ? unknownValue : create.merged(entries);
  }
  if (isKnown && (value.kind === 'name' || value.kind === 'choice' || find.client(value)))
    return create.choice(keys.map((each) => state.getMember(value, each)));
  if (value.kind === 'name' && value.path === 'db') return create.name('db.collection');
  if (value.kind === 'content' || value.kind === 'made' || is.glob(value)) return value;
  return find.client(value) ?? unknownValue;
}
