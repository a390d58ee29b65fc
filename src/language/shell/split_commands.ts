/** Word of a shell command: as it is written, and without its quotes. */
export interface ScriptWord {
  raw: string;
  value: string;
}

/** Simple command of a script, with the variables that stand before it. */
export interface SimpleCommand {
  assignments: string[];
  words: ScriptWord[];
}

const MAX_SCRIPT = 20_000;
const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;
/** A word, an operator, white space. Words are pieces of quoted and plain text. */
const TOKEN =
  /\d?[<>]+&?\d?|(?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|[^\s\\'";&|()<>])+|&&|\|\|?|[;&()\n]|['"\\]|[^\S\n]+/g;

/**
 * Splits a script of a manifest into its simple commands. Of a pipeline the first command counts, redirections are
 * dropped with their target. Expansions stay text.
 */
export function splitCommands(script: string): SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let current: SimpleCommand = { assignments: [], words: [] };
  let piped = false;
  let redirected = false;
  const end = (pipe: boolean) => {
    if (!piped && current.words.length > 0) commands.push(current);
    current = { assignments: [], words: [] };
    piped = pipe;
    redirected = false;
  };
  for (const [token] of script.slice(0, MAX_SCRIPT).matchAll(TOKEN)) {
    // White space, and a quote that nothing closes.
    if (/^([^\S\n]+|['"\\])$/.test(token)) continue;
    if (/^(&&|\|\||[;&()\n])$/.test(token)) end(false);
    else if (token === '|') end(true);
    else if (/^\d?[<>]/.test(token)) redirected = !/&\d$/.test(token);
    else if (redirected) redirected = false;
    else if (current.words.length === 0 && ASSIGNMENT.test(token)) current.assignments.push(token);
    else current.words.push({ raw: token, value: unquote(token) });
  }
  end(false);
  return commands;
}

function unquote(raw: string): string {
  return raw.replace(
    /\\([\s\S])|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"/g,
    (_match, escaped?: string, single?: string, double?: string) =>
      escaped ?? single ?? (double ?? '').replace(/\\(["\\$`])/g, '$1'),
  );
}

/** Joins words as they are written. */
export function joinWords(words: readonly ScriptWord[]): string {
  return words.map(({ raw }) => raw).join(' ');
}
