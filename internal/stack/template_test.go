package stack_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/cairnstack/cairn/internal/stack"
)

// lookup returns the variables of the tests.
func lookup(path string) string {
	values := map[string]string{
		"state": "ALERT", "value": "0", "title": `say "hi"`, "attributes.service.name": "api", "attributes.odd name": "x",
	}
	return values[path]
}

func render(t *testing.T, text string) string {
	t.Helper()
	parsed, err := stack.ParseTemplate(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	out, err := parsed.Render(stack.TemplateView{Lookup: lookup, BytesMax: 1000})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return out
}

func TestTemplateRenders(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		if got := render(t, text); got != want {
			t.Errorf("%s\n got %q\nwant %q", text, got, want)
		}
	}
	f("", "")
	f("plain }} text {", "plain }} text {")
	f("{{state}} {{ state }} {{{state}}}", "ALERT ALERT ALERT")
	f("{{attributes.service.name}} {{attributes.[odd name]}} {{attributes.none}}.", "api x .")
	f(`\{{state}}`, "{{state}}")
	f("a{{! nothing }}b{{!-- not }} even --}}c", "abc")
	f("{{#if state}}yes{{else}}no{{/if}}", "yes")
	f("{{#if value}}yes{{else}}no{{/if}}", "no")
	f("{{#unless missing}}none{{/unless}}", "none")
	f(`{{#if (eq state "ALERT")}}fires{{else}}over{{/if}}`, "fires")
	f(`{{#if (eq state 'OK')}}over{{/if}}`, "")
	f(`{{#unless (eq value 0)}}some{{else}}zero{{/unless}}`, "zero")
	f(`{{#is_match "attributes.service.name" "api"}}api team{{/is_match}}`, "api team")
	f(`{{#is_match "attributes.service.name" "web"}}web team{{else}}others{{/is_match}}`, "others")
	f(`{{#if state}}{{#if value}}a{{else}}b{{/if}}c{{/if}}d`, "bcd")
	f(`{"a":{"b":"{{state}}"}}`, `{"a":{"b":"ALERT"}}`)
}

func TestTemplateErrorsSayWhere(t *testing.T) {
	t.Parallel()
	f := func(text, want string) {
		t.Helper()
		_, err := stack.ParseTemplate(text)
		if fmt.Sprint(err) != want {
			t.Errorf("%s\n got %v\nwant %s", text, err, want)
		}
	}
	f("é {{state", "character 3: this tag has no end")
	f("{{}}", "character 1: a tag holds the name of a variable")
	f("{{a b}}", "character 1: a tag holds the name of a variable")
	f("{{a..b}}", "character 1: a tag holds the name of a variable")
	f("{{constructor()}}", "character 1: a tag holds the name of a variable")
	f("{{#if state}}", "character 1: this block is not closed")
	f("{{#if state}}{{/unless}}", "character 1: this block is not closed")
	f("{{#if state}}{{else}}{{else}}{{/if}}", "character 1: this block is not closed")
	f("x{{/if}}", "character 2: this block was not opened")
	f("{{else}}", "character 1: this block was not opened")
	f("{{#each rows}}{{/each}}", "character 1: a block begins with #if, #unless or #is_match")
	f("{{#if}}{{/if}}", "character 1: a condition is the name of a variable, or (eq a b)")
	f("{{#if (eq state)}}{{/if}}", "character 1: a condition is the name of a variable, or (eq a b)")
	f(`{{#if (lt value "2")}}{{/if}}`, "character 1: a condition is the name of a variable, or (eq a b)")
	f(`{{#is_match state}}{{/is_match}}`, "character 1: is_match takes the name of a variable and a text")
	f(`{{#is_match "a b" "c"}}{{/is_match}}`, "character 1: is_match takes the name of a variable and a text")
}

func TestTemplateLimits(t *testing.T) {
	t.Parallel()
	nested := func(depth int) string {
		return strings.Repeat("{{#if state}}", depth) + strings.Repeat("{{/if}}", depth)
	}
	f := func(name, text, want string) {
		t.Helper()
		if _, err := stack.ParseTemplate(text); err == nil && want != "" || err != nil && (want == "" || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", name, err, want)
		}
	}
	f("deepest", nested(stack.TemplateDepthMax), "")
	f("too deep", nested(stack.TemplateDepthMax+1), "at most "+strconv.Itoa(stack.TemplateDepthMax)+" deep")
	f("most parts", strings.Repeat("{{a}}", stack.TemplateNodesMax), "")
	f("too many parts", strings.Repeat("{{a}}", stack.TemplateNodesMax+1), "at most "+strconv.Itoa(stack.TemplateNodesMax)+" parts")
}

func TestTemplateIsCutBetweenCharacters(t *testing.T) {
	t.Parallel()
	parsed, err := stack.ParseTemplate("ab{{v}}")
	if err != nil {
		t.Fatal(err)
	}
	view := stack.TemplateView{Lookup: func(string) string { return "éé" }, BytesMax: 5}
	if out, err := parsed.Render(view); out != "abé" || !errors.Is(err, stack.ErrTemplateLong) {
		t.Errorf("got %q, %v", out, err)
	}
}

func TestTemplatesAreCheckedOnSaving(t *testing.T) {
	t.Parallel()
	unknown := "reads a variable that does not exist; there are attributes.* and "
	f := func(body, want string) {
		t.Helper()
		_, err := webhook(stack.Webhook{}, "{"+generic+`,"body":`+strconv.Quote(body)+"}")
		if got := fmt.Sprint(err); !strings.HasPrefix(got, want) {
			t.Errorf("%s\n got %s\nwant %s", body, got, want)
		}
	}
	f(`{"t":"{{title}}","b":"{{body}}","s":"{{state}}","at":{{startTime}},"id":"{{eventId}}","x":"{{attributes.any.thing}}"}`, "<nil>")
	f("{{secret}}", "body: "+unknown)
	f("{{title", "body: is not a valid template: character 1: this tag has no end")
}

// FuzzTemplate holds that no text panics, that what a template makes is
// bounded and whole, and that a parsed template reads only what it names.
func FuzzTemplate(f *testing.F) {
	for _, seed := range []string{
		`{{#if (eq state "ALERT")}}a{{else}}b{{/if}}`, "{{{a.[b c]}}}", `\{{x}}`, "{{!-- c --}}{{#unless a}}{{/unless}}",
		`{{#is_match "attributes.x" 'y'}}{{attributes.x}}{{/is_match}}`, "{{", "}}", "{{#if a}}{{/if",
	} {
		f.Add(seed)
	}
	const bytesMax = 64
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := stack.ParseTemplate(text)
		if err != nil {
			return
		}
		named := map[string]bool{}
		for _, path := range parsed.Variables() {
			named[path] = true
		}
		read := func(path string) string {
			if !named[path] {
				t.Fatalf("%q reads a variable that it does not name", text)
			}
			return "äöü"
		}
		out, err := parsed.Render(stack.TemplateView{Lookup: read, BytesMax: bytesMax})
		if len(out) > bytesMax || utf8.ValidString(text) && !utf8.ValidString(out) || err != nil && !errors.Is(err, stack.ErrTemplateLong) {
			t.Fatalf("%q made %q, %v", text, out, err)
		}
	})
}
