//go:build soak

package main

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// answered is what the stack API said.
type answered struct {
	status int
	header http.Header
	text   string
}

// call calls the stack API with a key.
func (c *collector) call(key, method, path, body string) answered {
	c.t.Helper()
	request, err := http.NewRequestWithContext(c.t.Context(), method, "http://"+c.program.addr("stack")+"/api/v2"+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		c.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return answered{response.StatusCode, response.Header, string(text)}
}

// createAll posts a body and returns the fields of what was made.
func (c *collector) createAll(path, body string) map[string]any {
	c.t.Helper()
	made := c.call(c.accessKey, http.MethodPost, path, body)
	var answer struct{ Data map[string]any }
	if err := json.Unmarshal([]byte(made.text), &answer); err != nil || made.status != http.StatusOK {
		c.t.Fatalf("POST %s: %d %s", path, made.status, made.text)
	}
	return answer.Data
}

// total returns how many objects there are.
func (c *collector) total(path string) int {
	c.t.Helper()
	total, err := strconv.Atoi(c.call(c.accessKey, http.MethodGet, path+"?limit=1", "").header.Get("X-Total-Count"))
	if err != nil {
		c.t.Fatal(err)
	}
	return total
}
