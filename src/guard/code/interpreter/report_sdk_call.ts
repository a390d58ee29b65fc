import { vocabulary } from '../../vocabulary/vocabulary.js';
import { getOption, isTrueOption } from '../languages/get_language.js';
import { isNameToken } from '../lexer/code_token.js';
import {
  type CodeValue,
  createDerived,
  createText,
  findContent,
  getFirstText,
  getLastName,
  getTexts,
  isMade,
  type ValueOf,
} from '../model/code_value.js';
import type { CallArguments } from '../model/language_spec.js';
import { findDeed, type InterpreterState } from './interpreter_state.js';

const { codeWords } = vocabulary;
const ADDRESS = 'https://sdk.example';
/** Methods that send what they are given. */
const SENDING = /gist|upload|put_?object|comment|send|post/i;

/**
 * Reports what a call of a service's library, or of what one returned, destroys or sends: `cloud-sdk METHOD
 * --endpoint-url ADDRESS`. Returns the client that the call is of; undefined for any other call.
 */
export function reportSdkCall(
  { collector, language, tokens, at: position }: InterpreterState,
  callee: ValueOf<'name'>,
  value: CallArguments,
): CodeValue | undefined {
  let root = callee.self;
  while (root?.kind === 'name') root = root.self;
  const path = language.canonicalize(callee.path);
  const name = getLastName(path);
  const client = isMade(root, 'sdk') ? root : undefined;
  const isOwn = value.args.some((arg) => getFirstText(arg) === ':memory:');
  if (isOwn || (!client && (callee.self || !language.sdks.some((prefix) => path.startsWith(prefix))))) {
    const isShown =
      isNameToken(tokens[position + 1], 'toString', 'toSQL') || collector.isMocked || collector.isInMemory;
    if (!isOwn && !isShown && isRemoteDeletion(callee, path, findDeed(language, name) !== undefined))
      collector.addInvocation('cloud-sdk', [name]);
    return undefined;
  }
  const endpoint = getOption(value, 'endpoint_url') ?? getOption(value, 'endpoint');
  const address = endpoint ? [createText('--endpoint-url'), endpoint] : (client?.args ?? []);
  // Other methods do not know such an option.
  const isDryRun = /instance|volume|snapshot|image|vpc|subnet|security_?group|key_?pair/i.test(name)
    ? isTrueOption(value, 'DryRun')
    : /namespace|_node\b/.test(name) && isTrueOption(value, 'dry_run');
  // A command takes effect when a client sends it.
  if (!client && name.endsWith('Command')) return createDerived('sdk-command', createText(isDryRun ? '' : name));
  const requests = value.args.flatMap((arg) =>
    isMade(arg, 'sdk-command') || name === 'request' ? getTexts(isMade(arg, 'sdk-command') ? arg.args[0] : arg) : [],
  );
  const isChecked = isDryRun || collector.mocks.includes('services');
  const owner = callee.self?.kind === 'name' ? getLastName(callee.self.path) : '';
  for (const request of isChecked ? [] : [getLastName(callee.path), ...requests])
    if (/^DELETE /.test(request) || isSdkDeletion(request) || (request === 'cancel' && owner === 'subscriptions'))
      collector.addInvocation('cloud-sdk', [request, ...address]);
  if (/^update_?ref$/i.test(name) && isTrueOption(value, 'force')) collector.addInvocation('git', ['push', '--force']);
  const content = client && SENDING.test(name) ? findContent([...value.args, ...value.named.values()]) : undefined;
  if (content && content.from.length > 0)
    collector.addInvocation('curl', ['-X', 'POST', '-d', '@-', ADDRESS], collector.createInput(content));
  // Other methods get names of files.
  const files = content?.files ?? (client && /^upload/i.test(name) ? getTexts(value.args[0]) : []);
  for (const file of files) collector.addInvocation('curl', ['-X', 'POST', '-d', `@${file}`, ADDRESS]);
  return createDerived('sdk', ...address);
}

/** Returns true for `client.indices.delete()`, `client.delete_index()` and `channel.queue_purge()`. */
function isRemoteDeletion({ self, path: title }: ValueOf<'name'>, path: string, isKnown: boolean): boolean {
  const name = getLastName(path);
  const owner = self?.kind === 'name' ? self.path : path.slice(0, -name.length - 1);
  if ((self === undefined && owner === '') || /^(?:this|self)\b/.test(owner)) return false;
  if (
    listDeletedNouns(name, false) &&
    codeWords.remote_members.has(getLastName(owner).toLowerCase().replaceAll('_', ''))
  )
    return true;
  // A class says what could be done.
  const method = getLastName(title);
  const isClass = self === undefined && /^[A-Z]/.test(method);
  const nouns = (isKnown || isClass ? undefined : listDeletedNouns(method, false)) ?? [];
  return nouns.length > 0 && (nouns.every(isKept) || isKept(nouns.join('')));
}

const isKept = (word: string): boolean => [word, `${word}s`, `${word}es`].some((each) => codeWords.remote.has(each));

/** Returns true for a method of a service's library that deletes: `chat_delete`, `remove_bucket`, not `remove_label`. */
const isSdkDeletion = (name: string): boolean =>
  listDeletedNouns(name, false) !== undefined || listDeletedNouns(name, true)?.some(isKept) === true;

/** Returns what a method of this name deletes, in its words; undefined for a method that deletes nothing. */
function listDeletedNouns(name: string, isLoose: boolean): readonly string[] | undefined {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_!?]+/);
  const relevant = words.filter((word) => word !== '' && !codeWords.deletion_fillers.has(word));
  const isVerb = (word = '') => codeWords.deleting.has(word) || (isLoose && codeWords.loosely_deleting.has(word));
  if (!isVerb(relevant[0]) && !isVerb(relevant.at(-1))) return undefined;
  const isPartial = words.some((word) => /^(?:from|tags?|labels?)$/.test(word));
  return isPartial ? undefined : relevant.filter((word) => !isVerb(word));
}
