import { html } from '../escape.js';
import { width as cells } from '../terminal_width.js';

/** Units of a drawing, which are about pixels: it is scaled to the width that there is. */
export const WIDTH = 480;
export const LINE = 14;

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** An element; attributes are escaped, children are elements already. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const all = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${typeof value === 'number' ? units(value) : html(value)}"`],
  );
  return children.length === 0 ? `<${name}${all.join('')}/>` : `<${name}${all.join('')}>${children.join('')}</${name}>`;
}

/** Two decimals at most, so that the same chart is the same bytes everywhere. */
export function units(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return String(Object.is(rounded, -0) ? 0 : rounded);
}

/** A text in the drawing. */
export function words(text: string, attributes: Attributes): string {
  return element('text', attributes, html(text));
}

/** What a reader sees on pointing at a mark, and hears of it. */
export function tip(text: string): string {
  return element('title', {}, html(text));
}

/** The drawing as a whole, with a name and a description for those who do not see it. */
export function drawing(
  id: string,
  height: number,
  { title, desc }: { title: string; desc: string },
  parts: readonly string[],
): string {
  return element(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${units(height)}`,
      role: 'img',
      'aria-labelledby': `${id}-title`,
      'aria-describedby': `${id}-desc`,
    },
    element('title', { id: `${id}-title` }, html(title)),
    element('desc', { id: `${id}-desc` }, html(desc)),
    ...parts,
  );
}

/** Units that a text of the charts' size takes, rather too many than too few: fonts differ. */
export function textWidth(text: string): number {
  let sum = 0;
  for (const character of text) {
    if (/[\s.,:;!|'ijlIt()[\]]/.test(character)) sum += 4.6;
    else if (/[mwMW@%—…]/.test(character)) sum += 12;
    else if (/\p{Lu}/u.test(character)) sum += 9;
    else sum += 7.6 * cells(character);
  }
  return sum;
}

/** The text, or as much of it as takes `room` units, with "…" for the rest. */
export function fitted(text: string, room: number): string {
  if (textWidth(text) <= room) return text;
  let kept = '';
  let used = textWidth('…');
  for (const character of text) {
    used += textWidth(character);
    if (used > room) break;
    kept += character;
  }
  return kept === '' ? '' : `${kept.trimEnd()}…`;
}
