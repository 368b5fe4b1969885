#!/bin/sh
# Minifies tracker.js into tracker.min.js and notes which pair belongs together. Needs Node.js and
# npm's registry; everything else needs only what is committed.
set -eu
cd "$(dirname "$0")"
npx --yes terser@5.51.2 tracker.js --ecma 2018 --compress passes=3 --mangle > tracker.min.js
sha256sum tracker.js tracker.min.js > tracker.sha256
./check.sh
