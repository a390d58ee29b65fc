import type { GuardRequest } from '../../../../guard/guard.js';
import { formatBlock, formatJsonAnswer, type HookFormat, SILENCE } from '../format/hook_format.js';
import {
  createCommandRequest,
  findCommandLine,
  findInputText,
  type HookInput,
  HookInputError,
  normalizeTool,
  readEvent,
  readInputObject,
  readInputText,
  readOtherTool,
  resolvePath,
} from '../format/hook_input.js';
import { parsePatch } from '../format/parse_patch.js';
import { formatPermissionDecision } from './claude_code_hook.js';

/** Hooks of Codex: PreToolUse of `hooks.json`. It has no way to ask: an answer "ask" would let the call run. */
export const codexHook: HookFormat = {
  can_ask: false,
  readCall(input) {
    readEvent(input, 'PreToolUse');
    const folder = findInputText(input, 'cwd');
    return {
      folder,
      requests: readToolCall(readInputText(input, 'tool_name'), readInputObject(input, 'tool_input'), folder),
    };
  },
  formatAnswer({ decision, message }) {
    if (decision !== 'none') return formatPermissionDecision('deny', message);
    return message === '' ? SILENCE : formatJsonAnswer({ systemMessage: message });
  },
  formatRefusal: formatBlock,
};

function readToolCall(tool: string, fields: HookInput, folder: string | undefined): GuardRequest[] {
  switch (normalizeTool(tool)) {
    case 'bash':
    case 'shell':
    case 'local_shell':
    case 'exec_command':
      return [createCommandRequest(readCommandLine(fields), findWorkFolder(fields, folder))];
    case 'apply_patch':
      return parsePatch(readInputText(fields, 'command', 'input', 'patch'), findWorkFolder(fields, folder));
    default:
      return readOtherTool(fields, folder);
  }
}

/** Returns the folder that a call names for itself, or that of the session. */
function findWorkFolder(fields: HookInput, folder: string | undefined): string | undefined {
  const place = findInputText(fields, 'workdir');
  return place === undefined || place === '' ? folder : resolvePath(folder, place);
}

function readCommandLine(fields: HookInput): string {
  const { command } = fields;
  if (!Array.isArray(command)) return readInputText(fields, 'command', 'cmd');
  const line = findCommandLine(command);
  if (line === undefined) throw new HookInputError('"command" is no list of words');
  return line;
}
