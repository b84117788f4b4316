package offline

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
)

// An admin can refund part of a completed offline payment. A credit note for that part is issued immediately, and the
// membership or the seats remain. The office returns the money by bank transfer, and an admin records the transfer. To
// refund the whole payment, an admin cancels the purchase.

// refundForm is a partial refund. The amount is in rupees.
type refundForm struct {
	_      struct{}     `wire:"refundOffline,password"`
	Amount money.Amount `json:"amount"`
	Reason string       `json:"reason"`
}

func (refundForm) Rules() rules.Form { return refundRules }

var refundRules = rules.Form{
	{
		Name: "amount", Label: "Amount", Kind: rules.Amount, Required: true, Max: maxReceipt,
		Messages: rules.Messages{Invalid: "Please enter an amount such as 500 or 1178.50"},
	},
	ledger.ReasonField,
}

var errRefundWholeOffline = apperr.Invalid("refund-whole", "amount",
	"This is the whole payment. To refund all of it, cancel the purchase.")

// RefundOffline is POST /api/offline-payments/{id}/refund.
func (f *Offline) RefundOffline() httpx.Endpoint {
	return httpx.JSON(f.refundPart, httpx.Doc{
		Tag: "payments", Summary: "Refund a part of a completed offline payment",
		Description: "This issues a credit note for the amount, and the money must be returned. The " +
			"membership continues.",
		Errors: []*apperr.Error{
			errOfflineNotFound, errOfflineState, ledger.ErrRefundTooSmall, errRefundWholeOffline,
		},
		Example: map[string]any{"amount": "100", "reason": "A part of the fee"},
	})
}

func (f *Offline) refundPart(e *core.RequestEvent, form refundForm) (OfflineRow, error) {
	if form.Amount < pricing.MinAmount {
		return OfflineRow{}, ledger.ErrRefundTooSmall
	}
	return f.stepOffline(e, func(tx core.App, o *OfflinePayment, by audit.Actor) error {
		return f.refundOffline(tx, o, form.Amount, form.Reason, by)
	})
}

func (f *Offline) refundOffline(tx core.App, o *OfflinePayment, amount money.Amount, reason string,
	by audit.Actor) error {
	if !o.allows(stepRefund, nil) {
		return errOfflineState
	}
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	receipts, err := listReceipts(tx, o.Id)
	if err != nil {
		return err
	}
	switch left := o.moneyHeld(receipts); {
	case amount >= t.Amount()-t.RefundedAmount():
		return errRefundWholeOffline
	case amount > left: // the rest was settled by TDS
		return apperr.Invalid("refund-too-large", "amount",
			"At most "+left.Format(o.Currency())+" can be refunded, which is the money received minus earlier refunds.")
	}
	facts, err := t.Facts()
	if err != nil {
		return err
	}
	id := fmt.Sprintf("%s_%d", offlineReversalID(o.Id), len(facts.Refunds)+1)
	if err := f.ledger.RefundPart(tx, t, ledger.Return{ID: id, Amount: amount, At: f.now()}); err != nil {
		return err
	}
	o.addRefund(amount)
	if err := tx.Save(o); err != nil {
		return fmt.Errorf("save offline payment %s: %w", o.Id, err)
	}
	return f.audit.Record(tx, by, "offline-payment.refunded", audit.SubjectOf(o.ProxyRecord()), map[string]any{
		"amount": amount.Format(o.Currency()), "reason": reason, "refund": id,
	})
}

// outstanding returns the amount that the office still has to return.
func (o *OfflinePayment) outstanding() money.Amount {
	if o.isReturned() {
		return 0
	}
	return o.ToReturn()
}

// moneyHeld returns the sum of the cleared receipts without TDS, minus the partial refunds.
func (o *OfflinePayment) moneyHeld(receipts []*OfflineReceipt) money.Amount {
	held := -o.Refunded()
	for _, r := range receipts {
		if r.State() == ReceiptCleared {
			held += r.Amount()
		}
	}
	return max(0, held)
}
