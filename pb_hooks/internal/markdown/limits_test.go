package markdown

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// hostile are fragments whose repetition has made a Markdown parser take quadratic time.
var hostile = []string{
	"[a](", "[a](<", "[", "![", "[a](b \"", "[a][", "[a]: b ", "`", "` `` ", "*a ", "*a_ ", "**a _b ", "~~a ~", "<a ",
	"<!--", "<![CDATA[", "<?", "&#", "\\", "](", ")(", "((", "http://a", "a@", "> ", "- ", "1. ", "* * ", "#", "|",
	"***", "___a",
}

// Parsing an accepted text takes time in proportion to its length, not to its square.
func TestAcceptedTextsAreParsedInLinearTime(t *testing.T) {
	converter := goldmark.New(goldmark.WithExtensions(extension.Strikethrough, extension.Linkify))
	for _, piece := range hostile {
		for _, separator := range []string{"", "\n\n"} {
			unit := strings.Repeat(piece, maxBlock/len(piece)-1) + separator
			source := strings.Repeat(unit, 100_000/len(unit))
			if Problem(source) != "" {
				continue
			}
			start := time.Now()
			if err := converter.Convert([]byte(source), io.Discard); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("%q repeated to %d bytes takes %v", piece, len(source), took)
			}
		}
		if long := strings.Repeat(piece, 100_000/len(piece)); Problem(long) == "" {
			t.Errorf("%q repeated to 100 kB in one paragraph is accepted", piece)
		}
	}
}

func TestOrdinaryTextsAreAccepted(t *testing.T) {
	sentence := strings.Repeat("The circle meets on the first Friday of the month. ", 40)
	for name, source := range map[string]string{
		"long paragraphs": strings.Repeat(sentence+"\n\n", 60),
		"a long list":     strings.Repeat("- "+sentence[:100]+"\n", 500),
		"nested lists":    "- a\n  - b\n    - c\n\n> > quoted",
	} {
		if problem := Problem(source); problem != "" {
			t.Errorf("%s: %s", name, problem)
		}
	}
}
