#!/bin/sh
case "$1" in
  up) printf '%s\n' "$2" | tr a-z A-Z;;
  len) printf '%s' "$2" | wc -c | tr -d ' ';;
  add) echo $(($2 + $3));;
  lines) printf 'one\ntwo\nthree\n';;
  fail) echo "prog: failed: $2" >&2; exit 3;;
  *) echo "usage: prog up|len|add" >&2; exit 2;;
esac
