package routetest

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/testapp"
)

var seatLink = regexp.MustCompile(`http://boardcircle\.test/seat\?token=(\S+)`)

func companyBilling() map[string]any {
	return map[string]any{
		"kind":      "company",
		"legalName": "Rao Textiles",
		"gstin":     "29AAGCB7383J1Z4",
		"address":   "12 Residency Road",
		"state":     "29",
		"pin":       "560025",
		"country":   "IN",
	}
}

func seatOrder(tier *core.Record, seats any) map[string]any {
	body := orderBody(tier)
	body["billing"], body["seats"] = companyBilling(), seats
	return body
}

// seatPurchase is a company's purchase as its buyer sees it.
type seatPurchase struct {
	*fixture
	tier          *core.Record
	transactionID string
	paymentID     string
}

// buySeats buys seats of an annual tier of ₹6,000.
func (s *fixture) buySeats(count int) *seatPurchase {
	s.Helper()
	tier := s.renewing("annual", "annual", 6000)
	answer := s.buyer.Post("/api/payments/create-order", seatOrder(tier, count))
	if answer.Status != 201 {
		s.Fatalf("create-order: status = %d, want 201: %s", answer.Status, answer.Body)
	}
	paid := s.pay(answer.JSON["orderId"].(string), fakerazorpay.Success)
	s.expect("the status of the payment", s.callback(s.buyer, paid).JSON["status"], "completed")
	s.Drain()
	return &seatPurchase{s, tier, answer.JSON["notes"].(map[string]any)["transactionId"].(string), paid.PaymentID}
}

// seats returns the seats as the buyer sees them.
func (b *seatPurchase) seats() []map[string]any {
	b.Helper()
	var purchases []struct{ Seats []map[string]any }
	b.must(json.Unmarshal([]byte(b.buyer.Get("/api/seats").Body), &purchases))
	return purchases[0].Seats
}

// states returns the states of the seats, each followed by a space.
func (b *seatPurchase) states() string {
	b.Helper()
	text := ""
	for _, seat := range b.seats() {
		text += fmt.Sprint(seat["state"], " ")
	}
	return text
}

// do posts a step of a seat. The first seat is 0.
func (b *seatPurchase) do(seat int, step string, body map[string]any) testapp.Response {
	b.Helper()
	return b.buyer.Post(fmt.Sprintf("/api/seats/%s/%s", b.seats()[seat]["id"], step), body)
}

// invite invites an address to a seat and returns the token in the email.
func (b *seatPurchase) invite(seat int, email string) string {
	b.Helper()
	if answer := b.do(seat, "invite", map[string]any{"name": "Bina Das", "email": email}); answer.Status != 200 {
		b.Fatalf("invite: status = %d, want 200: %s", answer.Status, answer.Body)
	}
	return b.seatToken(email)
}

// seatToken returns the token of the link in the newest email to an address.
func (s *fixture) seatToken(email string) string {
	s.Helper()
	found := seatLink.FindStringSubmatch(s.Inbox(email)[0].Text)
	if found == nil {
		s.Fatalf("%q has no link", s.Inbox(email)[0].Subject)
	}
	return found[1]
}

func (s *fixture) acceptSeat(member *testapp.Visitor, token string) testapp.Response {
	s.Helper()
	return member.Post("/api/seats/accept", map[string]any{"token": token})
}

func (s *fixture) seatLinkState(token string) any {
	s.Helper()
	visitor := withOwnAddress(testapp.NewVisitor(s, s.URL))
	answer := visitor.Post("/api/seats/look", map[string]any{"token": token})
	s.expect("the status of the link", answer.Status, 200)
	return answer.JSON["state"]
}

func TestACompanyGetsEachReminderOnceWhenItsSeatsEnd(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(3)
	company := "asha@example.com"
	holders := []*testapp.Visitor{s.member(), s.member()}
	for i, holder := range holders {
		email := fmt.Sprintf("holder%d@example.com", i)
		s.expect("the status of the acceptance", s.acceptSeat(holder, b.invite(i, email)).Status, 200)
	}
	before := len(s.Inbox(company))
	s.passDays(365 + 20)
	var subjects []string
	for _, message := range s.Inbox(company)[:len(s.Inbox(company))-before] {
		subjects = append(subjects, message.Subject)
	}
	slices.Reverse(subjects)
	s.expect("the emails to the company", strings.Join(subjects, "\n"), strings.Join([]string{
		"Memberships that you bought end in a month", "Memberships that you bought end in a week",
		"Memberships that you bought end tomorrow",
		"Memberships that you bought have ended", "Access for your team ends in a week",
		"Access for your team ends tomorrow",
	}, "\n"))
	s.expect("the email has the number of memberships", strings.Contains(s.Inbox(company)[0].Text, "2 memberships of "),
		true)
}

func TestSeatsThatAreFreeWithACodeAreConfirmed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.renewing("annual", "annual", 6000)
	s.save("coupons", map[string]any{"code": "ALLFREE", "isActive": true},
		map[string]any{"kind": "percent", "value": 100, "seatsPerUse": 3, "isForRenewingSeats": true})
	body := seatOrder(tier, 3)
	body["couponCode"] = "allfree"
	s.expect("the status of the order", s.buyer.Post("/api/payments/create-order", body).JSON["status"], "completed")
	mail := s.Inbox("asha@example.com")[0]
	s.expect("the subject of the email", mail.Subject, "Your memberships are ready")
	s.expect("the email has the number of seats and the price", strings.Contains(mail.Text, "3 seats") &&
		strings.Contains(mail.Text, "nothing was charged"), true)
	s.expect("seats", len((&seatPurchase{fixture: s}).seats()), 3)
	detail := s.SignedIn("admins", nil).Get("/api/transactions/" + s.onlyTransaction().Id).JSON
	s.expect("the GSTIN in the billing", detail["billing"].(map[string]any)["gstin"], "29AAGCB7383J1Z4")
	rows, err := csv.NewReader(strings.NewReader(s.SignedIn("admins", nil).Get("/api/transactions/export").Body)).
		ReadAll()
	s.must(err)
	s.expect("the seats in the export", rows[1][slices.Index(rows[0], "Seats")], "3")
}

func TestTheTaxOfSeatsIsComputedOnceOnTheTotal(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	// With ₹999.99, the tax of each seat would have to be rounded.
	tier := s.createTier("odd", "annual", map[string]any{"price": 99999, "graceDays": 14})
	quote := s.buyer.Post("/api/payments/quote",
		map[string]any{"membershipTierId": tier.Id, "seats": 3, "billing": companyBilling()}).JSON
	s.expect("the base", quote["breakdown"].(map[string]any)["baseAmount"], "2999.97")
	s.expect("the tax", quote["breakdown"].(map[string]any)["gstAmount"], "539.99")
	s.expect("the seats", quote["seats"], 3.0)
	for name, count := range map[string]any{"too many": 101, "a negative number": -1, "a fraction": "2.5"} {
		body := seatOrder(tier, count)
		s.expect("the status for "+name, s.buyer.Post("/api/payments/create-order", body).Status, 400)
	}
	individual := orderBody(tier)
	individual["seats"] = 2
	answer := s.buyer.Post("/api/payments/create-order", individual)
	s.expect("the status for an individual", answer.Status, 400)
	s.expect("the error is at the field seats", answer.JSON["data"].(map[string]any)["seats"] != nil, true)

	order := s.buyer.Post("/api/payments/create-order", seatOrder(tier, 3)).JSON
	s.expect("the amount of the order", order["amount"], quote["amount"])
	other := s.buyer.Post("/api/payments/create-order", seatOrder(tier, 4)).JSON
	if other["orderId"] == order["orderId"] {
		t.Error("an order of four seats reuses the order of three")
	}
	s.callback(s.buyer, s.pay(order["orderId"].(string), fakerazorpay.Success))
	s.Drain()
	s.expect("the buyer's own entitlement", s.mine(s.buyer, "entitlement", "state"), "none")
	invoice := s.listAllRecords("invoices")[0]
	var document struct {
		Description  string
		Quantity     int
		TaxableValue int64
		Total        int64
		Recipient    struct{ Name, GSTIN string }
	}
	s.must(invoice.UnmarshalJSONField("document", &document))
	s.expect("the description", document.Description, "The odd circle, membership for one year, 3 seats")
	s.expect("the quantity", document.Quantity, 3)
	s.expect("the taxable value", document.TaxableValue, int64(299997))
	s.expect("the total", document.Total, int64(353996))
	s.expect("the recipient", document.Recipient.Name+" "+document.Recipient.GSTIN, "Rao Textiles 29AAGCB7383J1Z4")
}

func TestSeatsOfATierThatRenewsAreBoughtWithoutAMandate(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(3)
	s.expect("mandates", len(s.Razorpay.State().Subscriptions), 0)
	s.expect("the seats", b.states(), "open open open ")
	s.expect("the seats of another member", s.member().Get("/api/seats").Body, "[]\n")
	other := s.member()
	s.expect("the status of an invitation by another member",
		other.Post("/api/seats/"+b.seats()[0]["id"].(string)+"/invite",
			map[string]any{"email": "x@example.com"}).Status, 404)
}

func TestAcceptingASeatGrantsAMembershipForTheTerm(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(2)
	token := b.invite(0, "bina@example.com")
	s.expect("the seats", b.states(), "invited open ")
	s.expect("the status of a second invitation to the same address", b.do(1, "invite",
		map[string]any{"email": "BINA@example.com"}).Status, 400)
	page := testapp.NewVisitor(s, s.URL).Post("/api/seats/look", map[string]any{"token": token}).JSON
	s.expect("the company", page["company"], "Rao Textiles")
	s.expect("hasAccount", page["hasAccount"], false)
	s.expect("the status without a session", s.acceptSeat(testapp.NewVisitor(s, s.URL), token).Status, 401)
	s.Clock.Advance(10 * day)
	bina := s.member()
	answer := s.acceptSeat(bina, token)
	s.expect("the status", answer.Status, 200)
	entitlement := answer.JSON["entitlement"].(map[string]any)
	s.expect("the state of the entitlement", entitlement["state"], "active")
	s.expect("its source", entitlement["source"], "seat")
	s.expect("its end, one year after the acceptance", entitlement["endsAt"], "2027-08-13T18:29:59.000Z")
	s.expect("the holder's transactions", len(answer.JSON["transactions"].([]any)), 0)
	s.expect("the status of using the link again", s.acceptSeat(s.member(), token).Status, 409)
	s.expect("the state of the link", s.seatLinkState(token), "used")
	s.expect("the name that the buyer sees", b.seats()[0]["name"], "Asha Rao")
	s.expect("memberships", len(s.listAllRecords("memberships")), 1)
	admin := s.SignedIn("admins", nil)
	detail := admin.Get("/api/transactions/" + b.transactionID).JSON
	s.expect("seats in the console", len(detail["seatList"].([]any)), 2)
	person := admin.Get("/api/people/" + bina.Get("/api/user").JSON["id"].(string)).JSON
	s.expect("the purchase on the page of the person", person["memberships"].([]any)[0].(map[string]any)["seatOf"],
		b.transactionID)
}

func TestAcceptingASeatVerifiesTheInvitedAddress(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(2)
	isVerified := func(member *testapp.Visitor) any { return member.Get("/api/user/security").JSON["emailVerified"] }
	invited := s.SignedIn("users", map[string]any{"email": "bina@example.com"})
	other := s.SignedIn("users", map[string]any{"email": "stranger@example.com"})
	s.expect("emailVerified before the acceptance", isVerified(invited), false)
	s.expect("the status of the acceptance", s.acceptSeat(invited, b.invite(0, "Bina@example.com")).Status, 200)
	s.expect("emailVerified after the acceptance", isVerified(invited), true)
	s.expect("the status of accepting with another address", s.acceptSeat(other, b.invite(1,
		"chitra@example.com")).Status, 200)
	s.expect("emailVerified of the other address", isVerified(other), false)
}

func TestAnInvitationIsResentRevokedAndExpires(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(1)
	first := b.invite(0, "bina@example.com")
	s.expect("the status of resending immediately", b.do(0, "resend", nil).Status, 429)
	s.Clock.Advance(2 * time.Minute)
	s.expect("the status of resending later", b.do(0, "resend", nil).Status, 200)
	second := s.seatToken("bina@example.com")
	s.expect("the state of the first link", s.seatLinkState(first), "void")
	s.expect("the state of the second link", s.seatLinkState(second), "open")
	s.expect("the status of accepting with the first link", s.acceptSeat(s.member(), first).Status, 409)
	s.Clock.Advance(31 * day)
	s.expect("the state of the second link after a month", s.seatLinkState(second), "expired")
	s.expect("the status of accepting with it", s.acceptSeat(s.member(), second).Status, 409)
	s.expect("the status of revoking the invitation", b.do(0, "revoke", nil).Status, 200)
	s.expect("the status of revoking it again", b.do(0, "revoke", nil).Status, 409)
	s.expect("the seat", b.states(), "open ")
	third := b.invite(0, "chitra@example.com")
	s.expect("the state of the second link after the third was sent", s.seatLinkState(second), "void")
	s.expect("the status of a forged link", testapp.NewVisitor(s, s.URL).Post("/api/seats/look",
		map[string]any{"token": third[:len(third)-1] + "_"}).Status, 404)
	s.expect("the status of accepting with the third link", s.acceptSeat(s.member(), third).Status, 200)
	s.Clock.Advance(400 * day)
	s.expect("the status of reassigning the seat after its term",
		b.do(0, "reassign", map[string]any{"email": "dina@example.com"}).Status, 409)
}

func TestSeatsCanBeAssignedWithinAYear(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(2)
	s.Clock.Advance(364 * day)
	token := b.invite(0, "bina@example.com")
	s.expect("the status on the last day", s.acceptSeat(s.member(), token).Status, 200)
	s.Clock.Advance(2 * day)
	s.expect("the status after the last day", b.do(1, "invite", map[string]any{"email": "chitra@example.com"}).Status,
		409)
}

func TestReassigningASeatEndsOneTermAndGrantsTheRest(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(1)
	bina, chitra := s.member(), s.member()
	s.acceptSeat(bina, b.invite(0, "bina@example.com"))
	s.Clock.Advance(100 * day)
	s.expect("the status", b.do(0, "reassign",
		map[string]any{"name": "Chitra Nair", "email": "chitra@example.com"}).Status, 200)
	s.expect("the entitlement of the previous holder", s.mine(bina, "entitlement", "state"), "revoked")
	s.expect("endReason", s.mine(bina, "entitlement", "endReason"), "seat")
	s.expect("the seat", b.states(), "invited ")
	token := s.seatToken("chitra@example.com")
	s.Clock.Advance(5 * day)
	s.acceptSeat(chitra, token)
	s.expect("the entitlement of the new holder", s.mine(chitra, "entitlement", "state"), "active")
	s.expect("its end, that of the first term", s.mine(chitra, "entitlement", "endsAt"), "2027-08-03T18:29:59.000Z")
	member := s.member()
	s.callback(member, s.pay(s.order(member, b.createTier("other", "annual", nil)), fakerazorpay.Success))
	s.expect("the status of reassigning the seat again", b.do(0, "reassign",
		map[string]any{"email": "dina@example.com"}).Status, 200)
	s.expect("the status for a member whose own term is longer", s.acceptSeat(member,
		s.seatToken("dina@example.com")).Status, 409)
}

func TestASeatForAMemberFollowsTheirOwnTerm(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(3)
	monthly := s.renewing("monthly", "monthly", 600)
	member := s.member()
	s.subscribe(member, monthly)
	s.acceptSeat(member, b.invite(0, "bina@example.com"))
	s.Drain()
	s.expect("the end of the current term", s.mine(member, "entitlement", "endsAt"), "2026-09-03T18:29:59.000Z")
	next := s.mine(member, "entitlement", "next").(map[string]any)
	s.expect("the start of the seat's term", next["startsAt"], "2026-09-03T18:29:59.000Z")
	s.expect("the end of the seat's term", next["endsAt"], "2027-09-03T18:29:59.000Z")
	s.expectLive() // the member's own mandate has ended
	s.expect("the status of accepting a second seat", s.acceptSeat(member, b.invite(1, "bina2@example.com")).Status,
		409)
	lifetime := s.member()
	s.callback(lifetime, s.pay(s.order(lifetime, s.tier), fakerazorpay.Success))
	s.expect("the status for a lifetime member", s.acceptSeat(lifetime, b.invite(2, "chitra@example.com")).Status, 409)
}

func TestAFullRefundOrALostDisputeEndsAllSeats(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reverse func(b *seatPurchase)
		states  string
		state   string
	}{
		"a full refund":    {func(b *seatPurchase) { _, err := b.Razorpay.Refund(b.paymentID, 0); b.must(err) }, "ended ended ended ", "revoked"},
		"a partial refund": {func(b *seatPurchase) { _, err := b.Razorpay.Refund(b.paymentID, 708000); b.must(err) }, "taken invited open ", "active"},
		"a lost dispute": {func(b *seatPurchase) {
			b.must(b.Razorpay.Dispute(b.paymentID, "created"))
			b.must(b.Razorpay.Dispute(b.paymentID, "lost"))
		}, "ended ended ended ", "revoked"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			b := s.buySeats(3)
			bina := s.member()
			s.acceptSeat(bina, b.invite(0, "bina@example.com"))
			open := b.invite(1, "chitra@example.com")
			c.reverse(b)
			s.must(s.Payments.Reconciler.SyncReversals(s.Context()))
			s.Drain()
			s.expect("the seats", b.states(), c.states)
			s.expect("the entitlement of a holder", s.mine(bina, "entitlement", "state"), c.state)
			s.expect("the invitation is open", s.seatLinkState(open) == "open", c.state == "active")
		})
	}
}

func TestAnAdminEndsASeatAfterAPartialRefund(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(2)
	bina, admin := s.member(), s.SignedIn("admins", nil)
	s.acceptSeat(bina, b.invite(0, "bina@example.com"))
	path := fmt.Sprintf("/api/transactions/%s/seats/%s/end", b.transactionID, b.seats()[0]["id"])
	s.expect("the status without a reason", admin.Post(path, nil).Status, 400)
	s.expect("the status with a reason", admin.Post(path, map[string]any{"reason": "Refunded in part"}).Status, 200)
	s.expect("the status of a second request", admin.Post(path, map[string]any{"reason": "Refunded in part"}).Status,
		409)
	s.expect("the entitlement of the holder", s.mine(bina, "entitlement", "state"), "revoked")
	s.expect("the seats", b.states(), "ended open ")
	s.expect("the status of inviting to the ended seat", b.do(0, "invite",
		map[string]any{"email": "x@example.com"}).Status, 409)
}

// Eight people send the request at the same time.
func TestASeatIsAcceptedOnlyOnce(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(1)
	token := b.invite(0, "bina@example.com")
	var wait sync.WaitGroup
	statuses := make([]int, 8)
	for i := range statuses {
		member := s.member()
		wait.Go(func() { statuses[i] = member.Post("/api/seats/accept", map[string]any{"token": token}).Status })
	}
	wait.Wait()
	accepted := 0
	for _, status := range statuses {
		if status == 200 {
			accepted++
		}
	}
	s.expect("accepted requests", accepted, 1)
	s.expect("memberships", len(s.listRecords("memberships", "startsAt", dbx.HashExp{"source": "seat"})), 1)
}

func TestACodeIsUsedOnceForAPurchaseOfSeats(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.renewing("annual", "annual", 6000)
	for code, values := range map[string]map[string]any{
		"TENTH": {"kind": "percent", "value": 10}, "THOUSAND": {"kind": "amount", "value": 100000}, "ONCE": {"kind": "percent", "value": 10, "seatsPerUse": 1},
	} {
		fields := map[string]any{"seatsPerUse": 5, "isForRenewingSeats": true}
		maps.Copy(fields, values)
		s.save("coupons", map[string]any{"code": code, "isActive": true}, fields)
	}
	for code, discount := range map[string]string{"TENTH": "3000", "THOUSAND": "1000", "ONCE": "600"} {
		body := seatOrder(tier, 5)
		body["couponCode"] = code
		order := s.member().Post("/api/payments/create-order", body)
		s.expect("the status with "+code, order.Status, 201)
		s.expect("the discount of "+code, order.JSON["discountAmount"], discount)
		quote := maps.Clone(body)
		s.expect("the amount of the quote with "+code, s.member().Post("/api/payments/quote", quote).JSON["amount"],
			order.JSON["amount"])
	}
}

func TestTheCompanyIsToldWhoHasAcceptedASeatAndCanRevokeIt(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(2)
	buyer := "asha@example.com"
	invited := s.SignedIn("users", map[string]any{"email": "chitra@example.com"})
	before := len(s.Inbox(buyer))
	s.expect("the status of accepting with the invited address", s.acceptSeat(invited, b.invite(0,
		"Chitra@Example.com")).Status, 200)
	s.expect("emails to the buyer after that", len(s.Inbox(buyer)), before+1)
	taken := onlyEmail(t, s.App, buyer, "seat-taken").Text
	for _, words := range []string{"chitra@example.com", "It starts on 3 Aug 2026", "/account/billing"} {
		s.expect("the email contains "+words, strings.Contains(taken, words), true)
	}
	s.expect("invitedAs", b.seats()[0]["invitedAs"], "")

	stranger := s.SignedIn("users", map[string]any{"email": "stranger@example.com"})
	s.expect("the status of accepting with another address", s.acceptSeat(stranger, b.invite(1,
		"bina@example.com")).Status, 200)
	s.expect("emails to the buyer after that", len(s.Inbox(buyer)), before+2)
	email := s.Inbox(buyer)[0]
	for _, words := range []string{"bina@example.com", "stranger@example.com", "/account/billing"} {
		s.expect("the email contains "+words, strings.Contains(email.Text, words), true)
	}
	s.expect("the holder's email", b.seats()[1]["email"], "stranger@example.com")
	s.expect("invitedAs", b.seats()[1]["invitedAs"], "bina@example.com")

	s.Clock.Advance(10 * day)
	s.expect("the status of revoking the seat", b.do(1, "revoke", nil).Status, 200)
	s.expect("the entitlement of the holder", s.mine(stranger, "entitlement", "state"), "revoked")
	s.expect("the seats", b.states(), "taken open ")
	intended := s.SignedIn("users", map[string]any{"email": "bina@example.com"})
	s.expect("the status when the intended person accepts", s.acceptSeat(intended, b.invite(1,
		"bina@example.com")).Status, 200)
	s.expect("the end of the remaining term", s.mine(intended, "entitlement", "endsAt"), "2027-08-03T18:29:59.000Z")
}

// A company invites any address it likes, and another person accepts with their own account. Neither may see data of
// the other or of the person who has the invited address.
func TestAnInvitationToASeatGivesNothingOfAnotherPerson(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	const secret = "Victim Holdings"
	victim := s.CreateAccount("users", map[string]any{"email": "victim@example.com", "name": secret, "verified": true})
	s.save("registrations", testapp.Nomination("victim@example.com", map[string]any{"companyName": secret}))
	nominee := s.save("registrations", testapp.Nomination("nominee@example.com", map[string]any{"name": secret,
		"companyName": secret}))
	b := s.buySeats(3)
	expectNoSecret := func(name string, visitor *testapp.Visitor, paths ...string) {
		s.Helper()
		for _, path := range append(paths, "/api/user", "/api/user/profile", "/api/nominations/mine",
			"/api/memberships/mine", "/api/billing-profile", "/api/seats") {
			if answer := visitor.Get(path); strings.Contains(answer.Body, secret) {
				s.Errorf("%s: %s shows the secret: %s", name, path, answer.Body)
			}
		}
	}
	forAccount, forNominee := b.invite(0, "victim@example.com"), b.invite(1, "nominee@example.com")
	expectNoSecret("the buyer", b.buyer)
	page := testapp.NewVisitor(s, s.URL).Post("/api/seats/look", map[string]any{"token": forAccount})
	if strings.Contains(page.Body, secret) {
		s.Errorf("the page of the invitation shows the secret: %s", page.Body)
	}

	attacker := s.CreateAccount("users", map[string]any{"email": "attacker@example.com", "verified": true})
	visitor := s.SignedInAs(attacker)
	s.expect("the status of accepting with a forwarded link", s.acceptSeat(visitor, forAccount).Status, 200)
	s.expect("the status of accepting a second seat", s.acceptSeat(visitor, forNominee).Status, 409)
	expectNoSecret("the attacker", visitor)
	person := func(record *core.Record) string {
		s.Helper()
		fresh, err := s.PB.FindRecordById(record.Collection(), record.Id)
		s.must(err)
		return fresh.GetString("person")
	}
	if person(attacker) == person(victim) || person(attacker) == person(nominee) {
		s.Error("the attacker's account has the person of the invited address")
	}
	for _, collection := range []string{"seats", "memberships"} {
		for _, record := range s.listAllRecords(collection) {
			if record.GetString("userId") == attacker.Id && person(record) != person(attacker) {
				s.Errorf("a record of %s of the attacker refers to another person", collection)
			}
			if record.GetString("userId") == "" && person(record) == person(attacker) {
				s.Errorf("a record of %s without a holder refers to the attacker's person", collection)
			}
		}
	}

	// A stranger without the link opens an account with the nominee's address.
	squatter := s.SignedInAs(s.CreateAccount("users", map[string]any{"email": "nominee@example.com"}))
	expectNoSecret("the squatter", squatter)
	s.expect("the status of a guessed link", s.acceptSeat(squatter, strings.Replace(forNominee, ".1.", ".2.",
		1)).Status, 404)
	s.expect("the squatter's entitlement",
		squatter.Get("/api/memberships/mine").JSON["entitlement"].(map[string]any)["state"],
		"none")
	s.expect("the status of the list of seats for a visitor", testapp.NewVisitor(s, s.URL).Get("/api/seats").Status,
		401)
	s.expect("the status of revoking another buyer's seat",
		visitor.Post(fmt.Sprintf("/api/seats/%s/revoke", b.seats()[1]["id"]), nil).Status, 404)
}

// The company has bought its seats once. The money of the second payment is listed until it has gone back.
func TestSeatsThatArePaidTwiceAreBoughtOnce(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	answer := s.buyer.Post("/api/payments/create-order", seatOrder(s.renewing("annual", "annual", 6000), 3))
	order := answer.JSON["orderId"].(string)
	s.pay(order, fakerazorpay.TwoCaptures)
	s.deliver(s.Razorpay.Events(order)...)
	s.reconcile()
	s.expect("seats", len(s.listAllRecords("seats")), 3)
	s.expect("documents", len(s.listAllRecords("invoices")), 1)
	flagged := s.listRecords("transactions", "createdAt", dbx.HashExp{"attention": "second-payment"})
	s.expect("flagged transactions", len(flagged), 1)
	s.expect("payments that have bought nothing", len(s.unsoldPayments()), 1)
	admin := s.SignedIn("admins", nil)
	second := flagged[0].GetString("razorpayPaymentId")
	unmatched := func() bool { return strings.Contains(admin.Get("/api/payments/unknown?attention=any").Body, second) }
	s.expect("the second payment is in the list", unmatched(), true)
	s.expect("the buyer's emails", sorted(s.subjects()), "You have paid twice\nYour payment has been received")
	refunded := admin.Post("/api/transactions/"+flagged[0].Id+"/refund",
		map[string]any{"reason": "Paid twice", "password": testapp.Password})
	s.expect("the status of the refund", refunded.Status, 201)
	s.Drain()
	s.deliver(s.Razorpay.Events(second)...)
	s.expect("the second payment is in the list after the refund", unmatched(), false)
	s.expect("seats that have ended", len(s.listRecords("seats", "createdAt", dbx.NewExp("state IN ('ended', 'revoked')"))), 0)
	s.expect("documents after the refund", len(s.listAllRecords("invoices")), 1)
	s.expect("the buyer's emails after the refund", sorted(s.subjects()),
		"You have paid twice\nYour payment has been received\nYour second payment has been refunded")
	s.checkLedger()
}
