import type { ParsedResponse, ToolCall } from '../../../../../src/gateway/dialects/dialect.js';
import { BASH_TOOL } from '../../../../../src/run/agents/loop/bash_tool.js';
import type { LoopMessage, LoopRequest } from '../../../../../src/run/agents/loop/formats/loop_format.js';

/** A request of the loop agent that goes on from a history. */
export const request = (history: LoopMessage[], more: Partial<LoopRequest> = {}): LoopRequest => ({
  model: 'm',
  system: 'be quick',
  history,
  tools: [BASH_TOOL],
  stream: true,
  thoughts: false,
  sealed_thoughts: true,
  ...more,
});

/** A whole answer with a message in the form of its format. */
export const answered = (message: unknown, calls: ToolCall[] = []): ParsedResponse => ({
  model: 'm',
  finish_reason: 'stop',
  usage: null,
  message,
  calls,
  complete: true,
});
