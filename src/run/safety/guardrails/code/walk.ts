import type { Effects } from './effects.js';
import type { Speech } from './speech.js';
import type { Token } from './tokens.js';
import { type Definition, name, type Scope, type Value } from './value.js';

/** What a function is given. */
export interface Given {
  args: readonly Value[];
  named: ReadonlyMap<string, Value>;
}

/** Reading in progress: a stretch of code, with the variables that hold there. */
export interface Walk {
  speech: Speech;
  effects: Effects;
  scope: Scope;
  tokens: readonly Token[];
  at: number;
  end: number;
  /** How deep expressions and calls are nested. */
  depth: number;
  /** All functions of the code, so that those that nothing calls can be read at the end. */
  definitions: Definition[];
  /** What `return` gave in the function that is read. */
  answers: Value[];
  /** Functions that are being read, so that recursion ends. */
  calling: ReadonlySet<Definition>;
  how: Interpretation;
}

/** The parts of reading that need each other. */
export interface Interpretation {
  evaluate(walk: Walk, least?: number): Value;
  call(walk: Walk, callee: Value, given: Given): Value;
  block(walk: Walk): void;
  /** Reads more code of the same language with the same variables; answers its last value. */
  code(walk: Walk, text: string): Value;
}

/** The same reading over another stretch of code. */
export const inner = (walk: Walk, tokens: readonly Token[], from = 0, to = tokens.length): Walk => ({
  ...walk,
  tokens,
  at: from,
  end: Math.min(to, tokens.length),
  depth: walk.depth + 1,
});

export function lookUp({ scope, speech }: Walk, word: string): Value {
  return scope.get(word) ?? speech.constants[speech.canonical(word)] ?? name(word);
}
