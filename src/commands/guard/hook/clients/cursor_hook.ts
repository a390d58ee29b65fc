import type { GuardRequest } from '../../../../guard/guard.js';
import { addRemark, formatJsonAnswer, type HookFormat } from '../hook_format.js';
import {
  createCommandRequest,
  createWriteRequest,
  findText,
  type JsonFields,
  readEvent,
  readObject,
  readText,
} from '../json_fields.js';
import { quoteWord } from '../parse_patch.js';

/**
 * Hooks of Cursor: beforeShellExecution and preToolUse of `hooks.json`. It has an answer "ask", which its mode
 * "Auto-review" is reported to pass over; here it is never given.
 */
export const cursorHook: HookFormat = {
  can_ask: false,
  project_variable: 'CURSOR_PROJECT_DIR',
  readCall(input) {
    const event = readEvent(input, 'beforeShellExecution', 'preToolUse');
    const [root]: unknown[] = Array.isArray(input.workspace_roots) ? input.workspace_roots : [];
    const project = typeof root === 'string' ? root : undefined;
    const folder = findText(input, 'cwd') || project;
    const requests =
      event === 'preToolUse'
        ? readToolCall(readText(input, 'tool_name'), readObject(input, 'tool_input'), folder)
        : [createCommandRequest(readText(input, 'command'), folder)];
    return { folder, project, requests };
  },
  // An output that is no JSON would block the call.
  formatAnswer: ({ decision, message }) =>
    decision === 'none' ? addRemark(formatJsonAnswer({}), message) : formatDenial(message),
  formatRefusal: (message) => ({ ...addRemark(formatDenial(message), message), exit_code: 2 }),
};

const formatDenial = (message: string) =>
  formatJsonAnswer({ permission: 'deny', user_message: message, agent_message: message });

function readToolCall(tool: string, fields: JsonFields, folder: string | undefined): GuardRequest[] {
  switch (tool) {
    case 'Shell':
      return [createCommandRequest(readText(fields, 'command'), findText(fields, 'working_directory') || folder)];
    case 'Write':
    case 'Edit':
    case 'MultiEdit':
    case 'StrReplace':
    case 'NotebookEdit':
      return [createWriteRequest(fields, folder, EDIT)];
    case 'Delete': {
      const path = readText(fields, ...EDIT.path);
      return [createCommandRequest(`rm -f -- ${quoteWord(path)}`, folder)];
    }
    default:
      return [];
  }
}

const EDIT = {
  path: ['file_path', 'path', 'target_file', 'notebook_path', 'target_notebook'],
  content: ['content', 'contents', 'new_string', 'file_text'],
  replaces: ['old_string'],
};
