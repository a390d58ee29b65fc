# Sorting and ranking; awk has no sort that is portable.

# Sorts v[1..n] of numbers in place: heap sort.
function sort_numbers(v, n,    i, last) {
    for (i = int(n / 2); i >= 1; i--) sift(v, i, n)
    for (i = n; i > 1; i--) {
        last = v[i]
        v[i] = v[1]
        v[1] = last
        sift(v, 1, i - 1)
    }
}

function sift(v, at, n,    child, value) {
    value = v[at]
    while ((child = 2 * at) <= n) {
        if (child < n && v[child + 1] > v[child]) child++
        if (v[child] <= value) break
        v[at] = v[child]
        at = child
    }
    v[at] = value
}

# The nearest-rank percentile of the sorted v[1..n]: the value at rank ceil(n * p / 100).
function percentile(v, n, p,    rank) {
    rank = int((n * p + 99) / 100)
    if (rank < 1) rank = 1
    return v[rank]
}
