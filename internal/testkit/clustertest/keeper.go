package clustertest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Keeper is a real ZooKeeper, which ClickHouse servers use as they use their own
// Keeper. It ends with Stop, and also when the process that started it dies.
type Keeper struct {
	Port int

	dir      string
	script   *exec.Cmd
	lifeline io.WriteCloser
	pid      int
}

// zookeeperJars is where the package zookeeper of Debian has it.
const zookeeperJars = "/usr/share/java/zookeeper.jar"

// keeperScript runs ZooKeeper for as long as standard input is open.
const keeperScript = `
java -Xmx96m -XX:TieredStopAtLevel=1 -cp "$1" org.apache.zookeeper.server.quorum.QuorumPeerMain "$2" </dev/null >"$3" 2>&1 &
echo $!
cat >/dev/null
kill -KILL $!
wait
`

// keeperConfig keeps sessions of a second: an engine that is killed is missed soon.
const keeperConfig = `tickTime=500
dataDir=%s
clientPort=%d
clientPortAddress=127.0.0.1
admin.enableServer=false
maxClientCnxns=0
4lw.commands.whitelist=srvr
`

// StartKeeper starts a ZooKeeper with its data below dir.
func StartKeeper(ctx context.Context, dir string) (*Keeper, error) {
	if _, err := os.Stat(zookeeperJars); err != nil {
		return nil, fmt.Errorf("install zookeeper (scripts/install-test-packages.sh): %w", err)
	}
	ports, err := freePorts(ctx, 1)
	if err != nil {
		return nil, err
	}
	k := &Keeper{Port: ports[0], dir: dir}
	if err := os.MkdirAll(filepath.Join(dir, "data"), 0o700); err != nil {
		return nil, err
	}
	config := fmt.Sprintf(keeperConfig, filepath.Join(dir, "data"), k.Port)
	if err := os.WriteFile(filepath.Join(dir, "zoo.cfg"), []byte(config), 0o600); err != nil {
		return nil, err
	}
	return k, k.Start(ctx)
}

// Start starts a Keeper that was stopped, with what it knew, and returns when it
// takes connections.
func (k *Keeper) Start(ctx context.Context) error {
	k.script = exec.Command("/bin/sh", "-c", keeperScript, "keeper", //nolint:noctx // lives until Stop
		zookeeperJars, filepath.Join(k.dir, "zoo.cfg"), filepath.Join(k.dir, "log"))
	k.script.Env = []string{"PATH=/usr/bin:/bin"}
	k.script.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var err error
	if k.lifeline, err = k.script.StdinPipe(); err != nil {
		return err
	}
	said, err := k.script.StdoutPipe()
	if err != nil {
		return err
	}
	if err := k.script.Start(); err != nil {
		return err
	}
	line, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		return err
	}
	if k.pid, err = strconv.Atoi(strings.TrimSpace(line)); err != nil {
		return err
	}
	return k.awaitReady(ctx)
}

// Stop kills the Keeper, and returns when it is gone.
func (k *Keeper) Stop() error {
	err := k.lifeline.Close()
	var exit *exec.ExitError
	if ended := k.script.Wait(); !errors.As(ended, &exit) {
		return errors.Join(err, ended)
	}
	return err
}

// Freeze makes the Keeper keep still, with its connections open.
func (k *Keeper) Freeze() error { return syscall.Kill(k.pid, syscall.SIGSTOP) }

// Thaw lets it go on.
func (k *Keeper) Thaw() error { return syscall.Kill(k.pid, syscall.SIGCONT) }

// awaitReady waits until the Keeper says that it serves.
func (k *Keeper) awaitReady(ctx context.Context) error {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for !k.serves(ctx) {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			said, _ := os.ReadFile(filepath.Join(k.dir, "log"))
			return fmt.Errorf("start ZooKeeper: %w: %s", ctx.Err(), said)
		}
	}
	return nil
}

func (k *Keeper) serves(ctx context.Context) bool {
	connection, err := (&net.Dialer{Timeout: time.Second}).DialContext(ctx, "tcp4", address(k.Port))
	if err != nil {
		return false
	}
	defer func() { _ = connection.Close() }()
	_ = connection.SetDeadline(time.Now().Add(time.Second))
	if _, err := io.WriteString(connection, "srvr"); err != nil {
		return false
	}
	answer, err := io.ReadAll(connection)
	return err == nil && strings.Contains(string(answer), "Mode: standalone")
}
