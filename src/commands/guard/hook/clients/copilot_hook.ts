import type { GuardRequest } from '../../../../guard/guard.js';
import { addRemark, formatJsonAnswer, type HookFormat, SILENCE } from '../format/hook_format.js';
import {
  createCommandRequest,
  createWriteRequest,
  findInputText,
  type HookInput,
  HookInputError,
  isHookInput,
  normalizeTool,
  parseHookInput,
  readInputText,
  readOtherTool,
} from '../format/hook_input.js';
import { parsePatch } from '../format/parse_patch.js';

/** Hooks of GitHub Copilot CLI: preToolUse of `hooks/*.json`. */
export const copilotHook: HookFormat = {
  can_ask: true,
  project_variable: 'COPILOT_PROJECT_DIR',
  readCall(input) {
    const folder = findInputText(input, 'cwd');
    const tool = readInputText(input, 'toolName');
    return { folder, requests: readToolCall(tool, input.toolArgs, folder) };
  },
  formatAnswer({ decision, message }) {
    if (decision === 'none') return addRemark(SILENCE, message);
    return formatJsonAnswer({ permissionDecision: decision, permissionDecisionReason: message });
  },
  formatRefusal: (message) =>
    addRemark(formatJsonAnswer({ permissionDecision: 'deny', permissionDecisionReason: message }), message),
};

function readToolCall(tool: string, given: unknown, folder: string | undefined): GuardRequest[] {
  switch (normalizeTool(tool)) {
    case 'bash':
    case 'powershell':
    case 'local_shell':
      return [createCommandRequest(readInputText(readArguments(given), 'command'), folder)];
    case 'write_bash':
    case 'write_powershell': {
      const typed = findInputText(readArguments(given), 'input') ?? '';
      return typed.trim() === '' ? [] : [createCommandRequest(typed, folder)];
    }
    case 'create':
      return [createWriteRequest(readArguments(given), folder, { path: ['path'], content: ['file_text'] })];
    case 'edit':
    case 'str_replace':
    case 'insert':
      return [createWriteRequest(readArguments(given), folder, EDIT)];
    case 'str_replace_editor': {
      const fields = readArguments(given);
      return fields.command === 'view' ? [] : [createWriteRequest(fields, folder, EDIT)];
    }
    case 'apply_patch':
      return parsePatch(readPatch(given), folder);
    default:
      return isHookInput(given) || isJsonText(given) ? readOtherTool(readArguments(given), folder) : [];
  }
}

const EDIT = { path: ['path'], content: ['new_str', 'file_text', 'insert_text'], replaces: ['old_str'] };

/** Reads the arguments of a call, which some versions give as a text of JSON. */
function readArguments(given: unknown): HookInput {
  if (typeof given === 'string') return parseHookInput(Buffer.from(given));
  if (!isHookInput(given)) throw new HookInputError('"toolArgs" is no object');
  return given;
}

const readPatch = (given: unknown): string =>
  typeof given === 'string' && !isJsonText(given) ? given : readInputText(readArguments(given), 'input', 'patch');

const isJsonText = (given: unknown): boolean => typeof given === 'string' && given.trimStart().startsWith('{');
