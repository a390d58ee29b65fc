/** Patterns longer than this match nothing here: matching must stay cheap for any pattern. */
const MAX_PATTERN = 200;

/** Texts longer than this are not matched: with it the worst pattern stays cheap. */
export const MAX_MATCHED = 128;

/** A pattern of the shell (`*`, `?`, `[…]`) as a regular expression of the same meaning, without anchors; undefined = cannot be told. */
export function globPattern(pattern: string, lazy = false): string | undefined {
  if (pattern.length > MAX_PATTERN || (pattern.match(/\*/g)?.length ?? 0) > 2) return undefined;
  return pattern.replace(/\\(.)|\[(!|\^)?(\]?[^\]]*)\]|\*+|[\s\S]/g, (whole, escaped, not, set) => {
    if (escaped !== undefined) return literal(escaped);
    if (set !== undefined) return `[${not ? '^' : ''}${set.replace(/[\\\]^]/g, '\\$&')}]`;
    if (whole[0] === '*') return lazy ? '[^]*?' : '[^]*';
    return whole === '?' ? '[^]' : literal(whole);
  });
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
