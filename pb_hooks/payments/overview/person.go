package overview

import (
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/payments/documents"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/subscriptions"
)

// This file has the payments part of a person's page in the console, except their transactions and memberships.

// PersonBilling is how a person pays.
type PersonBilling struct {
	// Mandate renews the person's membership, or may still be charged after its cancellation. Null if none exists.
	Mandate *subscriptions.PersonMandate `json:"mandate"`
	// Billing is the buyer on their invoices, with the GSTIN of a company. It is empty if they have stated nothing.
	Billing pricing.Billing `json:"billing"`
	// Documents are their receipts, invoices and credit notes, those of the newest payment first.
	Documents []PersonDocument `json:"documents"`
}

// PersonDocument is a document of one of a person's transactions.
type PersonDocument struct {
	documents.DocumentRow
	TransactionID string     `json:"transactionId"`
	TierName      string     `json:"tierName"`
	PaidAt        httpx.Time `json:"paidAt"`
}

// BillingOfPerson returns how the owner of an account pays.
func BillingOfPerson(app core.App, userID string) (PersonBilling, error) {
	found := PersonBilling{Documents: []PersonDocument{}}
	mandates, err := subscriptions.List(app, userID)
	if err != nil {
		return found, err
	}
	found.Mandate = subscriptions.NewPersonMandate(subscriptions.Visible(mandates))
	if found.Billing, err = pricing.FindBilling(app, userID); err != nil {
		return found, err
	}
	transactions, err := ledger.ListTransactionsOfUser(app, userID)
	if err != nil {
		return found, err
	}
	for _, t := range transactions {
		if !t.Status().IsPaid() {
			continue
		}
		issued, err := documents.List(app, t)
		if err != nil {
			return found, err
		}
		for _, document := range issued {
			found.Documents = append(found.Documents,
				PersonDocument{document, t.Id, t.TierName(), httpx.Time(t.ProcessedAt())})
		}
	}
	return found, nil
}
