package httpx_test

import (
	"testing"
	"time"

	"github.com/cairnstack/cairn/internal/httpx"
)

// TestTransferIsBookedOnTheAccount counts bodies in both directions, and only
// for those who are known.
func TestTransferIsBookedOnTheAccount(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		type booking struct {
			account            string
			received, answered int64
		}
		booked := make(chan booking, 2)
		x := f.serve(t, func(o *httpx.Options) {
			o.Transfer = func(account string, received, answered int64) { booked <- booking{account, received, answered} }
		})
		x.send("GET", "/colors", "", "Authorization", "-")
		const body = `{"title":"Milk"}`
		answer := x.send("POST", "/notes", body)
		var got booking
		select {
		case got = <-booked:
		case <-time.After(10 * time.Second):
			t.Fatal("nothing was booked")
		}
		if want := (booking{"alice", int64(len(body)), int64(len(answer.body))}); got != want {
			t.Errorf("booked %+v, want %+v; answer %d %s", got, want, answer.status, answer.body)
		}
	})
}
