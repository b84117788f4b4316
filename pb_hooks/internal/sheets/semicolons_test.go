package sheets_test

import (
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/sheets"
)

// In some countries, spreadsheets split a file at semicolons or tabs, and at each line end. No resulting cell may be a
// formula.
func TestNoCellIsAFormulaWhateverTheSeparator(t *testing.T) {
	t.Parallel()
	for _, formula := range []string{"=HYPERLINK(1)", "+cmd|' /C calc'!A0", "-2+3", "@SUM(1)", "＝1+1"} {
		for _, before := range []string{"", ";", "Asha;", "Asha;;", "Asha;\"", "\t", "Asha\t", "\n", "Asha\n", "Asha\r\n", "Asha\n\n", ";\t"} {
			for _, after := range []string{"", ";", "\n", "\""} {
				file := render(t, sheets.CSV, []any{before + formula + after, "first", monsoon},
					[]any{"first", before + formula + after, monsoon}).String()
				for _, separators := range []string{";\r\n", "\t\r\n"} {
					for _, cell := range strings.FieldsFunc(file, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
						if strings.HasPrefix(strings.TrimLeft(cell, `"`), formula) {
							t.Errorf("%q becomes the formula %q in %q", before+formula+after, cell, file)
						}
					}
				}
			}
		}
	}
}
