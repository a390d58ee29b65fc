#!/bin/sh
# tests/run.sh PROGRAM: the tests of the command line. Exit status 1 when one failed.
b32=$1
failures=0

check() { # check NAME EXPECTED ACTUAL
    if [ "$2" = "$3" ]; then
        echo "ok - $1"
    else
        echo "not ok - $1: expected '$2', got '$3'"
        failures=$((failures + 1))
    fi
}

# RFC 4648, section 10
check 'empty' '' "$(printf '' | "$b32")"
check 'f' 'MY======' "$(printf 'f' | "$b32")"
check 'fo' 'MZXQ====' "$(printf 'fo' | "$b32")"
check 'foo' 'MZXW6===' "$(printf 'foo' | "$b32")"
check 'foob' 'MZXW6YQ=' "$(printf 'foob' | "$b32")"
check 'fooba' 'MZXW6YTB' "$(printf 'fooba' | "$b32")"
check 'foobar' 'MZXW6YTBOI======' "$(printf 'foobar' | "$b32" -)"
check 'foobar, hex' 'CPNMUOJ1E8======' "$(printf 'foobar' | "$b32" -x)"

check 'wraps' "$(printf 'MZXW6\nYTBOI\n=====\n=')" "$(printf 'foobar' | "$b32" -w 5)"
check 'default width' '76' "$(head -c 100 "$0" | "$b32" | head -n 1 | tr -d '\n' | wc -c | tr -d ' ')"

"$b32" no-such-file >/dev/null 2>&1
check 'a missing file is status 1' 1 $?
"$b32" -w many </dev/null >/dev/null 2>&1
check 'a wrong width is status 2' 2 $?
"$b32" -q </dev/null >/dev/null 2>&1
check 'an unknown option is status 2' 2 $?

[ "$failures" -eq 0 ]
