#!/bin/bash
# TAP by hand, several styles
cd "$(dirname "$0")"
n=0
ok() { n=$((n + 1)); echo "ok $n - $1"; }
not_ok() { n=$((n + 1)); echo "not ok $n - $1"; }
check() { # NAME ACTUAL EXPECTED
  if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1"; fi
}
is() {
  local got="$1" want="$2" name="$3"
  if [[ "$got" == "$want" ]]; then ok "$name"; else not_ok "$name"; echo "# got $got"; fi
}
contains() { if echo "$2" | grep -q "$3"; then ok "$1"; else not_ok "$1"; fi; }

check 'upper case' "$(./program.sh up abc)" ABC
check 'upper case of two' "$(./program.sh up 'a b')" 'A B'
check "adds" "$(./program.sh add 2 3)" "5"
is "$(./program.sh len hello)" 5 "length"
is "$(./program.sh up x)" "X" "one letter"
contains 'usage' "$(./program.sh 2>&1)" 'usage: prog'

out=$(./program.sh fail now 2>&1); status=$?
if [ "$status" -eq 3 ]; then ok 'status of a failure'; else not_ok 'status of a failure'; fi
if [ "$out" != "prog: failed: now" ]; then not_ok 'words of a failure'; else ok 'words of a failure'; fi
[ "$(./program.sh add 1 1)" = 2 ] && ok 'one and one' || not_ok 'one and one'
test "$(./program.sh add 40 2)" -eq 42 && ok 'answer' || not_ok 'answer'
expected='one
two
three'
if [ "$(./program.sh lines)" = "$expected" ]; then ok 'lines'; else not_ok 'lines'; fi
if diff -u - <(./program.sh lines) <<'END' >/dev/null
one
two
three
END
then ok 'lines again'; else not_ok 'lines again'; fi
if ./program.sh lines | grep -qx 'two'; then ok 'has two'; else not_ok 'has two'; fi
case "$(./program.sh fail x 2>&1)" in *'failed: x'*) ok 'case';; *) not_ok 'case';; esac
if [[ "$(./program.sh 2>&1)" == *"up|len"* ]]; then ok 'partial'; else not_ok 'partial'; fi
./program.sh nothing 2>/dev/null
[ $? -eq 2 ] && ok 'usage status' || not_ok 'usage status'
if ./program.sh fail x 2>/dev/null; then not_ok 'fails'; else ok 'fails'; fi
if [ -z "$(./program.sh up '')" ]; then ok 'empty'; else not_ok 'empty'; fi
if [ -x ./program.sh ]; then ok 'executable'; else not_ok 'executable'; fi
echo "1..$n"
