package routetest

import (
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

// Razorpay refuses, for example, refunds of payments that are older than six months. The office then returns the money
// by bank transfer.
func TestARefusedRefundIsReturnedByBankTransfer(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid, path := s.buyLifetime()
	s.Clock.Advance(time.Hour)
	admin := s.SignedIn("admins", nil)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{HoldRefunds: true})
	requested := s.post(admin, path, refundBody(""), 201)
	s.makeRefunds()
	transfer := strings.TrimSuffix(path, "refund") + "refunds/" + requested.JSON["id"].(string) + "/transfer"
	form := body{"utr": "R1", "bankDate": "2026-08-03", "password": testapp.Password}
	s.expect("the status while the refund is pending", admin.Post(transfer, form).Status, 409)
	s.must(s.Razorpay.SettleRefund(s.Razorpay.State().Refunds[0].ID, "failed"))
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.expect("the attention", s.onlyTransaction().GetString("attention"), "refund-failed")
	detail := strings.TrimSuffix(path, "/refund")
	s.expect("a transfer is offered", strings.Contains(admin.Get(detail).Body, `"canBeTransferred":true`), true)
	s.expect("the status without the password", admin.Post(transfer, body{"utr": "R1", "bankDate": "2026-08-03"}).Status,
		400)
	s.expect("the status of an unknown refund", admin.Post(strings.TrimSuffix(path, "refund")+
		"refunds/unknown00000000/transfer", form).Status, 404)

	done := s.post(admin, transfer, form, 200)
	s.expect("the state of the refund", done.JSON["state"], "processed")
	s.expect("its reference", done.JSON["transferReference"], "R1")
	s.expect("the status", s.onlyTransaction().GetString("status"), "refunded")
	s.expect("the attention", s.onlyTransaction().GetString("attention"), "")
	s.expect("the entitlement", s.mine(s.buyer, "entitlement", "state"), "revoked")
	s.expect("credit notes", len(s.creditNotes()), 1)
	s.expect("the buyer is told", strings.Contains(s.subjects(), "Your refund"), true)
	s.expect("and how", strings.Contains(s.textsToBuyer(), "We have returned the money to you by bank transfer"), true)
	s.expect("the status of a second transfer", admin.Post(transfer, form).Status, 409)
	s.expect("the status of another refund", admin.Post(path, refundBody("")).Status, 409)
	s.expect("rows in the audit log", len(s.listRecords("audit_log", "id",
		dbx.HashExp{"action": "transaction.refund-transferred"})), 1)
	s.reconcile()
	s.expect("the status after a reconciliation", s.onlyTransaction().GetString("status"), "refunded")

	// Someone also refunds it in Razorpay's dashboard: the buyer has the money twice.
	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	_, err := s.Razorpay.Refund(paid.PaymentID, 0)
	s.must(err)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.expect("credit notes after a second return", len(s.creditNotes()), 1)
	s.expect("refundedAmount", s.onlyTransaction().GetInt("refundedAmount"), 2950000)
	s.expect("the note says that it was returned twice",
		strings.Contains(s.onlyTransaction().GetString("attentionNote"), "The buyer has this amount twice"), true)
}
