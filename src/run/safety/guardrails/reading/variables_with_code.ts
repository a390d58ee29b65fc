import type { Word } from '../deed.js';
import { type Call, childOf, type Machine, type Place, within, word } from './machine.js';

/** Variables whose value a program gives to a shell, or takes for a command. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  ...all('man apropos whatis', 'MANPAGER PAGER'),
  ...all('less zless lesspipe', 'LESSOPEN LESSCLOSE LESSEDIT VISUAL EDITOR'),
  ...all('journalctl systemctl loginctl timedatectl', 'SYSTEMD_PAGER SYSTEMD_EDITOR PAGER'),
  ...all('crontab visudo vipw vigr', 'SUDO_EDITOR VISUAL EDITOR'),
  ...all('sudo sudoedit', 'SUDO_EDITOR SUDO_ASKPASS VISUAL EDITOR'),
  ...all('kubectl oc k', 'KUBE_EDITOR EDITOR'),
  ...all('gh glab', 'GH_PAGER GH_EDITOR GH_BROWSER PAGER EDITOR VISUAL BROWSER GIT_EDITOR'),
  ...all('psql mysql mariadb sqlite3', 'PSQL_PAGER PSQL_EDITOR PAGER EDITOR VISUAL'),
  ...all('hg', 'HGEDITOR PAGER EDITOR VISUAL'),
  ...all('svn', 'SVN_SSH SVN_EDITOR EDITOR VISUAL'),
  ...all('bat delta', 'BAT_PAGER DELTA_PAGER PAGER'),
  ...all('ssh scp sftp ssh-add', 'SSH_ASKPASS'),
  aws: ['AWS_PAGER', 'PAGER'],
  rsync: ['RSYNC_RSH'],
  cvs: ['CVS_RSH', 'CVSEDITOR', 'EDITOR'],
};

function all(programs: string, variables: string): Record<string, readonly string[]> {
  return Object.fromEntries(programs.split(' ').map((program) => [program, variables.split(' ')]));
}

/** Variables that shells run, and those of which they only expand what stands in them. */
const SHELL = /^(?:ba|da|z|k|mk|a|rba|ya)?sh$/;
const START_FILES = ['BASH_ENV', 'ENV'];

/** Reads the code in variables that are given to a program which runs it: on its line, or exported there before. */
export function readVariables(call: Call, machine: Machine): void {
  const { program, scope, place } = call;
  const names = Object.hasOwn(COMMANDS, program) ? COMMANDS[program]! : [];
  const shell = SHELL.test(program);
  // What such a program runs, and runs the same again, has been read.
  if ((names.length === 0 && !shell) || place.via.includes(program)) return;
  const given = { ...scope.exported(), ...place.environment };
  const inside = within({ ...place, input: undefined, stdin: undefined } as Place, program);
  const run = (code: string) => void machine.script(code, childOf(call), inside);
  for (const name of names) if (given[name]) run(commandIn(name, given[name].text));
  if (shell) startShell(call, given, run, (file) => runFile(file, call, inside, machine));
}

/** `LESSOPEN='|-command %s'`: the signs before the command say how its output is taken. */
const commandIn = (name: string, value: string): string =>
  name === 'LESSOPEN' ? value.replace(/^\|{0,2}-?\s*/, '') : value;

function startShell(
  { program, args }: Call,
  given: Readonly<Record<string, Word>>,
  run: (code: string) => void,
  runFile: (file: Word) => void,
): void {
  const interactive = args.some(({ text }) => /^-\w*i/.test(text));
  const wanted = START_FILES[/^(?:r?ba|z)sh$/.test(program) ? (interactive ? 1 : 0) : 1]!;
  const file = given[wanted];
  if (file && (wanted === 'BASH_ENV' || interactive)) runFile(file);
  if (interactive && given.PROMPT_COMMAND) run(given.PROMPT_COMMAND.text);
  for (const name of [wanted, 'PS4', ...(interactive ? ['PS1'] : [])]) {
    const value = given[name]?.text ?? '';
    if (/\$\(|`/.test(value)) run(`: "${value}"`);
  }
}

/** The shell reads the file as if it stood before its code. */
function runFile(file: Word, call: Call, place: Place, machine: Machine): void {
  machine.perform([word('.'), file], childOf(call), place);
}
