import { type SqlToken, tokenizeSql } from '../lexer/tokenize_sql.js';
import { createText } from '../model/code_value.js';
import type { InvocationCollector } from '../model/invocation_collector.js';

/** Maximum depth of SQL in SQL. */
const MAX_DEPTH = 8;
/** Condition that is always true, which limits nothing. */
const ALWAYS = /^(?:\(* *)(?:1|true|'?(\w+)'? *= *'?\1'?|1 *< *2|not false)(?: *\)*)$/i;
/** Kinds of objects that one statement can name. */
const KINDS = new RegExp(
  [
    '^(?:DATABASE|SCHEMA|TABLE|VIEW|INDEX|USER|ROLE|FUNCTION|PROCEDURE|TRIGGER|SEQUENCE|TYPE|EXTENSION|',
    'KEYSPACE|TABLESPACE|COLUMN|CONSTRAINT|POLICY|OWNED|COLLECTION|STREAM|BUCKET)$',
  ].join(''),
);
const FILLERS = ['IF', 'EXISTS', 'NOT', 'ONLY', 'CONCURRENTLY', 'CASCADE', 'LOW_PRIORITY', 'QUICK', 'IGNORE'];

/**
 * Reads what SQL would do, as invocations of a program `sql` whose first argument is the action and whose others are
 * names: `drop-database NAME`, `drop-schema`, `drop-table`, `drop-temporary-table`, `drop-column TABLE NAME`,
 * `drop-user` …; `truncate NAME`; `delete-all NAME` and `update-all NAME` without a limiting condition, else
 * `delete-some`, `update-some`; `grant WHAT`, `revoke WHAT`, `create-user NAME`, `alter-user NAME`; `shutdown`, `kill`,
 * `set-global NAME`; `flush` (redis), `drop-collection` (mongo). Programs, files and shells that SQL uses are
 * invocations of their own.
 */
export function readSql(code: string, collector: InvocationCollector, depth = 0): void {
  if (depth > MAX_DEPTH) {
    collector.fail('too-deep', 'SQL in SQL is nested too deeply');
    return;
  }
  for (const statement of tokenizeSql(code)) {
    if (!collector.step(1 + statement.length)) return;
    const [first] = statement;
    if (first?.kind === 'shell') collector.runShellLine(createText(first.text));
    else readStatement(statement, collector, depth);
  }
}

function readStatement(statement: readonly SqlToken[], collector: InvocationCollector, depth: number): void {
  const words = statement.map((token) => (token.kind === 'word' ? token.text.toUpperCase() : ''));
  const name = (at: number): string => readName(statement, words, at);
  const say = (...args: string[]) => collector.addInvocation('sql', args, { language: 'sql' });

  for (let at = 0; at < words.length; at++) {
    const starts =
      at === 0 ||
      words[at - 1] === 'AS' ||
      words[at - 1] === 'BEGIN' ||
      words[at - 1] === 'THEN' ||
      words[at - 1] === 'ANALYZE' ||
      words[at - 1] === 'EXPLAIN' ||
      words[at - 1] === 'DO' ||
      isOpeningBracket(statement[at - 1]);
    const word = words[at]!;
    if (starts) {
      if (!collector.step(Math.ceil((words.length - at) / 16))) return;
      statementAt(word, at);
    }
    if (word === 'XP_CMDSHELL' || word === 'SYS_EXEC' || word === 'SYS_EVAL')
      collector.runShellLine(createText(findTextAfter(statement, at) ?? '\u{FFFC}'));
    else if (/^(?:LOAD_FILE|PG_READ_FILE|PG_READ_BINARY_FILE|LO_IMPORT|READFILE|READ_TEXT)$/.test(word))
      collector.readFile(createText(findTextAfter(statement, at) ?? '\u{FFFC}'));
    else if (/^(?:OUTFILE|DUMPFILE|WRITEFILE|LO_EXPORT)$/.test(word))
      collector.recordWrite(createText(findTextAfter(statement, at) ?? '\u{FFFC}'), undefined);
    else if (word === 'INFILE') collector.readFile(createText(findTextAfter(statement, at) ?? '\u{FFFC}'));
  }

  function statementAt(word: string, at: number): void {
    switch (word) {
      case 'DROP': {
        const temporary =
          ['TEMPORARY', 'TEMP'].includes(words[at + 1] ?? '') || statement[at + 2]?.text.startsWith('#');
        const kind = words.slice(at + 1, at + 5).find((each) => KINDS.test(each));
        if (kind) say(`drop-${temporary ? 'temporary-' : ''}${kind.toLowerCase()}`, name(words.indexOf(kind, at) + 1));
        break;
      }
      case 'TRUNCATE':
        if (words[at + 1] !== '' || statement[at + 1])
          say('truncate', name(words[at + 1] === 'TABLE' ? at + 2 : at + 1));
        break;
      case 'DELETE': {
        const from = words.indexOf('FROM', at);
        say(unlimited(at) ? 'delete-all' : 'delete-some', name((from < 0 ? at : from) + 1));
        break;
      }
      case 'UPDATE':
        if (words.includes('SET', at)) say(unlimited(at) ? 'update-all' : 'update-some', name(at + 1));
        break;
      case 'ALTER':
        if (/^(?:USER|ROLE|LOGIN)$/.test(words[at + 1] ?? '')) say('alter-user', name(at + 2));
        else if (words[at + 1] === 'SYSTEM') say('set-global', name(at + 3));
        else
          for (let drop = words.indexOf('DROP', at + 2); drop > 0; drop = words.indexOf('DROP', drop + 1)) {
            const kind = KINDS.test(words[drop + 1] ?? '') ? words[drop + 1]!.toLowerCase() : 'column';
            say(`drop-${kind}`, name(at + 2), name(drop + (KINDS.test(words[drop + 1] ?? '') ? 2 : 1)));
          }
        break;
      case 'CREATE':
        if (/^(?:USER|ROLE|LOGIN)$/.test(words[at + 1] ?? '')) say('create-user', name(at + 2));
        break;
      case 'GRANT':
      case 'REVOKE':
        say(
          word.toLowerCase(),
          words
            .slice(at + 1, at + 12)
            .join(' ')
            .trim(),
        );
        break;
      case 'COPY':
        copies(at);
        break;
      case 'EXECUTE':
      case 'EXEC':
      case 'PREPARE': {
        const inner = statement.slice(at + 1).find((token) => token.kind === 'text');
        if (inner && words[at + 1] !== 'XP_CMDSHELL') readSql(inner.text, collector, depth + 1);
        break;
      }
      case 'DO': {
        const body = statement.slice(at + 1).find((token) => token.kind === 'text');
        if (body) readSql(body.text, collector, depth + 1);
        break;
      }
      case 'SHUTDOWN':
        say('shutdown');
        break;
      case 'KILL':
        say('kill', name(at + 1));
        break;
      case 'SET':
        if (/^(?:GLOBAL|PERSIST)$/.test(words[at + 1] ?? '')) say('set-global', name(at + 2));
        break;
      case 'FLUSHALL':
      case 'FLUSHDB':
        say('flush', word);
        break;
      case 'DB':
        mongo(at);
        break;
      case 'PRAGMA':
        if (/^WRITABLE_SCHEMA$/.test(words[at + 1] ?? '')) say('set-global', 'writable_schema');
        break;
    }
  }

  /** Returns true if there is no condition, or one that is always true. */
  function unlimited(at: number): boolean {
    const where = words.indexOf('WHERE', at);
    if (where < 0) return !words.includes('LIMIT', at);
    const condition = statement
      .slice(where + 1)
      .map((token) => token.text)
      .join(' ');
    return condition.length < 200 && ALWAYS.test(condition.trim());
  }

  function copies(at: number): void {
    const program = words.indexOf('PROGRAM', at);
    if (program > 0) {
      collector.runShellLine(createText(findTextAfter(statement, program) ?? '\u{FFFC}'));
      return;
    }
    const to = words.indexOf('TO', at);
    const from = words.indexOf('FROM', at);
    const target = findTextAfter(statement, to > 0 ? to : from);
    if (target === undefined) return;
    if (to > 0) collector.recordWrite(createText(target), undefined);
    else if (from > 0) collector.readFile(createText(target));
  }

  /** Reads `db.dropDatabase()`, `db.name.drop()`, `db.name.deleteMany({})`. */
  function mongo(at: number): void {
    const rest = statement.slice(at + 1).map((token) => token.text);
    if (rest.includes('dropDatabase')) say('drop-database', 'db');
    else if (rest.includes('drop')) say('drop-collection', rest[1] ?? '');
    else if (/deleteMany|remove/.test(rest.join(' ').slice(0, 400)) && /\{ \}|\( \)/.test(rest.join(' ').slice(0, 400)))
      say('delete-all', rest[1] ?? '');
  }
}

const isOpeningBracket = (token: SqlToken | undefined): boolean => token?.kind === 'mark' && token.text === '(';

function readName(statement: readonly SqlToken[], words: readonly string[], from: number): string {
  let at = from;
  while (at < statement.length && (FILLERS.includes(words[at]!) || (words[at] === 'TABLE' && at === from))) at += 1;
  let name = statement[at]?.text ?? '';
  while (statement[at + 1]?.text === '.' && statement[at + 2]) {
    name += `.${statement[at + 2]!.text}`;
    at += 2;
  }
  return name;
}

const findTextAfter = (statement: readonly SqlToken[], at: number): string | undefined =>
  at < 0 ? undefined : statement.slice(at + 1, at + 6).find((token) => token.kind === 'text')?.text;
