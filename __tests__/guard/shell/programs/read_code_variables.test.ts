import { createGuard } from '../../../../src/guard/create_guard.js';

const ruleFor = (command: string) => {
  const answer = createGuard().judge({ command }, { trust: 4 });
  return answer.verdict === 'deny' ? answer.rule : null;
};

describe('a variable whose value a program runs', () => {
  it.each([
    "echo 'rm -rf /' > /tmp/a; BASH_ENV=/tmp/a bash -c :",
    "echo 'rm -rf /' > /tmp/a; export BASH_ENV=/tmp/a; bash x.sh",
    "echo 'rm -rf /' > /tmp/a; ENV=/tmp/a sh -i",
    "echo 'rm -rf /' > /tmp/a; env ENV=/tmp/a dash -i",
    "BASH_ENV='$(rm -rf /)' bash -c :",
    "PS4='$(rm -rf /)' bash -xc :",
    "PROMPT_COMMAND='rm -rf /' bash -i",
    "PAGER='rm -rf /' man ls",
    "sudo env PAGER='rm -rf /' man ls",
    "MANPAGER='rm -rf /' man ls",
    "export MANPAGER='rm -rf /'; man ls",
    "LESSOPEN='|rm -rf / %s' less x",
    "LESSOPEN='||- rm -rf / %s' less x",
    "LESSCLOSE='rm -rf / %s %s' less x",
    "GIT_PAGER='rm -rf /' git log",
    "GIT_SSH_COMMAND='rm -rf /' git fetch",
    "GIT_EDITOR='rm -rf /' git commit",
    "EDITOR='rm -rf /' crontab -e",
    "VISUAL='rm -rf /' visudo",
    "SUDO_EDITOR='rm -rf /' sudoedit /tmp/a",
    "SUDO_EDITOR='rm -rf /' sudo -e /tmp/a",
    "KUBE_EDITOR='rm -rf /' kubectl edit pod x",
    "SYSTEMD_PAGER='rm -rf /' journalctl",
    "PAGER='rm -rf /' psql -l",
    "GH_PAGER='rm -rf /' gh pr list",
    "AWS_PAGER='rm -rf /' aws s3 ls",
    "RSYNC_RSH='rm -rf /' rsync a h:b",
    "SVN_SSH='rm -rf /' svn up",
  ])('%s', (command) => {
    expect(ruleFor(command)).toBe('delete-machine');
  });

  it.each([
    'PAGER=cat man ls',
    'MANPAGER="sh -c \'col -bx | bat -l man -p\'" man ls',
    'PAGER="less -R" git log',
    'EDITOR=vim crontab -l',
    'EDITOR="code --wait" git commit',
    'GIT_EDITOR=true git rebase --continue',
    'AWS_PAGER= aws s3 ls',
    'BASH_ENV=/tmp/env.sh bash -c "npm test"',
    'BASH_ENV=$HOME/.env.d/x bash -c "npm test"',
    'LESSOPEN="|/usr/bin/lesspipe %s" less a.txt',
    "PAGER='man ls' man ls",
    "PAGER='rm -rf /' ls",
    "ENV='rm -rf /' bash -c :",
    'RSYNC_RSH="ssh -p 2222" rsync a h:b',
  ])('but not %s', (command) => {
    expect(ruleFor(command)).toBeNull();
  });
});

describe('a substitution behind an assignment, which the parser takes for another word, is not read', () => {
  it.each([
    "BASH_ENV=<(echo 'rm -rf /') bash -c :",
    "B=c BASH_ENV=<(echo 'rm -rf /') env A=b bash -c :",
    "export BASH_ENV=<(echo 'rm -rf /'); bash -c :",
    "X=<(echo 'rm -rf /'); bash $X",
  ])('%s', (command) => {
    expect(ruleFor(command)).toBe('unreadable-command');
  });
});
