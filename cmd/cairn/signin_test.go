package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// TestParallelSignInsTakeBoundedMemory holds that strangers who sign in at the
// same time wait for each other: each takes 19 MiB, and 60 at once took 800 MB.
func TestParallelSignInsTakeBoundedMemory(t *testing.T) {
	t.Parallel()
	const signIns, growthMax = 60, 350 << 20
	p := serve(t, t.TempDir())
	before := peakBytes(t, p.Process.Pid)
	var mu sync.Mutex
	statuses := map[int]int{}
	var group sync.WaitGroup
	for i := range signIns {
		group.Go(func() {
			body := fmt.Sprintf(`{"email":"somebody-%d@example.com","password":"wrong horse battery"}`, i)
			answer, err := http.Post("http://"+p.addr("ui")+"/ui/api/session", "application/json", strings.NewReader(body))
			if err != nil {
				t.Error(err)
				return
			}
			_ = answer.Body.Close()
			mu.Lock()
			defer mu.Unlock()
			statuses[answer.StatusCode]++
		})
	}
	group.Wait()
	grown := peakBytes(t, p.Process.Pid) - before
	t.Logf("%d sign-ins: %v, %d MiB", signIns, statuses, grown>>20)
	if grown > slack*growthMax {
		t.Errorf("the server grew by %d MiB", grown>>20)
	}
	if statuses[http.StatusUnauthorized] == 0 || statuses[http.StatusUnauthorized]+statuses[http.StatusTooManyRequests] != signIns {
		t.Errorf("statuses %v", statuses)
	}
}
