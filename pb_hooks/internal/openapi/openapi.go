// Package openapi describes an HTTP API as an OpenAPI 3.1 document. Method, path, access and limits come from the route
// table. Request bodies come from the rules of their forms. Responses come from their Go types. The Doc of an endpoint
// adds what these do not say.
package openapi

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/idempotency"
	"boardcircle/pb_hooks/internal/rules"
)

// The security schemes of the document.
const (
	SessionCookie     = "session"
	AdminCookie       = "adminSession"
	Token             = "token"
	RazorpaySignature = "razorpaySignature"
	BrevoToken        = "brevoToken"
	MetricsToken      = "metricsToken"
)

const jsonMedia = "application/json"

// Describe returns the OpenAPI document of the routes. reauthentication has the fields that a body also needs if its
// route asks for the password. Describe returns an error if JSON cannot hold an answer.
func Describe(info Info, siteURL string, routes []httpx.Route, reauthentication rules.Form) (*Document, error) {
	b := &builder{schemas: map[string]*Schema{"Error": errorSchema}, reauthentication: reauthentication}
	document := &Document{
		OpenAPI: "3.1.0", Info: info, Servers: []Server{{URL: siteURL}}, Paths: map[string]map[string]*Operation{},
		Components: Components{Schemas: b.schemas, SecuritySchemes: securitySchemes},
	}
	tags := map[string]bool{}
	for _, route := range routes {
		path := strings.ReplaceAll(route.Path, "...}", "}")
		if document.Paths[path] == nil {
			document.Paths[path] = map[string]*Operation{}
		}
		document.Paths[path][strings.ToLower(route.Method)] = b.operation(route)
		tags[route.Endpoint.Tag] = true
	}
	for _, tag := range slices.Sorted(maps.Keys(tags)) {
		document.Tags = append(document.Tags, Tag{tag})
	}
	return document, b.err
}

// builder collects the schemas that several operations share.
type builder struct {
	schemas          map[string]*Schema
	reauthentication rules.Form
	err              error
}

func (b *builder) operation(route httpx.Route) *Operation {
	p := route.Endpoint
	return &Operation{
		OperationID: operationID(route), Tags: []string{p.Tag}, Summary: p.Summary, Description: p.Description,
		Security: security(route), Parameters: parameters(route), RequestBody: b.requestBody(route),
		Responses: b.responses(route),
	}
}

// operationID returns a name for generated clients: GET /api/texts/{page}/history becomes
// getTextsByPageHistory.
func operationID(route httpx.Route) string {
	id := strings.ToLower(route.Method)
	for segment := range strings.SplitSeq(strings.TrimPrefix(route.Path, "/api"), "/") {
		if name, isParameter := strings.CutPrefix(segment, "{"); isParameter {
			segment = "by-" + strings.TrimRight(name, ".}")
		}
		for word := range strings.FieldsFuncSeq(segment, func(r rune) bool { return r == '-' || r == '.' }) {
			id += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return id
}

var pathParameter = regexp.MustCompile(`\{(\w+)(?:\.\.\.)?\}`)

func parameters(route httpx.Route) []Parameter {
	var list []Parameter
	for _, match := range pathParameter.FindAllStringSubmatch(route.Path, -1) {
		list = append(list, Parameter{Name: match[1], In: "path", Required: true, Schema: &Schema{Type: "string"}})
	}
	query := func(name, description string, schema Schema) {
		list = append(list, Parameter{Name: name, In: "query", Description: description, Schema: &schema})
	}
	if route.Endpoint.IsList {
		page, rows := "The page, from 1.", 25
		if route.Endpoint.IsWholeList {
			page, rows = "The page, from 1. Without page and perPage, all rows are sent.", 50
		}
		query("page", page, Schema{Type: "integer", Minimum: new(1)})
		query("perPage", fmt.Sprintf("The number of rows on a page. The default is %d, and the maximum is 500.", rows),
			Schema{Type: "integer", Minimum: new(1)})
		query("search", "A text that the rows contain.", Schema{Type: "string", MaxLength: 200})
		query("sort", "The field to sort by, or -field for descending order.", Schema{Type: "string"})
	}
	for _, p := range route.Endpoint.Query {
		schema := Schema{Type: "string"}
		if len(p.Options) > 0 {
			schema.Enum = p.Options
		}
		query(p.Name, p.Description, schema)
	}
	if route.TakesKey() {
		list = append(list, Parameter{Name: idempotency.Header, In: "header", Description: keyDescription,
			Schema: &Schema{Type: "string", Pattern: idempotency.KeyPattern}})
	}
	return list
}

const keyDescription = "A random text that the client keeps for a repeat. A repeat with the same key within a day runs " +
	"nothing and gets the stored answer, with Idempotent-Replayed: true."

func (b *builder) requestBody(route httpx.Route) *RequestBody {
	p := route.Endpoint
	asksForPassword, always := route.AsksForPassword()
	schema, media := &Schema{Type: "object", Properties: map[string]*Schema{}}, jsonMedia
	switch {
	case p.FilePart != "":
		schema, media = fileSchema(p.FilePart), "multipart/form-data"
	case p.Request != nil:
		schema = b.requestSchema(p.Request, p.IsPartial)
	case !asksForPassword:
		return nil
	}
	if asksForPassword {
		b.addReauthentication(schema, always)
	}
	if p.IsVersioned {
		schema.Properties["version"] = &Schema{Type: "string", Description: "The version of the stored values " +
			"that the change is based on. If it is no longer the current one, the answer is 409. Without it nothing " +
			"is compared."}
	}
	if p.Example != nil {
		schema.Examples = []any{p.Example}
	}
	return &RequestBody{Required: len(schema.Required) > 0, Content: Content{media: {schema}}}
}

// addReauthentication adds the fields that prove who the caller is. They are optional if only some requests need them.
func (b *builder) addReauthentication(schema *Schema, always bool) {
	for _, field := range b.reauthentication {
		if schema.Properties[field.Name] == nil {
			schema.Properties[field.Name] = fieldSchema(field)
		}
		if always && field.Required {
			schema.Required = append(schema.Required, field.Name)
		}
	}
	slices.Sort(schema.Required)
}

func (b *builder) responses(route httpx.Route) map[string]Response {
	p, responses, messages := route.Endpoint, map[string]Response{}, map[int][]string{}
	for _, err := range p.Errors {
		messages[err.Status] = append(messages[err.Status], err.Message)
	}
	if route.TakesKey() {
		for _, err := range idempotency.Errors {
			messages[err.Status] = append(messages[err.Status], err.Message)
		}
	}
	for _, status := range errorStatuses(route) {
		responses[strconv.Itoa(status)] = errorResponse(status, route, messages[status])
	}
	responses["5XX"] = Response{
		Description: "Something failed on our side, or at a provider.", Content: errorContent(route),
	}
	if p.HasETag {
		responses["304"] = Response{Description: "The response that If-None-Match names is still current."}
	}
	if p.Waiting != nil {
		responses["202"] = Response{
			Description: "The request waits until a second administrator confirms it, because of what it grants.",
			Content:     Content{jsonMedia: {b.schemaOf(p.Waiting)}},
		}
	}
	responses[strconv.Itoa(p.SuccessStatus())] = b.success(p)
	return responses
}

func (b *builder) success(p httpx.Endpoint) Response {
	success := Response{Description: "Done."}
	if p.Answer != nil || len(p.Media) > 0 {
		success.Description, success.Content = "The file.", Content{}
	}
	for _, media := range p.Media {
		success.Content[media] = MediaType{}
		if p.Answer != nil { // another format of the same content
			success.Content[media] = MediaType{&Schema{Type: "string"}}
		}
	}
	if p.Answer != nil {
		success.Description, success.Content[jsonMedia] = "The response.", MediaType{b.schemaOf(p.Answer)}
	}
	if p.IsList {
		success.Headers = map[string]Header{"X-Total-Count": {
			Description: "How many rows there are on all pages.", Schema: &Schema{Type: "integer"},
		}}
	}
	return success
}
