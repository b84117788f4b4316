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
)

type object = map[string]any

// readDocument returns the OpenAPI document as encoding/json decodes it.
func readDocument() object {
	document, err := undepended.OpenAPI()
	if err != nil {
		panic(err)
	}
	body, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	var decoded object
	if err := json.Unmarshal(body, &decoded); err != nil {
		panic(err)
	}
	return decoded
}

// clientDocument returns what the web app's types need of an OpenAPI document: the paths of the API, the bodies of
// successful answers, and the keywords that change a type. The id of an operation is its route, such as
// "GET /api/coupons". The web app decodes booleans that travel as text, so they are booleans here.
func clientDocument(document object) object {
	paths := object{}
	for path, item := range document["paths"].(object) {
		if !strings.HasPrefix(path, "/api/") {
			continue
		}
		operations := object{}
		for method, operation := range item.(object) {
			operations[method] = clientOperation(strings.ToUpper(method)+" "+path, operation.(object))
		}
		paths[path] = operations
	}
	schemas := object{}
	for name, schema := range document["components"].(object)["schemas"].(object) {
		schemas[name] = clientSchema(schema)
	}
	schemas["Bool"] = object{"type": "boolean"}
	return object{
		"openapi": document["openapi"], "info": object{"title": "Boardcircle", "version": "1"},
		"paths": paths, "components": object{"schemas": schemas},
	}
}

func clientOperation(route string, operation object) object {
	client := object{"operationId": route}
	if parameters, ok := operation["parameters"].([]any); ok {
		var list []any
		for _, p := range parameters {
			p := maps.Clone(p.(object))
			delete(p, "description")
			p["schema"] = clientSchema(p["schema"])
			list = append(list, p)
		}
		client["parameters"] = list
	}
	if body, ok := operation["requestBody"].(object); ok {
		client["requestBody"] = object{"required": body["required"], "content": clientContent(body["content"])}
	}
	responses := object{}
	for status, response := range operation["responses"].(object) {
		if !strings.HasPrefix(status, "2") {
			continue
		}
		responses[status] = object{"description": "", "content": clientContent(response.(object)["content"])}
	}
	client["responses"] = responses
	return client
}

// clientContent keeps JSON and files that are uploaded.
func clientContent(content any) object {
	client := object{}
	all, _ := content.(object)
	for _, media := range []string{"application/json", "multipart/form-data"} {
		if body, ok := all[media].(object); ok {
			client[media] = object{"schema": clientSchema(body["schema"])}
		}
	}
	return client
}

// clientSchema removes the keywords that do not change a type.
func clientSchema(schema any) object {
	client := object{}
	if values, _ := schema.(object)["enum"].([]any); slices.Contains(
		values,
		any(true),
	) { // openapi-typescript omits false
		return object{"anyOf": []any{object{"type": "boolean"}, object{"enum": []string{"true", "false"}}}}
	}
	for keyword, value := range schema.(object) {
		switch keyword {
		case "type", "enum", "const", "required", "$ref":
			client[keyword] = value
		case "items", "additionalProperties":
			client[keyword] = clientSchema(value)
		case "anyOf":
			either := []any{}
			for _, one := range value.([]any) {
				either = append(either, clientSchema(one))
			}
			client[keyword] = either
		case "properties":
			properties := object{}
			for name, property := range value.(object) {
				properties[name] = clientSchema(property)
			}
			client[keyword] = properties
		}
	}
	return client
}

// booleanFields returns the names of the fields that hold a boolean as text. The web app decodes fields by name, so a
// name must not also hold another text.
func booleanFields(document object) []string {
	booleans, others := map[string]bool{}, map[string]bool{}
	var walk func(value any)
	walk = func(value any) {
		switch value := value.(type) {
		case []any:
			for _, one := range value {
				walk(one)
			}
		case object:
			for _, one := range value {
				walk(one)
			}
			properties, _ := value["properties"].(object)
			for name, property := range properties {
				property, _ := property.(object)
				switch {
				case property["$ref"] == "#/components/schemas/Bool":
					booleans[name] = true
				case property["type"] == "string":
					others[name] = true
				}
			}
		}
	}
	walk(document["components"])
	for name := range booleans {
		if others[name] {
			panic(fmt.Sprintf("wiregen: %s is a boolean in one answer and a text in another", name))
		}
	}
	return slices.Sorted(maps.Keys(booleans))
}

// encode returns the JSON of a document and the first line of the types that are generated from it.
func encode(document object) (body []byte, header string) {
	body, err := json.Marshal(document)
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(body)
	return body, fmt.Sprintf("// Generated by `go generate ./pb_hooks/...` from the document %s. Do not edit.\n",
		hex.EncodeToString(sum[:8]))
}

// writeSchema writes the types of a document into a file of the web app.
func writeSchema(file string, document object) error {
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
