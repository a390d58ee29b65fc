import { createGuard } from '../../../../src/guard/create_guard.js';

const verdict = (command: string) => createGuard().judge({ command }, { trust: 2 }).verdict;

describe('code that starts processes without end is a fork bomb in any language', () => {
  it.each([
    "perl -e 'fork while 1'",
    "perl -e 'fork while fork'",
    "ruby -e 'loop { fork }'",
    'ruby -e \'loop do spawn("sleep 999") end\'',
    "node -e \"for(;;)require('child_process').spawn('sleep',['1e9'])\"",
    "node -e \"while(true){ require('child_process').fork('x.js') }\"",
    "node -e \"const {spawn}=require('child_process');function f(){spawn(process.execPath,['-e','('+f+')()']);f()};f()\"",
    "node -e \"setInterval(() => require('child_process').spawn('sleep', ['999']), 0)\"",
    "python3 - <<'P'\nimport subprocess\nwhile True:\n    subprocess.Popen(['sleep', '999'])\nP",
    "python3 - <<'P'\nimport os\nwhile 1:\n    os.system('sleep 999 &')\nP",
    "php -r 'while (true) { pcntl_fork(); }'",
    'node -e \'const cp = require("child_process"); for ( ; ; ) { cp.spawn("yes") }\'',
    'node -e \'const cp = require("child_process"); do { cp.spawn("yes") } while (true)\'',
    'node -e \'const cp = require("child_process"); const f = () => { cp.spawn("yes"); f() }; f()\'',
    'node -e \'const cp = require("child_process"); while (true) cp.fork("x.js"); process.exit()\'',
    'perl -e \'while(1){ system "yes &" } exit\'',
    "python3 - <<'P'\nimport subprocess\nwhile True:  # never break\n    subprocess.Popen(['yes'])\nraise SystemExit\nP",
  ])('%s', (command) => {
    expect(verdict(command)).toBe('deny');
  });
});

describe('code that waits, pauses, or decides is none', () => {
  it.each([
    "node -e \"setInterval(() => require('child_process').spawn('git', ['status']), 60000)\"",
    "node -e \"\nsetInterval(() => {\n  require('child_process').spawn('git', ['status']);\n}, 5000)\"",
    'node -e "console.log(\'for(;;) { spawn(x) }\'); // while(true) { fork() }"',
    'python3 -c "print(\'while True: os.fork()\')"',
    "ruby -e 'loop { q.push 1 }; t = Process.clock_gettime(1)'",
    'node -e "const re=/a/g; let m; while (true) { m = re.exec(\'a\'); if (!m) break; }"',
    "python3 - <<'P'\nimport subprocess\nwhile True:\n    p = subprocess.Popen(['./x'])\n    p.wait()\nP",
    "python3 - <<'P'\nimport subprocess\ndef run(n):\n    if n == 0: return\n    subprocess.Popen(['echo', str(n)])\n    run(n - 1)\nrun(3)\nP",
    "node -e \"const {spawn}=require('child_process');function f(){const p=spawn('x');p.on('exit',()=>{ if (n--) f() })};f()\"",
  ])('%s', (command) => {
    expect(verdict(command)).toBe('allow');
  });
});
