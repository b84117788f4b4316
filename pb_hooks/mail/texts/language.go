package texts

import (
	"embed"
	"errors"
	"io/fs"
	"maps"
	"slices"

	"boardcircle/pb_hooks/internal/languages"
)

// A kind has its texts in English, and may have translations in files such as welcome.hi.md. If a text has no
// translation into the reader's language, the email is in English. A translation has an id of its own, such as
// welcome:hi, so admins edit, publish and restore it separately.
//
// The params of an email are in English. Those that the program composes, such as "until 31 Mar 2027" or "5 seats", are
// declared as Phrase, and are translated when the email is rendered. The phrases are in words/{language}.json.

// ParamLanguage is the param with the code of the reader's language. It is missing for English.
const ParamLanguage = "language"

//go:embed words/*.json
var wordFiles embed.FS

// dictionaries translate what the program composes, by the code of the language.
var dictionaries = languages.LoadPhrases(wordFiles, "words")

// dictionaryOf returns the dictionary of the language in the params, or nil for English.
func dictionaryOf(params map[string]string) *languages.Phrases {
	return dictionaries[params[ParamLanguage]]
}

// translateValues translates the values that the program has composed.
func (k *Kind) translateValues(values map[string]string, d *languages.Phrases) {
	for _, field := range k.Fields {
		if value := values[field.Name]; value != "" && slices.Contains(translatable, field.kind) {
			values[field.Name], _ = d.Translate(value)
		}
	}
}

var translatable = []fieldType{phraseType, timeType, derivedType}

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

// withLanguage returns the params with the language of the text instead of the reader's language. So an email without
// a translation has no words or links in the reader's language.
func (t *Text) withLanguage(params map[string]string) map[string]string {
	if params[ParamLanguage] == t.Language {
		return params
	}
	params = maps.Clone(params)
	delete(params, ParamLanguage)
	return params
}

// languages returns the codes of the languages that a text is translated into.
func (t *Text) languages() []string { return slices.Sorted(maps.Keys(t.translations)) }
