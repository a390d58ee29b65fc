import type { DialectName } from '../../../record/model_events.js';
import type { AgentRoom } from '../agent.js';
import { printed, stopOf } from '../call.js';
import type { Stop } from '../stop.js';
import { askPatiently } from './ask_patiently.js';
import type { LoopMessage, LoopRequest, ToolOutput } from './formats/loop_format.js';
import { loopFormats } from './formats/loop_formats.js';
import { REMINDER, SUBMIT, systemPrompt, taskPrompt } from './prompts.js';
import { runCommand } from './run_command.js';
import type { LoopSettings } from './settings.js';
import { shownOutput } from './shown_output.js';
import { type Wish, wishesOf } from './wishes.js';

/**
 * The built-in agent (A1): ask the model, run what it wants, tell it what came of it, until it submits. One linear history, one tool, no
 * state but files. It lives in the harness, but all it does goes the way of every agent: requests through the gateway, commands through
 * the supervisor into the sandbox.
 */
export async function loop(room: AgentRoom, settings: LoopSettings): Promise<Stop> {
  const { model: access, briefing, environment, run } = room;
  if (!access?.name)
    return { kind: 'agent-error', because: 'no model is named for the loop agent (--model)', evidence_seq: null };
  const dialect = chooseDialect(access.dialects, settings.dialect);
  const format = loopFormats[dialect];
  const { temperature, max_tokens, stream, tools, thoughts } = settings;
  const history: LoopMessage[] = [{ from: 'user', text: taskPrompt(briefing, environment.GATEBENCH_FEEDBACK) }];
  let request: LoopRequest = {
    model: access.name,
    system: systemPrompt(settings),
    history,
    tools,
    temperature,
    max_tokens,
    stream,
    thoughts,
    sealed_thoughts: true,
  };
  let called = false;
  let silent = false;
  for (let step = 1; step <= settings.steps; step += 1) {
    const got = await askPatiently(room, access, format, request);
    if ('kind' in got) return got;
    request = got.request;
    const { said, text, calls } = format.reply(got.answered, step, thoughts);
    history.push({ from: 'model', said });
    called ||= calls.length > 0;
    // Who calls tools also writes blocks that are not meant to be run.
    const wishes = wishesOf(calls, text, !called);
    if (wishes.length === 0 && silent) return { kind: 'finished' };
    silent = wishes.length === 0;
    if (silent) history.push({ from: 'user', text: REMINDER });
    const results: ToolOutput[] = [];
    for (const [i, wish] of wishes.entries()) {
      if ('command' in wish && wish.command.trim() === SUBMIT) return { kind: 'finished' };
      const output = await granted(wish, room, settings);
      const call = calls[i];
      if (call) results.push({ id: call.id, name: call.name, text: output });
      else history.push({ from: 'user', text: output });
      const stop = stopOf(room);
      if (stop) return stop;
    }
    if (results.length > 0) history.push({ from: 'tools', results });
  }
  const because = `the model did not submit within ${settings.steps} steps`;
  const { seq } = run.log.append('note', 'harness', { text: because });
  return { kind: 'resource', cap: 'steps', because, evidence_seq: seq };
}

async function granted(wish: Wish, room: AgentRoom, { command_timeout, output_chars }: LoopSettings): Promise<string> {
  if ('mistake' in wish) return wish.mistake;
  const made = await runCommand(wish.command, command_timeout * 1000, room);
  if (!made) return 'nothing was run: the harness refused this command';
  const { execution } = made;
  const [stdout, stderr] = [printed(execution.stdout, room.run), printed(execution.stderr, room.run)];
  return shownOutput(execution, { stdout, stderr }, output_chars);
}

/** Returns the format in which the model is asked: the one that is set, else the first that its upstream understands. */
const chooseDialect = (spoken: readonly DialectName[], set: DialectName | undefined): DialectName =>
  set ?? spoken[0] ?? 'chat';
