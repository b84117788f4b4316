package identity

import (
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/database"
)

// OnClosed calls end when an account is closed, also in PocketBase's dashboard, in the transaction that closes it. A
// second call with the same id replaces the first.
func OnClosed(app core.App, id string, end func(tx core.App, user *User) error) {
	app.OnRecordUpdateExecute(Users).Bind(&hook.Handler[*core.RecordEvent]{
		Id: id,
		Func: func(e *core.RecordEvent) error {
			return database.InTransaction(e, func() error {
				wasActive := IsActive(e.Record.Original())
				if err := e.Next(); err != nil || !wasActive || IsActive(e.Record) {
					return err
				}
				return end(e.App, NewUser(e.Record))
			})
		},
	})
}
