import type { ComparisonMode } from './create_wrong_numbers.js';
import type { SourceToken } from './tokens/source_token.js';
import { isTypeCheckedLanguage } from './tokens/test_language.js';
import { findEnclosingFunction, findEnclosingTestTitle, type ScopeMap } from './tokens/test_scope.js';
import { getSpanOffsets, getSpanText, MOST_SPAN_TOKENS, skipToken, type TokenSpan } from './tokens/token_span.js';
import type { TokenizedSource } from './tokens/tokenize_source.js';

/** Draft of a site, before the wrong texts are chosen. */
export interface SiteDraft {
  start: number;
  end: number;
  kind: 'literal' | 'argument' | 'negation';
  test: string | undefined;
  /** Lower is more reliable; within a test these come first. */
  rank: number;
  mode: ComparisonMode;
  /** Kind of the literal; a `body` has no quotes. */
  literal: SourceToken['kind'] | 'truth' | 'body';
  /** Wrong texts, if they follow from the place alone. */
  texts?: string[];
  /** Text around a value that replaces an empty list or record. */
  frame?: [string, string];
}

/** Ranks by how surely a change makes one test fail without being recognisable. */
export const SITE_RANK = {
  literal: 0,
  row: 0,
  nearby: 1,
  argument: 2,
  included: 1,
  negation: 4,
  swap: 6,
  shared: 8,
} as const;

const TRUTH = /^(true|false|True|False|TRUE|FALSE|YES|NO)$/;
const NOTHING = /^(null|None|nil|undefined|NULL|nullptr|NaN)$/;
const MOST_DRAFTS = 16_000;
const MOST_INNER = 4;
/** Most characters of a condition that is written out inverted. */
const MOST_NEGATED_CHARACTERS = 2000;
/** Named arguments that configure a comparison. */
const MANNER = /^(rel|abs|rel_tol|abs_tol|rtol|atol|places|delta|msg|err_msg|message|id|nan_ok)$/;

/** Options of the variation of an expected expression. */
interface VariationOptions {
  mode?: ComparisonMode;
  rank?: number;
  test?: string;
  /** True if an expression that is no value may become one. Never in a typed language. */
  replace?: boolean;
}

/** Function that checks something, of the file or of another hidden file. */
export interface CheckingFunction {
  name: string;
  parameters: string[];
}

/** Collects the drafts of one file. */
export class SiteDrafts {
  readonly drafts: SiteDraft[] = [];
  /** Parameters that functions compare with actual values: function → indexes. */
  readonly expectedParameters = new Map<string, Set<number>>();
  /** Checking functions of other hidden files. */
  readonly imported: CheckingFunction[] = [];
  readonly #typed: boolean;

  constructor(
    readonly source: TokenizedSource,
    readonly scopes: ScopeMap,
  ) {
    this.#typed = isTypeCheckedLanguage(source.language);
  }

  get isFull(): boolean {
    return this.drafts.length >= MOST_DRAFTS;
  }

  add(token: number, draft: Omit<SiteDraft, 'test'> & { test?: string | undefined }): void {
    if (this.isFull) return;
    const test = draft.test ?? findEnclosingTestTitle(this.scopes, token);
    const outside = test === undefined ? SITE_RANK.shared : 0;
    this.drafts.push({ ...draft, test, rank: draft.rank + outside });
  }

  /** Replaces tokens by a text with the inverted meaning. */
  negate(span: TokenSpan, text: string, rank: number = SITE_RANK.negation): void {
    if (span.to <= span.from || text.length > MOST_NEGATED_CHARACTERS) return;
    const offsets = getSpanOffsets(this.source, span);
    this.add(span.from, { ...offsets, kind: 'negation', rank, mode: 'equal', literal: 'word', texts: [text] });
  }

  /** Inserts a text before a token. */
  insertBefore(token: number, text: string, rank: number = SITE_RANK.negation): void {
    this.negate({ from: token, to: token + 1 }, `${text}${this.source.tokens[token]!.text}`, rank);
  }

  /** Removes tokens and the blanks after them. */
  remove(span: TokenSpan, rank: number = SITE_RANK.negation): void {
    const { start } = this.source.tokens[span.from]!;
    const end = this.source.tokens[span.to]?.start ?? this.source.text.length;
    this.add(span.from, { start, end, kind: 'negation', rank, mode: 'equal', literal: 'word', texts: [''] });
  }

  /** Replaces an expression by alternatives that are equivalent for the language, such as another exception. */
  exchange(span: TokenSpan, texts: readonly string[], rank: number = SITE_RANK.argument): void {
    if (span.to <= span.from) return;
    const offsets = getSpanOffsets(this.source, span);
    const own = getSpanText(this.source, span);
    const others = texts.filter((text) => text !== own);
    this.add(span.from, { ...offsets, kind: 'argument', rank, mode: 'equal', literal: 'word', texts: others });
  }

  /** Makes an expected expression wrong: its literals, or all of it if it has none. */
  vary(
    span: TokenSpan,
    { mode = 'equal', rank = SITE_RANK.literal, test, replace = true }: VariationOptions = {},
  ): void {
    if (this.isFull || span.to <= span.from) return;
    this.#rememberParameters(span);
    const literals = this.literalsIn(span);
    for (const [i, token] of literals.entries())
      this.literal(token, { mode, rank: rank + (i === 0 ? 0 : SITE_RANK.nearby), ...(test !== undefined && { test }) });
    if (literals.length > 0 || this.#typed || !replace || mode === 'pattern') return;
    const offsets = getSpanOffsets(this.source, span);
    const frame = this.#frameOf(span);
    this.add(span.from, {
      ...offsets,
      kind: frame ? 'literal' : 'argument',
      rank: rank + (frame ? 0 : SITE_RANK.argument),
      mode: 'equal',
      literal: 'other',
      ...(frame && { frame }),
      ...(test !== undefined && { test }),
    });
  }

  /** Makes one literal wrong. */
  literal(token: number, options: { mode: ComparisonMode; rank: number; test?: string }): void {
    const { start, end, kind, text, body } = this.source.tokens[token]!;
    const test = options.test === undefined ? {} : { test: options.test };
    if (kind === 'heredoc') {
      if (body && body.end > body.start)
        this.add(token, { ...body, ...test, kind: 'literal', rank: options.rank, mode: options.mode, literal: 'body' });
      return;
    }
    const literal = kind === 'word' && TRUTH.test(text) ? 'truth' : kind;
    this.add(token, { start, end, ...test, kind: 'literal', rank: options.rank, mode: options.mode, literal });
  }

  isLiteral(i: number): boolean {
    const { kind, text, body } = this.source.tokens[i]!;
    if (kind === 'heredoc') return body !== undefined;
    if (kind === 'string') return text.length > 2 && !/^\w{0,2}(""""""|'''''')$/.test(text);
    return kind === 'number' || kind === 'char' || kind === 'expression' || (kind === 'word' && TRUTH.test(text));
  }

  /** Tells whether tokens are a pure value: literals, brackets and names of types, without calls of project code. */
  isValue({ from, to }: TokenSpan): boolean {
    const { tokens } = this.source;
    let found = false;
    for (let i = from; i < to; i++) {
      if (i - from > MOST_SPAN_TOKENS) return found;
      const { kind, text } = tokens[i]!;
      if (this.isLiteral(i) || kind === 'string' || (kind === 'word' && NOTHING.test(text))) found = true;
      else if (kind === 'symbol' && /^[[\](){},:+*-]$|^=>$|^&$|^::$|^\.\.\.$/.test(text)) {
        if (text === '(' && tokens[i - 1]?.kind === 'word' && i > from && !isConstructor(tokens, i - 1)) return false;
        if (/^[[{]$/.test(text) && tokens[i + 1]?.partner === i) found = true;
      } else if (kind !== 'word' && text !== '.' && text !== '<' && text !== '>') return false;
    }
    return found;
  }

  /**
   * Finds up to four literals of an expression, last first. Indexes, keys and arguments of functions are not
   * expectations.
   */
  literalsIn({ from, to }: TokenSpan): number[] {
    const { tokens, language } = this.source;
    const found: number[] = [];
    const keys: number[] = [];
    const called: number[] = [];
    const limit = Math.min(to, from + MOST_SPAN_TOKENS);
    for (let i = from; i < limit; i++) {
      const token = tokens[i]!;
      const before = tokens[i - 1];
      if (token.text === '[' && token.partner > i && i > from && isIndexed(tokens, i, language)) {
        i = token.partner;
        continue;
      }
      if (
        token.text === '(' &&
        i > from &&
        before?.kind === 'word' &&
        token.partner > i &&
        !isConstructor(tokens, i - 1)
      ) {
        for (let j = i + 1; j < Math.min(token.partner, limit); j++) if (this.isLiteral(j)) called.push(j);
        i = token.partner;
        continue;
      }
      if (language === 'go' && token.text === '[' && /^(\w+|\*|\[)$/.test(tokens[token.partner + 1]?.text ?? '')) {
        i = Math.max(i, token.partner);
        continue;
      }
      if (token.kind === 'template' && /[A-Za-z]{3}/.test(token.text)) called.push(i);
      if (!this.isLiteral(i)) continue;
      if (before?.text === '=' && i - 2 >= from && MANNER.test(tokens[i - 2]!.text)) continue;
      if (language === 'rust' && tokens[i - 1]?.text === '.') continue;
      const next = tokens[i + 1]?.text;
      if (i + 1 < to && (next === ':' || next === '=>') && token.kind !== 'word') keys.push(i);
      else found.push(i);
    }
    if (found.length === 0) found.push(...(language === 'go' ? [] : keys), ...called.slice(0, 2));
    const last = found.pop();
    return last === undefined ? [] : [last, ...found.slice(0, MOST_INNER - 1)];
  }

  /** Returns the text around a value that replaces an empty one: `[]` → `[5]`. */
  #frameOf({ from, to }: TokenSpan): [string, string] | undefined {
    const { tokens, language } = this.source;
    if (to - from !== 2 || tokens[from]!.partner !== from + 1) return undefined;
    switch (tokens[from]!.text) {
      case '[':
        return ['[', ']'];
      case '(':
        return language === 'python' ? ['(', ',)'] : undefined;
      default:
        return language === 'python' ? ["{'name': ", '}'] : ['{ name: ', ' }'];
    }
  }

  /** Records parameters among expected values, which are expected where the function is called. */
  #rememberParameters({ from, to }: TokenSpan): void {
    const scope = findEnclosingFunction(this.scopes, from);
    if (!scope || scope.parameters.length === 0) return;
    for (let i = from; i < Math.min(to, from + 12); i++) {
      const { kind, text } = this.source.tokens[i]!;
      const index = kind === 'word' ? scope.parameters.indexOf(text) : -1;
      if (index < 0 || this.source.tokens[i - 1]?.text === '.') continue;
      const known = this.expectedParameters.get(scope.name) ?? new Set();
      // The receiver is not an argument of the call.
      known.add(/^(self|cls|this)$/.test(scope.parameters[0]!) ? index - 1 : index);
      this.expectedParameters.set(scope.name, known);
    }
  }
}

const CONSTRUCTOR =
  /^(Some|Ok|Err|vec!|Decimal|Date|Map|Set|BigInt|Number|String|Symbol|RegExp|Buffer|URL|Fraction|set|dict|list|tuple|frozenset|bytes|str|int|float|date|datetime|timedelta|array|Uint8Array|Array|of|from|asList|listOf|setOf|mapOf|to_string|to_owned|into|int32|int64|uint|uint8|uint16|uint32|uint64|float32|float64|byte|rune|string|approx|equalTo|is|hasSize|eq|containsString|hasItem|hasItems|contains|startsWith|endsWith|arrayOf|intArrayOf|Pointer|Ptr|new|any|objectContaining|arrayContaining|stringContaining|stringMatching|OrderedDict|Counter|Path|std|from_str|String::from|make_pair|pair|vector|concat|replace|repeat|join|trim|trimEnd|valueOf|emptyList|Object|call|assign)$/;

/** Tells whether brackets belong to a constructor such as `Some(5)` or `new Set([1])`, whose content is the value. */
const isConstructor = (tokens: readonly SourceToken[], name: number) =>
  CONSTRUCTOR.test(tokens[name]!.text) || tokens[name - 1]?.text === 'new' || /^[A-Z]\w*$/.test(tokens[name]!.text);

/** Tells whether brackets are an index such as `rows[0]`. */
const isIndexed = (tokens: readonly SourceToken[], open: number, language: string) => {
  const before = tokens[open - 1];
  if (!before || (before.newline && language !== 'python')) return false;
  if (before.kind === 'word')
    return (
      !/^(return|in|is|not|and|or|eq|be|to|of|vec!|case|await|new|include|contain_exactly|match_array)$/.test(
        before.text,
      ) && language !== 'ruby'
    );
  return before.text === ')' || before.text === ']';
};

/** Finds the index after the last token of the statement at an index, in languages where lines end statements. */
export function findLineEnds(tokens: readonly SourceToken[]): Int32Array {
  const ends = new Int32Array(tokens.length);
  let covered = -1;
  const starts: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]!.newline && i > covered) starts.push(i);
    if (i > covered && tokens[i]!.partner > i) covered = skipToken(tokens, i) - 1;
  }
  let next = tokens.length;
  for (let i = tokens.length - 1; i >= 0; i--) {
    ends[i] = next;
    if (starts.at(-1) === i) {
      starts.pop();
      next = i;
    }
  }
  return ends;
}
