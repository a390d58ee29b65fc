// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the shell
import { isDenied } from './judged.js';
import { toldDeeds } from './told_deeds.js';

describe('statements are followed in the order of the shell', () => {
  it.each<[string, string[]]>([
    ['a && b || c; d & e | f |& g', ['a', 'b', 'c', 'd', 'e', 'f from=e', 'g from=e,f']],
    ['if a; then rm a; elif b; then rm c; else rm d; fi', ['a', 'b', 'rm a', 'rm c', 'rm d']],
    ['if true; then rm a; elif b; then rm c; else rm d; fi', ['rm a']],
    ['case $x in a) rm b;; *) rm c;; esac', ['rm b', 'rm c']],
    ['for x in a b; do rm $x; done', ['rm a', 'rm b']],
    ['for i in $(seq 2 3); do rm $i; done', ['seq 2 3', 'rm 2', 'rm 3']],
    ['yes rm x | head -1 | sh', ['yes rm x', 'head -1 from=yes', 'sh', 'sh: rm x']],
    ['while read d; do rm -rf $d; done < list', ['read d read=list', 'rm -rf ? read=list']],
    [
      "printf 'a\\nb\\n' | while read -r d; do rm $d; done",
      ['printf a\\nb\\n', 'rm a from=printf', 'rm b from=printf'],
    ],
    ['until false; do rm x; done', ['false', 'rm x']],
    ['hash -p /bin/rm x; x y', ['hash -p /bin/rm x', 'rm y', 'x y']],
    ['select x in a b; do rm $x; done', ['rm a', 'rm b', 'rm b']],
    ['for ((i=0; i<$(rm x); i++)); do a; done', ['rm x', 'a']],
    ['(cd x; rm y); ls', ['cd x', 'rm y', 'ls']],
    ['{ echo a; rm b; } > out 2>&1', ['echo a write=out', 'rm b write=out']],
    ['coproc rm x', ['rm x']],
    ['bash <<E\nrm -rf \\$HOME \\`echo x\\` \\\\\nE', ['bash', 'bash: echo x', 'bash: rm -rf ~ x']],
    ['! time rm x', ['time: rm x']],
    ['f() { rm "$1"; }; f a', ['rm a']],
    ['function f { rm x; }; f', ['rm x']],
    ['rm() { :; }; command rm -rf /', ['command: rm -rf /']],
    ['rm() { :; }; unset -f rm; rm -rf /', ['unset -f rm', ':', 'rm -rf /']],
    ['if a; then rm() { :; }; fi; rm x', ['a', ':', 'rm x']],
    [':(){ :|:& };:', ['fork-bomb', 'fork-bomb from=fork-bomb']],
    ['f(){ f & f & }; f', ['fork-bomb', 'fork-bomb']],
    ['X=rm; if a; then X=echo; fi; $X -rf /', ['a', '? -rf /', 'rm -rf /', 'echo -rf /']],
    ['if a; then X=/a; else X=/b; fi; Y=$X/c; rm $Y', ['a', 'rm ?/c', 'rm /a/c', 'rm /b/c']],
    ['if a; then X=a; fi; for i in $X; do rm $i; done', ['a', 'rm ?', 'rm a', 'rm a']],
    ['for i in a; do :; done; rm $i', [':', 'rm ?', 'rm a']],
    ['case $x in x) X=a;; esac; rm $X', ['rm ?', 'rm a']],
    ['case x in x) X=a;; esac; rm $X', ['rm a']],
    ['X=rm; a && X=echo; $X -rf /', ['a', '? -rf /', 'echo -rf /', 'rm -rf /']],
    ['X=rm; false && X=echo; $X -rf /', ['false', 'rm -rf /']],
    ['X=rm; true && X=echo; $X a', ['true', 'echo a']],
    ["alias x='rm -rf'; x /", ['alias x=rm -rf', 'rm -rf /', 'x /']],
    ['X=rm; f(){ a || return; X=echo; }; f; $X -rf /', ['a', 'return', '? -rf /', 'echo -rf /', 'rm -rf /']],
    ['X=rm; f(){ return; X=echo; }; f; $X -rf /', ['return', 'rm -rf /']],
    ['readonly X=rm; X=echo; $X -rf /', ['readonly X=rm', '? -rf /']],
    ['(X=rm; X=echo); $X -rf /', ['? -rf /']],
    ["trap 'rm x' EXIT", ['trap rm x EXIT', 'trap: rm x', 'trap: rm x']],
    ['[[ -f $(rm x) ]] && ls', ['rm x', 'ls']],
    ['echo $(( $(rm x) + 1 ))', ['rm x', 'echo ?']],
    ['> .env', [': write=.env']],
    ['echo x >| f 2>> g', ['echo x write=f append=g']],
    ['exec 3<>/dev/tcp/1.2.3.4/80', ['exec write=/dev/tcp/1.2.3.4/80']],
    ['for x in a; do :; done > /etc/x', [': write=/etc/x']],
    ['cat <<E\n$(rm x) `rm y`\nE', ['rm x', 'rm y', 'cat']],
    ["cat <<'E'\n$(rm x)\nE", ['cat']],
    ['cat <<-E | sh\n\trm x\n\tE', ['cat', 'sh', 'sh: rm x']],
    ['mapfile -t L < .env', ['mapfile -t L read=.env']],
    ['echo ok # rm -rf /', ['echo ok']],
  ])('%j', (line, deeds) => {
    expect(toldDeeds(line)).toEqual({ deeds });
  });
});

describe('a folder that is made with its parents is entered', () => {
  it.each([
    ['mkdir -p build && cd build\nrm -rf ./*', false],
    ['mkdir -p /tmp/x && cd /tmp/x; rm -rf ./*', false],
    ['mkdir build && cd build\nrm -rf ./*', true],
    ['mkdir -p src/x && cd src/x; rm -rf ./*', true],
    ['mkdir -p /tmp/x || cd /tmp/x; rm -rf ./*', true],
  ])('%s', (command, denied) => {
    expect(isDenied(command)).toBe(denied);
  });
});
