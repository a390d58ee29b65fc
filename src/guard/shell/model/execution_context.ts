import { type ExpandedWord, type Invocation, replaceWithUnknown, UNKNOWN_VALUE } from '../../invocation.js';

/** Known text of a standard input that several commands read in turn. */
class InputStream {
  remaining: string;

  constructor(private readonly text: string) {
    this.remaining = text;
  }

  readRest(): string {
    const rest = this.remaining;
    this.remaining = '';
    return rest;
  }

  readLine(): string | undefined {
    if (this.remaining === '') return this.text.includes(UNKNOWN_VALUE) ? replaceWithUnknown(this.text) : undefined;
    const [line = ''] = this.remaining.split('\n', 1);
    this.remaining = this.remaining.slice(line.length + 1);
    return line;
  }
}

/** Context in which a command runs. */
export interface ExecutionContext {
  input?: Invocation['input'];
  stdin?: InputStream;
  wrappers: readonly string[];
  /** Invocations without whose success the command does not run. */
  needs?: readonly Invocation[];
  /** Redirections of the command and of the groups around it. */
  redirects: Invocation['redirects'];
  /** File to which its output goes. */
  outputFile?: { kind: 'write' | 'append'; path: ExpandedWord };
  /** Variables set for this command only. */
  environment: Readonly<Record<string, ExpandedWord>>;
  /** True if its output becomes part of a word or a value. */
  captured?: true;
  /** True if it runs concurrently with what follows: in the background, or in a pipeline. */
  isConcurrent: boolean;
  /** True if its output goes to another program of the pipeline. */
  isPiped?: boolean;
}

/** Returns the context of a command with another input, of which the text is given. */
export function feedContext(context: ExecutionContext, text: string, input: Invocation['input']): ExecutionContext {
  return { ...context, input, stdin: new InputStream(text) };
}
