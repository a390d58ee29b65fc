import type { AgentProfile } from '../../../contract/coordination/coordination.js';
import type { Operation, RefusalCode } from '../../../contract/coordination/mechanism.js';
import type { ParsedCommand } from '../../../guard/invocation.js';
import type { OperationArguments } from '../operations/operation_arguments.js';

/** Operation with a known agent and validated name and arguments. */
export type AuthorizedOperation = {
  [O in Operation]: {
    agent: string;
    profile: AgentProfile;
    operation: O;
    arguments: OperationArguments[O];
    /** Parses the command of run_command; parsed once and reused by all stages. */
    reading(): ParsedCommand;
  };
}[Operation];

/** Refusal by a policy stage. */
export interface PolicyRefusal {
  code: RefusalCode;
  message: string;
  rule: string;
  format?: 'code' | 'natural_text';
  /** Number of destinations checked. */
  checks?: number;
  severity: 'warning' | 'violation';
}

/** Decision of a stage: refusal, pass with a number of checks, or plain pass. */
export type PolicyDecision = PolicyRefusal | { checks: number } | undefined;

/**
 * Policy stage that operations pass before execution. The dispatcher has no stage for a mechanism that is switched off.
 */
export interface PolicyStage {
  name: 'profile' | 'guardrails' | 'network';
  /** Tells whether the stage judges an operation; others skip it. */
  concerns(asked: AuthorizedOperation): boolean;
  /** Judges an operation; pure except for the mechanism's own counters. */
  judge(asked: AuthorizedOperation): PolicyDecision;
}
