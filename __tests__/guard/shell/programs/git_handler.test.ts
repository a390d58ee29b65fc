// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the shell
import { toldDeeds } from '../told_deeds.js';

describe('git is known by its subcommand, and what it gives to a shell is read', () => {
  it.each<[string, string[]]>([
    ['git --git-dir=/x/.git push', ['git push']],
    ['git -C a -C b push', ['git push']],
    ['git --no-pager -c color.ui=false log', ['git log']],
    ["git -c alias.y='push --force' y origin", ['git push --force origin']],
    ["git -c alias.a=b -c alias.b='!rm x' a", ['git: rm x']],
    ["git config --global alias.z '!rm x'; git z y", ['git config --global alias.z !rm x', 'git: rm x y']],
    [
      "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.z GIT_CONFIG_VALUE_0='!rm x'; git z",
      ['export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.z GIT_CONFIG_VALUE_0=!rm x', 'git: rm x'],
    ],
    ['GIT_CONFIG_PARAMETERS="\'alias.z=push --force\'" git z', ['git push --force']],
    ["Z='!rm x' git --config-env=alias.z=Z z", ['git: rm x']],
    ["git -c core.sshCommand='rm x' fetch", ['git: rm x', 'git fetch']],
    ["GIT_SSH_COMMAND='rm x' git fetch", ['git: rm x', 'git fetch']],
    [
      'GIT_EDITOR=\'sh -c "git reset --hard"\' git commit --amend',
      ['git: sh -c', 'git: sh: git reset --hard', 'git commit --amend'],
    ],
    ["git rebase -i --exec 'rm x' HEAD~2", ['git rebase -i --exec rm x HEAD~2', 'git: rm x']],
    ["git bisect run sh -c 'rm x'", ['git bisect run sh -c rm x', 'git: sh -c', 'git: sh: rm x']],
    [
      "git submodule foreach --recursive 'git clean -fdx'",
      ['git submodule foreach --recursive git clean -fdx', 'git: git clean -fdx'],
    ],
    ["git filter-branch --tree-filter 'rm x' HEAD", ['git filter-branch --tree-filter rm x HEAD', 'git: rm x']],
    ["git clone 'ext::sh -c rm% x'", ['git clone ext::sh -c rm% x', 'git: sh -c', 'git: sh: rm x']],
    ["git commit -m 'rm -rf /; git push --force'", ['git commit -m rm -rf /; git push --force']],
    ['git', ['git']],
    ['git -c', ['git']],
  ])('%j', (line, deeds) => {
    expect(toldDeeds(line)).toEqual({ deeds });
  });
});
