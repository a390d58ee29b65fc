// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are scripts
import { findExpectationSites } from '../../../../../src/run/oracle/expectations/expectation_site.js';
import { describeSites, readMarkedSource } from '../marked_source.js';

const SAME = `same() {
    name=$1 expected=$2
    shift 2
    got=$("$program" "$@")
    [ "$got" = "0:$expected" ]
    result "$name" $? "expected $expected, got $got"
}
`;
const GIVES = `gives() {
    got=$("$program" "$1")
    if [ "$got" = "$2" ]; then
        echo "ok - $1"
    else
        echo "not ok - $1: $2 is expected"
    fi
}
`;

const DECIDED: [what: string, script: string][] = [
  ['a comparison that ends the script', '[ "$(f 1)" = «5400» ] || exit 1\n'],
  ['a comparison that fails otherwise', '[ "$(f 1)" = «\'a b\'» ] || fail "no"\n'],
  [
    'a condition whose other branch fails',
    'if [ "$(f 1)" = «5400» ]; then\n  echo ok\nelse\n  echo not ok\n  bad=1\nfi\nexit $bad\n',
  ],
  ['numbers', 'n=$(f 1)\ntest "$n" -eq «5400» || exit 1\n'],
  ['the literal first', '[ «"abc"» = "$(f 1)" ] || exit 1\n'],
  ['a status that is handed on', '[ "$(f "$(cat "$a/b")")" = «abc» ]\nresult \'x y\' $?\n'],
  ['a status that is compared', "f 1\n[ $? -eq «23» ]\nresult 'x y' $?\n"],
  ['calls of a function that compares', `${SAME}same 'x y' «'666f'» -d\nsame 'z' «'666f6f'» -d\n`],
  ['calls of a function that branches', `${GIVES}gives 'x y' «abc»\n`],
  ['a function that returns a status', `is() {\n  [ "$(f "$1")" = "$2" ]\n}\nis x «abc» || exit 1\n`],
  ['a call with text behind it', `${GIVES}gives 'x y' «abc» <<'LOG'\n[ "$a" = 5 ] || exit 1\nLOG\n`],
  ['double brackets', '[[ "$(f 1)" == «"abc"» ]] || exit 1\n'],
  [
    'a function that is a test',
    't1() {\n  [ "$(f 1)" = «5400» ] || return 1\n  [ "$(f 2)" = «7200» ]\n}\nif t1; then echo ok; fi\n',
  ],
  [
    'functions of a list',
    't1() {\n  [ "$(f 1)" = «5400» ] || return 1\n}\nfor t in t1; do\n  if $t; then echo ok; fi\ndone\n',
  ],
  ['comments and continued lines', '# [ "$a" = 5 ] || exit 1\n[ "$(f 1)" \\\n  = «5400» ] || exit 1 # [ "$a" = 5 ]\n'],
];

const UNDECIDED: [why: string, script: string][] = [
  ['a branch', 'if f; then [ "$(f 1)" = 5 ] || exit 1; fi\n'],
  ['a condition', 'if [ "$(f 1)" = 5 ]; then echo ok; fi\n'],
  ['an inequality', 'differ() {\n  if [ "$1" = "$2" ]; then\n    echo FAIL\n    exit 1\n  fi\n}\ndiffer 17 "$(f)"\n'],
  ['a status that must not be 0', 'x=$(f)\n[ "$x" = 17 ]\n[ $? -ne 0 ] || exit 1\n'],
  ['a function that must not hold', 'old() {\n  [ "$(f)" = 17 ]\n}\nif old; then exit 1; fi\n'],
  [
    'a function with another way to pass',
    'is() {\n  if [ "$1" = "$2" ]; then\n    echo ok\n  elif echo "$2" | egrep -q ^un; then\n    echo skip\n  else\n    exit 1\n  fi\n}\nis 17 "$(f)"\n',
  ],
  [
    'a test that may end the script',
    'skip() {\n  exit 0\n}\nt1() {\n  [ -n "$(f)" ] || skip\n  [ "$(f)" = 17 ] || return 1\n}\nt1 || exit 1\n',
  ],
  ['an output without quotes', '[ $(f) = 17 ] || exit 1\n'],
  ['one of two', '[ "$(f 1)" = 5 ] || [ "$(f 1)" = 6 ] || exit 1\n'],
  ['behind an or', 'f || [ "$(f 1)" = 5 ] || exit 1\n'],
  ['behind an and', 'f && [ "$(f 1)" = 5 ] || exit 1\n'],
  ['before an and', '[ "$(f 1)" = 5 ] && f || exit 1\n'],
  ['a negation', '! [ "$(f 1)" = 5 ] || exit 1\n'],
  ['inequality', '[ "$(f 1)" != 5 ] || exit 1\n'],
  ['order', '[ "$(f 1)" -gt 5 ] || exit 1\n'],
  ['what is no failure', '[ "$(f 1)" = 5 ] || true\n[ "$(f 1)" = 5 ] || exit 0\n'],
  ['a status that nobody reads', '[ "$(f 1)" = 5 ]\necho done\n'],
  ['a pattern', '[[ $(f 1) == a* ]] || exit 1\n[[ $(f 1) =~ abc ]] || exit 1\n'],
  ['a search', 'f 1 | grep -q abc || exit 1\n'],
  ['a loop', 'for a in 1 2; do [ "$(f $a)" = 5 ] || exit 1; done\n'],
  ['a case', 'case $a in x) [ "$(f 1)" = 5 ] || exit 1 ;; esac\n'],
  ['a subshell', '( [ "$(f 1)" = 5 ] || exit 1 )\n'],
  ['a pipeline', `${GIVES}f 1 |\n    gives 'x y' abc\n`],
  ['a status that nobody reads, of a function', `is() {\n  [ "$(f "$1")" = "$2" ]\n}\nis x abc\nis x def && true\n`],
  ['a list of calls', `${GIVES}gives 'x' abc || gives 'x' def\n`],
  ['behind an exit', 'if f; then exit 0; fi\n[ "$(f 1)" = 5 ] || exit 1\n'],
  ['behind a return', 't1() {\n  f && return 0\n  [ "$(f 1)" = 5 ] || return 1\n}\nt1\n'],
  ['a function that is one of two', 't1() {\n  [ "$(f 1)" = 5 ] || return 1\n}\nt1 || t2\n'],
  [
    'a parameter that code sees',
    'same() {\n  got=$(f "$1" "$2")\n  [ "$got" = "$2" ]\n  result "$1" $?\n}\nsame \'x\' abc\n',
  ],
  [
    'all parameters that code sees',
    'same() {\n  got=$(f "$@")\n  [ "$got" = "$2" ]\n  result "$1" $?\n}\nsame \'x\' abc\n',
  ],
  [
    'one of two comparisons',
    'same() {\n  got=$(f "$1")\n  [ "$got" = "$2" ] || [ "$got" = "$3" ]\n  result "$1" $?\n}\nsame \'x\' abc def\n',
  ],
  [
    'a parameter beside what code says',
    'same() {\n  got=$(f "$1")\n  [ "$got" = "$got$2" ]\n  result "$1" $?\n}\nsame \'x\' abc\n',
  ],
  ['a pattern of a parameter', 'same() {\n  f "$1" | grep -q "$2"\n  result "$1" $?\n}\nsame \'x\' abc\n'],
  ['an argument that is no literal', `${GIVES}gives 'x y' "$(g)"\n`],
  ['counters', '[ "$failures" -eq 0 ] || exit 1\n[ $# -eq 2 ] || exit 1\n'],
  ['old substitutions', 'a=`f 1`\n[ "$a" = 5 ] || exit 1\n'],
  ['what does not end', '[ "$(f 1)" = 5 ] || exit 1\nif true; then\n'],
];

describe('shell: a word is a site where it decides', () => {
  it.each(DECIDED)('%s', (_, script) => {
    const { text, marked } = readMarkedSource(script);
    expect(describeSites('a.sh', text)).toEqual(marked);
    expect(describeSites('a', `#!/bin/sh\n${text}`)).toHaveLength(marked.length);
  });
});

describe('shell: a word is no site where it may be avoided', () => {
  it.each(UNDECIDED)('%s', (_, script) => expect(describeSites('a.sh', script)).toEqual([]));
});

describe('shell: wrong words', () => {
  it('keep their quotes and differ in value', () => {
    for (const word of ["'a b'", '"a b"', 'abc', '5400', "'007'", "'C:\\dir\\'"]) {
      const [site] = findExpectationSites('a.sh', `[ "$(f 1)" = ${word} ] || exit 1\n`);
      expect(site?.texts.length).toBeGreaterThan(1);
      for (const text of site?.texts ?? []) {
        expect(text).not.toBe(word);
        expect(text.replace(/[a-z\d]/gi, '')).toBe(word.replace(/[a-z\d]/gi, ''));
      }
    }
  });

  it('name the test by the call or the function', () => {
    const name = (script: string) => findExpectationSites('a.sh', script).map(({ test }) => test);
    expect(name(`${GIVES}gives 'x y' abc\n`)).toEqual(['x y']);
    expect(name('[ "$(f)" = abc ]\nresult "x y" $?\n')).toEqual(['x y']);
    expect(name('t1() {\n  [ "$(f)" = abc ]\n}\nt1\n')).toEqual(['t1']);
  });
});
