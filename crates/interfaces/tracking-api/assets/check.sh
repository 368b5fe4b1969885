#!/bin/sh
# Fails unless tracker.min.js was made from this very tracker.js and is small enough. Needs neither
# Node.js nor a network. With --rebuild it minifies again and compares, which needs both.
set -eu
cd "$(dirname "$0")"

fail() {
    echo "tracker: $1" >&2
    exit 1
}

sha256sum --check --quiet tracker.sha256 || fail "tracker.min.js is not current; run $PWD/build.sh"
grep -q '  tracker.js$' tracker.sha256 && grep -q '  tracker.min.js$' tracker.sha256 \
    || fail "tracker.sha256 does not name both files"

size=$(gzip -9 -n -c tracker.min.js | wc -c)
[ "$size" -le 3072 ] || fail "tracker.min.js has $size bytes gzipped, more than 3072"

if [ "${1:-}" = --rebuild ]; then
    minifier=$(grep -o 'terser@[0-9.]*' build.sh)
    npx --yes "$minifier" tracker.js --ecma 2018 --compress passes=3 --mangle \
        | cmp -s - tracker.min.js || fail "$minifier makes another tracker.min.js of tracker.js"
fi
echo "tracker: current, $size bytes gzipped"
