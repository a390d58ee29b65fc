import fc from 'fast-check';
import { createGuard } from '../../../src/guard/create_guard.js';

const ruleFor = (command: string, trust = 0) => {
  const answer = createGuard().judge({ command }, { trust });
  return answer.verdict === 'deny' ? answer.rule : null;
};

/** Commands with the place of their dry-run option, and the rule that refuses them without it. */
const COMMANDS: readonly [before: string, option: string, after: string, rule: string][] = [
  ['git push', '--dry-run', '--force origin main', 'git-force-push'],
  ['git push --force', '-n', 'origin main', 'git-force-push'],
  ['git clean -fd', '--dry-run', '', 'git-clean'],
  ['git rm -r', '-n', '.', 'move-away'],
  ['git reflog expire', '--dry-run', '--expire=now --all', 'git-expire-objects'],
  ['rsync -a --delete', '-n', 'src/ ~/', 'delete-machine'],
  ['rsync', '--dry-run', '-a --delete src/ /mnt/backup/', 'sync-with-deletion'],
  ['rclone purge remote:x', '--dry-run', '', 'cloud-delete'],
  ['rclone sync', '-n', 'src remote:bucket', 'cloud-delete'],
  ['restic forget --keep-last 1 --prune', '--dry-run', '', 'destroy-backup'],
  ['borg prune', '-n', '--keep-last 1 repo', 'destroy-backup'],
  ['zfs destroy', '-n', 'tank/x', 'change-partitions'],
  ['mkfs.ext4', '-n', '/dev/sdb1', 'overwrite-disk'],
  ['aws s3 rm s3://b --recursive', '--dryrun', '', 'cloud-delete'],
  ['aws ec2 terminate-instances --instance-ids i-1', '--dry-run', '', 'cloud-delete'],
  ['gsutil rsync', '-n', '-d src gs://b', 'cloud-delete'],
  ['kubectl delete pod x', '--dry-run=client', '', 'cluster-delete'],
  ['kubectl delete pod x', '--dry-run=server', '', 'cluster-delete'],
  ['helm uninstall web', '--dry-run', '', 'cluster-delete'],
  ['docker compose', '--dry-run', '-p other down -v', 'prune-containers'],
  ['npm publish', '--dry-run', '', 'publish-package'],
  ['npm unpublish a', '--dry-run', '', 'unpublish-package'],
  ['cargo publish', '-n', '', 'publish-package'],
  ['poetry publish', '--dry-run', '', 'publish-package'],
  ['pulumi destroy', '--preview-only', '', 'infrastructure-destroy'],
  ['systemctl poweroff', '--dry-run', '', 'turn-off-machine'],
];

const line = (...parts: string[]) => parts.filter(Boolean).join(' ');

// Holds A5
describe('a program that only tells what it would do is not refused', () => {
  it.each(COMMANDS)('%s [%s] %s', (before, option, after, rule) => {
    expect(ruleFor(line(before, after))).toBe(rule);
    expect(ruleFor(line(before, option, after))).toBeNull();
  });

  it('wherever its option stands, and whatever wraps the program', () => {
    const part = fc.constantFrom(...COMMANDS.filter(([, option]) => option.startsWith('--dry')));
    const wrapper = fc.constantFrom('', 'sudo', 'env A=1', 'timeout 9', 'nice -n 5');
    fc.assert(
      fc.property(part, wrapper, ([before, option, after], around) => {
        expect(ruleFor(line(around, before, option, after))).toBeNull();
      }),
    );
  });
});

describe('what is no dry run is refused', () => {
  it.each([
    ['git push --force --dry-run --no-dry-run', 'git-force-push'],
    ['git push --no-dry-run --dry-run --force', 'git-force-push'],
    ['git clean -n --no-dry -fd', 'git-clean'],
    ['git clean -fd -- -n', 'git-clean'],
    ['git push --force -o -n', 'git-force-push'],
    ['rsync -an --no-n --delete src/ ~/', 'delete-machine'],
    ['rsync -a --delete -e -n src/ ~/', 'delete-machine'],
    ['rclone purge remote:x --dry-run=false', 'cloud-delete'],
    ['rclone purge remote:x --dry-run --dry-run=0', 'cloud-delete'],
    ['rclone purge remote:x --log-file --dry-run', 'cloud-delete'],
    ['rclone purge remote:x -- --dry-run', 'cloud-delete'],
    ['rclone purge remote:x --log-file -n', 'cloud-delete'],
    ['rsync -a --delete --suffix -n src/ ~/', 'delete-machine'],
    ['git reflog expire --expire -n --all', 'git-expire-objects'],
    ['gem push -k --help a.gem', 'publish-package'],
    ['redis-cli -h prod -x --help flushall', 'drop-database'],
    ['vault kv destroy -mount -h secret/prod', 'destroy-secret'],
    ['kubectl delete pod x --dry-run=none', 'cluster-delete'],
    ['kubectl delete pod x --dry-run=client --dry-run=none', 'cluster-delete'],
    ['npm publish --dry-run=false', 'publish-package'],
    ['npm publish --dry-run false', 'publish-package'],
    ['npm publish --no-dry-run', 'publish-package'],
    ['aws ec2 terminate-instances --instance-ids i --dry-run --no-dry-run', 'cloud-delete'],
    ['rm -rf --dry-run ~', 'delete-machine'],
    ['rm -rf -n ~', 'delete-machine'],
    ['make -C -n && git push -f', 'git-force-push'],
    ['twine upload --dry-run dist/a.whl', 'publish-package'],
    ['mkfs.ext4 -L -n /dev/sdb1', 'overwrite-disk'],
    ['X=--dry-run; rclone purge remote:x "$Y"', 'cloud-delete'],
    ['git diff | git apply -R --check --apply', 'git-discard-changes'],
    ['git diff | git apply -R --check --app', 'git-discard-changes'],
    ['rclone purge remote:x -n=false', 'cloud-delete'],
    ['rclone purge remote:x -n=0', 'cloud-delete'],
    ['rclone purge remote:x -n -vn=false', 'cloud-delete'],
    ['restic forget --keep-last 0 --prune -n=false', 'destroy-backup'],
    ['kubectl delete ns prod --help=false --help', 'cluster-delete'],
    ['kubectl delete ns prod --dry-run=client $X', 'cluster-delete'],
    ['kubectl delete ns prod --dry-run=client $(cat options)', 'cluster-delete'],
    ['kubectl delete ns prod --dry-run=client $X.yml', 'cluster-delete'],
    ['bash -c "kubectl delete ns prod --dry-run=client $X"', 'cluster-delete'],
    ['git clean -fdx -n $X', 'git-clean'],
    [`rclone purge remote:x --dry-run \${x@Q}`, 'cloud-delete'],
    [`rm -rf / \${x@E} --help`, 'delete-machine'],
    [`x=a; kubectl delete ns prod --help \${x@A}`, 'cluster-delete'],
    ['rm -rf ~ --help', 'delete-machine'],
    ['chmod -R 777 / --help', 'change-rights-of-machine'],
    ['POSIXLY_CORRECT=1 rm -rf ~ --help', 'delete-machine'],
    ['POSIXLY_CORRECT= rclone purge remote:x --dry-run', 'cloud-delete'],
    ['env POSIXLY_CORRECT=1 userdel bob --help', 'grant-rights'],
    ['export POSIXLY_CORRECT=1; rsync -a --delete src/ ~/ -n', 'delete-machine'],
    ['export POSIXLY_CORRECT; POSIXLY_CORRECT=1; rsync -a --delete src/ ~/ -n', 'delete-machine'],
    ['shutdown -h now -help', 'turn-off-machine'],
  ])('%s', (command, rule) => {
    expect(ruleFor(command)).toBe(rule);
  });

  it('nor what a dry run reads, runs, or is redirected to', () => {
    expect(ruleFor('kubectl create secret generic x --from-file=.env --dry-run=client -o yaml')).toBe(
      'credential-file',
    );
    expect(ruleFor("rsync -n -e 'rm -rf ~' a h:b")).toBe('delete-machine');
    expect(ruleFor('git -c core.sshCommand="rm -rf ~" push --dry-run')).toBe('delete-machine');
    expect(ruleFor('git clean -n > ~/.bashrc')).toBe('startup-file');
  });
});

describe('what only looks is not refused', () => {
  it.each([
    'rclone check src remote:x',
    'npm org ls acme',
    'npm access list packages',
    'npm team ls acme:dev',
    'kubectl completion bash',
    'ngrok completion bash',
    'faillock --user bob',
    'visudo -c',
    'terraform plan',
    'kubectl diff -f a.yml',
    'pulumi preview',
    'make -n deploy',
    'userdel --help',
    'git diff | git apply -R --check',
    'userdel bob --help',
    'rclone purge remote:x -n=true',
    'kubectl delete ns "$NS" --dry-run=client',
    'kubectl delete -f "$DIR/a.yml" --dry-run=client',
    'kubectl delete --dry-run=client -- $NAMES',
    'terraform destroy -help',
    'terraform destroy -h',
    'vault kv destroy -h',
    'chmod --help',
    'rm -rf --help',
    'wipefs --version',
    'git checkout -bfeature',
    'git checkout -Bfix/force',
    'git switch -cfeature',
    'git switch -Cfix',
    'pkill -USR1 my-server',
    'find . -exec echo -delete {} \\;',
    'find . -name -delete',
    'find . -printf -delete',
    'find . -fprintf out.txt -delete',
    'find / -path -exec -print',
    "find . -name src -prune -o -name '*.pyc' -delete",
    "find . \\( -name '*.pyc' -o -name '*.pyo' \\) -delete",
  ])('%s', (command) => {
    expect(ruleFor(command)).toBeNull();
  });

  it.each([
    ['npm org rm acme bob', 'unpublish-package'],
    ['npm access grant read-write acme:dev a', 'unpublish-package'],
    ['faillock --user bob --reset', 'grant-rights'],
    ['git checkout -qf', 'git-discard-changes'],
    ['git switch -qfc x', 'git-discard-changes'],
    ["find ~ -name '*.tmp' -o -delete", 'delete-machine'],
    ["find ~ \\( -name '*.tmp' -o -delete \\)", 'delete-machine'],
    ["find . -name '*.pyc' -delete -o -name '*.ts' -delete", 'delete-source'],
    ['find ~ -exec echo {} \\; -delete', 'delete-machine'],
    ['find . -printf %p -delete', 'delete-workspace'],
    ['find . -exec echo {} + -exec rm -rf {} +', 'delete-workspace'],
    ['rm -rf help ~', 'delete-machine'],
    ['rm -rf completion bash ~', 'delete-machine'],
    ['killall help sshd', 'kill-service'],
    ['ls --help > /etc/passwd', 'grant-rights'],
    ['rclone purge remote:x --log-file --help', 'cloud-delete'],
  ])('but %s does more', (command, rule) => {
    expect(ruleFor(command)).toBe(rule);
  });
});
