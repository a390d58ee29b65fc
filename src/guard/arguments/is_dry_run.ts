import { type ExpandedWord, type Invocation, UNKNOWN_VALUE } from '../invocation.js';
import { vocabulary } from '../vocabulary/vocabulary.js';
import { hasKnownShortOptions, type ProgramArguments } from './program_arguments.js';

/** Returns true if the environment makes all programs end their options at the first operand. */
export const isPosixlyCorrect = ({ environment }: Invocation): boolean => environment.POSIXLY_CORRECT !== undefined;

/** Returns true if its options certainly take effect; they may not if an unknown, unquoted word may hold others. */
export function hasEffectiveOptions(invocation: Invocation, words: readonly ExpandedWord[]): boolean {
  const ended = words.findIndex(({ text }) => text === '--');
  const previous = words.slice(0, ended === -1 ? undefined : ended);
  return !isPosixlyCorrect(invocation) && !previous.some(({ text, bare }) => bare && text.startsWith(UNKNOWN_VALUE));
}

/** Values that keep such an option in force. */
const AFFIRMATIVE_VALUE = /^(client|server|true|t|1|yes)$/i;
const NEGATIVE_VALUE = /^(false|f|0|no|none|off)$/i;

/** Returns true if a program was told to change nothing, by an option that is no value and that nothing cancels. */
export function isDryRun(program: string, input: ProgramArguments, words: readonly string[]): boolean {
  const flags = findDryRunOptions(program, input);
  if (!flags) return false;
  const mentioned = input.flags.filter((flag) => flags.includes(flag));
  if (mentioned.length === 0) return false;
  if (input.flags.some((flag) => /^--no-(d|n$)/.test(flag) || (program === 'git' && flag === '--apply'))) return false;
  if (input.options.some(({ flag, value }) => flags.includes(flag) && !AFFIRMATIVE_VALUE.test(value.text)))
    return false;
  return words.every((word, index) => {
    if (!canNameFlag(word, flags)) return true;
    const [, value] = /^-\w+=(.*)$/s.exec(word) ?? [];
    if (value !== undefined && !AFFIRMATIVE_VALUE.test(value)) return false;
    return !canBeOptionValue(program, words, index) && !NEGATIVE_VALUE.test(words[index + 1] ?? '');
  });
}

/** Returns true if a word is one of these options, or a bundle of letters with one of them. */
function canNameFlag(word: string, flags: readonly string[]): boolean {
  if (word.startsWith('--')) return flags.includes(word.split('=')[0]!);
  return (
    /^-\w/.test(word) && (flags.includes(word) || flags.some((flag) => /^-\w$/.test(flag) && word.includes(flag[1]!)))
  );
}

const BARE_LETTER = /^-\w*[rvqayzR]$/;

/** Returns true if a word like an option may be the value of the option before it. Git's options are known. */
function canBeOptionValue(program: string, words: readonly string[], index: number): boolean {
  const previous = words[index - 1] ?? '';
  if (program === 'git' || !previous.startsWith('-') || previous.includes('=')) return false;
  if (previous.startsWith('--')) return previous.length > 2 && !vocabulary.switches.has(previous);
  return !hasKnownShortOptions(program) && !BARE_LETTER.test(previous);
}

function findDryRunOptions(program: string, { operands }: ProgramArguments): readonly string[] | undefined {
  const names = [program, ...operands.slice(0, 3).map(({ text }) => text)];
  for (let length = names.length; length > 0; length -= 1) {
    const existing = vocabulary.dryRuns.get(names.slice(0, length).join(' '));
    if (existing) return existing.flags;
  }
  return vocabulary.clients.has(program) ? vocabulary.dryRuns.get('client')?.flags : undefined;
}

/** Programs that on some systems treat every word behind the first operand as an operand. */
const LEADING = /^g?(rm|rmdir|unlink|shred|srm|chmod|chown|chgrp|chflags|chattr|mv|cp|ln|truncate)$/;

/** Programs that treat `--help` as any other word, or run something all the same. */
const NO_HELP =
  /^(kill|eval|exec|find|dd|echo|printf|(ba|da|z|k)?sh|python|node|perl|ruby|php|source|\.|xargs|env|sudo)$/;

/** Programs whose first word is a verb: `help` and `completion` cannot be files, hosts or processes. */
const WITH_VERBS =
  /^(git|hg|svn|jj|npm|pnpm|yarn|bun|deno|npx|cargo|rustup|go|pip|poetry|uv|hatch|pdm|gem|bundle|mix|composer|dotnet|brew|docker|podman|nerdctl|docker-compose|kubectl|oc|helm|kind|k3d|minikube|terraform|tofu|terragrunt|gsutil|bq|rclone|restic|borg|kopia|goreleaser|zfs|zpool|btrfs|cryptsetup|systemctl|rails|artisan)$/;

/** Programs whose long options have one dash; `-h` asks them for help. */
const ONE_DASH = /^(terraform|tofu|terragrunt|packer|vault|bao|consul|nomad|go|java|ffmpeg|openssl|find|gradle|ant)$/;

/** Returns true if a program only prints help: `--help` that is no value, a first word `help`, `completion bash`. */
export function isHelpRequest(program: string, input: ProgramArguments, words: readonly string[]): boolean {
  const { flags, operands } = input;
  if (LEADING.test(program)) return /^--(?:help|version)$/.test(words[0] ?? '');
  if (NO_HELP.test(program) || words.some((word) => /^--?help=/.test(word))) return false;
  const help = ONE_DASH.test(program) ? /^(?:--?help|-h)$/ : /^--help$/;
  if (flags.some((flag) => help.test(flag)))
    return words.some((word, index) => help.test(word) && !canBeOptionValue(program, words, index));
  if (words.length === 1 && words[0] === '--version') return true;
  if (!WITH_VERBS.test(program) && !vocabulary.clients.has(program)) return false;
  const [first, second] = operands.map(({ text }) => text);
  if (first === 'completion' && /^(bash|zsh|fish|powershell|pwsh)$/.test(second ?? '')) return true;
  return first === 'help' || (program === 'aws' && operands.at(-1)?.text === 'help');
}
