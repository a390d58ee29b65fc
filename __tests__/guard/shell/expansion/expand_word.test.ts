// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the shell
import { toldDeeds } from '../told_deeds.js';

describe('words are what the shell would make of them', () => {
  it.each<[string, string[]]>([
    ['r\\m -r\'f\' "/"', ['rm -rf /']],
    ["$'\\x72\\x6d' -rf /", ['rm -rf /']],
    ['X=rm; $X -rf /', ['rm -rf /']],
    ['a=r; b=m; $a$b -rf /', ['rm -rf /']],
    ['rm${IFS}-rf${IFS}/', ['rm -rf /']],
    ['IFS=,; c=rm,-rf,/; $c', ['rm -rf /']],
    ["x='rm -rf /'; $x", ['rm -rf /']],
    ['x=\'a b\'; rm "$x" $x', ['rm a b a b']],
    ['{rm,-rf,/}', ['rm -rf /']],
    ['rm {a,b}/{c,d}{1..2}', ['rm a/c1 a/c2 a/d1 a/d2 b/c1 b/c2 b/d1 b/d2']],
    ['rm {a,"b c",$X}', ['rm a b c ?']],
    ['rm a{b}', ['rm a{b}']],
    ['${PATH:0:1}bin${PATH:0:1}rm x', ['rm x']],
    ['set -- rm x; "$@"', ['set -- rm x', 'rm x']],
    ['A=(rm x); A+=(y); "${A[@]}"', ['rm x y']],
    ['a[0]=rm; ${a[0]} x', ['rm x']],
    ['Y=X; X=rm; ${!Y} x', ['rm x']],
    ['a=xrm; ${a#x} 1; ${a:1} 2; ${a/x/} 3; ${a%%rm}y 4', ['rm 1', 'rm 2', 'rm 3', 'xy 4']],
    ['c=RM; ${c,,} x; d=rm; ${d^} y', ['rm x', 'Rm y']],
    ['a=a.b.c; rm ${a%.*} ${a%%.*} ${a#*.} ${a##*.} ${a//./-} ${#a}', ['rm a.b a b.c c a-b-c 5']],
    ['rm -rf ${DIR:?}/x ${Y:-/} ${Z:+q}', ['rm -rf ?…/x / q']],
    ['echo "${X:=rm}"; $X a', ['echo rm', 'rm a']],
    ['$(echo rm) x', ['echo rm', 'rm x']],
    ['$(which rm) x', ['which rm', 'rm x']],
    ["$(printf '\\162m') x", ['printf \\162m', 'rm x']],
    ['$(echo cm0= | base64 -d) x', ['echo cm0=', 'base64 -d from=echo', 'rm x']],
    ['x=mr; $(rev <<< $x) y', ['rev', 'rm y']],
    ["echo 'ez k' | tr a-z n-za-m | sh", ['echo ez k', 'tr a-z n-za-m from=echo', 'sh', 'sh: rm x']],
    ['echo 726d2078 | xxd -r -p | sh', ['echo 726d2078', 'xxd -r -p from=echo', 'sh', 'sh: rm x']],
    ['echo MZXW6=== | base32 -d', ['echo MZXW6===', 'base32 -d from=echo']],
    ["printf -v c 'rm %s' x; $c", ['printf -v c rm %s x', 'rm x']],
    ["read -r a b <<< 'rm x'; $a $b", ['rm x']],
    ['x=$(cat <<\'E\'\nrm x\nE\n); eval "$x"', ['cat', 'eval: rm x']],
    ['echo \'rm x\' > f; eval "$(<f)"', ['echo rm x write=f', ': read=f', 'eval: rm x']],
    ['rm -rf "$HOME"/* ~/x \'$HOME\' ~root', ['rm -rf ~/* (pattern) ~/x $HOME ~root']],
    ["rm *.{o,a} '*' [ab]?", ['rm *.o (pattern) *.a (pattern) * [ab]? (pattern)']],
    ['rm $1 r$@m', ['rm rm']],
    ['i=2; rm a$((i * 3 + 1))', ['rm a7']],
    ['kill $!', ['kill %%']],
  ])('%j', (line, deeds) => {
    expect(toldDeeds(line)).toEqual({ deeds });
  });
});
