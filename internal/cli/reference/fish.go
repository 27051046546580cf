package reference

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Fish returns a script that completes the program's commands and options with
// their descriptions.
func Fish(model *kong.Application) string {
	all := commands(model.Node, nil)
	var b strings.Builder
	fmt.Fprintf(&b, `# fish completion for %[1]s

function __%[1]s_at --description 'Whether the words so far name this command'
    set -l at
    for word in (commandline -opc)[2..-1]
        if contains -- "$at $word" %[2]s
            set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end

complete -c %[1]s -f
`, model.Name, fishPaths(all))
	for i, c := range all {
		condition := fmt.Sprintf(" -n %s", fishQuoted(fmt.Sprintf("__%s_at %q", model.Name, c.at())))
		for _, child := range c.next {
			fmt.Fprintf(&b, "complete -c %s%s -a %s -d %s\n", model.Name, condition, child.name, fishQuoted(firstSentence(child.help)))
		}
		if i == 0 {
			condition = ""
		}
		for _, flag := range c.options {
			fmt.Fprintf(&b, "complete -c %s%s%s -l %s%s -d %s\n", model.Name, condition, fishShort(flag), flag.Name, fishValue(flag), fishQuoted(firstSentence(flag.Help)))
		}
	}
	return b.String()
}

func fishPaths(all []command) string {
	var paths []string
	for _, c := range all[1:] {
		paths = append(paths, fishQuoted(" "+c.path()))
	}
	return strings.Join(paths, " ")
}

func fishShort(flag *kong.Flag) string {
	if flag.Short == 0 {
		return ""
	}
	return " -s " + string(flag.Short)
}

func fishValue(flag *kong.Flag) string {
	switch valueOf(flag) {
	case noValue:
		return ""
	case aFile:
		return " -r -F"
	case aFolder:
		return " -x -a '(__fish_complete_directories)'"
	case aWord:
		return " -x -a " + fishQuoted(strings.Join(wordsOf(flag.Value), " "))
	case anyText:
	}
	return " -x"
}

// fishQuoted returns a text as one word of fish, which knows two escapes
// between single quotes.
func fishQuoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}
