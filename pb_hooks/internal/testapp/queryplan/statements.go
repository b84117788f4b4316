package queryplan

import (
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"
)

// AssertIndexed fails for each statement on one of the tables that reads through the table or uses an
// index whose name is among broad: one that matches a large part of the rows. It returns how many
// statements it has checked.
func AssertIndexed(t testing.TB, app core.App, statements, tables, broad []string) int {
	t.Helper()
	checked := 0
	for _, statement := range statements {
		if !mentions(statement, tables) || strings.HasPrefix(strings.TrimSpace(statement), "INSERT") {
			continue
		}
		checked++
		plan := Explain(t, app, statement)
		for _, step := range plan {
			isScan := strings.HasPrefix(step, "SCAN ") && mentions(step, tables)
			if isScan || mentions(step, broad) {
				t.Errorf("%s\n\t%s", statement, strings.Join(plan, "\n\t"))
				break
			}
		}
	}
	return checked
}

// mentions tells whether a text has one of the words.
func mentions(text string, words []string) bool {
	for _, field := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n`\"(),[].", r) }) {
		for _, word := range words {
			if field == word {
				return true
			}
		}
	}
	return false
}
