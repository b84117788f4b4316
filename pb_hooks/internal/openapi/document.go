package openapi

// These types have the names and the fields of the specification (https://spec.openapis.org/oas/v3.1.0), as far as our
// document needs them.
type (
	// Document is the whole description of an API.
	Document struct {
		OpenAPI    string                           `json:"openapi"`
		Info       Info                             `json:"info"`
		Servers    []Server                         `json:"servers,omitempty"`
		Tags       []Tag                            `json:"tags,omitempty"`
		Paths      map[string]map[string]*Operation `json:"paths"` // by path and lower-case method
		Components Components                       `json:"components"`
	}
	Info struct {
		Title       string `json:"title"`
		Version     string `json:"version"`
		Description string `json:"description,omitempty"`
	}
	Server struct {
		URL string `json:"url"`
	}
	Tag struct {
		Name string `json:"name"`
	}
	Components struct {
		Schemas         map[string]*Schema        `json:"schemas"`
		SecuritySchemes map[string]SecurityScheme `json:"securitySchemes,omitempty"`
	}
	SecurityScheme struct {
		Type        string `json:"type"`
		In          string `json:"in,omitempty"`
		Name        string `json:"name,omitempty"`
		Scheme      string `json:"scheme,omitempty"`
		Description string `json:"description"`
	}
	Operation struct {
		OperationID string                `json:"operationId"`
		Tags        []string              `json:"tags,omitempty"`
		Summary     string                `json:"summary,omitempty"`
		Description string                `json:"description,omitempty"`
		Security    []map[string][]string `json:"security,omitzero"` // an empty list means that no one need sign in
		Parameters  []Parameter           `json:"parameters,omitempty"`
		RequestBody *RequestBody          `json:"requestBody,omitempty"`
		Responses   map[string]Response   `json:"responses"`
	}
	Parameter struct {
		Name        string  `json:"name"`
		In          string  `json:"in"`
		Description string  `json:"description,omitempty"`
		Required    bool    `json:"required,omitempty"`
		Schema      *Schema `json:"schema"`
	}
	RequestBody struct {
		Required bool    `json:"required"`
		Content  Content `json:"content"`
	}
	Response struct {
		Description string            `json:"description"`
		Headers     map[string]Header `json:"headers,omitempty"`
		Content     Content           `json:"content,omitzero"`
	}
	Header struct {
		Description string  `json:"description"`
		Schema      *Schema `json:"schema"`
	}
	// Content has the formats of a body, by media type.
	Content   map[string]MediaType
	MediaType struct {
		Schema *Schema `json:"schema,omitempty"`
	}
)

// Schema is a JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. An empty schema allows every value.
type Schema struct {
	Ref                  string             `json:"$ref,omitempty"`
	Type                 any                `json:"type,omitempty"` // a string, or a list of strings
	Title                string             `json:"title,omitempty"`
	Description          string             `json:"description,omitempty"`
	Format               string             `json:"format,omitempty"`
	Pattern              string             `json:"pattern,omitempty"`
	MinLength            int                `json:"minLength,omitempty"`
	MaxLength            int                `json:"maxLength,omitempty"`
	Minimum              *int               `json:"minimum,omitempty"`
	Maximum              *int               `json:"maximum,omitempty"`
	Enum                 any                `json:"enum,omitempty"` // a list
	Const                *string            `json:"const,omitempty"`
	AnyOf                []*Schema          `json:"anyOf,omitempty"`
	Items                *Schema            `json:"items,omitempty"`
	MinItems             int                `json:"minItems,omitempty"`
	MaxItems             int                `json:"maxItems,omitempty"`
	Properties           map[string]*Schema `json:"properties,omitzero"`
	AdditionalProperties *Schema            `json:"additionalProperties,omitempty"`
	Required             []string           `json:"required,omitempty"`
	Default              string             `json:"default,omitempty"`
	Examples             []any              `json:"examples,omitempty"`
}
