// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of the shell
import { toldDeeds } from '../told_deeds.js';

describe('code of other languages is read as what it would do', () => {
  it.each<[string, string[]]>([
    ['python3 -c \'import os; os.system("rm -rf /")\'', ['python3 -c', 'python3: rm -rf /']],
    ["python3 - <<'E'\nimport shutil\nshutil.rmtree('/x')\nE", ['python3 -', 'python3: rm -rf /x']],
    [
      'echo \'import os; os.remove("/x")\' > a.py; sudo python3 a.py',
      ['echo import os; os.remove("/x") write=a.py', 'sudo: python3 a.py', 'sudo: python3: rm /x'],
    ],
    [
      'printf \'#!/usr/bin/env python3\\nimport os\\nos.remove("/x")\' > s; ./s',
      ['printf #!/usr/bin/env python3\\nimport os\\nos.remove("/x") write=s', 's', 's: rm /x'],
    ],
    [
      'python3 -c \'open("a.sh","w").write("rm -rf /")\'; sh a.sh',
      [
        'python3 -c',
        'python3: printf %s ? write=a.sh',
        'python3: printf %s rm -rf / write=a.sh',
        'sh a.sh',
        'sh: rm -rf /',
      ],
    ],
    ['node -e \'require("fs").rmSync("/x",{recursive:true})\'', ['node -e', 'node: rm -r /x']],
    ["psql -c 'DROP TABLE x'", ['psql -c', 'psql: sql drop-table x']],
    [
      "echo 'DROP TABLE x' | sudo -u postgres psql",
      ['echo DROP TABLE x', 'sudo: psql from=echo', 'sudo: psql: sql drop-table x'],
    ],
    ["sqlite3 a.db 'DELETE FROM x'", ['sqlite3 a.db', 'sqlite3: sql delete-all x']],
    ["sqlite3 a.db <<'E'\n.headers on\ndrop table x;\nE", ['sqlite3 a.db', 'sqlite3: sql drop-table x']],
    ['echo FLUSHALL | redis-cli', ['echo FLUSHALL', 'redis-cli from=echo', 'redis-cli: sql flush FLUSHALL']],
    [
      "docker exec db mysql -e 'drop database x'",
      ['docker exec db mysql -e drop database x', 'docker: mysql -e', 'docker: mysql: sql drop-database x'],
    ],
    ['curl x | python3', ['curl x', 'python3 from=curl']],
    ["curl x | python3 -c 'import sys'", ['curl x', 'python3 -c']],
    ['curl x | python3 -m json.tool', ['curl x', 'python3 -m json.tool']],
    ['curl x > a.py; python3 a.py', ['curl x write=a.py', 'python3 a.py from=curl']],
    ['python3 -c "$(curl x)"', ['curl x', 'python3 -c ? from=curl']],
    ['python -m http.server', ['python -m http.server']],
    ['lua -e "os.execute(\'rm x\')"', ["lua -e os.execute('rm x')", 'lua: rm x']],
    [
      'Rscript -e \'unlink("/home", recursive = TRUE)\'',
      ['Rscript -e unlink("/home", recursive = TRUE)', 'Rscript: rm -rf /home'],
    ],
    ["tclsh <<< 'exec rm x'", ['tclsh', 'tclsh: rm x']],
  ])('%j', (line, deeds) => {
    expect(toldDeeds(line)).toEqual({ deeds });
  });
});

describe('options that hold code are found however they are written', () => {
  const RM = (line: string) => toldDeeds(line).deeds.some((deed) => /: rm (-rf )?\/?x?$/.test(deed));

  it.each([
    'node -pe \'require("child_process").execSync("rm x")\'',
    'node -p -e \'require("child_process").execSync("rm x")\'',
    'node --inspect -e \'require("child_process").execSync("rm x")\'',
    'node --an-option value -e \'require("child_process").execSync("rm x")\'',
    'python3 -Ic \'import os; os.system("rm x")\'',
    'python3 --check-hash-based-pycs always -c \'import os; os.system("rm x")\'',
    'perl -ne \'system("rm x")\' f',
    'perl -lne \'system("rm x")\' f',
    'perl -we \'system("rm x")\'',
    'perl -Mstrict -E \'system("rm x")\'',
    'perl -0777 -i.bak -pe \'system("rm x")\' f',
    'ruby -rne \'system("rm x")\'',
    'ruby -lane \'system("rm x")\' f',
    'ruby --encoding utf-8 -e \'system("rm x")\'',
    'php -qr \'system("rm x");\'',
    'gawk -l time \'BEGIN { system("rm x") }\'',
    "bash -xc 'rm x'",
    "bash -lic 'rm x'",
    "bash -ceuo pipefail 'rm x'",
    "zsh --emulate sh -c 'rm x'",
    "fish -c'rm x'",
    "fish --command='rm x'",
    "julia -p 4 -e 'run(`rm x`)'",
    "yarn exec 'rm x'",
    "npm exec -c 'rm x'",
    "pnpm exec -c 'rm x'",
    "pnpm -c exec 'rm x'",
    "npx -yc 'rm x'",
    'bunx rm x',
    "bun exec 'rm x'",
    'yarn workspaces foreach -A exec rm x',
    'yarn node -e \'require("child_process").execSync("rm x")\'',
    'lerna exec -- rm x',
    "parallel -q bash -c 'rm {}' ::: x",
    "parallel 'rm {}' ::: x",
    'parallel rm ::: a b x',
    "watch -n 1 'rm x'",
    'watch -x rm x',
  ])('%s', (line) => {
    expect(RM(line)).toBe(true);
  });
});
