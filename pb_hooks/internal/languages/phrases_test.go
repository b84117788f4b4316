package languages

import (
	"testing"
	"testing/fstest"
)

func TestAFileWithABrokenPhraseStopsTheStart(t *testing.T) {
	t.Parallel()
	for _, content := range []string{
		`{"for life": "आजीवन",}`, `{"for life": ""}`, `{"{n} seats": "{count} सदस्यताएँ"}`,
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is accepted", content)
				}
			}()
			LoadPhrases(fstest.MapFS{"words/hi.json": {Data: []byte(content)}}, "words")
		}()
	}
}
