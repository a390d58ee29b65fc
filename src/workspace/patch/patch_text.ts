/**
 * Positions in a patch, for messages: the line at which each file begins, its first added line, and conflict markers.
 * Never the basis of decisions about paths; those use git's own parse.
 */
export interface PatchText {
  files: { path: string; patch_line: number; first_added?: { line: number; patch_line: number } }[];
  conflict_markers: { path: string; line: number }[];
}

/** Parses a patch. */
export const readPatchText = (patch: Uint8Array): PatchText => walkPatch(patch, () => undefined);

/**
 * Parses a patch and reports every added line. Paths and texts are latin-1, one character per byte.
 * @param added called with path, line in the patched file, line in the patch, text
 */
export function walkPatch(
  patch: Uint8Array,
  added: (path: string, line: number, patch_line: number, body: string) => void,
): PatchText {
  const lines = Buffer.from(patch).toString('latin1').split('\n');
  const result: PatchText = { files: [], conflict_markers: [] };
  let current: PatchText['files'][number] | undefined;
  let line = 0;
  let left = 0;
  let left_new = 0;
  let markers: { start?: number; middle?: number } = {};
  lines.forEach((text, index) => {
    const at = index + 1;
    if (left > 0 || left_new > 0) {
      if (text.startsWith('+')) {
        if (current && !current.first_added) current.first_added = { line, patch_line: at };
        const body = text.slice(1);
        if (current) added(current.path, line, at, body);
        if (/^<{7}( |$)/.test(body)) markers = { start: line };
        else if (/^={7}$/.test(body) && markers.start) markers.middle = line;
        else if (/^>{7}( |$)/.test(body) && markers.start && markers.middle && current) {
          result.conflict_markers.push({ path: current.path, line: markers.start });
          markers = {};
        }
        line++;
        left_new--;
      } else if (text.startsWith('-')) left--;
      else if (!text.startsWith('\\')) {
        line++;
        left--;
        left_new--;
      }
      return;
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (hunk && current) {
      left = Number(hunk[1] ?? 1);
      line = Number(hunk[2]);
      left_new = Number(hunk[3] ?? 1);
    } else if (text.startsWith('diff --git ')) {
      current = { path: parseHeaderPath(text.slice('diff --git '.length)), patch_line: at };
      result.files.push(current);
      markers = {};
    } else if (text.startsWith('+++ ') || text.startsWith('--- ') || text.startsWith('rename to ')) {
      const named = text.startsWith('rename to ')
        ? unquote(text.slice('rename to '.length))
        : unquote(text.slice(4).replace(/\t.*$/, ''));
      if (named === '/dev/null') return;
      const path = text.startsWith('rename to ') ? named : named.replace(/^[^/]*\//, '');
      if (
        !current ||
        (text.startsWith('--- ') &&
          !lines[index - 1]?.match(/^(index|new file|deleted|old mode|new mode|similarity|rename|copy|diff)/))
      ) {
        current = { path, patch_line: at };
        result.files.push(current);
      } else current.path = path;
    }
  });
  for (const file of result.files) file.path = Buffer.from(file.path, 'latin1').toString('utf8');
  return result;
}

/** Parses the new name in `a/x b/x`; in names with spaces both halves are equal. */
function parseHeaderPath(header: string): string {
  const quoted = /"b\/((?:[^"\\]|\\.)*)"$/.exec(header);
  if (quoted) return unquote(`"${quoted[1]}"`);
  const half = (header.length - 1) / 2;
  if (Number.isInteger(half) && header.slice(2, half) === header.slice(half + 3)) return header.slice(2, half);
  return header.slice(header.lastIndexOf(' b/') + 3);
}

const ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '"': '"',
  '\\': '\\',
};

/** Decodes git's C-style quoting of a path. */
function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  return text
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
      /^[0-7]{3}$/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
    );
}
