import { matchesAnyWildcard } from '../arguments/matches_wildcard.js';
import type { ExpandedWord, Invocation } from '../invocation.js';
import { getOptionValues, splitOptions } from '../shell/syntax/split_options.js';
import { forms, vocabulary } from '../vocabulary/vocabulary.js';
import type { OwnSubject } from './is_own_act.js';

const { ownData, interpreters } = vocabulary;

/** Returns true if an invocation asks a service on this machine, or data that only a test or its own line has. */
export function isOwnData(subject: OwnSubject): boolean {
  const { program, operands, invocation } = subject;
  const { client } = invocation;
  if (program === 'sql') return client !== undefined && (isOwnDatabase(subject, client) || isOwnStage(client));
  if (forms.http_client.test(program)) {
    const addresses = operands.filter(({ text }) => /[/:]/.test(text));
    const isOwn = ({ text }: ExpandedWord) => forms.loopback.test(text) && forms.test_name.test(text);
    return addresses.length > 0 && addresses.every(isOwn);
  }
  if (hold(invocation, ownData.endpoints, (value) => forms.loopback.test(value))) return true;
  if (hold(invocation, ownData.addresses, (value) => forms.passing_address.test(value))) return true;
  return !vocabulary.clients.has(program) && program !== 'gsutil' && isOwnStage(invocation);
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

function isOwnDatabase({ operands: [deed], context, invocation }: OwnSubject, client: Client): boolean {
  const { program, args, environment } = client;
  const { needs = [], wrappers } = invocation;
  const spec = interpreters.get(program);
  const isMongo = program.startsWith('mongo');
  if (!spec || (spec.language !== 'sql' && !isMongo)) return false;
  if (program === 'clickhouse' && args[0]?.text === 'local') return true;
  if (program === 'bq' && args.some(({ text }) => text === '--dry_run')) return true;
  const { options, operands } = splitOptions(args, spec);
  const optionNames = getOptionValues(options, ...ownData.databases).map(({ text }) => text);
  const attachments = context.invocations.flatMap((each) =>
    each.program === 'sql' && each.args[0]?.text === 'attach' ? [each.args[1]?.text ?? ''] : [],
  );
  const isFile = forms.file_client.test(program);
  const databases = [optionNames, operands[0]?.text ?? (isFile ? ':memory:' : []), attachments].flat();
  if (databases.length === 0) return false;
  // The code of MongoDB may turn to another database.
  if (isMongo && args.some(({ text }) => /sibling|\buse\b|connect|mongo\(/i.test(text))) return false;
  const isBeyond = !isMongo && forms.beyond_database.test(deed?.text ?? '');
  // The statements stay in a database with a name that nothing else has, or without whose creation they do not run.
  const isMade = (name: string) => {
    const isMaker = (each: Invocation) => each.program === 'createdb' && each.args.some(({ text }) => text === name);
    const isUsual = program === 'psql' && !args.some(({ text }) => /^(?:-p|--port)/.test(text));
    const place = JSON.stringify([environment, wrappers]);
    const isNear = (each: Invocation) =>
      each.args.length === 1 && JSON.stringify([each.environment, [...each.wrappers, program]]) === place;
    if (args.some(({ text }) => forms.leaves_database.test(text))) return false;
    const isUnique = name.includes(vocabulary.uniqueMark);
    return isUnique
      ? context.invocations.some(isMaker)
      : isUsual && needs.some((each) => isMaker(each) && isNear(each));
  };
  const isOwn = (name: string) =>
    (isFile && forms.passing_file.test(name)) || (!isBeyond && (forms.test_name.test(name) || isMade(name)));
  return databases.every(isOwn);
}
