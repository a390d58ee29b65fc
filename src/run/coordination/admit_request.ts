import { type Coordination, type Profile, profileOf } from '../../contract/coordination.js';
import { operations } from '../../contract/operations.js';
import type { Reading } from '../safety/guardrails/deed.js';
import type { Answer, Request } from './answer.js';
import { argumentsOf } from './arguments.js';
import { bounded } from './recorded_arguments.js';
import type { Asked } from './stages/stage.js';

/** Who acts, as the contract has it. */
export interface Actor {
  name: string;
  profile: string;
  may: Profile;
}

/** Undefined = nobody of that name. */
export function actorOf(coordination: Coordination, trust_level: number, name: string): Actor | undefined {
  const agent = coordination.agents.find((one) => one.name === name);
  const may = profileOf(coordination, trust_level, name);
  return agent && may && { name, profile: agent.profile, may };
}

/** A request whose name and arguments are right, or what is wrong with it. */
export function admitRequest(
  request: Request,
  actor: Actor | undefined,
  read: (command: string) => Reading,
): { asked: Asked } | { answer: Answer } {
  if (actor === undefined) {
    const message = `"${bounded(request.agent, 80)}" is no agent of this task`;
    return { answer: { outcome: 'denied', code: 'unknown_agent', message } };
  }
  const operation = operations.find((known) => known === request.operation);
  if (operation === undefined) {
    const message = `"${bounded(request.operation, 80)}" is no operation; there are ${operations.join(', ')}`;
    return { answer: { outcome: 'failed', code: 'malformed_request', message } };
  }
  const parsed = argumentsOf[operation].safeParse(request.arguments ?? {});
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.length ? `${issue.path.map(String).join('.')}: ` : '';
    const message = bounded(`${operation}: ${where}${issue?.message ?? 'arguments do not fit'}`, 500);
    return { answer: { outcome: 'failed', code: 'malformed_request', message } };
  }
  const shared = { agent: actor.name, profile: actor.may, reading: once(() => readingOf(asked, read)) };
  const asked = { ...shared, operation, arguments: parsed.data } as Asked;
  return { asked };
}

function readingOf(asked: Asked, read: (command: string) => Reading): Reading {
  return asked.operation === 'run_command' ? read(asked.arguments.command) : { deeds: [] };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
