package tiers

import (
	"net/http"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// RegisterHooks keeps the invariants of the tiers whoever writes them, staff in the dashboard included: a
// tier without a slug gets its name's, and one that has transactions stays, because they name it.
func RegisterHooks(app core.App) {
	app.OnRecordValidate(collection).BindFunc(func(e *core.RecordEvent) error {
		if e.Record.GetString("slug") == "" {
			e.Record.Set("slug", Slug(e.Record.GetString("name")))
		}
		return e.Next()
	})
	app.OnRecordDelete(collection).BindFunc(func(e *core.RecordEvent) error {
		transactions, err := e.App.CountRecords("transactions", dbx.HashExp{"membershipTierId": e.Record.Id})
		if err != nil {
			return err
		}
		if transactions > 0 {
			return httpx.NewError(http.StatusConflict, "This tier has transactions: deactivate it instead.", nil)
		}
		return e.Next()
	})
}
