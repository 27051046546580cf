// Package reference writes what shells and man want to know about a command
// line: completions for bash, zsh and fish, and a manual page. All of it follows
// from the model of the parser, so that nothing can be missing.
package reference

import (
	"strings"

	"github.com/alecthomas/kong"
)

// command is one command as people type it. The program itself has no words.
type command struct {
	words   []string
	help    string
	usage   string       // of its positional arguments
	options []*kong.Flag // its own, without those of the program
	next    []choice     // its subcommands, or the words of an argument
}

// choice is a word that may follow a command.
type choice struct{ name, help string }

// path returns the words of the command with blanks between them.
func (c command) path() string { return strings.Join(c.words, " ") }

// commands returns the program and all of its commands, each before its
// subcommands. Hidden ones are left out.
func commands(node *kong.Node, words []string) []command {
	own := command{words: words, help: node.Help, options: visible(node.Flags)}
	for _, positional := range node.Positional {
		own.usage += " " + positional.Summary()
		for _, word := range wordsOf(positional) {
			own.next = append(own.next, choice{word, ""})
		}
	}
	var below []command
	for _, child := range node.Children {
		if child.Hidden {
			continue
		}
		own.next = append(own.next, choice{child.Name, child.Help})
		below = append(below, commands(child, append(words[:len(words):len(words)], child.Name))...)
	}
	return append([]command{own}, below...)
}

func visible(all []*kong.Flag) (options []*kong.Flag) {
	for _, flag := range all {
		if !flag.Hidden {
			options = append(options, flag)
		}
	}
	return options
}

// value says what stands behind an option.
type value string

const (
	noValue value = ""
	anyText value = "text"
	aFile   value = "file"
	aFolder value = "folder"
	aWord   value = "word" // one of its enumeration
)

func valueOf(flag *kong.Flag) value {
	switch {
	case flag.IsBool():
		return noValue
	case flag.Enum != "":
		return aWord
	case flag.PlaceHolder == "FILE":
		return aFile
	case flag.PlaceHolder == "DIR":
		return aFolder
	}
	return anyText
}

// wordsOf returns the words of an enumeration.
func wordsOf(enumerated *kong.Value) []string {
	return strings.FieldsFunc(enumerated.Enum, func(r rune) bool { return r == ',' || r == ' ' })
}

// at returns the path as the scripts collect it: with a blank before each word.
func (c command) at() string {
	if len(c.words) == 0 {
		return ""
	}
	return " " + c.path()
}

// firstSentence returns as much of a help text as fits beside a name.
func firstSentence(help string) string {
	sentence, _, _ := strings.Cut(help, "; ")
	sentence, _, _ = strings.Cut(sentence, ". ")
	return strings.TrimSuffix(sentence, ".")
}

// quoted returns a text as one word of a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

func names(choices []choice) []string {
	all := make([]string, len(choices))
	for i, c := range choices {
		all[i] = c.name
	}
	return all
}

func flagNames(options []*kong.Flag) []string {
	all := make([]string, len(options))
	for i, flag := range options {
		all[i] = "--" + flag.Name
	}
	return all
}

// valued returns every option that wants a value, of all commands, once each:
// where two commands have one of the same name, it means the same.
func valued(all []command) (options []*kong.Flag) {
	seen := map[string]bool{}
	for _, c := range all {
		for _, flag := range c.options {
			if valueOf(flag) != noValue && !seen[flag.Name] {
				seen[flag.Name] = true
				options = append(options, flag)
			}
		}
	}
	return options
}
