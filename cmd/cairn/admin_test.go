package main

import (
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/testkit"
)

// TestOpenAdminListenerIsWarnedOf holds that an operator who opens the admin
// listener to the network is told what that means.
func TestOpenAdminListenerIsWarnedOf(t *testing.T) {
	t.Parallel()
	const warning = "the admin listener is not on loopback"
	p := launch(t, t.TempDir(), "CAIRN_ADMIN_ADDR=0.0.0.0:0")
	testkit.Eventually(t, slack*20*time.Second, "the log warns", func() bool { return strings.Contains(p.log(), warning) })
	testkit.Eventually(t, startTimeMax, "the server is ready", p.IsReady)
	if quiet := serve(t, t.TempDir()); strings.Contains(quiet.log(), warning) {
		t.Error("the log warns of a listener on loopback")
	}
}
