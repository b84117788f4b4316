// Package texts has every text of the public pages. The built-in texts are in the files builtin/{page}.{language}.json.
// An editor changes a text where the page shows it:
//
//	built-in ──save──> draft ──publish──> published ──save──> draft, and the published text stays until the next publish
//	                   draft ──publish at a time──> scheduled ──its minute──> published
//	                   draft ──discard──> what was published before
//
// A text has a key: its page and its path in the file, such as landing.hero.title. In a list, the path has the item's
// id: landing.faq.cards.how-much-time.answer. The key of a list has the order of its items as its value.
//
// Each write increases the version of the text and names the version that it replaces, so two editors never overwrite
// each other silently. The history has a row for each publication. Drafts that an editor saves within 30 minutes share
// one row.
//
// Where to find what:
//
//	builtin.go    the built-in files and the kinds of texts
//	addresses.go  which address shows which texts; preview.go: links that show drafts to a colleague
//	snapshot.go   a page with what was changed, as visitors see it, and its route
//	facts.go      the facts that texts refer to; coverage.go: what the office sees of all texts
//	admin.go      reading and saving drafts, and who edits now; values.go: the rules of each kind of value, and pictures
//	publish.go    publishing, scheduling and discarding drafts
//	history.go    earlier versions and their restoration; legal.go: the versions of the legal pages
//	translations.go  the languages, missing and stale translations, and saving a translation
//	sections.go   the content sections of the API, a view of the texts
package texts

import (
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
)

// Page is a page whose texts can be edited. Site has the texts that all pages share.
type Page string

// The pages that other code names.
const (
	Site    Page = "site"
	Landing Page = "landing"
)

const (
	// mergeWindow is how long the saves of one editor count as one version.
	mergeWindow = 30 * time.Minute
	maxVersions = 50
	previewTTL  = 7 * 24 * time.Hour
	undoTime    = 10 * time.Minute
)

// Errors for the client.
var (
	errPageNotFound    = apperr.NotFound("page-not-found", "This page has no texts.")
	errTextNotFound    = apperr.NotFound("text-not-found", "This text was not found.")
	errSectionNotFound = apperr.NotFound("section-not-found", "This content section was not found.")
	errVersionNotFound = apperr.NotFound("version-not-found", "This version was not found.")
)

const (
	readFailed = "The texts could not be read. Please try again."
	saveFailed = "The text could not be saved. Please try again."
)

// Texts has the HTTP handlers for the texts of the public pages.
type Texts struct {
	Deps
	app   core.App
	pages catalogue
	// offered are the languages that visitors can choose, English first.
	offered []languages.Language

	// public caches the answers for visitors.
	public map[pageLanguage]*httpx.CachedJSON

	// activeSections caches the content sections for visitors.
	activeSections httpx.CachedJSON
}

// pageLanguage is a page in a language.
type pageLanguage struct {
	Page     Page     `db:"page"`
	Language Language `db:"language"`
}

// Deps are the arguments of New.
type Deps struct {
	Audit *audit.Log
	// Site has the name and the contacts, unless the settings have others.
	Site config.Site
	// SiteURL is the start of the links to previews.
	SiteURL string
	Clock   clock.Clock
	// Pictures finds the pictures of the library.
	Pictures FindPictures
}

// New reads the built-in texts.
func New(app core.App, deps Deps) (*Texts, error) {
	pages, err := loadCatalogue(builtInFiles)
	if err != nil {
		return nil, err
	}
	t := &Texts{Deps: deps, app: app, pages: pages, offered: pages.offered(),
		public: map[pageLanguage]*httpx.CachedJSON{}}
	for page := range pages {
		for _, language := range Language("").Values() {
			t.public[pageLanguage{page, Language(language)}] = &httpx.CachedJSON{}
		}
	}
	t.OnChange(t.activeSections.Invalidate)
	t.OnChange(t.Refresh)
	return t, nil
}

// Refresh clears the cached texts. Call it when the settings or the plans on sale change, and at midnight, because the
// facts in the texts depend on them.
func (t *Texts) Refresh() {
	for _, cached := range t.public {
		cached.Invalidate()
	}
}

// OnChange calls do after each change of a text, in the editor or in PocketBase's dashboard, and after each new version
// of a legal page.
func (t *Texts) OnChange(do func()) {
	changed := func(e *core.RecordEvent) error {
		do()
		return e.Next()
	}
	t.app.OnRecordAfterCreateSuccess(textsCollection).BindFunc(changed)
	t.app.OnRecordAfterUpdateSuccess(textsCollection).BindFunc(changed)
	t.app.OnRecordAfterDeleteSuccess(textsCollection).BindFunc(changed)
	t.app.OnRecordAfterCreateSuccess(legalCollection).BindFunc(changed) // the page shows the date
}
