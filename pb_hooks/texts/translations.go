package texts

import (
	"maps"
	"net/http"
	"regexp"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/rules"
)

// A text needs a translation if visitors see it and it is not empty in English. A translation is stale if its English text
// has changed since: by a publication, or in a release after the translation was published.

// TranslationState is why a text needs a translator.
type TranslationState string

// The states.
const (
	translationMissing TranslationState = "missing"
	translationStale   TranslationState = "stale"
)

// Values returns all states.
func (TranslationState) Values() []string { return rules.Options(translationMissing, translationStale) }

// Translations is the work of a translator.
type Translations struct {
	Language Language `json:"language"`
	Name     string   `json:"name"`
	LanguageCounts
	// Texts are the texts that need a translator, in the order of the pages.
	Texts []Translation `json:"texts"`
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
	// Source is the English text, and Previous the one that was translated; null if the text was never translated.
	Source   Value  `json:"source"`
	Previous *Value `json:"previous"`
	Text     Text   `json:"text"`
}

var errLanguageNotFound = apperr.NotFound("language-not-found", "The site has no translations in this language.")

// inEnglish returns the page in English.
func (s *snapshot) inEnglish() *snapshot {
	return &snapshot{page: s.page, language: English, tree: s.tree, rows: s.english, english: s.english}
}

// translatable visits the texts that need a translation: those that visitors see and that are not empty in English.
func (s *snapshot) translatable(visit func(path string, n *node)) {
	s.translatableFrom("", s.tree, visit)
}

func (s *snapshot) translatableFrom(path string, n *node, visit func(path string, n *node)) {
	switch n.kind {
	case List:
		for _, item := range orderOf(s.value(path, n, false)) {
			if !bool(item.IsHidden) {
				s.translatableFrom(join(path, item.ID), n.child(item.ID), visit)
			}
		}
	case group:
		for _, c := range n.children {
			s.translatableFrom(join(path, c.name), c.node, visit)
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
	return n.value // the file
}

// countTranslations counts the translations of a page in the language of the snapshot.
func (s *snapshot) countTranslations() (counts LanguageCounts) {
	s.translatable(func(path string, n *node) {
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

func (t *Texts) listTranslations(app core.App, language Language) (Translations, error) {
	list := Translations{Language: language, Texts: []Translation{}}
	if language == English || !t.isOffered(string(language)) {
		return list, errLanguageNotFound
	}
	list.Name = languages.Find(string(language)).EnglishName
	for _, page := range t.sortedPages() {
		s, err := t.read(app, page, language)
		if err != nil {
			return list, err
		}
		list.add(s.countTranslations())
		english := s.inEnglish()
		s.translatable(func(path string, n *node) {
			one := Translation{PageName: page.name(), Path: AddressIn(language, addressOf(page)),
				State: translationMissing, Source: n.kind.wire(s.englishValue(path, n)), Text: s.text(path, n)}
			one.Text.Label = english.label(path)
			if s.isTranslated(path, n) {
				one.State, one.Previous = translationStale, new(n.kind.wire(s.translatedFrom(path, n)))
			}
			if one.State == translationMissing || s.isStale(path, n) {
				list.Texts = append(list.Texts, one)
			}
		})
	}
	return list, nil
}

// SaveTranslation is POST /api/texts/{page}/translation.
func (t *Texts) SaveTranslation() httpx.Endpoint {
	return httpx.JSON(t.saveTranslation, httpx.Doc{
		Tag: tag, Summary: "Publish a text as the translation of its present English text",
		Description: "A translation that is still right is confirmed by sending it again. It must have the same facts and " +
			"placeholders as the English text. If the version is not the current one, the answer is 409, as in a save.",
		Query: languageQuery, Errors: []*apperr.Error{errPageNotFound, errTextNotFound, errLanguageNotFound},
		Statuses: []int{http.StatusConflict}, Status: http.StatusOK,
		Example: map[string]any{"key": "landing.hero.title", "version": 0, "value": "One Circle"},
	})
}

func (t *Texts) saveTranslation(e *core.RequestEvent, form saveForm) (text Text, err error) {
	language := languageOf(e)
	if language == English || !t.isOffered(string(language)) {
		return Text{}, errLanguageNotFound
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		text, err = t.change(tx, pageOf(e), language, form.Key, form.Version, func(c *change) error {
			if c.node.kind == List {
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
	of := func(text string) map[string]bool {
		names := map[string]bool{}
		for _, name := range placeholder.FindAllString(text, -1) {
			names[name] = true
		}
		return names
	}
	wanted, found := of(english), of(value)
	if maps.Equal(wanted, found) {
		return nil
	}
	for name := range wanted {
		if !found[name] {
			return invalid("The translation lacks " + name)
		}
	}
	return invalid("The translation has a placeholder that the English text does not have")
}
