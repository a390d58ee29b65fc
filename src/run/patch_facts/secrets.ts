import { lintSource } from '@secretlint/core';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { sha256 } from '../../record/canonical.js';
import type { Payload } from '../../record/events.js';
import type { ChangedFile } from './changed_files.js';
import { LOCAL_ADDRESS, SECRET_FILES, SECRET_RULES } from './secret_rules.js';

type Secret = Payload<'patch_facts'>['secrets'][number];

/** Bounds: characters of all added lines that are searched, of one line, and milliseconds for the library's rules. */
const MOST_TEXT = 5 * 2 ** 20;
const MOST_LINE = 4000;
const MOST_MS = 10_000;
/** Characters that are searched at once, so that the time can be looked at in between. */
const CHUNK = 64 * 1024;

/**
 * The library marks the begin and end of every rule on every text, keeps the marks for as long as the process lives, and looks through all of
 * them for each: a patch of thirty thousand small files would hold the process for hours, and other attempts with it. Nobody reads them.
 */
performance.mark = (name) => ({ name, entryType: 'mark', startTime: 0, duration: 0, detail: null, toJSON: () => name });

/** The library's rules but the one that lets a comment in the text switch the others off. */
const LIBRARY = rules
  .filter((rule) => rule.meta.id !== '@secretlint/secretlint-rule-filter-comments')
  .map((rule) => ({ id: rule.meta.id, rule }));

/**
 * What looks like a credential among the added lines (R14): the recommended rules of secretlint, and our own. Lines are joined
 * per file, so that keys over several lines are found. The value itself is not kept, only its digest.
 */
export async function findSecrets(
  files: readonly ChangedFile[],
): Promise<{ secrets: Secret[]; unread: { file: string; reason: string }[] }> {
  const secrets = new Map<string, Secret>();
  const unread: { file: string; reason: string }[] = [];
  const began = performance.now();
  let left = MOST_TEXT;
  const bySize = files.map((file) => ({ file, size: file.added.reduce((sum, { text }) => sum + text.length + 1, 0) }));
  for (const { file, size } of bySize.sort((a, b) => a.size - b.size)) {
    if (file.unread !== undefined && file.after === undefined && file.unread !== 'it is a link')
      unread.push({ file: file.path, reason: file.unread });
    if (size === 0) continue;
    if (size > left || performance.now() - began > MOST_MS) {
      unread.push({ file: file.path, reason: 'the patch adds too much to search all of it for secrets' });
      continue;
    }
    left -= size;
    const say = (rule: string, confidence: Secret['confidence'], offset: number, value: string, chunk: Chunk) => {
      const at = chunk.lineAt(offset);
      // One finding a line: several rules know the same value by other borders.
      const key = `${file.path}\0${at.line}`;
      const known = secrets.get(key);
      if (known && (known.confidence === 'high' || confidence === 'low')) return;
      const { line, patch_line } = at;
      secrets.set(key, { rule, confidence, file: file.path, line, patch_line, sha256: sha256(value) });
    };
    for (const chunk of chunksOf(file)) {
      if (performance.now() - began > MOST_MS) {
        unread.push({ file: file.path, reason: 'searching it for secrets takes too long' });
        break;
      }
      const sure = SECRET_FILES.test(file.path);
      for (const rule of SECRET_RULES)
        for (const match of chunk.text.matchAll(rule.pattern)) {
          const value = match[1] ?? match[0];
          const offset = match.index + match[0].indexOf(value);
          if (rule.accepts && !rule.accepts(value, match[0])) continue;
          say(rule.id, sure ? 'high' : rule.confidence, offset, value, chunk);
        }
      for (const { rule, offset, value } of await lint(chunk.text, file.path)) say(rule, 'high', offset, value, chunk);
    }
  }
  return { secrets: [...secrets.values()], unread };
}

interface Chunk {
  text: string;
  lineAt(offset: number): { line: number; patch_line: number | null };
}

/** The added lines of a file, joined and in pieces that overlap by some lines, so that a key on the border is whole in one. */
function* chunksOf({ added }: ChangedFile): Generator<Chunk> {
  const OVERLAP = 80;
  for (let from = 0; from < added.length; ) {
    const starts: number[] = [];
    let text = '';
    let to = from;
    for (; to < added.length && text.length < CHUNK; to++) {
      starts.push(text.length);
      text += `${broken(added[to]!.text)}\n`;
    }
    const first = from;
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
    if (to >= added.length) return;
    from = Math.max(from + 1, to - OVERLAP);
  }
}

/** Very long lines in pieces: patterns of others may take time with the square of a line's length. */
function broken(text: string): string {
  const line = text.replace(/\r$/, '');
  if (line.length <= MOST_LINE) return line;
  const pieces: string[] = [];
  for (let at = 0; at < line.length; at += MOST_LINE - 500) pieces.push(line.slice(at, at + MOST_LINE));
  return pieces.join('\n');
}

async function lint(text: string, path: string): Promise<{ rule: string; offset: number; value: string }[]> {
  // The library keeps time by marks that it names after the file and finds again line by line; a line break ends the process.
  const shown = path.replace(/[^\w./-]/g, '_');
  const { messages } = await lintSource({
    source: { filePath: `/${shown}`, content: text, contentType: 'text' },
    options: { noPhysicFilePath: true, config: { rules: LIBRARY } },
  });
  return messages
    .map(({ ruleId, range: [from, to] }) => ({
      rule: ruleId.replace('@secretlint/secretlint-rule-', ''),
      offset: from,
      value: text.slice(from, to),
    }))
    .filter(({ value }) => !LOCAL_ADDRESS.test(value));
}
