import type { Readable, Writable } from 'node:stream';
import type { ContractLocation } from '../../publish/github/pair/published_pair.js';
import type { ReportView } from '../../publish/report/view/report_view.js';
import type { StyledLine } from '../../publish/text/styled_line.js';
import type { AttemptResult } from '../../record/verdict/attempt_result.js';
import type { OperatorPrompt } from '../../run/escalation/operator.js';
import type { BubblewrapInstallationResult } from '../../sandbox/bubblewrap/install_bubblewrap.js';
import type { BubblewrapObstacle } from '../../sandbox/sandbox_backend.js';
import type { ProgressReporter } from './progress_reporter.js';

/** Question to the caller of a command. */
export interface CallerQuestion {
  /** One short sentence with a question mark. */
  text: string;
  /** Lines above it: why it is asked, and what there is to choose from. */
  because: readonly string[];
  /** Answer of an empty line. */
  fallback: string;
  /** Option that answers it, such as "--test COMMAND". */
  option: string;
}

/** Asks the caller. @returns the line that was given or the fallback; undefined at the end of the input */
export type QuestionPrompt = (question: CallerQuestion, signal: AbortSignal) => Promise<string | undefined>;

/**
 * Context of a command: output, interruption, secrets and variables of the caller. Shells own the streams; commands
 * never use `process`.
 */
export interface CommandContext {
  /** Prints one line on standard output. JSON comes from `jsonText`. */
  log(line: string): void;
  /** Prints one line on standard error. */
  error(line: string): void;
  /** Prints one styled line on standard output; absent = the output has no styles. */
  styled?: ((line: StyledLine) => void) | undefined;
  /** Progress of what runs, on standard error. Absent = nobody is told. */
  progress?: ProgressReporter | undefined;
  signal: AbortSignal;
  terminal: { columns: number; colour: boolean };
  /** Repository (`owner/name`), commit and workflow run that reports name. Absent = the caller knows none. */
  origin?: { repository?: string; commit?: string; run_url?: string } | undefined;
  /** True if the caller hands results on: they are written in the formats of other tools, too. */
  exports_formats?: boolean | undefined;
  /** Values of the caller's environment that must not be stored. */
  secrets?: readonly string[];
  /** Reads a variable of the caller that an option names, such as a key. Absent = there are none. */
  variable?: ((name: string) => string | undefined) | undefined;
  /** Ways to ask a person for a decision (requirement R12). `file: false` = nobody can write into the run directory. */
  people?: { terminal?: OperatorPrompt | undefined; github?: OperatorPrompt | undefined; file?: boolean };
  /** Asks the caller at a terminal for what could not be found. Absent = nobody is there who can be asked. */
  question?: QuestionPrompt | undefined;
  /** True if the caller can run without a sandbox: an error then names the option. */
  offers_unsafe?: boolean | undefined;
  /** Installs what the bubblewrap sandbox lacks. Absent = this machine is not ours to change. */
  install_sandbox?: ((obstacle: BubblewrapObstacle) => Promise<BubblewrapInstallationResult>) | undefined;
}

/** Standard input and output of the process that started gatebench. */
export interface ClientStreams {
  input: Readable;
  output: Writable;
}

/** Outcome of a verb that judges attempts, complete enough to be published. */
export interface JudgementOutcome {
  /** 0 gate satisfied, 1 not satisfied, 2 user error, 3 indecisive, 130 interrupted. */
  exit_code: 0 | 1 | 2 | 3 | 130;
  conclusion: 'success' | 'failure' | 'indecisive' | 'interrupted';
  view: ReportView;
  /** Results that the view shows: all, or the worst of many. */
  results: readonly AttemptResult[];
  /** Files of the contracts, by attempt, for annotations. */
  places: Record<string, ContractLocation>;
  report_path: string;
  html_path: string;
  results_path: string;
}
