package hooks_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/idempotency"
	"boardcircle/pb_hooks/internal/testapp"
)

// badBytes are a NUL and invalid UTF-8, as they are written in a path, in a query and in a string of a JSON body.
var badBytes = []struct{ address, json string }{
	{"%00", `\u0000`}, {"%ff", "\xff"}, {"%C3%28", "\xc3("}, {"", `\ud800`},
}

// sendBadBytes calls a route with bad bytes in each parameter of its path, each parameter of its query and each text of
// its body. The server must not fail. The route may refuse them or replace them.
func (d *describedAPI) sendBadBytes(c call, route httpx.Route) {
	d.Helper()
	body, err := json.Marshal(exampleOf(route, c))
	d.must(err)
	isJSON := route.Method != http.MethodGet && !route.IsUpload() && string(body) != "{}"
	send := func(what, path string, body []byte) {
		d.Helper()
		var sent any
		if isJSON {
			sent = body
		}
		d.atOwnAddress(c.caller)
		if route.TakesKey() {
			c.caller.Header.Set(idempotency.Header, rand.Text())
		}
		if answer := c.caller.Send(route.Method, path, sent); answer.Status >= http.StatusInternalServerError {
			d.Errorf("%s %s with bad bytes in %s: status = %d: %s", route.Method, path, what, answer.Status, answer.Body)
		}
	}
	path := func(parameters []string) string {
		path := route.Path
		for _, parameter := range parameters {
			from, to := strings.Index(path, "{"), strings.Index(path, "}")
			path = path[:from] + parameter + path[to+1:]
		}
		return path
	}
	valid := path(c.parameters) + c.query
	for _, bad := range badBytes {
		if bad.address != "" {
			for i := range c.parameters {
				for _, value := range []string{bad.address, c.parameters[i] + bad.address} {
					parameters := slices.Clone(c.parameters)
					parameters[i] = value
					send("the path", path(parameters)+c.query, body)
				}
			}
			_, query, _ := strings.Cut(c.query, "?")
			for _, name := range d.queryParameters(route) {
				values, err := url.ParseQuery(query)
				d.must(err)
				values.Del(name)
				send("the query", path(c.parameters)+"?"+values.Encode()+"&"+name+"=a"+bad.address, body)
			}
		}
		if isJSON {
			for _, hostile := range withBadTexts(body, bad.json) {
				send("the body", valid, hostile)
			}
		}
	}
}

// exampleOf returns the body of a call.
func exampleOf(route httpx.Route, c call) fields {
	arguments := arguments(route, c)
	body, _ := lastOf(arguments).(fields)
	return maps.Clone(body)
}

// queryParameters returns the names of the parameters in the query of a route.
func (d *describedAPI) queryParameters(route httpx.Route) (names []string) {
	path := strings.ReplaceAll(route.Path, "...}", "}")
	for _, parameter := range d.paths[path][strings.ToLower(route.Method)].Parameters {
		if parameter.In == "query" {
			names = append(names, parameter.Name)
		}
	}
	return names
}

// withBadTexts returns copies of a JSON document, each with bad bytes at the end of one of its texts or names.
func withBadTexts(document []byte, bad string) (copies [][]byte) {
	decoder := json.NewDecoder(bytes.NewReader(document))
	for {
		token, err := decoder.Token()
		if err != nil {
			return copies
		}
		if _, isText := token.(string); isText {
			end := decoder.InputOffset() - 1 // the closing quotation mark
			copies = append(copies, slices.Concat(document[:end], []byte(bad), document[end:]))
		}
	}
}

// The routes that sendBadBytes does not reach: pages, a redirect, and PocketBase's own.
func TestBadBytesInAnyAddressAreNoFaultOfTheServer(t *testing.T) {
	t.Parallel()
	app := newAppBehindProxy(t)
	callers := []*testapp.Visitor{app.Visitor(), app.SignedInAs(app.CreateMember(nil)), app.SignedIn(httpx.Admins, nil),
		app.SignedIn("_superusers", nil)}
	for i, caller := range callers {
		for _, bad := range badBytes[:3] {
			for _, address := range []string{
				"/BAD", "/hi/BAD", "/sessions/BAD", "/?preview=BAD", "/?lang=BAD", "/circle/BAD", "/admin/BAD", "/assets/BAD.js",
				"/events/BAD/join", "/api/BAD", "/api/files/images/BAD/BAD.png?token=BAD&thumb=BAD", "/_/BAD",
				"/api/collections/BAD", "/api/collections/BAD/records", "/api/collections/users/records/BAD",
				"/api/collections/users/records?filter=name='BAD'&sort=BAD&page=BAD", "/api/backups/BAD?token=BAD",
				"/api/logs/BAD", "/api/crons/BAD",
			} {
				address = strings.ReplaceAll(address, "BAD", bad.address)
				for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPatch, http.MethodDelete} {
					if answer := caller.Send(method, address, fields{}); answer.Status >= http.StatusInternalServerError &&
						answer.Status != http.StatusServiceUnavailable { // this app has no web app
						t.Errorf("caller %d: %s %s: status = %d: %s", i, method, address, answer.Status, answer.Body)
					}
				}
			}
		}
	}
}
