import { UNKNOWN_VALUE } from '../../invocation.js';
import { type SqlToken, tokenizeSql } from '../lexer/tokenize_sql.js';
import { createText } from '../model/code_value.js';
import type { InvocationCollector } from '../model/invocation_collector.js';

const MAX_DEPTH = 8;
/** Condition that is always true, which limits nothing. */
const ALWAYS = /^(?:\(* *)(?:1|true|'?(\w+)'? *= *'?\1'?|1 *< *2|not false)(?: *\)*)$/i;
/** Kinds of objects that one statement can name. */
const KINDS = new RegExp(
  '^(?:DATABASE|SCHEMA|TABLE|VIEW|INDEX|USER|ROLE|FUNCTION|PROCEDURE|TRIGGER|SEQUENCE|TYPE|EXTENSION|' +
    'KEYSPACE|TABLESPACE|COLUMN|CONSTRAINT|POLICY|OWNED|COLLECTION|STREAM|BUCKET)$',
);
const FILLERS = ['IF', 'EXISTS', 'NOT', 'ONLY', 'CONCURRENTLY', 'CASCADE', 'LOW_PRIORITY', 'QUICK', 'IGNORE'];
/** Words behind which a statement begins. */
const LEADS = ['AS', 'BEGIN', 'THEN', 'ANALYZE', 'EXPLAIN', 'DO', 'DETACH'];
const READING = /^(?:LOAD_FILE|PG_READ_FILE|PG_READ_BINARY_FILE|LO_IMPORT|READFILE|READ_TEXT|INFILE)$/;
const WRITING = /^(?:OUTFILE|DUMPFILE|WRITEFILE|LO_EXPORT)$/;

/**
 * Reads what SQL would do, as invocations of a program `sql` whose first argument is the action and whose others are
 * names: `drop-KIND NAME`, `drop-column TABLE NAME`, `truncate NAME`; `delete-all NAME` and `update-all NAME` without a
 * limiting condition, else `delete-some`, `update-some`; `grant WHAT`, `create-user NAME`, `set-global NAME`, … Programs,
 * files and shells that SQL uses are invocations of their own.
 */
export function readSql(code: string, collector: InvocationCollector, depth = 0): void {
  if (depth > MAX_DEPTH) {
    collector.fail('too-deep', 'SQL in SQL is nested too deeply');
    return;
  }
  for (const tokens of tokenizeSql(code)) {
    if (!collector.step(1 + tokens.length)) return;
    const [first] = tokens;
    if (first?.kind === 'shell') collector.runShellLine(createText(first.text));
    else readStatement(new SqlStatement(tokens, collector, depth));
  }
}

/** Statement of SQL, with its words in capitals. */
class SqlStatement {
  readonly words: readonly string[];

  constructor(
    readonly tokens: readonly SqlToken[],
    readonly collector: InvocationCollector,
    readonly depth: number,
  ) {
    this.words = tokens.map((token) => (token.kind === 'word' ? token.text.toUpperCase() : ''));
  }

  report(...args: string[]): void {
    this.collector.addInvocation('sql', args, { language: 'sql' });
  }

  word(index: number): string {
    return this.words[index] ?? '';
  }

  /** Returns the name at or behind an index, with its parts. */
  name(start: number): string {
    let index = start;
    while (
      index < this.tokens.length &&
      (FILLERS.includes(this.word(index)) || (this.word(index) === 'TABLE' && index === start))
    )
      index += 1;
    let name = this.tokens[index]?.text ?? '';
    for (; this.tokens[index + 1]?.text === '.' && this.tokens[index + 2]; index += 2)
      name += `.${this.tokens[index + 2]!.text}`;
    return name;
  }

  /** Returns the next text behind an index. */
  textAfter(index: number): string | undefined {
    return index < 0 ? undefined : this.tokens.slice(index + 1, index + 6).find(({ kind }) => kind === 'text')?.text;
  }

  /** Returns the next text behind an index as a value. */
  valueAfter(index: number) {
    return createText(this.textAfter(index) ?? UNKNOWN_VALUE);
  }

  /** Returns true if there is no condition, or one that is always true. */
  isUnlimited(start: number): boolean {
    const where = this.words.indexOf('WHERE', start);
    if (where < 0) return !this.words.includes('LIMIT', start);
    const condition = this.tokens.slice(where + 1).map(({ text }) => text);
    return condition.join(' ').length < 200 && ALWAYS.test(condition.join(' ').trim());
  }

  /** Reads the code in the next text as SQL. */
  readInner(index: number): void {
    const inner = this.tokens.slice(index + 1).find(({ kind }) => kind === 'text');
    if (inner) readSql(inner.text, this.collector, this.depth + 1);
  }
}

function readStatement(statement: SqlStatement): void {
  const { words, tokens, collector } = statement;
  for (const [index, word] of words.entries()) {
    const previous = tokens[index - 1];
    const opened = previous?.kind === 'mark' && previous.text === '(';
    if (index === 0 || opened || LEADS.includes(words[index - 1]!)) {
      if (!collector.step(Math.ceil((words.length - index) / 16))) return;
      if (Object.hasOwn(VERBS, word)) VERBS[word]!(statement, index);
    }
    if (/^(?:XP_CMDSHELL|SYS_EXEC|SYS_EVAL)$/.test(word)) collector.runShellLine(statement.valueAfter(index));
    else if (READING.test(word)) collector.readFile(statement.valueAfter(index));
    else if (WRITING.test(word)) collector.recordWrite(statement.valueAfter(index), undefined);
  }
}

const isUserKind = (word: string) => /^(?:USER|ROLE|LOGIN)$/.test(word);

function drop(statement: SqlStatement, index: number): void {
  const { words, tokens } = statement;
  const temporary = /^TEMP(?:ORARY)?$/.test(statement.word(index + 1)) || tokens[index + 2]?.text.startsWith('#');
  const kind = words.slice(index + 1, index + 5).find((word) => KINDS.test(word));
  if (!kind) return;
  statement.report(
    `drop-${temporary ? 'temporary-' : ''}${kind.toLowerCase()}`,
    statement.name(words.indexOf(kind, index) + 1),
  );
}

function alter(statement: SqlStatement, index: number): void {
  const { words } = statement;
  if (isUserKind(statement.word(index + 1))) statement.report('alter-user', statement.name(index + 2));
  else if (words[index + 1] === 'SYSTEM') statement.report('set-global', statement.name(index + 3));
  else
    for (let place = words.indexOf('DROP', index + 2); place > 0; place = words.indexOf('DROP', place + 1)) {
      const existing = KINDS.test(statement.word(place + 1));
      const kind = existing ? words[place + 1]!.toLowerCase() : 'column';
      statement.report(`drop-${kind}`, statement.name(index + 2), statement.name(place + (existing ? 2 : 1)));
    }
}

function copy(statement: SqlStatement, index: number): void {
  const [program, target, source] = ['PROGRAM', 'TO', 'FROM'].map((word) => statement.words.indexOf(word, index));
  if (program! > 0) {
    statement.collector.runShellLine(statement.valueAfter(program!));
    return;
  }
  const path = statement.textAfter(target! > 0 ? target! : source!);
  if (path === undefined) return;
  if (target! > 0) statement.collector.recordWrite(createText(path), undefined);
  else statement.collector.readFile(createText(path));
}

/** Reads `db.dropDatabase()`, `db.name.drop()`, `db.name.deleteMany({})`. */
function readMongo(statement: SqlStatement, index: number): void {
  const rest = statement.tokens.slice(index + 1).map(({ text }) => text);
  const line = rest.join(' ').slice(0, 400);
  if (rest.includes('dropDatabase')) statement.report('drop-database', 'db');
  else if (rest.includes('drop')) statement.report('drop-collection', rest[1] ?? '');
  else if (/deleteMany|remove/.test(line) && /\{ \}|\( \)/.test(line)) statement.report('delete-all', rest[1] ?? '');
}

type VerbReader = (statement: SqlStatement, index: number) => void;

const readGrant: VerbReader = (statement, index) =>
  statement.report(
    statement.word(index).toLowerCase(),
    statement.words
      .slice(index + 1, index + 12)
      .join(' ')
      .trim(),
  );
const execute: VerbReader = (statement, index) => {
  if (statement.word(index + 1) !== 'XP_CMDSHELL') statement.readInner(index);
};
const flush: VerbReader = (statement, index) => statement.report('flush', statement.word(index));

/** Readers of statements by their first word. */
const VERBS: Readonly<Record<string, VerbReader>> = {
  DROP: drop,
  TRUNCATE: (statement, index) => {
    if (statement.tokens[index + 1])
      statement.report('truncate', statement.name(statement.word(index + 1) === 'TABLE' ? index + 2 : index + 1));
  },
  DELETE: (statement, index) => {
    const source = statement.words.indexOf('FROM', index);
    // Cypher names before the verb what is meant.
    const matches = statement.word(0) === 'MATCH';
    const isLimited = matches && statement.tokens.some(({ text }) => text === '{');
    statement.report(
      !isLimited && statement.isUnlimited(matches ? 0 : index) ? 'delete-all' : 'delete-some',
      statement.name((source < 0 ? index : source) + 1),
    );
  },
  UPDATE: (statement, index) => {
    if (statement.words.includes('SET', index))
      statement.report(statement.isUnlimited(index) ? 'update-all' : 'update-some', statement.name(index + 1));
  },
  ALTER: alter,
  CREATE: (statement, index) => {
    if (isUserKind(statement.word(index + 1))) statement.report('create-user', statement.name(index + 2));
  },
  GRANT: readGrant,
  REVOKE: readGrant,
  COPY: copy,
  EXECUTE: execute,
  EXEC: execute,
  PREPARE: execute,
  DO: (statement, index) => statement.readInner(index),
  SHUTDOWN: (statement) => statement.report('shutdown'),
  // Logs without which a database cannot be brought back to an earlier time.
  PURGE: (statement, index) => statement.report('purge', statement.name(index + 1)),
  RESET: (statement, index) => {
    if (/^(?:MASTER|REPLICA|SLAVE)$/.test(statement.word(index + 1))) statement.report('purge', 'logs');
  },
  KILL: (statement, index) => statement.report('kill', statement.name(index + 1)),
  SET: (statement, index) => {
    if (/^(?:GLOBAL|PERSIST)$/.test(statement.word(index + 1)))
      statement.report('set-global', statement.name(index + 2));
  },
  FLUSHALL: flush,
  FLUSHDB: flush,
  DB: readMongo,
  PRAGMA: (statement, index) => {
    if (statement.word(index + 1) === 'WRITABLE_SCHEMA') statement.report('set-global', 'writable_schema');
  },
};
