import type { Effects } from './effects.js';
import type { Lexis } from './lexis.js';
import type { Value } from './value.js';

/** A call as it stands in the code. */
export interface Call {
  /** What stands in the place of an argument. */
  args: readonly Value[];
  named: ReadonlyMap<string, Value>;
  /** What a method is called on. */
  self: Value | undefined;
  effects: Effects;
  /** Reads a text as code of the same language, here and now. */
  run(code: Value | undefined): Value;
  /** Calls a value, a function for example. */
  invoke(callee: Value, args: readonly Value[]): Value;
}

/** What a function or method does; undefined = what is done to any function. */
export type Handler = (call: Call) => Value | undefined;

/** A language as reading what its code does needs it. */
export interface Speech {
  lexis: Lexis;
  /** How the body of a function ends. */
  blocks: 'indent' | 'braces' | 'end';
  /** Between an object and its member. */
  members: readonly string[];
  /** Puts texts together, besides `+`. */
  concatenates: readonly string[];
  /** Calls may stand without brackets: `unlink "a", "b"`. */
  bare_calls: boolean;
  /** Begins a function. */
  definers: readonly string[];
  /** Functions by their path, as `canonical` gives it. */
  functions: Readonly<Record<string, Handler>>;
  methods: Readonly<Record<string, Handler>>;
  /** Constants by their path. */
  constants: Readonly<Record<string, Value>>;
  /** One spelling for the many of a path. */
  canonical(path: string): string;
}
