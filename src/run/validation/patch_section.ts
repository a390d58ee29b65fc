import { readPatchText } from '../../workspace/patch/patch_text.js';

/** Hunk of a patch: its position, and its lines with their first character. */
export interface PatchHunk {
  old_start: number;
  new_start: number;
  /** Text after the second `@@`. */
  heading: string;
  lines: string[];
}

/** Section of a patch about one file. Binary changes and mere renames have no hunks, only a `header`. */
export interface PatchSection {
  path: string;
  header: string[];
  hunks: PatchHunk[];
}

/** Parses a patch so that it can be written again with a change. Text is latin-1, one character per byte. */
export function parsePatchSections(patch: Uint8Array): PatchSection[] {
  const lines = Buffer.from(patch).toString('latin1').split('\n');
  if (lines.at(-1) === '') lines.pop();
  const starts = readPatchText(patch).files;
  const sections: PatchSection[] = [];
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
      section.hunks.push({ old_start: Number(head[1]), new_start: Number(head[3]), heading: head[5] ?? '', lines: [] });
    } else section.header.push(text);
  });
  return sections;
}

/** Formats sections as a patch with recounted hunks. Hunks without changes are left out. */
export function formatPatchSections(sections: readonly PatchSection[]): Uint8Array {
  const text = sections.flatMap((section) => {
    const hunks = section.hunks.filter((hunk) => hunk.lines.some((line) => /^[+-]/.test(line)));
    if (section.hunks.length > 0 && hunks.length === 0 && !isCompleteWithoutHunks(section)) return [];
    return [...section.header, ...hunks.flatMap(formatHunk)];
  });
  return Buffer.from(text.map((line) => `${line}\n`).join(''), 'latin1');
}

/** Tells whether a section is meaningful without its hunks: a new mode, a rename, a binary. */
function isCompleteWithoutHunks({ header }: PatchSection): boolean {
  return header.some((line) => /^(old mode|rename from|copy from|GIT binary patch)/.test(line));
}

function formatHunk({ old_start, new_start, heading, lines }: PatchHunk): string[] {
  const old = lines.filter((line) => !line.startsWith('+') && !line.startsWith('\\')).length;
  const now = lines.filter((line) => !line.startsWith('-') && !line.startsWith('\\')).length;
  return [`@@ -${old_start},${old} +${new_start},${now} @@${heading}`, ...lines];
}
