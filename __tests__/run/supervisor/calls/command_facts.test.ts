import { readCommandFacts } from '../../../../src/run/supervisor/calls/command_facts.js';
import { findInstalledEcosystem } from '../../../../src/run/supervisor/calls/find_installed_ecosystem.js';

const read = (line: string) => readCommandFacts(line).commands.map((words) => words.join(' '));

describe('the commands of a line', () => {
  it.each<[string, string[]]>([
    ['a && b || c; d & e | f |& g', ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
    ['sudo -u x /bin/rm -rf a && git -C b push', ['rm -rf a', 'git push']],
    ['A=1 B=$(whoami) rm x', ['whoami', 'rm x']],
    ['echo "a; rm b" # ; rm c', ['echo a; rm b']],
    ['for x in 1 2; do npm ci; done', ['npm ci', 'npm ci']],
    [`bash -lc 'git push && rm a'`, ['bash -lc', 'git push', 'rm a']],
    [`python3 -c 'import os; os.system("git push")'`, ['python3 -c', 'git push']],
    ['cat <<EOF\nrm a\nEOF\nls', ['cat', 'ls']],
    ['', []],
  ])('%j', (line, commands) => {
    expect(read(line)).toEqual(commands);
  });

  it('stand behind each program that wraps them as well', () => {
    expect(readCommandFacts('sudo -u x nice -n 3 rm a').wrapped).toEqual([
      ['sudo', 'nice', 'rm', 'a'],
      ['nice', 'rm', 'a'],
    ]);
  });

  it('may be more than could be read', () => {
    const lines = ['rm a', "echo 'open", 'rm a;'.repeat(10_000), '$('.repeat(5000), 'nice '.repeat(3000)];
    expect(lines.map((line) => readCommandFacts(line).unread)).toEqual([
      null,
      'unparsable',
      'too much',
      'too much',
      'too much',
    ]);
  });
});

describe('what installs dependencies', () => {
  it.each<[string, string | undefined]>([
    ['npm ci --ignore-scripts', 'npm'],
    ['npm --prefix web install', undefined], // an option with a value of its own is not told apart
    ['npm test', undefined],
    ['yarn', 'npm'],
    ['pip3 install -r requirements.txt', 'pip'],
    ['python3 -m pip install x', 'pip'],
    ['cargo fetch', 'cargo'],
    ['cargo build', undefined],
    ['go mod download', 'go'],
    ['bundle install', 'gem'],
    ['apt-get -y install x', 'apt'],
    ['apt list', undefined],
  ])('%s: %s', (line, ecosystem) => {
    expect(readCommandFacts(line).commands.map(findInstalledEcosystem)).toEqual([ecosystem]);
  });
});
