import { isDenied, outputOf } from '../judged.js';

describe('programs in a language of their own print what they are told', () => {
  it.each<[string, string]>([
    ['jq -r .version package.json', '?'],
    [`jq -r '"\\(.name)@\\(.version)"' package.json`, '?'],
    [`jq -r '"\\(.name)/"' package.json`, '??'],
    [`jq -r '.a | map("\\(.k)=\\(.v)") | .[]' a.json`, '?'],
    [`jq -r '.[] | select(.path == "/") | .name' a.json`, '?'],
    [`jq -r --arg k name '.[$k]' a.json`, '?'],
    [`jq -nr '"rm" + " -rf /"'`, '??'],
    [`jq -nr --arg c / '$c'`, '??'],
    [`C=/ jq -nr env.C`, '??'],
    [`jq -nr '[47] | implode'`, '??'],
    ['expr 1 + 2', '?'],
    ['expr "$n" + 1', '?'],
    [`expr "$v" : '\\(.*\\)-'`, '?'],
    [`expr a/b : '\\(.*\\)'`, '??'],
    ['expr substr /x 1 1', '??'],
    ['numfmt --to=iec 1024', '?'],
    ["numfmt --suffix=' /' 1", '??'],
  ])('%s', (line, text) => {
    expect(outputOf(line)).toBe(text);
  });

  it.each([
    `jq -nr '"rm -rf /"' | bash`,
    `git push origin "$(jq -nr '"+main"')"`,
    "numfmt --format='rm -rf /%f' 1 | sh",
    `expr 'rm -rf /' : '\\(.*\\)' | sh`,
    'rm -rf "$(expr substr /x 1 1)"',
  ])('denied: %s', (line) => {
    expect(isDenied(line)).toBe(true);
  });

  it.each([
    'V=$(jq -r .version package.json); git tag v$V; rm -rf dist/$V',
    'rm -rf "$(jq -r .outDir tsconfig.json)"',
    'git push origin "v$(jq -r .version package.json)"',
    'n=$(expr 1 + 2); rm -f part-$n.txt',
  ])('left alone: %s', (line) => {
    expect(isDenied(line)).toBe(false);
  });
});
