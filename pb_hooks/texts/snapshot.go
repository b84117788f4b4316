package texts

import (
	"maps"
	"regexp"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/images"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/markdown"
	"boardcircle/pb_hooks/modules/boardseats"
	"boardcircle/pb_hooks/settings"
)

// Content has the texts of a page as visitors see them. The keys do not have the page's name.
type Content struct {
	Page     Page     `json:"page"`
	Language Language `json:"language"`
	// Texts has plain texts, rich texts as safe HTML, the names of screens, and "true" or "false" for sections.
	Texts map[string]string `json:"texts"`
	// Untranslated has the keys of the texts that are in English, because they have no translation.
	Untranslated []string `json:"untranslated,omitempty"`
	// Images has the pictures that are set.
	Images map[string]ShownImage `json:"images"`
	// Lists has the ids of the items in their order.
	Lists map[string][]string `json:"lists"`
}

// snapshot is a page with its rows.
type snapshot struct {
	page              Page
	language          Language
	tree, translation *node
	rows              rows
	// english are the rows in English. If the language is English, rows and english are the same map.
	english rows
}

// read returns a page, or errPageNotFound.
func (t *Texts) read(app core.App, page Page, language Language) (*snapshot, error) {
	languages := t.pages[page]
	if languages == nil {
		return nil, errPageNotFound
	}
	s := &snapshot{page: page, language: language, tree: languages[English], translation: languages[language]}
	var err error
	if s.english, err = listRows(app, page, English); err != nil {
		return nil, err
	}
	s.rows = s.english
	if language != English {
		s.rows, err = listRows(app, page, language)
	}
	return s, err
}

// builtInTranslation returns the translation of a text in the language's file, or nil if it is missing or empty.
func (s *snapshot) builtInTranslation(path string, n *node) *node {
	if s.language == English || n.kind.isShared() {
		return nil
	}
	translated := s.translation.find(path)
	if translated == nil || translated.kind != n.kind || translated.isEmpty() {
		return nil
	}
	return translated
}

// builtIn returns the built-in value of a text: the English value if the language's file has no translation.
func (s *snapshot) builtIn(path string, n *node) string {
	if translated := s.builtInTranslation(path, n); translated != nil {
		return translated.value
	}
	return n.value
}

// row returns the row of a text, or nil.
func (s *snapshot) row(path string, n *node) *textRecord {
	if n.kind.isShared() {
		return s.english[s.key(path)]
	}
	return s.rows[s.key(path)]
}

func (s *snapshot) key(path string) string { return string(s.page) + "." + path }

// value returns a text as it is published, or its draft if withDrafts is true and there is one.
func (s *snapshot) value(path string, n *node, withDrafts bool) string {
	row := s.row(path, n)
	if row != nil && withDrafts && row.hasDraft() {
		return row.draft()
	}
	if row != nil && row.isPublished() {
		return row.published()
	}
	if s.language != English && !n.kind.isShared() && s.builtInTranslation(path, n) == nil {
		return s.englishValue(path, n)
	}
	return s.builtIn(path, n)
}

// englishValue returns a text as it is published in English.
func (s *snapshot) englishValue(path string, n *node) string {
	if english := s.english[s.key(path)]; english != nil && english.isPublished() {
		return english.published()
	}
	return n.value
}

// isTranslated reports whether a text has a translation in the language of the page.
func (s *snapshot) isTranslated(path string, n *node) bool {
	if n.kind.isShared() {
		return false
	}
	row := s.rows[s.key(path)]
	return row != nil && row.isPublished() || s.builtInTranslation(path, n) != nil
}

// isStale reports whether the English text has changed since a text was translated.
func (s *snapshot) isStale(path string, n *node) bool {
	if !s.isTranslated(path, n) {
		return false
	}
	return s.translatedFrom(path, n) != s.englishValue(path, n)
}

// view renders a snapshot for visitors, or with drafts for editors.
type view struct {
	*snapshot
	texts *Texts
	facts facts
	// englishFacts are the facts in English, for texts without a translation.
	englishFacts     facts
	isPictureAllowed func(address string) bool
	// pictures has the pictures of the library that the page shows, by their address.
	pictures map[string]images.Served
	// withDrafts shows drafts instead of published texts.
	withDrafts bool
}

// Content returns the texts of a page for visitors, or with the drafts.
func (t *Texts) Content(app core.App, page Page, language Language, withDrafts bool) (Content, error) {
	s, err := t.read(app, page, language)
	if err != nil {
		return Content{}, err
	}
	return t.contentOf(app, s, withDrafts)
}

// contentOf returns the texts of a snapshot as visitors see them.
func (t *Texts) contentOf(app core.App, s *snapshot, withDrafts bool) (content Content, err error) {
	v := view{snapshot: s, texts: t, withDrafts: withDrafts}
	if v.facts, err = t.readFacts(app, s.language); err != nil {
		return Content{}, err
	}
	if v.englishFacts, err = t.readFacts(app, English); err != nil {
		return Content{}, err
	}
	if s.mentionsCounted(withDrafts) {
		counted, err := boardseats.Count(app, t.Clock())
		if err != nil {
			return Content{}, err
		}
		v.facts.addCounted(counted)
		v.englishFacts.addCounted(counted)
	}
	current, err := settings.Read(app)
	if err != nil {
		return Content{}, err
	}
	v.isPictureAllowed = current.ShowsPicture
	if v.pictures, err = t.findServed(app, s, withDrafts); err != nil {
		return Content{}, err
	}
	content = newContent(s.page, s.language)
	v.add(&content, "", s.tree)
	return content, nil
}

func newContent(page Page, language Language) Content {
	return Content{Page: page, Language: language, Texts: map[string]string{}, Images: map[string]ShownImage{},
		Lists: map[string][]string{}}
}

// add adds a part of the page. It reports whether a text has become empty because a fact has no value.
func (v view) add(to *Content, path string, n *node) (isEmptied bool) {
	switch n.kind {
	case Plain:
		value := v.value(path, n, v.withDrafts)
		to.Texts[path] = v.factsOf(path, n).fillPlain(value)
		v.markUntranslated(to, path, n)
		return value != "" && to.Texts[path] == ""
	case Rich:
		value := v.value(path, n, v.withDrafts)
		filled := v.factsOf(path, n).fillRich(value)
		to.Texts[path] = v.localise(markdown.Render(filled, topHeading, v.isPictureAllowed))
		v.markUntranslated(to, path, n)
		return value != "" && filled == ""
	case Picture:
		if image := imageOf(v.value(path, n, v.withDrafts)); image.Image != "" && v.isPictureAllowed(image.Image) {
			to.Images[path] = v.shownImage(image)
		}
	case List:
		v.addItems(to, path, n)
	case Screen, Switch:
		if value := v.value(path, n, v.withDrafts); value != "" {
			to.Texts[path] = value
		}
	default:
		isOff := !v.withDrafts && v.isOff(path, n)
		for _, c := range n.children {
			if isOff && (c.node.kind == List || slices.Contains(sectionTexts, c.name)) {
				continue
			}
			isEmptied = v.add(to, join(path, c.name), c.node) || isEmptied
		}
	}
	return isEmptied
}

// isOff reports whether the switch of a group, or that of its heading, is off. Visitors then get neither the texts of
// its section nor its lists. Other labels of the group, such as those of the footer, may be used elsewhere.
func (s *snapshot) isOff(path string, n *node) bool {
	for _, name := range []string{switchField, headingSwitch} {
		if c := n.find(name); c != nil && c.kind == Switch && s.value(join(path, name), c, false) == "false" {
			return true
		}
	}
	return false
}

// isInEnglish reports whether a text is shown in English because it has no translation.
func (v view) isInEnglish(path string, n *node) bool {
	row := v.row(path, n)
	hasDraft := v.withDrafts && row != nil && row.hasDraft()
	return v.language != English && !hasDraft && !v.isTranslated(path, n)
}

func (v view) factsOf(path string, n *node) facts {
	if v.isInEnglish(path, n) {
		return v.englishFacts
	}
	return v.facts
}

func (v view) markUntranslated(to *Content, path string, n *node) {
	if to.Texts[path] != "" && v.isInEnglish(path, n) {
		to.Untranslated = append(to.Untranslated, path)
	}
}

// ownLink matches a link to a page of this site.
var ownLink = regexp.MustCompile(`<a href="(/[^/"?#][^"?#]*|/)([^"]*)"`)

// localise adds the language to the links of a rich text that lead to pages of this site.
func (v view) localise(html string) string {
	if v.language == English {
		return html
	}
	return ownLink.ReplaceAllStringFunc(html, func(found string) string {
		parts := ownLink.FindStringSubmatch(found)
		if len(v.texts.Of(parts[1])) == 1 { // the page is only in English
			return found
		}
		return `<a href="` + languages.AddressIn(string(v.language), parts[1]) + parts[2] + `"`
	})
}

// topHeading is the highest level of a heading within a rich text, below the heading of a card.
const topHeading = 4

// addItems adds the items that are not hidden. An item whose text has become empty is omitted for visitors.
func (v view) addItems(to *Content, path string, n *node) {
	ids := []string{}
	for _, item := range orderOf(v.value(path, n, v.withDrafts)) {
		part := newContent(v.page, v.language)
		isEmptied := v.add(&part, join(path, item.ID), n.child(item.ID))
		if bool(item.IsHidden) || isEmptied && !v.withDrafts {
			continue
		}
		ids = append(ids, item.ID)
		maps.Copy(to.Texts, part.Texts)
		to.Untranslated = append(to.Untranslated, part.Untranslated...)
		maps.Copy(to.Images, part.Images)
		maps.Copy(to.Lists, part.Lists)
	}
	to.Lists[path] = ids
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

const tag = "texts"

// languageQuery describes the query parameter of a language.
var languageQuery = []httpx.Parameter{{
	Name: "lang", Options: Language("").Values(),
	Description: "The language. The default is English, which is also sent for texts without a translation.",
}}

// languageOf returns the language of a request. An unknown language counts as English.
func languageOf(e *core.RequestEvent) Language {
	if wanted := e.Request.URL.Query().Get("lang"); slices.Contains(languages.Codes(), wanted) {
		return Language(wanted)
	}
	return English
}

func pageOf(e *core.RequestEvent) Page { return Page(e.Request.PathValue("page")) }

// GetPublic is GET /api/site/texts/{page}.
func (t *Texts) GetPublic() httpx.Endpoint {
	return httpx.CachedOr(t.getPublic, httpx.Doc{
		Tag: tag, Summary: "Get the texts of a public page",
		Description: "Rich texts are safe HTML. Hidden items are omitted. The page “site” has the texts of the " +
			"header and the footer.",
		Query: languageQuery, Errors: []*apperr.Error{errPageNotFound},
	})
}

func (t *Texts) getPublic(e *core.RequestEvent) (Content, *httpx.JSONAnswer, error) {
	page, language := pageOf(e), languageOf(e)
	cached := t.public[pageLanguage{page, language}]
	if cached == nil {
		return Content{}, nil, errPageNotFound
	}
	answer, err := cached.Get(func() (any, error) { return t.Content(e.App, page, language, false) })
	return Content{}, answer, apperr.Fail(readFailed, err)
}
