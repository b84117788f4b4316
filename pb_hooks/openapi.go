package hooks

import (
	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/internal/openapi"
	"boardcircle/pb_hooks/internal/rules"
)

const apiDescription = "Boardcircle's own routes. Bodies are JSON; unknown keys are ignored, and texts are trimmed before they " +
	"are checked. Errors have PocketBase's shape. Money travels as text in major units, times as RFC 3339 in UTC."

// newOpenAPI returns the handler of GET /api/openapi.json.
func (a *App) newOpenAPI() *openapi.Handler { return openapi.NewHandler(a.OpenAPI) }

// OpenAPI returns the document that describes the route table. It uses no dependencies of the features.
func (a *App) OpenAPI() (map[string]any, error) {
	return openapi.Document(openapi.Info{
		Title: "Boardcircle", Version: "1", Description: apiDescription, ServerURL: a.opts.Config.SiteURL,
		Reauthentication: signin.ReauthenticateForm,
	}, a.Routes(), apiOperations)
}

// exportQuery returns the query parameters of a list's export, including the list's own filters.
func exportQuery(filters ...openapi.Parameter) []openapi.Parameter {
	return append([]openapi.Parameter{
		{Name: "format", Description: "CSV, or an Excel workbook.", Options: []string{"csv", "xlsx"}},
		{Name: "search", Description: "A text that the rows hold."},
		{Name: "sort", Description: "A field, or -field for the other way round."},
	}, filters...)
}

var sheetMedia = []string{"text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}

// reviewStep returns the body of one review step: its name, the version that the admin saw, and its own fields.
func reviewStep(name string, version rules.Field, fields rules.Form) rules.Form {
	return append(rules.Form{
		{Name: "step", Label: "Step", Kind: rules.Choice, Required: true, Options: []string{name}}, version,
	}, fields...)
}
