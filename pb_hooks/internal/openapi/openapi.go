// Package openapi describes an HTTP API as an OpenAPI 3.1 document. Method, path, access and limits come from the route
// table. Request bodies come from the rules of their forms. Responses come from their Go types. An Operation adds only
// what the code does not say.
package openapi

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// Info describes the API as a whole.
type Info struct {
	Title, Version, Description string
	// ServerURL is the site's address.
	ServerURL string
	// Reauthentication has the fields that a body also needs if the route asks for the password.
	Reauthentication rules.Form
}

// Operation adds what the route table does not say about a route.
type Operation struct {
	// Tag is the feature that the route belongs to.
	Tag, Summary, Description string
	// Body is the request body: a rules.Form, a []rules.Form if one of several is sent, a File, or a value
	// of the Go type that the body is decoded into. nil means no body.
	Body any
	// Partial means that every field is optional, and that missing fields keep their values.
	Partial bool
	// Status is the success status. 0 means 200, or 204 if there is no response body.
	Status int
	// Response is a value of the Go type that a successful response is encoded from. nil means no JSON.
	Response any
	// Waiting is a value of the Go type that a 202 is encoded from, if a request may need the approval of a second
	// admin.
	Waiting any
	// Media lists the content types of a response that is not JSON.
	Media []string
	// List means that the route accepts page, perPage, search and sort, and sends the total in X-Total-Count.
	List bool
	// Whole lists return all rows without page and perPage.
	Whole bool
	// Cached responses have an ETag. Clients that have the current response get 304.
	Cached bool
	// Query lists further query parameters.
	Query []Parameter
	// Errors lists statuses in addition to those that follow from the route table.
	Errors []int
	// Messages are the public messages of the domain errors, by status.
	Messages map[int][]string
	// Example is an example of the body.
	Example map[string]any
	// Scheme is the security scheme of a webhook.
	Scheme string
}

// Operations maps method and path, as in the route table, to operations: "GET /api/user".
type Operations map[string]Operation

// Parameter is a query parameter.
type Parameter = httpx.Parameter

// File is a multipart/form-data body with one file. Its value is the name of the part.
type File string

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

// Document returns the OpenAPI document of the routes. It returns an error if a route has no operation, or an operation
// has no route.
func Document(info Info, routes []httpx.Route, operations Operations) (map[string]any, error) {
	b := &builder{schemas: map[string]any{"Error": errorSchema}, reauthentication: info.Reauthentication}
	paths, tags, unknown := map[string]any{}, map[string]bool{}, maps.Clone(operations)
	for _, route := range routes {
		name := route.Method + " " + route.Path
		operation, ok := operations[name]
		switch {
		case route.Endpoint != nil && ok:
			return nil, fmt.Errorf("openapi: %s is described twice", name)
		case route.Endpoint != nil:
			operation = describe(*route.Endpoint)
		case !ok:
			return nil, fmt.Errorf("openapi: %s is not described", name)
		}
		delete(unknown, name)
		path := strings.ReplaceAll(route.Path, "...}", "}")
		item, ok := paths[path].(map[string]any)
		if !ok {
			item = map[string]any{}
			paths[path] = item
		}
		item[strings.ToLower(route.Method)] = b.operation(route, operation)
		tags[operation.Tag] = true
	}
	if len(unknown) > 0 {
		return nil, fmt.Errorf("openapi: %s is described, but no route", slices.Sorted(maps.Keys(unknown))[0])
	}
	if b.err != nil {
		return nil, b.err
	}
	tagList := []any{}
	for _, tag := range slices.Sorted(maps.Keys(tags)) {
		tagList = append(tagList, map[string]any{"name": tag})
	}
	return map[string]any{
		"openapi":    "3.1.0",
		"info":       map[string]any{"title": info.Title, "version": info.Version, "description": info.Description},
		"servers":    []any{map[string]any{"url": info.ServerURL}},
		"tags":       tagList,
		"paths":      paths,
		"components": map[string]any{"schemas": b.schemas, "securitySchemes": securitySchemes},
	}, nil
}

// builder collects the schemas that several operations share.
type builder struct {
	schemas          map[string]any
	reauthentication rules.Form
	err              error
}

func (b *builder) operation(route httpx.Route, o Operation) map[string]any {
	operation := map[string]any{
		"operationId": operationID(route), "tags": []string{o.Tag}, "summary": o.Summary,
		"security": security(route, o), "responses": b.responses(route, o),
	}
	if o.Description != "" {
		operation["description"] = o.Description
	}
	if parameters := parameters(route, o); len(parameters) > 0 {
		operation["parameters"] = parameters
	}
	if body := b.requestBody(route, o); body != nil {
		operation["requestBody"] = body
	}
	return operation
}

// operationID returns a name for generated clients: GET /api/cms/content/{id}/versions becomes
// getCmsContentByIdVersions.
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

func parameters(route httpx.Route, o Operation) []any {
	var list []any
	for _, match := range pathParameter.FindAllStringSubmatch(route.Path, -1) {
		list = append(list, map[string]any{"name": match[1], "in": "path", "required": true,
			"schema": Schema{"type": "string"}})
	}
	query := func(name, description string, schema Schema) {
		list = append(list, map[string]any{"name": name, "in": "query", "description": description, "schema": schema})
	}
	if o.List {
		page, rows := "The page, from 1.", 25
		if o.Whole {
			page, rows = "The page, from 1. Without page and perPage the whole list is answered.", 50
		}
		query("page", page, Schema{"type": "integer", "minimum": 1})
		query("perPage", fmt.Sprintf("The rows of a page, %d unless told; more than 500 are 500.", rows),
			Schema{"type": "integer", "minimum": 1})
		query("search", "A text that the rows hold.", Schema{"type": "string", "maxLength": 200})
		query("sort", "A field, or -field for the other way round.", Schema{"type": "string"})
	}
	for _, p := range o.Query {
		schema := Schema{"type": "string"}
		if len(p.Options) > 0 {
			schema["enum"] = p.Options
		}
		query(p.Name, p.Description, schema)
	}
	return list
}

func (b *builder) requestBody(route httpx.Route, o Operation) map[string]any {
	asksForPassword, always := route.AsksForPassword()
	asksForPassword = asksForPassword && route.Endpoint != nil
	if o.Body == nil && asksForPassword {
		o.Body = rules.Form{}
	}
	if o.Body == nil {
		return nil
	}
	schema, media := b.bodySchema(o.Body, o.Partial), jsonMedia
	if asksForPassword {
		b.addReauthentication(schema, always)
	}
	if o.Example != nil {
		schema["examples"] = []any{o.Example}
	}
	if _, isFile := o.Body.(File); isFile {
		media = "multipart/form-data"
	}
	_, required := schema["required"]
	_, isChoice := schema["anyOf"]
	return map[string]any{
		"required": required || isChoice,
		"content":  map[string]any{media: map[string]any{"schema": schema}},
	}
}

// addReauthentication adds the fields that prove who the caller is. They are optional if only some requests need them.
func (b *builder) addReauthentication(schema Schema, always bool) {
	properties := schema["properties"].(Schema)
	required, _ := schema["required"].([]string)
	for _, field := range b.reauthentication {
		if properties[field.Name] == nil {
			properties[field.Name] = fieldSchema(field)
		}
		if always && field.Required {
			required = append(required, field.Name)
		}
	}
	if len(required) > 0 {
		slices.Sort(required)
		schema["required"] = required
	}
}

func (b *builder) responses(route httpx.Route, o Operation) map[string]any {
	responses := map[string]any{}
	for _, status := range errorStatuses(route, o) {
		responses[strconv.Itoa(status)] = errorResponse(status, route, o.Messages[status])
	}
	responses["5XX"] = map[string]any{
		"description": "Something failed on our side, or at a provider.",
		"content":     errorContent(route),
	}
	if o.Cached {
		responses["304"] = map[string]any{"description": "The response that If-None-Match names is still current."}
	}
	if o.Waiting != nil {
		responses["202"] = map[string]any{
			"description": "It waits for a second administrator, because one alone cannot give that much.",
			"content":     map[string]any{jsonMedia: map[string]any{"schema": b.typeSchema(o.Waiting)}},
		}
	}
	success := map[string]any{"description": "Done."}
	status := o.Status
	switch {
	case o.Response != nil:
		content := map[string]any{jsonMedia: map[string]any{"schema": b.typeSchema(o.Response)}}
		for _, media := range o.Media { // another format of the same content
			content[media] = map[string]any{"schema": map[string]any{"type": "string"}}
		}
		success["content"] = content
		success["description"] = "The response."
	case len(o.Media) > 0:
		content := map[string]any{}
		for _, media := range o.Media {
			content[media] = map[string]any{}
		}
		success["content"], success["description"] = content, "The file."
	case status == 0:
		status = http.StatusNoContent
	}
	if status == 0 {
		status = http.StatusOK
	}
	if o.List {
		success["headers"] = map[string]any{"X-Total-Count": map[string]any{
			"description": "How many rows there are on all pages.", "schema": Schema{"type": "integer"},
		}}
	}
	responses[strconv.Itoa(status)] = success
	return responses
}
