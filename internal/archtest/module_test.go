package archtest_test

import (
	"testing"

	"github.com/cairnstack/cairn/internal/archtest"
)

func TestModule_keeps_its_layers(t *testing.T) {
	t.Parallel()
	packages := load(t)
	for _, broken := range archtest.Cairn().Check(packages) {
		t.Error(broken)
	}
}

func TestModule_domain_does_not_read_the_clock(t *testing.T) {
	t.Parallel()
	found, err := archtest.Cairn().CheckClock(load(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, broken := range found {
		t.Error(broken)
	}
}

func TestLoad_finds_this_package(t *testing.T) {
	t.Parallel()
	for _, p := range load(t) {
		if p.Path == "github.com/cairnstack/cairn/internal/archtest" {
			return
		}
	}
	t.Fatal("the module's packages were not read")
}

func TestLoad_fails_outside_a_module(t *testing.T) {
	t.Parallel()
	if _, err := archtest.Load(t.Context(), "/no/such/folder"); err == nil {
		t.Fatal("a folder that does not exist was read")
	}
}

func load(t *testing.T) []archtest.Package {
	t.Helper()
	packages, err := archtest.Load(t.Context(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	return packages
}
