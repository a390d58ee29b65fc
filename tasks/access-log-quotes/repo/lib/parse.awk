# Takes one line of the log apart.

# Fills `f` with host, user, date, method, path, status, bytes, referer, agent, ms.
# Returns 1, or 0 when the line is malformed.
function parse(line, f,    part, head, status, n) {
    n = split(line, part, "\"")
    if (n != 7) return 0

    n = split(part[1], head, " ")
    if (n < 5) return 0
    f["host"] = head[1]
    f["user"] = head[3]
    f["date"] = substr(head[4], 2)

    parse_request(part[2], f)

    n = split(part[3], status, " ")
    if (n != 2) return 0
    if (status[1] !~ /^[1-5][0-9][0-9]$/) return 0
    if (status[2] !~ /^([0-9]+|-)$/) return 0
    f["status"] = status[1]
    f["bytes"] = status[2] == "-" ? 0 : status[2] + 0

    f["referer"] = part[4]
    f["agent"] = part[6]

    if (part[7] !~ /^ [0-9]+$/) return 0
    f["ms"] = part[7] + 0
    return 1
}

# METHOD TARGET PROTOCOL, or what the client sent instead.
function parse_request(request, f,    word, n) {
    n = split(request, word, " ")
    f["method"] = n > 0 ? word[1] : "-"
    f["path"] = n > 1 ? word[2] : "-"
    sub(/[?].*$/, "", f["path"])
}

# "10/Oct/2026:13:55:36 +0000" becomes 2026-10-10. Anything else stays what it is.
function day_of(date,    part, month) {
    if (date !~ /^[0-9][0-9]\/[A-Z][a-z][a-z]\/[0-9][0-9][0-9][0-9]:/) return date
    split(date, part, /[\/:]/)
    month = (index("JanFebMarAprMayJunJulAugSepOctNovDec", part[2]) + 2) / 3
    return sprintf("%s-%02d-%s", part[3], month, part[1])
}
