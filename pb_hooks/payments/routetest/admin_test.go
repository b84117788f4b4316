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
	s.expect("flagged ones", len(flagged), 1)
	path := "/api/transactions/" + flagged[0].Id + "/attention"

	s.expect("another user", s.buyer.Send(http.MethodDelete, path, nil).Status, http.StatusForbidden)
	s.expect("the admin", admin.Send(http.MethodDelete, path, nil).Status, http.StatusNoContent)
	s.expect("the admin again", admin.Send(http.MethodDelete, path, nil).Status, http.StatusNoContent)
	s.expect("an unknown one", admin.Send(http.MethodDelete, "/api/transactions/nobodysrecord00/attention", nil).Status,
		http.StatusNotFound)
	entries := s.listRecords("audit_log", "id", dbx.HashExp{"action": "transaction.seen-to"})
	s.expect("entries of the log", len(entries), 1)
	before := map[string]any{}
	s.must(entries[0].UnmarshalJSONField("before", &before))
	s.expect("what it was", before["attention"], "second-payment")

	s.reconcile()
	s.expect("flagged again", len(s.listRecords("transactions", "id", dbx.HashExp{"attention": "second-payment"})), 0)
	s.expect("the membership", len(s.listAllRecords("memberships")), 1)
}

func TestOrphanPaymentsAreListed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	for id, values := range map[string]map[string]any{
		"pay_1": {"email": "somebody@example.com", "amount": 117882, "status": "captured"},
		"pay_2": {"attachedTo": "transaction1234", "status": "captured"},
		"pay_3": {"status": "refunded"},
	} {
		s.save("orphan_payments", map[string]any{"razorpayPaymentId": id, "currency": "INR"}, values)
	}
	answer := admin.Get("/api/payments/unknown?search=somebody&page=1")
	var rows []map[string]any
	s.must(json.Unmarshal([]byte(answer.Body), &rows))
	if len(rows) != 1 || rows[0]["razorpayPaymentId"] != "pay_1" || rows[0]["amount"] != "1178.82" ||
		answer.Header.Get("X-Total-Count") != "1" {
		t.Errorf("%s: %v", answer.Header.Get("X-Total-Count"), rows)
	}
	s.expect("all of them", admin.Get("/api/payments/unknown?page=1").Header.Get("X-Total-Count"), "2")
	// a refunded payment needs no attention
	s.expect("the count", admin.Get("/api/members/figures").JSON["unknownPayments"], float64(1))
}

func TestAnOrphanPaymentIsClearedOnceAndLogged(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	admin := s.SignedIn("admins", nil)
	unknown := func(id string, values map[string]any) string {
		return "/api/payments/unknown/" + s.save("orphan_payments",
			map[string]any{"razorpayPaymentId": id, "currency": "INR", "amount": 117882,
				"status": "captured"}, values).Id + "/attention"
	}
	path := unknown("pay_1", nil)
	unknown("pay_2", map[string]any{"status": "refunded"})
	unknown("pay_3", nil)
	attached := unknown("pay_4", map[string]any{"attachedTo": "transaction1234"})
	listed := func(filter string) string {
		var rows []map[string]any
		s.must(json.Unmarshal([]byte(admin.Get("/api/payments/unknown?page=1&sort=createdAt&attention="+filter).Body),
			&rows))
		var ids []string
		for _, row := range rows {
			ids = append(ids, row["razorpayPaymentId"].(string))
		}
		slices.Sort(ids) // they may have been stored in the same millisecond
		return strings.Join(ids, " ")
	}
	figure := func() any { return admin.Get("/api/members/figures").JSON["unknownPayments"] }
	s.expect("open ones", listed("any"), "pay_1 pay_3")
	s.expect("the count", figure(), float64(2))

	s.expect("a visitor", s.Visitor().Send(http.MethodDelete, path, nil).Status, http.StatusUnauthorized)
	s.expect("a member", s.buyer.Send(http.MethodDelete, path, nil).Status, http.StatusForbidden)
	s.expect("still open", listed("any"), "pay_1 pay_3")
	s.expect("the admin", admin.Send(http.MethodDelete, path, nil).Status, http.StatusNoContent)
	seenAt := s.listRecords("orphan_payments", "id", dbx.HashExp{"razorpayPaymentId": "pay_1"})[0].GetString("seenAt")
	s.Clock.Advance(day)
	s.expect("the admin again", admin.Send(http.MethodDelete, path, nil).Status, http.StatusNoContent)
	s.expect("when", s.listRecords("orphan_payments", "id",
		dbx.HashExp{"razorpayPaymentId": "pay_1"})[0].GetString("seenAt"), seenAt)
	s.expect("one that was attached", admin.Send(http.MethodDelete, attached, nil).Status, http.StatusNotFound)
	s.expect("an unknown one", admin.Send(http.MethodDelete, "/api/payments/unknown/nobodysrecord00/attention",
		nil).Status, http.StatusNotFound)

	s.expect("open ones", listed("any"), "pay_3")
	s.expect("seen ones", listed("seen"), "pay_1")
	s.expect("all", listed(""), "pay_1 pay_2 pay_3")
	s.expect("the count", figure(), float64(1))
	entries := s.listRecords("audit_log", "id", dbx.HashExp{"action": "unknown-payment.seen-to"})
	s.expect("entries of the log", len(entries), 1)
	s.expect("whom it names", entries[0].GetString("label"), "pay_1")
	if who := entries[0].GetString("actor"); who == "" || entries[0].GetString("actorKind") != "admin" {
		t.Errorf("the log does not say who: %q", who)
	}
}
