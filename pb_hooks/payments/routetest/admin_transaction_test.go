package routetest

import (
	"fmt"
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// list returns the values of a field in the rows of a list of an answer. If the rows are values, field is ignored.
func list(answer testapp.Response, name, field string) string {
	rows, _ := answer.JSON[name].([]any)
	var values []string
	for _, row := range rows {
		if object, is := row.(map[string]any); is {
			values = append(values, fmt.Sprint(object[field]))
		} else {
			values = append(values, fmt.Sprint(row))
		}
	}
	return strings.Join(values, " ")
}

func TestATransactionsPageShowsItsDetails(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.order(s.buyer, s.renewing("monthly", "monthly", 600))
	paid := s.pay(id, fakerazorpay.Success)
	s.deliver(s.Razorpay.Events(id)...)
	admin := s.SignedIn("admins", nil)
	path := "/api/transactions/" + s.onlyTransaction().Id
	s.expect("the status for a member", s.buyer.Get(path).Status, 403)
	s.expect("the status for an unknown transaction", admin.Get("/api/transactions/unknown00000000").Status, 404)
	s.expect("the status for its documents", admin.Get("/api/transactions/unknown00000000/documents").Status, 404)

	answer := admin.Get(path)
	s.expect("the status", answer.JSON["status"], "completed")
	s.expect("the kind", answer.JSON["kind"], "subscription")
	s.expect("the price breakdown", fmt.Sprint(answer.JSON["baseAmount"], " ", answer.JSON["gstRate"], " ",
		answer.JSON["gstAmount"], " ", answer.JSON["amount"]), "600 18 108 708")
	s.expect("the account", answer.JSON["user"].(map[string]any)["id"], s.buyer.Get("/api/user").JSON["id"])
	s.expect("the mandate", answer.JSON["subscription"].(map[string]any)["state"], "active")
	s.expect("the term", answer.JSON["membership"].(map[string]any)["status"], "active")
	s.expect("the events", list(answer, "events", "event"),
		"payment.authorized payment.captured order.paid subscription.authenticated subscription.activated subscription.charged",
	)
	s.expect("the documents", list(answer, "documents", "kind"), "receipt")
	s.expect("the next steps", list(answer, "nextSteps", ""), "refund")
	s.expect("refundable", answer.JSON["refundable"], "708")

	body := map[string]any{"amount": "80", "reason": "A courtesy", "mandate": "keep", "password": testapp.Password}
	s.expect("the status of a refund", admin.Post(path+"/refund", body).Status, 201)
	answer = admin.Get(path)
	s.expect("the next steps and refunds while it is requested", list(answer, "nextSteps", "")+list(answer, "refunds",
		"state"), "requested")
	s.must(s.Jobs.Drain(s.Context()))
	s.must(s.Razorpay.Dispute(paid.PaymentID, "created"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	answer = admin.Get(path)
	s.expect("the refunds", list(answer, "refunds", "state"), "processed")
	s.expect("the reversals", list(answer, "reversals", "amount"), "80")
	s.expect("the disputes", list(answer, "disputes", "status"), "open")
	s.expect("the documents", list(answer, "documents", "kind"), "receipt credit-note")
	s.expect("the totals of the documents", list(answer, "documents", "total"), "708 80")
	s.expect("the history", list(answer, "history", "action"), "transaction.refund-requested")
	s.expect("the next steps", list(answer, "nextSteps", ""), "clear-attention")
	s.expect("refundable", answer.JSON["refundable"], "0")
	if documents := admin.Get(path + "/documents"); !strings.Contains(documents.Body, "credit-note") ||
		documents.Status != 200 {
		t.Errorf("documents: status = %d, want 200 and a credit note: %s", documents.Status, documents.Body)
	}
}

func TestATransactionsPageOffersTheStepsForAPaymentOfTheWrongAmount(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.payShort()
	admin := s.SignedIn("admins", nil)
	answer := admin.Get("/api/transactions/" + s.onlyTransaction().Id)
	s.expect("the next steps", list(answer, "nextSteps", ""), "accept refund")
	paid := answer.JSON["payments"].([]any)[0].(map[string]any)
	s.expect("the paid amount", paid["amount"], "29499")
	s.expect("isSold", paid["isSold"], false)
}
