import { forms } from '../vocabulary/vocabulary.js';

/** Word of a text in lower case, without the signs around it; its range is in UTF-16 units, the end exclusive. */
export interface TextWord {
  start: number;
  end: number;
  text: string;
  /** Plain; in backticks; or in quotation marks, which make one word of anything. */
  kind: 'plain' | 'code' | 'quoted';
  /** Comma, colon, semicolon, dash or bracket behind it. */
  stop?: string;
}

/** Returns the text of a word, or a sign that is no word for code and quotations. */
export const getUnquotedText = ({ text, kind }: TextWord): string => (kind === 'plain' ? text : '\u{FFFC}');

/** Sentence of a text, split into words. */
export interface Sentence {
  words: TextWord[];
  question: boolean;
  /** It ends with a colon and introduces what follows. */
  leads: boolean;
  item: boolean;
  heading: boolean;
}

type TextPart =
  | { kind: 'sentence'; sentence: Sentence }
  /** Code between fences, with the name of its language. */
  | { kind: 'fence'; language: string; code: string }
  /** Command behind a prompt sign on a line of its own. */
  | { kind: 'prompt'; command: string };

/** Length below which a line was not wrapped, in characters. */
const WRAPPED = 60;

/** Splits a text into sentences, list items, fenced code and prompt commands in one pass. */
export function parseTextParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let paragraph: Pick<TextWord, 'start' | 'end'> | undefined;
  let item = false;
  let heading = false;
  let previous = '';
  const flush = () => {
    if (paragraph)
      for (const sentence of splitSentences(text, paragraph.start, paragraph.end, item, heading))
        parts.push({ kind: 'sentence', sentence });
    paragraph = undefined;
  };
  const findNext = (sign: string, start: number) => {
    const position = text.indexOf(sign, start);
    return position < 0 ? text.length : position;
  };
  for (let index = 0; index < text.length; ) {
    const end = findNext('\n', index);
    const line = text.slice(index, end);
    const fence = forms.code_fence.exec(line);
    if (fence) {
      flush();
      const stop = findNext(`\n${fence[1]}`, end);
      parts.push({ kind: 'fence', language: fence[2]!.toLowerCase(), code: text.slice(end + 1, stop) });
      index = findNext('\n', stop + 1) + 1;
      continue;
    }
    // A line with a leading capital that follows a short one begins a new paragraph.
    const isNew = previous.trim().length < WRAPPED && /^\s*\p{Lu}/u.test(line);
    const prompt = forms.prompt.exec(line);
    const marker = forms.list_item.exec(line) ?? forms.heading.exec(line);
    if (prompt) {
      flush();
      parts.push({ kind: 'prompt', command: line.slice(prompt[0].length) });
    } else if (line.trim() === '') flush();
    else if (marker || !paragraph || isNew) {
      flush();
      heading = forms.heading.test(line);
      item = marker !== null && !heading;
      paragraph = { start: index + (marker?.[0].length ?? 0), end };
      if (heading) flush();
    } else paragraph.end = end;
    // A line that ends with a colon introduces the next lines.
    if (paragraph && /[:.!?]\s*$/.test(line)) flush();
    previous = line;
    index = end + 1;
  }
  flush();
  return parts;
}

function splitSentences(text: string, start: number, end: number, item: boolean, heading: boolean): Sentence[] {
  const sentences: Sentence[] = [];
  let words: TextWord[] = [];
  const close = (question: boolean) => {
    if (words.length > 0) sentences.push({ words, question, leads: words.at(-1)!.stop === ':', item, heading });
    words = [];
  };
  forms.text_word.lastIndex = start;
  for (let match = forms.text_word.exec(text); match && match.index < end; match = forms.text_word.exec(text)) {
    const { 0: raw, 2: code, 3: quoted = match[4], index: origin } = match;
    const target = forms.text_word.lastIndex;
    if (code !== undefined || quoted !== undefined) {
      words.push({ start: origin, end: target, text: (code ?? quoted)!, kind: code === undefined ? 'quoted' : 'code' });
      if (text[target] === '.' && /\s|$/.test(text[target + 1] ?? ' ')) close(false);
      continue;
    }
    if (/^[,;:()!?—]$/u.test(raw)) {
      const last = words.at(-1);
      if (last) last.stop = raw;
      if (raw === '!' || raw === '?') close(raw === '?');
      continue;
    }
    const ends = /[.…]+$/.test(raw) && !/^(?:\.+|e\.g\.|i\.e\.|etc\.|vs\.)$/i.test(raw);
    const plain = raw
      .toLowerCase()
      .replace(/’/g, "'")
      .replace(/^[*_[\]{}<>]+|[*_[\]{}<>]+$/g, '')
      .replace(/(?<=.)[.…]+$/, '');
    if (plain !== '') words.push({ start: origin, end: target, text: plain, kind: 'plain' });
    if (ends) close(false);
  }
  close(false);
  return sentences;
}
