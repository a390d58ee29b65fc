# Groups the requests and prints one row per group.

{
    sub(/\r$/, "")
    if ($0 ~ /^[ \t]*$/) next
    if (!parse($0, field)) {
        malformed++
        next
    }
    key = by == "day" ? day_of(field["date"]) : field[by]
    if (!(key in requests)) {
        keys[++n_keys] = key
        errors[key] = 0
        bytes[key] = 0
    }
    times[key, ++requests[key]] = field["ms"]
    bytes[key] += field["bytes"]
    if (field["status"] >= 400) errors[key]++
}

END {
    for (k = 1; k <= n_keys; k++) rank(keys[k])
    sort_keys()
    if (format == "table" && n_keys > 0)
        printf "%8s %8s %12s %6s %6s  %s\n", "requests", "errors", "bytes", "p50", "p95", by
    shown = count > 0 && count < n_keys ? count : n_keys
    for (k = 1; k <= shown; k++) print_row(keys[k])
    if (malformed > 0) {
        printf "logsum: %d malformed line%s\n", malformed, malformed == 1 ? "" : "s" > "/dev/stderr"
        if (strict) exit 1
    }
}

function rank(key,    i, n, v) {
    n = requests[key]
    for (i = 1; i <= n; i++) v[i] = times[key, i]
    sort_numbers(v, n)
    p50[key] = percentile(v, n, 50)
    p95[key] = percentile(v, n, 95)
}

function print_row(key,    layout) {
    layout = format == "tsv" ? "%d\t%d\t%.0f\t%d\t%d\t%s\n" : "%8d %8d %12.0f %6d %6d  %s\n"
    printf layout, requests[key], errors[key], bytes[key], p50[key], p95[key], key
}

function weight(key) {
    if (order == "requests") return requests[key]
    if (order == "errors") return errors[key]
    if (order == "bytes") return bytes[key]
    if (order == "p50") return p50[key]
    if (order == "p95") return p95[key]
    return 0
}

# True when a comes before b: highest first, equal ones by their key.
function before(a, b) {
    if (weight(a) != weight(b)) return weight(a) > weight(b)
    return (a "") < (b "")
}

# Insertion sort: there are few groups compared to lines.
function sort_keys(    i, j, key) {
    for (i = 2; i <= n_keys; i++) {
        key = keys[i]
        for (j = i - 1; j >= 1 && before(key, keys[j]); j--) keys[j + 1] = keys[j]
        keys[j + 1] = key
    }
}
