package languages

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Phrases translates sentences and parts of sentences that the program writes in English. The English phrase is the key
// of its translation, so a phrase that is changed in the code has no translation until someone writes a new one. A
// phrase may have placeholders, such as {day} in "until {day}". A nil *Phrases is English.
type Phrases struct {
	Language
	byEnglish map[string]string
	patterns  []phrase
}

// phrase translates a text that matches its pattern as a whole.
type phrase struct {
	pattern     *regexp.Regexp
	translation string
}

// LoadPhrases reads the files {code}.json of a folder, by the code of their language. A language may have no file. It
// panics if a file is invalid, because the files are embedded.
func LoadPhrases(files fs.FS, folder string) map[string]*Phrases {
	byCode := map[string]*Phrases{}
	for _, language := range all {
		content, err := fs.ReadFile(files, folder+"/"+language.Code+".json")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		p := &Phrases{Language: language}
		if err == nil {
			err = json.Unmarshal(content, &p.byEnglish)
		}
		for english, translation := range p.byEnglish {
			err = errors.Join(err, checkPhrase(english, translation))
		}
		if err != nil {
			panic(fmt.Sprintf("phrases %s/%s: %v", folder, language.Code, err))
		}
		// The phrases with the most letters are first: "0 members were" must win over "{n} members were".
		for _, english := range slices.SortedFunc(maps.Keys(p.byEnglish), func(a, b string) int {
			return cmp.Or(countLetters(b)-countLetters(a), cmp.Compare(a, b))
		}) {
			p.patterns = append(p.patterns, newPhrase(english, p.byEnglish[english]))
		}
		byCode[language.Code] = p
	}
	return byCode
}

// checkPhrase requires a translation without other placeholders than those of the phrase.
func checkPhrase(english, translation string) error {
	if translation == "" {
		return fmt.Errorf("%q has no translation", english)
	}
	for _, placeholder := range placeholderPattern.FindAllString(translation, -1) {
		if !strings.Contains(english, placeholder) {
			return fmt.Errorf("%q has no %s, but its translation has", english, placeholder)
		}
	}
	return nil
}

// countLetters returns the length of a phrase without its placeholders.
func countLetters(phrase string) int { return len(placeholderPattern.ReplaceAllString(phrase, "")) }

var placeholderPattern = regexp.MustCompile(`\\?\{([a-z]+)\\?\}`)

func newPhrase(english, translation string) phrase {
	pattern := placeholderPattern.ReplaceAllString(regexp.QuoteMeta(english), `(?P<$1>.+?)`)
	return phrase{regexp.MustCompile(`^(?i:` + pattern + `)$`), translation}
}

// LanguageOrEnglish returns the language of the translations.
func (p *Phrases) LanguageOrEnglish() Language {
	if p == nil {
		return Find(English)
	}
	return p.Language
}

// Word returns the translation of a phrase without placeholders, or the phrase if it has none.
func (p *Phrases) Word(english string) string {
	if p == nil || p.byEnglish[english] == "" {
		return english
	}
	return p.byEnglish[english]
}

// Translate translates a text that is one phrase, and its dates. isPhrase is false for other texts, of which only the
// dates are translated.
func (p *Phrases) Translate(text string) (translated string, isPhrase bool) {
	if p == nil {
		return text, false
	}
	if translation := p.byEnglish[text]; translation != "" {
		return translation, true
	}
	text = p.TranslateDates(text)
	for _, phrase := range p.patterns {
		if found := phrase.pattern.FindStringSubmatch(text); found != nil {
			return p.fill(phrase, found), true
		}
	}
	return text, false
}

// datePattern matches a date, which may have its weekday: "31 Mar 2027" or "Wednesday, 31 Mar 2027".
var datePattern = regexp.MustCompile(`\b(?:(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day, )?` +
	`\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b`)

// TranslateDates translates the dates in a text, with their weekdays.
func (p *Phrases) TranslateDates(text string) string {
	if p == nil {
		return text
	}
	return datePattern.ReplaceAllStringFunc(text, func(date string) string {
		if day, err := time.Parse("2 Jan 2006", date); err == nil {
			return p.Day(day)
		}
		if day, err := time.Parse("Monday, 2 Jan 2006", date); err == nil {
			return p.Weekdays[day.Weekday()] + ", " + p.Day(day)
		}
		return date
	})
}

// fill inserts what a phrase has matched into its translation. In {names}, which is a list of names, it also translates
// the "and".
func (p *Phrases) fill(of phrase, found []string) string {
	return placeholderPattern.ReplaceAllStringFunc(of.translation, func(placeholder string) string {
		name := strings.Trim(placeholder, "{}")
		value := found[of.pattern.SubexpIndex(name)]
		if name == "names" {
			value = strings.ReplaceAll(value, " and ", p.Word(" and "))
		}
		return value
	})
}
