import { type Deed, type Language, type Reading, type Redirect, UNKNOWN, UNREAD, type Word } from '../deed.js';
import type { CodeContext } from './code_context.js';
import { asksForGiven, inputIn, NOTHING_GIVEN } from './given.js';
import { contentIn, texts, unknown, type Value } from './value.js';

/** Steps of reading one piece of code, and deeds in it; beyond them it is not read. */
const MOST_STEPS = 40_000;
const MOST_DEEDS = 512;
/** Names by which the input of a program is read like a file. */
const INPUT = /^(?:0|-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0|php:\/\/stdin)$/;
/** Programs whose operand must not be what the line has hidden. */
const TAKES = new Set(['rm', 'rmdir', 'eval', 'truncate', 'mv', 'chmod', 'chown']);

/** What reading code has found so far, and how much more may be done. */
export class Effects {
  readonly deeds: Deed[] = [];
  problem: Reading['problem'];
  private left = MOST_STEPS;

  /** A value that is not known may be made of what the line gives. */
  private readonly hides: boolean;

  constructor(
    readonly source: Language,
    private readonly context: CodeContext,
    code = '',
  ) {
    this.hides = asksForGiven(code, this.given);
  }

  /** What the line gives to the code. */
  get given() {
    return this.context.given ?? NOTHING_GIVEN;
  }

  /** Says that values are printed, each on a line of its own or behind the other. */
  prints(values: readonly Value[], between = ' ', end = '\n'): void {
    if (!this.context.printed) return;
    const told = values.map((value) => {
      const of = value.kind === 'list' ? value.items.flatMap(texts) : texts(value);
      const glob = value.kind === 'text' && value.glob === true;
      return of.map((each) => this.followed(glob ? each.replaceAll('*', UNKNOWN) : each)).join('\n');
    });
    this.context.printed(told.join(between) + end);
  }

  /** What is not known at all, and may be what the line gives, counts as not read. */
  private followed(text: string): string {
    return this.hides && text === UNKNOWN ? UNREAD : text;
  }

  /** Whether reading may go on. */
  step(cost = 1): boolean {
    this.left -= cost;
    if (this.left < 0) this.fail('too-much', 'the code takes too many steps to read');
    return this.problem === undefined;
  }

  fail(kind: NonNullable<Reading['problem']>['kind'], detail: string): void {
    this.problem ??= { kind, detail };
  }

  /** Says that a program would be run. A value with several alternatives gives a word for each. */
  deed(program: string, args: readonly (string | Value | undefined)[], more: Partial<Deed> = {}): Deed {
    const deed = this.describe(program, args, more);
    if (this.hides && TAKES.has(program))
      deed.args = deed.args.map((word) => ({ ...word, text: this.followed(word.text) }));
    this.add(deed);
    return deed;
  }

  /** A deed that is not done for itself: what others read from. */
  describe(program: string, args: readonly (string | Value | undefined)[], more: Partial<Deed> = {}): Deed {
    return {
      program,
      path: program,
      args: args.filter((each) => each !== undefined).flatMap(words),
      redirects: [],
      environment: {},
      via: [],
      source: this.source,
      ...more,
    };
  }

  /** Says that a file is read; answers what it holds. */
  reads(path: Value | undefined): Value {
    if (path?.kind === 'content' || path?.kind === 'made') return path;
    const input = path && texts(path).every((each) => INPUT.test(each)) ? inputIn(this.given) : undefined;
    if (input) return input;
    const files = texts(path);
    this.deed('cat', [path ?? unknown], { redirects: words(path ?? unknown).map(redirect('read')) });
    return { kind: 'content', files, from: [] };
  }

  /** Says that a file is written. */
  writes(path: Value | undefined, what: Value | undefined, append = false): void {
    const content = what && contentIn([what]);
    const [written] = texts(what);
    this.deed('printf', ['%s', what ?? unknown], {
      redirects: words(path ?? unknown).map(redirect(append ? 'append' : 'write')),
      ...(content && { input: { kind: 'pipe', from: this.sources(content) } }),
    });
    const [target] = texts(path);
    if (target !== undefined && written !== undefined && !target.includes(UNKNOWN) && !written.includes(UNKNOWN))
      this.context.wrote?.(target, written);
  }

  /** Where content came from: the deeds that gave it, a `cat` for each file. */
  sources(content: Extract<Value, { kind: 'content' }>): Deed[] {
    const files = content.files.map((path) => ({ text: path, glob: false }));
    const cat = this.describe('cat', [], { args: files, redirects: files.map(redirect('read')) });
    return [...(files.length > 0 ? [cat] : []), ...content.from];
  }

  /** Gives a command line to a shell; answers what it prints. */
  shell(line: Value | undefined): Value {
    const content = line && contentIn([line]);
    if (content) return this.printed([this.deed('sh', [], { input: { kind: 'pipe', from: this.sources(content) } })]);
    return this.printed(texts(line).flatMap((each) => this.read(this.followed(each))));
  }

  /** Runs a program with a list of arguments; answers what it prints. */
  argv(items: readonly Value[]): Value {
    const line = items.flatMap((item) => texts(item).map(quote)).join(' ');
    return this.printed(this.read(line));
  }

  /** Whatever else reading comes to, code in another language for example. */
  private read(line: string): Deed[] {
    if (!this.step(8)) return [];
    const { deeds, problem } = this.context.readCommand(line);
    if (problem) this.problem ??= problem;
    for (const deed of deeds) this.add(deed);
    return deeds;
  }

  private printed(from: readonly Deed[]): Value {
    return { kind: 'content', files: [], from };
  }

  private add(deed: Deed): void {
    if (this.deeds.length >= MOST_DEEDS) this.fail('too-much', `the code does more than ${MOST_DEEDS} things`);
    else this.deeds.push(deed);
  }
}

/** Words of a deed for a value. */
export function words(value: string | Value): Word[] {
  if (typeof value === 'string') return [{ text: value, glob: false }];
  if (value.kind === 'content' && value.files.length > 0)
    return value.files.map((path) => ({ text: `@${path}`, glob: false }));
  if (value.kind === 'list') return value.items.flatMap(words);
  return texts(value).map((each) => ({ text: each, glob: value.kind === 'text' && value.glob === true }));
}

const redirect =
  (kind: Redirect['kind']) =>
  (path: Word): Redirect => ({ kind, path });

/** One word of a shell that stands for a text. */
export const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
