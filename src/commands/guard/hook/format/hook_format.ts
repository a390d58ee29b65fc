import type { GuardRequest } from '../../../../guard/guard.js';
import type { HookInput } from './hook_input.js';

/** Call of a tool that a client asks about, as far as the guard judges it. */
export interface HookCall {
  /** Folder in which the tool runs. */
  folder: string | undefined;
  /** Folder of the project, where the client names it. */
  project?: string | undefined;
  /** Commands and edits that the call would make; empty for tools that the guard has no opinion on. */
  requests: readonly GuardRequest[];
}

/** Decision about a call: refused, put to a person, or left to the client's own permissions. */
export type HookDecision = 'deny' | 'ask' | 'none';

/** Answer to a call, before it has the form of a client. */
interface HookAnswer {
  decision: HookDecision;
  /** Explanation for the model and for people; empty where there is nothing to say. */
  message: string;
}

/** Answer in the form of a client: texts for its standard output and error, and the exit code. */
export interface HookOutput {
  stdout: string;
  stderr: string;
  exit_code: number;
}

/** Format in which a client asks its hooks and understands their answers. */
export interface HookFormat {
  /** True if the client puts a call to a person when a hook asks it to. */
  can_ask: boolean;
  /** Variable in which the client names the folder of the project. */
  project_variable?: string;
  /** Reads the input of a hook. @throws {HookInputError} if it is no call of a tool that can be judged */
  readCall(input: HookInput): HookCall;
  /** Formats an answer. */
  formatAnswer(answer: HookAnswer): HookOutput;
  /** Formats the refusal of a call that could not be judged. */
  formatRefusal(message: string): HookOutput;
}

/** Answer of clients that take silence for no opinion. */
export const SILENCE: HookOutput = { stdout: '', stderr: '', exit_code: 0 };

/** Formats the refusal of clients that block a call whose hook exits with 2, and tell the model its standard error. */
export const formatBlock = (message: string): HookOutput => ({ stdout: '', stderr: `${message}\n`, exit_code: 2 });

/** Formats an answer that is one line of JSON. */
export const formatJsonAnswer = (answer: object): HookOutput => ({
  stdout: `${JSON.stringify(answer)}\n`,
  stderr: '',
  exit_code: 0,
});

/** Adds a line to the standard error of an answer, for people. */
export const addRemark = (output: HookOutput, remark: string): HookOutput =>
  remark === '' ? output : { ...output, stderr: `${remark}\n${output.stderr}` };
