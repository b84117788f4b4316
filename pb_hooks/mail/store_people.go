package mail

import (
	"cmp"
	"database/sql"
	"errors"
	"slices"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// AddressOf is the address that the e-mail with an id goes to, "" where there is none.
func AddressOf(app core.App, id string) (address string, err error) {
	err = app.DB().Select("emailAddress").From(emailsCollection).Where(dbx.HashExp{"id": id}).Limit(1).Row(&address)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return address, wrap("find address of e-mail", err)
}

// ListTo lists the newest e-mails to some addresses, given in lower case.
func ListTo(app core.App, addresses []string, limit int) ([]EmailSummary, error) {
	list := []EmailSummary{}
	for _, address := range addresses {
		var found []EmailSummary
		err := app.DB().Select(emailList(nil).Columns...).From(emailsCollection).Where(dbx.HashExp{"emailAddress": address}).
			OrderBy("createdAt DESC").Limit(int64(limit)).All(&found)
		if err != nil {
			return nil, wrap("list e-mails to an address", err)
		}
		list = append(list, found...)
	}
	slices.SortStableFunc(list, func(a, b EmailSummary) int {
		return cmp.Or(types.DateTime(b.CreatedAt).Compare(types.DateTime(a.CreatedAt)), cmp.Compare(b.ID, a.ID))
	})
	return list[:min(limit, len(list))], nil
}
