package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/openapi"
)

// readDocument returns the OpenAPI document of the route table.
func readDocument() *openapi.Document {
	document, err := undepended.OpenAPI(modules.Without())
	if err != nil {
		panic(err)
	}
	return document
}

// clientDocument returns what the web app's types need of an OpenAPI document: the paths of the API, the bodies of
// successful answers, and the keywords that change a type. The id of an operation is its route, such as
// "GET /api/coupons". The web app decodes booleans that travel as text, so they are booleans here.
func clientDocument(document *openapi.Document) *openapi.Document {
	paths := map[string]map[string]*openapi.Operation{}
	for path, item := range document.Paths {
		if !strings.HasPrefix(path, "/api/") {
			continue
		}
		paths[path] = map[string]*openapi.Operation{}
		for method, operation := range item {
			paths[path][method] = clientOperation(strings.ToUpper(method)+" "+path, operation)
		}
	}
	schemas := clientSchemas(document.Components.Schemas)
	schemas["Bool"] = &openapi.Schema{Type: "boolean"}
	return &openapi.Document{
		OpenAPI: document.OpenAPI, Info: openapi.Info{Title: "Boardcircle", Version: "1"},
		Paths: paths, Components: openapi.Components{Schemas: schemas},
	}
}

func clientOperation(route string, operation *openapi.Operation) *openapi.Operation {
	client := &openapi.Operation{OperationID: route, Responses: map[string]openapi.Response{}}
	for _, p := range operation.Parameters {
		if p.In == "header" { // the web app sends it with every POST
			continue
		}
		client.Parameters = append(client.Parameters, openapi.Parameter{
			Name: p.Name, In: p.In, Required: p.Required, Schema: clientSchema(p.Schema),
		})
	}
	if body := operation.RequestBody; body != nil {
		client.RequestBody = &openapi.RequestBody{Required: body.Required, Content: clientContent(body.Content)}
	}
	for status, response := range operation.Responses {
		if strings.HasPrefix(status, "2") {
			client.Responses[status] = openapi.Response{Content: clientContent(response.Content)}
		}
	}
	return client
}

// clientContent returns the JSON and the uploaded file of a body, without its other formats.
func clientContent(content openapi.Content) openapi.Content {
	client := openapi.Content{}
	for _, media := range []string{"application/json", "multipart/form-data"} {
		if body, ok := content[media]; ok {
			client[media] = openapi.MediaType{Schema: clientSchema(body.Schema)}
		}
	}
	return client
}

// clientSchema returns a schema without the keywords that do not change a type.
func clientSchema(schema *openapi.Schema) *openapi.Schema {
	if schema == nil {
		return nil
	}
	if values, _ := schema.Enum.([]any); slices.Contains(values, any(true)) { // openapi-typescript omits false
		return &openapi.Schema{AnyOf: []*openapi.Schema{{Type: "boolean"}, {Enum: []string{"true", "false"}}}}
	}
	client := &openapi.Schema{
		Ref: schema.Ref, Type: schema.Type, Enum: schema.Enum, Const: schema.Const, Required: schema.Required,
		Items: clientSchema(schema.Items), AdditionalProperties: clientSchema(schema.AdditionalProperties),
		Properties: clientSchemas(schema.Properties),
	}
	for _, either := range schema.AnyOf {
		client.AnyOf = append(client.AnyOf, clientSchema(either))
	}
	return client
}

func clientSchemas(schemas map[string]*openapi.Schema) map[string]*openapi.Schema {
	if schemas == nil {
		return nil
	}
	client := make(map[string]*openapi.Schema, len(schemas))
	for name, schema := range schemas {
		client[name] = clientSchema(schema)
	}
	return client
}

// booleanFields returns the names of the fields that hold a boolean as text. The web app decodes fields by name, so a
// name must not also hold another text.
func booleanFields(document *openapi.Document) []string {
	booleans, others := map[string]bool{}, map[string]bool{}
	var walk func(*openapi.Schema)
	walk = func(schema *openapi.Schema) {
		if schema == nil {
			return
		}
		for name, property := range schema.Properties {
			switch {
			case property.Ref == "#/components/schemas/Bool":
				booleans[name] = true
			case property.Type == "string":
				others[name] = true
			}
			walk(property)
		}
		walk(schema.Items)
		walk(schema.AdditionalProperties)
		for _, either := range schema.AnyOf {
			walk(either)
		}
	}
	for _, schema := range document.Components.Schemas {
		walk(schema)
	}
	for name := range booleans {
		if others[name] {
			panic(fmt.Sprintf("wiregen: %s is a boolean in one answer and a text in another", name))
		}
	}
	return slices.Sorted(maps.Keys(booleans))
}

// encode returns the JSON of a document and the first line of the types that are generated from it.
func encode(document *openapi.Document) (body []byte, header string) {
	body, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(body)
	return body, fmt.Sprintf("// Generated by `go generate ./pb_hooks/...` from the document %s. Do not edit.\n",
		hex.EncodeToString(sum[:8]))
}

// writeSchema writes the types of a document into a file of the web app.
func writeSchema(file string, document *openapi.Document) error {
	body, header := encode(clientDocument(document))
	source, err := os.CreateTemp("", "openapi-*.json")
	if err != nil {
		return err
	}
	defer os.Remove(source.Name())
	if _, err := source.Write(body); err != nil {
		return err
	}
	if err := source.Close(); err != nil {
		return err
	}
	program := filepath.Join(filepath.Dir(file), "../../../node_modules/.bin/openapi-typescript")
	var stderr bytes.Buffer
	command := exec.Command(program, source.Name())
	command.Stderr = &stderr
	types, err := command.Output()
	if err != nil {
		return fmt.Errorf("openapi-typescript: %w: %s", err, &stderr)
	}
	return os.WriteFile(file, append([]byte(header), types...), 0o644)
}
