#!/usr/bin/env bash
# Makes a release of the last commit twice, in clones in different folders that
# install and build everything themselves, and compares all artefacts.
#
# CAIRN_SOAK_PLATFORMS picks some of the platforms.
#
# usage: reproduce-release.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM HUP

for clone in one another/and/deeper; do
  git clone --quiet --shared "$root" "$folder/$clone"
  git -C "$folder/$clone" checkout --quiet "$(git -C "$root" rev-parse HEAD)"
  make --no-print-directory -C "$folder/$clone" release VERSION=0.0.0-test ${CAIRN_SOAK_PLATFORMS:+"RELEASE_PLATFORMS=$CAIRN_SOAK_PLATFORMS"}
  rm -rf "$folder/$clone/web/node_modules" # makes room
done
diff --recursive --brief "$folder/one/dist" "$folder/another/and/deeper/dist"
cat "$folder/one/dist/SHA256SUMS"
echo "reproduce-release: both are the same, byte for byte"
