const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Finds the end of the JSON value that begins at an offset, by its quotes and brackets alone: it does not check that
 * the value is JSON.
 *
 * @returns the offset behind the value; -1 if the text ends within it
 */
export function findJsonEnd(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === QUOTE) return findStringEnd(text, at);
  if (!isOpening(first)) return findScalarEnd(text, at);
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) {
      const end = findStringEnd(text, i);
      if (end < 0) return -1;
      i = end - 1;
    } else if (isOpening(unit)) depth++;
    else if (isClosing(unit) && --depth === 0) return i + 1;
  }
  return -1;
}

const isOpening = (unit: number) => unit === 0x7b || unit === 0x5b;
const isClosing = (unit: number) => unit === 0x7d || unit === 0x5d;

/** Finds the end of a string: the first quote behind an even number of backslashes. */
function findStringEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let start = end;
    while (text.charCodeAt(start - 1) === BACKSLASH) start--;
    if ((end - start) % 2 === 0) return end + 1;
  }
  return -1;
}

function findScalarEnd(text: string, at: number): number {
  for (let i = at; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x2c || isClosing(unit)) return i;
  }
  return -1;
}
