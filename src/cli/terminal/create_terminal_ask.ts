import { createInterface } from 'node:readline';
import { escapeText as safe, shortenText } from '../../publish/text/escape_text.js';
import { formatDuration } from '../../publish/text/format_quantity.js';
import type { OperatorPrompt, OperatorQuestion, OperatorReply } from '../../run/escalation/operator.js';

/** Input and output of a terminal, and the name of its user. */
interface AskTerminal {
  input: NodeJS.ReadableStream;
  output: { write(text: string): unknown };
  by: string;
}

const MAX_QUESTION_LENGTH = 1000;

/**
 * Creates a function that asks at a terminal (requirement R12).
 *
 * Questions of several attempts wait for each other. Only whole words count: a key pressed before the question came
 * must not answer it. The terminal stays in its own line mode, so that Ctrl-C works as usual.
 */
export function createTerminalAsk(terminal: AskTerminal): OperatorPrompt {
  let last_turn: Promise<unknown> = Promise.resolve();
  return (asked, signal) => {
    const turn = last_turn.then(() => (signal.aborted ? undefined : askAtTerminal(asked, terminal, signal)));
    last_turn = turn.catch(() => undefined);
    return turn;
  };
}

function askAtTerminal(
  asked: OperatorQuestion,
  { input, output, by }: AskTerminal,
  signal: AbortSignal,
): Promise<OperatorReply | undefined> {
  if (input.readable === false) return Promise.resolve(undefined); // the end of it was read already
  const say = (text: string) => output.write(text);
  say(
    `\n? ${safe(asked.contract)} · ${safe(asked.attempt_id)} · ${safe(asked.condition)}\n` +
      `  ${safe(shortenText(asked.question, MAX_QUESTION_LENGTH))}\n` +
      `  No answer within ${formatDuration(asked.timeout_ms)} means deny.\n`,
  );
  const instruction = '  Write "allow" or "deny", then why: ';
  const why = '  Why? It stands in the record: ';
  say(instruction);
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input, terminal: false });
    let decision: OperatorReply['decision'] | undefined;
    const end = (reply: OperatorReply | undefined) => {
      signal.removeEventListener('abort', away);
      lines.removeAllListeners();
      lines.close();
      resolve(reply);
    };
    const away = () => {
      say('\n  The question is over.\n');
      end(undefined);
    };
    signal.addEventListener('abort', away, { once: true });
    lines.on('error', reject);
    lines.on('close', () => end(undefined));
    lines.on('line', (line) => {
      const [, word, rest] = /^\s*(allow|deny)\b[\s:,]*(?:because\b)?\s*(.*)$/i.exec(line) ?? [];
      const reason = decision === undefined ? (rest ?? '').trim() : line.trim();
      decision ??= word?.toLowerCase() as OperatorReply['decision'] | undefined;
      if (decision !== undefined && reason !== '') end({ decision, by, justification: reason });
      else say(decision === undefined ? instruction : why);
    });
  });
}
