import { readPatchText } from '../workspace/patch_text.js';

/** One hunk: its position, and its lines with their first character. */
export interface Hunk {
  old_start: number;
  new_start: number;
  /** What follows the second `@@`. */
  heading: string;
  lines: string[];
}

/** The part of a patch about one file. A binary or a mere renaming has no hunks: everything is in `header`. */
export interface FileSection {
  path: string;
  header: string[];
  hunks: Hunk[];
}

/** Takes a patch apart so that it can be put together again with a change. Text is latin-1, one character per byte. */
export function readSections(patch: Uint8Array): FileSection[] {
  const lines = Buffer.from(patch).toString('latin1').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const starts = readPatchText(patch).files;
  const sections: FileSection[] = [];
  let [left, added] = [0, 0];
  lines.forEach((text, index) => {
    const begins = starts.find((file) => file.patch_line === index + 1);
    if (begins) {
      sections.push({ path: begins.path, header: [text], hunks: [] });
      [left, added] = [0, 0];
      return;
    }
    const section = sections.at(-1);
    if (!section) return; // prose before the first file
    const hunk = section.hunks.at(-1);
    if (hunk && (left > 0 || added > 0 || text.startsWith('\\'))) {
      hunk.lines.push(text);
      if (!text.startsWith('+') && !text.startsWith('\\')) left--;
      if (!text.startsWith('-') && !text.startsWith('\\')) added--;
      return;
    }
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/.exec(text);
    if (head) {
      [left, added] = [Number(head[2] ?? 1), Number(head[4] ?? 1)];
      section.hunks.push({ old_start: Number(head[1]), new_start: Number(head[3]), heading: head[5]!, lines: [] });
    } else section.header.push(text);
  });
  return sections;
}

/** The patch of these sections, with the counts of its hunks as they are now. Hunks that change nothing are left out. */
export function writeSections(sections: readonly FileSection[]): Uint8Array {
  const text = sections.flatMap((section) => {
    const hunks = section.hunks.filter((hunk) => hunk.lines.some((line) => /^[+-]/.test(line)));
    if (section.hunks.length > 0 && hunks.length === 0 && !isWhole(section)) return [];
    return [...section.header, ...hunks.flatMap(writeHunk)];
  });
  return Buffer.from(text.map((line) => `${line}\n`).join(''), 'latin1');
}

/** Whether a section says something without its hunks: a new mode, a renaming, a binary. */
function isWhole({ header }: FileSection): boolean {
  return header.some((line) => /^(old mode|rename from|copy from|GIT binary patch)/.test(line));
}

function writeHunk({ old_start, new_start, heading, lines }: Hunk): string[] {
  const old = lines.filter((line) => !line.startsWith('+') && !line.startsWith('\\')).length;
  const now = lines.filter((line) => !line.startsWith('-') && !line.startsWith('\\')).length;
  return [`@@ -${old_start},${old} +${new_start},${now} @@${heading}`, ...lines];
}
