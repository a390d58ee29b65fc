import { createShellInvocation, createWord, type Invocation, UNKNOWN_VALUE } from '../../invocation.js';
import { forms } from '../../vocabulary/vocabulary.js';
import type { CodeToken } from '../lexer/code_token.js';

/** Value of an expression, as far as it is known before the code runs. */
export type CodeValue =
  /** One of several texts; paths are texts too. `UNKNOWN_VALUE` stands for unknown text. */
  | { kind: 'text'; of: readonly string[]; glob?: boolean | undefined }
  | { kind: 'number'; number: number }
  /** One of several lists has what each place of it may hold, and the lists. */
  | { kind: 'list'; items: readonly CodeValue[]; lists?: readonly (readonly CodeValue[])[] }
  | { kind: 'map'; entries: ReadonlyMap<string, CodeValue> }
  /** Module, class or function, by its path: `os.path.join`. A method has its receiver. */
  | { kind: 'name'; path: string; self?: CodeValue | undefined }
  /** Result of a call that matters later: a socket, an open file. */
  | { kind: 'made'; by: string; args: readonly CodeValue[] }
  /** Content that was read from files, or from the output of invocations, and the texts around it. */
  | {
      kind: 'content';
      files: readonly string[];
      from: readonly Invocation[];
      of?: readonly string[] | undefined;
      /** Variable of the environment whose value it is, unchanged. */
      variable?: string | undefined;
    }
  | { kind: 'function'; definition: FunctionDefinition }
  /** One of several functions, modules, maps or objects. */
  | { kind: 'choice'; values: readonly CodeValue[] }
  | { kind: 'unknown' };

/** Value of one kind. */
export type ValueOf<Kind extends CodeValue['kind']> = Extract<CodeValue, { kind: Kind }>;

/** Parameter of a function: a name, or the index of the token at which a pattern of names begins. */
export interface Parameter {
  name: string;
  pattern?: number;
  /** Mark of one that gets all arguments that are left: `*` for a list, `**` for a map of those with names. */
  rest?: string | undefined;
  /** True if a field of the object gets its value, too. */
  field?: boolean | undefined;
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

/** Maximum number of alternatives of one value; the others become unknown. */
const MAX_ALTERNATIVES = 32;
const MAX_CHARACTERS = 65_536;
/** Maximum number of items of a list; later ones are left out, so that `a = a + a` ends. */
const MAX_ITEMS = 4096;

/** Text for the name of whatever is in a folder: unknown, but for what deletes it, which deletes everything there. */
export const ENTRY_VALUE = `${UNKNOWN_VALUE}\u{FFF9}`;

/** Value of which nothing is known. */
export const unknownValue: CodeValue = { kind: 'unknown' };

/** Returns `UNKNOWN_VALUE` in place of a text that is too long to follow. */
const truncateLongText = (value: string): string => (value.length > MAX_CHARACTERS ? UNKNOWN_VALUE : value);

/** Applies a function to the texts of a value. Unknown texts stay unknown. */
export function mapText(value: CodeValue, change: (known: string) => string): CodeValue {
  if (value.kind === 'content') return value;
  const changeKnown = (text: string) => (text.includes(UNKNOWN_VALUE) ? UNKNOWN_VALUE : truncateLongText(change(text)));
  return create.alternatives(get.texts(value).map(changeKnown));
}

const OBJECTS: ReadonlySet<CodeValue['kind']> = new Set(['function', 'name', 'made', 'map', 'choice']);
/** Maximum number of items that are each interpreted by themselves. */
const MAX_UNEVEN = 12;

/** Makers of values. */
export const create = {
  /** Creates a text value with these alternatives. */
  text: (...texts: string[]): CodeValue => ({ kind: 'text', of: texts }),
  /** Creates a number value; unknown for what is none. */
  number: (value = Number.NaN): CodeValue => (Number.isNaN(value) ? unknownValue : { kind: 'number', number: value }),
  /** Creates a list value. */
  list: (items: readonly CodeValue[]): CodeValue => ({ kind: 'list', items: items.slice(0, MAX_ITEMS) }),
  /** Creates a value for a module, class, function or method. */
  name: (path: string, self?: CodeValue): CodeValue => ({ kind: 'name', path, self }),
  /** Creates a value for the result of a call. */
  derived: (step: string, ...args: CodeValue[]): CodeValue => ({ kind: 'made', by: step, args }),

  /** Creates a value for what files and invocations output. */
  content: (from: readonly Invocation[], files: readonly string[] = []): ValueOf<'content'> => ({
    kind: 'content',
    files,
    from,
  }),

  /** Creates the value of a variable of the environment that the line does not set. */
  variable: (variable = ''): CodeValue => ({
    ...create.content([createShellInvocation('printenv', variable === '' ? [] : [createWord(variable)])]),
    variable,
  }),

  /** Creates the value of what somebody else sends over a connection. */
  received: (): ValueOf<'content'> => create.content([createShellInvocation('recv', [])]),

  /** Returns a text as a pattern; any other value as it is. */
  glob: (value: CodeValue): CodeValue => (value.kind === 'text' ? { ...value, glob: true } : value),

  /** Creates a text value with these alternatives, limited in number. */
  alternatives(texts: Iterable<string>): CodeValue {
    const distinct = [...new Set(texts)];
    if (distinct.length > MAX_ALTERNATIVES) distinct.splice(MAX_ALTERNATIVES, distinct.length, UNKNOWN_VALUE);
    return { kind: 'text', of: distinct.length > 0 ? distinct : [UNKNOWN_VALUE] };
  },

  /** Concatenates texts, in every combination of their alternatives. */
  joined(parts: readonly CodeValue[], gap = ''): CodeValue {
    const limit = (texts: readonly string[]) => (texts.length > MAX_ALTERNATIVES ? [UNKNOWN_VALUE] : texts);
    const [first = [''], ...rest] = parts.map(get.texts);
    const texts = rest.reduce(
      (starts, ends) => limit(starts.flatMap((start) => ends.map((end) => truncateLongText(start + gap + end)))),
      limit(first),
    );
    const content = create.merged(parts.filter((part) => part.kind === 'content'));
    const value = create.alternatives(texts);
    if (content.kind === 'content') return { ...content, of: get.texts(value) };
    return parts.some(is.glob) ? create.glob(value) : value;
  },

  /** Merges values into one that may be any of them. */
  merged(values: readonly CodeValue[]): CodeValue {
    const rest = values.filter(
      (value) => value.kind !== 'unknown' && !(value.kind === 'name' && forms.nothing.test(value.path)),
    );
    const [first] = rest;
    if (!first) return unknownValue;
    if (values.length === 1) return first;
    if (rest.every((value) => value.kind === 'text' || value.kind === 'number')) {
      const value = create.alternatives([...rest, ...values].flatMap(get.texts));
      return rest.some(is.glob) ? create.glob(value) : value;
    }
    const contents = rest.filter((value) => value.kind === 'content');
    if (contents.length > 0)
      return {
        kind: 'content',
        files: [...new Set(contents.flatMap((each) => each.files))].slice(0, MAX_ALTERNATIVES),
        from: [...new Set(contents.flatMap((each) => each.from))].slice(0, MAX_ALTERNATIVES),
        of: contents.length === 1 ? contents[0]!.of : undefined,
      };
    if (rest.every(({ kind }) => OBJECTS.has(kind))) return create.choice(rest);
    const lists = rest.filter((value) => value.kind === 'list');
    if (lists.length < rest.length) return first;
    const longest = Math.max(...lists.map((each) => each.items.length));
    const items = Array.from({ length: longest }, (_, index) =>
      create.merged(lists.flatMap((each) => each.items[index] ?? [])),
    );
    const wholes = lists.slice(0, MAX_ALTERNATIVES).flatMap((each) => each.lists ?? [each.items]);
    return { kind: 'list', items, lists: wholes };
  },

  /** Creates the value that is any of several, limited in number. */
  choice(values: readonly CodeValue[]): CodeValue {
    const distinct = [...new Set(values.flatMap((value) => (value.kind === 'choice' ? value.values : [value])))];
    return distinct.length === 1 ? distinct[0]! : { kind: 'choice', values: distinct.slice(0, MAX_ALTERNATIVES) };
  },
};

/** What a value is or holds, as far as it is known. */
export const get = {
  /** Returns the texts that a value may be, at least one. */
  texts(value: CodeValue | undefined): readonly string[] {
    if (value?.kind === 'text') return value.of;
    if (value?.kind === 'content' && value.of) return value.of;
    return [value?.kind === 'number' ? String(value.number) : UNKNOWN_VALUE];
  },

  /** Returns the first text that a value may be. */
  firstText: (value: CodeValue | undefined): string => get.texts(value)[0]!,
  /** Returns the path of a name, or the first text that another value may be. */
  word: (value: CodeValue | undefined): string => (value?.kind === 'name' ? value.path : get.firstText(value)),
  /** Returns the last name of a path. */
  lastName: (path: string): string => path.slice(path.lastIndexOf('.') + 1),
  /** Returns the number that a value is, if it is one. */
  number: (value: CodeValue | undefined): number | undefined => (value?.kind === 'number' ? value.number : undefined),

  /** Returns the values that a loop over a value yields. */
  elements(value: CodeValue): readonly CodeValue[] {
    if (value.kind === 'list') return value.items;
    // A set has no keys.
    if (value.kind === 'map')
      return [...value.entries].map(([key, entry]) =>
        key.startsWith(UNKNOWN_VALUE) && entry.kind !== 'content' ? entry : create.text(key),
      );
    if (value.kind === 'text' && !value.glob && value.of.length === 1 && is.known(value))
      return Array.from(get.firstText(value).slice(0, MAX_ITEMS), (each) => create.text(each));
    const client = find.client(value) ?? find.secretContent(value);
    return [client ?? (value.kind === 'content' || value.kind === 'made' || is.glob(value) ? value : unknownValue)];
  },

  /** Returns the items of a list; of any other value none. */
  items: (value: CodeValue | undefined): readonly CodeValue[] => (value?.kind === 'list' ? value.items : []),

  /** Returns values with the items of lists in place of the lists. */
  flat: (values: readonly CodeValue[]): readonly CodeValue[] =>
    values.flatMap((value) => (value.kind === 'list' ? value.items : [value])),

  /** Returns the values within others, with their keys. */
  parts: (values: readonly CodeValue[], depth = 0): readonly { key: string; value: CodeValue }[] =>
    values.slice(0, 64).flatMap((value) => {
      if (value.kind === 'choice') return get.parts(value.values, depth + 1);
      if (depth > 4 || (value.kind !== 'map' && value.kind !== 'list')) return [{ key: '', value }];
      if (value.kind === 'list') return get.parts(value.items, depth + 1);
      return [...value.entries].flatMap(([key, entry]) => [
        { key, value: entry },
        ...(/^(?:map|list|choice)$/.test(entry.kind) ? get.parts([entry], depth + 1) : []),
      ]);
    }),
};

/** Tests of values. */
export const is = {
  /** Returns true for what such a call returned. */
  made: (value: CodeValue | undefined, ...steps: string[]): value is ValueOf<'made'> =>
    value?.kind === 'made' && steps.includes(value.by),

  /** Returns true for an imitation of an object, or a member of one. */
  mock: (value: CodeValue | undefined): boolean => is.made(find.root(value), 'mock'),
  /** Returns true for a pattern of texts. */
  glob: (value: CodeValue | undefined): boolean => value?.kind === 'text' && value.glob === true,
  /** Returns true if all texts that a value may be are wholly known. */
  known: (value: CodeValue | undefined): boolean => get.texts(value).every((each) => !each.includes(UNKNOWN_VALUE)),

  /** Returns true for a few items that are more than single words: rows, functions, objects, lines of words. */
  uneven(items: readonly CodeValue[]): boolean {
    if (items.length < 2 || items.length > MAX_UNEVEN) return false;
    const isRich = items.every(({ kind }) => kind === 'list' || OBJECTS.has(kind));
    const isText = items.every((item) => item.kind === 'text' && !item.glob);
    return isRich || (isText && items.some((item) => get.texts(item).some((text) => /\S\s+\S/.test(text))));
  },
};

/** Searches for what a value is made of. */
export const find = {
  /** Returns the object of which a value is a member at any depth; any other value as it is. */
  root(value: CodeValue | undefined): CodeValue | undefined {
    let root = value;
    while (root?.kind === 'name') root = root.self;
    return root;
  },

  /** Returns the client of a service that a value is, or of which it is a member. */
  client(value: CodeValue | undefined): ValueOf<'made'> | undefined {
    const root = find.root(value);
    if (root?.kind === 'choice') return root.values.map(find.client).find((each) => each);
    return is.made(root, 'sdk', 'service', 'data') ? root : undefined;
  },

  /** Returns the content of a store of secrets that a value is, or of which it is a member. */
  secretContent(value: CodeValue): ValueOf<'content'> | undefined {
    const root = find.root(value);
    const isSecret = root?.kind === 'content' && root.from.some(({ args }) => args[1]?.text === 'get-secret-value');
    return isSecret ? root : undefined;
  },

  /** Returns the content within values, at any depth. */
  content(values: readonly CodeValue[], depth = 0): ValueOf<'content'> | undefined {
    if (depth > 4) return undefined;
    const content = create.merged(
      values.slice(0, 256).map((value): CodeValue => {
        if (value.kind === 'content') return value;
        const entries = value.kind === 'map' ? [...value.entries.values()] : get.flat([value]);
        return find.content(value.kind === 'made' ? value.args : entries, depth + 1) ?? unknownValue;
      }),
    );
    return content.kind === 'content' ? { ...content, variable: undefined } : undefined;
  },
};

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
    const previous = forms.field.test(name) ? holder.values.get(name) : undefined;
    // Another object of the class may have another value.
    const whole = previous?.kind === 'text' && value.kind === 'text' ? create.merged([previous, value]) : value;
    (holder.values.has(name) || forms.field.test(name) ? holder : this).values.set(name, whole);
  }

  /** Declares a variable that hides outer variables of the same name. */
  declare(name: string, value: CodeValue): void {
    this.values.set(name, value);
  }
}
