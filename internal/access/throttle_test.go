package access_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
)

func TestThrottleStopsGuessing(t *testing.T) {
	t.Parallel()
	var throttle access.Throttle
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for range access.SignInFailuresMax {
		if err := throttle.Allow("ada", now); err != nil {
			t.Fatalf("refused too early: %v", err)
		}
		throttle.Fail("ada", now)
	}
	err := throttle.Allow("ada", now.Add(time.Minute))
	if fault.KindOf(err) != fault.Limited || fault.From(err).RetryAfter != access.SignInFailuresWindow-time.Minute {
		t.Errorf("after the limit: %v", err)
	}
	if err := throttle.Allow("bob", now); err != nil {
		t.Errorf("another account: %v", err)
	}
	if err := throttle.Allow("ada", now.Add(access.SignInFailuresWindow)); err != nil {
		t.Errorf("after the window: %v", err)
	}
}

func TestThrottleForgetsRatherThanGrows(t *testing.T) {
	t.Parallel()
	var throttle access.Throttle
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for range access.SignInFailuresMax {
		throttle.Fail("ada", now)
	}
	for i := range access.SignInAccountsMax {
		throttle.Fail(strconv.Itoa(i), now)
	}
	if err := throttle.Allow("ada", now); err != nil {
		t.Errorf("the memory was not bounded: %v", err)
	}
}
