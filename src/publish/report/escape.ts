import { UNSEEN, visible } from '../../contract/visible.js';

export { visible };

/**
 * Text from agents, patches, logs and reports is hostile. One function per place where it may be shown; each takes
 * raw text and returns text that is inert there.
 */

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

/**
 * Formats a value as JSON that is inert in a terminal and in a workflow log, and still means the same: what a reader cannot see
 * and the runner's older command syntax are written as `\\u…`.
 */
export function jsonText(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, null, indent) ?? 'null');
}

/** Escapes JSON text as `jsonText` does. Line breaks stay: in JSON text they stand between values only. */
export function escapeJson(json: string): string {
  return json
    .replace(UNSEEN, (character) => {
      if (character === '\n') return character;
      return [...Array(character.length).keys()]
        .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join('');
    })
    .replace(/#(?=#\[)/g, '\\u0023');
}

/** The message of a workflow command (`::error::MESSAGE`). */
export function commandMessage(text: string): string {
  return text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

/** A property of a workflow command (`::error file=PROPERTY::`). */
export function commandProperty(text: string): string {
  return commandMessage(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
