package httpx_test

import (
	"bufio"
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"

	"github.com/cairnstack/cairn/internal/httpx"
)

func gunzip(t *testing.T, body string) string {
	t.Helper()
	r, err := gzip.NewReader(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestLargeAnswersAreCompressedWhenAskedFor(t *testing.T) {
	t.Parallel()
	long := `{"title":"a","tags":["` + strings.Repeat("x", httpx.GzipBytesMinDefault) + `"]}`
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		x.send("POST", "/notes", `{"title":"short"}`)
		x.send("POST", "/notes", long)
		for _, test := range []struct {
			path, accept string
			zipped       bool
		}{
			{"/notes/2", "gzip", true}, {"/notes/2", "br, gzip;q=0.5", true}, {"/notes/2", "*", true},
			{"/notes/2", "gzip;q=0", false}, {"/notes/2", "*, gzip;q=0", false}, {"/notes/2", "br", false}, {"/notes/2", "", false},
			{"/notes/1", "gzip", false},
		} {
			got := x.send("GET", test.path, "", "Accept-Encoding", test.accept)
			if zipped := got.header.Get("Content-Encoding") == "gzip"; zipped != test.zipped {
				t.Errorf("%s with %q: compressed %t", test.path, test.accept, zipped)
			}
			if test.zipped && !strings.Contains(gunzip(t, got.body), "xxx") {
				t.Errorf("%s does not unpack", test.path)
			}
		}
	})
}

func TestStreamIsSentWhileItIsMade(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		x := f.serve(t)
		plain := x.send("GET", "/export?how=stream", "")
		zipped := x.send("GET", "/export?how=stream", "", "Accept-Encoding", "gzip")
		want := strings.Repeat("id,title\n", 100)
		if plain.body != want || plain.header.Get("Content-Type") != "text/csv; charset=utf-8" {
			t.Errorf("%d %d bytes of %s", plain.status, len(plain.body), plain.header.Get("Content-Type"))
		}
		if zipped.header.Get("Content-Encoding") != "gzip" || gunzip(t, zipped.body) != want {
			t.Errorf("compressed: %v", zipped.header)
		}
	})
}

func TestStreamThatFailsBeforeItsFirstByteIsAnError(t *testing.T) {
	t.Parallel()
	eachFamily(t, func(t *testing.T, f family) {
		got := f.serve(t).send("GET", "/export?how=fails-first", "")
		if got.status != http.StatusBadRequest || !strings.HasSuffix(got.message(t), "nothing to export") {
			t.Errorf("%d %s", got.status, got.body)
		}
	})
}

func TestStreamThatFailsLateIsCutOff(t *testing.T) {
	t.Parallel()
	x := families[1].serve(t)
	if _, err := io.ReadAll(x.open("/export?how=fails-late").body); err == nil {
		t.Error("the answer looks complete")
	}
}

// opened is an answer whose body the test reads.
type opened struct {
	header http.Header
	body   io.Reader
}

// open begins a request, which ends with the test.
func (x *fixture) open(path string) opened {
	x.t.Helper()
	req, err := http.NewRequest(http.MethodGet, x.url+path, nil)
	if err != nil {
		x.t.Fatal(err)
	}
	req.SetBasicAuth("alice", "secret-a")
	client := &http.Client{Transport: &http.Transport{}}
	resp, err := client.Do(req)
	if err != nil {
		x.t.Fatal(err)
	}
	x.t.Cleanup(func() {
		_ = resp.Body.Close()
		client.CloseIdleConnections()
	})
	return opened{resp.Header, resp.Body}
}

func TestEventsArriveAtOnceAndEndWithTheServer(t *testing.T) {
	t.Parallel()
	x := families[1].serve(t)
	resp := x.open("/events")
	if resp.header.Get("Content-Type") != "text/event-stream" || resp.header.Get("Content-Encoding") != "" {
		t.Errorf("headers %v", resp.header)
	}
	var got strings.Builder
	lines := bufio.NewScanner(resp.body)
	for lines.Scan() && lines.Text() != "" {
		got.WriteString(lines.Text() + "\n")
	}
	if got.String() != "id: 1\nevent: note\ndata: a\ndata: b\n" {
		t.Errorf("event:\n%s", got.String())
	}
	x.api.CloseStreams()
	if lines.Scan() || lines.Err() != nil {
		t.Errorf("after the end: %q %v", lines.Text(), lines.Err())
	}
}

func TestStreamOutlivesTheTimeToReadItsRequest(t *testing.T) {
	t.Parallel()
	x := families[1].serve(t)
	server := httpx.NewServer(x.api.Handler(), httpx.ServerOptions{Logger: discard(), ReadTimeout: 50 * time.Millisecond, WriteTimeout: 50 * time.Millisecond})
	x.url = listen(t, server) + families[1].prefix
	resp := x.open("/events")
	ended := make(chan []byte, 1)
	go func() {
		data, _ := io.ReadAll(resp.body)
		ended <- data
	}()
	select {
	case data := <-ended:
		t.Errorf("the stream ended early with %q", data)
	case <-time.After(300 * time.Millisecond):
	}
	x.api.CloseStreams()
	if data := <-ended; !bytes.Contains(data, []byte("data: b")) {
		t.Errorf("stream: %q", data)
	}
}

func TestStreamToAClientThatDoesNotReadIsCut(t *testing.T) {
	t.Parallel()
	failed := make(chan error, 1)
	f := families[1]
	o := f.options()
	o.Logger = discard()
	o.Limits.StreamStall = time.Second // long enough for a busy machine to send the head
	api := httpx.New(o)
	httpx.RegisterRaw(api, endless(f.prefix), func(_ ctx, _ *struct{}) (httpx.Raw, error) {
		return httpx.Raw{Write: func(s *httpx.Stream) error {
			chunk := make([]byte, 1<<20) // which no compression makes smaller
			_, _ = rand.NewChaCha8([32]byte{}).Read(chunk)
			for {
				if _, err := s.Write(chunk); err != nil {
					failed <- err
					return err
				}
			}
		}}, nil
	})
	x := &fixture{t: t, api: api, url: listen(t, httpx.NewServer(api.Handler(), httpx.ServerOptions{Logger: o.Logger})) + f.prefix}
	x.open("/endless")
	select {
	case <-failed:
	case <-time.After(30 * time.Second):
		t.Error("the stream goes on")
	}
}
