import type { Heard, Said } from './heard.js';
import { inText } from './in_text.js';
import type { UpstreamScript } from './script.js';

/** Where a conversation stands. */
export interface Place {
  /** How often the script has spoken in it. */
  turn: number;
  /** What was said to it before it first spoke. */
  opening: string;
}

/**
 * Where a conversation stands, by what the script said itself. Clients put words into a model's mouth, before it has said anything above
 * all ("Got it. Thanks for the context!"): those are no turns. Once it has spoken everything counts, so that a client that alters what
 * was said is not told the same for ever.
 */
export function placeOf(script: UpstreamScript, { history }: Pick<Heard, 'history'>): Place {
  const known = wordsOf(script);
  const spoken = spokenIn(history);
  const first = spoken.findIndex((items) => items.some((item) => isOwn(item, known)));
  const own = first < 0 ? [] : spoken.slice(first);
  const before = own.length === 0 ? history : history.slice(0, history.indexOf(own[0]![0]!));
  return {
    turn: own.reduce((turn, items) => numberIn(items) ?? turn + 1, 0),
    opening: before.flatMap(({ model, texts }) => (model ? [] : texts)).join('\n'),
  };
}

/** The id of a turn, of what it says and of its calls; `numberOf` reads it again. */
export const turnKey = (conversation: string, turn: number): string => `${conversation}_${turn + 1}`;
const keyPattern = /_[0-9a-f]{12}_(\d{1,6})(?:_\d+)?$/;

const numberOf = (id: string): number | undefined => {
  const found = keyPattern.exec(id);
  return found ? Number(found[1]) : undefined;
};

/** The number that ids of a turn bear; calls have them in all wire formats, as far as clients keep them. */
const numberIn = (items: readonly Said[]): number | undefined =>
  items.flatMap(({ ids }) => ids.flatMap((id) => numberOf(id) ?? [])).at(-1);

/** Several items in a row are one turn: thought, text and calls stand apart in some formats. */
function spokenIn(history: readonly Said[]): Said[][] {
  const spoken: Said[][] = [];
  for (const [i, item] of history.entries()) {
    if (!item.model) continue;
    if (history[i - 1]?.model) spoken.at(-1)!.push(item);
    else spoken.push([item]);
  }
  return spoken;
}

const isOwn = ({ acts, ids, texts }: Said, known: readonly string[]): boolean =>
  acts || ids.some((id) => numberOf(id) !== undefined) || texts.some((text) => isSaid(text, known));

/** A text that the script says, whole or broken off. */
const isSaid = (text: string, known: readonly string[]) =>
  text.trim() !== '' && known.some((words) => words.startsWith(text.trim()));

/** All that a script can say. */
function wordsOf(script: UpstreamScript): string[] {
  const turns = [script.turns, ...script.conversations.map((conversation) => conversation.turns)].flat();
  const said = turns.flatMap((turn) => [turn.reasoning ?? '', script.tools ? (turn.say ?? '') : inText(turn)]);
  return [...said, script.side, script.done].map((words) => words.trim());
}
