#!/usr/bin/env bash
# Installs the programs that tests start and that come with the system, when
# they are missing: PostgreSQL, Chromium, HAProxy, nginx, the OpenID Connect provider
# Glewlwyd with sqlite3 to prepare it, rsyslog, Prometheus with its node_exporter,
# ZooKeeper (the Keeper of replicated tables), curl,
# what makes and boots a clean Debian (debootstrap, systemd-nspawn), rpm, and a C compiler
# for the race detector; shells and mandoc, which read our completions and our manual
# page; ssh-keygen and ip for releases. Chromium without windows is enough, and drives
# pages in four fifths of the time; some systems only have the whole of it.
set -euo pipefail

wanted=()

has_postgres() {
  command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null
}

has_chromium() {
  [ -n "${CAIRN_TEST_CHROMIUM:-}" ] || command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null
}

# What has a Chromium, of the packages that the system knows.
chromium_package() {
  if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
    echo chromium-headless-shell
  else
    echo chromium
  fi
}

has_postgres || wanted+=(postgresql)
has_chromium || wanted+=(chromium)
command -v haproxy >/dev/null || [ -x /usr/sbin/haproxy ] || wanted+=(haproxy)
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || wanted+=(nginx-light)
command -v glewlwyd >/dev/null || wanted+=(glewlwyd)
[ -x /usr/sbin/rsyslogd ] || wanted+=(rsyslog)
command -v prometheus >/dev/null || wanted+=(prometheus)
command -v prometheus-node-exporter >/dev/null || wanted+=(prometheus-node-exporter)
[ -f /usr/share/java/zookeeper.jar ] || wanted+=(zookeeper)
command -v sqlite3 >/dev/null || wanted+=(sqlite3)
command -v curl >/dev/null || wanted+=(curl)
command -v openssl >/dev/null || wanted+=(openssl)
command -v zsh >/dev/null || wanted+=(zsh)
command -v fish >/dev/null || wanted+=(fish)
command -v mandoc >/dev/null || wanted+=(mandoc)
command -v ssh-keygen >/dev/null || wanted+=(openssh-client)
command -v ip >/dev/null || [ -x /usr/sbin/ip ] || wanted+=(iproute2)
command -v debootstrap >/dev/null || [ -x /usr/sbin/debootstrap ] || wanted+=(debootstrap)
command -v rpm >/dev/null || wanted+=(rpm)
command -v systemd-nspawn >/dev/null || wanted+=(systemd-container)
command -v cc >/dev/null || wanted+=(gcc libc6-dev)
[ ${#wanted[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "tests need these packages: ${wanted[*]}" >&2
    echo "install them as root, e.g.: sudo apt-get install ${wanted[*]}" >&2
    exit 1
  fi
  as_root=(sudo -n)
fi
if ! command -v apt-get >/dev/null; then
  echo "tests need these programs, and there is no apt-get to install them: ${wanted[*]}" >&2
  exit 1
fi

echo "installing for the tests: ${wanted[*]}"
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
wanted=("${wanted[@]/#chromium/$(chromium_package)}")
# Tests start servers of their own; those of the system, Glewlwyd with its
# well-known password among them, must not run because of them (nginx-light has nginx).
for service in glewlwyd nginx rsyslog prometheus prometheus-node-exporter; do
  if [[ " ${wanted[*]/%-light/} " == *" $service "* ]] && command -v systemctl >/dev/null; then
    "${as_root[@]}" systemctl mask --quiet "$service" 2>/dev/null || true
  fi
done
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}"
