package reference

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Zsh returns a script that completes the program's commands and options with
// their descriptions. It works both from a folder of fpath and when sourced.
func Zsh(model *kong.Application) string {
	all := commands(model.Node, nil)
	return fmt.Sprintf(`#compdef %[1]s

_%[1]s() {
  local at= word previous=$words[CURRENT-1]
  local -a subcommands own common
  for word in $words[2,CURRENT-1]; do
    case "$at $word" in
      %[2]s      at="$at $word" ;;
    esac
  done
  case $previous in
%[3]s  esac
  case $at in
%[4]s  esac
  common=(
%[5]s  )
  if [[ $PREFIX == -* ]]; then
    _describe -o 'option' own -- common
  else
    _describe 'command' subcommands
  fi
}

if [[ $funcstack[1] == _%[1]s ]]; then
  _%[1]s "$@"
else
  compdef _%[1]s %[1]s
fi
`, model.Name, paths(all), zshValues(all), zshWords(all), zshOptions("    ", all[0].options))
}

func zshValues(all []command) string {
	return values(all, "_files; ", "_files -/; ", func(words string) string { return "compadd -- " + words + "; " })
}

func zshWords(all []command) string {
	var b strings.Builder
	for i, c := range all {
		fmt.Fprintf(&b, "    %q)\n", c.at())
		if len(c.next) > 0 {
			b.WriteString("      subcommands=(\n")
			for _, child := range c.next {
				fmt.Fprintf(&b, "        %s\n", quoted(child.name+":"+firstSentence(child.help)))
			}
			b.WriteString("      )\n")
		}
		if i > 0 && len(c.options) > 0 {
			fmt.Fprintf(&b, "      own=(\n%s      )\n", zshOptions("        ", c.options))
		}
		b.WriteString("      ;;\n")
	}
	return b.String()
}

func zshOptions(by string, options []*kong.Flag) string {
	var b strings.Builder
	for _, flag := range options {
		fmt.Fprintf(&b, "%s%s\n", by, quoted("--"+flag.Name+":"+firstSentence(flag.Help)))
	}
	return b.String()
}
