/** What becomes of a command that a Dockerfile runs. */
type ImageCommandKind =
  /** It installs a tool: this machine's is used. */
  | 'tool'
  /** It does nothing that a task could see here. */
  | 'none'
  /** It makes or changes files from what is there: setup runs it. */
  | 'files'
  /** Its result is in the image only. */
  | 'unknown';

/** Commands that only install tools, or make users: what they give is taken from this machine. */
const TOOL_COMMANDS: readonly RegExp[] = [
  /^(apt-get|apt|apk|yum|dnf|pip3?|add-apt-repository|update-alternatives|locale-gen|ldconfig|gem install)\b/,
  /^(python3? -m pip|npm (i|install) (-g|--global)|corepack (enable|prepare)|rustup|go install|cargo install|R -e)\b/,
  /^(curl|wget) [^>]*\| *(sudo )?(ba)?sh\b/,
  /^(useradd|adduser|groupadd|addgroup|usermod|chpasswd)\b/,
  /^ln -s?f?n?s? \/(usr\/)?(local\/)?s?bin\/\S+ \/(usr\/)?(local\/)?s?bin\//,
];

const NO_COMMANDS: readonly RegExp[] = [
  /^(true|:|set [-+]\S+|exit 0|fi|done|sync)$/,
  // Rights of others than the owner, of a user that is not there.
  /^(chown|chgrp)\b/,
  /^rm -r?f?r? (\/(var|root|tmp|usr)\/\S*|~\/\.cache\S*)( (\/(var|root|tmp|usr)\/\S*|~\/\.cache\S*))*$/,
  /^mkdir (-\S+ )*(\/(etc|run|usr|var\/(run|lib|cache|spool))\/\S* ?)+$/,
];

/** Commands that make files of nothing but their arguments and of other files. */
const FILE_COMMAND = /^(cat|cd|chmod|cp|echo|ln|mkdir|mv|printf|rm|sed -i|touch|truncate)\b/;
/** Parts of a command line whose result depends on more: substitutions, pipes, background jobs, other variables. */
const ODD_PART = /`|\$\(|\$\{?[A-Za-z_]|\||(?<!>)&(?!>)|<</;

/** Classifies one command of a Dockerfile. */
export function classifyImageCommand(command: string): ImageCommandKind {
  if (TOOL_COMMANDS.some((pattern) => pattern.test(command))) return 'tool';
  if (NO_COMMANDS.some((pattern) => pattern.test(command))) return 'none';
  return FILE_COMMAND.test(command) && !ODD_PART.test(removeQuotedText(command)) ? 'files' : 'unknown';
}

/** Splits a line at `&&`, `||` and `;` outside of quotes and parentheses. Pipes stay. */
export function splitImageCommands(line: string): string[] {
  const commands: string[] = [];
  let command = '';
  let quote = '';
  let depth = 0;
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    const two = line.slice(at, at + 2);
    if (char === '\\' && quote !== "'") {
      command += two;
      at++;
    } else if (quote !== '') {
      if (char === quote) quote = '';
      command += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      command += char;
    } else if (depth === 0 && (two === '&&' || two === '||' || char === ';')) {
      commands.push(command);
      command = '';
      if (char !== ';') at++;
    } else {
      if (char === '(') depth++;
      if (char === ')') depth--;
      command += char;
    }
  }
  return [...commands, command].map((one) => one.trim()).filter((one) => one !== '');
}

/** Removes text in single quotes, and plain text in double ones. */
const removeQuotedText = (command: string): string =>
  command
    .replace(/'[^']*'/g, "''")
    .replace(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => (/[$`]/.test(text) ? text : '""'));
