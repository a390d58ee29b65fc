import { createGuard } from '../../../src/guard/create_guard.js';

const ruleFor = (command: string, trust = 2) => {
  const answer = createGuard().judge({ command }, { trust });
  return answer.verdict === 'deny' ? answer.rule : null;
};

describe('all processes that ps lists', () => {
  it.each([
    'kill -9 $(ps -eo pid=)',
    'kill -9 $(ps -eo pid=); grep foo file',
    'kill -9 $(ps -eo pid=); tail -1 x',
    'kill -9 $(ps -eo pid=); awk 1 f',
    'kill -9 $(ps -eo pid=); ps -p 1',
    "sed -n p <<<'kill -9 $(ps -eo pid=)' | bash",
    "sed 's/^@@//' <<< '@@kill -9 $(ps -eo pid=)' | bash",
    'for p in $(ps -eo pid=); do kill -9 $p; done; grep a b',
    'ps -eo pid= | grep vite; kill -9 $(ps -eo pid=)',
    'X=$(ps -eo pid=); echo "$X" | grep vite; kill $X',
    'ps -eo pid= > /tmp/p; xargs kill < /tmp/p; grep a b',
    'mapfile -t P < <(ps -eo pid=); kill $P; grep a b',
    '(ps aux | grep vite; ps -eo pid=) | xargs kill',
  ])('are ended by %s', (command) => {
    expect(ruleFor(command, 4)).toBe('kill-everything');
  });

  it.each([
    'grep .',
    "grep ''",
    "grep -E '[0-9]+'",
    'grep -v zzz',
    "grep -E 'vite|.'",
    "grep -E '(vite)?'",
    'grep root',
    'sed 1d',
    "sed '/vite/d'",
    "sed 's/ //'",
    "awk '{print $1}'",
    "awk 'NR>1{print $1}'",
    "awk '!/vite/{print $1}'",
    "awk '/vite/||1'",
    "awk '/vite/{print $1} {print $1}'",
    'tail -n +2',
    'head -n -1',
    'head -5000',
  ])('%s chooses nothing among them', (filter) => {
    expect(ruleFor(`ps -eo pid= | ${filter} | xargs kill -9`)).toBe('kill-everything');
    expect(ruleFor(`kill $(ps -eo pid= | ${filter})`)).toBe('kill-everything');
  });

  it.each([
    'grep vite',
    "grep '[v]ite'",
    'grep -v grep | grep "node server"',
    'grep -E "vite|jest"',
    'grep "$NAME"',
    'grep -e vite -e jest',
    "sed -n '/vite/p'",
    "sed '/vite/!d'",
    "sed -n 's/^ *\\([0-9]*\\) .*vite.*/\\1/p'",
    'sed -n 2p',
    "awk '/vite/{print $2}'",
    "awk '$11 ~ /node/ && /server.js/ {print $2}'",
    `awk '$11 == "node" {print $2}'`,
    "awk -v n=vite '$11==n{print $2}'",
    "awk '{if (/vite/) print $2}'",
    'head -1',
    'sort -rn | tail -n 1',
  ])('%s chooses some', (filter) => {
    expect(ruleFor(`ps aux | ${filter} | xargs kill`)).toBeNull();
    expect(ruleFor(`kill $(ps aux | ${filter})`)).toBeNull();
  });

  it.each([
    'kill $(ps -o pid= --ppid 4711)',
    'kill $(ps -C vite -o pid=)',
    'ps -p "$PID" -o pid= | xargs kill',
    'ps aux; kill "$SERVER_PID"',
    'ps aux | grep node; kill "$SERVER_PID"',
  ])('are not what %s ends', (command) => {
    expect(ruleFor(command)).toBeNull();
  });
});

describe('services', () => {
  it.each([
    'pkill ss',
    'pkill ngin',
    "pkill 'ss.d'",
    "pkill 's+shd'",
    "pkill '(s)+hd'",
    'kill $(pgrep ssh*)',
    "pkill -f '/usr/sbin/sshd -D'",
    'kill $(systemctl show -p MainPID --value sshd)',
    'kill $(systemctl show --property=MainPID --value nginx.service)',
    'fuser -k 22/tcp',
    'fuser -k -n tcp 22',
    'fuser -k ssh/tcp',
    'kill $(lsof -ti :22)',
    'lsof -t -i tcp:22 | xargs kill',
    "ps aux | grep ngin | awk '{print $2}' | xargs kill",
  ])('are ended by %s', (command) => {
    expect(ruleFor(command)).toBe('kill-service');
  });

  it.each(['fuser -k /', 'fuser -k /home', 'fuser -km /mnt/data', 'fuser -k -m .', 'pkill e'])(
    'and all that use a file system by %s',
    (command) => {
      expect(ruleFor(command, 4)).toBe('kill-everything');
    },
  );

  it.each([
    'pkill node',
    'pkill -f server.js',
    "pkill -f 'node.*server'",
    'pkill -f vite',
    'pkill go',
    'pkill -x ss',
    'pkill -f "php artisan serve"',
    "pkill -f 'jest|vitest'",
    `pkill '${'(a+)+'.repeat(12)}$'`,
    'killall ss',
    'fuser -k 3000/tcp',
    'fuser -v -n tcp 22',
    'fuser -k /dev/ttyUSB0',
    'kill $(lsof -ti :3000)',
    'systemctl status nginx; kill "$SERVER_PID"',
  ])('are not what %s ends', (command) => {
    expect(ruleFor(command)).toBeNull();
  });
});
