import { isDenied, outputOf } from '../judged.js';

describe('what a line gives to code is what the code runs, evaluates and deletes', () => {
  it.each([
    `awk -v c='rm -rf /' 'BEGIN{system(c)}'`,
    `awk '{system(c)}' c='rm -rf /' /etc/hostname`,
    `awk 'BEGIN{system(ARGV[1])}' 'rm -rf /'`,
    `echo 'rm -rf /' | awk '{system($0)}'`,
    `echo 'x:rm -rf /' | awk -F: '{system($2)}'`,
    `echo 'rm -rf /' > f; awk '{system($0)}' f`,
    `C='rm -rf /' awk 'BEGIN{system(ENVIRON["C"])}'`,
    `python3 -c 'import os,sys; os.system(sys.argv[1])' 'rm -rf /'`,
    `python3 -c 'from sys import argv; import os; os.system(argv[1])' 'rm -rf /'`,
    `python3 -c 'import sys,os; os.system(" ".join(sys.argv[1:]))' rm -rf /`,
    `python3 -c "import shutil,sys; shutil.rmtree(sys.argv[1])" /`,
    `python3 -c 'import sys; exec(sys.argv[1])' 'import shutil; shutil.rmtree("/")'`,
    `python3 - 'rm -rf /' <<<'import os,sys; os.system(sys.argv[1])'`,
    `echo 'import sys,os; os.system(sys.argv[1])' > a.py; python3 a.py 'rm -rf /'`,
    `C='rm -rf /' python3 -c 'import os; os.system(os.environ["C"])'`,
    `C='rm -rf /' python3 -c 'import os; os.system(os.getenv("C"))'`,
    `export C='rm -rf /'; python3 -c 'import os; os.system(os.environ.get("C"))'`,
    `echo 'rm -rf /' | python3 -c 'import os; os.system(input())'`,
    `echo 'rm -rf /' | python3 -c 'import os,sys; os.system(sys.stdin.read())'`,
    `python3 -c 'import json,sys,shutil; shutil.rmtree(json.load(sys.stdin)["p"])' <<<'{"p":"/"}'`,
    `python3 -c 'import base64; exec(base64.b64decode("aW1wb3J0IHNodXRpbDsgc2h1dGlsLnJtdHJlZSgiLyIp"))'`,
    `node -e 'require("child_process").execSync(process.argv[1])' 'rm -rf /'`,
    `node -e 'const {argv}=process; require("child_process").execSync(argv.slice(1).join(" "))' rm -rf /`,
    `C='rm -rf /' node -e 'require("child_process").execSync(process.env.C)'`,
    `echo 'rm -rf /' | node -e 'require("child_process").execSync(require("fs").readFileSync(0,"utf8"))'`,
    `perl -e 'exec @ARGV' rm -rf /`,
    `perl -e 'system("@ARGV")' rm -rf /`,
    `perl -e 'system("rm -rf $ARGV[0]")' /`,
    `perl -e 'my $c = shift; system($c)' 'rm -rf /'`,
    `perl -e 'system(shift)' 'rm -rf /'`,
    `perl -ne 'system($_)' <<<'rm -rf /'`,
    `echo 'rm -rf /' > f; perl -ne 'system($_)' f`,
    `echo 'rm -rf /' | perl -e 'system(<STDIN>)'`,
    `C='rm -rf /' perl -e 'system($ENV{C})'`,
    `ruby -e 'system(*ARGV)' rm -rf /`,
    `ruby -e 'system *ARGV' rm -rf /`,
    `ruby -e 'eval(ARGV[0])' 'system("rm -rf /")'`,
    `echo 'rm -rf /' | ruby -e 'system(gets)'`,
    `echo 'rm -rf /' | ruby -e 'STDIN.each_line { |l| system(l) }'`,
    `C='rm -rf /' ruby -e 'system(ENV["C"])'`,
    `php -r 'system($argv[1]);' 'rm -rf /'`,
    `C='rm -rf /' php -r 'system(getenv("C"));'`,
  ])('denied: %s', (line) => {
    expect(isDenied(line)).toBe(true);
  });

  it.each([
    'python3 script.py arg',
    `awk -v n=3 '{print $n}' f`,
    `awk -v d=1 '{system("echo " $1)}' f`,
    `awk -v t=3 'BEGIN{while(t-->0) system("sleep 1")}'`,
    `ls | awk '{system("wc -l " $1)}'`,
    `python3 -c 'import sys; print(sys.argv[1])' 'rm -rf /'`,
    `python3 -c "import shutil,sys; shutil.rmtree(sys.argv[1])" build`,
    `python3 -c 'import subprocess,sys; subprocess.run(["npm","run",sys.argv[1]])' build`,
    `python3 -c 'import os,sys,glob; [os.remove(f) for f in glob.glob(sys.argv[1])]' 'build/*.pyc'`,
    `printf 'a.txt\\nb.txt\\n' | python3 -c 'import sys,os\nfor l in sys.stdin: os.remove(l.strip())'`,
    `cat files.txt | python3 -c 'import sys,os\nfor l in sys.stdin: os.remove(l.strip())'`,
    `python3 -c 'import base64; exec(base64.b64decode("aW1wb3J0IG9z"))'`,
    `NODE_ENV=test node -e 'require("child_process").execSync("npm test")'`,
    `DIST=dist node -e 'require("fs").rmSync(process.env.DIST,{recursive:true,force:true})'`,
    `ls | perl -ne 'chomp; unlink $_ if /\\.bak$/'`,
  ])('left alone: %s', (line) => {
    expect(isDenied(line)).toBe(false);
  });
});

describe('what code prints is what the line goes on with', () => {
  it.each<[string, string]>([
    [`python3 -c 'print("a", "b", sep="")'`, 'ab'],
    [`python3 -c 'import sys; sys.stdout.write("a")'`, 'a'],
    [`python3 -c 'import sys; print("v" + sys.version)'`, 'v?'],
    [`python3 -c 'import sys; print(sys.argv[1])' a`, 'a'],
    [`echo '{"a":1}' | python3 -c 'import json,sys; print(json.load(sys.stdin)["a"])'`, '??'],
    [`node -p '"a"'`, 'a'],
    [`node -p "require('./package.json').name"`, '?'],
    [`node -e 'console.log("a")'`, 'a'],
    [`perl -e 'print "a"'`, 'a'],
    [`ruby -e 'puts "a"'`, 'a'],
    [`php -r 'echo "a", "b";'`, 'ab'],
    [`awk 'BEGIN{print "a"}'`, 'a'],
  ])('%s', (line, text) => {
    expect(outputOf(line)).toBe(text);
  });

  it.each([
    ...[`python3 -c 'print("rm -rf /")'`, `ruby -e 'puts "rm -rf /"'`, `node -p '"rm -rf /"'`].flatMap((code) => [
      `${code} > a; sh a`,
      `${code} | sh`,
      `eval "$(${code})"`,
    ]),
    `perl -e 'print "ls"' | sh`,
    `awk 'BEGIN{print "rm -rf /"}' > a; sh a`,
    `php -r 'echo "rm -rf /";' > a; sh a`,
    `rm -rf "$(python3 -c 'print("/")')"`,
    `rm -rf "$(perl -e 'print "/"')"`,
    `git push origin "$(python3 -c 'print("+main")')"`,
  ])('denied: %s', (line) => {
    expect(isDenied(line)).toBe(true);
  });

  it.each([
    `rm -f "out-$(python3 -c 'import sys; print(sys.version_info[0])').txt"`,
    `V=$(node -p 'require("./package.json").version'); git push origin "v$V"`,
    `x=$(echo '{"v":"1.2"}' | python3 -c 'import json,sys; print(json.load(sys.stdin)["v"])'); git tag "v$x"`,
    `rm -rf "$(python3 -c 'import tempfile; print(tempfile.gettempdir())')/x"`,
    `rm -rf "dist-$(node -e 'console.log(process.platform)')"`,
    `python3 -c 'import secrets; print(secrets.token_hex(16))' > .token`,
    `printf 'a\\nb\\n' | awk '{print "mv " $1 " " $1 ".bak"}'`,
  ])('left alone: %s', (line) => {
    expect(isDenied(line)).toBe(false);
  });
});
