import type { Language, Reading } from '../deed.js';
import type { GivenToCode } from './given.js';

/** What reading code needs from those who read the command line that the code stands in. */
export interface CodeContext {
  /**
   * Reads a command line that the code would give to a shell, with the budget of the whole line. What is unknown in it stands
   * as UNKNOWN. Lists of arguments come quoted.
   */
  readCommand(line: string): Reading;
  /** Told of a file that the code writes with known text, so that it can be read when it is run. */
  wrote?(path: string, text: string): void;
  /** What the line gives to the code. */
  given?: GivenToCode;
  /** Told what the code prints, as far as it is known. */
  printed?(text: string): void;
}

/** What code in a language would do, told in words of the shell. */
export type ReadCode = (language: Exclude<Language, 'shell'>, code: string, context: CodeContext) => Reading;
