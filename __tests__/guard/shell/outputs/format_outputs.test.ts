import { isDenied, outputOf } from '../judged.js';

describe('the characters of a format are what is printed, or not read; its directives are not known', () => {
  it.each<[string, string]>([
    ['date', '?'],
    ['date +/', '/'],
    ['date -u +build-%Y%m%d%%', 'build-???%'],
    ["date '+a%nb'", 'a\nb'],
    ["stat -c '%n %s' a b", 'a ?\nb ?'],
    ["git log -1 --format='a %h%x2f%n'", 'a ???x2f'],
    ['git log -1 --pretty=format:/', '/'],
    ['git log -1 --format=oneline', '?'],
    ["git for-each-ref --format='%(refname:short)%2f'", '???2f'],
    ['git rev-parse --git-dir', '?'],
    ["curl -s -o /dev/null -w '%{http_code}/\\n' x", '?/'],
    ['curl -s x', '?'],
    ["ps -o pid='a b'", '??'],
    ['ps -o pid=,comm= -p 1', '?'],
    ['seq 3', '1\n2\n3'],
    ['seq -s/ 2 4', '??'],
    ["docker ps --format '{{.ID}} /'", '??'],
    ["docker ps --format '{{.ID}}: {{.Names}}'", '?'],
    ['docker ps -f name=x', '?'],
    [`kubectl get pod -o jsonpath='{.a}{"x"} b'`, '??'],
    [`kubectl get pod -o jsonpath='{.a}{"\\n"}'`, '?'],
    ["kubectl get pod -n x -o jsonpath='{.a}'", '?'],
    ["find . -name a -printf '%p %s\\n'", './?/a ?'],
  ])('%s', (line, text) => {
    expect(outputOf(line)).toBe(text);
  });

  it.each([
    "date +'rm -rf /' | sh",
    'eval "$(date +\'rm -rf /\')"',
    "git log -1 --format='rm -rf /' | sh",
    "find . -maxdepth 0 -printf 'rm -rf /\\n' | sh",
    "find . -maxdepth 0 -fprintf /tmp/a 'rm -rf /\\n'; sh /tmp/a",
    "find . -maxdepth 0 -exec echo 'rm -rf /' \\; | sh",
    "stat -c 'rm -rf /' . | sh",
    "ps -o pid='rm -rf /' | sh",
    "curl -s -o /dev/null -w 'rm -rf /' localhost | sh",
    "docker ps --format 'rm -rf /' | sh",
    "kubectl get pod -o jsonpath='rm -rf /' | sh",
    "date +'rm -rf /' >a; sh a",
    'rm -rf "$(date +/)"',
    'rm -rf $(seq -f / 1)',
    'rm -rf "$(git log -1 --pretty=format:/)"',
    'git push origin "$(date +\'+main\')"',
  ])('denied: %s', (line) => {
    expect(isDenied(line)).toBe(true);
  });

  it.each([
    'rm -rf "build-$(date +%Y%m%d)"',
    'mkdir "$(date +%F)"',
    'rm -f "logs/$(date -d yesterday +%Y-%m-%d).log"',
    'tag=$(git log -1 --format=%h); docker build -t x:$tag .',
    'git checkout "$(git log -1 --format=%H)"',
    'rm -f "$(git rev-parse --git-dir)/index.lock"',
    "find . -name '*.pyc' -printf '%p\\n' | xargs rm -f",
    'rm -f "$(stat -c %n *.tmp)"',
    'for i in $(seq 1 3); do rm -f part-$i; done',
    'kill $(ps -o pid= -C node | head -1)',
  ])('left alone: %s', (line) => {
    expect(isDenied(line)).toBe(false);
  });
});
