package hooks_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/testapp"
)

// describedAPI is an app whose responses are checked against GET /api/openapi.json. A field or status that is not in
// the document fails the test.
type describedAPI struct {
	*testapp.App
	testing.TB
	*apiDocument
	// succeeded are the operations that have responded with success.
	succeeded map[string]bool
	visitors  int
}

// apiDocument is the parsed document. Tests that run in parallel share it.
type apiDocument struct {
	paths    map[string]map[string]apiOperation
	mu       sync.Mutex
	compiler *jsonschema.Compiler
}

type apiOperation struct {
	OperationID string                `json:"operationId"`
	Summary     string                `json:"summary"`
	Security    []map[string][]string `json:"security"`
	Parameters  []struct{ Name, In string }
	Responses   map[string]apiResponse `json:"responses"`
	RequestBody *apiResponse           `json:"requestBody"`
}

type apiResponse struct {
	Content map[string]struct{ Schema any } `json:"content"`
	Headers map[string]any                  `json:"headers"`
}

func newDescribedAPI(t *testing.T) *describedAPI {
	t.Helper()
	d := &describedAPI{
		App:         newAppBehindProxy(t),
		TB:          t,
		apiDocument: &apiDocument{compiler: jsonschema.NewCompiler()},
		succeeded:   map[string]bool{},
	}
	d.compiler.AssertFormat()
	response := d.Visitor().Get("/api/openapi.json")
	var document struct {
		Paths map[string]map[string]apiOperation
	}
	d.must(json.Unmarshal([]byte(response.Body), &document))
	d.paths = document.Paths
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(response.Body))
	d.must(err)
	closeObjects(schema)
	d.must(d.compiler.AddResource("openapi.json", schema))
	return d
}

// newAppBehindProxy returns an app that trusts the address in X-Forwarded-For, so that visitors can have their own.
func newAppBehindProxy(t *testing.T) *testapp.App {
	t.Helper()
	return testapp.New(t, testapp.WithConfig(func(c *config.Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}))
}

// closeObjects forbids properties that a schema does not list.
func closeObjects(node any) {
	switch node := node.(type) {
	case []any:
		for _, item := range node {
			closeObjects(item)
		}
	case map[string]any:
		for _, item := range node {
			closeObjects(item)
		}
		_, hasProperties := node["properties"].(map[string]any)
		if _, isSet := node["additionalProperties"]; hasProperties && !isSet && node["type"] == "object" {
			node["additionalProperties"] = false
		}
	}
}

func (d *describedAPI) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// visitor returns a visitor with their own address and so their own rate budget.
func (d *describedAPI) visitor() *testapp.Visitor { return d.atOwnAddress(d.Visitor()) }

func (d *describedAPI) atOwnAddress(v *testapp.Visitor) *testapp.Visitor {
	d.visitors++
	v.Header.Set("X-Forwarded-For", fmt.Sprintf("10.0.%d.%d", d.visitors>>8, d.visitors&255))
	return v
}

// call sends a request to a route, such as "GET /api/audit/{id}", with the values of its parameters, and checks the
// response against the document. The last argument is the body, or a query that starts with "?".
func (d *describedAPI) call(v *testapp.Visitor, route string, arguments ...any) testapp.Response {
	d.Helper()
	method, path, _ := strings.Cut(route, " ")
	address, query := path, ""
	var body any
	for _, argument := range arguments {
		text, isText := argument.(string)
		switch {
		case isText && strings.HasPrefix(text, "?"):
			query = text
		case isText:
			from, to := strings.Index(address, "{"), strings.Index(address, "}")
			address = address[:from] + text + address[to+1:]
		default:
			body = argument
		}
	}
	response := v.Send(method, address+query, body)
	d.check(route, response)
	return response
}

// succeed is like call, but the request must succeed, and the document must allow its body.
func (d *describedAPI) succeed(v *testapp.Visitor, route string, arguments ...any) testapp.Response {
	d.Helper()
	response := d.call(v, route, arguments...)
	if response.Status >= 300 {
		d.Fatalf("%s: status = %d, want success; the route may need a fixture in endpoints_*_test.go: %s", route, response.Status, response.Body)
	}
	if body, isForm := lastOf(arguments).(map[string]any); isForm {
		content, err := json.Marshal(body)
		d.must(err)
		d.validate(route, string(content), "requestBody", "content", "application/json", "schema")
	}
	d.succeeded[route] = true
	return response
}

func lastOf(list []any) any {
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

func (d *describedAPI) check(route string, response testapp.Response) {
	d.Helper()
	method, path, _ := strings.Cut(route, " ")
	operation := d.paths[strings.ReplaceAll(path, "...}", "}")][strings.ToLower(method)]
	status := strconv.Itoa(response.Status)
	if response.Status >= 500 {
		status = "5XX"
	}
	documented, ok := operation.Responses[status]
	if !ok {
		d.Errorf("%s: status %d is not documented: %s", route, response.Status, response.Body)
		return
	}
	for name := range documented.Headers {
		if response.Header.Get(name) == "" {
			d.Errorf("%s: no %s", route, name)
		}
	}
	if response.Body == "" {
		if len(documented.Content) > 0 {
			d.Errorf("%s: an empty body with status %d", route, response.Status)
		}
		return
	}
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if _, ok := documented.Content[media]; !ok {
		d.Errorf("%s: content type %s of status %d is not documented", route, media, response.Status)
		return
	}
	if media == "application/json" {
		d.validate(route, response.Body, "responses", status, "content", media, "schema")
	}
}

// validate checks a JSON text against a schema of an operation.
func (d *describedAPI) validate(route, text string, where ...string) {
	d.Helper()
	method, path, _ := strings.Cut(route, " ")
	pointer := ""
	for _, token := range append([]string{"paths", path, strings.ToLower(method)}, where...) {
		pointer += "/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(token))
	}
	d.mu.Lock()
	schema, err := d.compiler.Compile("openapi.json#" + pointer)
	d.mu.Unlock()
	d.must(err)
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	d.must(err)
	if err := schema.Validate(value); err != nil {
		d.Errorf("%s: %v\n%s", route, err, text)
	}
}

func TestTheDocumentIsServedWithAnETag(t *testing.T) {
	t.Parallel()
	d := newDescribedAPI(t)
	visitor := d.visitor()
	first := d.succeed(visitor, "GET /api/openapi.json")
	if first.JSON["openapi"] != "3.1.0" || first.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("openapi = %v, header = %v", first.JSON["openapi"], first.Header)
	}
	visitor.Header.Set("If-None-Match", first.Header.Get("ETag"))
	if again := d.call(visitor, "GET /api/openapi.json"); again.Status != http.StatusNotModified || again.Body != "" {
		t.Errorf("status = %d, want 304: %s", again.Status, again.Body)
	}
}

func TestEveryRouteIsDescribed(t *testing.T) {
	t.Parallel()
	d := newDescribedAPI(t)
	ids := map[string]string{}
	for _, route := range d.Routes() {
		name := route.Method + " " + route.Path
		operation, ok := d.paths[strings.ReplaceAll(route.Path, "...}", "}")][strings.ToLower(route.Method)]
		if !ok || operation.Summary == "" || len(operation.Responses) < 2 {
			t.Errorf("%s is not described", name)
		}
		if other, taken := ids[operation.OperationID]; taken {
			t.Errorf("%s and %s are both called %s", name, other, operation.OperationID)
		}
		ids[operation.OperationID] = name
	}
}

// Callers without access and requests without the required data are refused as the document describes.
func TestRefusalsMatchTheDocument(t *testing.T) {
	t.Parallel()
	d := newDescribedAPI(t)
	callers := map[string]func() *testapp.Visitor{
		"a visitor": d.visitor,
		"a user":    func() *testapp.Visitor { return d.atOwnAddress(d.SignedIn("users", nil)) },
		"an admin": func() *testapp.Visitor {
			return d.atOwnAddress(d.SignedIn("admins", nil))
		},
	}
	for kind, visitor := range callers {
		caller := visitor()
		for _, route := range d.Routes() {
			name := route.Method + " " + route.Path
			if strings.HasPrefix(route.Path, "/{") || name == "POST /api/admin/backups" { // this app has no pages
				continue
			}
			var arguments []any
			for range strings.Count(route.Path, "{") {
				arguments = append(arguments, "unknownrecord00")
			}
			if route.Method != http.MethodGet {
				arguments = append(arguments, map[string]any{})
			}
			response := d.call(caller, name, arguments...)
			_, isOpen := d.operation(name).Responses["401"]
			if kind == "a visitor" && response.Status == http.StatusUnauthorized && !isOpen {
				t.Errorf("%s: status = %d without a documented 401", name, response.Status)
			}
			if endsSession(name) {
				caller = visitor()
			}
		}
	}
	visitor := d.visitor()
	visitor.Header.Set("Content-Type", "text/plain")
	d.expectStatus(d.call(visitor, "POST /api/login", bytes.Repeat([]byte("a"), 16)), http.StatusUnsupportedMediaType)
	d.expectStatus(d.call(d.visitor(), "POST /api/login", bytes.Repeat([]byte("a"), 16<<10)),
		http.StatusRequestEntityTooLarge)
	member := d.atOwnAddress(d.SignedIn("users", nil))
	for route, status := range map[string]int{
		"GET /api/user/portrait":          http.StatusNotFound,
		"DELETE /api/passkeys/{id}":       http.StatusNotFound,
		"DELETE /api/user/sessions/{id}":  http.StatusNotFound,
		"POST /api/confirm-email":         http.StatusBadRequest,
		"POST /api/passkeys/login/finish": http.StatusBadRequest,
	} {
		arguments := []any{map[string]any{"token": "unknown", "password": testapp.Password}}
		if strings.Contains(route, "{") {
			arguments = append([]any{"unknownrecord00"}, arguments...)
		}
		d.expectStatus(d.call(member, route, arguments...), status)
	}
	d.succeed(member, "PUT /api/user/email-preferences", map[string]any{"topics": []any{"news"}})
	d.expectStatus(d.call(member, "PUT /api/user/email-preferences",
		map[string]any{"topics": []any{"news", "events"}}), http.StatusConflict)
	d.expectStatus(d.call(d.visitor(), "POST /api/login",
		map[string]any{"email": "asha@example.com", "password": "wrong"}), http.StatusUnauthorized)
	crossSite := d.visitor()
	crossSite.Header.Set("Sec-Fetch-Site", "cross-site")
	d.expectStatus(d.call(crossSite, "POST /api/login", map[string]any{}), http.StatusForbidden)
	requireLocks(t, d.App)
}

func (d *describedAPI) operation(route string) apiOperation {
	method, path, _ := strings.Cut(route, " ")
	return d.paths[path][strings.ToLower(method)]
}

func (d *describedAPI) expectStatus(response testapp.Response, status int) {
	d.Helper()
	if response.Status != status {
		d.Errorf("status = %d, want %d: %s", response.Status, status, response.Body)
	}
}

var guideRoute = regexp.MustCompile(`(?:\b(GET|POST|PUT|DELETE) |\$SITE)(/api/[\w./{}-]+)`)

// docs/api.md may name only routes of the table and PocketBase's superuser sign-in.
func TestTheGuideNamesRoutesThatExist(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"/api/collections/_superusers/auth-with-password": true}
	for _, route := range testapp.New(t).Routes() {
		known[route.Path], known[route.Method+" "+route.Path] = true, true
	}
	found := guideRoute.FindAllStringSubmatch(string(guide), -1)
	if len(found) < 15 {
		t.Errorf("the guide names %d routes", len(found))
	}
	for _, match := range found {
		if name := strings.TrimSpace(match[1] + " " + match[2]); !known[name] {
			t.Errorf("docs/api.md names %s, which is not a route", name)
		}
	}
}
