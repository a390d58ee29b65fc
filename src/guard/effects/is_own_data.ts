import { matchesAnyWildcard } from '../arguments/matches_wildcard.js';
import type { Invocation } from '../invocation.js';
import { getOptionValues, splitOptions } from '../shell/syntax/split_options.js';
import { vocabulary } from '../vocabulary/vocabulary.js';
import type { OwnSubject } from './is_own_act.js';

const { ownData, interpreters, clients } = vocabulary;
const LOOPBACK = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/\s]*@)?(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:\/|$)/;
/** Name of a database or index of tests, alone or at the end of an address. */
const TEST_NAME = /^(?:.*[/_-])?(?:test|tests|testing|scratch|tmp)(?:[_-][\w-]*)?\d*(?:\.(?:db|sqlite3?))?(?:\?.*)?$/;
const PASSING_FILE = /^(?::memory:$|\/(?:tmp|var\/tmp|dev\/shm)\/(?!.*\.\.))/;
/** Clients whose databases are files; without a name, the database is in memory. */
const FILE_CLIENT = /^(?:sqlite3?|duckdb)$/;
const HTTP_CLIENT = /^(?:curl|wget|https?|xhs?)$/;
/** Statements that reach beyond the database of the connection. */
const BEYOND = /^(?:drop-database|drop-tablespace|drop-owned|shutdown|flush)$/;

/** Returns true if an invocation asks a service on this machine, or data that only a test or its own line has. */
export function isOwnData(subject: OwnSubject): boolean {
  const { program, operands, invocation } = subject;
  const { client } = invocation;
  if (program === 'sql') return client !== undefined && (isOwnDatabase(subject, client) || isOwnStage(client));
  if (HTTP_CLIENT.test(program)) {
    const addresses = operands.filter(({ text }) => /[/:]/.test(text));
    return addresses.length > 0 && addresses.every(({ text }) => LOOPBACK.test(text) && TEST_NAME.test(text));
  }
  if (hold(invocation, ownData.endpoints, (value) => LOOPBACK.test(value))) return true;
  return !clients.has(program) && program !== 'gsutil' && isOwnStage(invocation);
}

type Client = NonNullable<Invocation['client']>;

/** Returns true if options or variables have these names, and their values hold: `--env=test`, `-address http://…`. */
function hold({ args, environment }: Client, names: readonly string[], test: (value: string) => boolean): boolean {
  const options = args.flatMap(({ text }, index) => {
    const [, dashes, name = '', value] = /^(--?)?([A-Za-z][\w-]*)(?:=([\s\S]*))?$/.exec(text) ?? [];
    const isSetting = names.includes(name) && (dashes !== undefined || value !== undefined);
    return isSetting ? [value ?? args[index + 1]?.text ?? ''] : [];
  });
  const values = [...options, ...names.flatMap((name) => environment[name]?.text ?? [])];
  return values.length > 0 && values.every(test);
}

const isOwnStage = (client: Client): boolean =>
  hold(client, ownData.environments, (value) => matchesAnyWildcard(value, ownData.stages));

function isOwnDatabase({ operands: [deed], context }: OwnSubject, { program, args }: Client): boolean {
  const spec = interpreters.get(program);
  if (!spec || (spec.language !== 'sql' && !program.startsWith('mongo'))) return false;
  if (program === 'clickhouse' && args[0]?.text === 'local') return true;
  if (program === 'bq' && args.some(({ text }) => text === '--dry_run')) return true;
  const { options, operands } = splitOptions(args, spec);
  const optionNames = getOptionValues(options, ...ownData.databases).map(({ text }) => text);
  const attachments = context.invocations.flatMap((each) =>
    each.program === 'sql' && each.args[0]?.text === 'attach' ? [each.args[1]?.text ?? ''] : [],
  );
  const isFile = FILE_CLIENT.test(program);
  const files = operands.slice(0, 1).map(({ text }) => text);
  const databases = [...optionNames, ...(files.length > 0 || !isFile ? files : [':memory:']), ...attachments];
  if (databases.length === 0) return false;
  // The code of MongoDB may turn to another database.
  const canTurn =
    !program.startsWith('mongo') || args.some(({ text }) => /sibling|\buse\b|connect|mongo\(/i.test(text));
  if (canTurn && program.startsWith('mongo')) return false;
  const isBeyond = canTurn && BEYOND.test(deed?.text ?? '');
  return databases.every((name) => (isFile && PASSING_FILE.test(name)) || (!isBeyond && TEST_NAME.test(name)));
}
