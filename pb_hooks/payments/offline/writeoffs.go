package offline

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/settings"
)

// An admin can write off the rest of a part-paid purchase, up to the limit of the settings, for example bank charges
// that were deducted. The purchase is then complete. The invoice stays over the whole price, because a shortfall that
// we accept is not a discount that the invoice shows: the tax on it remains due.
//
// An admin can also give up a claim against a payer, of any amount. Like every write-off, it counts towards the limit of
// one admin.

// kindWriteOff is the kind of the requests to write off a rest.
const kindWriteOff = "offline-payment.write-off"

type writeOffPayload struct {
	OfflineID string `json:"offlineId"`
	// ReturnID is the claim, or "" for the rest of a purchase.
	ReturnID string `json:"returnId,omitempty"`
	Amount   int64  `json:"amount"` // in paise
	Reason   string `json:"reason"`
}

// writeOffForm is the reason of a write-off. ReturnID is a claim, or "" for the rest of the purchase.
type writeOffForm struct {
	_        struct{} `wire:"writeOffOffline,password"`
	ReturnID string   `json:"returnId"`
	Reason   string   `json:"reason"`
}

func (writeOffForm) Rules() rules.Form {
	return rules.Form{{Name: "returnId", Label: "Claim", Kind: rules.Line, Max: 15}, ledger.ReasonField}
}

// WriteOffOffline is POST /api/offline-payments/{id}/write-off.
func (f *Offline) WriteOffOffline() httpx.Endpoint {
	return httpx.JSON(f.requestWriteOff, httpx.Doc{
		Tag: "payments", Summary: "Write off the rest of an offline payment, or a claim against its payer",
		Description: "Without a returnId, the purchase is then complete. Its rest must not exceed the limit in the " +
			"settings, and the invoice stays over the whole price.",
		Errors:  []*apperr.Error{errOfflineNotFound, errOfflineState},
		Example: map[string]any{"reason": "Bank charges"},
	})
}

func (f *Offline) requestWriteOff(e *core.RequestEvent, form writeOffForm) (approvals.Outcome[OfflineRow], error) {
	by := audit.RequestActor(e)
	wanted := writeOffPayload{OfflineID: e.Request.PathValue("id"), ReturnID: form.ReturnID, Reason: form.Reason}
	return f.runOrWait(e, wanted.OfflineID, func(tx core.App) (approvals.Request, error) {
		return f.describeWriteOff(tx, &wanted)
	}, func(tx core.App) error { return f.writeOff(tx, wanted, by) })
}

// confirmWriteOff writes a rest off after a second admin has confirmed it.
func (f *Offline) confirmWriteOff(_ *core.RequestEvent, c approvals.Confirmed,
	run func(func(core.App) error) error) error {
	var wanted writeOffPayload
	if err := c.Decode(&wanted); err != nil {
		return err
	}
	by := c.Actor()
	return run(func(tx core.App) error { return f.writeOff(tx, wanted, by) })
}

// describeWriteOff returns the request to write off the rest of a payment, or a claim, and stores the amount in wanted.
// The list value of a rest is what the purchase is worth without the money that was received.
func (f *Offline) describeWriteOff(tx core.App, wanted *writeOffPayload) (approvals.Request, error) {
	o, err := findOffline(tx, wanted.OfflineID)
	if err != nil {
		return approvals.Request{}, database.IfMissing(err, errOfflineNotFound)
	}
	wanted.Amount = int64(o.left())
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return approvals.Request{}, err
	}
	subject := audit.Subject{Collection: httpx.Users, ID: t.UserID(), Label: t.Customer().Name}
	if wanted.ReturnID != "" {
		claim, err := findClaim(tx, o, wanted.ReturnID)
		if err != nil {
			return approvals.Request{}, err
		}
		wanted.Amount = int64(claim.Amount())
		return approvals.Request{
			Kind: kindWriteOff, Subject: subject,
			Summary: fmt.Sprintf("Write-off of %s, which the payer of “%s” for %s has to return",
				claim.Amount().Format(o.Currency()), t.TierName(), t.Customer().Name),
			Reason: wanted.Reason, ListValue: claim.Amount(), Unpaid: claim.Amount(), Payload: *wanted,
		}, nil
	}
	value, err := f.ledger.ListValue(tx, t.TierID(), t.Quantity())
	if err != nil {
		return approvals.Request{}, err
	}
	unpaid := max(value, o.Due()) - o.Received()
	return approvals.Request{
		Kind: kindWriteOff, Subject: subject,
		Summary: fmt.Sprintf("Write-off of %s for “%s” of %s", o.left().Format(o.Currency()), t.TierName(),
			t.Customer().Name),
		Reason: wanted.Reason, ListValue: unpaid, Unpaid: unpaid, Payload: *wanted,
	}, nil
}

// findClaim returns an open claim against the payer of a payment.
func findClaim(tx core.App, o *OfflinePayment, id string) (*OfflineReturn, error) {
	r, err := findReturn(tx, id)
	if err != nil {
		return nil, database.IfMissing(err, errOfflineState)
	}
	if r.offlineID() != o.Id || r.Kind() != ReturnClaim || r.State() != ReturnOpen {
		return nil, errOfflineState
	}
	return r, nil
}

// writeOffClaim gives up a claim against the payer.
func (f *Offline) writeOffClaim(tx core.App, o *OfflinePayment, wanted writeOffPayload, by audit.Actor) error {
	claim, err := findClaim(tx, o, wanted.ReturnID)
	if err != nil {
		return err
	}
	if int64(claim.Amount()) != wanted.Amount {
		return errOfflineState
	}
	if err := claim.setState(ReturnWrittenOff); err != nil {
		return err
	}
	claim.setWrittenOff(f.now(), wanted.Reason, by.Name)
	if err := saveReturn(tx, claim); err != nil {
		return err
	}
	err = f.audit.Record(tx, by, "offline-payment.claim-written-off", audit.SubjectOf(o.ProxyRecord()), map[string]any{
		"amount": claim.Amount().Format(o.Currency()), "reason": wanted.Reason, "return": claim.Id,
	})
	if err != nil {
		return err
	}
	return f.saveOffline(tx, o)
}

// writeOff writes off a claim, or the rest of a payment, which completes the purchase.
func (f *Offline) writeOff(tx core.App, wanted writeOffPayload, by audit.Actor) error {
	o, err := findOffline(tx, wanted.OfflineID)
	if err != nil {
		return database.IfMissing(err, errOfflineNotFound)
	}
	if wanted.ReturnID != "" {
		return f.writeOffClaim(tx, o, wanted, by)
	}
	if !o.allows(stepWriteOff, nil) || int64(o.left()) != wanted.Amount {
		return errOfflineState
	}
	site, err := settings.Read(tx)
	if err != nil {
		return err
	}
	left := o.left()
	if limit := site.WriteOffLimit(); left > limit {
		return apperr.Conflict("write-off-too-large", fmt.Sprintf("%s is still due. At most %s can be written off.",
			left.Format(o.Currency()), limit.Format("INR")))
	}
	list, err := listReceipts(tx, o.Id)
	if err != nil {
		return err
	}
	o.setWrittenOff(left, wanted.Reason)
	if err := f.moveOffline(tx, o, OfflineCleared); err != nil {
		return err
	}
	err = f.audit.Record(tx, by, "offline-payment.written-off", audit.SubjectOf(o.ProxyRecord()), map[string]any{
		"amount": left.Format(o.Currency()), "reason": wanted.Reason,
	})
	if err != nil {
		return err
	}
	t, err := ledger.FindTransaction(tx, o.TransactionID())
	if err != nil {
		return err
	}
	// A part-paid purchase has a cleared receipt. The membership starts now, because it was not complete before.
	return f.completePurchase(tx, t, lastCleared(list), f.now(), left)
}

func lastCleared(list []*OfflineReceipt) *OfflineReceipt {
	var last *OfflineReceipt
	for _, r := range list {
		if r.State() == ReceiptCleared {
			last = r
		}
	}
	return last
}
