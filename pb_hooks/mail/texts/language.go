package texts

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/languages"
)

// A kind has its texts in English, and may have translations in files such as welcome.hi.md. If a text has no
// translation into the reader's language, the email is in English. A translation has an id of its own, such as
// welcome:hi, so admins edit, publish and restore it separately.
//
// The params of an email are in English. Their dates and the phrases that the program composes, such as "until 31 Mar
// 2027" or "5 seats", are translated when the email is rendered. The phrases are in words/{language}.json.

// ParamLanguage is the param with the code of the reader's language. It is missing for English.
const ParamLanguage = "language"

//go:embed words/*.json
var wordFiles embed.FS

// dictionary translates what the program composes into a language.
type dictionary struct {
	languages.Language
	words   map[string]string
	phrases []phrase
}

// phrase translates a value that matches its pattern as a whole.
type phrase struct {
	pattern     *regexp.Regexp
	translation string
}

var dictionaries = loadDictionaries()

func loadDictionaries() map[string]*dictionary {
	list := map[string]*dictionary{}
	for _, language := range languages.All() {
		data, err := wordFiles.ReadFile("words/" + language.Code + ".json")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		d := &dictionary{Language: language}
		if err == nil {
			err = json.Unmarshal(data, &d.words)
		}
		if err != nil {
			panic("texts: words of " + language.Code + ": " + err.Error()) // the files are embedded
		}
		// The phrases with the most letters are first: "0 members were" must win over "{n} members were".
		keys := slices.SortedFunc(maps.Keys(d.words), func(a, b string) int {
			return cmp.Or(lettersOf(b)-lettersOf(a), cmp.Compare(a, b))
		})
		for _, key := range keys {
			d.phrases = append(d.phrases, newPhrase(key, d.words[key]))
		}
		list[language.Code] = d
	}
	return list
}

// lettersOf returns the length of a phrase without its placeholders.
func lettersOf(phrase string) int { return len(placeholderPattern.ReplaceAllString(phrase, "")) }

var placeholderPattern = regexp.MustCompile(`\\?\{([a-z]+)\\?\}`)

func newPhrase(source, translation string) phrase {
	pattern := placeholderPattern.ReplaceAllString(regexp.QuoteMeta(source), `(?P<$1>.+?)`)
	return phrase{regexp.MustCompile(`^(?i:` + pattern + `)$`), translation}
}

// dictionaryOf returns the dictionary of the reader's language, or nil for English.
func dictionaryOf(params map[string]string) *dictionary { return dictionaries[params[ParamLanguage]] }

// word translates a text of the layout.
func (d *dictionary) word(english string) string {
	if d != nil && d.words[english] != "" {
		return d.words[english]
	}
	return english
}

// locale returns the value of the page's attribute lang.
func (d *dictionary) locale() string {
	if d == nil {
		return "en-IN"
	}
	return d.Locale
}

var (
	datePattern    = regexp.MustCompile(`\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b`)
	weekdayPattern = regexp.MustCompile(`\b(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\b`)
)

// translate translates a value that the program has composed. Other values stay as they are, except for their dates
// and weekdays.
func (d *dictionary) translate(value string) string {
	value = datePattern.ReplaceAllStringFunc(value, func(text string) string {
		if day, err := time.Parse("2 Jan 2006", text); err == nil {
			return d.Day(day)
		}
		return text
	})
	value = weekdayPattern.ReplaceAllStringFunc(value, func(name string) string {
		for day := time.Sunday; day <= time.Saturday; day++ {
			if day.String() == name {
				return d.Weekdays[day]
			}
		}
		return name
	})
	for _, p := range d.phrases {
		if found := p.pattern.FindStringSubmatch(value); found != nil {
			return p.fill(found, d)
		}
	}
	return value
}

// fill inserts what a phrase has matched into its translation. In {names}, which is a list of names, it also translates
// the "and".
func (p phrase) fill(found []string, d *dictionary) string {
	return placeholderPattern.ReplaceAllStringFunc(p.translation, func(placeholder string) string {
		name := strings.Trim(placeholder, "{}")
		value := found[p.pattern.SubexpIndex(name)]
		if name == "names" {
			value = strings.ReplaceAll(value, " and ", d.word(" and "))
		}
		return value
	})
}

// translateValues translates the values of one line. Values of several lines are skipped, because people write them.
func (k *Kind) translateValues(values map[string]string, d *dictionary) {
	for _, field := range k.Fields {
		if value := values[field.Name]; value != "" && slices.Contains(translatable, field.kind) {
			values[field.Name] = d.translate(value)
		}
	}
}

var translatable = []fieldType{lineType, timeType, derivedType}

// readTranslations reads the translations of a text, by the code of their language.
func readTranslations(files fs.FS, name string) (translations map[string]Wording, err error) {
	translations = map[string]Wording{}
	for code := range dictionaries {
		w, err := readWording(files, name+"."+code)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		translations[code] = w
	}
	return translations, nil
}

// in returns the text in a language, or in English if it has no translation.
func (t *Text) in(language string) *Text {
	w, isTranslated := t.translations[language]
	if !isTranslated {
		return t
	}
	return &Text{Variant: t.Variant, Wording: w, Language: language}
}

// languages returns the codes of the languages that a text is translated into.
func (t *Text) languages() []string { return slices.Sorted(maps.Keys(t.translations)) }
