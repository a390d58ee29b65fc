import { escapeInvisible, INVISIBLE_CHARACTERS } from '../../contract/input/user_error.js';

/**
 * Escapes hostile text of agents, patches, logs and reports: one function per place where it may be shown. Each takes
 * raw text and returns text that is inert there.
 */

/** Shortens text to `limit` characters, with "…" for the rest. Never cuts a surrogate pair. */
export function shortenText(text: string, limit: number): string {
  const characters = [...text.slice(0, limit * 2 + 2)];
  return characters.length <= limit && text.length <= limit * 2 + 2
    ? text
    : `${characters.slice(0, Math.max(0, limit - 1)).join('')}…`;
}

/** Cuts text in its middle, where both ends tell something. Never cuts a surrogate pair. */
export function shortenMiddle(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const head = Math.ceil((limit - 1) / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (limit - 1 - head)).join('')}`;
}

/** Escapes text for HTML and for double-quoted attributes. Drawings use the template of html_text.ts instead. */
export function escapeHtml(text: string): string {
  return escapeInvisible(text).replace(/[&<>"'`]/g, toEntity);
}

/**
 * Escapes running text for GitHub Markdown, table cells included.
 *
 * Syntax becomes character references, which Markdown never reads as syntax. GitHub recognises mentions, issue
 * references, bare links and emoji codes *after* that step, in the rendered text, so a zero-width space breaks them.
 */
export function escapeMarkdown(text: string): string {
  return escapeInvisible(text)
    .replace(/[&<>"'`|*_~[\]\\!$(){}#^]/g, toEntity)
    .replace(/@(?=\S)/g, '@&#8203;')
    .replace(/&#35;(?=\d)/g, '&#35;&#8203;')
    .replace(/\b(gh)-(?=\d)/gi, '$1-&#8203;')
    .replace(/:(?=\/\/)/g, ':&#8203;')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#8203;.`)
    .replace(/:(?=(?:[\w+-]|&#95;)+:)/g, ':&#8203;')
    .replace(/^\s+/, '')
    .replace(/^[-+=]/, toEntity)
    .replace(/^(\d+)(\.)(?=\s|$)/, (_, digits: string, mark: string) => digits + toEntity(mark));
}

/**
 * Formats a name, path or command as code of GitHub Markdown. GitHub looks for no mentions and references in code, but
 * for bare links, so those are broken as in running text.
 */
export function formatMarkdownCode(text: string): string {
  const inert = escapeInvisible(text)
    .replace(/[^A-Za-z0-9 ./,\u00a1-\u{10ffff}-]/gu, toEntity)
    .replace(/&#58;(?=\/\/)/g, '&#58;&#8203;')
    .replace(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#8203;.`)
    .replace(/(?<=\w)&#64;/g, '&#64;&#8203;');
  return `<code>${inert}</code>`;
}

function toEntity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/** Escapes text for a terminal: it cannot move the cursor, set colours or titles, or reverse the reading order. */
export function escapeText(text: string): string {
  return escapeInvisible(text);
}

/** Escapes a line of a workflow log: inert in a terminal, and no workflow command in either syntax of the runner. */
export function escapeLogLine(text: string): string {
  return escapeInvisible(text)
    .replace(/^(\s*):(?=:)/, '$1: ')
    .replace(/#(?=#\[)/g, '# ');
}

/**
 * Formats a value as JSON that is inert in a terminal and in a workflow log. Invisible characters and the runner's
 * older command syntax become `\\u…`, so the meaning stays.
 */
export function formatInertJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, null, indent) ?? 'null');
}

/** Escapes JSON text as `formatInertJson` does. Line breaks stay: in JSON text they stand between values only. */
export function escapeJson(json: string): string {
  return json
    .replace(INVISIBLE_CHARACTERS, (character) => {
      if (character === '\n') return character;
      return [...Array(character.length).keys()]
        .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join('');
    })
    .replace(/#(?=#\[)/g, '\\u0023');
}
