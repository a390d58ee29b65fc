import type { GuardRequest } from '../../../../guard/guard.js';
import { formatBlock, formatJsonAnswer, type HookFormat, SILENCE } from '../format/hook_format.js';
import {
  createCommandRequest,
  findInputText,
  type HookInput,
  HookInputError,
  readEvent,
  readInputObject,
  readInputText,
} from '../format/hook_input.js';
import { parsePatch, quoteForShell } from '../format/parse_patch.js';
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
  switch (tool) {
    case 'Bash':
    case 'shell':
    case 'local_shell':
    case 'exec_command':
      return [createCommandRequest(readCommandLine(fields), folder)];
    case 'apply_patch':
      return parsePatch(readInputText(fields, 'command', 'input', 'patch'), folder);
    default:
      return [];
  }
}

/** Reads a command: a text, or words of which a shell's own come first. */
function readCommandLine(fields: HookInput): string {
  const { command } = fields;
  if (!Array.isArray(command)) return readInputText(fields, 'command', 'cmd');
  if (command.length === 0 || !command.every((word) => typeof word === 'string'))
    throw new HookInputError('"command" is no list of words');
  return command.map(quoteForShell).join(' ');
}
