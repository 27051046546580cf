package reference

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Bash returns a script that completes the program's commands and options.
func Bash(model *kong.Application) string {
	all := commands(model.Node, nil)
	var b strings.Builder
	fmt.Fprintf(&b, `# bash completion for %[1]s

_%[1]s() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} at= word words=
  COMPREPLY=()
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      %[2]s      at="$at $word" ;;
    esac
  done
  case $previous in
%[3]s  esac
  case $at in
%[4]s  esac
  if [[ $current == -* ]]; then
    words="$words %[5]s"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}

complete -F _%[1]s %[1]s
`, model.Name, paths(all), bashValues(all), bashWords(all), strings.Join(flagNames(all[0].options), " "))
	return b.String()
}

// paths returns a pattern of every path, each with a blank in front of every word.
func paths(all []command) string {
	patterns := make([]string, 0, len(all))
	for _, c := range all[1:] {
		patterns = append(patterns, fmt.Sprintf("%q", " "+c.path()))
	}
	return strings.Join(patterns, " | ") + ")\n"
}

func bashValues(all []command) string {
	return values(all, `COMPREPLY=($(compgen -f -- "$current")); `, `COMPREPLY=($(compgen -d -- "$current")); `, func(words string) string {
		return fmt.Sprintf(`COMPREPLY=($(compgen -W %s -- "$current")); `, quoted(words))
	})
}

// values returns what may follow each option that takes a value, as branches of a
// case: a file, a folder, one of some words, or anything.
func values(all []command, file, folder string, oneOf func(words string) string) string {
	var b strings.Builder
	for _, flag := range valued(all) {
		offer := ""
		switch valueOf(flag) {
		case aFile:
			offer = file
		case aFolder:
			offer = folder
		case aWord:
			offer = oneOf(strings.Join(wordsOf(flag.Value), " "))
		case anyText, noValue:
		}
		fmt.Fprintf(&b, "    --%s) %sreturn ;;\n", flag.Name, offer)
	}
	return b.String()
}

// bashWords returns what may follow each command: its subcommands, and its
// options when the word begins like one.
func bashWords(all []command) string {
	var b strings.Builder
	for i, c := range all {
		options := c.options
		if i == 0 {
			options = nil // offered everywhere
		}
		fmt.Fprintf(&b, "    %q)\n      words=%s\n", c.at(), quoted(strings.Join(names(c.next), " ")))
		if len(options) > 0 {
			fmt.Fprintf(&b, "      [[ $current != -* ]] || words=%s\n", quoted(strings.Join(flagNames(options), " ")))
		}
		b.WriteString("      ;;\n")
	}
	return b.String()
}
