package httpx_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/cairnstack/cairn/internal/httpx"
)

func TestAuthenticationComesBeforeValidation(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		challenge := map[string]string{"cloud": `Basic realm="cairn"`, "stack": `Bearer realm="cairn"`}[f.name]
		for name, authorization := range map[string]string{"none": "-", "wrong": "Basic YWxpY2U6d3Jvbmc=", "nonsense": "?"} {
			got := x.send("POST", "/notes", `{"title":`, "Authorization", authorization, "Accept", "text/html")
			if got.status != http.StatusUnauthorized || got.header.Get("WWW-Authenticate") != challenge {
				t.Errorf("%s: %d %q", name, got.status, got.header.Get("WWW-Authenticate"))
			}
			got.message(t)
		}
		if x.notes.runs != 0 {
			t.Error("a handler ran without a credential")
		}
	})
}

func TestChallengeCanBeReplaced(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t, func(o *httpx.Options) { o.Challenge = "Session" })
	if got := x.send("GET", "/colors", "", "Authorization", "-").header.Get("WWW-Authenticate"); got != "Session" {
		t.Errorf("WWW-Authenticate = %q", got)
	}
}

func TestPublicOperationNeedsNoCredential(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		if got := f.serve(t).send("GET", "/health", "", "Authorization", "-"); got.status != http.StatusOK {
			t.Errorf("%d %s", got.status, got.body)
		}
	})
}

// rateHeaders are the headers of a family without its prefix.
func (f family) rate(a answer) string {
	prefix := map[string]string{"cloud": "X-RateLimit-", "stack": "RateLimit-"}[f.name]
	return a.header.Get(prefix+"Limit") + "/" + a.header.Get(prefix+"Remaining") + "/" + a.header.Get(prefix+"Reset")
}

func TestRateLimitCountsByKeyInFixedWindows(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		clock := newManual()
		x := f.serve(t, limitRate(3, 10*time.Second), withClock(clock))
		bob := []string{"Authorization", "Basic Ym9iOnNlY3JldC1i"}
		step := func(headers ...string) string {
			got := x.send("GET", "/colors", "", headers...)
			return fmt.Sprint(got.status, " ", f.rate(got), " ", got.header.Get("Retry-After"))
		}
		got := []string{step(), step()}
		clock.advance(3500 * time.Millisecond)
		got = append(got, step(), step(), step(bob...))
		clock.advance(6500 * time.Millisecond)
		got = append(got, step(), step(bob...))
		want := []string{"200 3/2/10 ", "200 3/1/10 ", "200 3/0/7 ", "429 3/0/7 7", "200 3/2/10 ", "200 3/2/10 ", "200 3/1/4 "}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestCloudStatesItsRatePolicy(t *testing.T) {
	t.Parallel()
	got := families[0].serve(t, limitRate(40, 10*time.Second)).send("GET", "/colors", "")
	if policy := got.header.Get("X-RateLimit-Policy"); policy != `40;w=10;comment="fixed window"` {
		t.Errorf("X-RateLimit-Policy = %s", policy)
	}
}

func TestNoRateLimitNoHeaders(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		if got := f.rate(f.serve(t).send("GET", "/colors", "")); got != "//" {
			t.Errorf("rate headers %s", got)
		}
	})
}

func TestGuessingIsLimitedByAddress(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t, limitRate(5, time.Minute), withClock(newManual()))
		var got []int
		for i := range 7 {
			got = append(got, x.send("GET", "/colors", "", "Authorization", "Basic "+strconv.Itoa(i)).status)
		}
		if diff := cmp.Diff([]int{401, 401, 401, 401, 401, 429, 429}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestKnownKeyWorksWhileItsAddressIsBlocked(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t, limitRate(5, time.Minute), withClock(newManual()))
	x.send("GET", "/colors", "")
	for range 6 {
		x.send("GET", "/colors", "", "Authorization", "-")
	}
	if got := x.send("GET", "/colors", ""); got.status != http.StatusOK {
		t.Errorf("a key that signed in before: %d", got.status)
	}
	if got := x.send("GET", "/colors", "", "Authorization", "Basic Ym9iOnNlY3JldC1i"); got.status != http.StatusOK {
		t.Errorf("a key that did not: %d", got.status)
	}
	if got := x.send("GET", "/colors", "", "Authorization", "-"); got.status != http.StatusTooManyRequests {
		t.Errorf("no key: %d", got.status)
	}
}

func TestSuccessGivesBackTheAddressesCount(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t, limitRate(3, time.Minute), withClock(newManual()))
	x.send("GET", "/colors", "")
	var got []string
	for range 4 {
		a := x.send("GET", "/colors", "", "Authorization", "-")
		got = append(got, strconv.Itoa(a.status)+" "+a.header.Get("X-RateLimit-Remaining"))
	}
	if diff := cmp.Diff([]string{"401 2", "401 1", "401 0", "429 0"}, got); diff != "" {
		t.Error(diff)
	}
}

// revocable is a credential that can be withdrawn.
type revocable struct {
	passwords
	mu      sync.Mutex
	revoked bool
}

func (r *revocable) Authenticate(ctx context.Context, req *http.Request) (context.Context, httpx.Identity, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.revoked {
		req = &http.Request{Header: http.Header{}}
	}
	return r.passwords.Authenticate(ctx, req)
}

func TestRevokedKeyIsCountedByAddressAgain(t *testing.T) {
	t.Parallel()
	keys := &revocable{passwords: passwords{"alice": "secret-a"}}
	x := families[0].serve(t, limitRate(3, time.Minute), withClock(newManual()), func(o *httpx.Options) { o.Authenticator = keys })
	x.send("GET", "/colors", "")
	keys.revoked = true
	var got []int
	for range 6 {
		got = append(got, x.send("GET", "/colors", "").status)
	}
	if diff := cmp.Diff([]int{401, 401, 401, 401, 429, 429}, got); diff != "" {
		t.Error(diff)
	}
}

func TestPublicOperationsAreCountedByAddress(t *testing.T) {
	t.Parallel()
	x := families[1].serve(t, limitRate(2, time.Minute), withClock(newManual()))
	var got []int
	for range 3 {
		got = append(got, x.send("POST", "/signin", "").status, x.send("GET", "/health", "").status)
	}
	if diff := cmp.Diff([]int{200, 200, 200, 200, 429, 200}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTenThousandRequestsOverTheLimitAreCountedExactly(t *testing.T) {
	t.Parallel()
	const requests, allowed, clients = 10_000, 40, 16
	f := families[0]
	o := f.options()
	clock := newManual()
	limitRate(allowed, 10*time.Second)(&o)
	o.Logger, o.Clock = discard(), clock.Now
	api := httpx.New(o)
	newNotebook().register(api, f.prefix)
	handler := api.Handler()
	statuses, remaining := map[int]int{}, map[string]int{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range clients {
		wg.Go(func() {
			for range requests / clients {
				w := record(handler, "GET", f.prefix+"/colors")
				mu.Lock()
				statuses[w.Code]++
				remaining[w.Header().Get("X-RateLimit-Remaining")]++
				if w.Code == http.StatusTooManyRequests && w.Header().Get("Retry-After") != "10" {
					t.Errorf("Retry-After = %q", w.Header().Get("Retry-After"))
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if diff := cmp.Diff(map[int]int{200: allowed, 429: requests - allowed}, statuses); diff != "" {
		t.Error(diff)
	}
	for left := range allowed {
		want := 1
		if left == 0 {
			want = 1 + requests - allowed
		}
		if got := remaining[strconv.Itoa(left)]; got != want {
			t.Errorf("Remaining %d was seen %d times, want %d", left, got, want)
		}
	}
}

func TestBucketsAreBoundedAndTheRestShareOne(t *testing.T) {
	t.Parallel()
	clock := newManual()
	f := families[0]
	o := f.options()
	o.Logger, o.Clock, o.Proxies = discard(), clock.Now, proxies(t, "192.0.2.1/32")
	o.Limits.Rate = httpx.Rate{Max: 2, Window: time.Minute}
	o.Limits.RateBucketsMax = 10
	api := httpx.New(o)
	newNotebook().register(api, f.prefix)
	from := func(i int) int {
		r := request("GET", f.prefix+"/colors")
		r.Header.Del("Authorization")
		r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.0.0.%d", i))
		return serve(api.Handler(), r).Code
	}
	statuses := map[int]int{}
	for i := range 30 {
		statuses[from(i)]++
	}
	if diff := cmp.Diff(map[int]int{401: 10 + 2, 429: 18}, statuses); diff != "" {
		t.Errorf("10 addresses of their own and 20 that share a bucket: %s", diff)
	}
	if got := from(3); got != 401 {
		t.Errorf("an address with a bucket of its own: %d", got)
	}
	clock.advance(2 * time.Minute)
	if got := from(29); got != 401 {
		t.Errorf("after the window: %d", got)
	}
}

func TestAddressesOfOneIPv6SiteShareABucket(t *testing.T) {
	t.Parallel()
	f := families[0]
	o := f.options()
	o.Logger, o.Clock, o.Proxies = discard(), newManual().Now, proxies(t, "192.0.2.1/32")
	o.Limits.Rate = httpx.Rate{Max: 2, Window: time.Minute}
	api := httpx.New(o)
	newNotebook().register(api, f.prefix)
	var got []int
	for _, addr := range []string{"2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1", "::ffff:10.0.0.1", "10.0.0.1", "10.0.0.1"} {
		r := request("GET", f.prefix+"/colors")
		r.Header.Set("Authorization", "?")
		r.Header.Set("X-Forwarded-For", addr)
		got = append(got, serve(api.Handler(), r).Code)
	}
	if diff := cmp.Diff([]int{401, 401, 429, 401, 401, 401, 429}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCredentialsBeyondTheBoundStillWork(t *testing.T) {
	t.Parallel()
	x := families[0].serve(t, limitRate(4, time.Minute), withClock(newManual()), func(o *httpx.Options) { o.Limits.CredentialsMax = 1 })
	x.send("GET", "/colors", "")
	var got []string
	for range 5 {
		a := x.send("GET", "/colors", "", "Authorization", "Basic Ym9iOnNlY3JldC1i")
		got = append(got, strconv.Itoa(a.status)+" "+a.header.Get("X-RateLimit-Remaining"))
	}
	if diff := cmp.Diff("200 3,200 2,200 1,200 0,429 0", strings.Join(got, ",")); diff != "" {
		t.Error(diff)
	}
}
