package invoices

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// RegisterHooks keeps issued documents as they are, whoever asks, staff in the dashboard included: a
// mistake is put right by a refund and its credit note. Nor does staff write documents by hand,
// because the numbers are the ledger's to give.
func RegisterHooks(app core.App) {
	refuse := func(*core.RecordEvent) error {
		return httpx.NewError(http.StatusForbidden, "An issued document can be neither changed nor deleted. Refund the payment instead: that issues a credit note.", nil)
	}
	app.OnRecordUpdate(collection).BindFunc(refuse)
	app.OnRecordDelete(collection).BindFunc(refuse)
	app.OnRecordCreateRequest(collection).BindFunc(func(*core.RecordRequestEvent) error {
		return httpx.NewError(http.StatusForbidden, "Documents are issued by the ledger when a payment is completed or refunded.", nil)
	})
}
