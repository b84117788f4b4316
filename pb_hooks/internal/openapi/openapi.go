// Package openapi describes an HTTP API as an OpenAPI 3.1 document. Method, path, access and limits come from the route
// table. Request bodies come from the rules of their forms. Responses come from their Go types. An Operation adds only
// what the code does not say.
package openapi

import (
	"fmt"
	"maps"
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

// Document returns the OpenAPI document of the routes. It returns an error if JSON cannot hold an answer.
func Document(info Info, routes []httpx.Route) (map[string]any, error) {
	b := &builder{schemas: map[string]any{"Error": errorSchema}, reauthentication: info.Reauthentication}
	paths, tags := map[string]any{}, map[string]bool{}
	for _, route := range routes {
		path := strings.ReplaceAll(route.Path, "...}", "}")
		item, ok := paths[path].(map[string]any)
		if !ok {
			item = map[string]any{}
			paths[path] = item
		}
		item[strings.ToLower(route.Method)] = b.operation(route)
		tags[route.Endpoint.Tag] = true
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

func (b *builder) operation(route httpx.Route) map[string]any {
	p := route.Endpoint
	operation := map[string]any{
		"operationId": operationID(route), "tags": []string{p.Tag}, "summary": p.Summary,
		"security": security(route), "responses": b.responses(route),
	}
	if p.Description != "" {
		operation["description"] = p.Description
	}
	if parameters := parameters(route); len(parameters) > 0 {
		operation["parameters"] = parameters
	}
	if body := b.requestBody(route); body != nil {
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

func parameters(route httpx.Route) []any {
	var list []any
	for _, match := range pathParameter.FindAllStringSubmatch(route.Path, -1) {
		list = append(list, map[string]any{"name": match[1], "in": "path", "required": true,
			"schema": Schema{"type": "string"}})
	}
	query := func(name, description string, schema Schema) {
		list = append(list, map[string]any{"name": name, "in": "query", "description": description, "schema": schema})
	}
	if route.Endpoint.IsList {
		page, rows := "The page, from 1.", 25
		if route.Endpoint.IsWholeList {
			page, rows = "The page, from 1. Without page and perPage the whole list is answered.", 50
		}
		query("page", page, Schema{"type": "integer", "minimum": 1})
		query("perPage", fmt.Sprintf("The rows of a page, %d unless told; more than 500 are 500.", rows),
			Schema{"type": "integer", "minimum": 1})
		query("search", "A text that the rows hold.", Schema{"type": "string", "maxLength": 200})
		query("sort", "A field, or -field for the other way round.", Schema{"type": "string"})
	}
	for _, p := range route.Endpoint.Query {
		schema := Schema{"type": "string"}
		if len(p.Options) > 0 {
			schema["enum"] = p.Options
		}
		query(p.Name, p.Description, schema)
	}
	return list
}

func (b *builder) requestBody(route httpx.Route) map[string]any {
	p := route.Endpoint
	asksForPassword, always := route.AsksForPassword()
	schema, media := Schema{"type": "object", "properties": Schema{}}, jsonMedia
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
	if p.Example != nil {
		schema["examples"] = []any{p.Example}
	}
	_, required := schema["required"]
	return map[string]any{
		"required": required,
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

func (b *builder) responses(route httpx.Route) map[string]any {
	p, responses, messages := route.Endpoint, map[string]any{}, map[int][]string{}
	for _, err := range p.Errors {
		messages[err.Status] = append(messages[err.Status], err.Message)
	}
	for _, status := range errorStatuses(route) {
		responses[strconv.Itoa(status)] = errorResponse(status, route, messages[status])
	}
	responses["5XX"] = map[string]any{
		"description": "Something failed on our side, or at a provider.",
		"content":     errorContent(route),
	}
	if p.HasETag {
		responses["304"] = map[string]any{"description": "The response that If-None-Match names is still current."}
	}
	if p.Waiting != nil {
		responses["202"] = map[string]any{
			"description": "It waits for a second administrator, because one alone cannot give that much.",
			"content":     map[string]any{jsonMedia: map[string]any{"schema": b.schemaOf(p.Waiting)}},
		}
	}
	responses[strconv.Itoa(p.SuccessStatus())] = b.success(p)
	return responses
}

func (b *builder) success(p httpx.Endpoint) map[string]any {
	success, content := map[string]any{"description": "Done."}, map[string]any{}
	for _, media := range p.Media {
		content[media] = map[string]any{}
	}
	switch {
	case p.Answer != nil:
		for _, media := range p.Media { // another format of the same content
			content[media] = map[string]any{"schema": map[string]any{"type": "string"}}
		}
		content[jsonMedia] = map[string]any{"schema": b.schemaOf(p.Answer)}
		success["description"] = "The response."
	case len(p.Media) > 0:
		success["description"] = "The file."
	}
	if len(content) > 0 {
		success["content"] = content
	}
	if p.IsList {
		success["headers"] = map[string]any{"X-Total-Count": map[string]any{
			"description": "How many rows there are on all pages.", "schema": Schema{"type": "integer"},
		}}
	}
	return success
}
