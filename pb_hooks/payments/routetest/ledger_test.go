package routetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/tiers"
)

func TestAPartialRefundKeepsTheMembershipAndAFullOneRevokesIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	_, err := s.Razorpay.Refund(paid.PaymentID, 1_000_000)
	s.must(err)
	s.reconcile()
	s.reconcile()
	transaction := s.onlyTransaction()
	s.expect("the status", transaction.GetString("status"), "completed")
	s.expect("refundedAmount", transaction.GetInt("refundedAmount"), 1_000_000)
	s.expect("credit notes", len(s.listRecords("invoices", "id", dbx.HashExp{"kind": "credit-note"})), 1)
	s.expect("the membership", s.buyer.Get("/api/memberships/mine").JSON["membership"].(map[string]any)["status"],
		"active")

	_, err = s.Razorpay.Refund(paid.PaymentID, 0)
	s.must(err)
	s.reconcile()
	s.expect("the status", s.onlyTransaction().GetString("status"), "refunded")
	s.expect("credit notes", len(s.listRecords("invoices", "id", dbx.HashExp{"kind": "credit-note"})), 2)
	s.expect("the membership", s.buyer.Get("/api/memberships/mine").JSON["membership"].(map[string]any)["status"],
		"revoked")
	s.order(s.buyer, s.tier) // the tier can be bought again
}

func TestAPendingRefundDoesNotChangeTheLedger(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	purchase := s.newLifecycle(true)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
	s.deliver(purchase.events["payment.captured"], purchase.events["refund.created"])
	s.expect("the ledger", s.ledgerAfter(purchase), completed)

	s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	s.Clock.Advance(2 * time.Minute)
	s.must(s.Jobs.Drain(s.Context()))
	s.expect("the status when the refund is processed", s.onlyTransaction().GetString("status"), "refunded")
}

func TestAnOrphanPaymentIsStoredOnceAndNeverMatchedByItsEmail(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	paid, err := s.Razorpay.PayAs(order, fakerazorpay.Orphan, fakerazorpay.Payer{Email: "asha@example.com"})
	s.must(err)
	s.deliver(s.Razorpay.Events(paid.PaymentID)...)
	s.reconcile()
	s.reconcile()
	orphans := s.unsoldPayments()
	s.expect("orphan payments", len(orphans), 1)
	s.expect("the amount of the orphan payment", orphans[0].GetInt("amount"), 2950000)
	s.expect("the status of the transaction", s.onlyTransaction().GetString("status"), "pending")
	s.Drain()
	s.expect("emails to the admin", len(s.Brevo.Messages(testapp.AdminEmail)), 1)
}

func TestADisputeIsRecordedInAnyOrder(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	paid := s.pay(s.order(s.buyer, s.tier), fakerazorpay.Success)
	s.callback(s.buyer, paid)
	for _, status := range []string{"created", "under_review", "lost"} {
		s.must(s.Razorpay.Dispute(paid.PaymentID, status))
	}
	var disputes []fakerazorpay.Delivery
	for _, event := range s.Razorpay.Events(paid.PaymentID) {
		if len(event.Event) > 15 && event.Event[:15] == "payment.dispute" {
			disputes = append(disputes, event)
		}
	}
	s.expect("events of the dispute", len(disputes), 3)
	s.deliver(disputes[2], disputes[0], disputes[1])
	transaction := s.onlyTransaction()
	s.expect("disputeStatus", transaction.GetString("disputeStatus"), "lost")
	s.expect("attention", transaction.GetString("attention"), "dispute-lost")
	s.expect("the note", transaction.GetString("attentionNote"),
		"This dispute was lost. The bank has taken the money back, and the membership that it paid for has ended.")
	s.expect("the status", transaction.GetString("status"), "refunded")
	s.Drain()
	s.expect("emails to the admin", len(s.Brevo.Messages(testapp.AdminEmail)), 2)
}

func TestALatePaymentStillCompletesTheTransaction(t *testing.T) {
	t.Parallel()
	for _, apiIsUp := range []bool{true, false} {
		s := newFixture(t)
		order := s.order(s.buyer, s.tier)
		paid := s.pay(order, fakerazorpay.LateAuthorisation)
		s.deliver(s.Razorpay.Events(order)...)
		s.expect("the status", s.onlyTransaction().GetString("status"), "failed")
		s.Clock.Advance(3 * day)
		s.must(s.Razorpay.Authorise(paid.PaymentID))
		if !apiIsUp {
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.ServerError})
		}
		s.deliver(s.Razorpay.Events(order)...)
		s.expect("the status", s.onlyTransaction().GetString("status"), "completed")
		s.expect("the membership", s.buyer.Get("/api/memberships/mine").JSON["membership"].(map[string]any)["status"],
			"active")
	}
}

// createSubscriptionTier creates a plan of ₹11,800 at the provider and a tier that is sold with it.
func (s *fixture) createSubscriptionTier(duration tiers.Duration) *core.Record {
	s.Helper()
	plan, err := s.Razorpay.AddPlan(
		fakerazorpay.Plan{Period: map[tiers.Duration]string{tiers.Annual: "yearly", tiers.Monthly: "monthly"}[duration], Interval: 1,
			Item: fakerazorpay.Item{Name: "Circle", Amount: 1_180_000, Currency: "INR"}})
	s.must(err)
	return s.createTier("renewing", duration, map[string]any{"razorpayPlanId": plan.ID})
}

func TestASubscriptionGrantsATermForEachCharge(t *testing.T) {
	t.Parallel()
	for _, apiIsUp := range []bool{true, false} {
		s := newFixture(t)
		tier := s.createSubscriptionTier("monthly")
		answer := s.buyer.Post("/api/payments/create-order", orderBody(tier))
		s.expect("orderId", answer.JSON["orderId"], "")
		s.expect("the amount of the plan", answer.JSON["amount"], 1_180_000.0)
		s.expect("the base", answer.JSON["breakdown"].(map[string]any)["baseAmount"], "10000")
		subscription := answer.JSON["subscriptionId"].(string)
		s.expect("the subscription of a second click", s.order(s.buyer, tier), subscription)

		paid := s.pay(subscription, fakerazorpay.Success)
		if !apiIsUp {
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
			s.deliver(s.Razorpay.Events(subscription)...)
		} else {
			s.expect("the result of the callback", s.callback(s.buyer, paid).JSON["status"], "completed")
			s.deliver(s.Razorpay.Events(subscription)...)
		}
		s.expect("the status of the transaction", s.onlyTransaction().GetString("status"), "completed")
		s.Razorpay.SetSwitches(fakerazorpay.Switches{})
		s.expect("the status of another order", s.buyer.Post("/api/payments/create-order", orderBody(tier)).Status, 409)

		s.Clock.Advance(31 * day)
		_, err := s.Razorpay.Charge(subscription)
		s.must(err)
		if !apiIsUp {
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
			s.deliver(s.Razorpay.Events(subscription)...)
			s.Razorpay.SetSwitches(fakerazorpay.Switches{})
		} else { // no webhook arrives, but a job expects the charge at the end of the term
			s.must(s.Jobs.Drain(s.Context()))
		}
		s.reconcile()
		s.expect("completed transactions", len(s.listRecords("transactions", "id", dbx.HashExp{"status": "completed"})),
			2)
		s.expect("documents", len(s.listAllRecords("invoices")), 2)
		s.expect("memberships", len(s.listAllRecords("memberships")), 2)
		s.expect("orphan payments", len(s.unsoldPayments()), 0)
		s.expect("transactions that need attention", len(s.listRecords("transactions", "id",
			dbx.NewExp("attention != ''"))), 0)
		membership := s.buyer.Get("/api/memberships/mine").JSON["membership"].(map[string]any)
		s.expect("the status of the membership", membership["status"], "active")

		s.Clock.Advance(31 * day)
		_, err = s.Razorpay.Charge(subscription)
		s.must(err)
		s.must(s.Jobs.Drain(s.Context()))
		s.expect("terms after a third charge without a webhook", len(s.listAllRecords("memberships")), 3)
	}
}

func TestAPaymentWithoutAnAccountIsFlaggedForTheAdmin(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	buyer, err := s.PB.FindRecordById("users", s.onlyTransaction().GetString("userId"))
	s.must(err)
	s.must(s.PB.Delete(buyer))
	s.pay(order, fakerazorpay.Success)
	s.reconcile()
	s.expect("the status", s.onlyTransaction().GetString("status"), "completed")
	s.expect("attention", s.onlyTransaction().GetString("attention"), "orphan")
	s.expect("memberships", len(s.listAllRecords("memberships")), 0)
	s.Drain()
	s.expect("emails to the admin", len(s.Brevo.Messages(testapp.AdminEmail)), 1)
}

func TestAPaymentForADeactivatedAccountIsFlaggedForTheAdmin(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	order := s.order(s.buyer, s.tier)
	id := s.buyer.Get("/api/user").JSON["id"].(string)
	admin := s.SignedIn("admins", nil)
	s.expect("the status of the deactivation", admin.Post("/api/people/"+id+"/deactivate", map[string]any{}).Status, 200)
	s.pay(order, fakerazorpay.Success)
	s.reconcile()
	transaction := s.onlyTransaction()
	s.expect("the status", transaction.GetString("status"), "completed")
	s.expect("attention", transaction.GetString("attention"), "orphan")
	s.expect("the note", transaction.GetString("attentionNote"),
		"The buyer's account was deactivated before the payment. Please refund the payment or reactivate the account.")
	s.expect("memberships, which a reactivated account has", len(s.listAllRecords("memberships")), 1)
}

func TestACancelledSubscriptionCanBeBoughtAgain(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.createSubscriptionTier("annual")
	subscription := s.order(s.buyer, tier)
	s.callback(s.buyer, s.pay(subscription, fakerazorpay.Success))
	s.must(s.Razorpay.Cancel(subscription))
	if s.order(s.buyer, tier) == subscription {
		t.Error("the cancelled subscription was offered again")
	}
}

func TestASubscriptionIsFoundIfTheResponseOfItsCreationWasLost(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.createSubscriptionTier("annual")
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.CommitThenDrop, Only: "POST /subscriptions"})
	s.expect("the status", s.buyer.Post("/api/payments/create-order", orderBody(tier)).Status, 502)
	s.Razorpay.SetSwitches(fakerazorpay.Switches{Only: "POST /subscriptions"})
	subscription := s.order(s.buyer, tier)
	s.expect("calls that create another subscription", s.Razorpay.Calls(), 0)
	s.expect("razorpaySubscriptionId", s.onlyTransaction().GetString("razorpaySubscriptionId"), subscription)
}

// createPaymentLink creates a payment link of ₹29,500, as staff may do in the provider's dashboard.
func (s *fixture) createPaymentLink(notes map[string]string) string {
	s.Helper()
	body, err := json.Marshal(map[string]any{"amount": 2950000, "currency": "INR", "description": "Membership",
		"notes": notes})
	s.must(err)
	request := httptest.NewRequest(http.MethodPost, "/sandbox/razorpay/v1/payment_links", bytes.NewReader(body))
	request.SetBasicAuth(testapp.RazorpayKeys.ID, testapp.RazorpayKeys.Secret)
	request.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	s.Razorpay.ServeHTTP(answer, request)
	var link struct{ ID string }
	s.must(json.Unmarshal(answer.Body.Bytes(), &link))
	if link.ID == "" {
		s.Fatal(answer.Body.String())
	}
	return link.ID
}

func TestAPaymentLinkWithTheUserInItsNotesCreatesATransaction(t *testing.T) {
	t.Parallel()
	for _, apiIsUp := range []bool{true, false} {
		s := newFixture(t)
		user := s.buyer.Get("/api/user").JSON["id"].(string)
		link := s.createPaymentLink(map[string]string{"tierId": s.tier.Id, "userId": user})
		_, err := s.Razorpay.PayLink(link, fakerazorpay.Success)
		s.must(err)
		if !apiIsUp {
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.ServerError})
		}
		s.deliver(s.Razorpay.Events(link)...)
		s.Razorpay.SetSwitches(fakerazorpay.Switches{})
		s.reconcile()
		s.Clock.Advance(time.Hour)
		s.reconcile()
		transaction := s.onlyTransaction()
		s.expect("the kind", transaction.GetString("kind"), "link")
		s.expect("the status", transaction.GetString("status"), "completed")
		s.expect("memberships", len(s.listAllRecords("memberships")), 1)
		s.expect("orphan payments", len(s.unsoldPayments()), 0)
	}
}

func TestAPaymentLinkWithoutNotesLeavesAnOrphanPayment(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	link := s.createPaymentLink(nil)
	_, err := s.Razorpay.PayLink(link, fakerazorpay.Success)
	s.must(err)
	s.deliver(s.Razorpay.Events(link)...)
	s.expect("transactions", len(s.listAllRecords("transactions")), 0)
	s.expect("orphan payments", len(s.unsoldPayments()), 1)
}

func TestASecondPaymentOfAnOrderIsFlaggedAndGrantsNothing(t *testing.T) {
	t.Parallel()
	for _, apiIsUp := range []bool{true, false} {
		s := newFixture(t)
		order := s.order(s.buyer, s.tier)
		s.pay(order, fakerazorpay.TwoCaptures)
		if !apiIsUp {
			s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.ServerError})
		}
		s.deliver(s.Razorpay.Events(order)...)
		s.Razorpay.SetSwitches(fakerazorpay.Switches{})
		s.reconcile()
		s.reconcile()

		s.expect("transactions", len(s.listAllRecords("transactions")), 2)
		flagged := s.listRecords("transactions", "id", dbx.HashExp{"attention": "second-payment"})
		s.expect("flagged transactions", len(flagged), 1)
		s.expect("memberships", len(s.listAllRecords("memberships")), 1)
		s.expect("documents", len(s.listAllRecords("invoices")), 1)
		s.expect("the second payment is unmatched", len(s.unsoldPayments()), 1)
		if answer := s.buyer.Get("/api/memberships/mine"); !strings.Contains(answer.Body, `"isSecondPayment":true`) {
			t.Errorf("the buyer's payments do not name the second one: %s", answer.Body)
		}
		var paid []map[string]any
		s.must(json.Unmarshal([]byte(s.SignedIn("admins", nil).Get("/api/paid-members").Body), &paid))
		s.expect("what the paid member has paid", fmt.Sprint(paid[0]["totalAmount"], " in ", paid[0]["transactionCount"]), "29500 in 1")
		s.Drain()
		s.expect("emails to the admin", len(s.Brevo.Messages(testapp.AdminEmail)), 1)
		s.expect("the buyer's emails", sorted(s.subjects()), "You have paid twice\nYour payment has been received")

		_, err := s.Razorpay.Refund(flagged[0].GetString("razorpayPaymentId"), 0)
		s.must(err)
		s.reconcile()
		s.expect("the status of the second payment",
			s.listRecords("transactions", "id", dbx.HashExp{"id": flagged[0].Id})[0].GetString("status"), "refunded")
		s.expect("revokedAt of the membership", s.listAllRecords("memberships")[0].GetString("revokedAt"), "")
		s.expect("documents after the refund", len(s.listAllRecords("invoices")), 1)
		s.expect("the buyer's emails after the refund", sorted(s.subjects()),
			"You have paid twice\nYour payment has been received\nYour second payment has been refunded")
	}
}

func TestTwoOrdersOfALifetimeTierGrantOneMembership(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	first := s.order(s.buyer, s.tier)
	s.Clock.Advance(time.Hour)
	second := s.order(s.buyer, s.tier) // from another tab, while the first order is open
	s.pay(first, fakerazorpay.Success)
	s.pay(second, fakerazorpay.Success)
	s.reconcile()
	s.expect("memberships", len(s.listAllRecords("memberships")), 1)
	s.expect("flagged transactions", len(s.listRecords("transactions", "id",
		dbx.HashExp{"attention": "second-payment", "status": "completed"})), 1)
}

func TestTheMembershipStaysWhenEitherOfTwoPaymentsIsRefunded(t *testing.T) {
	t.Parallel()
	for name, payTwice := range map[string]func(s *fixture){
		"two payments of one order": func(s *fixture) { s.pay(s.order(s.buyer, s.tier), fakerazorpay.TwoCaptures) },
		"payments of two orders": func(s *fixture) {
			first := s.order(s.buyer, s.tier)
			s.Clock.Advance(time.Hour)
			second := s.order(s.buyer, s.tier)
			s.pay(first, fakerazorpay.Success)
			s.pay(second, fakerazorpay.Success)
		},
	} {
		for _, attention := range []string{"", "second-payment"} {
			t.Run(fmt.Sprintf("%s, refund of the one with attention=%q", name, attention), func(t *testing.T) {
				t.Parallel()
				s := newFixture(t)
				payTwice(s)
				s.reconcile()
				refunded := s.listRecords("transactions", "id", dbx.HashExp{"attention": attention,
					"status": "completed"})
				s.expect("payments with the attention", len(refunded), 1)
				_, err := s.Razorpay.Refund(refunded[0].GetString("razorpayPaymentId"), 0)
				s.must(err)
				s.reconcile()
				s.reconcile()
				mine := s.buyer.Get("/api/memberships/mine").JSON["membership"].(map[string]any)
				s.expect("the membership", mine["status"], "active")
				valid := s.listRecords("memberships", "id", dbx.HashExp{"revokedAt": ""})
				if len(valid) != 1 || valid[0].GetString("transactionId") == refunded[0].Id {
					s.Fatalf("%d valid memberships, want one that belongs to the other payment", len(valid))
				}
				s.expect("flagged transactions", len(s.listRecords("transactions", "id",
					dbx.HashExp{"attention": "second-payment", "status": "completed"})), 0)

				other := s.listRecords("transactions", "id", dbx.HashExp{"status": "completed"})
				_, err = s.Razorpay.Refund(other[0].GetString("razorpayPaymentId"), 0)
				s.must(err)
				s.reconcile()
				mine = s.buyer.Get("/api/memberships/mine").JSON["membership"].(map[string]any)
				s.expect("the membership after both refunds", mine["status"], "revoked")
			})
		}
	}
}

// sorted sorts lines whose order does not matter, such as the subjects of emails that were queued at one time.
func sorted(lines string) string {
	return strings.Join(slices.Sorted(strings.SplitSeq(lines, "\n")), "\n")
}
