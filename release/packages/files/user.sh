# Makes the user and its folders; what is there stays as it is.
prepare() {
  if ! getent passwd cairn >/dev/null; then
    useradd --system --user-group --home-dir /var/lib/cairn --no-create-home \
      --shell "$(command -v nologin || echo /usr/sbin/nologin)" --comment 'Cairn observability stack' cairn
  fi
  if [ ! -d /var/lib/cairn ]; then
    mkdir -m 0750 /var/lib/cairn
    chown cairn:cairn /var/lib/cairn
  fi
  if [ -f /etc/cairn/cairn.yaml ] && [ "$(stat -c %U:%G /etc/cairn/cairn.yaml)" = root:root ]; then
    chgrp cairn /etc/cairn/cairn.yaml
  fi
}

# Says what stays; when nothing stays, the user goes too.
take_leave() {
  rmdir /var/lib/cairn 2>/dev/null || true
  if [ -d /var/lib/cairn ]; then
    echo "Cairn's data is kept in /var/lib/cairn, and so is its user. To delete both:"
    echo "  rm -rf /var/lib/cairn && userdel cairn"
  elif getent passwd cairn >/dev/null; then
    userdel cairn || true
  fi
}

has_systemd() { [ -d /run/systemd/system ]; }
