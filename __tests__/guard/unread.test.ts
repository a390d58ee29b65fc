// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the shell
import { createGuard } from '../../src/guard/create_guard.js';

const ruleFor = (command: string, trust = 2) => {
  const answer = createGuard().judge({ command }, { trust });
  return answer.verdict === 'deny' ? answer.rule : null;
};

const pairs = (pair: string, n: number) => pair.repeat(n);
const doubled = (value: string, n: number) => `a="${value}";${'a=$a$a;'.repeat(n)}`;
const letters = '{a..z}{a..z}{a..z}';

// Holds A5
describe('what is not read to its end is refused where it may destroy', () => {
  it.each([
    `rm -rf /home${pairs('{/,/}', 8)}`,
    `rm -rf ${letters}`,
    `cat ~/.ssh${pairs('{/,/}', 8)}id_rsa`,
    `${doubled('/ ', 16)} rm -rf $a`,
    `${doubled('rm -rf /;', 16)} eval "$a"`,
    'rm -rf ${PWD%%[!/]*}',
  ])('at every trust level: %s', (command) => {
    for (const trust of [0, 1, 2, 3, 4]) expect(ruleFor(command, trust)).not.toBeNull();
  });

  it.each([
    `rm -rf /home${pairs('{/,/}', 8)}`,
    `rm -rf /home${pairs('{/,/}', 12)}`,
    `rm -rf ${letters}`,
    'rm -rf {1..1000}{1..1000}',
    `cat ~/.ssh${pairs('{/,/}', 8)}id_rsa`,
    `cat /etc/sha${letters}`,
    `git push {--force,--force}${pairs('{,}', 8)} origin main`,
    `git push ${letters} origin main`,
    `${letters} -rf /`,
    `cd ${letters} && rm -rf *`,
    `${doubled('/ ', 16)} rm -rf $a`,
    `${doubled('/home ', 14)} rm -rf $a`,
    `${doubled('rm -rf /;', 16)} eval "$a"`,
    `${doubled('rm -rf /;', 16)} echo "$a" | sh`,
    'rm -rf "${HOME%/*}"',
    'rm -rf ${PWD%%[!/]*}',
    'rm -rf ${PWD%%/*}/',
    'rm -rf "${HOME/me/}"',
    'rm -rf ${HOME:0:5}',
    'x=/aXbXc; rm -rf ${x%%*a*X*b*}',
    `echo tmp/{1..70} /etc/passwd | xargs rm -f`,
    `parallel rm -f ::: tmp/{1..70} /etc/passwd`,
    `printf '%s\\n' tmp/{1..40} /etc/passwd | while read f; do rm -f "$f"; done`,
    `for f in tmp/{1..40} /etc/passwd; do rm -f "$f"; done`,
    "echo 'qm -rf /' | sed 'y/q/r/' | sh",
    "echo 'H4sIAAAA' | base64 -d | gunzip | sh",
    'rm -rf $(echo \'"/"\' | jq -r .)',
  ])('%s', (command) => {
    expect(ruleFor(command)).not.toBeNull();
  });

  it('says what could not be read', () => {
    const answer = createGuard().judge({ command: `rm -f ${letters}` }, { trust: 2 });
    expect(answer).toEqual({
      verdict: 'deny',
      rule: 'unreadable-command',
      category: 'unreadable',
      severity: 'severe',
      code: 'destructive_operation_blocked',
      reason:
        'The command cannot be read to its end: what rm is given, or where it runs, is not known. Write it plainly, or in several steps.',
      format: 'code',
    });
  });

  it('a rule that is broken says more', () => {
    expect(ruleFor(`rm -f ${letters}; rm -rf /`)).toBe('delete-machine');
  });
});

const distinct = (n: number) => Array.from({ length: n }, (_, i) => `echo ${i}`).join('\n');

/** A helper like those that clients of models start shells with: patterns alone read like programs. */
const RECURSIVE = `expand() (
  name=$1
  case "$name" in
    '~/'*) name="\${HOME-}/\${name#*/}" ;;
    '\${'*)
      case "$name" in
        ''|[0-9]*|*[!A-Za-z0-9_]*) ;;
        *)
          if [ -n "$name" ] && { [ -n "$other" ] || [ -z "$third" ]; }; then
            name=$(expand "$(expand "\${name#?}")")
          fi
          ;;
      esac
      ;;
  esac
  printf '%s' "$name"
)
x=$(expand "\${A-}")
`;

describe('a line that is too much to be read hides nothing catastrophic', () => {
  it.each([
    ['before more commands than are read', `rm -rf /etc\n${distinct(1100)}`],
    ['behind more commands than are read', `${distinct(1100)}\nrm -rf /etc`],
    ['behind more of the same', `${pairs('true\n', 4000)}rm -rf /etc`],
    ['before a word without end', `rm -rf /etc; : ${pairs('a', 70_000)}`],
    ['behind a word without end', `: ${pairs('a', 120_000)} 2>&1; rm -rf /etc`],
    ['behind quotes and comments', `${distinct(1100)}\necho 'a;b' # it's\nrm -rf /etc`],
    ['beside brackets', `rm -rf /etc; ${pairs('$(', 500)}`],
    ['behind a condition', `${distinct(1100)}\nif true; then rm -rf /etc; fi`],
    ['in a group', `${distinct(1100)}\n( cd / && rm -rf /etc )`],
    ['behind a pattern', `${distinct(1100)}\ncase x in *) rm -rf /etc ;; esac`],
  ])('%s', (_, command) => {
    expect(ruleFor(command)).toBe('delete-machine');
  });

  it.each([
    ['in quotes', `${distinct(1100)}\necho 'a\nrm -rf /etc\nb'`],
    ['in a here-document', `cat > doc.md <<'EOF'\n${distinct(1100)}\nrm -rf /etc\nEOF\n${distinct(1100)}`],
    ['in a comment', `${distinct(1100)}\n# rm -rf /etc`],
    ["in a function's patterns", `${RECURSIVE}${distinct(1100)}`],
    ['in nobody knows what', `rm -rf "$DIR"/x\n${distinct(1100)}`],
  ])('data is no command: %s', (_, command) => {
    expect(ruleFor(command)).toBe('unreadable-command');
  });

  it('megabytes are no matter of patience', () => {
    expect(ruleFor(`${pairs('a b c;', 1_600_000)}rm -rf /etc`)).toBe('unreadable-command');
  });
});

describe('what only the environment knows, and what destroys nothing, is judged as before', () => {
  it.each([
    'rm -rf "$BUILD_DIR"',
    'rm -rf $tmp',
    'rm -rf "$(mktemp -d)"',
    'rm -rf "/tmp/${PWD##*/}"',
    'cd "${0%/*}" && rm -rf dist',
    'docker build -t "${PWD##*/}" .',
    'for f in *.o; do rm -f "${f%.o}.d"; done',
    'for i in {1..1000}; do curl -s "localhost:3000/?i=$i"; done',
    'seq 1 100 | xargs -I{} curl -s localhost/{}',
    'touch file{1..1000}.txt',
    `echo ${letters}`,
    'echo {1..5000}',
    'rm -f part-{0001..0400}.txt',
    'echo "${PATH//:/ }"',
    'x=$((1 + RANDOM % 10)); echo $x',
    `printf '%s\\n' a b | sort -u | xargs rm -f`,
    'h=$(echo foo | md5sum | cut -d" " -f1); rm -rf /tmp/b-$h',
    'git commit -m "$(printf "a\\nb" | fold -w 72)"',
    'cat names.txt | sed "s/^/x/" | xargs rm -f',
  ])('%s', (command) => {
    expect(ruleFor(command, 2)).toBeNull();
  });
});
