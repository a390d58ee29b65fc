import type { HookFormat } from '../format/hook_format.js';
import { claudeCodeHook } from './claude_code_hook.js';
import { codexHook } from './codex_hook.js';
import { copilotHook } from './copilot_hook.js';
import { cursorHook } from './cursor_hook.js';
import { geminiHook } from './gemini_hook.js';
import { opencodeHook } from './opencode_hook.js';

/** Formats by the names of the clients. */
export const hookFormats = {
  'claude-code': claudeCodeHook,
  codex: codexHook,
  gemini: geminiHook,
  copilot: copilotHook,
  opencode: opencodeHook,
  cursor: cursorHook,
} satisfies Record<string, HookFormat>;

export type HookClient = keyof typeof hookFormats;

/** Names of the clients that the guard can be installed in. */
export const hookClients = Object.keys(hookFormats) as readonly HookClient[];

/** Tells whether a text names a client. */
export const isHookClient = (name: string | undefined): name is HookClient =>
  name !== undefined && Object.hasOwn(hookFormats, name);
