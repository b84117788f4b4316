package offline

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/tiers"
)

// An admin can refund part of a completed offline payment. A credit note for that part is issued immediately, and the
// membership or the seats remain. The office returns the money by bank transfer, and an admin records the transfer. To
// refund the whole payment, an admin cancels the purchase.

// kindRefund is the kind of the requests for partial refunds.
const kindRefund = "offline-payment.refund"

type refundPayload struct {
	OfflineID string `json:"offlineId"`
	Amount    int64  `json:"amount"` // in paise
	Reason    string `json:"reason"`
}

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

func (f *Offline) refundPart(e *core.RequestEvent, form refundForm) (outcome approvals.Outcome[OfflineRow], err error) {
	if form.Amount < pricing.MinAmount {
		return outcome, ledger.ErrRefundTooSmall
	}
	by := audit.RequestActor(e)
	wanted := refundPayload{OfflineID: e.Request.PathValue("id"), Amount: int64(form.Amount), Reason: form.Reason}
	return f.runOrWait(e, wanted.OfflineID, func(tx core.App) (approvals.Request, error) {
		o, err := findOffline(tx, wanted.OfflineID)
		if err != nil {
			return approvals.Request{}, database.IfMissing(err, errOfflineNotFound)
		}
		t, err := ledger.FindTransaction(tx, o.TransactionID())
		if err != nil {
			return approvals.Request{}, err
		}
		// The membership continues, so the refund gives a part of it away.
		value := tiers.EstimateInRupees(form.Amount, o.Currency())
		return approvals.Request{
			Kind: kindRefund, Subject: audit.Subject{Collection: httpx.Users, ID: t.UserID(), Label: t.Customer().Name},
			Summary: fmt.Sprintf("%s of the payment for “%s” refunded to %s, who keeps the membership",
				form.Amount.Format(o.Currency()), t.TierName(), t.Customer().Name),
			Reason: form.Reason, ListValue: value, Unpaid: value, Payload: wanted,
		}, nil
	}, func(tx core.App) error { return f.refundOffline(tx, wanted, by) })
}

// confirmRefund refunds a part after a second admin has confirmed it.
func (f *Offline) confirmRefund(_ *core.RequestEvent, c approvals.Confirmed,
	run func(func(core.App) error) error) error {
	var wanted refundPayload
	if err := c.Decode(&wanted); err != nil {
		return err
	}
	by := c.Actor()
	return run(func(tx core.App) error { return f.refundOffline(tx, wanted, by) })
}

func (f *Offline) refundOffline(tx core.App, wanted refundPayload, by audit.Actor) error {
	amount, reason := money.Amount(wanted.Amount), wanted.Reason
	o, err := findOffline(tx, wanted.OfflineID)
	if err != nil {
		return database.IfMissing(err, errOfflineNotFound)
	}
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
	if err := f.owe(tx, o, ReturnRefund, amount, reason, by); err != nil {
		return err
	}
	if err := f.saveOffline(tx, o); err != nil {
		return err
	}
	return f.audit.Record(tx, by, "offline-payment.refunded", audit.SubjectOf(o.ProxyRecord()), map[string]any{
		"amount": amount.Format(o.Currency()), "reason": reason, "refund": id,
	})
}

// moneyHeld returns the money of the cleared receipts that counts towards the price, without TDS, minus the partial
// refunds.
func (o *OfflinePayment) moneyHeld(receipts []*OfflineReceipt) money.Amount {
	held := -o.Refunded()
	for _, r := range receipts {
		if r.State() == ReceiptCleared {
			held += r.Amount() - r.excess()
		}
	}
	return max(0, held)
}
