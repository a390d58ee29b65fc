import { pathToFileURL } from 'node:url';
import { findInstallationFolder } from '../../../system/find_installation_folder.js';

/** Maximum characters of a stack, and of an exception's own text in it. */
const MAX_STACK = 4000;
const MAX_TEXT = 1000;
/** Exceptions of a chain whose stacks are kept. */
const MAX_CAUSES = 4;
/** Absolute path or file URL of a frame, between what stands before it and line and column. */
const FRAME_PATH = /(\(|\bat |\basync )((?:file:\/\/)?\/.*)(:\d+:\d+\)?)$/gm;

/**
 * Formats the stack of an exception and its causes for the record. Frames name files relative to the installation;
 * of files elsewhere only the name stays, so that no frame tells where things are on this machine.
 *
 * @param folder of the installation; undefined = unknown
 * @returns undefined for a thrown value without a stack
 */
export function formatFaultStack(fault: unknown, folder = findInstallationFolder()): string | undefined {
  const prefixes = folder === undefined ? [] : [`${pathToFileURL(folder).href}/`, `${folder}/`];
  const parts: string[] = [];
  for (let next = fault; hasStack(next) && parts.length < MAX_CAUSES; next = next.cause)
    parts.push(formatOneStack(next.stack, prefixes));
  if (parts.length === 0) return undefined;
  return parts.join('\nCaused by: ').slice(0, MAX_STACK).toWellFormed();
}

const hasStack = (fault: unknown): fault is { stack: string; cause?: unknown } =>
  typeof (fault as { stack?: unknown } | null | undefined)?.stack === 'string';

function formatOneStack(stack: string, prefixes: readonly string[]): string {
  const start = stack.search(/\n {4}at /);
  const text = start < 0 ? stack : stack.slice(0, start);
  const head = prefixes.reduce((whole, prefix) => whole.replaceAll(prefix, ''), text).slice(0, MAX_TEXT);
  if (start < 0) return head;
  const frames = stack.slice(start, start + 4 * MAX_STACK);
  return head + frames.replace(FRAME_PATH, (_, before, path, place) => before + toShortPath(path, prefixes) + place);
}

function toShortPath(path: string, prefixes: readonly string[]): string {
  const prefix = prefixes.find((one) => path.startsWith(one));
  return prefix === undefined ? path.slice(path.lastIndexOf('/') + 1) : path.slice(prefix.length);
}
