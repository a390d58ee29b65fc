import { type AgentProfile, type Coordination, findAgentProfile } from '../../contract/coordination/coordination.js';
import { operations } from '../../contract/coordination/mechanism.js';
import type { ParsedCommand } from '../../guard/invocation.js';
import { operationArgumentSchemas } from './operations/operation_arguments.js';
import type { OperationRequest, OperationResult } from './operations/operation_result.js';
import { truncateUntrustedText } from './operations/to_recorded_arguments.js';
import type { AuthorizedOperation } from './policy/policy_stage.js';

/** Agent as the contract declares it, with its profile. */
export interface CoordinationActor {
  name: string;
  profile: string;
  may: AgentProfile;
}

/**
 * Finds an agent of the contract.
 *
 * @returns undefined if there is none of that name
 */
export function findActor(
  coordination: Coordination,
  trust_level: number,
  name: string,
): CoordinationActor | undefined {
  const agent = coordination.agents.find((one) => one.name === name);
  const may = findAgentProfile(coordination, trust_level, name);
  return agent && may && { name, profile: agent.profile, may };
}

/**
 * Validates the name and arguments of a request.
 *
 * @returns the authorized operation, or the refusal
 */
export function admitRequest(
  request: OperationRequest,
  actor: CoordinationActor | undefined,
  read: (command: string) => ParsedCommand,
): { asked: AuthorizedOperation } | { answer: OperationResult } {
  if (actor === undefined) {
    const message = `"${truncateUntrustedText(request.agent, 80)}" is no agent of this task`;
    return { answer: { outcome: 'denied', code: 'unknown_agent', message } };
  }
  const operation = operations.find((known) => known === request.operation);
  if (operation === undefined) {
    const name = truncateUntrustedText(request.operation, 80);
    const message = `"${name}" is no operation; there are ${operations.join(', ')}`;
    return { answer: { outcome: 'failed', code: 'malformed_request', message } };
  }
  const parsed = operationArgumentSchemas[operation].safeParse(request.arguments ?? {});
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue?.path.length ? `${issue.path.map(String).join('.')}: ` : '';
    const message = truncateUntrustedText(`${operation}: ${where}${issue?.message ?? 'arguments do not fit'}`, 500);
    return { answer: { outcome: 'failed', code: 'malformed_request', message } };
  }
  const shared = {
    agent: actor.name,
    profile: actor.may,
    reading: memoize(() => parseOperationCommand(authorized, read)),
  };
  const authorized = { ...shared, operation, arguments: parsed.data } as AuthorizedOperation;
  return { asked: authorized };
}

function parseOperationCommand(asked: AuthorizedOperation, read: (command: string) => ParsedCommand): ParsedCommand {
  return asked.operation === 'run_command' ? read(asked.arguments.command) : { invocations: [] };
}

function memoize<T>(make: () => T): () => T {
  let result: { value: T } | undefined;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}
