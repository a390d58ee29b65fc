import type { EffectiveOptions } from './effective_options.js';
import { hasKnownShortOptions, type ProgramArguments } from './program_arguments.js';

const SHORT = ['-n', '--dry-run'];
const LONG = ['--dry-run'];

/** Options that make a program only report, by the program's name with or without subcommands. */
const DRY_RUNS: Readonly<Record<string, readonly string[]>> = {
  ...assignFlags('git push|git clean|git rm|git mv|git add|git prune|git read-tree', SHORT),
  ...assignFlags('git reflog expire|git reflog delete|git worktree prune|git remote prune|git notes prune', SHORT),
  ...assignFlags('git commit|git fetch|git pull|git send-pack|git filter-repo', LONG),
  'git apply': ['--check', '--stat', '--numstat', '--summary'],
  rsync: SHORT,
  ...assignFlags('make|gmake', ['-n', '--dry-run', '--just-print', '--recon']),
  rclone: SHORT,
  ...assignFlags('restic forget|restic prune|restic backup|restic rewrite', SHORT),
  ...assignFlags('borg delete|borg prune|borg create|borg extract', SHORT),
  ...assignFlags('duplicity|pgbackrest expire', LONG),
  'duplicacy prune': ['-dry-run'],
  'zfs destroy': ['-n'],
  ...assignFlags('mke2fs|mkfs.ext2|mkfs.ext3|mkfs.ext4', ['-n']),
  'aws s3': ['--dryrun'],
  'aws ec2': LONG,
  'gsutil rsync': ['-n'],
  'gcloud storage': LONG,
  s3cmd: SHORT,
  ...assignFlags('s5cmd|azcopy|b2 sync|mc mirror', LONG),
  ...assignFlags('kubectl|oc|helm|docker compose|docker-compose|podman-compose', LONG),
  ...assignFlags('npm publish|npm unpublish|pnpm publish|yarn publish|yarn npm publish|bun publish', LONG),
  ...assignFlags('npm pub|npm stage publish|deno publish|jsr publish|rush publish|nx release|auto shipit', LONG),
  ...assignFlags('semantic-release|release-it', ['-d', '--dry-run']),
  'cargo publish': SHORT,
  ...assignFlags('poetry publish|uv publish|flutter pub publish|dart pub publish|goreleaser release', LONG),
  ...assignFlags('pulumi destroy|pulumi up|pulumi update', ['--preview-only']),
  ...assignFlags('systemctl poweroff|systemctl reboot|systemctl halt|systemctl kexec', LONG),
};

function assignFlags(names: string, flags: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(names.split('|').map((name) => [name, flags]));
}

/** Values that keep such an option in force. */
const AFFIRMATIVE_VALUE = /^(client|server|true|t|1|yes)$/i;
/** Words that programs take as a value which cancels the option before them. */
const NEGATIVE_VALUE = /^(false|f|0|no|none|off)$/i;

/**
 * Long options without a value that often stand before a dry-run option. Behind any other option the dry-run option
 * could be its value: `rclone purge x --log-file --dry-run` purges.
 */
const SWITCHES = new Set(
  `--force --force-with-lease --delete --delete-before --delete-after --delete-during --delete-excluded --del --archive --recursive
  --verbose --quiet --all --mirror --tags --follow-tags --prune --yes --no-verify --atomic --set-upstream --allow-dirty --interactive
  --list --checksum --update --compress --partial --inplace --ignore-not-found --now --volumes --remove-orphans --cascade --wait
  --provenance --no-git-checks --stats --progress --keep-history --dry-run --dryrun`.split(/\s+/),
);

/**
 * Returns true if a program was told to change nothing. A word that cancels the option (`--dry-run=false`,
 * `--no-dry-run`) or a dry-run option that may be another option's value makes it false. Nothing behind `--` is an
 * option.
 */
export function isDryRun(program: string, { parsed: given, words }: EffectiveOptions): boolean {
  const flags = findDryRunOptions(program, given);
  if (!flags) return false;
  const said = given.flags.filter((flag) => flags.includes(flag));
  if (said.length === 0) return false;
  if (given.flags.some((flag) => /^--no-(d|n$)/.test(flag) || (program === 'git' && flag === '--apply'))) return false;
  if (given.options.some(({ flag, value }) => flags.includes(flag) && !AFFIRMATIVE_VALUE.test(value.text)))
    return false;
  return words.every((word, at) => {
    if (!canNameFlag(word, flags)) return true;
    const [, value] = /^-\w+=(.*)$/s.exec(word) ?? [];
    if (value !== undefined && !AFFIRMATIVE_VALUE.test(value)) return false;
    return !canBeOptionValue(program, words, at) && !NEGATIVE_VALUE.test(words[at + 1] ?? '');
  });
}

/** Returns true if a word is one of these options, or a bundle of letters with one of them. */
function canNameFlag(word: string, flags: readonly string[]): boolean {
  if (word.startsWith('--')) return flags.includes(word.split('=')[0]!);
  return (
    /^-\w/.test(word) && (flags.includes(word) || flags.some((flag) => /^-\w$/.test(flag) && word.includes(flag[1]!)))
  );
}

/** Bundles whose last letter hardly ever takes a value. */
const BARE_LETTER = /^-\w*[rvqayzR]$/;

/**
 * Returns true if a word that looks like an option may be the value of the option before it. Git's options are known.
 */
export function canBeOptionValue(program: string, words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  if (program === 'git' || !before.startsWith('-') || before.includes('=')) return false;
  if (before.startsWith('--')) return before.length > 2 && !SWITCHES.has(before);
  return !hasKnownShortOptions(program) && !BARE_LETTER.test(before);
}

function findDryRunOptions(program: string, { operands }: ProgramArguments): readonly string[] | undefined {
  const names = [program, ...operands.slice(0, 3).map(({ text }) => text)];
  for (let length = names.length; length > 0; length -= 1) {
    const name = names.slice(0, length).join(' ');
    if (Object.hasOwn(DRY_RUNS, name)) return DRY_RUNS[name];
  }
  return undefined;
}
