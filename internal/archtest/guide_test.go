package archtest_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// guidePictureBytesMax keeps the guide quick to load and the repository small.
const guidePictureBytesMax = 150_000

var (
	docAnchor   = regexp.MustCompile(`\]\(([^)#]*)#([^)]+)\)`)
	docHeading  = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notInAnchor = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestAnchorsLeadToHeadings follows the links of all pages into the middle of
// other pages; TestEveryPageIsFoundFromTheIndex follows those to whole files.
func TestAnchorsLeadToHeadings(t *testing.T) {
	t.Parallel()
	for _, page := range docPages(t) {
		for _, match := range docAnchor.FindAllStringSubmatch(codeBlock.ReplaceAllString(read(t, page), ""), -1) {
			target := page
			if match[1] != "" {
				target = filepath.Join(filepath.Dir(page), match[1])
			}
			if strings.Contains(match[1], "://") || !strings.HasSuffix(target, ".md") {
				continue
			}
			if !anchors(t, target)[match[2]] {
				t.Errorf("%s links to %s#%s, which is no heading there", page, match[1], match[2])
			}
		}
	}
}

// TestPicturesOfTheGuideAreShownAndSmall finds pictures that no page shows any
// more. That those shown exist is a matter of TestEveryPageIsFoundFromTheIndex.
func TestPicturesOfTheGuideAreShownAndSmall(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for _, page := range docPages(t) {
		text.WriteString(read(t, page))
	}
	for _, picture := range glob(t, "../../docs/images/guide-*.png") {
		if !strings.Contains(text.String(), "](../images/"+filepath.Base(picture)+")") {
			t.Errorf("no page shows %s", picture)
		}
		info, err := os.Stat(picture)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > guidePictureBytesMax {
			t.Errorf("%s has %d bytes, more than %d", picture, info.Size(), guidePictureBytesMax)
		}
	}
}

func docPages(t *testing.T) []string {
	t.Helper()
	return append(glob(t, "../../docs/*.md"), glob(t, "../../docs/*/*.md")...)
}

// glob returns the files of a pattern, of which there has to be one.
func glob(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) == 0 {
		t.Fatalf("%s: %d files, %v", pattern, len(found), err)
	}
	return found
}

// anchors returns the names that a page's headings have in addresses.
func anchors(t *testing.T, page string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, match := range docHeading.FindAllStringSubmatch(codeBlock.ReplaceAllString(read(t, page), ""), -1) {
		name := notInAnchor.ReplaceAllString(strings.ToLower(match[1]), "")
		found[strings.ReplaceAll(name, " ", "-")] = true
	}
	return found
}
