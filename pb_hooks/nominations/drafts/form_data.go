package drafts

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations"
)

// looseText is a string. Values of other types are read as "".
type looseText string

// UnmarshalJSON reads a string.
func (t *looseText) UnmarshalJSON(data []byte) error {
	var value string
	if json.Unmarshal(data, &value) == nil {
		*t = looseText(value)
	}
	return nil
}

// formData has the fields of an unfinished form. It is nil if it was sent as another type than an object.
type formData map[string]any

// UnmarshalJSON reads an object.
func (f *formData) UnmarshalJSON(data []byte) error {
	var fields map[string]any
	if json.Unmarshal(data, &fields) == nil {
		*f = fields
	}
	return nil
}

// encode returns the form data as it is stored.
func (f formData) encode() (types.JSONRaw, error) {
	if f == nil {
		return nil, httpx.Invalid(rules.Invalid("formData", "formData must be an object"))
	}
	// The limit applies to everything that was sent, not only to the stored fields, so that the caller gets the
	// error.
	sent, err := encodeFormData(f)
	if err != nil {
		return nil, err
	}
	if len(sent) > maxBytes {
		return nil, errTooLarge
	}
	return encodeFormData(filterFormData(f))
}

// normalizeEmail returns an email as a nomination stores it, or "" if it is not valid yet.
func normalizeEmail(email string) string {
	clean, problem := nominations.Form.Field("email").Check(email)
	if problem != nil {
		return ""
	}
	return clean.(string)
}

// filterFormData returns the known fields of an unfinished form without validating them: texts as strings, the
// expertise as a list, the consent as a boolean.
func filterFormData(raw map[string]any) map[string]any {
	filtered := map[string]any{}
	for _, field := range nominations.Form {
		switch value := raw[field.Name].(type) {
		case string:
			if field.Kind != rules.Choices && field.Kind != rules.Consent {
				filtered[field.Name] = cleanText(field.Kind, value)
			}
		case bool:
			if field.Kind == rules.Consent {
				filtered[field.Name] = value
			}
		case []any:
			if field.Kind == rules.Choices {
				filtered[field.Name] = filterOptions(field.Options, value)
			}
		}
	}
	return filtered
}

// cleanText returns the normal form of a text, without control characters that the kind of field does not allow.
func cleanText(kind rules.Kind, s string) string {
	clean := normal.Line
	if kind == rules.Text {
		clean = normal.Text
	}
	return clean(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && (kind != rules.Text || (r != '\n' && r != '\t')) {
			return -1
		}
		return r
	}, s))
}

func filterOptions(options []string, chosen []any) []string {
	filtered := []string{}
	for _, item := range chosen {
		if s, ok := item.(string); ok && slices.Contains(options, s) && !slices.Contains(filtered, s) {
			filtered = append(filtered, s)
		}
	}
	return filtered
}

// encodeFormData encodes form data for storage. PocketBase would escape each < to six bytes.
func encodeFormData(formData map[string]any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(formData)
	return bytes.TrimSpace(out.Bytes()), err
}

// progress returns the percentage of the form that is filled in.
func progress(formData map[string]any) int {
	filled := 0
	for _, value := range formData {
		switch v := value.(type) {
		case string:
			if strings.TrimSpace(v) != "" {
				filled++
			}
		case []any:
			if len(v) > 0 {
				filled++
			}
		case bool:
			if v {
				filled++
			}
		}
	}
	return min(100, int(math.Round(float64(filled)*100/completeFieldCount)))
}
