package embedded

import (
	"crypto/sha256"
	_ "embed" // for the digests
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

// The SHA-256 of the library of EngineVersion on each platform, in the form of
// sha256sum. The install script and the release read the same file. A platform
// without a line has no library that we vouch for, and none is installed there.
//
//go:embed libchdb.sha256
var libraryDigests string

// digestOf returns the digest that the library of a platform must have.
func digestOf(list, platform string) (digest string, known bool) {
	for line := range strings.Lines(list) {
		if fields := strings.Fields(line); len(fields) == 2 && fields[1] == platform {
			return fields[0], true
		}
	}
	return "", false
}

// VerifyLibrary refuses a library that is not, byte for byte, the one that this
// build is tested with. It reads the whole file, which takes a second or two. It
// reports false where no library is known for this platform.
func VerifyLibrary(path string) (known bool, err error) {
	want, known := digestOf(libraryDigests, runtime.GOOS+"-"+runtime.GOARCH)
	if !known {
		return false, nil
	}
	return true, verifyDigest(path, want)
}

func verifyDigest(path, want string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	if got := hex.EncodeToString(sum.Sum(nil)); got != want {
		return fmt.Errorf("%s is not the engine library %s that this build is tested with (SHA-256 %s, not %s); %s", path, EngineVersion, got, want, libraryWays())
	}
	return nil
}

// libraryWays says how to come by the library.
func libraryWays() string {
	return "take it from the archive of this release, or in a clone run `make engine`"
}
