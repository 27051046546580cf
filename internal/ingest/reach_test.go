package ingest_test

import (
	"context"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/cairnstack/cairn/internal/access"
	"github.com/cairnstack/cairn/internal/fault"
	"github.com/cairnstack/cairn/internal/ingest"
	"github.com/cairnstack/cairn/internal/org"
	"github.com/cairnstack/cairn/internal/peer"
)

// TestChangesOfAServiceCountWithinASecond holds that a client that a service no
// longer allows is refused after a second, however often it sends, and that the
// store is asked fewer than two times a second for it.
func TestChangesOfAServiceCountWithinASecond(t *testing.T) {
	t.Parallel()
	clients := map[string]peer.Origin{
		"an address":         {Client: netip.MustParseAddr("192.0.2.1")},
		"a private endpoint": {Client: netip.MustParseAddr("10.0.0.5"), Endpoint: "vpce-1"},
	}
	for name, from := range clients {
		for _, pause := range []time.Duration{10 * time.Millisecond, 300 * time.Millisecond, 790 * time.Millisecond, time.Minute} {
			synctest.Test(t, func(t *testing.T) {
				service, asked := org.Service{IPAccessList: []org.IPRule{{Source: "192.0.2.0/24"}}, PrivateEndpointIDs: []string{"vpce-1"}}, 0
				book := ingest.NewKeyBook(func(context.Context, string) (ingest.Admission, error) {
					asked++
					return ingest.Admission{Principal: access.Principal{TeamID: teamA}, From: service.Reach()}, nil
				}, func(access.Principal) {}, time.Now)
				send := func() error {
					_, err := book.Team(peer.WithOrigin(t.Context(), from), "good")
					synctest.Wait()
					return err
				}
				began := time.Now()
				for time.Since(began) < 20*time.Second {
					if err := send(); err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					time.Sleep(pause)
				}
				if limit := 2 * int(time.Since(began)/time.Second); asked > limit {
					t.Errorf("%s every %s: asked %d times in 20 s", name, pause, asked)
				}
				service = org.Service{}
				changed := time.Now()
				for time.Since(changed) < time.Second {
					_ = send()
					time.Sleep(pause)
				}
				if err := send(); fault.KindOf(err) != fault.Forbidden {
					t.Errorf("%s every %s, after the change: %v", name, pause, err)
				}
			})
		}
	}
}
