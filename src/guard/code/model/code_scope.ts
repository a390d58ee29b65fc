import type { CodeToken } from '../lexer/code_token.js';
import { type CodeValue, create } from './code_value.js';

/** Parameter of a function: a name, or the index of the token at which a pattern of names begins. */
export interface Parameter {
  name: string;
  pattern?: number;
  /** Mark of one that gets all arguments that are left: `*` for a list, `**` for a map of those with names. */
  rest?: string;
  /** Index of the token at which its usual value begins. */
  usual?: number;
}

/** Function defined in the code. */
export interface FunctionDefinition {
  parameters: readonly Parameter[];
  tokens: readonly CodeToken[];
  from: number;
  to: number;
  /** True if the body is one expression, whose value is the result. */
  expression: boolean;
  called: boolean;
  scope: CodeScope;
  name: string | undefined;
  /** Imitations that hold while it runs: values of its decorators. */
  mocks?: readonly CodeValue[];
  /** True if a call of it may run at a later time. */
  later?: boolean;
}

const FIELD = /^(?:self\.|this\.|\$this\.|@\w)/;

/** Scope of variables by name; attributes have dotted names. Functions assign to outer variables, too. */
export class CodeScope {
  private readonly values = new Map<string, CodeValue>();

  constructor(private readonly outer?: CodeScope) {}

  get(name: string): CodeValue | undefined {
    return this.values.get(name) ?? this.outer?.get(name);
  }

  set(name: string, value: CodeValue): void {
    let holder: CodeScope = this;
    while (!holder.values.has(name) && holder.outer) holder = holder.outer;
    // Fields of an object are seen by all of its methods.
    const previous = FIELD.test(name) ? holder.values.get(name) : undefined;
    // Another object of the class may have another value.
    const whole = previous?.kind === 'text' && value.kind === 'text' ? create.merged([previous, value]) : value;
    (holder.values.has(name) || FIELD.test(name) ? holder : this).values.set(name, whole);
  }

  /** Declares a variable that hides outer variables of the same name. */
  declare(name: string, value: CodeValue): void {
    this.values.set(name, value);
  }
}
