import { UserError } from '../../../contract/input/user_error.js';
import { type JsonMember, type JsonNode, parseJsonTree } from './parse_json_tree.js';

/** Entry of a list in a file of settings. */
export interface JsonEntry {
  /** Names of the members that lead to the list. */
  path: readonly string[];
  value: object;
  /** Tells whether a value of the list is this entry, in this or an earlier form. */
  isEntry(value: unknown): boolean;
}

/** Change of a file of settings. */
export interface JsonSettings {
  /** Members that the file must have at its top, such as a version. */
  members: Readonly<Record<string, unknown>>;
  entries: readonly JsonEntry[];
}

const INDENT = '  ';

/**
 * Adds entries to the text of a file of JSON, in which everything else stays as it is, comments too.
 *
 * @param text undefined if there is no file
 * @throws {UserError} if the text is no JSON, or has something else in the place of a list
 */
export function addJsonEntries(text: string | undefined, shown: string, { members, entries }: JsonSettings): string {
  if (text === undefined) return createJsonFile({ members, entries });
  let edited = text;
  for (const [name, value] of Object.entries(members)) {
    const root = readRoot(parseJsonTree(edited, shown), shown);
    if (!findMember(root, name)) edited = insertText(edited, root, () => `${markName(name)}${JSON.stringify(value)}`);
  }
  for (const entry of entries) edited = addJsonEntry(edited, shown, entry);
  return edited;
}

/**
 * Takes entries out of the text of a file. What was added with them goes too, so that the text is again what it was.
 *
 * @returns undefined if the file would not exist without the entries
 * @throws {UserError} if the text is no JSON
 */
export function removeJsonEntries(text: string, shown: string, settings: JsonSettings): string | undefined {
  const present = settings.entries.flatMap((entry) => {
    const value = findEntry(text, shown, entry);
    return value === undefined ? [] : [{ ...entry, value }];
  });
  if (present.length === 0) return text;
  const installed: JsonSettings = { members: settings.members, entries: present };
  if (createJsonFile(installed) === text) return undefined;
  // Which lists were there before cannot be seen; the text that becomes this one by adding is the one.
  const candidates = listRemovals(text, shown, installed);
  return candidates.find((candidate) => isInverse(candidate, shown, installed, text)) ?? candidates[0] ?? text;
}

function isInverse(candidate: string, shown: string, settings: JsonSettings, text: string): boolean {
  try {
    return addJsonEntries(candidate, shown, settings) === text;
  } catch {
    return false;
  }
}

/** Creates the text of a file that has nothing else. */
function createJsonFile({ members, entries }: JsonSettings): string {
  const root = entries.reduce<object>((tree, { path, value }) => appendValue(tree, path, value), { ...members });
  return `${JSON.stringify(root, null, INDENT)}\n`;
}

/** Returns a tree of objects with a value at the end of the list at a path. */
function appendValue(tree: object, [name, ...rest]: readonly string[], value: object): object {
  const place: unknown = (tree as Record<string, unknown>)[name!];
  const inner =
    rest.length > 0 ? appendValue((place ?? {}) as object, rest, value) : [...((place ?? []) as object[]), value];
  return { ...tree, [name!]: inner };
}

function addJsonEntry(text: string, shown: string, { path, value }: JsonEntry): string {
  let place = readRoot(parseJsonTree(text, shown), shown);
  for (const [depth, name] of path.entries()) {
    const member = findMember(place, name);
    if (!member) return insertMember(text, place, name, nest(path.slice(depth + 1), value));
    place = member.node;
    const isLast = depth === path.length - 1;
    if (!place.members || place.is_list !== isLast)
      throw new UserError(
        `${shown}: "${path.slice(0, depth + 1).join('.')}" is no ${isLast ? 'list' : 'object'}`,
        'Nothing was written.',
      );
  }
  return insertMember(text, place, undefined, value);
}

const nest = (path: readonly string[], value: object): unknown =>
  path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), [value]);

/** Spelling of a member at the top that is added to a file: nobody writes it so, and it is known again by it. */
const markName = (name: string): string => `${JSON.stringify(name)} :`;

/** Inserts a value, with its name in an object, at the end of the object or list. */
function insertMember(text: string, place: JsonNode, name: string | undefined, value: unknown): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return insertText(text, place, (indent) => {
    const body = JSON.stringify(value, null, INDENT).replaceAll('\n', `${newline}${indent}`);
    return name === undefined ? body : `${JSON.stringify(name)}: ${body}`;
  });
}

/**
 * Inserts a text at the end of an object or list. In one that was empty it follows the bracket at once, which an
 * object that is created here never has: thus both are told apart when the text is removed.
 */
function insertText(text: string, place: JsonNode, render: (indent: string) => string): string {
  const last = place.members!.at(-1);
  if (!last) {
    const indent = `${/^[ \t]*/.exec(lineOf(text, place.start))![0]}${INDENT}`;
    return `${text.slice(0, place.start + 1)}${render(indent)}${text.slice(place.start + 1)}`;
  }
  const line = lineOf(text, last.start);
  // A member on a line of its own is followed by another line.
  const isAlone = line.trim() === '' && line.length < last.start;
  const break_text = text.includes('\r\n') ? '\r\n' : '\n';
  const separator = isAlone ? `,${break_text}${line}` : ', ';
  const indent = isAlone ? line : `${/^[ \t]*/.exec(line)![0]}${INDENT}`;
  return `${text.slice(0, last.node.end)}${separator}${render(indent)}${text.slice(last.node.end)}`;
}

const lineOf = (text: string, offset: number): string => text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);

/** Lists texts without the entries, from the one that keeps most to the one that keeps least. */
function listRemovals(text: string, shown: string, { members, entries }: JsonSettings): string[] {
  let candidates = [text];
  for (const entry of entries.toReversed())
    candidates = candidates.flatMap((candidate) => removeOneEntry(candidate, shown, entry));
  for (const name of Object.keys(members).toReversed())
    candidates = candidates.map((candidate) => {
      const root = parseJsonTree(candidate, shown);
      const member = findMember(root, name);
      const isMarked = member && candidate.startsWith(markName(name), member.start);
      return isMarked ? removeMember(candidate, root, member) : candidate;
    });
  return candidates;
}

/** Returns the text without an entry, and also without the lists and objects that are then empty. */
function removeOneEntry(text: string, shown: string, entry: JsonEntry): string[] {
  const places = findPlaces(parseJsonTree(text, shown), entry.path);
  const list = places.at(-1);
  const member = list?.members?.find(({ node }) => entry.isEntry(node.value));
  if (!list || !member) return [text];
  const results = [removeMember(text, list, member)];
  for (const [index, name] of [...entry.path.entries()].reverse()) {
    const place = places[index] ?? list;
    const container = findMember(place, name);
    if (container?.node.members?.length !== 1) break;
    results.push(removeMember(text, place, container));
  }
  return results;
}

/** Returns the nodes along a path, from the root; empty if the path ends before a list. */
function findPlaces(root: JsonNode, path: readonly string[]): JsonNode[] {
  const places = [root];
  for (const name of path) {
    const member = findMember(places.at(-1)!, name);
    if (!member?.node.members) return [];
    places.push(member.node);
  }
  return places;
}

function removeMember(text: string, place: JsonNode, member: JsonMember): string {
  const members = place.members!;
  const index = members.indexOf(member);
  const previous = members[index - 1];
  const next = members[index + 1];
  if (previous) return text.slice(0, previous.node.end) + text.slice(member.node.end);
  if (next) return text.slice(0, member.start) + text.slice(next.start);
  return text.slice(0, member.start) + text.slice(member.node.end);
}

function findEntry(text: string, shown: string, { path, isEntry }: JsonEntry): object | undefined {
  const list = findPlaces(parseJsonTree(text, shown), path).at(-1);
  return list?.members?.find(({ node }) => isEntry(node.value))?.node.value as object | undefined;
}

const findMember = (place: JsonNode, name: string): JsonMember | undefined =>
  place.is_list ? undefined : place.members?.find((member) => member.name === name);

function readRoot(node: JsonNode, shown: string): JsonNode {
  if (!node.members || node.is_list) throw new UserError(`${shown}: is no object of JSON`, 'Nothing was written.');
  return node;
}
