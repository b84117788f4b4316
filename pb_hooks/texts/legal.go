package texts

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

// The legal pages have versions: whenever what visitors see has changed, by a publication, a setting or a release, the
// whole document is stored with the time from which it applies. So the document that a person agreed to can always be
// shown. Only English is stored, because translations are not binding.

// legalPages are the pages with versions.
var legalPages = []Page{"terms", "privacy", "refund"}

// firstApplies is when the documents of the first release began to apply, at midnight in India.
var firstApplies = time.Date(2026, 11, 25, 18, 30, 0, 0, time.UTC)

var errLegalNotFound = apperr.NotFound("legal-version-not-found", "This version was not found.")

// Legal has the versions of a legal page, newest first. The first version is in force.
type Legal struct {
	Page     Page           `json:"page"`
	Versions []LegalVersion `json:"versions"`
}

// LegalVersion is when a version of a legal page began to apply.
type LegalVersion struct {
	ID          string     `json:"id"`
	AppliesFrom httpx.Time `json:"appliesFrom"`
}

// LegalDocument is a version of a legal page with its texts.
type LegalDocument struct {
	LegalVersion
	Texts Content `json:"texts"`
}

// recordLegal stores the legal pages that have changed since their last version.
func (t *Texts) recordLegal(app core.App) error {
	for _, page := range legalPages {
		if t.pages[page] == nil {
			continue
		}
		content, err := t.Content(app, page, English, false)
		if err != nil {
			return err
		}
		// People do not agree to the title for search engines.
		maps.DeleteFunc(content.Texts, func(key, _ string) bool { return strings.HasPrefix(key, "head.") })
		maps.DeleteFunc(content.Images, func(key string, _ ShownImage) bool { return strings.HasPrefix(key, "head.") })
		if err := t.saveLegalVersion(app, page, encode(content)); err != nil {
			return err
		}
	}
	return nil
}

// Legal returns the versions of a legal page, or errPageNotFound.
func (t *Texts) Legal(app core.App, page Page) (Legal, error) {
	legal := Legal{Page: page, Versions: []LegalVersion{}}
	if !slices.Contains(legalPages, page) {
		return legal, errPageNotFound
	}
	records, err := listLegalVersions(app, page)
	for _, r := range records {
		legal.Versions = append(legal.Versions, r.version())
	}
	if len(records) == 0 { // the first version is stored within a minute
		legal.Versions = append(legal.Versions, LegalVersion{AppliesFrom: httpx.TimeOf(firstApplies)})
	}
	return legal, err
}

// LegalOf returns the versions of the legal page at a path, or nil for another page.
func (t *Texts) LegalOf(app core.App, path string) (*Legal, error) {
	for _, page := range t.Of(path) {
		if slices.Contains(legalPages, page) {
			legal, err := t.Legal(app, page)
			return &legal, err
		}
	}
	return nil, nil
}

// ListLegal is GET /api/site/legal/{page}.
func (t *Texts) ListLegal() httpx.Endpoint {
	return httpx.Get(func(e *core.RequestEvent) (Legal, error) {
		legal, err := t.Legal(e.App, pageOf(e))
		return legal, apperr.Fail(readFailed, err)
	}, httpx.Doc{
		Tag: tag, Summary: "List the versions of a legal page",
		Description: "The newest version is first. It is in force. The pages are terms, privacy and refund.",
		Errors:      []*apperr.Error{errPageNotFound},
	})
}

// GetLegal is GET /api/site/legal/{page}/{id}.
func (t *Texts) GetLegal() httpx.Endpoint {
	return httpx.Get(t.getLegal, httpx.Doc{
		Tag: tag, Summary: "Get a version of a legal page",
		Description: "Shows what a person agreed to, as it was then.", Errors: []*apperr.Error{errLegalNotFound},
	})
}

func (t *Texts) getLegal(e *core.RequestEvent) (document LegalDocument, err error) {
	record, err := findLegalVersion(e.App, pageOf(e), e.Request.PathValue("id"))
	if err == nil {
		document.LegalVersion = record.version()
		err = json.Unmarshal([]byte(record.value()), &document.Texts)
	}
	return document, apperr.Fail(readFailed, err)
}
