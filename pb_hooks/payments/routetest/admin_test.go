package routetest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
)

func TestAttentionIsClearedOnceAndLogged(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	s.pay(s.order(s.buyer, s.tier), fakerazorpay.TwoCaptures)
	s.reconcile()
	flagged := s.listRecords("transactions", "id", dbx.HashExp{"attention": "second-payment"})
	s.expect("flagged transactions", len(flagged), 1)
	path := "/api/transactions/" + flagged[0].Id + "/attention"

	s.expect("the status for a member", s.buyer.Send(http.MethodDelete, path, nil).Status, http.StatusForbidden)
	s.expect("the status for an admin", admin.Send(http.MethodDelete, path, nil).Status, http.StatusNoContent)
	s.expect("the status of a repeated request", admin.Send(http.MethodDelete, path, nil).Status, http.StatusNoContent)
	s.expect("the status of an unknown transaction", admin.Send(http.MethodDelete,
		"/api/transactions/unknownrecord00/attention", nil).Status,
		http.StatusNotFound)
	entries := s.listRecords("audit_log", "id", dbx.HashExp{"action": "transaction.seen-to"})
	s.expect("rows in the audit log", len(entries), 1)
	before := map[string]any{}
	s.must(entries[0].UnmarshalJSONField("before", &before))
	s.expect("the attention before", before["attention"], "second-payment")

	s.reconcile()
	s.expect("flagged transactions after a reconciliation", len(s.listRecords("transactions", "id",
		dbx.HashExp{"attention": "second-payment"})), 0)
	s.expect("memberships", len(s.listAllRecords("memberships")), 1)
}

func TestOrphanPaymentsAreListed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	for id, values := range map[string]map[string]any{
		"pay_1": {"email": "somebody@example.com", "amount": 117882, "status": "captured"},
		"pay_2": {"transactionId": "transaction1234", "isSold": true, "status": "captured"},
		"pay_3": {"status": "refunded"},
	} {
		s.save("captured_payments", map[string]any{"razorpayPaymentId": id, "currency": "INR"}, values)
	}
	answer := admin.Get("/api/payments/unknown?search=somebody&page=1")
	var rows []map[string]any
	s.must(json.Unmarshal([]byte(answer.Body), &rows))
	if len(rows) != 1 || rows[0]["razorpayPaymentId"] != "pay_1" || rows[0]["amount"] != "1178.82" ||
		answer.Header.Get("X-Total-Count") != "1" {
		t.Errorf("X-Total-Count = %s, rows = %v, want only pay_1", answer.Header.Get("X-Total-Count"), rows)
	}
	s.expect("X-Total-Count without a filter", admin.Get("/api/payments/unknown?page=1").Header.Get("X-Total-Count"),
		"2")
	// A refunded payment needs no attention.
	s.expect("unknownPayments", admin.Get("/api/members/figures").JSON["unknownPayments"], float64(1))
}

func TestAnOrphanPaymentIsClearedOnceAndLogged(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	create := func(id string, values map[string]any) string {
		return "/api/payments/unknown/" + s.save("captured_payments",
			map[string]any{"razorpayPaymentId": id, "currency": "INR", "amount": 117882,
				"status": "captured"}, values).Id + "/attention"
	}
	path := create("pay_1", nil)
	create("pay_2", map[string]any{"status": "refunded"})
	create("pay_3", nil)
	attached := create("pay_4", map[string]any{"transactionId": "transaction1234", "isSold": true})
	listed := func(filter string) string {
		var rows []map[string]any
		s.must(json.Unmarshal([]byte(admin.Get("/api/payments/unknown?page=1&sort=createdAt&attention="+filter).Body),
			&rows))
		var ids []string
		for _, row := range rows {
			ids = append(ids, row["razorpayPaymentId"].(string))
		}
		slices.Sort(ids) // createdAt may be equal
		return strings.Join(ids, " ")
	}
	figure := func() any { return admin.Get("/api/members/figures").JSON["unknownPayments"] }
	s.expect("open payments", listed("any"), "pay_1 pay_3")
	s.expect("unknownPayments", figure(), float64(2))

	s.expect("the status for a visitor", s.Visitor().Send(http.MethodDelete, path, nil).Status, http.StatusUnauthorized)
	s.expect("the status for a member", s.buyer.Send(http.MethodDelete, path, nil).Status, http.StatusForbidden)
	s.expect("open payments after the refused requests", listed("any"), "pay_1 pay_3")
	s.expect("the status for an admin", admin.Send(http.MethodDelete, path, nil).Status, http.StatusNoContent)
	seenAt := s.listRecords("captured_payments", "id", dbx.HashExp{"razorpayPaymentId": "pay_1"})[0].GetString("seenAt")
	s.Clock.Advance(day)
	s.expect("the status of a repeated request", admin.Send(http.MethodDelete, path, nil).Status, http.StatusNoContent)
	s.expect("seenAt", s.listRecords("captured_payments", "id",
		dbx.HashExp{"razorpayPaymentId": "pay_1"})[0].GetString("seenAt"), seenAt)
	s.expect("the status for an attached payment", admin.Send(http.MethodDelete, attached, nil).Status,
		http.StatusNotFound)
	s.expect("the status for an unknown payment", admin.Send(http.MethodDelete,
		"/api/payments/unknown/unknownrecord00/attention",
		nil).Status, http.StatusNotFound)

	s.expect("open payments", listed("any"), "pay_3")
	s.expect("resolved payments", listed("seen"), "pay_1")
	s.expect("all payments", listed(""), "pay_1 pay_2 pay_3")
	s.expect("unknownPayments", figure(), float64(1))
	entries := s.listRecords("audit_log", "id", dbx.HashExp{"action": "unknown-payment.seen-to"})
	s.expect("rows in the audit log", len(entries), 1)
	s.expect("the label of the row", entries[0].GetString("label"), "pay_1")
	if actor := entries[0].GetString("actor"); actor == "" || entries[0].GetString("actorKind") != "admin" {
		t.Errorf("actor = %q, want the admin", actor)
	}
}
