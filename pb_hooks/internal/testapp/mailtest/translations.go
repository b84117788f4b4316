package mailtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/mail/texts"
)

// translation matches the file of a translation: a kind with its variant, and a language.
var translation = regexp.MustCompile(`^(.+)\.([a-z]{2})\.md$`)

// translated has the files of a language in place of the English ones. An email without a translation is English.
type translated struct {
	fs.FS
	language string
}

func (t translated) Open(name string) (fs.File, error) {
	if file, err := t.FS.Open(strings.TrimSuffix(name, "md") + t.language + ".md"); err == nil {
		return file, nil
	}
	return t.FS.Open(name)
}

// CheckTranslations checks that each translation can be sent in place of its English text: it was made from the current
// English text, it compiles, and it has the same fields, conditions and links. A param that the words of the language
// can translate must be a Phrase.
func CheckTranslations(t *testing.T, set texts.Set) {
	t.Helper()
	names, err := fs.Glob(set.Files, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	languages := map[string]bool{}
	for _, name := range names {
		if match := translation.FindStringSubmatch(name); match != nil {
			languages[match[2]] = true
			checkSource(t, set.Files, name, match[1]+".md")
		}
	}
	layout, err := texts.NewLayout(texts.Frame{})
	if err != nil {
		t.Fatal(err)
	}
	for language := range languages {
		in := texts.Set{Files: translated{set.Files, language}, Kinds: set.Kinds}
		for _, name := range slices.Sorted(maps.Keys(set.Kinds)) {
			source, kind := set.Kind(name), in.Kind(name)
			checkPhrases(t, name, kind, language)
			for i, text := range kind.Texts {
				label := strings.Join([]string{name, text.Name, language}, " ")
				if _, err := kind.Compile(text.Wording, layout); err != nil {
					t.Errorf("%s: %v", label, err)
				}
				checkSame(t, label, source.Texts[i].Wording, text.Wording)
			}
		}
	}
}

// checkSource checks that a translation records the hash of the current English file.
func checkSource(t *testing.T, files fs.FS, name, english string) {
	t.Helper()
	translation, err := fs.ReadFile(files, name)
	if err != nil {
		t.Fatal(err)
	}
	content, err := fs.ReadFile(files, english)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(content)
	want := "source: " + hex.EncodeToString(sum[:4])
	if !bytes.Contains(translation, []byte("\n"+want+"\n")) {
		t.Errorf("%s: the English text has changed. Check the translation, then write %q in it", name, want)
	}
}

func checkPhrases(t *testing.T, name string, kind *texts.Kind, language string) {
	t.Helper()
	params := kind.Sample(&kind.Texts[0])
	params[texts.ParamLanguage] = language
	for _, field := range kind.Fields {
		phrase := texts.Kind{Declaration: texts.Declaration{Fields: []texts.Field{texts.Phrase(field.Name, "")}}}
		if field.IsLine() && phrase.Values(params)[field.Name] != field.Sample {
			t.Errorf("%s: the param %s is %q, which can be translated, so declare it as a Phrase", name, field.Name,
				field.Sample)
		}
	}
}

var (
	tag         = regexp.MustCompile(`\{\{.*?\}\}|\]\(.*?\)`)
	otherDigits = regexp.MustCompile(`[०-९]`)
)

func checkSame(t *testing.T, label string, source, wording texts.Wording) {
	t.Helper()
	for part, pair := range map[string][2]string{
		"subject": {source.Subject, wording.Subject}, "preview": {source.Preview, wording.Preview},
		"footnote": {source.Footnote, wording.Footnote}, "body": {source.Body, wording.Body},
	} {
		want, got := tag.FindAllString(pair[0], -1), tag.FindAllString(pair[1], -1)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: the %s has the fields and links %q, want %q", label, part, got, want)
		}
		if (pair[0] == "") != (pair[1] == "") || otherDigits.MatchString(pair[1]) {
			t.Errorf("%s: the %s is %q", label, part, pair[1])
		}
	}
}
