package nominations

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"unicode"

	"boardcircle/pb_hooks/internal/rules"
)

const (
	// maxDraftBytes is the most that a draft's form data may take, in bytes.
	maxDraftBytes = 64 << 10
	// completeFieldCount is how many filled fields count as a finished draft.
	completeFieldCount = 15
)

// filterFormData keeps of a half-filled form what the form knows, without asking whether it is right:
// texts as texts, the expertise as a list, the agreement as a boolean.
func filterFormData(raw map[string]any) map[string]any {
	kept := map[string]any{}
	for _, field := range Form {
		switch value := raw[field.Name].(type) {
		case string:
			if field.Kind != rules.Choices && field.Kind != rules.Consent {
				kept[field.Name] = stripControlChars(field.Kind, value)
			}
		case bool:
			if field.Kind == rules.Consent {
				kept[field.Name] = value
			}
		case []any:
			if field.Kind == rules.Choices {
				kept[field.Name] = filterOptions(field.Options, value)
			}
		}
	}
	return kept
}

// stripControlChars drops the control characters that a text of its kind never has.
func stripControlChars(kind rules.Kind, s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && (kind != rules.Text || (r != '\n' && r != '\t')) {
			return -1
		}
		return r
	}, s)
}

func filterOptions(options []string, chosen []any) []string {
	kept := []string{}
	for _, item := range chosen {
		if s, ok := item.(string); ok && slices.Contains(options, s) && !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// encodeFormData writes form data as it is stored. PocketBase would escape each < to six bytes.
func encodeFormData(formData map[string]any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(formData)
	return bytes.TrimSpace(out.Bytes()), err
}

// draftProgress is how much of the form is filled in, as a whole percentage.
func draftProgress(formData map[string]any) int {
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
