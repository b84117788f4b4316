// Package overdue describes what the office has not answered in time.
package overdue

import (
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// AnswerTime is how soon the office answers, if a feature has promised no other time.
const AnswerTime = 48 * time.Hour

// Limit is how many items of a kind are listed.
const Limit = 50

// Item is something without an answer, such as a nomination. Since is when it was sent.
type Item struct {
	ID    string         `db:"id"`
	Label string         `db:"label"`
	Since types.DateTime `db:"since"`
	DueAt types.DateTime `db:"dueAt"`
}

// SetDue sets DueAt of items to a time after they were sent.
func SetDue(items []Item, after time.Duration) {
	for i := range items {
		items[i].DueAt = items[i].Since.Add(after)
	}
}

// SetNames replaces labels that are the ids of people with their names, which find returns by id.
func SetNames(app core.App, items []Item, find func(core.App, []string) (map[string]string, error)) error {
	ids := make([]string, len(items))
	for i, item := range items {
		ids[i] = item.Label
	}
	names, err := find(app, ids)
	for i, item := range items {
		items[i].Label = names[item.Label]
	}
	return err
}
