import type { HistoryItem, ScriptRequest } from './script_request.js';
import type { ScriptTurn, UpstreamScript } from './upstream_script.js';

/** Position in a conversation of the script. */
interface ScriptPosition {
  /** Number of turns that the script has spoken. */
  turn: number;
  /** Text before its first turn. */
  opening: string;
}

/**
 * Finds the next turn by the script's own texts in the history. Clients invent messages of the model, mostly at the
 * beginning ("Got it. Thanks for the context!"); these are no turns. After the first real turn everything counts, so
 * that a client that changes messages does not get the same turn for ever.
 */
export function findTurn(script: UpstreamScript, { history }: Pick<ScriptRequest, 'history'>): ScriptPosition {
  const scripted_texts = listScriptedTexts(script);
  const spoken = groupSpokenItems(history);
  const first = spoken.findIndex((items) => items.some((item) => isScriptedItem(item, scripted_texts)));
  const turns = first < 0 ? [] : spoken.slice(first);
  const first_item = turns[0]?.[0];
  const opening_items = first_item ? history.slice(0, history.indexOf(first_item)) : history;
  return {
    turn: turns.reduce((turn, items) => findTurnNumber(items) ?? turn + 1, 0),
    opening: opening_items.flatMap(({ model, texts }) => (model ? [] : texts)).join('\n'),
  };
}

/** Formats the id of a turn, of its text and of its calls; `parseTurnNumber` parses it. */
export const formatTurnKey = (conversation: string, turn: number): string => `${conversation}_${turn + 1}`;
const keyPattern = /_[0-9a-f]{12}_(\d{1,6})(?:_\d+)?$/;

const parseTurnNumber = (id: string): number | undefined => {
  const match = keyPattern.exec(id);
  return match ? Number(match[1]) : undefined;
};

/** Finds the turn number in ids; calls have ids in all wire formats, if the client keeps them. */
const findTurnNumber = (items: readonly HistoryItem[]): number | undefined =>
  items.flatMap(({ ids }) => ids.flatMap((id) => parseTurnNumber(id) ?? [])).at(-1);

/** Groups adjacent items of the model into turns: thought, text and calls are separate items in some formats. */
function groupSpokenItems(history: readonly HistoryItem[]): HistoryItem[][] {
  const spoken: HistoryItem[][] = [];
  for (const [i, item] of history.entries()) {
    if (!item.model) continue;
    if (history[i - 1]?.model) spoken.at(-1)!.push(item);
    else spoken.push([item]);
  }
  return spoken;
}

const isScriptedItem = ({ acts, ids, texts }: HistoryItem, known: readonly string[]): boolean =>
  acts || ids.some((id) => parseTurnNumber(id) !== undefined) || texts.some((text) => isScriptedText(text, known));

/** Returns true for a text of the script, whole or truncated. */
const isScriptedText = (text: string, known: readonly string[]) =>
  text.trim() !== '' && known.some((words) => words.startsWith(text.trim()));

/** Lists all texts of a script. */
function listScriptedTexts(script: UpstreamScript): string[] {
  const turns = [script.turns, ...script.conversations.map((conversation) => conversation.turns)].flat();
  const texts = turns.flatMap((turn) => [
    turn.reasoning ?? '',
    script.tools ? (turn.say ?? '') : formatTurnAsText(turn),
  ]);
  return [...texts, script.side, script.done].map((words) => words.trim());
}

/** Formats a turn for a server without tool calling: its commands in blocks of text. */
export function formatTurnAsText({ say = '', calls }: ScriptTurn): string {
  const blocks = calls.flatMap((call) => ('shell' in call ? [`\`\`\`bash\n${call.shell}\n\`\`\``] : []));
  return [say, ...blocks].filter((part) => part !== '').join('\n\n');
}
