import type { Profile } from '../../../contract/coordination.js';
import type { Operation, RefusalCode } from '../../../contract/operations.js';
import type { Reading } from '../../safety/guardrails/deed.js';
import type { Arguments } from '../arguments.js';

/** An operation whose agent, name and arguments are known to be right. */
export type Asked = {
  [O in Operation]: {
    agent: string;
    profile: Profile;
    operation: O;
    arguments: Arguments[O];
    /** What the command of run_command would do; read once, by the first stage that asks. */
    reading(): Reading;
  };
}[Operation];

/** Why a stage refuses. */
export interface Refusal {
  code: RefusalCode;
  message: string;
  rule: string;
  format?: 'code' | 'natural_text';
  /** Destinations that were looked at. */
  checks?: number;
  severity: 'warning' | 'violation';
}

/** What a stage says: refused, passed with so many checks, or just passed. */
export type Ruling = Refusal | { checks: number } | undefined;

/** A mechanism that operations pass on their way. One that is switched off is not among the dispatcher's stages. */
export interface Stage {
  name: 'profile' | 'guardrails' | 'network';
  /** Operations that it has nothing to say about do not pass it. */
  concerns(asked: Asked): boolean;
  /** Pure but for what the mechanism itself keeps. */
  judge(asked: Asked): Ruling;
}
