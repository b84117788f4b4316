package tiers

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/rules"
)

// The texts of a tier are in English, and so are receipts, invoices, emails and the plan at the provider: a tax
// document has one language, and all records of a sale have the same name. The office can add translations for the
// public pages.
//
// A translation is stored with the English text that it was made from. If that text changes, the translation is still
// shown and counts as stale. A feature has no id: its current English words identify it and decide which tiers share
// it. The translation of a reworded feature therefore also stores the current words.

// TextField is a field of a tier that can be translated.
type TextField string

// The fields.
const (
	nameField        TextField = "name"
	descriptionField TextField = "description"
	featuresField    TextField = "features"
	buttonTextField  TextField = "buttonText"
)

// Values returns all fields.
func (TextField) Values() []string {
	return rules.Options(nameField, descriptionField, featuresField, buttonTextField)
}

// Translation is the translation of one text.
type Translation struct {
	Language string    `json:"language"`
	Field    TextField `json:"field"`
	// Feature has the current English words of a translated feature. It is empty if they are those of Source.
	Feature string `json:"feature"`
	// Source is the English text that the translation was made from.
	Source string `json:"source"`
	Text   string `json:"text"`
}

// maxTranslations allows for each text of a tier in several languages.
const maxTranslations = 300

var translationRules = rules.Form{
	{Name: "language", Label: "Language", Kind: rules.Choice, Required: true, Options: languages.Codes()[1:]},
	{Name: "field", Label: "Field", Kind: rules.Choice, Required: true, Options: TextField("").Values()},
	{Name: "feature", Label: "Feature", Kind: rules.Line, Max: rules.MaxLineLength},
	{Name: "source", Label: "English text", Kind: rules.Text, Required: true, Max: 2000},
	{Name: "text", Label: "Translation", Kind: rules.Text, Max: 2000},
}

// CheckFields checks each translation by the rule of its field. If all are valid, it removes the translations and
// screens that usedTranslations and usedScreens do not return.
func (f *Form) CheckFields() (problems []rules.Problem) {
	for i, t := range f.Translations {
		if problem := t.check(i); problem != nil {
			problems = append(problems, *problem)
		}
	}
	if len(problems) == 0 {
		f.Translations, f.Screens = f.usedTranslations(), f.usedScreens()
	}
	return problems
}

// usedTranslations returns the translations that are not empty, without those of features that the tier no longer has.
// If a text has several translations in a language, it returns the last.
func (f *Form) usedTranslations() []Translation {
	return slices.DeleteFunc(lastOfEach(f.Translations, Translation.identity), func(t Translation) bool {
		return t.Text == "" || t.Field == featuresField && !slices.Contains(f.Features, t.feature())
	})
}

// check checks the text by the rule of its field. i is the position of the translation in the form.
func (t Translation) check(i int) *rules.Problem {
	rule := formRules.Field(string(t.Field))
	if t.Field == featuresField {
		rule.Kind, rule.Max = rules.Line, rules.MaxLineLength
	}
	rule.Name, rule.Required = fmt.Sprintf("translations.%d.text", i), false
	_, problem := rule.Check(t.Text)
	return problem
}

// feature returns the current English words of a translated feature.
func (t Translation) feature() string { return cmp.Or(t.Feature, t.Source) }

// identity returns what only one translation has: its language and field, and for a feature also its current words.
func (t Translation) identity() Translation {
	id := Translation{Language: t.Language, Field: t.Field}
	if t.Field == featuresField {
		id.Feature = t.feature()
	}
	return id
}

// LocalTexts are the texts of a tier in another language than English. A text without a translation is empty.
type LocalTexts struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	ButtonText  string `json:"buttonText"`
	// Features has the translated features by their English texts.
	Features map[string]string `json:"features"`
}

// in returns the texts in a language, or nil for English.
func (t *Tier) in(language string) *LocalTexts {
	if language == languages.English {
		return nil
	}
	local := &LocalTexts{Features: map[string]string{}}
	for _, translation := range t.Translations {
		if translation.Language != language {
			continue
		}
		switch translation.Field {
		case nameField:
			local.Name = translation.Text
		case descriptionField:
			local.Description = translation.Text
		case buttonTextField:
			local.ButtonText = translation.Text
		case featuresField:
			local.Features[translation.feature()] = translation.Text
		}
	}
	return local
}

// TranslationCounts counts the texts of a tier in a language.
type TranslationCounts struct {
	// Total counts the texts that are not empty in English.
	Total      int
	Translated int
	// Stale counts the translations whose English text has changed since.
	Stale int
}

// CountTranslations counts the texts of a tier in a language other than English.
func (t Tier) CountTranslations(language string) (counts TranslationCounts) {
	count := func(field TextField, english string) {
		if english == "" {
			return
		}
		counts.Total++
		wanted := Translation{Language: language, Field: field, Source: english}
		i := slices.IndexFunc(t.Translations, func(t Translation) bool { return t.identity() == wanted.identity() })
		if i < 0 {
			return
		}
		counts.Translated++
		if t.Translations[i].Source != english {
			counts.Stale++
		}
	}
	count(nameField, t.Name)
	count(descriptionField, t.Description)
	count(buttonTextField, t.ButtonText)
	for _, feature := range t.Features {
		count(featuresField, feature)
	}
	return counts
}

// TranslateName returns the translation of a tier's name, for a page that shows the tier of a transaction. It
// returns "" without a translation, or if the name of the tier has changed since the transaction.
func TranslateName(app core.App, id, name, language string) (string, error) {
	record, err := findRecord(app, id)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	for _, t := range record.translations() {
		if t.Language == language && t.Field == nameField && t.Source == name {
			return t.Text, nil
		}
	}
	return "", nil
}
