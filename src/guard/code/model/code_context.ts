import type { CodeLanguage, ParsedCommand } from '../../invocation.js';
import type { CodeInput } from './code_input.js';

/** Context of code that stands in a command line. */
export interface CodeContext {
  /** Reads a command line that the code would pass to a shell, within the budget of the whole line. */
  readCommand(line: string): ParsedCommand;
  /** Called with each file that the code writes with known text, so that the text can be read if the file is run. */
  onWrite?(path: string, text: string): void;
  /** Input that the command line gives to the code. */
  input?: CodeInput;
  /** Called with the known output of the code. */
  onPrint?(text: string): void;
}

/** Function that reads what code of a language would do, as invocations. */
export type CodeReader = (
  language: Exclude<CodeLanguage, 'shell'>,
  code: string,
  context: CodeContext,
) => ParsedCommand;
