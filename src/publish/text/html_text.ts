import { escapeHtml } from './escape_text.js';

/** Markup in which everything foreign is escaped already. Only `html` and `trustedHtml` create it. */
export class HtmlText {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/**
 * A value that `escapeHtml` inserts: text is escaped, markup stands as it is, the items of a list follow each
 * other.
 */
type HtmlValue = string | number | HtmlText | readonly HtmlValue[];

/** Creates markup from a template literal and escapes every inserted text, also within double-quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): HtmlText {
  return new HtmlText(
    strings
      .map(
        (text, i) =>
          values
            .slice(i - 1, i)
            .map(toMarkup)
            .join('') + text,
      )
      .join(''),
  );
}

/** Marks text of our own as markup. Never call it with text from an agent, a model, a contract or a file. */
export function trustedHtml(text: string): HtmlText {
  return new HtmlText(text);
}

function toMarkup(value: HtmlValue): string {
  if (value instanceof HtmlText) return value.text;
  if (typeof value === 'string') return escapeHtml(value);
  return typeof value === 'number' ? String(value) : value.map(toMarkup).join('');
}
