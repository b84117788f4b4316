package review

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/tools/types"
)

// The export has a column for each answer, below a heading.
func TestTheExportHasEveryAnswer(t *testing.T) {
	t.Parallel()
	var row exportRow
	answers := reflect.ValueOf(&row.Answers).Elem()
	for i := range answers.NumField() {
		name := answers.Type().Field(i).Name
		switch field := answers.Field(i).Addr().Interface().(type) {
		case *string:
			*field = name
		case *types.JSONArray[string]:
			*field = types.JSONArray[string]{name}
		default:
			t.Fatalf("this test cannot set %s", name)
		}
	}
	cells := row.cells()
	if len(cells) != len(exportSheet.Headings) {
		t.Errorf("the export has %d cells below %d headings", len(cells), len(exportSheet.Headings))
	}
	for i := range answers.NumField() {
		name := answers.Type().Field(i).Name
		if !slices.ContainsFunc(cells, func(cell any) bool {
			text, _ := cell.(string)
			return text == name || strings.HasPrefix(text, name+" ")
		}) {
			t.Errorf("the export lacks %s", name)
		}
	}
}
