// Package waiting describes what waits for an answer of the office.
package waiting

import (
	"time"

	"github.com/pocketbase/pocketbase/tools/types"
)

// AnswerTime is how soon the office answers, if a feature has promised no other time.
const AnswerTime = 48 * time.Hour

// Limit is how many items of a kind are listed.
const Limit = 50

// Item is something that waits, such as a nomination. Since is when the waiting started.
type Item struct {
	ID    string         `db:"id"`
	Label string         `db:"label"`
	Since types.DateTime `db:"since"`
	DueAt types.DateTime `db:"dueAt"`
}

// SetDue sets DueAt of items to AnswerTime after the start of their waiting.
func SetDue(items []Item) {
	for i := range items {
		items[i].DueAt = items[i].Since.Add(AnswerTime)
	}
}
