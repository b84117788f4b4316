package hooks

import (
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/openapi"
	"boardcircle/pb_hooks/settings"
)

const apiDescription = "Boardcircle's own routes. Bodies are JSON. Unknown keys are ignored, and texts are trimmed " +
	"before they are checked. Errors have the form of PocketBase's errors. Amounts of money are texts in major " +
	"units, and times are RFC 3339 in UTC."

// GetOpenAPI is GET /api/openapi.json, without the routes of modules that are off. It builds the document at the first
// request after a change of the settings, because most runs of the program never serve it.
func (a *App) GetOpenAPI() httpx.Endpoint {
	return httpx.CachedOr(func(*core.RequestEvent) (map[string]any, *httpx.JSONAnswer, error) {
		answer, err := a.openAPI.Get(func() (any, error) {
			on, err := settings.ReadModules(a.app)
			if err != nil {
				return nil, err
			}
			return a.OpenAPI(on)
		})
		return nil, answer, err
	}, httpx.Doc{
		Tag: "site", Summary: "Read this document",
	})
}

// OpenAPI returns the document that describes the routes of the core and of some modules. It uses no dependencies of the
// features.
func (a *App) OpenAPI(on modules.Set) (*openapi.Document, error) {
	routes := slices.DeleteFunc(a.Routes(), func(r httpx.Route) bool { return !on.HasAny(r.Modules()...) })
	return openapi.Describe(openapi.Info{Title: "Boardcircle", Version: "1", Description: apiDescription},
		a.opts.Config.SiteURL, routes, signin.ReauthenticateForm{}.Rules())
}
