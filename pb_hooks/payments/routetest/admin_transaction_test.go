package routetest

import (
	"fmt"
	"strings"
	"testing"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// list names a field of the rows of an answer's list.
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

func TestATransactionsPageHasEverythingAboutIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	id := s.order(s.buyer, s.renewing("monthly", "monthly", 600))
	paid := s.pay(id, fakerazorpay.Success)
	s.deliver(s.Razorpay.Events(id)...)
	admin := s.SignedIn("admins", nil)
	path := "/api/transactions/" + s.onlyTransaction().Id
	s.expect("a member", s.buyer.Get(path).Status, 403)
	s.expect("an unknown one", admin.Get("/api/transactions/unknown00000000").Status, 404)
	s.expect("its documents", admin.Get("/api/transactions/unknown00000000/documents").Status, 404)

	answer := admin.Get(path)
	s.expect("the status", answer.JSON["status"], "completed")
	s.expect("the kind", answer.JSON["kind"], "subscription")
	s.expect("the parts", fmt.Sprint(answer.JSON["baseAmount"], " ", answer.JSON["gstRate"], " ",
		answer.JSON["gstAmount"], " ", answer.JSON["amount"]), "600 18 108 708")
	s.expect("the account", answer.JSON["user"].(map[string]any)["id"], s.buyer.Get("/api/user").JSON["id"])
	s.expect("the mandate", answer.JSON["subscription"].(map[string]any)["state"], "active")
	s.expect("the term", answer.JSON["membership"].(map[string]any)["status"], "active")
	s.expect("the events", list(answer, "events", "event"),
		"payment.authorized payment.captured order.paid subscription.authenticated subscription.activated subscription.charged",
	)
	s.expect("the documents", list(answer, "documents", "kind"), "receipt")
	s.expect("next", list(answer, "nextSteps", ""), "refund")
	s.expect("left to refund", answer.JSON["refundable"], "708")

	body := map[string]any{"amount": "80", "reason": "A courtesy", "mandate": "keep", "password": testapp.Password}
	s.expect("the refund", admin.Post(path+"/refund", body).Status, 202)
	answer = admin.Get(path)
	s.expect("while it is under way", list(answer, "nextSteps", "")+list(answer, "refunds", "state"), "requested")
	s.must(s.Jobs.Drain(s.Context()))
	s.must(s.Razorpay.Dispute(paid.PaymentID, "created"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	answer = admin.Get(path)
	s.expect("the refund", list(answer, "refunds", "state"), "processed")
	s.expect("what went back", list(answer, "reversals", "amount"), "80")
	s.expect("the dispute", list(answer, "disputes", "status"), "open")
	s.expect("the documents", list(answer, "documents", "kind"), "receipt credit-note")
	s.expect("their totals", list(answer, "documents", "total"), "708 80")
	s.expect("what was done", list(answer, "history", "action"), "transaction.refund-requested")
	s.expect("next", list(answer, "nextSteps", ""), "clear-attention")
	s.expect("left to refund", answer.JSON["refundable"], "0")
	if documents := admin.Get(path + "/documents"); !strings.Contains(documents.Body, "credit-note") ||
		documents.Status != 200 {
		t.Errorf("its documents: %d %s", documents.Status, documents.Body)
	}
}

func TestATransactionsPageSaysWhatCanBeDoneWithAnotherAmount(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.payShort()
	admin := s.SignedIn("admins", nil)
	answer := admin.Get("/api/transactions/" + s.onlyTransaction().Id)
	s.expect("next", list(answer, "nextSteps", ""), "accept refund")
	s.expect("what was paid", answer.JSON["difference"].(map[string]any)["amount"], "29499")
}
