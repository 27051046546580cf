package httpx_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/httpx"
)

const idempotencyKey = "Idempotency-Key"

func TestRepeatedPostIsReplayedByteForByte(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		first := x.send("POST", "/notes", `{"title":"a"}`, idempotencyKey, "k1")
		again := x.send("POST", "/memos", `{"title":"a"}`, idempotencyKey, "k1")
		if first.status != http.StatusOK || again.status != http.StatusOK || again.body != first.body {
			t.Errorf("%d %s, then %d %s", first.status, first.body, again.status, again.body)
		}
		if again.header.Get("Idempotent-Replayed") != "true" || first.header.Get("Idempotent-Replayed") != "" {
			t.Error("the replay is not marked, or the first answer is")
		}
		if again.header.Get("ETag") != `"1"` || again.header.Get("X-Request-Id") == first.header.Get("X-Request-Id") {
			t.Errorf("headers of the replay: %v", again.header)
		}
		if x.notes.runs != 1 {
			t.Errorf("the handler ran %d times", x.notes.runs)
		}
	})
}

func TestKeyUsedForAnotherRequestIs409(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		x.send("POST", "/notes", `{"title":"a"}`, idempotencyKey, "k1")
		x.send("POST", "/notes/1/copy", "", idempotencyKey, "k2")
		for name, got := range map[string]answer{
			"body":      x.send("POST", "/notes", `{"title":"b"}`, idempotencyKey, "k1"),
			"query":     x.send("POST", "/notes?x=1", `{"title":"a"}`, idempotencyKey, "k1"),
			"route":     x.send("POST", "/notes/1/copy", "", idempotencyKey, "k1"),
			"parameter": x.send("POST", "/notes/2/copy", "", idempotencyKey, "k2"),
		} {
			if got.status != http.StatusConflict {
				t.Errorf("another %s: %d %s", name, got.status, got.body)
			}
		}
		if x.notes.runs != 1 {
			t.Errorf("the handler ran %d times", x.notes.runs)
		}
	})
}

func TestKeysOfPrincipalsAreApart(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t)
	x.send("POST", "/notes", `{"title":"a"}`, idempotencyKey, "k1")
	got := x.send("POST", "/notes", `{"title":"b"}`, idempotencyKey, "k1", "Authorization", "Basic Ym9iOnNlY3JldC1i")
	if got.status != http.StatusOK || x.notes.runs != 2 {
		t.Errorf("%d %s after %d runs", got.status, got.body, x.notes.runs)
	}
}

func TestFailureIsNotStored(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t)
	for range 2 {
		if got := x.send("POST", "/notes", `{"title":"taken"}`, idempotencyKey, "k1"); got.status != http.StatusConflict || got.header.Get("Idempotent-Replayed") != "" {
			t.Errorf("%d %s", got.status, got.body)
		}
	}
	if got := x.send("POST", "/notes", `{"title":""}`, idempotencyKey, "k1"); got.status != http.StatusBadRequest {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := x.send("POST", "/notes", `{"title":"a"}`, idempotencyKey, "k1"); got.status != http.StatusOK {
		t.Errorf("the key is used up: %d %s", got.status, got.body)
	}
	if x.notes.runs != 3 {
		t.Errorf("the handler ran %d times, want 3", x.notes.runs)
	}
}

func TestAnswerThatCantBeStoredTakesItsEffectBack(t *testing.T) {
	t.Parallel()
	store := newMemory()
	store.failing = errors.New("disk full")
	x := families[0].serve(t, func(o *httpx.Options) { o.Idempotency = store })
	if got := x.send("POST", "/notes", `{"title":"a"}`, idempotencyKey, "k1"); got.status != http.StatusInternalServerError {
		t.Errorf("%d %s", got.status, got.body)
	}
	if len(x.notes.notes) != 0 {
		t.Error("the note is there")
	}
}

func TestConcurrentRepetitionsRunOnce(t *testing.T) {
	t.Parallel()
	x := families[1].serve(t)
	bodies := make([]string, 40)
	var wg sync.WaitGroup
	for i := range bodies {
		wg.Go(func() {
			bodies[i] = x.send("POST", "/notes", fmt.Sprintf(`{"title":"t%d"}`, i%4), idempotencyKey, fmt.Sprint("k", i%4)).body
		})
	}
	wg.Wait()
	for i, body := range bodies {
		if body != bodies[i%4] {
			t.Errorf("repetition %d: %s, first %s", i, body, bodies[i%4])
		}
	}
	if x.notes.runs != 4 || len(x.notes.notes) != 4 {
		t.Errorf("%d runs made %d notes", x.notes.runs, len(x.notes.notes))
	}
}

func TestMalformedKeyIs400(t *testing.T) {
	t.Parallel()
	longest := strings.Repeat("k", httpx.IdempotencyKeyBytesMax)
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		for name, key := range map[string]string{"empty": "", "space": "a b", "too long": longest + "k", "not ASCII": "schlüssel"} {
			got := x.send("POST", "/notes", `{"title":"a"}`, idempotencyKey, key)
			if got.status != http.StatusBadRequest || got.details(t)[0] != "Idempotency-Key format" {
				t.Errorf("%s: %d %s", name, got.status, got.body)
			}
		}
		if got := x.send("POST", "/notes", `{"title":"a"}`, idempotencyKey, longest); got.status != http.StatusOK {
			t.Errorf("the longest key: %d %s", got.status, got.body)
		}
	})
}

func TestKeyIsIgnoredWhereItHasNoMeaning(t *testing.T) {
	t.Parallel()
	x := families[1].serve(t)
	for range 2 {
		if got := x.send("POST", "/count", `{"where":"a"}`, idempotencyKey, "k1"); got.status != http.StatusOK || got.header.Get("Idempotent-Replayed") != "" {
			t.Errorf("a POST that only reads: %d", got.status)
		}
	}
	if x.notes.runs != 2 {
		t.Errorf("%d runs, want 2", x.notes.runs)
	}
	if got := x.send("GET", "/colors", "", idempotencyKey, "not a key"); got.status != http.StatusOK {
		t.Errorf("GET = %d", got.status)
	}
}

func TestKeyIsForgottenAfterADay(t *testing.T) {
	t.Parallel()
	clock := newManual()
	store := newMemory()
	store.now = clock.Now
	x := families[0].serve(t, withClock(clock), func(o *httpx.Options) { o.Idempotency = store })
	x.send("POST", "/notes", `{"title":"a"}`, idempotencyKey, "k1")
	clock.advance(24*time.Hour - time.Second)
	if got := x.send("POST", "/notes", `{"title":"a"}`, idempotencyKey, "k1"); got.header.Get("Idempotent-Replayed") != "true" {
		t.Error("forgotten too early")
	}
	clock.advance(2 * time.Second)
	if got := x.send("POST", "/notes", `{"title":"b"}`, idempotencyKey, "k1"); got.status != http.StatusOK {
		t.Errorf("kept too long: %d %s", got.status, got.body)
	}
}

func TestAnswerTooLargeToKeepIsNotRunAgain(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t)
	first := x.send("POST", "/notes", `{"title":"big"}`, idempotencyKey, "k1")
	again := x.send("POST", "/notes", `{"title":"big"}`, idempotencyKey, "k1")
	if first.status != http.StatusOK || len(first.body) <= httpx.IdempotentAnswerBytesMax || again.status != http.StatusConflict || x.notes.runs != 1 {
		t.Errorf("%d, then %d %s after %d runs", first.status, again.status, again.body, x.notes.runs)
	}
}

func TestStoredAnswersCantBeReadInTheStore(t *testing.T) {
	t.Parallel()
	store := newMemory()
	x := families[0].serve(t, func(o *httpx.Options) { o.Idempotency = store })
	x.send("POST", "/notes", `{"title":"canary-title"}`, idempotencyKey, "canary-key")
	for id, record := range store.records {
		if strings.Contains(id+string(record), "canary") {
			t.Errorf("the store holds %s %q", id, record)
		}
	}
	if len(store.records) != 1 {
		t.Errorf("%d records", len(store.records))
	}
}
