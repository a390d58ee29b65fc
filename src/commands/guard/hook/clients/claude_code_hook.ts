import type { GuardRequest } from '../../../../guard/guard.js';
import { formatBlock, formatJsonAnswer, type HookFormat, SILENCE } from '../format/hook_format.js';
import {
  createCommandRequest,
  createWriteRequest,
  findInputText,
  type HookInput,
  HookInputError,
  isHookInput,
  normalizeTool,
  readEvent,
  readInputObject,
  readInputText,
  readOtherTool,
} from '../format/hook_input.js';

/** Hooks of Claude Code: PreToolUse of `settings.json`. */
export const claudeCodeHook: HookFormat = {
  can_ask: true,
  project_variable: 'CLAUDE_PROJECT_DIR',
  readCall(input) {
    readEvent(input, 'PreToolUse');
    const folder = findInputText(input, 'cwd');
    return {
      folder,
      requests: readToolCall(readInputText(input, 'tool_name'), readInputObject(input, 'tool_input'), folder),
    };
  },
  formatAnswer({ decision, message }) {
    if (decision !== 'none') return formatPermissionDecision(decision, message);
    return message === '' ? SILENCE : formatJsonAnswer({ systemMessage: message });
  },
  formatRefusal: formatBlock,
};

/** Formats a decision of PreToolUse. */
export const formatPermissionDecision = (decision: 'deny' | 'ask', message: string) =>
  formatJsonAnswer({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason: message,
    },
  });

function readToolCall(tool: string, fields: HookInput, folder: string | undefined): GuardRequest[] {
  switch (normalizeTool(tool)) {
    case 'bash':
    case 'powershell':
      return [createCommandRequest(readInputText(fields, 'command'), folder)];
    case 'monitor':
      // It may watch an address instead.
      return isHookInput(fields.ws) && fields.command === undefined
        ? []
        : [createCommandRequest(readInputText(fields, 'command'), folder)];
    case 'write':
      return [createWriteRequest(fields, folder, { path: ['file_path'], content: ['content'] })];
    case 'edit':
      return [createWriteRequest(fields, folder, EDIT)];
    case 'multiedit':
      return readEdits(fields, folder);
    case 'notebookedit':
      return [createWriteRequest(fields, folder, { path: ['notebook_path'], content: ['new_source'] })];
    default:
      return readOtherTool(fields, folder);
  }
}

const EDIT = { path: ['file_path'], content: ['new_string'], replaces: ['old_string'] };

function readEdits(fields: HookInput, folder: string | undefined): GuardRequest[] {
  const { edits } = fields;
  const path = readInputText(fields, 'file_path');
  if (!Array.isArray(edits) || edits.length === 0 || !edits.every(isHookInput))
    throw new HookInputError('"edits" is no list of edits');
  return edits.map((edit) => createWriteRequest({ ...edit, file_path: path }, folder, EDIT));
}
