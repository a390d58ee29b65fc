import { joinPatterns } from '../../arguments/compile_pattern.js';
import { vocabulary } from '../../vocabulary/vocabulary.js';
import { getOption, isTrueOption } from '../languages/get_language.js';
import { isNameToken } from '../lexer/code_token.js';
import {
  createContent,
  createDerived,
  createText,
  findClient,
  findContent,
  flattenParts,
  getFirstText,
  getLastName,
  getTexts,
  isMade,
  isMock,
  type ValueOf,
} from '../model/code_value.js';
import type { CallArguments } from '../model/language_spec.js';
import { findDeed, type InterpreterState } from './interpreter_state.js';

const { codeWords, patterns } = vocabulary;
/** Methods that return secrets. */
const GRANTS = joinPatterns(patterns.granting_methods, 'i');
const READS_SECRETS = joinPatterns(patterns.secret_methods, 'i');
const ADDRESS = 'https://sdk.example';
const ENDPOINT_OPTIONS = ['endpoint_url', 'endpoint', 'base_url', 'baseURL'];
/** Methods that send what they are given. */
const SENDING = /gist|upload|put_?object|comment|send|post/i;

/** Reports what a call of a service's library destroys or sends. Returns its client; undefined for any other call. */
export function reportSdkCall(state: InterpreterState, callee: ValueOf<'name'>, value: CallArguments) {
  const { collector, language, tokens, at: position } = state;
  const path = language.canonicalize(callee.path);
  const name = getLastName(path);
  const owner = findClient(callee.self);
  const client = isMade(owner, 'sdk') ? owner : undefined;
  // `client.delete.call(client, id)` is seen as what it calls.
  if (callee.self?.kind === 'name' && /^(?:call|apply|bind)$/.test(name)) return undefined;
  const isOwn = value.args.some((arg) => getFirstText(arg) === ':memory:');
  if (isOwn || (!client && (callee.self || !language.sdks.some((prefix) => path.startsWith(prefix))))) {
    const isShown =
      isMock(value.args[0]) ||
      isNameToken(tokens[position + 1], 'toString', 'toSQL') ||
      collector.isMocked ||
      collector.isInMemory;
    if (!isOwn && !isShown && isRemoteDeletion(callee, path, findDeed(language, name) !== undefined))
      collector.addInvocation('cloud-sdk', [name]);
    return undefined;
  }
  const endpoint = ENDPOINT_OPTIONS.map((key) => getOption(value, key)).find((each) => each);
  const address = endpoint ? [createText('--endpoint-url'), endpoint] : (client?.args ?? []);
  // Other methods do not know such an option.
  const isDryRun = /instance|volume|snapshot|image|vpc|subnet|security_?group|key_?pair/i.test(name)
    ? isTrueOption(value, 'DryRun')
    : /namespace|_node\b/i.test(name) && ['dry_run', 'dryRun'].some((key) => isTrueOption(value, key));
  // A command takes effect when a client sends it.
  if (!client && name.endsWith('Command')) return createDerived('sdk-command', createText(isDryRun ? '' : name));
  const requests = value.args.flatMap((arg) => (isMade(arg, 'sdk-command') ? getTexts(arg.args[0]) : []));
  const isChecked = isDryRun || collector.imitates('services') || collector.isEmulated;
  const parent = callee.self?.kind === 'name' ? getLastName(callee.self.path) : '';
  const inputs = [...value.args, ...value.named.values()];
  if (!isChecked && (client || name === 'request') && asksDeletion(flattenParts(inputs)))
    collector.addInvocation('cloud-sdk', ['DELETE', ...address]);
  for (const request of isChecked ? [] : [getLastName(callee.path), ...requests])
    if (isSdkDeletion(request) || (request === 'cancel' && parent === 'subscriptions'))
      collector.addInvocation('cloud-sdk', [request, ...address]);
  if (client && !isChecked && [name, ...requests].some((request) => GRANTS.test(request)))
    collector.addInvocation('aws', ['iam', 'attach-user-policy', ...address]);
  if (client && READS_SECRETS.test(name))
    return createContent([collector.createInvocation('aws', ['secretsmanager', 'get-secret-value'])]);
  if (/^update_?ref$/i.test(name) && isTrueOption(value, 'force')) collector.addInvocation('git', ['push', '--force']);
  const content = client && SENDING.test(name) ? findContent(inputs) : undefined;
  if (content && content.from.length > 0)
    collector.addInvocation('curl', ['-X', 'POST', '-d', '@-', ADDRESS], collector.createInput(content));
  // Other methods get names of files.
  const files = content?.files ?? (client && /^upload/i.test(name) ? getTexts(value.args[0]) : []);
  for (const file of files) collector.addInvocation('curl', ['-X', 'POST', '-d', `@${file}`, ADDRESS]);
  return createDerived('sdk', ...address);
}

/** Reports what a client with an address or credential of a service destroys. Returns it, or the one that is made. */
export function reportServiceCall(state: InterpreterState, callee: ValueOf<'name'>, value: CallArguments) {
  const { collector } = state;
  const client = findClient(callee.self);
  const parts = flattenParts([...value.args, { kind: 'map', entries: value.named }]);
  if (!client) {
    const kind = callee.self ? undefined : findServiceKind(state, callee.path, parts);
    return kind === undefined ? undefined : createDerived(kind);
  }
  const name = getLastName(callee.path);
  // `pool.destroy()` closes.
  const isClosing = name === 'destroy' && parts.length === 0;
  if (client.by === 'service' && !isClosing && (isSdkDeletion(name) || asksDeletion(parts)))
    collector.addInvocation('cloud-sdk', [name]);
  if (client.by === 'data' && EMPTIES.test(name) && !collector.isMocked)
    collector.addInvocation('sql', ['flush', name]);
  return client;
}

/** Methods by which a library empties a database. */
const EMPTIES = joinPatterns(patterns.emptying_methods, 'i');

type Parts = ReturnType<typeof flattenParts>;

/** Deletion in the text of a request: its method, or a mutation of GraphQL. */
const DELETION_TEXT = /^DELETE(?: \/|$)|\bmutation\b[\s\S]*(?:\bdelete|Delete)\w*\s*\(/;

const asksDeletion = (parts: Parts): boolean =>
  parts.some(({ value }) => value.kind === 'text' && value.of.some((text) => DELETION_TEXT.test(text)));

/** Addresses of this machine, and what does not leave it. */
const OWN_ADDRESS = joinPatterns(patterns.own_addresses);
/** Options, variables and addresses that say which service, and as whom. */
const SERVICE_OPTION = joinPatterns(patterns.service_options, 'i');
const SERVICE_VARIABLE = joinPatterns(patterns.service_variables);
/** Options that name an address, or a file of data; the first argument has no name. */
const PLACE_OPTION = /^$|ur[li]|host|server|endpoint|address|database|^db|file|storage|^path$|dsn/i;
const SERVICE_ADDRESS = joinPatterns(patterns.service_addresses);
const DATA_SIGNS = ['driver', 'database', 'key-store', 'in-memory', 'imitation', 'data-library'];
/** Modules of a project that hold its connection to a database. */
const OWN_DATA = joinPatterns(patterns.own_data_modules, 'i');
const PASSING_DATA = /:memory:|^(?:sqlite\w*(?:\+\w+)?:\/{2,3})?\/tmp\/|^sqlite:\/\/$|^mock$/;
/** Functions of a library that make a client. */
const MAKES_CLIENT = joinPatterns(patterns.client_makers, 'i');

/** Returns what a call of an imported library makes: the client of a service, of data, or neither. */
function findServiceKind({ collector, language }: InterpreterState, path: string, parts: Parts): string | undefined {
  if (OWN_DATA.test(path) && !collector.isMocked) return 'data';
  const isImported = language.blocks === 'end' ? /^[A-Z]/.test(path) : collector.isLibrary(path);
  if (!isImported) return undefined;
  // A part of a client.
  const client = parts.map(({ value }) => findClient(value)).find((each) => each);
  if (client) return client.by === 'data' ? 'data' : 'service';
  const isMaker = !path.includes('.') || MAKES_CLIENT.test(getLastName(path));
  const places = parts.filter(({ key }) => PLACE_OPTION.test(key));
  const texts = places.flatMap(({ value }) => (value.kind === 'text' ? value.of : []));
  if (!isMaker) return undefined;
  if (DATA_SIGNS.some((sign) => collector.signs.has(sign))) {
    const isPassing = texts.some((text) => PASSING_DATA.test(text));
    // An address that the code does not show may be any.
    const addresses = places.filter(({ value }) => value.kind !== 'text' || value.of.some(isAddress));
    if (isPassing || addresses.length > 0)
      collector.openedDatabases.push(texts.every((text) => PASSING_DATA.test(text) || !isAddress(text)));
    return isPassing ? undefined : 'data';
  }
  if (texts.some((text) => OWN_ADDRESS.test(text))) return undefined;
  const isService = parts.some(
    ({ key, value }) =>
      SERVICE_OPTION.test(key) ||
      getTexts(value).some((text) => SERVICE_ADDRESS.test(text)) ||
      SERVICE_VARIABLE.test((value.kind === 'content' && value.variable) || ''),
  );
  return isService ? 'service' : undefined;
}

const isAddress = (text: string): boolean => /[/:]|\.(?:db|sqlite3?)$/.test(text);

/** Returns true for `client.indices.delete()`, `client.delete_index()` and `channel.queue_purge()`. */
function isRemoteDeletion({ self, path: title }: ValueOf<'name'>, path: string, isKnown: boolean): boolean {
  const name = getLastName(path);
  const owner = self?.kind === 'name' ? self.path : path.slice(0, -name.length - 1);
  if ((self === undefined && owner === '') || /^(?:this|self)\b/.test(owner)) return false;
  const isMember = codeWords.remote_members.has(getLastName(owner).toLowerCase().replaceAll('_', ''));
  if (isMember && listDeletedNouns(name, false)) return true;
  // A class says what could be done.
  const method = getLastName(title);
  const isClass = self === undefined && /^[A-Z]/.test(method);
  const nouns = (isKnown || isClass ? undefined : listDeletedNouns(method, false)) ?? [];
  return nouns.length > 0 && (nouns.every(isKept) || isKept(nouns.join('')));
}

const isKept = (word: string): boolean => [word, `${word}s`, `${word}es`].some((each) => codeWords.remote.has(each));

/** Returns true for a method of a service's library that deletes: `chat_delete`, `remove_bucket`, not `remove_label`. */
const isSdkDeletion = (name: string): boolean =>
  listDeletedNouns(name, false) !== undefined ||
  listDeletedNouns(name, true)?.some((noun) => codeWords.passing.has(noun)) === false;

/** Returns what a method of this name deletes, in its words; undefined for a method that deletes nothing. */
function listDeletedNouns(name: string, isLoose: boolean): readonly string[] | undefined {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1_$2');
  const words = spaced.toLowerCase().split(/[_!?]+/);
  const relevant = words.filter((word) => word !== '' && !codeWords.deletion_fillers.has(word));
  const isVerb = (word = '') => codeWords.deleting.has(word) || (isLoose && codeWords.loosely_deleting.has(word));
  if (!isVerb(relevant[0]) && !isVerb(relevant.at(-1))) return undefined;
  const isPartial = words.some((word) => /^(?:from|tags?|labels?)$/.test(word));
  return isPartial ? undefined : relevant.filter((word) => !isVerb(word));
}
