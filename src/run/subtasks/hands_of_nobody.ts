import type { NotDone } from '../coordination/answer.js';
import type { StageHands } from '../coordination/desk.js';
import { DEFAULT_ROOT } from '../sandbox/mounts.js';

const none = (not_done: NotDone['not_done']): NotDone => ({
  not_done,
  message: 'not done: the work is split, and only the agents of its parts have a workspace',
});

/** Hands of agents that work at no part while parts are worked at side by side. */
export const handsOfNobody: StageHands = {
  workspace: DEFAULT_ROOT,
  session: () => undefined,
  run: async () => none('command_failed'),
  edit: async () => none('edit_failed'),
  close: async () => undefined,
};
