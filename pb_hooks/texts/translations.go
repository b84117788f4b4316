package texts

import (
	"net/http"
	"regexp"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/tiers"
)

// Language is the code of a language of the public pages.
type Language string

// English is the language that all texts have. A text without a translation is shown in English.
const English Language = languages.English

// Values returns all languages.
func (Language) Values() []string { return languages.Codes() }

// Languages returns the languages that are offered to visitors, English first: those with files for the frame of all
// pages and for the landing page.
func (t *Texts) Languages() []languages.Language { return slices.Clone(t.offered) }

func (c catalogue) offered() []languages.Language {
	return slices.DeleteFunc(languages.All(), func(l languages.Language) bool {
		return c[Site][Language(l.Code)] == nil || c[Landing][Language(l.Code)] == nil
	})
}

// isOffered reports whether visitors can choose a language.
func (t *Texts) isOffered(code string) bool {
	return slices.ContainsFunc(t.offered, func(l languages.Language) bool { return l.Code == code })
}

// Chosen returns the language that a visitor has chosen, from the value of their cookie, or English.
func (t *Texts) Chosen(cookie string) Language {
	if t.isOffered(cookie) {
		return Language(cookie)
	}
	return English
}

// A text needs a translation if visitors see it and it is not empty in English. A translation is stale if its English
// text has changed since, by a publication or by a release.

// TranslationState is why a text needs a translator.
type TranslationState string

// The states.
const (
	translationMissing TranslationState = "missing"
	translationStale   TranslationState = "stale"
)

// Values returns all states.
func (TranslationState) Values() []string { return rules.Options(translationMissing, translationStale) }

// Translations are the texts of a language that need a translator, with counts of all its texts.
type Translations struct {
	Language Language `json:"language"`
	Name     string   `json:"name"`
	LanguageCounts
	// Texts are the texts that need a translator, in the order of the pages.
	Texts []Translation `json:"texts"`
	// Plans are the plans on sale with texts that need a translator.
	Plans []PlanTranslations `json:"plans"`
}

// PlanTranslations are the texts of a plan that need a translator.
type PlanTranslations struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	LanguageCounts
}

// LanguageCounts counts the texts in a language.
type LanguageCounts struct {
	// Total counts the texts that need a translation.
	Total      int `json:"total"`
	Translated int `json:"translated"`
	// Stale counts the translations whose English text has changed since.
	Stale int `json:"stale"`
}

func (c *LanguageCounts) add(other LanguageCounts) {
	c.Total += other.Total
	c.Translated += other.Translated
	c.Stale += other.Stale
}

// Translation is a text that needs a translator.
type Translation struct {
	PageName string `json:"pageName"`
	// Path is the address at which the page can be edited in the language.
	Path  string           `json:"path"`
	State TranslationState `json:"state"`
	// Source is the current English text.
	Source Value `json:"source"`
	// Previous is the English text that the stale translation was made from, or null if the translation is missing.
	Previous *Value `json:"previous"`
	Text     Text   `json:"text"`
}

var errLanguageNotFound = apperr.NotFound("language-not-found", "The site has no translations in this language.")

// inEnglish returns the page in English.
func (s *snapshot) inEnglish() *snapshot {
	return &snapshot{page: s.page, language: English, tree: s.tree, rows: s.english, english: s.english}
}

// walkTranslatable visits the texts that need a translation.
func (s *snapshot) walkTranslatable(visit func(path string, n *node)) {
	s.walkTranslatableFrom("", s.tree, visit)
}

func (s *snapshot) walkTranslatableFrom(path string, n *node, visit func(path string, n *node)) {
	switch n.kind {
	case List:
		for _, item := range orderOf(s.value(path, n, false)) {
			if !bool(item.IsHidden) {
				s.walkTranslatableFrom(join(path, item.ID), n.child(item.ID), visit)
			}
		}
	case Screen, Switch:
	case group:
		for _, c := range n.children {
			s.walkTranslatableFrom(join(path, c.name), c.node, visit)
		}
	default:
		english := s.englishValue(path, n)
		if english != "" && (n.kind != Picture || imageOf(english).Alt != "") {
			visit(path, n)
		}
	}
}

// translatedFrom returns the English text that a translation was made from.
func (s *snapshot) translatedFrom(path string, n *node) string {
	if row := s.rows[s.key(path)]; row != nil && row.isPublished() {
		return row.source()
	}
	return n.value // a translation in a file is made from the built-in text
}

// countTranslations counts the translations of a page in the language of the snapshot.
func (s *snapshot) countTranslations() (counts LanguageCounts) {
	s.walkTranslatable(func(path string, n *node) {
		counts.Total++
		if s.isTranslated(path, n) {
			counts.Translated++
		}
		if s.isStale(path, n) {
			counts.Stale++
		}
	})
	return counts
}

// ListTranslations is GET /api/texts/translations.
func (t *Texts) ListTranslations() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (Translations, error) {
		list, err := t.listTranslations(e.App, languageOf(e))
		return list, apperr.Fail(readFailed, err)
	}, httpx.Doc{
		Tag: tag, Summary: "List the texts without a translation and those whose translation is out of date",
		Query: languageQuery, Errors: []*apperr.Error{errLanguageNotFound},
	})
}

// checkTranslatable returns errLanguageNotFound for English and for a language that the site does not offer.
func (t *Texts) checkTranslatable(language Language) error {
	if language == English || !t.isOffered(string(language)) {
		return errLanguageNotFound
	}
	return nil
}

func (t *Texts) listTranslations(app core.App, language Language) (Translations, error) {
	list := Translations{Language: language, Texts: []Translation{}, Plans: []PlanTranslations{}}
	if err := t.checkTranslatable(language); err != nil {
		return list, err
	}
	list.Name = languages.Find(string(language)).EnglishName
	for _, page := range t.sortedPages() {
		s, err := t.read(app, page, language)
		if err != nil {
			return list, err
		}
		list.add(s.countTranslations())
		english := s.inEnglish()
		s.walkTranslatable(func(path string, n *node) {
			isStale := s.isStale(path, n)
			if s.isTranslated(path, n) && !isStale {
				return
			}
			entry := Translation{PageName: page.name(), Path: languages.AddressIn(string(language), addressOf(page)),
				State: translationMissing, Source: n.kind.wire(s.englishValue(path, n)), Text: s.text(path, n)}
			entry.Text.Label = english.label(path)
			if isStale {
				entry.State, entry.Previous = translationStale, new(n.kind.wire(s.translatedFrom(path, n)))
			}
			list.Texts = append(list.Texts, entry)
		})
	}
	onSale, err := tiers.ListOnSale(app)
	for _, tier := range onSale {
		counts := LanguageCounts(tier.CountTranslations(string(language)))
		list.add(counts)
		if counts.Translated < counts.Total || counts.Stale > 0 {
			list.Plans = append(list.Plans, PlanTranslations{tier.ID, tier.Name, counts})
		}
	}
	return list, err
}

// SaveTranslation is POST /api/texts/{page}/translation.
func (t *Texts) SaveTranslation() httpx.Endpoint {
	return httpx.JSON(t.saveTranslation, httpx.Doc{
		Tag: tag, Summary: "Publish a text as the translation of its present English text",
		Description: "A translation that is still right is confirmed by sending it again. It must have the same " +
			"facts and placeholders as the English text. If the version is not the current one, the answer is 409, " +
			"as in a save.",
		Query: languageQuery, Errors: []*apperr.Error{errPageNotFound, errTextNotFound, errLanguageNotFound},
		Statuses: []int{http.StatusConflict}, Status: http.StatusOK,
		Example: map[string]any{"key": "landing.hero.title", "version": 0, "value": "One Circle"},
	})
}

func (t *Texts) saveTranslation(e *core.RequestEvent, form saveForm) (text Text, err error) {
	language := languageOf(e)
	if err := t.checkTranslatable(language); err != nil {
		return Text{}, err
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		text, err = t.change(tx, pageOf(e), language, form.Key, form.Version, func(c *change) error {
			if c.node.kind.isShared() {
				return errTextNotFound
			}
			value, err := c.node.decode(form.Value)
			if err != nil {
				return err
			}
			english := c.englishValue(c.path, c.node)
			if err := checkTranslation(c.node.kind, value, english); err != nil {
				return err
			}
			c.row.translate(value, english)
			return t.saveVersion(tx, audit.RequestActor(e), "text.translated", c, statePublished, value)
		})
		return err
	})
	return text, apperr.Fail(saveFailed, err)
}

// placeholder matches a fact, such as {site.name}, and a word that the page fills in, such as {date}.
var placeholder = regexp.MustCompile(`\{[a-zA-Z.]+\}`)

// checkTranslation refuses an empty translation, and one with other placeholders than the English text.
func checkTranslation(kind Kind, value, english string) error {
	if value == "" || kind == Picture && imageOf(value).Alt == "" {
		return invalid("Please write the translation")
	}
	wanted, found := placeholder.FindAllString(english, -1), placeholder.FindAllString(value, -1)
	for _, name := range wanted {
		if !slices.Contains(found, name) {
			return invalid("The translation lacks " + name)
		}
	}
	for _, name := range found {
		if !slices.Contains(wanted, name) {
			return invalid("The translation has a placeholder that the English text does not have")
		}
	}
	return nil
}
