/**
 * Text from agents, patches, logs and reports is hostile. One function per place where it may be shown; each takes
 * raw text and returns text that is inert there.
 */

/** Controls, bidirectional overrides, zero-width and tag characters, lone surrogates: what a reader cannot see. */
const UNSEEN =
  /[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Makes every invisible character visible as `\n`, `\x1b`, `\u202e`. The result is one line. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const code = character.codePointAt(0)!;
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return '\\t';
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** At most `limit` characters, with "…" in place of what is cut. Never cuts a surrogate pair. */
export function shorten(text: string, limit: number): string {
  const characters = [...text.slice(0, limit * 2 + 2)];
  return characters.length <= limit && text.length <= limit * 2 + 2
    ? text
    : `${characters.slice(0, Math.max(0, limit - 1)).join('')}…`;
}

/** For HTML text and double-quoted attributes. */
export function html(text: string): string {
  return visible(text).replace(/[&<>"'`]/g, entity);
}

/**
 * For running text in GitHub Markdown, table cells included.
 *
 * Syntax becomes character references, which Markdown never reads as syntax. Mentions, issue references, bare links and
 * emoji codes are recognised by GitHub *after* that step, in the rendered text, so a zero-width space breaks them.
 */
export function markdown(text: string): string {
  return visible(text)
    .replace(/[&<>"'`|*_~[\]\\!$(){}#^]/g, entity)
    .replace(/@(?=\S)/g, '@&#8203;')
    .replace(/&#35;(?=\d)/g, '&#35;&#8203;')
    .replace(/\b(gh)-(?=\d)/gi, '$1-&#8203;')
    .replace(/:(?=\/\/)/g, ':&#8203;')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#8203;.`)
    .replace(/:(?=(?:[\w+-]|&#95;)+:)/g, ':&#8203;')
    .replace(/^\s+/, '')
    .replace(/^[-+=]/, entity)
    .replace(/^(\d+)(\.)(?=\s|$)/, (_, digits: string, mark: string) => digits + entity(mark));
}

/**
 * For a name, path or command in GitHub Markdown: monospaced, and out of reach of mentions and references, which GitHub does
 * not look for in code. Bare links are looked for even here, so they are broken as in running text.
 */
export function markdownCode(text: string): string {
  const inert = visible(text)
    .replace(/[^A-Za-z0-9 ./,\u00a1-\u{10ffff}-]/gu, entity)
    .replace(/&#58;(?=\/\/)/g, '&#58;&#8203;')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#8203;.`)
    .replace(/(?<=\w)&#64;/g, '&#64;&#8203;');
  return `<code>${inert}</code>`;
}

function entity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/** For a terminal: nothing can move the cursor, set colours or titles, or reverse the reading order. */
export function terminal(text: string): string {
  return visible(text);
}

/** For a line of a workflow log: inert in a terminal, and not a workflow command in either syntax of the runner. */
export function logLine(text: string): string {
  return visible(text)
    .replace(/^(\s*):(?=:)/, '$1: ')
    .replace(/#(?=#\[)/g, '# ');
}

/** The message of a workflow command (`::error::MESSAGE`). */
export function commandMessage(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

/** A property of a workflow command (`::error file=PROPERTY::`). */
export function commandProperty(text: string): string {
  return commandMessage(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
