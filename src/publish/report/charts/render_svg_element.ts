import { type HtmlText, html, trustedHtml } from '../../text/html_text.js';
import { measureTextWidth as cells } from '../../text/measure_text_width.js';

/** Width of every drawing in units of about one pixel; the page scales it. */
export const CHART_WIDTH = 480;
/** Height of a line of text, in units. */
export const CHART_LINE_HEIGHT = 14;

type SvgAttributes = Readonly<Record<string, string | number | undefined>>;

/** Renders an element of a drawing. Names of the element and of its attributes are constants of the caller. */
export function renderSvgElement(name: string, attributes: SvgAttributes, ...children: readonly HtmlText[]): HtmlText {
  const tag = trustedHtml(name);
  const all = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [html` ${trustedHtml(key)}="${typeof value === 'number' ? formatSvgNumber(value) : value}"`],
  );
  return children.length === 0 ? html`<${tag}${all}/>` : html`<${tag}${all}>${children}</${tag}>`;
}

/** Formats a coordinate with at most two decimals, so that equal charts have equal bytes on every machine. */
export function formatSvgNumber(value: number): string {
  const rounded = Math.round(value * 100) / 100;
  return String(Object.is(rounded, -0) ? 0 : rounded);
}

/** Renders a text of the drawing. */
export function renderSvgText(text: string, attributes: SvgAttributes): HtmlText {
  return renderSvgElement('text', attributes, html`${text}`);
}

/** Renders the tooltip of a mark, which screen readers read aloud. */
export function renderSvgTooltip(text: string): HtmlText {
  return renderSvgElement('title', {}, html`${text}`);
}

/** Renders the whole drawing, with a title and a description for screen readers. */
export function renderSvgDrawing(
  id: string,
  height: number,
  { title, desc }: { title: string; desc: string },
  parts: readonly HtmlText[],
): HtmlText {
  return renderSvgElement(
    'svg',
    {
      viewBox: `0 0 ${CHART_WIDTH} ${formatSvgNumber(height)}`,
      role: 'img',
      'aria-labelledby': `${id}-title`,
      'aria-describedby': `${id}-desc`,
    },
    renderSvgElement('title', { id: `${id}-title` }, html`${title}`),
    renderSvgElement('desc', { id: `${id}-desc` }, html`${desc}`),
    ...parts,
  );
}

/** Estimates the units that a text takes; fonts differ, so the estimate is rather too high. */
export function estimateTextWidth(text: string): number {
  let sum = 0;
  for (const character of text) {
    if (/[\s.,:;!|'ijlIt()[\]]/.test(character)) sum += 4.6;
    else if (/[mwMW@%—…]/.test(character)) sum += 12;
    else if (/\p{Lu}/u.test(character)) sum += 9;
    else sum += 7.6 * cells(character);
  }
  return sum;
}

/** Returns the text, cut to `room` units with "…" for the rest. @returns '' if not even one character fits */
export function truncateToUnits(text: string, room: number): string {
  if (estimateTextWidth(text) <= room) return text;
  let text_kept = '';
  let width = estimateTextWidth('…');
  for (const character of text) {
    width += estimateTextWidth(character);
    if (width > room) break;
    text_kept += character;
  }
  return text_kept === '' ? '' : `${text_kept.trimEnd()}…`;
}
