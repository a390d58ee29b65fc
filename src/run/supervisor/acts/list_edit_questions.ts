import { omitUndefined } from '../../../contract/input/omit_undefined.js';
import { isJsonObject, toJsonObjects } from '../../../gateway/dialects/dialect.js';
import type { ActQuestion } from './act_question.js';

type Edit = Extract<ActQuestion, { form: 'edit' }>;
type Fields = Record<string, unknown>;

const PATHS = [
  'file_path',
  'path',
  'filePath',
  'filename',
  'target_file',
  'targetFile',
  'notebook_path',
  'absolute_path',
];
const CONTENTS = ['content', 'contents', 'file_text', 'fileText', 'new_source', 'code_edit', 'new_str', 'new_string'];
const FURTHER_CONTENTS = ['newString', 'newText', 'new_text', 'insert_text', 'with', 'to', 'text', 'data'];
const BEFORES = ['old_string', 'old_str', 'oldString', 'oldText', 'old_text', 'replace', 'from'];
/** Values of an editor's field "command", which are not command lines. */
const VERBS = new Set([
  'view',
  'create',
  'str_replace',
  'insert',
  'undo_edit',
  'write',
  'read',
  'edit',
  'delete',
  'rename',
]);

/** Returns true for the arguments of an editor with several verbs. Its "command" is not a shell command. */
export const isEditorCall = (args: Fields): boolean =>
  typeof args.command === 'string' && VERBS.has(args.command) && findFirstText(args, PATHS) !== undefined;

/** Lists the edits that a call requests, by the shape of its arguments; empty for tools that only read. */
export function listEditQuestions(args: Fields): Edit[] {
  if (isEditorCall(args) && (args.command === 'view' || args.command === 'read')) return [];
  // Scripts of this project: {write, content}, {replace, from, to}, {delete}.
  const script_path =
    asString(args.write) ??
    asString(args.delete) ??
    (asString(args.from) !== undefined ? asString(args.replace) : undefined);
  if (script_path !== undefined) return [createEdit(script_path, { ...args, replace: undefined })];
  const path = findFirstText(args, PATHS);
  if (path === undefined) return [];
  const several = [args.edits, args.replacements, args.changes].flatMap((list) => toJsonObjects(list));
  if (several.length > 0) return several.slice(0, 100).map((each) => createEdit(path, each));
  const one = createEdit(path, args);
  return one.content === undefined ? [] : [one];
}

function createEdit(path: string, args: Fields): Edit {
  const content = findFirstText(args, [...CONTENTS, ...FURTHER_CONTENTS]);
  const replaces =
    findFirstText(args, BEFORES) ?? (args.command === 'insert' || 'insert_line' in args ? '' : undefined);
  return {
    form: 'edit',
    path,
    ...omitUndefined({ content, replaces }),
  };
}

function findFirstText(args: Fields, names: readonly string[]): string | undefined {
  if (!isJsonObject(args)) return undefined;
  for (const name of names) {
    const text = asString(args[name]);
    if (text !== undefined) return text;
  }
  return undefined;
}

const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
