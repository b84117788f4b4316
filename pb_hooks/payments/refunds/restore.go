package refunds

import (
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/tiers"
)

// kindRestore is the kind of the requests to restore a purchase whose dispute was lost and then won.
const kindRestore = "transaction.restore"

type restorePayload struct {
	TransactionID string `json:"transactionId"`
	// LossID is the loss that the request is about. A later loss needs a request of its own.
	LossID string `json:"lossId"`
	Reason string `json:"reason"`
}

// RestorePurchase is POST /api/transactions/{id}/restore: it takes back a lost dispute that was won in a later phase.
func (rs *Refunds) RestorePurchase() httpx.Endpoint {
	return httpx.JSON(rs.restorePurchase, httpx.Doc{
		Tag: "payments", Summary: "Restore a purchase whose dispute was lost and then won",
		Description: "A debit note reverses the credit note, and the membership or the seats that the loss has ended " +
			"are valid again. A mandate stays cancelled.",
		Errors:  []*apperr.Error{ledger.ErrTransactionNotFound, ledger.ErrNothingToRestore},
		Example: map[string]any{"reason": "Won in pre-arbitration"},
	})
}

func (rs *Refunds) restorePurchase(e *core.RequestEvent, form ledger.ReasonForm) (outcome approvals.Outcome[httpx.None],
	err error) {
	by := audit.RequestActor(e)
	wanted := restorePayload{TransactionID: e.Request.PathValue("id"), Reason: form.Reason}
	defer rs.ledger.LockTransaction(wanted.TransactionID)()
	waiting, err := rs.approvals.Run(by, func(tx core.App) (approvals.Request, error) {
		t, lossID, amount, err := FindTurnedLoss(tx, wanted.TransactionID)
		if err != nil {
			return approvals.Request{}, err
		}
		wanted.LossID = lossID
		buyer, err := buyerOf(tx, t)
		if err != nil {
			return approvals.Request{}, err
		}
		// The bank has paid, so nothing counts as unpaid. A large amount, or an own purchase, needs a second admin.
		return approvals.Request{
			Kind: kindRestore, Subject: buyer, Reason: wanted.Reason, Payload: wanted,
			ListValue: tiers.EstimateInRupees(amount, t.Currency()),
			Summary: fmt.Sprintf("The purchase of “%s” by %s restored, because a dispute over %s was won after all",
				t.TierName(), t.Customer().Name, amount.Format(t.Currency())),
		}, nil
	}, func(tx core.App) error { return rs.restore(tx, wanted, by) })
	if waiting != nil {
		outcome.Waiting = &approvals.Waiting{Approval: *waiting}
	}
	return outcome, apperr.Fail("The purchase could not be restored. Please try again.", err)
}

// confirmRestore restores a purchase after a second admin has confirmed it.
func (rs *Refunds) confirmRestore(_ *core.RequestEvent, c approvals.Confirmed,
	run func(func(core.App) error) error) error {
	var wanted restorePayload
	if err := c.Decode(&wanted); err != nil {
		return err
	}
	defer rs.ledger.LockTransaction(wanted.TransactionID)()
	return run(func(tx core.App) error { return rs.restore(tx, wanted, c.By) })
}

func (rs *Refunds) restore(tx core.App, wanted restorePayload, by audit.Actor) error {
	t, lossID, _, err := FindTurnedLoss(tx, wanted.TransactionID)
	if err != nil {
		return err
	}
	if lossID != wanted.LossID {
		return ledger.ErrNothingToRestore
	}
	return rs.ledger.Restore(tx, t, by, wanted.Reason)
}

// FindTurnedLoss returns a transaction with the id and the amount of its loss that has turned.
func FindTurnedLoss(app core.App, id string) (t *ledger.Transaction, lossID string, amount money.Amount, err error) {
	if t, err = ledger.FindTransaction(app, id); err != nil {
		return nil, "", 0, database.IfMissing(err, ledger.ErrTransactionNotFound)
	}
	facts, err := t.Facts()
	if err != nil {
		return nil, "", 0, err
	}
	if lossID, amount = facts.TurnedLoss(); lossID == "" {
		err = ledger.ErrNothingToRestore
	}
	return t, lossID, amount, err
}
