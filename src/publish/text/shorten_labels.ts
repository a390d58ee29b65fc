import { measureTextWidth, truncateMiddleToWidth, truncateToWidth } from './measure_text_width.js';

/**
 * Cuts the labels of one list to `limit` cells. Distinct labels stay distinct while there is room for a number, and
 * what labels of one kind share at their ends goes first, so that what tells them apart stays.
 *
 * @returns label → text
 */
export function shortenLabels(labels: readonly string[], limit: number): Map<string, string> {
  const wide = new Map<string, string[]>();
  const texts = new Map<string, string>();
  for (const label of new Set(labels)) {
    if (measureTextWidth(label) <= limit) texts.set(label, label);
    else {
      const kind = /^[^:/]*/.exec(label)?.[0] ?? '';
      wide.set(kind, [...(wide.get(kind) ?? []), label]);
    }
  }
  const taken = new Set(texts.values());
  for (const group of wide.values())
    for (const [label, core] of dropSharedEnds(group)) {
      let text = truncateMiddleToWidth(core, limit);
      for (let number = 2; taken.has(text) && number <= labels.length + 1; number++)
        text = `${truncateToWidth(core, limit - String(number).length)}${number}`;
      taken.add(text);
      texts.set(label, text);
    }
  return texts;
}

/** Replaces the words that all labels share at their beginning and at their end. */
function dropSharedEnds(labels: readonly string[]): [label: string, core: string][] {
  if (labels.length < 2) return labels.map((label) => [label, label]);
  const head = findSharedHead(labels).replace(/[^:/]*$/, '');
  const rests = labels.map((label) => label.slice(head.length));
  const reversed = findSharedHead(rests.map((rest) => Array.from(rest).reverse().join('')));
  const tail = Array.from(reversed)
    .reverse()
    .join('')
    .replace(/^[^./]*/, '');
  return labels.map((label) => {
    const core = label.slice(head.length, label.length - tail.length);
    return [label, `${head === '' ? '' : '…'}${core}${tail === '' ? '' : '…'}`];
  });
}

/** Finds the longest text with which all labels begin, but no whole label. */
function findSharedHead(labels: readonly string[]): string {
  const [first = '', ...rest] = labels;
  let length = Math.min(...labels.map((label) => label.length)) - 1;
  while (length > 0 && !rest.every((label) => label.startsWith(first.slice(0, length)))) length--;
  return first.slice(0, Math.max(0, length));
}
