// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the shell
import { toldDeeds } from '../told_deeds.js';

describe('what is found or read becomes the arguments of what is run', () => {
  it.each<[string, string[]]>([
    ["find / -name '*.log' -exec rm {} \\;", ['find / -name *.log -exec rm {} ;', 'find: rm /?/*.log (pattern)']],
    ['find a b -type f -exec rm {} +', ['find a b -type f -exec rm {} +', 'find: rm a/? b/?']],
    [
      'find . -exec sh -c \'rm "$1"\' _ {} \\;',
      ['find . -exec sh -c rm "$1" _ {} ;', 'find: sh -c _ ./?', 'find: sh: rm ./?'],
    ],
    ['find . -type f -delete', ['find . -type f -delete']],
    ['find . ! -name x -exec rm {} \\;', ['find . ! -name x -exec rm {} ;', 'find: rm ./?']],
    ['find . -fprint /etc/x', ['find . -fprint /etc/x write=/etc/x']],
    ["find . -name '*.o' -print0 | xargs -0 rm -f", ['find . -name *.o -print0', 'xargs: rm -f ./?/*.o from=find']],
    [
      'find / -name id_rsa | head -1 | xargs cat',
      ['find / -name id_rsa', 'head -1 from=find', 'xargs: cat /?/id_rsa from=find,head'],
    ],
    ["echo 'a b' c | xargs rm", ['echo a b c', 'xargs: rm a b c from=echo']],
    ['echo a | xargs -I{} rm -rf /{}', ['echo a', 'xargs: rm -rf /a from=echo']],
    ["xargs -I{} sh -c 'rm {}'", ['xargs: sh -c rm ?', 'xargs: sh: rm ?']],
    ['xargs -a f rm', ['xargs: rm ?']],
    ['xargs', ['xargs: echo ?']],
    ['fd -e log -x rm', ['fd -e log -x rm', 'fd: rm ?']],
    ['parallel rm -rf ::: a b', ['parallel: rm -rf a', 'parallel: rm -rf b']],
    ["parallel 'rm {}/x' ::: a", ['parallel: rm a/x']],
    ['ls | parallel rm', ['ls', 'parallel: rm ?']],
    ["parallel ::: 'rm x'", ['parallel: rm x']],
  ])('%j', (line, deeds) => {
    expect(toldDeeds(line)).toEqual({ deeds });
  });
});
