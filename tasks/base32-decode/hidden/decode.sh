#!/bin/sh
# decode.sh PROGRAM REPORT: writes TAP to REPORT; exit status 1 when a test failed.
b32=$1
report=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
count=0
failures=0

result() { # result NAME STATUS [MESSAGE]
    count=$((count + 1))
    if [ "$2" -eq 0 ]; then
        echo "ok $count - $1" >>"$report"
    else
        echo "not ok $count - $1" >>"$report"
        printf '# %s\n' "$3" | tr '\n' ' ' >>"$report"
        echo >>"$report"
        failures=$((failures + 1))
    fi
}

hex() { od -An -v -tx1 "$1" | tr -d ' \n'; }

# same NAME EXPECTED-HEX FORMAT OPTIONS...: the exact bytes that come out for the input (a printf format).
same() {
    name=$1 expected=$2 input=$3
    shift 3
    printf "$input" >"$work/in"
    "$b32" "$@" <"$work/in" >"$work/out" 2>"$work/err"
    status=$?
    got="$status:$(hex "$work/out")"
    [ "$got" = "0:$expected" ]
    result "$name" $? "expected 0:$expected, got $got"
}

# refused NAME OFFSET FORMAT OPTIONS...: status 1 and a message with the offset.
refused() {
    name=$1 offset=$2 input=$3
    shift 3
    printf "$input" >"$work/in"
    "$b32" "$@" "$work/in" >"$work/out" 2>"$work/err"
    status=$?
    [ "$status" -eq 1 ] && grep -q "^b32: $work/in: .*offset $offset\$" "$work/err"
    result "$name" $? "status $status, $(cat "$work/err")"
}

: >"$report"

same 'decodes nothing' '' '' -d
same 'decodes one byte' '66' 'MY======' -d
same 'decodes two bytes' '666f' 'MZXQ====' -d
same 'decodes three bytes' '666f6f' 'MZXW6===' -d
same 'decodes four bytes' '666f6f62' 'MZXW6YQ=' -d
same 'decodes five bytes' '666f6f6261' 'MZXW6YTB' -d
same 'decodes binary data' '00ff00ff00ff' 'AD7QB7YA74======' -d
same 'decodes the hex alphabet' '666f6f626172' 'CPNMUOJ1E8======' -dx
same 'accepts lower case' '666f6f626172' 'mzxw6ytbOI======' -d
same 'accepts lower case in the hex alphabet' '666f6f626172' 'cpnmuoj1e8======' -d -x
same 'skips line breaks of both kinds' '666f6f626172' 'MZX\nW6Y\r\nTBOI\n\n==\n====\n' -d
same 'ignores the width' '666f' 'MZXQ====' -d -w 3
same 'skips other characters with -i' '666f6f626172' 'MZ X-W6\tYT!B\001OI ====1=8=' -di

refused 'refuses characters outside of the alphabet' 4 'MZXW1YTB' -d
refused 'counts line breaks in the offset' 6 'MZX\r\nW!6YTB' -d
refused 'refuses spaces without -i' 2 'MZ XW6YTB' -d
refused 'refuses letters outside of the hex alphabet' 1 'CWNMUOJ1' -dx
refused 'refuses an end inside of a group' 3 'MZX' -d
refused 'refuses missing padding' 2 'MY' -d
refused 'refuses incomplete padding' 7 'MZXQ===' -d
refused 'refuses padding that no encoder makes' 3 'MZX=====' -d
refused 'refuses padding after one character' 1 'M=======' -d
refused 'refuses a group of padding only' 8 'MZXW6YTB========' -d
refused 'refuses data inside of padding' 5 'MZXQ=A==' -d
refused 'refuses data after padding' 8 'MY======MZXQ====' -d
refused 'refuses data after padding with -i' 10 'MY====== -MZXQ====' -d -i
refused 'refuses unused bits that are not zero' 1 'MZ======' -d
refused 'refuses unused bits in a longer group' 6 'MZXW6YR=' -d

# The sizes around the internal chunks, as one stream of 0..255.
i=0
while [ $i -lt 256 ]; do
    printf "\\$(printf %03o $i)"
    i=$((i + 1))
done >"$work/256"
cat "$work/256" "$work/256" "$work/256" "$work/256" >"$work/1k"
for n in 1 2 3 4 5 6 7 8 9 10; do cat "$work/1k"; done >"$work/10k"
failed=
for size in 1 4 5 6 255 2559 2560 2561 4095 4096 4097 8191 8192 10000 10240; do
    for options in '' '-w 0' '-w 7' '-x'; do
        head -c $size "$work/10k" >"$work/data"
        "$b32" $options <"$work/data" >"$work/text" && "$b32" -d $options <"$work/text" >"$work/back" || failed="$failed $size"
        cmp -s "$work/data" "$work/back" || failed="$failed $size($options)"
    done
done
[ -z "$failed" ]
result 'decodes what it encoded, at any size' $? "sizes:$failed"

# An invalid character far behind the first chunk has its own offset.
{ "$b32" -w 0 "$work/10k" && printf '?'; } >"$work/in"
"$b32" -d "$work/in" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q "offset 16384\$" "$work/err"
result 'names offsets far into the input' $? "$(cat "$work/err")"

printf 'MY======' | "$b32" -d - >"$work/out" 2>&1
[ "$(cat "$work/out")" = f ]
result 'decodes standard input as -' $? "$(cat "$work/out")"
printf 'M!' | "$b32" -d >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q '^b32: standard input: .*offset 1$' "$work/err"
result 'names standard input in errors' $? "$(cat "$work/err")"
"$b32" -h | grep -q -e ' -d ' && "$b32" -h | grep -q -e ' -i '
result 'has the new options in the help' $? "$("$b32" -h)"
"$b32" -i </dev/null >/dev/null 2>&1
[ $? -eq 2 ]
result 'refuses -i without -d' $? 'status is not 2'

same 'encodes with a line break at the end' '4d593d3d3d3d3d3d0a' 'f'
same 'encodes one line without a line break with -w 0' '4d593d3d3d3d3d3d' 'f' -w 0
same 'has no empty line when the text fills the last one' '4d5a5857365954420a' 'fooba' -w 8
same 'encodes nothing as nothing' '' ''
same 'encodes zero bytes' '41414141413d3d3d0a' '\000\000\000'
"$b32" "$work/no-such-file" >"$work/out" 2>"$work/err"
[ $? -eq 1 ] && grep -q 'no-such-file' "$work/err"
result 'a missing file is status 1 and named' $? "$(cat "$work/err")"
"$b32" -w 1x </dev/null >/dev/null 2>&1
[ $? -eq 2 ]
result 'a wrong width is status 2' $? 'status is not 2'
"$b32" a b </dev/null >/dev/null 2>&1
[ $? -eq 2 ]
result 'a second file is status 2' $? 'status is not 2'

echo "1..$count" >>"$report"
[ "$failures" -eq 0 ]
