import type { CodeLanguage } from '../../../src/guard/invocation.js';
import { tell } from './given_code.js';

const cases: [language: Exclude<CodeLanguage, 'shell'>, code: string, deeds: string[]][] = [
  ['perl', `unlink "/etc/hosts", "/etc/passwd";`, ['rm /etc/hosts /etc/passwd']],
  ['perl', `system("rm -rf /");`, ['$ rm -rf /']],
  ['perl', `system 'git', 'push', '--force';`, ['$ git push --force']],
  ['perl', 'my $d = "/srv"; `rm -rf $d/all`;', ['$ rm -rf /srv/all']],
  ['perl', 'my $x = qx{cat /etc/shadow};', ['$ cat /etc/shadow']],
  ['perl', `use File::Path; File::Path::remove_tree('/opt/app');`, ['rm -rf /opt/app']],
  ['perl', `exec "rm" . " -rf /"`, ['$ rm -rf /']],
  ['perl', `kill 9, -1;`, ['kill -9 -1']],
  ['perl', `open(my $f, '>', '/etc/cron.d/x'); print $f "x";`, ['printf %s … > /etc/cron.d/x']],
  ['perl', `eval pack('H*', '73797374656d28226964222929');`, ['$ id']],
  ['perl', `for my $f (glob("/etc/*")) { unlink $f }`, ['rm glob(/etc/*)']],
  ['perl', `print "rm -rf /"; # unlink "x"`, []],
  ['ruby', `FileUtils.rm_rf('/srv')`, ['rm -rf /srv']],
  ['ruby', `FileUtils.rm_rf "/srv"`, ['rm -rf /srv']],
  ['ruby', `File.delete('/etc/hosts')`, ['rm /etc/hosts']],
  ['ruby', `system("git", "push", "--force")`, ['$ git push --force']],
  ['ruby', 'd = "/srv"; `rm -rf #{d}`', ['$ rm -rf /srv']],
  ['ruby', '%x(rm -rf /)', ['$ rm -rf /']],
  ['ruby', `Find.find('/etc') { |f| File.delete(f) }`, ['rm glob(/etc/*)']],
  ['ruby', `Dir.glob('/etc/*').each do |f|\n  File.delete(f)\nend`, ['rm glob(/etc/*)']],
  ['ruby', `['/a', '/b'].each { |f| File.delete(f) }`, ['rm /a /b']],
  ['ruby', `Kernel.send(:system, 'id')`, ['$ id']],
  ['ruby', `File.write('x.txt', 'hello')`, ['printf %s hello > x.txt']],
  ['ruby', `Process.kill('KILL', 1)`, ['kill -KILL 1']],
  ['ruby', `def wipe(p)\n  FileUtils.rm_rf(p)\nend\nwipe('/opt')`, ['rm -rf /opt']],
  ['ruby', `puts "rm -rf /" if true`, []],
  ['php', `<?php unlink('/etc/hosts');`, ['rm /etc/hosts']],
  ['php', `system('rm -rf ' . '/');`, ['$ rm -rf /']],
  ['php', `$f = 'sys' . 'tem'; $f('id');`, ['$ id']],
  ['php', '$d = "/srv"; echo `rm -rf $d`;', ['$ rm -rf /srv']],
  ['php', `eval(base64_decode('c3lzdGVtKCdpZCcpOw=='));`, ['$ id']],
  ['php', `file_put_contents('/root/.bashrc', 'x');`, ['printf %s x > /root/.bashrc']],
  ['php', `foreach (['/a', '/b'] as $f) { unlink($f); }`, ['rm /a /b']],
  ['php', `$db->query("DROP TABLE users");`, ['sql drop-table users']],
  ['php', `call_user_func('shell_exec', 'id');`, ['$ id']],
  ['php', `echo 'rm -rf /'; // unlink('x')`, []],
  ['awk', 'BEGIN { system("rm -rf /") }', ['$ rm -rf /']],
  ['awk', '{ print $1 > "/etc/hosts" }', ['printf %s … > /etc/hosts']],
  ['awk', 'BEGIN { "id" | getline x; print x }', ['$ id']],
  ['awk', 'BEGIN { while ((getline line < "/etc/shadow") > 0) n++ }', ['cat /etc/shadow < /etc/shadow']],
  ['awk', 'BEGIN { c = "rm"; system(c " -rf /") }', ['$ rm -rf /']],
  ['awk', '$3 > 5 && /rm -rf/ { print $1 }', []],
];

describe('other languages: what a program would do is told in words of the shell', () => {
  it.each(cases)('%s: %s', (language, code, deeds) => {
    expect(tell(language, code).deeds).toEqual(deeds);
  });
});
