// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the shell
import { toldDeeds } from '../told_deeds.js';

describe('programs that run the rest of their arguments are taken off', () => {
  it.each<[string, string[]]>([
    ['sudo -iu bob rm x', ['sudo: rm x']],
    ['sudo --user=root rm x', ['sudo: rm x']],
    ['sudo VAR=1 rm x', ['sudo: rm x']],
    ['doas -u r rm x', ['doas: rm x']],
    ['timeout --signal=KILL 5 rm x', ['timeout: rm x']],
    ['timeout -k 5 10 nice -n 3 rm x', ['timeout: nice: rm x']],
    ['strace -f -e trace=x rm y', ['strace: rm y']],
    ['setsid -w rm x', ['setsid: rm x']],
    ['nohup rm x &', ['nohup: rm x']],
    ['time -p rm x', ['time: rm x']],
    ['time -f %e rm x', ['time: rm x']],
    ['chroot /mnt rm -rf /', ['chroot /mnt rm -rf /', 'chroot: rm -rf /']],
    ['nsenter -t 1 -m -- rm x', ['nsenter -t 1 -m -- rm x', 'nsenter: rm x']],
    ["env -S 'rm -rf' /", ['env: rm -rf /']],
    ['env -u X -C /srv A=1 rm y', ['env: rm y']],
    ["flock /tmp/l -c 'rm a'", ['flock: rm a']],
    ['flock -n /tmp/l rm a', ['flock: rm a']],
    ["script -qc 'rm x' /dev/null", ['script: rm x']],
    ["su -c 'rm -rf /' bob", ['su: rm -rf /']],
    ["watch -n1 'rm x'", ['watch: rm x']],
    ['busybox rm -rf /', ['busybox: rm -rf /']],
    ["npx -c 'rm x'", ['npx -c: rm x']],
    ['taskset -c 0,3 rm x', ['taskset: rm x']],
    ['sudo', ['sudo']],
    ['env A=1', ['env A=1']],
    ['mywrap rm -rf /', ['mywrap: rm -rf /', 'mywrap rm -rf /']],
    ['mywrap --fast -- git push --force', ['mywrap: git push --force', 'mywrap --fast -- git push --force']],
    ['echo rm -rf /', ['echo rm -rf /']],
    ['grep rm -rf .', ['grep rm -rf .']],
    ['$TOOL rm -rf /', ['?: rm -rf /', '? rm -rf /']],
    ['r${q}m -rf /', ['r?m: rm -rf /', 'r?m -rf /']],
    ['/bin/r? -rf /', ['r?: rm -rf /', 'r? -rf /']],
  ])('%j', (line, deeds) => {
    expect(toldDeeds(line)).toEqual({ deeds });
  });
});
