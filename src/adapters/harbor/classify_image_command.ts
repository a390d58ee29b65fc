/** Treatment of a command that a Dockerfile runs. */
export type ImageCommandKind =
  /** It installs a tool: this machine's is used. */
  | 'tool'
  /** It does nothing that a task could see here. */
  | 'none'
  /** It removes what tools have left; where a task has files in such a place, setup runs it. */
  | 'removal'
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
  /^mkdir (-\S+ )*(\/(etc|run|usr|var\/(run|lib|cache|spool))\/\S* ?)+$/,
];

/** Removal of what the installation of tools leaves. */
const REMOVAL = /^rm -r?f?r?( (\/(var|root|tmp|usr)\/[\w./*+-]*|~\/\.cache[\w./*+-]*))+$/;

/** Output into a file. `>=` is the version of a package. */
const FILE_OUTPUT = />(?!\s*\/dev\/null|&|=\d)/;

/** Commands that make files of nothing but their arguments and of other files. */
const FILE_COMMAND = /^(cat|cd|chmod|cp|echo|ln|mkdir|mv|printf|rm|sed -i|touch|truncate)\b/;
/** Parts of a command line whose result depends on more: substitutions, pipes, background jobs, other variables. */
const ODD_PART = /`|\$\(|\$\{?[A-Za-z_]|\||(?<!>)&(?!>)|<</;

/** Classifies one command of a Dockerfile. */
export function classifyImageCommand(command: string): ImageCommandKind {
  const bare = removeQuotedText(command);
  if (TOOL_COMMANDS.some((pattern) => pattern.test(command))) return FILE_OUTPUT.test(bare) ? 'unknown' : 'tool';
  if (NO_COMMANDS.some((pattern) => pattern.test(command))) return 'none';
  if (REMOVAL.test(command)) return 'removal';
  return FILE_COMMAND.test(command) && !ODD_PART.test(bare) ? 'files' : 'unknown';
}

/** Tells whether a command changes no file: it enters a folder, sets an option of the shell, or only succeeds. */
export const isIdleCommand = (command: string): boolean => /^(cd(\s[^>]*)?|set [-+]\S+|true)$/.test(command);

/** Removes text in single quotes, and plain text in double ones, in one pass: a quote within the other kind is text. */
const removeQuotedText = (command: string): string =>
  command.replace(/\\.|'[^']*'|"((?:[^"\\]|\\.)*)"/gs, (found, double?: string) => {
    if (found.startsWith('\\')) return '_';
    return double !== undefined && /[$`]/.test(double) ? double : '""';
  });
