package keyed

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cairnstack/cairn/internal/clickhouse/compile"
	"github.com/cairnstack/cairn/internal/ql"
)

const (
	// wordAsksPerKey is how many conditions about words one key decides, and
	// wordsPerKey how many different words those may have.
	wordAsksPerKey = 32
	wordsPerKey    = 64
)

// wordAsk asks for rows whose implicit text has all of the words, and the text
// that they make.
type wordAsk struct {
	words []string // in lower case, each once
	text  string
}

// word asks for a word or a phrase of ASCII tokens; anything else about the
// implicit text is left to the engine.
func (a *Asking) word(n *ql.Term) Ask {
	tokens := ql.Tokens(strings.ToLower(n.Text))
	isWords := n.Match == ql.Token && len(tokens) == 1 || n.Match == ql.Phrase && len(tokens) > 0
	if !isWords || !compile.IsASCII(n.Text) {
		return flagOf(n)
	}
	slices.Sort(tokens)
	if tokens = slices.Compact(tokens); len(tokens) > wordsPerKey {
		return flagOf(n)
	}
	return wordAsk{words: tokens, text: n.Text}
}

const wordAxisName = "words"

func (w wordAsk) axes(tell func(string)) { tell(wordAxisName) }

func (w wordAsk) decide(k *Scan) Decision {
	axis := axisOf(k, wordAxisName, &wordAxis{known: map[string]wordPlace{}})
	p := axis.placeOf(w)
	return func(keys []uint64) bool { return keys[axis.at+p.key]>>p.bit&1 == 1 }
}

// wordAxis is words and phrases that conditions look for in the implicit text.
// Each has a bit of a key. One function looks for the texts of all, and what
// its few finds have for words is compared as bits: analysing a function for
// each of them costs the engine far more than running it.
type wordAxis struct {
	place
	parts []*wordPart
	known map[string]wordPlace
}

// wordPlace is where the answer to a wordAsk stands.
type wordPlace struct{ key, bit int }

// wordPart is what one key of a wordAxis decides.
type wordPart struct {
	words []string
	texts []string
	needs []uint64 // the words of each text, as bits
}

func (x *wordAxis) placeOf(w wordAsk) wordPlace {
	at, known := x.known[w.text]
	if known {
		return at
	}
	last := len(x.parts) - 1
	if last < 0 || !x.parts[last].hasRoom(w) {
		x.parts = append(x.parts, &wordPart{})
		last++
	}
	at = wordPlace{last, x.parts[last].add(w)}
	x.known[w.text] = at
	return at
}

// hasRoom reports whether the key has a bit for the text, and one for each of
// its words.
func (p *wordPart) hasRoom(w wordAsk) bool {
	fresh := 0
	for _, word := range w.words {
		if !slices.Contains(p.words, word) {
			fresh++
		}
	}
	return len(p.texts) < wordAsksPerKey && len(p.words)+fresh <= wordsPerKey
}

// add returns the bit of the text.
func (p *wordPart) add(w wordAsk) int {
	var need uint64
	for _, word := range w.words {
		at := slices.Index(p.words, word)
		if at < 0 {
			at = len(p.words)
			p.words = append(p.words, word)
		}
		need |= 1 << at
	}
	p.texts, p.needs = append(p.texts, w.text), append(p.needs, need)
	return len(p.texts) - 1
}

func (x *wordAxis) Keys(c *compile.Compiler) []string {
	text := c.ImplicitText(0).SQL
	keys := make([]string, len(x.parts))
	for i, p := range x.parts {
		keys[i] = p.key(c, text)
	}
	return keys
}

// key returns the SQL of a key. The tokens of a text in lower case are what
// hasAllTokens and hasTokenCaseInsensitive find in it.
func (p *wordPart) key(c *compile.Compiler, text string) string {
	found := "multiSearchAllPositionsCaseInsensitiveUTF8(" + text + ", " + c.BindTexts(p.texts) + ")"
	has := "arrayReduce('groupBitOr', arrayMap(word -> transform(word, " + c.BindTexts(p.words) + ", " +
		bitsSQL(len(p.words)) + ", toUInt64(0)), tokens(lower(" + text + "))))"
	met := "arrayMap((need, found) -> bitAnd(" + has + ", need) = need AND found > 0, " + uintsSQL(p.needs) + ", " + found + ")"
	return "if(arrayExists(found -> found > 0, " + found + "), arrayDotProduct(" + met + ", " + bitsSQL(len(p.texts)) + "), 0)"
}

// bitsSQL returns so many numbers of one bit each, from the lowest on.
func bitsSQL(count int) string {
	bits := make([]uint64, count)
	for i := range bits {
		bits[i] = 1 << i
	}
	return uintsSQL(bits)
}

func uintsSQL(numbers []uint64) string {
	texts := make([]string, len(numbers))
	for i, number := range numbers {
		texts[i] = strconv.FormatUint(number, 10)
	}
	return "CAST([" + strings.Join(texts, ", ") + "], 'Array(UInt64)')"
}
