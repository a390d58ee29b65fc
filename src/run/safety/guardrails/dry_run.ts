import { type Arguments, knowsShortOptions } from './grammar.js';
import type { HeardOptions } from './heard_options.js';

const SHORT = ['-n', '--dry-run'];
const LONG = ['--dry-run'];

/** Options with which a program only tells what it would do, under its name or its name and subcommand. */
const DRY_RUNS: Readonly<Record<string, readonly string[]>> = {
  ...all('git push|git clean|git rm|git mv|git add|git prune|git read-tree', SHORT),
  ...all('git reflog expire|git reflog delete|git worktree prune|git remote prune|git notes prune', SHORT),
  ...all('git commit|git fetch|git pull|git send-pack|git filter-repo', LONG),
  'git apply': ['--check', '--stat', '--numstat', '--summary'],
  rsync: SHORT,
  ...all('make|gmake', ['-n', '--dry-run', '--just-print', '--recon']),
  rclone: SHORT,
  ...all('restic forget|restic prune|restic backup|restic rewrite', SHORT),
  ...all('borg delete|borg prune|borg create|borg extract', SHORT),
  ...all('duplicity|pgbackrest expire', LONG),
  'duplicacy prune': ['-dry-run'],
  'zfs destroy': ['-n'],
  ...all('mke2fs|mkfs.ext2|mkfs.ext3|mkfs.ext4', ['-n']),
  'aws s3': ['--dryrun'],
  'aws ec2': LONG,
  'gsutil rsync': ['-n'],
  'gcloud storage': LONG,
  s3cmd: SHORT,
  ...all('s5cmd|azcopy|b2 sync|mc mirror', LONG),
  ...all('kubectl|oc|helm|docker compose|docker-compose|podman-compose', LONG),
  ...all('npm publish|npm unpublish|pnpm publish|yarn publish|yarn npm publish|bun publish', LONG),
  ...all('npm pub|npm stage publish|deno publish|jsr publish|rush publish|nx release|auto shipit', LONG),
  ...all('semantic-release|release-it', ['-d', '--dry-run']),
  'cargo publish': SHORT,
  ...all('poetry publish|uv publish|flutter pub publish|dart pub publish|goreleaser release', LONG),
  ...all('pulumi destroy|pulumi up|pulumi update', ['--preview-only']),
  ...all('systemctl poweroff|systemctl reboot|systemctl halt|systemctl kexec', LONG),
};

function all(names: string, flags: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(names.split('|').map((name) => [name, flags]));
}

/** Values with which such an option is still one. */
const MEANT = /^(client|server|true|t|1|yes)$/i;
/** Words that programs take for the value of the option before them. */
const TAKEN_BACK = /^(false|f|0|no|none|off)$/i;

/**
 * Long options that take no value, before which a dry run is often named. Behind any other option the words could be its value:
 * `rclone purge x --log-file --dry-run` purges.
 */
const SWITCHES = new Set(
  `--force --force-with-lease --delete --delete-before --delete-after --delete-during --delete-excluded --del --archive --recursive
  --verbose --quiet --all --mirror --tags --follow-tags --prune --yes --no-verify --atomic --set-upstream --allow-dirty --interactive
  --list --checksum --update --compress --partial --inplace --ignore-not-found --now --volumes --remove-orphans --cascade --wait
  --provenance --no-git-checks --stats --progress --keep-history --dry-run --dryrun`.split(/\s+/),
);

/**
 * Tells whether a program was told to change nothing. What takes that back anywhere (`--dry-run=false`, `--no-dry-run`), and an option that
 * may be another's value, make it none; behind `--` stand no options.
 */
export function isDryRun(program: string, { given, words }: HeardOptions): boolean {
  const flags = optionsOf(program, given);
  if (!flags) return false;
  const said = given.flags.filter((flag) => flags.includes(flag));
  if (said.length === 0) return false;
  if (given.flags.some((flag) => /^--no-(d|n$)/.test(flag) || (program === 'git' && flag === '--apply'))) return false;
  if (given.options.some(({ flag, value }) => flags.includes(flag) && !MEANT.test(value.text))) return false;
  return words.every((word, at) => {
    if (!mayName(word, flags)) return true;
    const [, value] = /^-\w+=(.*)$/s.exec(word) ?? [];
    if (value !== undefined && !MEANT.test(value)) return false;
    return !mayBeValue(program, words, at) && !TAKEN_BACK.test(words[at + 1] ?? '');
  });
}

/** Tells whether a word is one of these options, or a bundle of letters with one of them. */
function mayName(word: string, flags: readonly string[]): boolean {
  if (word.startsWith('--')) return flags.includes(word.split('=')[0]!);
  return (
    /^-\w/.test(word) && (flags.includes(word) || flags.some((flag) => /^-\w$/.test(flag) && word.includes(flag[1]!)))
  );
}

/** Letters of options that hardly ever take a value. */
const BARE_LETTER = /^-\w*[rvqayzR]$/;

/** Tells whether a word that looks like an option may be the value of the option before it. git's options are known. */
export function mayBeValue(program: string, words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? '';
  if (program === 'git' || !before.startsWith('-') || before.includes('=')) return false;
  if (before.startsWith('--')) return before.length > 2 && !SWITCHES.has(before);
  return !knowsShortOptions(program) && !BARE_LETTER.test(before);
}

function optionsOf(program: string, { operands }: Arguments): readonly string[] | undefined {
  const names = [program, ...operands.slice(0, 3).map(({ text }) => text)];
  for (let length = names.length; length > 0; length -= 1) {
    const name = names.slice(0, length).join(' ');
    if (Object.hasOwn(DRY_RUNS, name)) return DRY_RUNS[name];
  }
  return undefined;
}
