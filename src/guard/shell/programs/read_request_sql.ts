import { vocabulary } from '../../vocabulary/vocabulary.js';
import type { ShellCall, ShellInterpreter } from '../model/shell_interpreter.js';
import { getOptionValues, splitOptions } from '../syntax/split_options.js';
import { runInterpreterCode } from './run_interpreter.js';

/** Statements by which a request body is recognized as SQL: those that destroy or grant. */
const STATEMENT = new RegExp(
  [
    String.raw`^\s*(?:DROP\s+(?:DATABASE|TABLE|SCHEMA|USER|MEASUREMENT|SERIES|VIEW|COLUMN)\b|TRUNCATE\s+\S|`,
    String.raw`DELETE\s+FROM\s|ALTER\s+TABLE\s|UPDATE\s+\S+\s+SET\s|GRANT\s|REVOKE\s)`,
  ].join(''),
  'i',
);
/** Fields of forms, URLs and JSON that hold a statement. */
const IN_FORM = /(?:^|[?&])(?:query|q|sql|statement|stmt)=([^&#]*)/gi;
const IN_JSON = /"(?:query|q|sql|statement|stmt)"\s*:\s*"((?:[^"\\]|\\.){1,4000})"/gi;
const MAX_STATEMENT = 16_384;

/** Reads the SQL in a request to a database over HTTP: `curl db:8123 -d 'DROP DATABASE a'`. */
export function readRequestSql(call: ShellCall, interpreter: ShellInterpreter): void {
  const { options, operands } = splitOptions(call.args, vocabulary.getopt.request);
  const bodies = options
    .filter(({ name }) => name === 'd' || /^(?:data(?:-\w+)?|json|(?:post|body)-data)$/.test(name))
    .flatMap(({ value }) => (value ? [value.text.slice(0, MAX_STATEMENT)] : []));
  const sent = [
    ...bodies,
    ...getOptionValues(options, 'url')
      .concat(operands)
      .map(({ text }) => text.slice(0, MAX_STATEMENT)),
  ];
  const fields = sent.flatMap((text) => [
    ...[...text.matchAll(IN_FORM)].map((found) => decodeField(found[1]!)),
    ...[...text.matchAll(IN_JSON)].map((found) => found[1]!.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1')),
  ]);
  for (const code of [...bodies, ...fields])
    if (STATEMENT.test(code)) runInterpreterCode('sql', code, call, interpreter);
}

function decodeField(field: string): string {
  const plain = field.replaceAll('+', ' ');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
