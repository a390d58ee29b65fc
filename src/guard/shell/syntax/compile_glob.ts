/** Maximum length of a pattern; longer ones match nothing, so that matching stays cheap. */
const MAX_GLOB_LENGTH = 200;

/** Maximum length of a text to match, which keeps even the worst pattern cheap. */
export const MAX_GLOB_TEXT = 128;

/** Converts a glob pattern to a regular expression without anchors; undefined if it is too long or invalid. */
export function compileGlob(pattern: string, lazy = false): string | undefined {
  if (pattern.length > MAX_GLOB_LENGTH || (pattern.match(/\*/g)?.length ?? 0) > 2) return undefined;
  return pattern.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|\*+|[\s\S]/g, (whole, escaped, not, set) => {
    if (escaped !== undefined) return escapeLiteral(escaped);
    if (set !== undefined) return `[${not ? '^' : ''}${set.replace(/[\\\]^]/g, '\\$&')}]`;
    if (whole[0] === '*') return lazy ? '[^]*?' : '[^]*';
    return whole === '?' ? '[^]' : escapeLiteral(whole);
  });
}

const escapeLiteral = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
