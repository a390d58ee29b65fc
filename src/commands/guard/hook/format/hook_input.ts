import { posix } from 'node:path';
import { omitUndefined } from '../../../../contract/input/omit_undefined.js';
import type { GuardRequest } from '../../../../guard/guard.js';

/** Input of a hook, or an object in it: its members are not known. */
export type HookInput = Readonly<Record<string, unknown>>;

/** Input of a hook that is not understood. The call is refused. */
export class HookInputError extends Error {
  override readonly name = 'HookInputError';
}

/** Tells whether a value is an object of JSON. */
export const isHookInput = (value: unknown): value is HookInput =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a member that must be an object. @throws {HookInputError} if it is none */
export function readInputObject(fields: HookInput, name: string): HookInput {
  const value = fields[name];
  if (!isHookInput(value)) throw new HookInputError(`"${name}" is no object`);
  return value;
}

/** Finds the first of some members that is a text; undefined if all are absent. @throws {HookInputError} for others */
export function findInputText(fields: HookInput, ...names: string[]): string | undefined {
  const name = names.find((candidate) => fields[candidate] !== undefined && fields[candidate] !== null);
  if (name === undefined) return undefined;
  const value = fields[name];
  if (typeof value !== 'string') throw new HookInputError(`"${name}" is no text`);
  return value;
}

/** Reads the first of some members, which must be a text that is not empty. @throws {HookInputError} if it is none */
export function readInputText(fields: HookInput, ...names: string[]): string {
  const text = findInputText(fields, ...names);
  if (text === undefined || text.trim() === '') throw new HookInputError(`"${names[0]}" is missing`);
  return text;
}

/** Reads the event of a call. @throws {HookInputError} if it is none of these */
export function readEvent(fields: HookInput, ...events: string[]): string {
  const event = readInputText(fields, 'hook_event_name');
  if (!events.includes(event)) throw new HookInputError(`the event "${event.slice(0, 60)}" is unknown`);
  return event;
}

/** Resolves a path of a call against its folder; without a folder it stays as it is. */
export const resolvePath = (folder: string | undefined, path: string): string =>
  folder === undefined ? path : posix.resolve(folder, path);

/** Creates the request to run a command. */
export const createCommandRequest = (command: string, folder: string | undefined): GuardRequest =>
  folder === undefined ? { command } : { command, folder };

/** Names of the members of an edit. */
interface EditNames {
  path: readonly string[];
  content: readonly string[];
  replaces?: readonly string[];
}

/** Creates the request to write a file, by the names that a tool has for its arguments. @throws {HookInputError} */
export function createWriteRequest(fields: HookInput, folder: string | undefined, names: EditNames): GuardRequest {
  const path = resolvePath(folder, readInputText(fields, ...names.path));
  const content = findInputText(fields, ...names.content);
  const replaced = names.replaces && findInputText(fields, ...names.replaces);
  return { write: path, ...omitUndefined({ content, replaces: replaced }) };
}

/** Parses bytes as one object of JSON. @throws {HookInputError} if they are none */
export function parseHookInput(bytes: Uint8Array): HookInput {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new HookInputError('the input is not JSON');
  }
  if (!isHookInput(value)) throw new HookInputError('the input is no object of JSON');
  return value;
}

/** Names of members that hold a command, in tools of whatever name. */
const COMMANDS = ['command', 'cmd', 'script'] as const;

/** Reads a command of a tool: a text, or words of which a shell's own come first; undefined for anything else. */
export function findCommandLine(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  const isList = Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
  return isList ? (value as string[]).map(quoteForShell).join(' ') : undefined;
}

/** Reads the call of a tool that is not known: what looks like a command is one. */
export function readOtherTool(fields: HookInput, folder: string | undefined): GuardRequest[] {
  const place = fields.workdir;
  const run_folder = typeof place === 'string' && place !== '' ? resolvePath(folder, place) : folder;
  return COMMANDS.flatMap((name) => {
    const command = findCommandLine(fields[name]);
    return command === undefined ? [] : [createCommandRequest(command, run_folder)];
  });
}

/** Quotes a word for a POSIX shell. */
export const quoteForShell = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** Returns the name of a tool as it is compared: clients are not agreed on capitals. */
export const normalizeTool = (name: string): string => name.trim().toLowerCase();
