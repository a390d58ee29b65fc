import { runCode } from './interpreters.js';
import type { Call, Machine } from './machine.js';
import { splitOptions, valuesOf } from './options.js';

const BODIES = [
  'd',
  'data',
  'data-raw',
  'data-binary',
  'data-urlencode',
  'data-ascii',
  'json',
  'post-data',
  'body-data',
];
/** What a body is taken for SQL by: a statement that destroys or gives away. */
const STATEMENT =
  /^\s*(?:DROP\s+(?:DATABASE|TABLE|SCHEMA|USER|MEASUREMENT|SERIES|VIEW|COLUMN)\b|TRUNCATE\s+\S|DELETE\s+FROM\s|ALTER\s+TABLE\s|UPDATE\s+\S+\s+SET\s|GRANT\s|REVOKE\s)/i;
/** Fields of forms, addresses, and JSON that hold a statement. */
const IN_FORM = /(?:^|[?&])(?:query|q|sql|statement|stmt)=([^&#]*)/gi;
const IN_JSON = /"(?:query|q|sql|statement|stmt)"\s*:\s*"((?:[^"\\]|\\.){1,4000})"/gi;
const LONGEST = 16_384;

/** SQL that a request carries to a database that is spoken to over HTTP: `curl db:8123 -d 'DROP DATABASE a'`. */
export function sqlInRequest(call: Call, machine: Machine): void {
  const { options, operands } = splitOptions(call.args, {
    short: 'oHdXAFuTebKCmxEywzU',
    long: [...BODIES, 'header', 'request', 'user', 'output', 'form', 'url', 'user-agent'],
    permuted: true,
  });
  const bodies = valuesOf(options, ...BODIES).map(({ text }) => text.slice(0, LONGEST));
  const sent = [
    ...bodies,
    ...valuesOf(options, 'url')
      .concat(operands)
      .map(({ text }) => text.slice(0, LONGEST)),
  ];
  const fields = sent.flatMap((text) => [
    ...[...text.matchAll(IN_FORM)].map((found) => decoded(found[1]!)),
    ...[...text.matchAll(IN_JSON)].map((found) => found[1]!.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1')),
  ]);
  for (const code of [...bodies, ...fields]) if (STATEMENT.test(code)) runCode('sql', code, call, machine);
}

function decoded(field: string): string {
  const plain = field.replaceAll('+', ' ');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
