package refunds

import (
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"slices"

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
	TransactionID string   `json:"transactionId"`
	PaymentIDs    []string `json:"paymentIds"`
	Reason        string   `json:"reason"`
}

// A payment of an amount or currency that differs from its order does not complete the order, unless it is the price
// together with other payments of the order. The buyer is told that it is under review, and an admin resolves it in one
// of two ways, together with all other such payments of the order:
//
//	wrong amount ──> accepted: the transaction is completed with the sum that was paid
//	             ╰─> refunded (refunds.go): the buyer has the money back, and may order again

// AcceptDifference is POST /api/transactions/{id}/accept: the paid amount becomes the price.
func (rs *Refunds) AcceptDifference() httpx.Endpoint {
	return httpx.JSON(rs.acceptDifference, httpx.Doc{
		Tag: "payments", Summary: "Complete a transaction with a payment of another amount",
		Errors: []*apperr.Error{
			ledger.ErrTransactionNotFound, errNoDifference, errOtherCurrency, errRefundUnderWay, errDifferenceEnded,
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
			t, unmatched, err := FindDifference(tx, wanted.TransactionID)
			if err != nil {
				return approvals.Request{}, err
			}
			var paid money.Amount
			for _, p := range unmatched {
				paid += p.Amount()
			}
			wanted.PaymentIDs = idsOf(unmatched)
			return rs.describeSale(tx, kindAcceptDifference, t, paid, wanted.Reason, wanted)
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

// withDifference fetches the payments of a wrong amount from the provider, and calls run with the function that accepts
// them.
func (rs *Refunds) withDifference(e *core.RequestEvent, wanted acceptPayload,
	run func(apply differenceStep) error) error {
	t, unmatched, err := FindDifference(e.App, wanted.TransactionID)
	if err != nil {
		return err
	}
	ids := idsOf(unmatched)
	if wanted.PaymentIDs != nil && !slices.Equal(ids, wanted.PaymentIDs) {
		return errDifferenceEnded
	}
	if rs.provider == nil {
		return provider.ErrNotConfigured
	}
	var payments []ledger.Payment
	for _, id := range ids {
		payment, err := provider.FetchCaptured(e.Request.Context(), rs.provider, id, errDifferenceEnded)
		if err != nil {
			return err
		}
		payments = append(payments, payment)
	}
	defer rs.ledger.LockTransaction(t.Id)()
	return run(func(tx core.App, by audit.Actor) error {
		t, unmatched, err := FindDifference(tx, wanted.TransactionID)
		if err != nil {
			return err
		}
		if !slices.Equal(idsOf(unmatched), ids) {
			return errDifferenceEnded
		}
		return rs.ledger.Accept(tx, t, payments, by, wanted.Reason)
	})
}

func idsOf(payments []*ledger.CapturedPayment) []string {
	ids := make([]string, len(payments))
	for i, p := range payments {
		ids[i] = p.PaymentID()
	}
	return ids
}

// FindDifference returns a transaction with the payments of a wrong amount that can be accepted. A payment in another
// currency than the order cannot: its amount is no price of the order. Nor can one of which a part has gone back.
func FindDifference(app core.App, id string) (*ledger.Transaction, []*ledger.CapturedPayment, error) {
	t, err := ledger.FindTransaction(app, id)
	if err != nil {
		return nil, nil, database.IfMissing(err, ledger.ErrTransactionNotFound)
	}
	unmatched, err := ledger.ListUnmatched(app, t)
	if err != nil {
		return nil, nil, err
	}
	if len(unmatched) == 0 {
		return nil, nil, errNoDifference
	}
	unmatched = slices.DeleteFunc(unmatched, func(p *ledger.CapturedPayment) bool { return p.Currency() != t.Currency() })
	if len(unmatched) == 0 {
		return nil, nil, errOtherCurrency
	}
	for _, p := range unmatched {
		switch _, err := FindOpen(app, p.PaymentID()); {
		case err == nil:
			return nil, nil, errRefundUnderWay
		case p.Refunded() > 0:
			return nil, nil, errDifferenceEnded
		case !errors.Is(err, sql.ErrNoRows):
			return nil, nil, err
		}
	}
	return t, unmatched, nil
}

// describeSale returns the request to complete a transaction with a payment whose amount differs from the price.
func (rs *Refunds) describeSale(tx core.App, kind string, t *ledger.Transaction, paid money.Amount, reason string,
	payload any) (approvals.Request, error) {
	subject, err := buyerOf(tx, t)
	if err != nil {
		return approvals.Request{}, err
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
		Unpaid:    max(0, value-ledger.InRupees(int64(paid), t.Currency())),
		Payload:   payload,
		Summary: fmt.Sprintf("A payment of %s accepted for “%s”, worth %s, from %s", paid.Format(t.Currency()), t.TierName(),
			value.Format("INR"), t.Customer().Name),
	}, nil
}

// buyerOf returns the buyer as the subject of a request, so that grants to the same person are added up and no admin
// gives something to themselves. Without an account it returns the transaction.
func buyerOf(app core.App, t *ledger.Transaction) (audit.Subject, error) {
	if t.UserID() == "" {
		return audit.SubjectOf(t.Record), nil
	}
	user, err := ledger.FindMember(app, t.UserID())
	switch {
	case errors.Is(err, ledger.ErrMemberNotFound):
		return audit.SubjectOf(t.Record), nil
	case err != nil:
		return audit.Subject{}, err
	}
	return audit.SubjectOf(user.ProxyRecord()), nil
}
