package httpx

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/rules"
)

// maxOrderedIDs bounds a list that people put in order by hand.
const maxOrderedIDs = 500

// DecodeOrder reads {"ids": [...]}: all the ids of a list, in their new order.
func DecodeOrder(e *core.RequestEvent) ([]string, error) {
	body, err := DecodeObject(e)
	if err != nil {
		return nil, err
	}
	list, ok := body["ids"].([]any)
	if !ok || len(list) == 0 || len(list) > maxOrderedIDs {
		return nil, orderError("Please send the ids in their new order")
	}
	ids, seen := make([]string, len(list)), map[string]bool{}
	for i, raw := range list {
		id, ok := raw.(string)
		if !ok || id == "" {
			return nil, orderError("Please send the ids in their new order")
		}
		if seen[id] {
			return nil, orderError("Please send each id once")
		}
		ids[i], seen[id] = id, true
	}
	return ids, nil
}

func orderError(message string) error {
	return Invalid(rules.Problem{Field: "ids", Code: "invalid", Message: message})
}

// Reorder gives a list's records the places 1, 2, 3... of the ids, and tells whether any has moved.
// Ids that are not the list's own, all of it, are a conflict: somebody else has changed the list
// since the caller read it. Call it with a transaction's app.
func Reorder(tx core.App, records []*core.Record, ids []string) (moved bool, err error) {
	known := make(map[string]*core.Record, len(records))
	for _, record := range records {
		known[record.Id] = record
	}
	if len(ids) != len(records) {
		return false, listChangedError()
	}
	for i, id := range ids {
		record := known[id]
		if record == nil {
			return false, listChangedError()
		}
		if record.GetInt("sortOrder") == i+1 {
			continue
		}
		moved = true
		record.Set("sortOrder", i+1)
		if err := tx.Save(record); err != nil {
			return false, err
		}
	}
	return moved, nil
}

func listChangedError() error {
	return NewError(http.StatusConflict, "This list has changed meanwhile. Please look at it again, and then put it in order.", nil)
}
