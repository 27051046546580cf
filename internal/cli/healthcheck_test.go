package cli_test

import (
	"strings"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/app"
	"github.com/cairnstack/cairn/internal/cli"
	"github.com/cairnstack/cairn/internal/testkit"
	"github.com/cairnstack/cairn/internal/testkit/apptest"
	"github.com/cairnstack/cairn/internal/testkit/clitest"
)

// TestHealthcheckAsksTheServerOfTheFolder asks one that listens everywhere, as
// in a container, and folders without a server.
func TestHealthcheckAsksTheServerOfTheFolder(t *testing.T) {
	t.Parallel()
	_, port, _ := strings.Cut(testkit.FreeAddr(), ":")
	s := apptest.Start(t, apptest.Options{Adjust: func(c *app.Config) { c.AdminAddr = ":" + port }})
	testkit.Eventually(t, time.Minute, "the server is ready", func() bool {
		got := clitest.Beside(t, s, "healthcheck")
		return got.Code == cli.ExitOK && got.Stdout == "ready\n"
	})
	if got := clitest.Run(t, map[string]string{"CAIRN_DATA_DIR": s.Config.DataDir, "CAIRN_DATABASE_URL": s.Config.DatabaseURL, "CAIRN_UI_ADDR": ":8080"}, "user", "reset-password", "--link", s.Installation.User.Email); !strings.Contains(got.Stdout, "link http://localhost:8080/") {
		t.Errorf("a link from a container: %+v", got)
	}
	got := clitest.Run(t, map[string]string{"CAIRN_DATA_DIR": t.TempDir()}, "healthcheck")
	if got.Code != cli.ExitFail || !strings.HasPrefix(got.Stderr, "cairn: no server on ") {
		t.Errorf("%+v", got)
	}
}
