#!/bin/sh
# The visible tests. Exit status 1 when one failed.
here=$(dirname "$0")
logsum=$here/../bin/logsum
small=$here/data/small.log
failures=0

check() { # check NAME EXPECTED ACTUAL
    if [ "$2" = "$3" ]; then
        echo "ok - $1"
    else
        printf 'not ok - %s\n  expected: %s\n  got:      %s\n' "$1" "$2" "$3"
        failures=$((failures + 1))
    fi
}

rows() { "$logsum" -f tsv "$@" 2>/dev/null | tr '\t\n' ' |'; }

check 'groups by path, without the query' \
    '2 0 2400 12 48 /|2 1 512 104 910 /search|1 1 0 2 2 /favicon.ico|' "$(rows "$small")"
check 'groups by status' '3 0 2912 48 104 200|1 1 0 2 2 404|1 1 0 910 910 503|' "$(rows -b status "$small")"
check 'groups by day' '3 2 1200 48 910 2026-10-11|2 0 1712 12 104 2026-10-10|' "$(rows -b day "$small")"
check 'orders by p95 and cuts' '1 1 0 910 910 503|1|' "$(rows -b status -o p95 -n 1 "$small")1|"
check 'orders by key' '2001:db8::7' "$(rows -b host -o key "$small" | tr '|' '\n' | tail -n 1 | cut -d ' ' -f 6)"
check 'sums several files' '4 0 4800 12 48 /|' "$(rows -n 1 "$small" "$small")"
check 'prints a table' 'requests   errors        bytes    p50    p95  method' "$("$logsum" -b method "$small" 2>/dev/null | head -n 1)"
check 'counts malformed lines' 'logsum: 1 malformed line' "$("$logsum" "$small" 2>&1 >/dev/null)"

"$logsum" "$small" >/dev/null 2>&1
check 'malformed lines are no error' 0 $?
"$logsum" -s "$small" >/dev/null 2>&1
check 'unless strict' 1 $?
"$logsum" -b colour "$small" >/dev/null 2>&1
check 'an unknown field is status 2' 2 $?
"$logsum" "$here/no-such.log" >/dev/null 2>&1
check 'a missing file is status 2' 2 $?

[ "$failures" -eq 0 ]
