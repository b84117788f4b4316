package orphans

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/payments/ledger"
)

// ListOrphanPayments is GET /api/payments/unknown.
func (o *Orphans) ListOrphanPayments() httpx.Endpoint {
	return lists.Rows[OrphanPaymentRow](orphanPaymentList, httpx.Doc{
		Tag: "payments", Summary: "List the orphan payments",
		Query: []httpx.Parameter{{Name: "attention",
			Description: "Lists the payments that no admin has cleared (any), or those that one has (seen)."}},
	})
}

// ClearOrphanAttention is DELETE /api/payments/unknown/{id}/attention: an admin has reviewed the payment. It stays in
// the list as cleared. The audit log records who cleared it.
func (o *Orphans) ClearOrphanAttention() httpx.Endpoint {
	return httpx.Do(o.clearOrphanAttention, httpx.Doc{
		Tag: "payments", Summary: "Mark an orphan payment as resolved", Errors: []*apperr.Error{errOrphanNotFound},
	})
}

func (o *Orphans) clearOrphanAttention(e *core.RequestEvent) error {
	return ledger.ClearAttention(e, errOrphanNotFound, func(tx core.App, id string) error {
		orphan, err := ledger.FindOrphan(tx, id)
		if err != nil || orphan.IsResolved() {
			return err
		}
		orphan.MarkResolved(o.now())
		return o.audit.Save(tx, audit.RequestActor(e), "unknown-payment.seen-to", orphan.Record)
	})
}
