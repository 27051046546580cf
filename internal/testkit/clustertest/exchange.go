package clustertest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-faster/city"
)

// partsExchange sends the parts of an engine's replicated tables to other replicas,
// as a ClickHouse server does on its interserver port: the embedded engine has
// everything of replication but that port. Parts never change, so that their files
// can be read beside the engine.
type partsExchange struct {
	path func(replica string) (string, error) // the folder of a replica's table
}

// The part of the protocol that fetches have spoken since 26.7: its version, the
// prefix of endpoints and the head of the expiry times of a part.
const (
	exchangeVersion = "10"
	endpointPrefix  = "DataPartsExchange:"
	expiryHead      = "ttl format version: 1\n"
	noUUID          = "00000000-0000-0000-0000-000000000000"
)

// ServeHTTP sends one part. Without an answer the replica asks again later.
func (e partsExchange) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	content, err := e.part(r.FormValue("endpoint"), r.FormValue("part"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: "server_protocol_version", Value: exchangeVersion})
	_, _ = w.Write(content)
}

func (e partsExchange) part(endpoint, name string) ([]byte, error) {
	replica, ok := strings.CutPrefix(endpoint, endpointPrefix)
	if !ok || name == "" || strings.ContainsAny(name, "/.") {
		return nil, fmt.Errorf("no part %q of %q", name, endpoint)
	}
	table, err := e.path(replica)
	if err != nil {
		return nil, err
	}
	return readPart(filepath.Join(table, name))
}

// readPart returns a part with its projections as it is sent.
func readPart(dir string) ([]byte, error) {
	projections, err := filepath.Glob(filepath.Join(dir, "*.proj"))
	if err != nil {
		return nil, err
	}
	expiry, err := os.ReadFile(filepath.Join(dir, "ttl.txt"))
	if errors.Is(err, os.ErrNotExist) {
		expiry, err = []byte(expiryHead+"{}"), nil
	}
	if err != nil {
		return nil, err
	}
	files, err := appendFiles(nil, dir)
	if err != nil {
		return nil, err
	}
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(files)))
	out = appendString(out, string(expiry))
	out = appendString(out, "Wide") // the replica sees the kind from the files
	out = append(out, noUUID...)
	out = binary.LittleEndian.AppendUint64(out, uint64(len(projections)))
	for _, projection := range projections {
		out = appendString(out, strings.TrimSuffix(filepath.Base(projection), ".proj"))
		if out, err = appendFiles(out, projection); err != nil {
			return nil, err
		}
	}
	return append(out, files...), nil
}

// appendFiles appends the files of a folder: how many, then each with its name,
// size, content and hash.
func appendFiles(out []byte, dir string) ([]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var files bytes.Buffer
	count := uint64(0)
	for _, entry := range entries {
		if entry.IsDir() || entry.Name() == "txn_version.txt" {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, err
		}
		files.Write(appendFile(nil, entry.Name(), content))
		count++
	}
	out = binary.LittleEndian.AppendUint64(out, count)
	return append(out, files.Bytes()...), nil
}

func appendFile(out []byte, name string, content []byte) []byte {
	out = appendString(out, name)
	out = binary.LittleEndian.AppendUint64(out, uint64(len(content)))
	out = append(out, content...)
	hash := hashed(content)
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(out, hash.Low), hash.High)
}

func appendString(out []byte, text string) []byte {
	return append(binary.AppendUvarint(out, uint64(len(text))), text...)
}

// hashBlockBytes is how much of a file is hashed at a time, each block with the
// hash of those before it.
const hashBlockBytes = 2048

func hashed(content []byte) (state city.U128) {
	for len(content) > 0 {
		n := min(len(content), hashBlockBytes)
		state = city.CH128Seed(content[:n], state)
		content = content[n:]
	}
	return state
}
