import type { GuardRequest } from '../../../../guard/guard.js';
import { formatBlock, formatJsonAnswer, type HookFormat, SILENCE } from '../format/hook_format.js';
import {
  createCommandRequest,
  createWriteRequest,
  findInputText,
  type HookInput,
  normalizeTool,
  readEvent,
  readInputObject,
  readInputText,
  readOtherTool,
  resolvePath,
} from '../format/hook_input.js';

/** Hooks of Gemini CLI: BeforeTool of `settings.json`. */
export const geminiHook: HookFormat = {
  can_ask: true,
  project_variable: 'GEMINI_PROJECT_DIR',
  readCall(input) {
    readEvent(input, 'BeforeTool');
    const folder = findInputText(input, 'cwd');
    return {
      folder,
      requests: readToolCall(readInputText(input, 'tool_name'), readInputObject(input, 'tool_input'), folder),
    };
  },
  formatAnswer({ decision, message }) {
    if (decision === 'deny') return formatJsonAnswer({ decision, reason: message });
    if (decision === 'ask') return formatJsonAnswer({ decision, reason: message, systemMessage: message });
    return message === '' ? SILENCE : formatJsonAnswer({ systemMessage: message });
  },
  formatRefusal: formatBlock,
};

function readToolCall(tool: string, fields: HookInput, folder: string | undefined): GuardRequest[] {
  switch (normalizeTool(tool)) {
    case 'run_shell_command': {
      const place = findInputText(fields, 'dir_path', 'directory');
      const run_folder = place === undefined ? folder : resolvePath(folder, place);
      return [createCommandRequest(readInputText(fields, 'command'), run_folder)];
    }
    case 'write_file':
      return [createWriteRequest(fields, folder, { path: ['file_path'], content: ['content'] })];
    case 'replace':
    case 'edit':
      return [
        createWriteRequest(fields, folder, {
          path: ['file_path'],
          content: ['new_string'],
          replaces: ['old_string'],
        }),
      ];
    default:
      return readOtherTool(fields, folder);
  }
}
