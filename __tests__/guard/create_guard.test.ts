import fc from 'fast-check';
import { createGuard, shippedGuardRules } from '../../src/guard/create_guard.js';
import type { GuardRequest } from '../../src/guard/guard.js';

const ruleFor = (question: GuardRequest, trust = 2) => {
  const answer = createGuard().judge(question, { trust });
  return answer.verdict === 'deny' ? answer.rule : null;
};

describe('a command is judged by what it does, however it is written', () => {
  it.each([
    'rm -rf /',
    'rm -r -f /',
    'rm --recursive --force /',
    'sudo env A=1 nice rm -fr /.',
    "$'\\x72m' -rf /",
    'r""m -rf //',
    'x=/; rm -rf $x',
    'cd / && rm -rf *',
    'cd / && rm -rf .',
    'cd /usr && cd .. && rm -rf ./*',
    'echo / | xargs rm -rf',
    'find / -mindepth 1 -delete',
    'ls / | xargs -I{} rm -rf /{}',
    'bash -c "rm -rf /"',
    'echo cm0gLXJmIC8= | base64 -d | sh',
    "printf 'rm -rf /' > x.sh; sh x.sh",
    'python3 -c "import shutil; shutil.rmtree(\'/\')"',
    'rm -rf /work/../',
  ])('%s', (command) => {
    expect(ruleFor({ command }, 4)).toBe('delete-machine');
  });

  it('the most severe rule answers, wherever it stands in the line', () => {
    expect(ruleFor({ command: 'cat .env; git push -f; rm -rf ~' })).toBe('delete-machine');
    expect(ruleFor({ command: 'cat /etc/passwd; git push -f' })).toBe('git-force-push');
  });

  it('the workspace is where the asking says', () => {
    const guard = createGuard();
    const command = 'rm -rf /srv/job/parts/one/two';
    expect(guard.judge({ command }, { trust: 2 })).toMatchObject({ rule: 'delete-system-file' });
    expect(guard.judge({ command }, { trust: 2, workspace: '/srv/job' })).toMatchObject({ verdict: 'allow' });
  });

  it('the folder of the question counts', () => {
    expect(ruleFor({ command: 'rm -rf *', folder: '/tmp/x' })).toBeNull();
    expect(ruleFor({ command: 'rm -rf *', folder: '/work' })).toBe('delete-workspace');
    expect(ruleFor({ command: 'cat credentials', folder: '/home/me/.aws' })).toBe('credential-file');
  });
});

describe('what one guard remembers', () => {
  it('a file that was written is judged when it is run, by command or by edit', () => {
    const guard = createGuard();
    const ask = (question: GuardRequest) => guard.judge(question, { trust: 2 });
    expect(ask({ write: '/work/tools/x.py', content: 'import os\nos.system("git push --force")\n' })).toMatchObject({
      verdict: 'allow',
    });
    expect(ask({ command: 'python3 tools/x.py' })).toMatchObject({ rule: 'git-force-push' });
    expect(ask({ command: 'cd tools && python3 x.py' })).toMatchObject({ rule: 'git-force-push' });
    expect(ask({ write: 'tools/x.py', content: 'print(1)\n' })).toMatchObject({ verdict: 'allow' });
    expect(ask({ command: 'python3 tools/x.py' })).toMatchObject({ verdict: 'allow' });
    expect(ask({ command: 'printf "rm -rf ~" > go.sh' })).toMatchObject({ verdict: 'allow' });
    expect(ask({ command: 'chmod +x go.sh && ./go.sh' })).toMatchObject({ rule: 'delete-machine' });
  });

  it('a file that was written so long ago that its text is gone is not run, unless it is written anew', () => {
    const guard = createGuard();
    const ask = (question: GuardRequest) => guard.judge(question, { trust: 2 });
    ask({ write: 'old.sh', content: 'rm -rf /\n' });
    for (let n = 0; n < 1000; n += 1) ask({ write: `src/f${n}.ts`, content: 'x' });
    expect(ask({ command: 'sh old.sh' })).toMatchObject({ rule: 'unreadable-command' });
    expect(ask({ command: 'wc -l old.sh' })).toMatchObject({ verdict: 'allow' });
    ask({ write: 'old.sh', content: 'ls\n' });
    expect(ask({ command: 'sh old.sh' })).toMatchObject({ verdict: 'allow' });
  });

  it('a file that was downloaded is not run', () => {
    const guard = createGuard();
    const ask = (command: string) => guard.judge({ command }, { trust: 2 });
    expect(ask('curl -fsSLo i.sh https://example.org/install')).toMatchObject({ verdict: 'allow' });
    expect(ask('less i.sh')).toMatchObject({ verdict: 'allow' });
    expect(ask('bash ./i.sh --yes')).toMatchObject({ rule: 'remote-code' });
    expect(ask('cp i.sh j.sh && sh j.sh')).toMatchObject({ rule: 'remote-code' });
    expect(createGuard().judge({ command: 'bash ./i.sh --yes' }, { trust: 2 })).toMatchObject({ verdict: 'allow' });
  });
});

describe('what nobody can know before it runs', () => {
  it.each(['$X -rf /', '$(pick) -rf ~', '$GIT push --force', '"$K" delete namespace prod', '$T destroy -auto-approve'])(
    '%s is refused: the program may be a dangerous one',
    (command) => {
      expect(ruleFor({ command })).toBe('unverifiable-command');
    },
  );

  it.each([
    '$EDITOR notes.md',
    '"$PYTHON" -m pytest -q',
    './script.sh --force',
    '$(npm bin)/jest --coverage',
    '"$CC" -O2 -o a.out main.c',
    '$RUN',
    '$SHELL -lc "npm test"',
  ])('%s is not, for that alone', (command) => {
    expect(ruleFor({ command })).toBeNull();
  });

  it.each([`echo "${'x'.repeat(70_000)}"`, '$('.repeat(500)])(
    'a command that cannot be read to its end is refused: %.20s',
    (command) => {
      expect(ruleFor({ command }, 4)).toBe('unreadable-command');
    },
  );

  it('a rule that is broken says more than that the rest cannot be read', () => {
    expect(ruleFor({ command: `rm -rf /; ${'a;'.repeat(2500)}` })).toBe('delete-machine');
  });
});

describe('edits', () => {
  it.each([
    ['.env', 'credential-file'],
    ['config/.env.local', 'credential-file'],
    ['src/credentials.ts', 'credential-named-file'],
    ['.git/hooks/pre-commit', 'vcs-hook'],
    ['/home/me/.bashrc', 'startup-file'],
    ['/etc/cron.d/job', 'schedule'],
    ['/etc/hosts', 'write-system-file'],
    ['.env.example', null],
    ['src/app.ts', null],
    ['/work/docs/a.md', null],
    ['/work/../etc/hosts', 'write-system-file'],
  ])('of %s: %s', (write, rule) => {
    expect(ruleFor({ write })).toBe(rule);
  });
});

describe('plans', () => {
  it('are judged by what they say will be done, and by the commands in them', () => {
    const answer = createGuard().judge({ text: 'I will run `git reset --hard` and begin anew.' }, { trust: 2 });
    expect(answer).toMatchObject({ verdict: 'deny', rule: 'git-reset-hard', format: 'natural_text' });
    expect(ruleFor({ text: 'The README explains why `git push --force` is dangerous.' })).toBeNull();
  });
});

describe('trust', () => {
  it('never switches off what is catastrophic, and never opens credentials', () => {
    const always = shippedGuardRules.filter(
      ({ severity, code }) => severity === 'catastrophic' || code === 'credential_file_protected',
    );
    expect(always.length).toBeGreaterThan(10);
    const opened = always.flatMap(({ id, examples }) =>
      examples.matches.flatMap((example) => {
        const question = typeof example === 'string' ? { command: example } : example;
        return ruleFor(question, 4) === null ? [id] : [];
      }),
    );
    expect(opened).toEqual([]);
  });

  // Holds A5
  it.each([
    [
      'git push --force',
      ['I will run git push --force now.', 'I will force-push the branch.', 'Push to main with --force.'],
      3,
    ],
    ['git reset --hard HEAD~3', ['Reset the branch with --hard.'], 3],
    ['git clean -fdx', ['Clean untracked files.'], 3],
    ['git filter-branch --all', ['I will rewrite the git history.'], 4],
  ])('%s has the same answer as sentences that announce it, at every level', (command, sentences, from) => {
    for (const question of [{ command }, ...sentences.map((text) => ({ text }))])
      expect([question, [0, 1, 2, 3, 4].map((trust) => ruleFor(question, trust) === null)]).toEqual([
        question,
        [0, 1, 2, 3, 4].map((trust) => trust >= from),
      ]);
  });

  it('less trust never allows more', () => {
    const questions = shippedGuardRules.flatMap(({ examples }) => [...examples.matches, ...examples.passes]);
    for (const example of questions) {
      const question = typeof example === 'string' ? { command: example } : example;
      const allowed = [0, 1, 2, 3, 4].map((trust) => ruleFor(question, trust) === null);
      expect([example, allowed]).toEqual([example, [...allowed].sort()]);
    }
  });
});

describe('hostile questions', () => {
  const words = fc.constantFrom(
    'rm',
    '-rf',
    '/',
    '$X',
    '"',
    "'",
    '$(',
    ')',
    '|',
    ';',
    '&&',
    'git',
    'push',
    '{a,b}',
    '<',
    '>',
    '<<E',
    '\n',
    '`',
    '.env',
    '\0',
    '\u{FFFC}',
    '*',
    '~',
    'curl',
    'find',
    '-exec',
    '{}',
    'xargs',
    '=',
    '\\',
  );
  it('are answered, never thrown at', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 25 }), fc.constantFrom(' ', ''), (parts, between) => {
        const line = parts.join(between);
        for (const question of [{ command: line }, { write: line || 'a', content: line }, { text: line }]) {
          const { verdict } = createGuard().judge(question, { trust: 2 });
          expect(['allow', 'deny']).toContain(verdict);
        }
      }),
    );
  });
});
