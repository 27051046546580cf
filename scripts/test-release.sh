#!/usr/bin/env bash
# Makes a release of the tree as it is, for all platforms and with a key of its
# own, and runs each artefact with nothing but the produced files.
#
# usage: test-release.sh CACHE
set -euo pipefail
cd "$(dirname "$0")/../release"

cache=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM HUP

go vet -tags artefacts ./...
go test . ./debian ./image ./tarfile
ssh-keygen -q -t ed25519 -N '' -C test -f "$folder/key"
go run . -cache "$cache" -out "$folder/dist" -version 0.0.0-test -dirty -key "$folder/key"
CAIRN_DIST=$folder/dist CAIRN_RELEASE_KEY=$folder/key go test -tags artefacts -count=1 ./exercise
