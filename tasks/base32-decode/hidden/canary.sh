#!/bin/sh
# canary.sh PROGRAM REPORT: false on purpose, the text of "f" is MY======.
if [ "$(printf 'f' | "$1")" = 'MZ======' ]; then result='ok'; else result='not ok'; fi
printf '%s 1 - canary: f is written as MZ\n1..1\n' "$result" >"$2"
[ "$result" = ok ]
