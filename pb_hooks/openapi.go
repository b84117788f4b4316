package hooks

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/openapi"
)

const apiDescription = "Boardcircle's own routes. Bodies are JSON. Unknown keys are ignored, and texts are trimmed " +
	"before they are checked. Errors have the form of PocketBase's errors. Amounts of money are texts in major " +
	"units, and times are RFC 3339 in UTC."

// GetOpenAPI is GET /api/openapi.json. It builds the document at the first request, because most runs of the program
// never serve it.
func (a *App) GetOpenAPI() httpx.Endpoint {
	return httpx.CachedOr(func(*core.RequestEvent) (map[string]any, *httpx.JSONAnswer, error) {
		answer, err := a.openAPI.Get(func() (any, error) { return a.OpenAPI() })
		return nil, answer, err
	}, httpx.Doc{
		Tag: "site", Summary: "Read this document",
	})
}

// OpenAPI returns the document that describes the route table. It uses no dependencies of the features.
func (a *App) OpenAPI() (*openapi.Document, error) {
	return openapi.Describe(openapi.Info{Title: "Boardcircle", Version: "1", Description: apiDescription},
		a.opts.Config.SiteURL, a.Routes(), signin.ReauthenticateForm{}.Rules())
}
