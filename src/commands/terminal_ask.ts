import { createInterface } from 'node:readline';
import { terminal as safe, shorten } from '../publish/report/escape.js';
import { elapsed } from '../publish/report/quantities.js';
import type { Ask, Asked, Reply } from '../run/escalation/operator.js';

/** The two ends of a terminal, and who sits at it. */
export interface Terminal {
  input: NodeJS.ReadableStream;
  output: { write(text: string): unknown };
  by: string;
}

const SHOWN = 1000;

/**
 * Asks at a terminal (R12). Questions of several attempts wait for each other. Whole words are wanted: a key that somebody pressed
 * before the question came must not answer it. The terminal stays in its own line mode, so Ctrl-C means what it always means.
 */
export function terminalAsk(terminal: Terminal): Ask {
  let before: Promise<unknown> = Promise.resolve();
  return (asked, signal) => {
    const turn = before.then(() => (signal.aborted ? undefined : askHere(asked, terminal, signal)));
    before = turn.catch(() => undefined);
    return turn;
  };
}

function askHere(asked: Asked, { input, output, by }: Terminal, signal: AbortSignal): Promise<Reply | undefined> {
  if (input.readable === false) return Promise.resolve(undefined); // the end of it was read already
  const say = (text: string) => output.write(text);
  say(
    `\n? ${safe(asked.contract)} · ${safe(asked.attempt_id)} · ${safe(asked.condition)}\n` +
      `  ${safe(shorten(asked.question, SHOWN))}\n` +
      `  No answer within ${elapsed(asked.timeout_ms)} means deny.\n`,
  );
  const which = '  Write "allow" or "deny", then why: ';
  const why = '  Why? It stands in the record: ';
  say(which);
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input, terminal: false });
    let decision: Reply['decision'] | undefined;
    const end = (reply: Reply | undefined) => {
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
      decision ??= word?.toLowerCase() as Reply['decision'] | undefined;
      if (decision !== undefined && reason !== '') end({ decision, by, justification: reason });
      else say(decision === undefined ? which : why);
    });
  });
}
