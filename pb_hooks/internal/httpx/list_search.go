package httpx

import (
	"encoding/json"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/readmodel"
)

// maxFound is how many rows a search reads by their keys. What more rows match is met soon by walking along
// the list in its order.
const maxFound = 1000

// searchConditions find the rows in which one of the searched expressions contains a text; an ASCII letter
// matches in either case. few tells that the index has named the rows.
func (l List) searchConditions(app core.App, search string) (conditions []dbx.Expression, few bool, err error) {
	if l.Index != 0 {
		keys, many, err := readmodel.Find(app, l.Index, search, maxFound)
		if err != nil {
			return nil, false, err
		}
		if few = !many; few {
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
			conditions = append(conditions, dbx.NewExp("[["+key+"]] IN (SELECT value FROM json_each({:found}))", dbx.Params{"found": string(list)}))
		}
	}
	// dbx.Like escapes the wildcards but never tells SQLite the escape character.
	pattern := "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(search) + "%"
	var either []string
	for _, expression := range l.Search {
		either = append(either, expression+` LIKE {:search} ESCAPE '\'`)
	}
	return append(conditions, dbx.NewExp("("+strings.Join(either, " OR ")+")", dbx.Params{"search": pattern})), few, nil
}

// sortFew is an order that no index is walked along for: the rows are known by their keys.
func sortFew(order []string) []string {
	few := make([]string, len(order))
	for i, term := range order {
		expression, direction, _ := cutLast(term, " ")
		few[i] = "(+" + expression + ") " + direction
	}
	return few
}

func cutLast(s, separator string) (before, after string, found bool) {
	i := strings.LastIndex(s, separator)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(separator):], true
}
