#!/usr/bin/env bash
# Installs the packages of the web interface as web/package-lock.json pins them.
set -euo pipefail
cd "$(dirname "$0")/../web"

if ! command -v npm >/dev/null; then
  echo "web: npm is missing; install Node.js 20.19 or newer" >&2
  exit 1
fi
if ! node -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)'; then
  echo "web: Node.js $(node -v) is too old; install 20.19 or newer" >&2
  exit 1
fi

echo "web: installing packages (about 220 MB on disk, once per lock file)"
npm ci --ignore-scripts --loglevel=error
