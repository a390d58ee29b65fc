import type { Span } from './finding.js';

/** A word of a text: lower-case, without the signs around it. */
export interface TextWord extends Span {
  text: string;
  /** It stood in backticks (code) or in quotation marks: one word, whatever it holds. */
  kind: 'plain' | 'code' | 'quoted';
  /** A comma, colon, semicolon, dash, or bracket stands behind it. */
  stop?: string;
}

export interface Sentence extends Span {
  words: TextWord[];
  question: boolean;
  /** Ends with a colon: it speaks of what follows. */
  leads: boolean;
  /** An item of a list. */
  item: boolean;
  heading: boolean;
}

/** Code between fences, with the name of its language. */
export interface Fence extends Span {
  language: string;
  code: string;
}

/** `$ command` on a line of its own. */
export interface Prompt extends Span {
  command: string;
}

export type Part =
  | { kind: 'sentence'; sentence: Sentence }
  | { kind: 'fence'; fence: Fence }
  | { kind: 'prompt'; prompt: Prompt };

const ITEM = /^[ \t]*(?:[-*+•–]|\(?\d{1,3}[.):]|\(?[a-z][.)]|\[[ x]\]|step \d{1,3}[:.)-]?)[ \t]+(?:\[[ x]\][ \t]+)?/i;
const HEADING = /^[ \t]{0,3}#{1,6}[ \t]+/;
const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)/;
const PROMPT = /^[ \t]*(?:\$|>|%)[ \t]+(?=\S)/;
const WORD =
  /(`{1,2})([^`\n]{1,2000}?)\1|(?<![\w])["“]([^"”\n]{1,400})["”]|(?<![\w])'([^'\n]{1,200})'(?!\w)|[^\s`"“”,;:()!?—]+(?:[:!?][^\s`"“”,;()!?—]+)*|[,;:()!?—]/gu;

/** Lines shorter than this were not wrapped. */
const WRAPPED = 60;

/** A line that begins with a capital behind a short one is no continuation: titles, notes, plans without full stops. */
const beginsAnew = (before: string, line: string) => before.trim().length < WRAPPED && /^\s*\p{Lu}/u.test(line);

const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1;

/** Tells a text apart: sentences, items of lists, code between fences, commands behind a prompt. One pass, whatever the text. */
export function readParts(text: string): Part[] {
  const parts: Part[] = [];
  let paragraph: Span | undefined;
  let item = false;
  let heading = false;
  const flush = () => {
    if (paragraph)
      for (const sentence of sentencesOf(text, paragraph, item, heading)) parts.push({ kind: 'sentence', sentence });
    paragraph = undefined;
  };
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, end);
    const fence = FENCE.exec(line);
    if (fence) {
      flush();
      const close = text.indexOf(`\n${fence[1]}`, end);
      const stop = close < 0 ? text.length : close;
      const start = Math.min(end + 1, stop);
      parts.push({
        kind: 'fence',
        fence: { start, end: stop, language: fence[2]!.toLowerCase(), code: text.slice(start, stop) },
      });
      const after = close < 0 ? text.length : text.indexOf('\n', close + 1);
      at = after < 0 ? text.length : after + 1;
      continue;
    }
    const prompt = PROMPT.exec(line);
    const marker = ITEM.exec(line) ?? HEADING.exec(line);
    if (prompt && line[prompt[0].trim().length] !== undefined && line.trim().startsWith('$')) {
      flush();
      parts.push({
        kind: 'prompt',
        prompt: { start: at + prompt[0].length, end, command: line.slice(prompt[0].length) },
      });
    } else if (line.trim() === '') flush();
    else if (marker) {
      flush();
      heading = HEADING.test(line);
      item = !heading;
      paragraph = { start: at + marker[0].length, end };
      if (heading) flush();
    } else if (paragraph && !beginsAnew(text.slice(lineStart(text, paragraph.end), paragraph.end), line))
      paragraph.end = end;
    else {
      flush();
      item = false;
      heading = false;
      paragraph = { start: at, end };
    }
    // A line that ends with a colon leads to what follows.
    if (paragraph && /[:.!?]\s*$/.test(line)) flush();
    at = end + 1;
  }
  flush();
  return parts;
}

function sentencesOf(text: string, { start, end }: Span, item: boolean, heading: boolean): Sentence[] {
  const sentences: Sentence[] = [];
  let words: TextWord[] = [];
  const close = (at: number, question: boolean) => {
    const [first] = words;
    if (first) {
      const leads = words.at(-1)!.stop === ':';
      sentences.push({ start: first.start, end: at, words, question, leads, item, heading });
    }
    words = [];
  };
  WORD.lastIndex = start;
  for (let match = WORD.exec(text); match && match.index < end; match = WORD.exec(text)) {
    const from = match.index;
    const to = WORD.lastIndex;
    const code = match[2];
    const quoted = match[3] ?? match[4];
    if (code !== undefined || quoted !== undefined) {
      words.push({ start: from, end: to, text: (code ?? quoted)!, kind: code === undefined ? 'quoted' : 'code' });
      if (text[to] === '.' && /\s|$/.test(text[to + 1] ?? ' ')) close(to, false);
      continue;
    }
    const raw = match[0];
    if (/^[,;:()!?—]$/u.test(raw)) {
      const last = words.at(-1);
      if (last) last.stop = raw;
      if (raw === '!' || raw === '?') close(to, raw === '?');
      continue;
    }
    const ends = /[.…]+$/.test(raw) && !/^(?:\.+|e\.g\.|i\.e\.|etc\.|vs\.)$/i.test(raw);
    const plain = raw
      .toLowerCase()
      .replace(/’/g, "'")
      .replace(/^[*_[\]{}<>]+|[*_[\]{}<>]+$/g, '')
      .replace(/(?<=.)[.…]+$/, '');
    if (plain !== '') words.push({ start: from, end: to, text: plain, kind: 'plain' });
    if (ends) close(to, false);
  }
  close(end, false);
  return sentences;
}
