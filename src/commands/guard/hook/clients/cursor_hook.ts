import type { GuardRequest } from '../../../../guard/guard.js';
import { addRemark, formatJsonAnswer, type HookFormat } from '../format/hook_format.js';
import {
  createCommandRequest,
  createWriteRequest,
  findInputText,
  type HookInput,
  normalizeTool,
  quoteForShell,
  readEvent,
  readInputObject,
  readInputText,
  readOtherTool,
} from '../format/hook_input.js';

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
    const folder = findInputText(input, 'cwd') || project;
    const requests =
      event === 'preToolUse'
        ? readToolCall(readInputText(input, 'tool_name'), readInputObject(input, 'tool_input'), folder)
        : [createCommandRequest(readInputText(input, 'command'), folder)];
    return { folder, project, requests };
  },
  // An output that is no JSON would block the call.
  formatAnswer: ({ decision, message }) =>
    decision === 'none' ? addRemark(formatJsonAnswer({}), message) : formatDenial(message),
  formatRefusal: (message) => ({ ...addRemark(formatDenial(message), message), exit_code: 2 }),
};

const formatDenial = (message: string) =>
  formatJsonAnswer({ permission: 'deny', user_message: message, agent_message: message });

function readToolCall(tool: string, fields: HookInput, folder: string | undefined): GuardRequest[] {
  switch (normalizeTool(tool)) {
    case 'shell':
      return [
        createCommandRequest(readInputText(fields, 'command'), findInputText(fields, 'working_directory') || folder),
      ];
    case 'write':
    case 'edit':
    case 'multiedit':
    case 'strreplace':
    case 'notebookedit':
      return [createWriteRequest(fields, folder, EDIT)];
    case 'delete': {
      const path = readInputText(fields, ...EDIT.path);
      return [createCommandRequest(`rm -f -- ${quoteForShell(path)}`, folder)];
    }
    default:
      return readOtherTool(fields, folder);
  }
}

const EDIT = {
  path: ['file_path', 'path', 'target_file', 'notebook_path', 'target_notebook'],
  content: ['content', 'contents', 'new_string', 'file_text'],
  replaces: ['old_string'],
};
