package refunds

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/provider"
)

// kindAcceptDifference is the kind of the requests to accept a payment of a wrong amount.
const kindAcceptDifference = "transaction.accept"

type acceptPayload struct {
	TransactionID string `json:"transactionId"`
	PaymentID     string `json:"paymentId"`
	Reason        string `json:"reason"`
}

// A payment of an amount or currency that differs from its order does not complete the order. The buyer is told that it
// is under review, and an admin resolves it in one of two ways:
//
//	wrong amount ──> accepted: the transaction is completed with what was paid
//	             ╰─> refunded (refunds.go): the buyer has the money back, and may order again

// AcceptDifference is POST /api/transactions/{id}/accept: the paid amount becomes the price.
func (rs *Refunds) AcceptDifference() httpx.Endpoint {
	return httpx.JSON(rs.acceptDifference, httpx.Doc{
		Tag: "payments", Summary: "Complete a transaction with a payment of another amount",
		Errors: []*apperr.Error{
			ledger.ErrTransactionNotFound, errNoDifference, errRefundUnderWay, errDifferenceEnded,
			provider.ErrNotConfigured,
		},
		Statuses: []int{http.StatusBadGateway}, Example: map[string]any{"reason": "An offer"},
	})
}

func (rs *Refunds) acceptDifference(e *core.RequestEvent, form ledger.ReasonForm) (
	outcome approvals.Outcome[httpx.None], err error) {
	by := audit.RequestActor(e)
	wanted := acceptPayload{TransactionID: e.Request.PathValue("id"), Reason: form.Reason}
	var waiting *approvals.View
	err = rs.withDifference(e, wanted, func(apply differenceStep) error {
		waiting, err = rs.approvals.Run(by, func(tx core.App) (approvals.Request, error) {
			t, difference, err := FindDifference(tx, wanted.TransactionID)
			if err != nil {
				return approvals.Request{}, err
			}
			wanted.PaymentID = difference.PaymentID
			return rs.describeSale(tx, kindAcceptDifference, t, ledger.InRupees(difference.Amount, difference.Currency),
				wanted.Reason, wanted)
		}, func(tx core.App) error { return apply(tx, by) })
		return err
	})
	if waiting != nil {
		outcome.Waiting = &approvals.Waiting{Approval: *waiting}
	}
	return outcome, apperr.Fail("The payment could not be accepted. Please try again.", err)
}

// differenceStep accepts a payment of a wrong amount in a database transaction.
type differenceStep func(tx core.App, by audit.Actor) error

// confirmDifference accepts a payment of a wrong amount after a second admin has confirmed it.
func (rs *Refunds) confirmDifference(e *core.RequestEvent, c approvals.Confirmed,
	run func(func(core.App) error) error) error {
	var wanted acceptPayload
	if err := c.Decode(&wanted); err != nil {
		return err
	}
	return rs.withDifference(e, wanted, func(apply differenceStep) error {
		return run(func(tx core.App) error { return apply(tx, c.By) })
	})
}

// withDifference fetches a payment of a wrong amount from the provider, and calls run with the function that accepts
// it.
func (rs *Refunds) withDifference(e *core.RequestEvent, wanted acceptPayload,
	run func(apply differenceStep) error) error {
	t, difference, err := FindDifference(e.App, wanted.TransactionID)
	if err != nil {
		return err
	}
	if wanted.PaymentID != "" && difference.PaymentID != wanted.PaymentID {
		return errDifferenceEnded
	}
	if rs.provider == nil {
		return provider.ErrNotConfigured
	}
	payment, err := provider.FetchCaptured(e.Request.Context(), rs.provider, difference.PaymentID, errDifferenceEnded)
	if err != nil {
		return err
	}
	defer rs.ledger.LockTransaction(t.Id)()
	return run(func(tx core.App, by audit.Actor) error {
		t, difference, err := FindDifference(tx, wanted.TransactionID)
		if err != nil {
			return err
		}
		if difference.PaymentID != payment.ID {
			return errDifferenceEnded
		}
		return rs.ledger.Accept(tx, t, payment, by, wanted.Reason)
	})
}

// FindDifference returns a transaction whose payment of a wrong amount waits for a decision.
func FindDifference(app core.App, id string) (*ledger.Transaction, *ledger.DifferenceFacts, error) {
	t, err := ledger.FindTransaction(app, id)
	if err != nil {
		return nil, nil, database.IfMissing(err, ledger.ErrTransactionNotFound)
	}
	facts, err := t.Facts()
	if err != nil {
		return nil, nil, err
	}
	if facts.Difference == nil {
		return nil, nil, errNoDifference
	}
	switch _, err := FindOpen(app, facts.Difference.PaymentID); {
	case err == nil:
		return nil, nil, errRefundUnderWay
	case !errors.Is(err, sql.ErrNoRows):
		return nil, nil, err
	}
	return t, facts.Difference, nil
}

// describeSale returns the request to complete a transaction with a payment whose amount differs from the price.
func (rs *Refunds) describeSale(tx core.App, kind string, t *ledger.Transaction, paid money.Amount, reason string,
	payload any) (approvals.Request, error) {
	subject := audit.SubjectOf(t.Record)
	if t.UserID() != "" { // grants to the same person are added up
		user, err := ledger.FindMember(tx, t.UserID())
		if err == nil {
			subject = audit.SubjectOf(user.ProxyRecord())
		} else if !errors.Is(err, ledger.ErrMemberNotFound) {
			return approvals.Request{}, err
		}
	}
	value, err := rs.ledger.ListValue(tx, t.TierID(), t.Quantity())
	if err != nil {
		return approvals.Request{}, err
	}
	return approvals.Request{
		Kind:      kind,
		Subject:   subject,
		Reason:    reason,
		ListValue: value,
		Unpaid:    max(0, value-paid),
		Payload:   payload,
		Summary: fmt.Sprintf("A payment of %s accepted for “%s”, worth %s, from %s", paid.Format("INR"), t.TierName(),
			value.Format("INR"), t.Customer().Name),
	}, nil
}
