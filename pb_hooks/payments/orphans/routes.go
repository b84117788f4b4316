package orphans

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/payments/ledger"
)

// ListOrphanPayments is GET /api/payments/unknown.
func (o *Orphans) ListOrphanPayments(e *core.RequestEvent) error {
	return httpx.WriteList[OrphanPaymentRow](e, orphanPaymentList)
}

// ClearOrphanAttention is DELETE /api/payments/unknown/{id}/attention: an admin has reviewed the payment. It stays in
// the list as cleared. The audit log records who cleared it.
func (o *Orphans) ClearOrphanAttention(e *core.RequestEvent) error {
	return ledger.ClearAttention(e, errOrphanNotFound, func(tx core.App, id string) error {
		orphan, err := ledger.FindUnattachedOrphan(tx, id)
		if err != nil || orphan.IsSeen() {
			return err
		}
		orphan.SetSeen(o.now())
		return o.audit.Save(tx, audit.RequestActor(e), "unknown-payment.seen-to", orphan.Record)
	})
}
