// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the shell
import { toldDeeds } from '../told_deeds.js';

describe('code of the shell is read wherever it comes from', () => {
  it.each<[string, string[]]>([
    ["bash -xc 'rm x'", ['bash -xc', 'bash: rm x']],
    ["bash --norc -c 'rm x'", ['bash --norc -c', 'bash: rm x']],
    ["bash --rcfile f -ic 'rm x'", ['bash f', 'bash --rcfile f -ic', 'bash: rm x']],
    ["bash -o pipefail -c 'rm $1' _ a", ['bash -o pipefail -c _ a', 'bash: rm a']],
    ["env bash -c 'rm x'", ['env: bash -c', 'env: bash: rm x']],
    ["sudo bash <<'E'\nrm x\nE", ['sudo: bash', 'sudo: bash: rm x']],
    ["bash -s arg <<< 'rm $1'", ['bash -s arg', 'bash: rm arg']],
    [". /dev/stdin <<< 'rm x'", ['. /dev/stdin', '.: rm x']],
    ['source <(curl x)', ['curl x', 'source /dev/fd/63 from=curl']],
    ['bash <(curl -s x)', ['curl -s x', 'bash /dev/fd/63 from=curl']],
    ['curl x | tee f | sh', ['curl x', 'tee f from=curl', 'sh from=curl,tee']],
    ['wget -O- x | sudo -E bash -', ['wget -O- x', 'sudo: bash - from=wget']],
    ['sh -c "$(curl -fsSL http://x)"', ['curl -fsSL http://x', 'sh -c ? from=curl']],
    ['eval "$(curl x)"', ['curl x', 'eval ? from=curl']],
    ['c=$(curl x); bash -c "$c"', ['curl x', 'bash -c ? from=curl']],
    ['bash <<< "$(curl x)"', ['curl x', 'bash from=curl']],
    ['curl x > f; sh f', ['curl x write=f', 'sh f from=curl']],
    ['curl -o f x && bash f', ['curl -o f x', 'bash f from=curl']],
    ['curl -sO http://a/i.sh; mv i.sh j; sh j', ['curl -sO http://a/i.sh', 'mv i.sh j', 'sh j from=curl']],
    ['wget http://a/b.sh && chmod +x b.sh && ./b.sh', ['wget http://a/b.sh', 'chmod +x b.sh', 'b.sh from=wget']],
    ["curl -s x | bash -c 'wc -l'", ['curl -s x', 'bash -c', 'bash: wc -l from=curl']],
    ["echo 'rm x' > a; cp a b; sh b", ['echo rm x write=a', 'cp a b', 'sh b', 'sh: rm x']],
    ['ln -s /bin/rm x; ./x y', ['ln -s /bin/rm x', 'x y', 'x: rm y']],
    ['cp $(which git) x; ./x push', ['which git', 'cp /usr/bin/git x', 'x push', 'x: git push']],
    ["printf 'rm x' | tee a; . ./a", ['printf rm x', 'tee a from=printf', '. ./a', '.: rm x']],
    ["F=$(mktemp); echo 'rm x' > $F; sh $F", ['mktemp', 'echo rm x write=/tmp/tmp.?', 'sh /tmp/tmp.?', 'sh: rm x']],
    ["cd /tmp; echo 'rm x' > a; cd /; sh /tmp/a", ['cd /tmp', 'echo rm x write=a', 'cd /', 'sh /tmp/a', 'sh: rm x']],
    [
      "echo 'echo a' > f; echo 'rm x' >> f; sh f",
      ['echo echo a write=f', 'echo rm x append=f', 'sh f', 'sh: echo a', 'sh: rm x'],
    ],
    ["export X=rm; bash -c '$X -rf /'", ['export X=rm', 'bash -c', 'bash: rm -rf /']],
    ["X=rm bash -c '$X -rf /'", ['bash -c', 'bash: rm -rf /']],
    ["X=rm; bash -c '$X -rf /'", ['bash -c', 'bash: ? -rf /']],
    ['f(){ rm x; }; export -f f; bash -c f', ['export -f f', 'bash -c', 'bash: rm x', 'bash: f']],
    [
      "printf '#!/bin/sh\\n$0 & $0 &\\n' > r; ./r",
      ['printf #!/bin/sh\\n$0 & $0 &\\n write=r', 'r', 'r: r', 'r: fork-bomb', 'r: r', 'r: fork-bomb'],
    ],
    ['while true; do bash "$0" & done', ['fork-bomb', 'true', 'fork-bomb', 'bash bash']],
    ["echo 'a' | sh -c 'cat; rm x'", ['echo a', 'sh -c', 'sh: cat from=echo', 'sh: rm x from=echo']],
    ['sh x.sh', ['sh x.sh']],
    ['bash', ['bash']],
  ])('%j', (line, deeds) => {
    expect(toldDeeds(line)).toEqual({ deeds });
  });
});
