#!/bin/sh
# canary.sh PROGRAM REPORT: false on purpose, status 200 is no error.
line='192.0.2.1 - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 5 "-" "-" 7'
if [ "$(echo "$line" | "$1" -f tsv -b status | cut -f 2)" = 1 ]; then result='ok'; else result='not ok'; fi
printf '%s 1 - canary: an answer of 200 is an error\n1..1\n' "$result" >"$2"
[ "$result" = ok ]
