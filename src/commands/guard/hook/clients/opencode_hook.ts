import type { GuardRequest } from '../../../../guard/guard.js';
import { addRemark, formatBlock, formatJsonAnswer, type HookFormat, SILENCE } from '../format/hook_format.js';
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
import { parsePatch } from '../format/parse_patch.js';

/**
 * Hooks of OpenCode, whose plugins are code: the installed one hands `tool.execute.before` on to this format, and
 * throws the text of `deny`. A plugin cannot ask.
 */
export const opencodeHook: HookFormat = {
  can_ask: false,
  readCall(input) {
    readEvent(input, 'tool.execute.before');
    const folder = findInputText(input, 'directory');
    const tool = readInputText(input, 'tool');
    const project = findInputText(input, 'worktree');
    return {
      folder,
      // Without a repository the client names the root.
      project: project === '/' ? folder : project,
      requests: readToolCall(tool, readInputObject(input, 'args'), folder),
    };
  },
  formatAnswer({ decision, message }) {
    return decision === 'none' ? addRemark(SILENCE, message) : formatJsonAnswer({ deny: message });
  },
  formatRefusal: formatBlock,
};

function readToolCall(tool: string, fields: HookInput, folder: string | undefined): GuardRequest[] {
  switch (normalizeTool(tool)) {
    case 'bash': {
      const place = findInputText(fields, 'workdir');
      const run_folder = place === undefined ? folder : resolvePath(folder, place);
      return [createCommandRequest(readInputText(fields, 'command'), run_folder)];
    }
    case 'write':
      return [createWriteRequest(fields, folder, { path: ['filePath'], content: ['content'] })];
    case 'edit':
    case 'multiedit':
      return [
        createWriteRequest(fields, folder, { path: ['filePath'], content: ['newString'], replaces: ['oldString'] }),
      ];
    case 'patch':
    case 'apply_patch':
      return parsePatch(readInputText(fields, 'patchText', 'patch', 'input'), folder);
    default:
      return readOtherTool(fields, folder);
  }
}
