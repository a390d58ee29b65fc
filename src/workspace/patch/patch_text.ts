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
    const patch_line = index + 1;
    if (left > 0 || left_new > 0) {
      if (text.startsWith('+')) {
        if (current && !current.first_added) current.first_added = { line, patch_line };
        const body = text.slice(1);
        if (current) added(current.path, line, patch_line, body);
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
      current = { path: parseHeaderPath(text.slice('diff --git '.length)), patch_line };
      result.files.push(current);
      markers = {};
    } else if (text.startsWith('+++ ') || text.startsWith('--- ') || text.startsWith('rename to ')) {
      const header_path = text.startsWith('rename to ')
        ? unquote(text.slice('rename to '.length))
        : unquote(text.slice(4).replace(/\t.*$/, ''));
      if (header_path === '/dev/null') return;
      const path = text.startsWith('rename to ') ? header_path : header_path.replace(/^[^/]*\//, '');
      if (
        !current ||
        (text.startsWith('--- ') &&
          !lines[index - 1]?.match(/^(index|new file|deleted|old mode|new mode|similarity|rename|copy|diff)/))
      ) {
        current = { path, patch_line };
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

/**
 * Limits of the paths of a patch, so that every file system accepts them; git's index accepts any path. They do not
 * depend on the machine, so that verdicts do not either. A name has at most 255 bytes everywhere; a path 4096, of which
 * 1024 are reserved for the workspace's folder; a link target 4095, or 1023 on XFS. Bytes, folders.
 */
export const PATH_LIMITS = { name: 255, path: 3072, depth: 256, target: 1023, folders: 100_000 } as const;

/**
 * Explains why a file system would refuse a path (latin-1 bytes, relative).
 * @returns undefined if it is acceptable
 */
export function findPathFault(path: string): string | undefined {
  if (path.length > PATH_LIMITS.path) return `has ${path.length} bytes: a path may have ${PATH_LIMITS.path}`;
  const parts = path.split('/');
  const longest = Math.max(...parts.map((part) => part.length));
  if (longest > PATH_LIMITS.name) return `has a name of ${longest} bytes: a file system takes ${PATH_LIMITS.name}`;
  const depth = parts.length - 1;
  return depth > PATH_LIMITS.depth ? `lies ${depth} folders deep: ${PATH_LIMITS.depth} are allowed` : undefined;
}

/**
 * Explains why a file system would refuse the target of a link.
 * @returns undefined if it is acceptable
 */
export function findTargetFault(target: string): string | undefined {
  const bytes = Buffer.byteLength(target);
  return bytes > PATH_LIMITS.target
    ? `links to a target of ${bytes} bytes: a file system takes ${PATH_LIMITS.target}`
    : undefined;
}

/**
 * Finds the first path at which a patch names more folders than allowed.
 * @returns undefined if there are not too many
 */
export function findFolderFault(paths: readonly string[]): string | undefined {
  let folders = 0;
  let previous: string[] = [];
  for (const path of [...paths].sort()) {
    const parts = path.split('/').slice(0, -1);
    let common = 0;
    while (common < parts.length && parts[common] === previous[common]) common++;
    folders += parts.length - common;
    if (folders > PATH_LIMITS.folders) return path;
    previous = parts;
  }
  return undefined;
}
