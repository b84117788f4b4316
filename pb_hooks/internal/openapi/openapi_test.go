package openapi

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
)

func TestAResponseThatJSONCannotEncodeIsAnError(t *testing.T) {
	t.Parallel()
	route := httpx.Route{Method: http.MethodGet, Path: "/api/user"}
	if _, err := Describe(Info{}, "", []httpx.Route{route}, nil); err != nil {
		t.Fatal(err)
	}
	route.Endpoint.Answer = reflect.TypeFor[chan int]()
	if _, err := Describe(Info{}, "", []httpx.Route{route}, nil); err == nil {
		t.Error("Describe accepted a response that JSON cannot encode")
	}
}

type emptyForm struct{}

func (emptyForm) Rules() rules.Form { return rules.Form{} }

func TestAnOperationHasTheSecurityAndTheStatusesOfItsRoute(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		route    httpx.Route
		endpoint httpx.Endpoint
		schemes  string
		statuses string
	}{
		{"a public route", httpx.Route{Method: "GET", Access: httpx.Public}, httpx.Endpoint{}, "[]", "204 5XX"},
		{"a list for admins", httpx.Route{Method: "GET", Access: httpx.Admin}, httpx.Endpoint{IsList: true, Answer: reflect.TypeFor[[]string]()},
			`[{"adminSession":[]},{"session":[]},{"token":[]}]`, "200 400 401 403 5XX"},
		{"a form with a rate", httpx.Route{Method: "POST", Access: httpx.User, Body: 1024, Rate: httpx.Orders},
			httpx.Endpoint{Request: reflect.TypeFor[emptyForm](), Answer: reflect.TypeFor[string](),
				Doc: httpx.Doc{Status: 201, Statuses: []int{409}}},
			`[{"session":[]},{"token":[]}]`, "201 400 401 403 409 413 415 429 5XX"},
		{"a page of members", httpx.Route{Method: "GET", Access: httpx.Member}, httpx.Endpoint{},
			`[{"session":[]},{"token":[]}]`, "204 401 403 5XX"},
		{"a record for visitors, with more for admins", httpx.Route{Method: "GET", Path: "/api/x/{id}", Access: httpx.PublicOrAdmin}, httpx.Endpoint{HasETag: true},
			`[{},{"adminSession":[]},{"session":[]},{"token":[]}]`, "204 304 404 5XX"},
		{"a webhook", httpx.Route{Method: "POST", Access: httpx.Webhook, Body: 1024}.WithoutKey("a test"), httpx.Endpoint{Doc: httpx.Doc{Scheme: BrevoToken}},
			`[{"brevoToken":[]}]`, "204 403 413 5XX"},
	} {
		b := &builder{schemas: map[string]*Schema{}}
		c.route.Endpoint = c.endpoint
		operation := b.operation(c.route)
		if schemes := toJSON(t, operation.Security); schemes != c.schemes {
			t.Errorf("%s: security %s, want %s", c.name, schemes, c.schemes)
		}
		if got := strings.Join(slices.Sorted(maps.Keys(operation.Responses)), " "); got != c.statuses {
			t.Errorf("%s: statuses %s, want %s", c.name, got, c.statuses)
		}
	}
}

func TestOperationIDs(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/api/user": "getUser", "/api/texts/{page}/history": "getTextsByPageHistory",
		"/api/recent-activity": "getRecentActivity", "/.well-known/security.txt": "getWellKnownSecurityTxt", "/{path...}": "getByPath",
	} {
		if got := operationID(httpx.Route{Method: "GET", Path: path}); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

type sample struct {
	embedded
	Name    string            `json:"name"`
	Flag    httpx.Bool        `json:"flag"`
	At      *httpx.Time       `json:"at"`
	Price   money.Amount      `json:"price"`
	Order   int               `json:"order,string"`
	Child   *sample           `json:"child,omitempty"`
	Tags    []string          `json:"tags,omitempty"`
	Notes   map[string]string `json:"notes"`
	Any     any               `json:"any"`
	Secret  string            `json:"-"`
	private string
}

type embedded struct {
	ID string `json:"id"`
}

func TestSchemasOfWireTypes(t *testing.T) {
	t.Parallel()
	b := &builder{schemas: map[string]*Schema{}}
	if ref := toJSON(t, b.schemaOf(reflect.TypeFor[[]sample]())); ref != `{"type":"array","items":{"$ref":"#/components/schemas/openapi.sample"}}` {
		t.Errorf("schema of []sample = %s", ref)
	}
	var got Schema
	decode(t, toJSON(t, b.schemas["openapi.sample"]), &got)
	var want Schema
	decode(t, `{
		"type": "object",
		"required": ["any", "at", "flag", "id", "name", "notes", "order", "price"],
		"properties": {
			"id": {"type": "string"}, "name": {"type": "string"}, "any": {},
			"flag": {"$ref": "#/components/schemas/Bool"}, "price": {"$ref": "#/components/schemas/Amount"},
			"at": {"anyOf": [{"$ref": "#/components/schemas/Time"}, {"type": "null"}]},
			"order": {"type": "string", "pattern": "^-?[0-9]+$"},
			"child": {"$ref": "#/components/schemas/openapi.sample"},
			"tags": {"type": "array", "items": {"type": "string"}},
			"notes": {"type": "object", "additionalProperties": {"type": "string"}}
		}
	}`, &want)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s\nwant\n%s", toJSON(t, got), toJSON(t, want))
	}
	_ = sample{private: ""}
}

// A schema must allow the values that its field accepts. It must forbid the values that its field refuses, except for
// kinds whose rules a schema cannot express.
func TestSchemasOfFormsAgreeWithTheForms(t *testing.T) {
	t.Parallel()
	values := []any{
		"", "a", "Asha Rao", strings.Repeat("x", 30), "asha@example.com", "no address", "+919876543210", "4826", "48",
		"Arabian Sea 42",
		"one", "other", "true", "false", "25000.50", "12", "-3", "2000", "2026-02-28", "2026-02-30", "27AAPFU0939F1ZV", true, false, 12.0, -3.0, 2000.0, nil,
		[]any{}, []any{"one"}, []any{"other"}, []any{"one", "two", "three"}, map[string]any{},
	}
	for _, field := range []rules.Field{
		{Kind: rules.Line, Max: 20}, {Kind: rules.Line, Required: true, Min: 2, Max: 20}, {Kind: rules.Line, Pattern: `^[a-z]+$`},
		{Kind: rules.Text, Max: 20}, {Kind: rules.Email, Required: true, Max: 25}, {Kind: rules.Email}, {Kind: rules.Phone, Required: true, Min: 10, Max: 18},
		{Kind: rules.Day}, {Kind: rules.GSTIN}, {Kind: rules.Link}, {Kind: rules.Secret, Required: true, Max: 20}, {Kind: rules.Password, Required: true, Min: 12, Max: 71}, {Kind: rules.PIN},
		{Kind: rules.Choice, Options: []string{"one", "two"}}, {Kind: rules.Choice, Required: true, Options: []string{"one", "two"}, Default: "one"},
		{Kind: rules.Choices, Required: true, Options: []string{"one", "two", "three"}}, {Kind: rules.Consent},
		{Kind: rules.Amount, Required: true, Max: 1000}, {Kind: rules.Integer, Min: -5, Max: 100}, {Kind: rules.Integer, Required: true, Max: 100, Default: "1"},
		{Kind: rules.Flag, Default: "false"}, {Kind: rules.List, Max: 2}, {Kind: rules.List, Required: true},
	} {
		field.Name, field.Label = "field", "Field"
		form := rules.Form{field}
		schema := compile(t, formSchema(form, false))
		for _, value := range values {
			body := map[string]any{}
			if value != nil {
				body["field"] = value
			}
			_, problems := form.Check(body)
			err := schema.Validate(body)
			if len(problems) == 0 && err != nil {
				t.Errorf("%+v accepts %v, but its schema does not: %v", field, value, err)
			}
			if len(problems) > 0 && err == nil && !slices.Contains(beyondSchemas, field.Kind) {
				t.Errorf("%+v refuses %v, but its schema does not", field, value)
			}
		}
	}
}

var beyondSchemas = []rules.Kind{rules.Link, rules.GSTIN, rules.Password, rules.PIN, rules.Amount, rules.Integer}

func compile(t *testing.T, s *Schema) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(toJSON(t, s)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	return compiler.MustCompile("schema.json")
}

func toJSON(t *testing.T, value any) string {
	t.Helper()
	content, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}
