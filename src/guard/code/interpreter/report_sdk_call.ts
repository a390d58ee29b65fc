import { codeWords, forms, showsSign } from '../../vocabulary/vocabulary.js';
import { isToken } from '../lexer/code_token.js';
import { create, find, get, is, type ValueOf } from '../model/code_value.js';
import { type CallArguments, findDeed, getOption, type InterpreterState, isTrueOption } from './interpreter_state.js';

const ADDRESS = 'https://sdk.example';

/** Reports what a call of a service's library destroys or sends. Returns its client; undefined for any other call. */
export function reportSdkCall(state: InterpreterState, callee: ValueOf<'name'>, value: CallArguments) {
  const { collector, language, tokens, at: position } = state;
  const path = language.canonicalize(callee.path);
  const name = get.lastName(path);
  const owner = find.client(callee.self);
  const client = is.made(owner, 'sdk') ? owner : undefined;
  // `client.delete.call(client, id)` is seen as what it calls.
  if (callee.self?.kind === 'name' && /^(?:call|apply|bind)$/.test(name)) return undefined;
  const isOwn = value.args.some((arg) => get.firstText(arg) === ':memory:');
  if (isOwn || (!client && (callee.self || !language.sdks.some((prefix) => path.startsWith(prefix))))) {
    const isShown = is.mock(value.args[0]) || isToken(tokens[position + 1], 'toString', 'toSQL');
    const isHarmless = isOwn || isShown || collector.isMocked || collector.isInMemory;
    if (!isHarmless && isRemoteDeletion(callee, path, findDeed(language, name) !== undefined))
      collector.addInvocation('cloud-sdk', [name]);
    return undefined;
  }
  // A key for tests reaches nobody's money.
  const hasOtherKey = get.parts([...value.args, ...value.named.values()]).some(({ key }) => /^api_?key$/i.test(key));
  const isTest = !client && /^stripe\b/i.test(path) && /^[rs]k_test_/.test(get.firstText(value.args[0]));
  const test = isTest ? create.text('http://localhost') : undefined;
  const endpoint = test ?? [...codeWords.endpoints].map((key) => getOption(value, key)).find((each) => each);
  const address = endpoint
    ? [create.text('--endpoint-url'), endpoint]
    : ((hasOtherKey ? undefined : client?.args) ?? []);
  // Other methods do not know such an option.
  const isDryRun = /instance|volume|snapshot|image|vpc|subnet|security_?group|key_?pair/i.test(name)
    ? isTrueOption(value, 'DryRun')
    : /namespace|_node\b/i.test(name) && ['dry_run', 'dryRun'].some((key) => isTrueOption(value, key));
  // A command takes effect when a client sends it.
  if (!client && name.endsWith('Command')) return create.derived('sdk-command', create.text(isDryRun ? '' : name));
  const requests = value.args.flatMap((arg) => (is.made(arg, 'sdk-command') ? get.texts(arg.args[0]) : []));
  const isChecked = isDryRun || collector.imitates('services') || collector.isEmulated;
  const parent = get.lastName(get.word(callee.self ?? create.name(callee.path.replace(/\.\w+$/, ''))));
  const inputs = [...value.args, ...value.named.values()];
  if (!isChecked && (client || name === 'request') && asksDeletion(get.parts(inputs)))
    collector.addInvocation('cloud-sdk', ['DELETE', ...address]);
  for (const request of isChecked ? [] : [get.lastName(callee.path), ...requests])
    if (isSdkDeletion(request) || forms.sdk_reversal.test(`${parent}.${request}`))
      collector.addInvocation('cloud-sdk', [request, ...address]);
  const grants = (request: string) =>
    showsSign(request, 'granting-methods') ||
    (collector.signs.has('cluster-admin') && showsSign(request, 'role-methods'));
  if (client && !isChecked && [name, ...requests].some(grants))
    collector.addInvocation('aws', ['iam', 'attach-user-policy', ...address]);
  if (client && [name, ...requests].some((each) => showsSign(each.replace(/Command$/, ''), 'secret-methods')))
    return create.content([collector.createInvocation('aws', ['secretsmanager', 'get-secret-value'])]);
  if (/^update_?ref$/i.test(name) && isTrueOption(value, 'force')) collector.addInvocation('git', ['push', '--force']);
  const content = client && showsSign(name, 'sending-methods') ? find.content(inputs) : undefined;
  if (content && content.from.length > 0)
    collector.addInvocation('curl', ['-X', 'POST', '-d', '@-', ADDRESS], collector.createInput(content));
  // Other methods get names of files.
  const files = content?.files ?? (client && /^upload/i.test(name) ? get.texts(value.args[0]) : []);
  for (const file of files) collector.addInvocation('curl', ['-X', 'POST', '-d', `@${file}`, ADDRESS]);
  return create.derived('sdk', ...address);
}

/** Reports what a client with an address or credential of a service destroys. Returns it, or the one that is made. */
export function reportServiceCall(state: InterpreterState, callee: ValueOf<'name'>, value: CallArguments) {
  const { collector } = state;
  const client = find.client(callee.self);
  const parts = get.parts([...value.args, { kind: 'map', entries: value.named }]);
  if (!client) {
    const kind = callee.self ? undefined : findServiceKind(state, callee.path, parts);
    return kind === undefined ? undefined : create.derived(kind);
  }
  const name = get.lastName(callee.path);
  // `pool.destroy()` closes.
  const isChecked = (name === 'destroy' && parts.length === 0) || collector.imitates('services');
  if (client.by === 'service' && !isChecked && (isSdkDeletion(name) || asksDeletion(parts)))
    collector.addInvocation('cloud-sdk', [name]);
  if (client.by === 'data' && showsSign(name, 'emptying-methods') && !collector.isMocked)
    collector.addInvocation('sql', ['flush', name]);
  return client;
}

type Parts = ReturnType<typeof get.parts>;

const asksDeletion = (parts: Parts): boolean =>
  parts.some(({ key, value }) => get.texts(value).some((text) => showsSign(`${key} ${text}`, 'deleting-requests')));

/** Returns what a call of an imported library makes: the client of a service, of data, or neither. */
function findServiceKind({ collector, language }: InterpreterState, path: string, parts: Parts): string | undefined {
  if (showsSign(path, 'own-data-modules') && !collector.isMocked) return 'data';
  if (!(language.blocks === 'end' ? /^[A-Z]/.test(path) : collector.isLibrary(path))) return undefined;
  // A part of a client.
  const client = parts.map(({ value }) => find.client(value)).find((each) => each);
  if (client) return client.by === 'data' ? 'data' : 'service';
  const isMaker = !path.includes('.') || showsSign(get.lastName(path), 'client-makers');
  // The first argument has no name.
  const places = parts.filter(({ key }) => key === '' || showsSign(key, 'place-options'));
  const texts = places.flatMap(({ value }) => (value.kind === 'text' ? value.of : []));
  if (!isMaker) return undefined;
  if ([...codeWords.data_signs].some((sign) => collector.signs.has(sign))) {
    const isOfScript = parts.some(({ key, value }) => key === 'type' && get.firstText(value) === 'sqljs');
    const isPassing = isOfScript || texts.some((text) => showsSign(text, 'passing-data'));
    // An address that the code does not show may be any.
    const addresses = places.filter(({ value }) => value.kind !== 'text' || value.of.some(isAddress));
    const isSure = addresses.every(({ value }) => get.texts(value).every((text) => showsSign(text, 'passing-data')));
    if (isPassing || addresses.length > 0) collector.openedDatabases.push(isPassing && isSure);
    return isPassing ? undefined : 'data';
  }
  if (texts.some((text) => showsSign(text, 'own-addresses'))) return undefined;
  const isOfService = ({ key, value }: Parts[number]) =>
    showsSign(key, 'service-options') ||
    get.texts(value).some((text) => showsSign(text, 'service-addresses')) ||
    showsSign((value.kind === 'content' && value.variable) || '', 'service-variables');
  return parts.some(isOfService) ? 'service' : undefined;
}

const isAddress = (text: string): boolean => /[/:]|\.(?:db|sqlite3?)$/.test(text);

/** Returns true for `client.indices.delete()`, `client.delete_index()` and `channel.queue_purge()`. */
function isRemoteDeletion({ self, path: title }: ValueOf<'name'>, path: string, isKnown: boolean): boolean {
  const name = get.lastName(path);
  const owner = self?.kind === 'name' ? self.path : path.slice(0, -name.length - 1);
  if ((self === undefined && owner === '') || /^(?:this|self|(?:\w+\.)?indexedDB)\b/.test(owner)) return false;
  const isMember = codeWords.remote_members.has(get.lastName(owner).toLowerCase().replaceAll('_', ''));
  if (isMember && listDeletedNouns(name, false)) return true;
  // A class says what could be done.
  const method = get.lastName(title);
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
