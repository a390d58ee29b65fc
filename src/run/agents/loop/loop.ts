import type { AgentRoom } from '../agent.js';
import { printed, stopOf } from '../call.js';
import type { Stop } from '../stop.js';
import { askPatiently } from './ask_patiently.js';
import { BASH, REMINDER, SUBMIT, systemPrompt, taskPrompt } from './prompts.js';
import { runCommand } from './run_command.js';
import { type Said, said } from './said.js';
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
  const { temperature, max_tokens, stream, tools } = settings;
  const history: object[] = [
    { role: 'system', content: systemPrompt(settings) },
    { role: 'user', content: taskPrompt(briefing, environment.GATEBENCH_FEEDBACK) },
  ];
  const request = {
    model: access.name,
    messages: history,
    ...(tools ? { tools: [BASH] } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(max_tokens === undefined ? {} : { max_tokens }),
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
  };
  let called = false;
  let silent = false;
  for (let step = 1; step <= settings.steps; step += 1) {
    const answered = await askPatiently(room, access, request);
    if ('kind' in answered) return answered;
    const { message, text, calls }: Said = said(answered, step, settings.thoughts);
    history.push(message);
    called ||= calls.length > 0;
    // Who calls tools also writes blocks that are not meant to be run.
    const wishes = wishesOf(calls, text, !called);
    if (wishes.length === 0 && silent) return { kind: 'finished' };
    silent = wishes.length === 0;
    if (silent) history.push({ role: 'user', content: REMINDER });
    for (const wish of wishes) {
      if ('command' in wish && wish.command.trim() === SUBMIT) return { kind: 'finished' };
      history.push(told(wish, await granted(wish, room, settings)));
      const stop = stopOf(room);
      if (stop) return stop;
    }
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

const told = ({ call_id }: Wish, content: string): object =>
  call_id === null ? { role: 'user', content } : { role: 'tool', tool_call_id: call_id, content };
