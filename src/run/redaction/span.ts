/**
 * A span that can be replaced without breaking what is around it: neither a surrogate pair nor an escape of JSON is cut in two. Text is
 * often JSON inside of JSON, so any run of backslashes is taken for one that escapes. Empty = there is nothing left to replace.
 */
export function wholeSpan(text: string, from: number, to: number): { from: number; to: number } {
  const begin = afterEscape(text, from);
  let end = to;
  const cut = /\\+u[0-9a-fA-F]{0,3}$/.exec(text.slice(Math.max(begin, end - 16), end));
  if (cut && HEX.test(text[end] ?? '')) end -= cut[0].length;
  while (end > begin && text[end - 1] === '\\') end--;
  if (isHigh(text, end - 1) && isLow(text, end)) end--;
  return { from: begin, to: Math.max(begin, end) };
}

const HEX = /^[0-9a-fA-F]$/;

/** The first place from here on that is not within an escape. */
function afterEscape(text: string, from: number): number {
  let at = from;
  if (text[at - 1] === '\\') {
    while (text[at] === '\\') at++;
    if (/^u[0-9a-fA-F]{4}$/.test(text.slice(at, at + 5))) return at + 5;
    return '"/bfnrtu'.includes(text[at] ?? ' ') ? at + 1 : at;
  }
  const cut = /\\u([0-9a-fA-F]{0,3})$/.exec(text.slice(Math.max(0, at - 5), at));
  for (let left = cut ? 4 - cut[1]!.length : 0; left > 0 && HEX.test(text[at] ?? ''); left--) at++;
  if (isLow(text, at) && isHigh(text, at - 1)) at++;
  return at;
}

const isHigh = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xd800;
const isLow = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
