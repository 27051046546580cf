package access

import "strings"

// agentWord is a mark in a User-Agent and what it stands for.
type agentWord struct{ mark, name string }

// browserWords are asked in this order: browsers also name those that they are
// made of or want to be taken for.
func browserWords() []agentWord {
	return []agentWord{
		{"Edg/", "Edge"}, {"EdgA/", "Edge"}, {"EdgiOS/", "Edge"}, {"OPR/", "Opera"}, {"Vivaldi/", "Vivaldi"},
		{"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"}, {"HeadlessChrome/", "Chrome"}, {"Chrome/", "Chrome"}, {"Chromium/", "Chromium"},
		{"Safari/", "Safari"}, {"curl/", "curl"},
	}
}

// systemWords are asked in this order.
func systemWords() []agentWord {
	return []agentWord{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"CrOS", "ChromeOS"},
		{"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"Linux", "Linux"},
	}
}

// BrowserInWords returns what a User-Agent says about itself, such as Firefox on
// Linux. It is empty for one without a name that is known.
func BrowserInWords(agent string) string {
	browser, system := firstWord(agent, browserWords()), firstWord(agent, systemWords())
	if browser == "" || system == "" {
		return browser + system
	}
	return browser + " on " + system
}

func firstWord(agent string, words []agentWord) string {
	for _, word := range words {
		if strings.Contains(agent, word.mark) {
			return word.name
		}
	}
	return ""
}
