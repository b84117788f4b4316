package lists

import (
	"database/sql"
	"errors"
	"net/http"
	"strings"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// PrevNext returns the ids of the rows before and after a row in the list that the request asks for, or "" if there is
// none. The row itself need not match the list any more, because its position follows from its own values. It returns
// sql.ErrNoRows if the row does not exist.
func PrevNext(e *core.RequestEvent, l List, id string) (previous, next string, err error) {
	query := e.Request.URL.Query()
	parsed, err := l.parseQuery(e.App, query)
	if err != nil {
		return "", "", err
	}
	sort := query.Get("sort")
	if sort == "" {
		sort = l.DefaultSort
	}
	name, descending := strings.CutPrefix(sort, "-")
	by := l.Sort[name]
	params := dbx.Params{"id": id}
	var at string
	if err := e.App.DB().Select("(" + by + ")").From(l.From).Where(dbx.NewExp("[[id]] = {:id}", params)).
		Row(&at); err != nil {
		return "", "", err
	}
	params["at"] = at
	find := func(compare, direction string) (found string, err error) {
		// The first condition lets SQLite search the index.
		beyond := dbx.NewExp(by+" "+compare+"= {:at} AND ("+by+" "+compare+" {:at} OR [[id]] "+compare+" {:id})",
			params)
		err = e.App.DB().Select("id").From(l.From).Where(dbx.And(parsed.where, beyond)).
			OrderBy(by+direction, "id"+direction).Limit(1).Row(&found)
		if errors.Is(err, sql.ErrNoRows) {
			return "", nil
		}
		if err != nil {
			return "", httpx.NewError(http.StatusInternalServerError, "The list could not be read.", err)
		}
		return found, nil
	}
	if previous, err = find("<", " DESC"); err != nil {
		return "", "", err
	}
	if next, err = find(">", " ASC"); err != nil {
		return "", "", err
	}
	if descending {
		return next, previous, nil
	}
	return previous, next, nil
}
