package reference

import (
	"fmt"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// Page is what a manual page says besides the commands and their options.
type Page struct {
	Version string
	Date    time.Time
	EnvName func(option string) string // the variable of an option
	Exit    [][2]string                // codes and their meanings
}

// Man returns the manual page in section 1.
func Man(model *kong.Application, page Page) string {
	all := commands(model.Node, nil)
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 %s %s %s\n", strings.ToUpper(model.Name), page.Date.UTC().Format(time.DateOnly),
		manQuoted(model.Name+" "+page.Version), manQuoted("User Commands"))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", model.Name, manText(strings.ToLower(firstSentence(model.Help)[:1])+firstSentence(model.Help)[1:]))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.I command\n[\n.I options\n]\n", model.Name)
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", manText(model.Help))
	b.WriteString(".SH COMMANDS\n")
	for _, c := range all[1:] {
		manCommand(&b, c)
	}
	b.WriteString(".SH OPTIONS\nEvery command has these. The name in parentheses is the environment variable.\n")
	for _, flag := range all[0].options {
		manOption(&b, flag, page.EnvName)
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, exit := range page.Exit {
		fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", exit[0], manText(exit[1]))
	}
	return b.String()
}

func manCommand(b *strings.Builder, c command) {
	fmt.Fprintf(b, ".SS %s\n%s\n", manQuoted(c.path()+c.usage), manText(c.help))
	for _, flag := range c.options {
		manOption(b, flag, nil)
	}
}

func manOption(b *strings.Builder, flag *kong.Flag, envName func(string) string) {
	b.WriteString(".TP\n")
	name := manText("--" + flag.Name)
	if flag.Short != 0 {
		name = manText("-"+string(flag.Short)) + ", " + name
	}
	if valueOf(flag) == noValue {
		fmt.Fprintf(b, ".B %s\n", name)
	} else {
		fmt.Fprintf(b, ".BI %s %s\n", manQuoted(name+"="), manQuoted(manText(flag.FormatPlaceHolder())))
	}
	help := flag.Help
	if flag.HasDefault && flag.Default != "" {
		help += " Default: " + flag.Default + "."
	}
	if envName != nil && flag.Name != "help" {
		help += " (" + envName(flag.Name) + ")"
	}
	b.WriteString(manText(help) + "\n")
}

// manText returns a text that roff prints as it is.
func manText(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", "...").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}

// manQuoted returns an argument of a macro.
func manQuoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\(dq`) + `"` }
