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
	// largestDraft is the most that a draft's form data may take, in bytes.
	largestDraft = 64 << 10
	// wholeForm is how many filled fields count as a finished draft.
	wholeForm = 15
)

// answers keeps of a half-filled form what the form knows, without asking whether it is right:
// texts as texts, the expertise as a list, the agreement as a boolean.
func answers(raw map[string]any) map[string]any {
	kept := map[string]any{}
	for _, field := range Form {
		switch value := raw[field.Name].(type) {
		case string:
			if field.Kind != rules.Choices && field.Kind != rules.Consent {
				kept[field.Name] = printable(field.Kind, value)
			}
		case bool:
			if field.Kind == rules.Consent {
				kept[field.Name] = value
			}
		case []any:
			if field.Kind == rules.Choices {
				kept[field.Name] = listed(field.Options, value)
			}
		}
	}
	return kept
}

// printable drops the control characters that a text of its kind never has.
func printable(kind rules.Kind, s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && (kind != rules.Text || (r != '\n' && r != '\t')) {
			return -1
		}
		return r
	}, s)
}

func listed(options []string, chosen []any) []string {
	kept := []string{}
	for _, item := range chosen {
		if s, ok := item.(string); ok && slices.Contains(options, s) && !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// encode writes form data as it is stored. PocketBase would escape each < to six bytes.
func encode(formData map[string]any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(formData)
	return bytes.TrimSpace(out.Bytes()), err
}

// progress is how much of the form is filled in, as a whole percentage.
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
	return min(100, int(math.Round(float64(filled)*100/wholeForm)))
}
