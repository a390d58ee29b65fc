import { lintSource } from '@secretlint/core';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { EventPayload } from '../../record/events/event.js';
import { sha256 } from '../../record/json/compute_digest.js';
import { LOCAL_ADDRESS } from '../redaction/rules/create_value_check.js';
import { SECRET_FILES, SECRET_RULES } from '../redaction/rules/secret_rules.js';
import type { ChangedFile } from './changed_file.js';

type FoundSecret = EventPayload<'patch_facts'>['secrets'][number];

/** Most characters of all added lines, most of one line, and most milliseconds for the library's rules. */
const MAX_TEXT = 5 * 2 ** 20;
const MAX_LINE = 4000;
const MAX_MS = 10_000;
/** Characters that are searched at once; the time is checked in between. */
const CHUNK_LENGTH = 64 * 1024;

/**
 * The library marks begin and end of every rule on every text, keeps all marks and searches them for each. A patch of
 * thirty thousand small files would take hours. Nobody reads the marks.
 */
performance.mark = (name) => ({ name, entryType: 'mark', startTime: 0, duration: 0, detail: null, toJSON: () => name });

/** Rules of the library, except the one that lets a comment in the text disable others. */
const LIBRARY_RULES = rules
  .filter((rule) => rule.meta.id !== '@secretlint/secretlint-rule-filter-comments')
  .map((rule) => ({ id: rule.meta.id, rule }));

/**
 * Finds possible credentials among the added lines (requirement R14) by the rules of secretlint and our own.
 *
 * Lines are joined per file, so that keys over several lines are found. Only the digest of a value is kept.
 */
export async function findSecrets(
  files: readonly ChangedFile[],
): Promise<{ secrets: FoundSecret[]; unread: { file: string; reason: string }[] }> {
  const secrets = new Map<string, FoundSecret>();
  const unread: { file: string; reason: string }[] = [];
  const began = performance.now();
  let left = MAX_TEXT;
  const bySize = files.map((file) => ({ file, size: file.added.reduce((sum, { text }) => sum + text.length + 1, 0) }));
  for (const { file, size } of bySize.sort((a, b) => a.size - b.size)) {
    if (file.unread !== undefined && file.after === undefined && file.unread !== 'it is a link')
      unread.push({ file: file.path, reason: file.unread });
    if (size === 0) continue;
    if (size > left || performance.now() - began > MAX_MS) {
      unread.push({ file: file.path, reason: 'the patch adds too much to search all of it for secrets' });
      continue;
    }
    left -= size;
    const say = (
      rule: string,
      confidence: FoundSecret['confidence'],
      offset: number,
      value: string,
      chunk: TextChunk,
    ) => {
      const lineNumber = chunk.lineAt(offset);
      // One finding per line: several rules find the same value with other boundaries.
      const key = `${file.path}\0${lineNumber.line}`;
      const earlierSecret = secrets.get(key);
      if (earlierSecret && (earlierSecret.confidence === 'high' || confidence === 'low')) return;
      const { line, patch_line } = lineNumber;
      secrets.set(key, { rule, confidence, file: file.path, line, patch_line, sha256: sha256(value) });
    };
    for (const chunk of splitChunks(file)) {
      if (performance.now() - began > MAX_MS) {
        unread.push({ file: file.path, reason: 'searching it for secrets takes too long' });
        break;
      }
      const sure = SECRET_FILES.test(file.path);
      for (const { id, patches: confidence, pattern, accepts } of SECRET_RULES) {
        if (confidence === undefined) continue;
        for (const match of chunk.text.matchAll(pattern)) {
          const value = match[1] ?? match[0];
          const offset = match.index + match[0].indexOf(value);
          if (accepts && !accepts(value, match[0])) continue;
          say(id, sure ? 'high' : confidence, offset, value, chunk);
        }
      }
      for (const { rule, offset, value } of await lintText(chunk.text, file.path))
        say(rule, 'high', offset, value, chunk);
    }
  }
  return { secrets: [...secrets.values()], unread };
}

interface TextChunk {
  text: string;
  lineAt(offset: number): { line: number; patch_line: number | null };
}

/** Splits the added lines of a file into overlapping pieces, so that a key at a boundary is whole in one. */
function* splitChunks({ added }: ChangedFile): Generator<TextChunk> {
  const OVERLAP = 80;
  for (let start = 0; start < added.length; ) {
    const starts: number[] = [];
    let text = '';
    let end = start;
    for (; end < added.length && text.length < CHUNK_LENGTH; end++) {
      starts.push(text.length);
      text += `${breakLongLines(added[end]!.text)}\n`;
    }
    const first = start;
    yield {
      text,
      lineAt(offset) {
        let [low, high] = [0, starts.length - 1];
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if (starts[middle]! <= offset) low = middle;
          else high = middle - 1;
        }
        return added[first + low]!;
      },
    };
    if (end >= added.length) return;
    start = Math.max(start + 1, end - OVERLAP);
  }
}

/** Breaks very long lines, since patterns of the library may take quadratic time. */
function breakLongLines(text: string): string {
  const line = text.replace(/\r$/, '');
  if (line.length <= MAX_LINE) return line;
  const pieces: string[] = [];
  for (let lineNumber = 0; lineNumber < line.length; lineNumber += MAX_LINE - 500)
    pieces.push(line.slice(lineNumber, lineNumber + MAX_LINE));
  return pieces.join('\n');
}

async function lintText(text: string, path: string): Promise<{ rule: string; offset: number; value: string }[]> {
  // The library names its marks after the file and parses them line by line; a line break would end the process.
  const shown = path.replace(/[^\w./-]/g, '_');
  const { messages } = await lintSource({
    source: { filePath: `/${shown}`, content: text, contentType: 'text' },
    options: { noPhysicFilePath: true, config: { rules: LIBRARY_RULES } },
  });
  return messages
    .map(({ ruleId, range: [from, to] }) => ({
      rule: ruleId.replace('@secretlint/secretlint-rule-', ''),
      offset: from,
      value: text.slice(from, to),
    }))
    .filter(({ value }) => !LOCAL_ADDRESS.test(value));
}
