import { createInterface } from 'node:readline';
import type { QuestionPrompt } from '../../commands/io/command_context.js';
import { escapeText as safe, shortenText } from '../../publish/text/escape_text.js';

/** Input and output of a terminal. */
interface QuestionTerminal {
  input: NodeJS.ReadableStream;
  output: { write(text: string): unknown };
}

const MAX_LENGTH = 500;

/**
 * Creates a function that asks the caller of a command at a terminal.
 *
 * The terminal stays in its own line mode, so that Ctrl-C interrupts the command as usual.
 */
export function createQuestionPrompt({ input, output }: QuestionTerminal): QuestionPrompt {
  return ({ text, because, fallback, option }, signal) => {
    if (input.readable === false || signal.aborted) return Promise.resolve(undefined);
    const show = (line: string) => safe(shortenText(line, MAX_LENGTH));
    const preset = fallback === '' ? '' : ` [${show(fallback)}]`;
    output.write(`${because.map((line) => `  ${show(line)}\n`).join('')}? ${show(text)} (${show(option)})${preset}: `);
    return new Promise((resolve) => {
      const lines = createInterface({ input, terminal: false });
      const end = (answer: string | undefined) => {
        signal.removeEventListener('abort', leave);
        lines.removeAllListeners();
        lines.close();
        resolve(answer);
      };
      const leave = () => end(undefined);
      signal.addEventListener('abort', leave, { once: true });
      lines.once('close', leave);
      lines.once('line', (line) => end(line.trim() || fallback));
    });
  };
}
