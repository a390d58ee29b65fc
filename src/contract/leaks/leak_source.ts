import { type LeakToken, tokenizeLeakLine } from './leak_token.js';

/** File whose distinctive lines agents must not be told. */
export interface LeakSource {
  what: 'golden patch' | 'hidden file';
  path: string;
  lines: LeakLine[];
}

/** Distinctive line of a leak source, with its tokens. */
export interface LeakLine {
  /** Line of the patched or hidden file, from 1. */
  number: number;
  text: string;
  tokens: LeakToken[];
  /** True if it directly follows the line before, so that one sentence can quote both. */
  continues: boolean;
}

/** Prose and generated files: quoting them in an issue gives nothing away. */
const NON_CODE_FILE =
  /\.(?:md|mdx|rst|txt|adoc|lock|snap|min\.[cm]?js|map)$|(?:^|\/)(?:CHANGE(?:S|LOG)|HISTORY|NEWS)[^/]*$|-lock\.(?:json|ya?ml)$/i;
const COMMENT = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#(?!\[|!|include|define|if|else|endif)|--\s|<!--|""")/;

const toLeakLine = (number: number, text: string, continues: boolean): LeakLine[] =>
  text.trim() === '' || COMMENT.test(text)
    ? []
    : [{ number, text: text.trim(), tokens: tokenizeLeakLine(text, number), continues }];

/** Joins the tokens of a line with single spaces. */
export const normalizeSpacing = (tokens: readonly LeakToken[]): string => tokens.map(({ text }) => text).join(' ');

/** Lists the lines that a patch adds. Moved lines and context are in the repository and are left out. */
export function createPatchLeakSources(patch: Uint8Array): LeakSource[] {
  const sources: LeakSource[] = [];
  const unchangedLines = new Set<string>();
  let source: LeakSource | undefined;
  let [left, added, number] = [0, 0, 0];
  let lastAdded = -1;
  const lines = new TextDecoder().decode(patch).split('\n');
  lines.forEach((line, index) => {
    const head = left <= 0 && added <= 0 ? /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) : null;
    if (head) {
      [left, number, added] = [Number(head[1] ?? 1), Number(head[2]), Number(head[3] ?? 1)];
      lastAdded = -1;
    } else if (left > 0 || added > 0) {
      const text = line.slice(1);
      if (line.startsWith('+')) {
        source?.lines.push(...toLeakLine(number, text, lastAdded === index - 1));
        lastAdded = index;
        added--;
        number++;
      } else if (!line.startsWith('\\')) {
        unchangedLines.add(normalizeSpacing(tokenizeLeakLine(text, 0)));
        left--;
        if (!line.startsWith('-')) {
          added--;
          number++;
        }
      }
    } else if (line.startsWith('+++ ')) {
      const path = line.slice(4).replace(/^b\//, '').replace(/\t.*$/, '');
      source = { what: 'golden patch', path, lines: [] };
      if (!NON_CODE_FILE.test(path)) sources.push(source);
    }
  });
  return sources.map((each) => ({
    ...each,
    lines: each.lines.filter(({ tokens }) => !unchangedLines.has(normalizeSpacing(tokens))),
  }));
}

/** Lists the lines of a hidden file. */
export function createHiddenLeakSource(path: string, content: Uint8Array): LeakSource {
  if (NON_CODE_FILE.test(path) || content.subarray(0, 8000).includes(0))
    return { what: 'hidden file', path, lines: [] };
  const lines = new TextDecoder().decode(content).split('\n');
  return { what: 'hidden file', path, lines: lines.flatMap((text, i) => toLeakLine(i + 1, text, i > 0)) };
}
