/**
 * Removes blocks such as `coverage: {…}` from the text of a configuration, up to the brace that closes each. A brace in
 * a quoted text counts as none.
 *
 * @param names keys of the blocks
 */
export function removeConfigBlocks(text: string, names: readonly string[]): string {
  const begin = new RegExp(`\\b(?:${names.join('|')})['"]?\\s*:\\s*\\{`, 'g');
  let [rest, position] = ['', 0];
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    rest += text.slice(position, match.index);
    position = findBlockEnd(text, begin.lastIndex);
    begin.lastIndex = position;
  }
  return rest + text.slice(position);
}

/** Finds the end of a block that begins before a place; the end of the text if nothing closes it. */
function findBlockEnd(text: string, from: number): number {
  const sign = /[{}]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
  sign.lastIndex = from;
  let depth = 1;
  for (let match = sign.exec(text); match !== null; match = sign.exec(text)) {
    if (match[0] === '{') depth += 1;
    else if (match[0] === '}') depth -= 1;
    if (depth === 0) return sign.lastIndex;
  }
  return text.length;
}
