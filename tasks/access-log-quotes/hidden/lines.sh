#!/bin/sh
# lines.sh PROGRAM REPORT: writes TAP to REPORT; exit status 1 when a test failed.
logsum=$1
report=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
count=0
failures=0

# gives NAME EXPECTED OPTIONS...: rows as TSV with spaces, joined by "|", then malformed lines and status. Log on standard input.
gives() {
    name=$1 expected=$2
    shift 2
    cat >"$work/log"
    "$logsum" -f tsv "$@" "$work/log" >"$work/out" 2>"$work/err"
    status=$?
    got="$(tr '\t\n' ' |' <"$work/out")$(cat "$work/err") $status"
    count=$((count + 1))
    if [ "$got" = "$expected 0" ]; then
        echo "ok $count - $name" >>"$report"
    else
        printf 'not ok %d - %s\n# expected: %s 0\n# got: %s\n' "$count" "$name" "$expected" "$got" >>"$report"
        failures=$((failures + 1))
    fi
}

: >"$report"

gives 'an escaped quote does not end the agent' '1 0 5 7 7 Mozilla \"best\" 1.0|' -b agent <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "Mozilla \"best\" 1.0" 7
LOG
gives 'an escaped quote does not end the referer' '1 0 5 7 7 http://x/?q=\"a\"|' -b referer <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "http://x/?q=\"a\"" "-" 7
LOG
gives 'an escaped quote does not end the request' '1 0 5 7 7 /say/\"hi\"|' <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET /say/\"hi\" HTTP/1.1" 200 5 "-" "-" 7
LOG
gives 'a quote after an escaped backslash ends the field' '1 0 5 7 7 C:\\dir\\|' -b agent <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "C:\\dir\\" 7
LOG
gives 'backslashes and quotes mixed' '1 0 5 7 7 a\\\"b\\\\|' -b agent <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "\\" "a\\\"b\\\\" 7
LOG
gives 'fields after a backslash field are right' '1 1 5 7 7 \\|' -b referer <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET /\\ HTTP/1.1" 500 5 "\\" "\\" 7
LOG
gives 'a forged tail inside of the agent is text' '1 0 5 7 7 x\" 1 \"y\" 99999|' -b agent <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "x\" 1 \"y\" 99999" 7
LOG
gives 'user names may have spaces' '1 0 5 7 7 ann of the shop|1 0 6 8 8 bob|' -b user <<'LOG'
192.0.2.1 - ann of the shop [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "-" 7
192.0.2.1 - bob [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 6 "-" "-" 8
LOG
gives 'the day is right behind a user name with spaces' '2 0 11 7 8 2026-10-10|' -b day <<'LOG'
192.0.2.1 - ann of the shop [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "-" 7
192.0.2.1 - [root] [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 6 "-" "-" 8
LOG
gives 'user names may have quotes and brackets' '1 0 5 7 7 a "b" [c]|' -b user <<'LOG'
192.0.2.1 - a "b" [c] [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "-" 7
LOG
gives 'targets may have spaces' '1 0 5 7 7 /my report.pdf|' <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET /my report.pdf?page=1 of 2 HTTP/1.1" 200 5 "-" "-" 7
LOG
gives 'spaces in a target are kept as they are' '1 0 5 7 7 /a  b |' <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET /a  b  HTTP/1.1" 200 5 "-" "-" 7
LOG
gives 'a request without a protocol keeps its target' '1 0 5 7 7 /old|' <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET /old" 200 5 "-" "-" 7
LOG
gives 'a target may look like a protocol' '1 0 5 7 7 HTTP/1.1|' <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET HTTP/1.1" 200 5 "-" "-" 7
LOG

gives 'a quote that is not escaped is malformed' 'logsum: 1 malformed line' <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "a "b" c" 7
LOG
gives 'a field that never ends is malformed' 'logsum: 2 malformed lines' <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "a\" 7
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-
LOG
gives 'wrong numbers are malformed' 'logsum: 5 malformed lines' <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 20 5 "-" "-" 7
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 -5 "-" "-" 7
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "-" 7.5
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "-" 7 8
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 "-" "-" 7
LOG
gives 'a line without a date is malformed' 'logsum: 1 malformed line' <<'LOG'
192.0.2.1 - - "GET / HTTP/1.1" 200 5 "-" "-" 7
LOG
gives 'a closed connection is counted as a dash' '1 1 0 0 0 -|' <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "-" 408 - "-" "-" 0
LOG
gives 'an empty request is counted as a dash' '1 1 0 0 0 -|' -b method <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "" 400 - "-" "-" 0
LOG
gives 'an empty agent is an empty key' '1 0 5 7 7 |' -b agent <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "" 7
LOG
gives 'other escapes are printed as logged' '1 0 5 7 7 /\xe2\x82\xac\t|' <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET /\xe2\x82\xac\t HTTP/1.1" 200 5 "-" "-" 7
LOG
gives 'addresses of both kinds are hosts' '1 0 5 7 7 192.0.2.1|1 0 5 7 7 2001:db8::7|' -b host <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "-" 7
2001:db8::7 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "-" 7
LOG
gives 'large amounts of bytes are exact' '2 0 9000000000001 7 8 /|' <<'LOG'
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 4500000000000 "-" "-" 7
192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 4500000000001 "-" "-" 8
LOG
printf '192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "-" 7\r\n\r\n' |
    gives 'line ends of Windows are accepted' '1 0 5 7 7 /|'

# What `gives` counts in a pipeline is lost with its subshell: take it from the report.
count=$(grep -c -e '^ok ' -e '^not ok ' "$report")
echo "1..$count" >>"$report"
! grep -q '^not ok ' "$report"
