/** Long options of git's subcommands, as git lists them; those of others are taken as written. */
const LONG_OPTIONS: Readonly<Record<string, string>> = {
  apply: `exclude include stat binary numstat summary check index intent-to-add cached unsafe-paths apply 3way whitespace
    ignore-space-change ignore-whitespace reverse unidiff-zero reject allow-overlap verbose quiet recount directory allow-empty`,
  branch: `verbose quiet track set-upstream-to unset-upstream color remotes contains with without abbrev all delete move copy list
    show-current create-reflog edit-description force merged column sort points-at ignore-case recurse-submodules format`,
  checkout: `guess overlay quiet recurse-submodules progress merge conflict detach track force orphan overwrite-ignore
    ignore-other-worktrees ours theirs patch ignore-skip-worktree-bits pathspec-from-file pathspec-file-nul`,
  'checkout-index': 'all ignore-skip-worktree-bits force quiet index stdin temp prefix stage create',
  clean: 'quiet dry-run force interactive exclude',
  push: `verbose quiet repo all mirror delete tags dry-run porcelain force force-with-lease force-if-includes recurse-submodules thin
    receive-pack exec set-upstream progress prune follow-tags signed atomic push-option ipv4 ipv6 verify`,
  'read-tree': `index-output empty verbose trivial aggressive reset prefix exclude-per-directory dry-run debug-unpack
    recurse-submodules quiet sparse-checkout`,
  reset: `quiet mixed soft hard merge keep recurse-submodules patch intent-to-add pathspec-from-file pathspec-file-nul refresh`,
  restore: `source staged worktree ignore-unmerged overlay quiet recurse-submodules progress merge conflict ours theirs patch
    ignore-skip-worktree-bits pathspec-from-file pathspec-file-nul`,
  rm: 'dry-run quiet cached force ignore-unmatch sparse pathspec-from-file pathspec-file-nul',
  switch: `create force-create guess discard-changes quiet recurse-submodules progress merge conflict detach track force orphan
    overwrite-ignore ignore-other-worktrees`,
};

const namesBySubcommand = new Map(
  Object.entries(LONG_OPTIONS).map(([subcommand, options]) => {
    const positive = options.split(/\s+/).map((name) => `--${name}`);
    return [subcommand, [...positive, ...positive.map((name) => name.replace('--', '--no-'))]];
  }),
);

/**
 * Returns the option that an unambiguous abbreviation means for git: `reset --h` is `--hard`. Returns others as
 * written.
 */
export function completeGitOption(subcommand: string | undefined, flag: string): string {
  const known = namesBySubcommand.get(subcommand ?? '');
  if (!known || known.includes(flag)) return flag;
  const meant = known.filter((name) => name.startsWith(flag));
  return meant.length === 1 ? meant[0]! : flag;
}
