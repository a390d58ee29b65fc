import type { PhraseRule } from './finding.js';
import {
  ALL_FILES,
  DATABASE,
  DESTROY,
  DISK,
  DISPOSABLE,
  destructive,
  OWN,
  PERSONAL_FILES,
  phrase,
  rule,
} from './phrase_words.js';
import { attackRules } from './phrases_of_attacks.js';
import { evasionRules } from './phrases_of_evasion.js';
import { otherLanguageRules } from './phrases_of_other_languages.js';

/** What plans and requests must not announce. */
export const phraseRules: readonly PhraseRule[] = [
  ...attackRules,
  ...evasionRules,
  ...otherLanguageRules,
  rule(
    'destroy-files',
    'file-system',
    'catastrophic',
    destructive,
    'says that files will be destroyed that cannot be brought back; name the few files of the workspace that are in the way',
    [
      phrase('encrypt scramble corrupt', `<home>|home directory|${ALL_FILES}|<system-path>|hard drive|disk`, {
        without: 'at rest|test*',
      }),
      phrase('replace overwrite corrupt patch', '<system-path>', {
        without: 'line|in the docs|reference*|mention*|with a variable|hard-coded|hardcoded',
      }),
      phrase('delete remove destroy purge', 'backups|backup|snapshots|the snapshots|all snapshots', {
        without: 'test*|jest|obsolete|stale|outdated|old|vitest|unused|ui|failing',
      }),
      phrase(
        DESTROY,
        `<root>|<home>|home directory|home folder|home dir|root directory|root folder|root filesystem|root file system|entire filesystem|entire file system|whole filesystem|whole file system|user's home|entire system|whole system|entire machine|the machine|${DISK}`,
        { without: 'space|usage|cache|worktree i|image|heading|docs|section|line|lines|comment*' },
      ),
      phrase(DESTROY, ALL_FILES, { without: DISPOSABLE }),
      phrase(`${DESTROY}|move away|rename`, '<system-path>', {
        without: 'line|lines|comment|reference|references|mention*|docs|entry',
      }),
      phrase(DESTROY, '.git|.git directory|.git folder|git directory|git folder', {
        without: 'suffix|extension|from the url',
      }),
      phrase(DESTROY, PERSONAL_FILES, { without: `${DISPOSABLE}|elasticsearch|index|collection|api` }),
      phrase('chmod chown', '<root>|<home>|<system-path>|everything|all files|entire filesystem'),
    ],
  ),
  rule(
    'destroy-disk',
    'disks',
    'catastrophic',
    destructive,
    'says that a disk or a file system will be overwritten; nothing in a workspace needs that',
    [
      phrase('format reformat repartition partition wipe zero overwrite mkfs erase unmount|zero out|fill with', DISK, {
        without: 'space|usage|string|date|code|output|report|table of|image',
      }),
      phrase('write dd', '<device>', {}),
    ],
  ),
  rule(
    'rewrite-history',
    'git',
    'severe',
    destructive,
    'says that published or uncommitted work will be lost in git; push a new commit, or work on a branch of your own',
    [
      phrase(
        'discard drop delete overwrite revert|throw away|blow away',
        "else's changes|everybody's changes|everyone's changes|others' changes|else's work|others' work",
      ),
      phrase(
        'nuke rewrite erase purge wipe delete squash',
        "repo's history|repository's history|project's history|branch's history",
      ),
      phrase('force-push force-update', '', {
        without:
          'protection|rule*|guard|check*|detection|policy|setting|support|handling|warning|test*|docs|documentation',
      }),
      phrase(
        'push overwrite update',
        '--force|-f|force|forcefully|forcibly|by force|with force|--force-with-lease|--mirror|overwriting',
        {
          with: 'push|pushes|branch|main|master|remote|origin|upstream|repo|repository|history|git',
          without: 'support|docs|documentation|test*',
        },
      ),
      phrase(
        'overwrite clobber replace',
        'remote branch|remote history|remote main|remote master|upstream history|remote repository|origin/main|origin/master|main branch|published history',
      ),
      phrase(
        'rewrite erase purge alter squash scrub wipe delete remove',
        'git history|commit history|history of|repository history|repo history|published history|the history|branch history|history on|all commits|all history|old commits|from history|reflog|stashes|all stashes',
        { without: 'bash history|shell history|browser*|page|component|tests|docs|section' },
      ),
      phrase('rewrite', 'history'),
      phrase('overwrite clobber replace', 'remote|origin|upstream', {
        with: 'my version|my local|my branch|my commits|my copy|our local|mine|local version|local branch|local history',
        without: 'url|test*|docs',
      }),
      phrase('reset hard-reset', '--hard|hard', { without: 'hard-coded|hard to|test*' }),
      phrase(
        'discard drop throw|throw away|blow away',
        'all changes|all local changes|local changes|uncommitted changes|all uncommitted|my changes|working tree|working copy|all work|everything|stash|stashes|unstaged changes|all modifications',
        { without: 'unused' },
      ),
      phrase(
        'delete remove drop wipe purge nuke',
        'remote branch|remote branches|main branch|master branch|all branches|all the branches|all the remote branches|every branch|branches on origin|branches on the remote|branches of the remote|all remote branches|all remote refs|all the tags|all tags|remote tag|remote tags|release branch|unmerged branch*|production branch|default branch|origin/main',
        { without: 'protection|rule|merged branches' },
      ),
      phrase('delete remove destroy wipe nuke', 'repository|repo|github repository|remote repository|the fork', {
        without:
          'pattern|class|interface|method|from the|in the|inside the|file|files|unused|layer|folder|link|secret|docs|cache|file|root',
      }),
      phrase('clean', 'untracked files|git clean'),
      phrase('expire clear empty drop prune', 'reflog|git reflog|unreachable commits|dangling commits'),
    ],
  ),
  rule(
    'destroy-database',
    'databases',
    'severe',
    destructive,
    'says that data of a database will be lost; work on a copy, or name the rows',
    [
      phrase('remove', 'all user accounts|user accounts|all users|all accounts|all records|all rows|all tables', {
        without: OWN,
      }),
      phrase(
        'drop delete wipe destroy erase purge nuke obliterate clear reset empty flush|blow away|wipe out',
        DATABASE,
        { without: OWN },
      ),
      phrase('drop truncate', 'table|tables|users table|collection|collections|index on production|production', {
        without: `${OWN}|of contents|cell|column width|string*|message*|text|title*|view`,
      }),
      phrase('run execute', 'drop table|drop database|truncate table|delete from', { without: 'test*' }),
      phrase('flush', 'redis|all keys|the whole cache|flushall'),
    ],
  ),
  rule(
    'kill',
    'processes',
    'severe',
    destructive,
    "says that processes will be ended that are not the agent's; end your own by their number",
    [
      phrase(
        'stop kill disable mask terminate|shut down',
        'ssh service|sshd service|ssh daemon|ssh server|network service|networking|network interface|cron daemon|syslog',
        { without: 'test*' },
      ),
      phrase(
        'kill terminate stop end killall pkill abort halt|shut down',
        'all processes|every process|all running processes|all the processes|all other processes|other processes|system processes|every running process|all services|init|init process|systemd|sshd|ssh daemon|pid 1|processes owned by|processes of other|all user processes|everything running|all daemons|all jobs on|kernel|all python processes|all node processes|docker daemon|dockerd',
        { without: 'test*|docs|after all' },
      ),
      phrase(
        'reboot restart halt shutdown crash poweroff|shut down|power off|bring down|take down',
        'machine|server|host|system|computer|node|box|laptop|production|vm|the site',
        {
          without:
            'dev server|development server|test server|web server|local server|http server|mock server|vite|webpack|language server|typescript server|server gracefully|express|graceful*|server in|test*|node process|nodemon|docs|jest|preview|container',
        },
      ),
      phrase(
        'run launch start execute create trigger write',
        'fork bomb|fork-bomb|forkbomb|infinite fork|crypto miner|cryptominer|denial of service|dos attack|ddos',
        { without: 'test*|detection|protection|detector|rule' },
      ),
      phrase('spawn fork start launch create', 'copies|itself|processes|children|threads', {
        with: 'endlessly|infinitely|without end|without limit|forever|until the host|until the machine|until the system|until the server|until memory',
        without: 'test*|docs|detection|pool',
      }),
      phrase('fill exhaust|use up', 'the disk|all memory|all the memory|disk space|all disk', { without: 'test*' }),
    ],
  ),
  rule(
    'publish',
    'publishing',
    'severe',
    destructive,
    'says that something will be published, which cannot be taken back; leave releases to people',
    [
      phrase(
        'publish unpublish release push upload deploy ship',
        'to npm|to pypi|to crates|to rubygems|to maven|to docker hub|to dockerhub|npm registry|to the registry|public registry|to nuget|to packagist|to the marketplace|npm package|the package|package to|this package|our package|the crate|the gem|new version of the package|the library to|wheel to',
        {
          without:
            'test registry|local registry|verdaccio|testpypi|docs|documentation|message*|dry-run|dry run|event*|workflow|draft|job|lock',
        },
      ),
      phrase('unpublish yank', 'package|version|release|crate|gem|npm'),
      phrase('publish', 'package|packages|release'),
      phrase('deploy', 'to production|to prod|production', {
        without: 'docs|guide|workflow|script|documentation|config*',
      }),
    ],
  ),
  rule(
    'destroy-infrastructure',
    'containers-and-clouds',
    'severe',
    destructive,
    'says that containers, clusters, or cloud resources will be destroyed; leave what others run alone',
    [
      phrase(
        'delete destroy terminate remove wipe prune nuke drop drain purge empty deprovision|tear down|take down|shut down|scale down|scale to zero|bring down|clean up',
        'cluster|clusters|namespace|namespaces|all pods|every pod|all deployments|all containers|every container|all images|all docker images|all volumes|docker volumes|all docker|s3 bucket|s3 buckets|bucket|buckets|ec2 instance*|all instances|instances|infrastructure|cloudformation stack|the stack|terraform state|terraform resources|resource group|vpc|load balancer|dns zone|all resources|production environment|prod environment|production|prod|production server*|kubernetes nodes|persistent volume*|rds|lambda functions|gcp project|aws account|azure subscription|docker system',
        {
          without: `${OWN}|c++|php|java|using namespace|xml|xmlns|css|import*|typescript|prefix|kind|minikube|console*|logging|stack trace|stack overflow|code path|docs|build`,
        },
      ),
      phrase('run apply', 'terraform destroy|kubectl delete|docker system prune'),
    ],
  ),
];
