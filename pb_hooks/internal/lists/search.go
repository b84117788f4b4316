package lists

import (
	"encoding/json"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/readmodel"
)

// maxFound is how many rows a search reads by their keys. If more rows match, scanning the list in its order finds a
// page of them quickly.
const maxFound = 1000

// searchConditions returns conditions for the rows in which one of the searched expressions contains a folded text.
// foundAll is true if the index has returned all matching keys.
func (l List) searchConditions(app core.App, search string) (conditions []dbx.Expression, foundAll bool, err error) {
	digits := ""
	if l.Phone != "" {
		digits = normal.PhoneDigits(search)
	}
	if l.Index != 0 {
		keys, many, err := readmodel.Find(app, l.Index, search, maxFound)
		if err == nil && !many && digits != "" {
			var numbers []string
			numbers, many, err = readmodel.Find(app, l.Index, digits, maxFound)
			keys = append(keys, numbers...)
		}
		if err != nil {
			return nil, false, err
		}
		if foundAll = !many; foundAll {
			key := l.Key
			if key == "" {
				key = "id"
			}
			if keys == nil {
				keys = []string{}
			}
			list, err := json.Marshal(keys)
			if err != nil {
				return nil, false, err
			}
			conditions = append(conditions,
				dbx.NewExp("[["+key+"]] IN (SELECT value FROM json_each({:found}))", dbx.Params{"found": string(list)}))
		}
	}
	// One call folds all texts of a row. The character between them is in no text.
	condition := "instr(folded(concat_ws(char(31), " + strings.Join(l.Search, ", ") + ")), {:search}) > 0"
	if digits != "" {
		condition = "(" + condition + " OR instr(" + l.Phone + ", {:digits}) > 0)"
	}
	return append(conditions, dbx.NewExp(condition, dbx.Params{"search": search, "digits": digits})), foundAll, nil
}

// sortWithoutIndex returns an order that keeps SQLite from scanning an index in that order, because the rows are
// already known by their keys.
func sortWithoutIndex(order []string) []string {
	terms := make([]string, len(order))
	for i, term := range order {
		expression, direction, _ := cutLast(term, " ")
		terms[i] = "(+" + expression + ") " + direction
	}
	return terms
}

func cutLast(s, separator string) (before, after string, found bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}
