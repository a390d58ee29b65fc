import { UNKNOWN_VALUE } from '../../invocation.js';
import { codeWords, forms, vocabulary } from '../../vocabulary/vocabulary.js';
import { matchAt } from '../lexer/read_literal.js';
import { create } from '../model/code_value.js';
import type { InvocationCollector } from '../model/invocation_collector.js';

const MAX_DEPTH = 8;

/** Reads what SQL would do, as invocations of `sql`: `drop-KIND NAME`, `delete-all NAME` without a condition, … */
export function readSql(code: string, collector: InvocationCollector, depth = 0): void {
  if (depth > MAX_DEPTH) collector.fail('too-deep', 'SQL in SQL is nested too deeply');
  const statements = tokenizeSql(code);
  for (const [index, tokens] of statements.entries()) {
    if (!collector.step(1 + tokens.length)) return;
    const [first] = tokens;
    if (/^(?:ROLLBACK|DISCARD|ABORT)$/i.test(first?.text ?? '')) collector.temporaryTables.clear();
    if (collector.signs.has('rolled-back') && /^(?:DELETE|UPDATE)$/i.test(first?.text ?? '')) continue;
    if (first?.kind === 'shell') collector.runShellLine(create.text(first.text));
    else readStatement(new SqlStatement(tokens, collector, depth, statements.slice(0, index)));
  }
}

/** Statement of SQL, with its words in capitals. */
class SqlStatement {
  readonly words: readonly string[];

  constructor(
    readonly tokens: readonly SqlToken[],
    readonly collector: InvocationCollector,
    readonly depth: number,
    readonly earlier: readonly (readonly SqlToken[])[],
  ) {
    this.words = tokens.map((token) => (token.kind === 'word' ? token.text.toUpperCase() : ''));
  }

  /** Reports what is done to a name, unless it is a temporary table of the same code. */
  report(...args: string[]): void {
    const [deed = '', name = ''] = args;
    const { temporaryTables } = this.collector;
    const isOnly = !this.tokens.some(({ text }) => text === ',');
    if (isOnly && /^pg_temp\./i.test(name)) return;
    if (!isOnly || !forms.table_deed.test(deed) || !temporaryTables.has(name))
      this.collector.addInvocation('sql', args);
    else if (deed === 'drop-table') temporaryTables.delete(name);
  }

  word(index: number): string {
    return this.words[index] ?? '';
  }

  /** Returns the name at or behind an index, with its parts. */
  name(start: number): string {
    let index = this.word(start) === 'TABLE' ? start + 1 : start;
    while (codeWords.sql_fillers.has(this.word(index))) index += 1;
    let name = this.tokens[index]?.text ?? '';
    for (; this.tokens[index + 1]?.text === '.' && this.tokens[index + 2]; index += 2)
      name += `.${this.tokens[index + 2]!.text}`;
    return name;
  }

  /** Returns the next text behind an index as a value. */
  valueAfter(index: number) {
    const token = index < 0 ? undefined : this.tokens.slice(index + 1, index + 6).find(({ kind }) => kind === 'text');
    return token && create.text(token.text);
  }

  /** Returns true if there is no condition, or one that is always true. */
  isUnlimited(start: number): boolean {
    const where = this.words.indexOf('WHERE', start);
    if (where < 0) return !this.words.includes('LIMIT', start);
    const condition = this.tokens.slice(where + 1).map(({ text }) => text);
    return condition.join(' ').length < 200 && forms.true_condition.test(condition.join(' ').trim());
  }

  /** True if it selects no row of what it names again at this place, and so empties it. */
  empties(index: number): boolean {
    const texts = this.tokens.map(({ text }) => text);
    return forms.no_rows.test(texts.join(' ')) && texts.indexOf(texts[index]!) !== texts.lastIndexOf(texts[index]!);
  }

  /** Formats a text with the arguments behind it: `format('%s %s %I', 'DROP', 'TABLE', name)`. */
  private formatText(index: number): string {
    const parts: string[] = [];
    for (const { kind, text } of this.tokens.slice(index + 1))
      if (kind === 'mark' && text === ',') parts.push('');
      else if (parts.length > 0 && kind === 'text') parts.push(`${parts.pop()}${text}`);
    return this.tokens[index]!.text.replace(/%\d*\$?[sIL]/g, () => parts.shift() || 'x');
  }

  /** Reads the code in the next text as SQL, or in those that an earlier statement assigned to a variable. */
  readInner(index: number): void {
    const textIndex = this.tokens.findIndex(({ kind }, place) => place > index && kind === 'text');
    const name = this.words.findLast((word) => word !== '');
    const assigned = this.earlier.findLast((tokens) => tokens.some(({ text }) => text.toUpperCase() === name)) ?? [];
    // What is appended is unknown.
    const more = this.tokens[textIndex + 1]?.text.startsWith('|') ? UNKNOWN_VALUE : '';
    const texts = textIndex === -1 ? assigned : [this.tokens[textIndex]!];
    const isFormat = this.word(index + 1) === 'FORMAT' && textIndex !== -1;
    const plain = texts.map(({ kind, text }) => (kind === 'text' ? text : '')).join('');
    readSql(isFormat ? this.formatText(textIndex) : plain + more, this.collector, this.depth + 1);
  }
}

function readStatement(statement: SqlStatement): void {
  const { words, tokens, collector } = statement;
  // Only an analysis, and a profile, run what they explain.
  if (words[0] === 'EXPLAIN' && !words.some((word) => /^ANALY[SZ]E$/.test(word))) return;
  for (const [index, word] of words.entries()) {
    const previous = tokens[index - 1];
    const isInBrackets =
      previous?.kind === 'mark' && previous.text === (/^(?:EXPLAIN|MATCH)$/.test(words[0]!) ? ')' : '(');
    if (index === 0 || isInBrackets || codeWords.sql_leads.has(words[index - 1]!)) {
      if (!collector.step(Math.ceil((words.length - index) / 16))) return;
      if (Object.hasOwn(VERBS, word)) VERBS[word]!(statement, index);
      else if (codeWords.sql_code.has(word)) statement.readInner(index);
      else reportStatement(statement, index);
    }
    if (/^(?:XP_CMDSHELL|SYS_EXEC|SYS_EVAL)$/.test(word)) collector.runShellLine(statement.valueAfter(index));
    else if (codeWords.sql_reads.has(word)) collector.readFile(statement.valueAfter(index));
    else if (codeWords.sql_writes.has(word)) collector.recordWrite(statement.valueAfter(index));
  }
}

/** Reports a statement of the table in languages.yml. */
function reportStatement(statement: SqlStatement, index: number): void {
  const entry = vocabulary.sqlStatements.find(({ words }) =>
    words.every((each, place) => each.includes(statement.word(index + place))),
  );
  if (!entry) return;
  const rest = statement.words.slice(index + 1, index + 12).join(' ');
  const name = entry.name === undefined ? [] : [statement.name(index + entry.name)];
  statement.report(entry.does, ...(entry.all ? [rest.trim()] : name));
}

const VERBS: Readonly<Record<string, (statement: SqlStatement, index: number) => void>> = {
  CREATE: (statement, index) => {
    const kind = statement.words.findIndex((word, place) => place > index && forms.temporary.test(word));
    const name = statement.words.indexOf('TABLE', index) + 1;
    if (statement.word(index + 2) === 'REPLACE' && statement.empties(name))
      statement.report('truncate', statement.name(name));
    const isKept = !statement.words.includes('ON') && statement.collector.source === 'sql';
    if (isKept && kind > 0 && kind < index + 3 && statement.word(kind + 1) === 'TABLE')
      statement.collector.temporaryTables.add(statement.name(kind + 2));
    else reportStatement(statement, index);
  },
  DROP: (statement, index) => {
    const { words, tokens } = statement;
    const kind = words.slice(index + 1, index + 5).find((word) => codeWords.sql_kinds.has(word));
    if (!kind) return;
    const isTemporary = forms.temporary.test(statement.word(index + 1)) || tokens[index + 2]?.text.startsWith('#');
    const action = `drop-${isTemporary ? 'temporary-' : ''}${kind.toLowerCase()}`;
    statement.report(action, statement.name(words.indexOf(kind, index) + 1));
  },
  DELETE: (statement, index) => {
    const source = Math.max(index, statement.words.indexOf('FROM', index));
    // Cypher names before the verb what is meant, in a pattern with properties; other braces hold statements.
    const matches = statement.words.indexOf('MATCH') >= 0;
    const isLimited = matches && /(?:\( ?|\w )(?<!\bCALL )\{/.test(statement.tokens.map(({ text }) => text).join(' '));
    const isUnlimited = !isLimited && statement.isUnlimited(matches ? 0 : index);
    statement.report(isUnlimited ? 'delete-all' : 'delete-some', statement.name(source + 1));
  },
  UPDATE: (statement, index) => {
    if (statement.words.includes('SET', index))
      statement.report(statement.isUnlimited(index) ? 'update-all' : 'update-some', statement.name(index + 1));
  },
  ALTER: (statement, index) => {
    const { words } = statement;
    for (let place = words.indexOf('DROP', index + 2); place > 0; place = words.indexOf('DROP', place + 1)) {
      const existing = codeWords.sql_kinds.has(statement.word(place + 1));
      const kind = existing ? words[place + 1]!.toLowerCase() : 'column';
      statement.report(`drop-${kind}`, statement.name(index + 2), statement.name(place + (existing ? 2 : 1)));
    }
    const change = words.findIndex((word, at) => /^(?:DELETE|UPDATE|TRUNCATE)$/.test(word) && words[at - 1] !== 'ON');
    if (change > 0 && statement.isUnlimited(change)) statement.report('delete-all', statement.name(index + 2));
    reportStatement(statement, index);
  },
  COPY: (statement, index) => {
    const { words, collector } = statement;
    const getValue = (word: string) => statement.valueAfter(words.indexOf(word, index));
    const target = words.indexOf('TO', index);
    if (words.some((word, at) => word === 'PROGRAM' && /^(?:FROM|TO)$/.test(words[at - 1] ?? ''))) {
      collector.addInvocation('sql', ['run-program']);
      collector.runShellLine(getValue('PROGRAM'));
    } else if (target > 0 && statement.empties(target + 1))
      collector.addInvocation('truncate', ['-s', '0', getValue('TO')]);
    else if (getValue('TO')) collector.recordWrite(getValue('TO'));
    else if (getValue('FROM')) collector.readFile(getValue('FROM'));
  },
  // `CALL apoc.periodic.iterate('MATCH (n) RETURN n', 'DETACH DELETE n', {})` of Cypher.
  CALL: ({ words, tokens, collector, depth }) => {
    const texts = tokens.flatMap(({ kind, text }) => (kind === 'text' ? [text] : []));
    if (words.includes('PERIODIC')) readSql(texts.slice(0, 2).join(' '), collector, depth + 1);
  },
};

type SqlToken = { kind: 'word' | 'text' | 'mark' | 'shell'; text: string };

/** Splits SQL of any dialect into statements; client commands that run a shell are statements of their own. */
function tokenizeSql(code: string): SqlToken[][] {
  const statements: SqlToken[][] = [[]];
  const put = (kind: SqlToken['kind'], text: string) => statements.at(-1)!.push({ kind, text });
  for (let index = 0; index < code.length; ) {
    const isStart = code[index] === '\\' || statements.at(-1)!.length === 0;
    const meta = isStart ? matchAt(forms.client_command, code, index) : undefined;
    const match = meta ?? matchAt(forms.sql_token, code, index)!;
    const { shell, piped, program, blank, place, quote, quoted, name, text, word, mark } = match.groups!;
    const line = shell ?? piped ?? program?.replaceAll("''", "'");
    // MySQL reads double quotes as text, others as a name.
    const isText = quote === "'" || (quote === '"' && /[\s/]/.test(quoted!));
    const isFirst = word !== undefined && /(?:^|\n)[ \t]*$/.test(code.slice(Math.max(0, index - 40), index));
    const isBatchEnd = isFirst && /^go$/i.test(word);
    // Not every dialect ends a statement before the next one.
    const begin = statements.at(-1)![0]?.text ?? '';
    const isNext = isFirst ? !forms.open_statement.test(begin) : word !== undefined && /^(?:use|declare)$/i.test(begin);
    if (isNext && matchAt(forms.next_statement, code, index)) statements.push([]);
    if (place !== undefined) statements.unshift(['ATTACH', place].map((each) => ({ kind: 'word', text: each })));
    if (line !== undefined) statements.unshift([{ kind: 'shell', text: line }]);
    else if ((meta && blank === undefined) || mark === ';' || isBatchEnd) statements.push([]);
    else if (quoted !== undefined) put(isText ? 'text' : 'word', quoted.replaceAll(quote! + quote!, quote!));
    else if (text !== undefined) put('text', text);
    else if (mark !== undefined) put('mark', mark);
    else if (word !== undefined || name !== undefined) put('word', (word ?? name)!);
    index += match[0].length;
  }
  return statements.filter((tokens) => tokens.length > 0);
}
