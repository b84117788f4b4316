package texts

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

const tag = "texts"

// languageQuery describes the query parameter of a language.
var languageQuery = []httpx.Parameter{{
	Name: "lang", Options: Language("").Values(),
	Description: "The language. The default is English, which is also sent for texts without a translation.",
}}

// languageOf returns the language of a request. An unknown language counts as English.
func languageOf(e *core.RequestEvent) Language {
	if wanted := e.Request.URL.Query().Get("lang"); slices.Contains(Language("").Values(), wanted) {
		return Language(wanted)
	}
	return English
}

func pageOf(e *core.RequestEvent) Page { return Page(e.Request.PathValue("page")) }

// GetPublic is GET /api/site/texts/{page}.
func (t *Texts) GetPublic() httpx.Endpoint {
	return httpx.CachedOr(t.getPublic, httpx.Doc{
		Tag: tag, Summary: "Get the texts of a public page",
		Description: "Rich texts are safe HTML. Hidden items are omitted. The page “site” has the texts of the header " +
			"and the footer.",
		Query: languageQuery, Errors: []*apperr.Error{errPageNotFound},
	})
}

func (t *Texts) getPublic(e *core.RequestEvent) (Public, *httpx.JSONAnswer, error) {
	page, language := pageOf(e), languageOf(e)
	cached := t.public[publicKey{page, language}]
	if cached == nil {
		return Public{}, nil, errPageNotFound
	}
	answer, err := cached.Get(func() (any, error) { return t.Public(e.App, page, language, false) })
	return Public{}, answer, apperr.Fail(readFailed, err)
}
