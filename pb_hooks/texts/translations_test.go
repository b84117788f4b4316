package texts_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	markdowntext "github.com/yuin/goldmark/text"

	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/markdown"
)

// fileText is a text of a built-in file.
type fileText struct {
	value  string
	isRich bool
}

// readTexts returns the texts of a built-in file by key, without the pictures, the ids and the empty texts.
func readTexts(t *testing.T, name string) map[string]fileText {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(content, &tree); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	texts := map[string]fileText{}
	addTexts(texts, "", tree)
	return texts
}

func addTexts(to map[string]fileText, key string, part any) {
	switch part := part.(type) {
	case string:
		if part != "" {
			to[key] = fileText{value: part}
		}
	case []any:
		for _, item := range part {
			item := maps.Clone(item.(map[string]any))
			id := item["id"].(string)
			delete(item, "id")
			addTexts(to, key+"."+id, item)
		}
	case map[string]any:
		if source, isRich := part["markdown"].(string); isRich {
			if source != "" {
				to[key] = fileText{source, true}
			}
			return
		}
		_, isPicture := part["image"].(string)
		if _, isScreen := part["screen"].(string); isScreen || isPicture { // are the same in all languages
			return
		}
		for name, child := range part {
			addTexts(to, strings.TrimPrefix(key+"."+name, "."), child)
		}
	}
}

// Each translation says the same as its English text: the same facts, and in Markdown the same links and structure.
// A file of a translation lacks no text.
func TestTranslationsMatchTheirSource(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("builtin/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		page, language, _ := strings.Cut(strings.TrimSuffix(filepath.Base(name), ".json"), ".")
		if language == "en" {
			continue
		}
		sources, translations := readTexts(t, "builtin/"+page+".en.json"), readTexts(t, name)
		for _, key := range slices.Sorted(maps.Keys(sources)) {
			translation, isTranslated := translations[key]
			if !isTranslated {
				t.Errorf("%s lacks %s: %q", name, key, sources[key].value)
				continue
			}
			checkTranslation(t, name+" "+key, sources[key], translation)
		}
		for key := range translations {
			if _, isKnown := sources[key]; !isKnown && !onlyInTranslations[page+"."+key] {
				t.Errorf("%s has %s, which is not an English text", name, key)
			}
		}
	}
}

// testdata/sources.{language}.json has the hash of the English text that each translation was made from. If an English
// text changes, the test fails until someone has checked its translations and recorded the new hash.
func TestTranslationsAreMadeFromTheCurrentEnglishTexts(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob("builtin/*.en.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range languages.Codes()[1:] {
		file := "testdata/sources." + language + ".json"
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var recorded map[string]string
		if err := json.Unmarshal(content, &recorded); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, name := range names {
			page := strings.TrimSuffix(filepath.Base(name), ".en.json")
			for key, source := range readTexts(t, name) {
				key = page + "." + key
				if want := hashOf(source.value); recorded[key] != want {
					t.Errorf("%s: the English text of %s is new or has changed. Check its translation, then record %q: %q", file, key,
						key, want)
				}
				delete(recorded, key)
			}
		}
		for key := range recorded {
			t.Errorf("%s has %s, which is not an English text", file, key)
		}
	}
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:4])
}

// onlyInTranslations are the texts that are empty in English.
var onlyInTranslations = map[string]bool{"legal.translationNotice": true}

func checkTranslation(t *testing.T, name string, source, translation fileText) {
	t.Helper()
	if source.isRich != translation.isRich {
		t.Errorf("%s: Markdown is %t, want %t", name, translation.isRich, source.isRich)
		return
	}
	if got, want := placeholders(translation.value), placeholders(source.value); !slices.Equal(got, want) {
		t.Errorf("%s: the facts are %q, want %q", name, got, want)
	}
	if otherDigits.MatchString(translation.value) {
		t.Errorf("%s: %q has digits other than 0 to 9", name, translation.value)
	}
	if !source.isRich {
		return
	}
	if problem := markdown.Problem(translation.value); problem != "" {
		t.Errorf("%s: %s", name, problem)
	}
	if got, want := outline(t, translation.value), outline(t, source.value); !slices.Equal(got, want) {
		t.Errorf("%s: the Markdown has %q, want %q", name, got, want)
	}
}

var (
	placeholder = regexp.MustCompile(`\{[^{}]*\}`)
	otherDigits = regexp.MustCompile(`[०-९]`)
)

// placeholders returns the different facts and variables of a text.
func placeholders(value string) []string {
	found := placeholder.FindAllString(value, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// outline returns the blocks, the bold words and the targets of the links of a Markdown text. Their order may differ
// between languages.
func outline(t *testing.T, source string) (parts []string) {
	t.Helper()
	document := goldmark.DefaultParser().Parse(markdowntext.NewReader([]byte(source)))
	err := ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if link, isLink := n.(*ast.Link); isLink && entering {
			parts = append(parts, "link to "+string(link.Destination))
		} else if n.Kind() != ast.KindText && entering {
			parts = append(parts, n.Kind().String())
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(parts)
	return parts
}
