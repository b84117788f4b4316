package review

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// The export has a column for each answer, below a heading.
func TestExportHasEveryAnswer(t *testing.T) {
	t.Parallel()
	var row exportRow
	answers := reflect.ValueOf(&row.Answers).Elem()
	for i := range answers.NumField() {
		name := answers.Type().Field(i).Name
		switch field := answers.Field(i); field.Kind() {
		case reflect.String:
			field.SetString(name)
		case reflect.Slice:
			field.Set(reflect.MakeSlice(field.Type(), 1, 1))
			field.Index(0).SetString(name)
		default:
			t.Fatalf("this test cannot set %s", name)
		}
	}
	cells := exportSheet.Cells(row)
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
