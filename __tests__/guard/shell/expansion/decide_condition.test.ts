// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell code
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { readCommand } from '../../../../src/guard/shell/read_command.js';
import { ALL } from '../../../extent.js';
import { isDenied } from '../judged.js';

const RUNS = ALL ? 600 : 150;

describe('what does not run is not judged', () => {
  const dry = 'run() { if [ "$DRY" = 1 ]; then printf "would run: %s\\n" "$*"; else "$@"; fi; }; run rm -rf ~';
  it.each([
    [`DRY=1; ${dry}`, false],
    [`DRY=0; ${dry}`, true],
    [`DRY=$(cat dry); ${dry}`, true],
    [dry, true],
    ['safe() { case "$1" in /|"$HOME"|"") return 1;; esac; rm -rf "$1"; }; safe /', false],
    ['safe() { case "$1" in /|"$HOME"|"") return 1;; esac; rm -rf "$1"; }; safe /usr', true],
    ['main() { if [ "${1:-}" != --force ]; then echo dry; return; fi; rm -rf ~; }; main', false],
    ['main() { if [ "${1:-}" != --force ]; then echo dry; return; fi; rm -rf ~; }; main --force', true],
    ['DRY=true; $DRY && { echo would; exit 0; }; rm -rf ~', false],
    ['DRY=true; [[ $DRY == true ]] || rm -rf ~', false],
    ['exit 0; rm -rf ~', false],
    ['return; rm -rf ~', true],
    ['exit & rm -rf ~', true],
    ['env exit; rm -rf ~', true],
    ['{ exit; } < none; rm -rf ~', true],
    ['(exit); rm -rf ~', true],
    ['exit() { :; }; exit; rm -rf ~', true],
    ['DRY=1 & if [ "$DRY" = 1 ]; then echo; else rm -rf ~; fi', true],
    ['D=1; f() { local D=0; }; f; [ "$D" = 0 ] && exit; rm -rf ~', true],
    ['D=1; trap D=0 DEBUG; [ "$D" = 1 ] && exit; rm -rf ~', true],
    ['D=1; \\let D=0; [ "$D" = 1 ] && exit; rm -rf ~', true],
    ['D=1; n=D; printf -v $n 0; [ "$D" = 1 ] && exit; rm -rf ~', true],
    ['D=1; read D < f; [ "$D" = 1 ] && exit; rm -rf ~', true],
    ['D=1; . ./f; [ "$D" = 1 ] && exit; rm -rf ~', true],
    ['declare -l D=YES; [ "$D" = YES ] && exit; rm -rf ~', true],
    ['i=0; while [ $i -lt 5 ]; do i=$((i+1)); if [ $i = 5 ]; then rm -rf ~; fi; done', true],
    [
      'n=a; f(){ if [ $n = d ]; then rm -rf ~; elif [ $n = b ]; then n=c; f; elif [ $n = c ]; then n=d; f; else n=b; f; fi; }; f',
      true,
    ],
    ['f(){ exit; }; f(){ rm -rf ~; }; f', true],
    // Some shells fail here.
    ['D=1; [ "$D" == 1 ] && exit; rm -rf ~', true],
    ["sh -c 'D=1; [[ $D = 1 ]] && exit; rm -rf ~'", true],
    ['for d in a b; do [ $d = b ] && exit; rm -rf ~; done', true],
    ['for d in a b; do [ $d = c ] && rm -rf ~; done', false],
    ['ls && { DRY=1; [ $DRY = 1 ] || rm -rf ~; }', false],
    ['ls && { exit 0; rm -rf ~; }', false],
    ['ls && { exit 0; }; rm -rf ~', true],
    ['ls || exit 0; rm -rf ~', true],
    ['if ls; then exit; fi; rm -rf ~', true],
    ['A=0; for f in *; do [ $A = 0 ] || rm -rf ~; A=1; done', true],
    ['for f in $(ls); do exit; done; rm -rf ~', true],
    ['if ls; then B=a; else B=b; fi; A=0; for f in $B; do [ $A = 0 ] || [ $f = b ] || rm -rf ~; A=1; done', true],
    ['A=1; if ls; then :; elif A=0; then :; fi; [ $A = 1 ] && rm -rf ~', true],
    ['A=1; { A=0; } > none/x; [ $A = 1 ] && rm -rf ~', true],
    ['A=1; f() { A=0; }; f > none/x; [ $A = 1 ] && rm -rf ~', true],
    ['A=0; f() { [ $A = 0 ] || rm -rf ~; }; A=1 f', true],
    ['d=$HOME || d=/tmp/x; rm -rf "$d"', true],
    ["x=''; ls && x=yes || x=''; [ -n \"$x\" ] && rm -rf ~", true],
    ['{ exit; } 2>&7; rm -rf ~', true],
    ["f() { trap 'return; rm -rf ~' EXIT; }; f", true],
    ['trap cleanup EXIT; cleanup() { rm -rf ~; }; make', true],
    ['for i in 1; do (break; rm -rf ~); done', true],
    ['for i in 1; do { break; rm -rf ~; } & done', true],
    ["x=''; f() { x=yes; ls && return; x=''; }; f; [ -n \"$x\" ] && rm -rf ~", true],
    ["x=''; while :; do x=yes; ls && break; x=''; done; [ -n \"$x\" ] && rm -rf ~", true],
    ["x=''; until x=yes; ls; do x=''; done; [ -n \"$x\" ] && rm -rf ~", true],
    ['f() { x=1; }; if ls; then f() { x=2; }; fi; x=2; f; [ $x = 1 ] && rm -rf ~', true],
    ['UID=0; exit 0\nrm -rf ~', true],
    ['systemctl --version; enable -n exit; exit 0; rm -rf ~', true],
    ['d=1; [ -d x ]; [ $d = 1 ] || rm -rf ~', false],
    ['f() { local d=${1:?}; case $d in build) rm -rf "$d";; esac; }; f src; f lib', false],
    ['DRY=1; [ "${DRY:-0}" = 1 ] || rm -rf ~', false],
    ['X=; rm -rf "${X:?}/"', false],
  ])('%s', (line, denied) => expect(isDenied(line)).toBe(denied));
});

/** Arbitrary scripts that print marks `m0`, `m1`, … where they come by. */
const names = fc.constantFrom('a', 'b');
const values = fc.constantFrom(
  'x',
  'y',
  '1',
  '2',
  '""',
  '"x y"',
  '$a',
  '"$b"',
  '"$1"',
  '${b:-x}',
  '$(echo x)',
  '~',
  '*',
);
const { statement } = fc.letrec<{ statement: string; list: string; condition: string }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      'true',
      'false',
      ':',
      '! true',
      '$a',
      'test -n "$a"',
      '[ -z "$b" ]',
      '[ "$1" ]',
      'grep -q x /dev/null',
    ),
    fc.tuple(values, fc.constantFrom('=', '!=', '==', '-eq', '-lt'), values).map(([l, o, r]) => `[ ${l} ${o} ${r} ]`),
    fc.tuple(values, fc.constantFrom('=', '!=', '=='), values).map(([l, o, r]) => `[[ ${l} ${o} ${r} ]]`),
    fc.tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition')).map(([l, o, r]) => `${l} ${o} ${r}`),
  ),
  list: fc.array(tie('statement'), { minLength: 1, maxLength: 4 }).map((each) => each.join('\n')),
  statement: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant('printf "MARK\\n"'),
    fc.tuple(names, values).map(([n, v]) => `${n}=${v}`),
    fc.tuple(names, values).map(([n, v]) => `export ${n}=${v}`),
    fc.constantFrom(
      'return',
      'break',
      'continue',
      'f > none/x',
      'a=x f',
      'export a=x > none/x',
      'exit 0',
      'exit 3 &',
      '(exit)',
      'f x',
      'f y 1',
      'g',
      'shift',
      'set -- x y',
      'unset a',
      'read a',
      'let a=1',
      'local a=x',
      'declare -u a=x',
      'false',
      'trap a=y EXIT',
      'printf -v b x',
      ': "${a:=y}"',
      ': $((b=1))',
      'eval "a=x"',
    ),
    fc.tuple(tie('condition'), tie('list'), tie('list')).map(([c, t, e]) => `if ${c}; then\n${t}\nelse\n${e}\nfi`),
    fc.tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('statement')).map((each) => each.join(' ')),
    fc
      .tuple(values, fc.constantFrom('x', 'x|y', '*', '$b', '?', '""'), tie('list'))
      .map(([w, p, l]) => `case ${w} in ${p}) ${l};; *) printf "MARK\\n";; esac`),
    fc
      .tuple(fc.constantFrom('x y', '/*', '$b', '"$@"', '$(echo x; echo y)', '{1..2}'), tie('list'))
      .map(([words, list]) => `for a in ${words}; do\n${list}\ndone`),
    tie('list').map((list) => `for ((i = 0; i < 3; i++)); do\n${list}\ndone`),
    fc
      .tuple(tie('condition'), tie('list'), tie('list'), tie('list'), tie('list'))
      .map(([c, t, e, u, f]) => `if ${c}; then\n${t}\nelif\n${e}\nthen\n${u}\nelse\n${f}\nfi`),
    fc.tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('list')).map(([c, o, l]) => `${c} ${o} {\n${l}\n}`),
    tie('list').map((list) => `{\n${list}\n} > none/x`),
    tie('list').map((list) => `{\n${list}\n} & wait`),
    tie('list').map((list) => `n=; while [ "$n" != 1111 ]; do n=1$n\n${list}\ndone`),
    fc.tuple(fc.constantFrom('f', 'g'), tie('list')).map(([n, l]) => `${n}() {\n${l}\n}`),
    tie('list').map((list) => `{\n${list}\n} > /dev/stdout`),
    tie('list').map((list) => `(\n${list}\n) | cat`),
  ),
}));

test('whatever a shell reaches is read', () => {
  fc.assert(
    fc.property(fc.array(statement as fc.Arbitrary<string>, { minLength: 2, maxLength: 6 }), (statements) => {
      const [start, ...rest] = statements.join('\n').split('MARK');
      const script = [start, ...rest.map((text, index) => `m${index}${text}`)].join('');
      const ran = spawnSync('bash', ['-c', `ulimit -t 2; FUNCNEST=20\n${script}`], { input: '', encoding: 'utf8' });
      const { invocations, problem } = readCommand(script);
      if (problem) return;
      const read = new Set(invocations.flatMap(({ program, args }) => (program === 'printf' ? [args[0]?.text] : [])));
      const missing = [...new Set(ran.stdout.match(/^m\d+$/gm))].filter((each) => !read.has(`${each}\\n`));
      expect(missing).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
