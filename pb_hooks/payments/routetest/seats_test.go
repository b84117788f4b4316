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

// purchaseOfSeats is a company's purchase as its buyer sees it.
type purchaseOfSeats struct {
	*fixture
	tier          *core.Record
	transactionID string
	paymentID     string
}

// buySeats buys seats of a tier of ₹6,000 a year.
func (s *fixture) buySeats(count int) *purchaseOfSeats {
	s.Helper()
	tier := s.renewing("annual", "annual", 6000)
	answer := s.buyer.Post("/api/payments/create-order", seatOrder(tier, count))
	if answer.Status != 201 {
		s.Fatalf("create-order: %d %s", answer.Status, answer.Body)
	}
	paid := s.pay(answer.JSON["orderId"].(string), fakerazorpay.Success)
	s.expect("the callback", s.callback(s.buyer, paid).JSON["status"], "completed")
	s.Drain()
	return &purchaseOfSeats{s, tier, answer.JSON["notes"].(map[string]any)["transactionId"].(string), paid.PaymentID}
}

func (b *purchaseOfSeats) seats() []map[string]any {
	b.Helper()
	var purchases []struct{ Seats []map[string]any }
	b.must(json.Unmarshal([]byte(b.buyer.Get("/api/seats").Body), &purchases))
	return purchases[0].Seats
}

func (b *purchaseOfSeats) states() string {
	b.Helper()
	text := ""
	for _, seat := range b.seats() {
		text += fmt.Sprint(seat["state"], " ")
	}
	return text
}

// step posts one step of a seat, the first one being 0.
func (b *purchaseOfSeats) do(seat int, step string, body map[string]any) testapp.Response {
	b.Helper()
	return b.buyer.Post(fmt.Sprintf("/api/seats/%s/%s", b.seats()[seat]["id"], step), body)
}

// invite invites an address to a seat and returns the token of the email.
func (b *purchaseOfSeats) invite(seat int, email string) string {
	b.Helper()
	if answer := b.do(seat, "invite", map[string]any{"name": "Bina Das", "email": email}); answer.Status != 200 {
		b.Fatalf("invite: %d %s", answer.Status, answer.Body)
	}
	return b.seatToken(email)
}

func (s *fixture) seatToken(email string) string {
	s.Helper()
	found := seatLink.FindStringSubmatch(s.Inbox(email)[0].Text)
	if found == nil {
		s.Fatalf("no link in %q", s.Inbox(email)[0].Subject)
	}
	return found[1]
}

func (s *fixture) acceptSeat(who *testapp.Visitor, token string) testapp.Response {
	s.Helper()
	return who.Post("/api/seats/accept", map[string]any{"token": token})
}

func (s *fixture) seatLinkState(token string) any {
	s.Helper()
	return testapp.NewVisitor(s, s.URL).Post("/api/seats/look", map[string]any{"token": token}).JSON["state"]
}

func TestACompanyIsRemindedOnceAStepWhenItsSeatsEnd(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(3)
	company := "asha@example.com"
	holders := []*testapp.Visitor{s.member(), s.member()}
	for i, holder := range holders {
		email := fmt.Sprintf("holder%d@example.com", i)
		s.expect("the acceptance", s.acceptSeat(holder, b.invite(i, email)).Status, 200)
	}
	before := len(s.Inbox(company))
	s.passDays(365 + 20)
	var subjects []string
	for _, message := range s.Inbox(company)[:len(s.Inbox(company))-before] {
		subjects = append(subjects, message.Subject)
	}
	slices.Reverse(subjects)
	s.expect("the company's emails", strings.Join(subjects, "\n"), strings.Join([]string{
		"Memberships that you bought end in a month", "Memberships that you bought end in a week",
		"Memberships that you bought end tomorrow",
		"Memberships that you bought have ended", "Access for your team ends in a week",
		"Access for your team ends tomorrow",
	}, "\n"))
	s.expect("how many end", strings.Contains(s.Inbox(company)[0].Text, "2 memberships of "), true)
}

func TestACompanysSeatsThatACodeMakesFreeAreConfirmed(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.renewing("annual", "annual", 6000)
	s.save("coupons", map[string]any{"code": "ALLFREE", "isActive": true},
		map[string]any{"kind": "percent", "value": 100, "seatsPerUse": 3, "isForRenewingSeats": true})
	body := seatOrder(tier, 3)
	body["couponCode"] = "allfree"
	s.expect("the order", s.buyer.Post("/api/payments/create-order", body).JSON["status"], "completed")
	mail := s.Inbox("asha@example.com")[0]
	s.expect("the email", mail.Subject, "Your memberships are ready")
	s.expect("what it says", strings.Contains(mail.Text, "3 seats") &&
		strings.Contains(mail.Text, "nothing was charged"), true)
	s.expect("the seats", len((&purchaseOfSeats{fixture: s}).seats()), 3)
	detail := s.SignedIn("admins", nil).Get("/api/transactions/" + s.onlyTransaction().Id).JSON
	s.expect("to whom it is invoiced", detail["billing"].(map[string]any)["gstin"], "29AAGCB7383J1Z4")
	rows, err := csv.NewReader(strings.NewReader(s.SignedIn("admins", nil).Get("/api/transactions/export").Body)).
		ReadAll()
	s.must(err)
	s.expect("the seats in the export", rows[1][slices.Index(rows[0], "Seats")], "3")
}

func TestACompanyBuysSeatsThatAreTaxedOnceOnTheWhole(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.createTier(
		"odd",
		"annual",
		map[string]any{"price": 99999, "graceDays": 14},
	) // ₹999.99: a tax a seat would be rounded each time
	quote := s.buyer.Post("/api/payments/quote",
		map[string]any{"membershipTierId": tier.Id, "seats": 3, "billing": companyBilling()}).JSON
	s.expect("the base", quote["breakdown"].(map[string]any)["baseAmount"], "2999.97")
	s.expect("the tax", quote["breakdown"].(map[string]any)["gstAmount"], "539.99")
	s.expect("the seats", quote["seats"], 3.0)
	for name, wrong := range map[string]any{"too many": 101, "less than none": -1, "not whole": "2.5"} {
		body := seatOrder(tier, wrong)
		s.expect(name, s.buyer.Post("/api/payments/create-order", body).Status, 400)
	}
	individual := orderBody(tier)
	individual["seats"] = 2
	answer := s.buyer.Post("/api/payments/create-order", individual)
	s.expect("without a company", answer.Status, 400)
	s.expect("the field", answer.JSON["data"].(map[string]any)["seats"] != nil, true)

	order := s.buyer.Post("/api/payments/create-order", seatOrder(tier, 3)).JSON
	s.expect("the order's amount", order["amount"], quote["amount"])
	other := s.buyer.Post("/api/payments/create-order", seatOrder(tier, 4)).JSON
	if other["orderId"] == order["orderId"] {
		t.Error("another number of seats has the same order")
	}
	s.callback(s.buyer, s.pay(order["orderId"].(string), fakerazorpay.Success))
	s.Drain()
	s.expect("the buyer's own membership", s.mine(s.buyer, "entitlement", "state"), "none")
	invoice := s.listAllRecords("invoices")[0]
	var document struct {
		Description  string
		Quantity     int
		TaxableValue int64
		Total        int64
		Recipient    struct{ Name, GSTIN string }
	}
	s.must(invoice.UnmarshalJSONField("document", &document))
	s.expect("the line", document.Description, "The odd circle, membership for one year, 3 seats")
	s.expect("the quantity", document.Quantity, 3)
	s.expect("the taxable value", document.TaxableValue, int64(299997))
	s.expect("the total", document.Total, int64(353996))
	s.expect("the recipient", document.Recipient.Name+" "+document.Recipient.GSTIN, "Rao Textiles 29AAGCB7383J1Z4")
}

func TestSeatsOfATierThatRenewsAreBoughtOnce(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(3)
	s.expect("mandates", len(s.Razorpay.State().Subscriptions), 0)
	s.expect("the seats", b.states(), "open open open ")
	s.expect("somebody else's seats", s.member().Get("/api/seats").Body, "[]\n")
	other := s.member()
	s.expect("an invitation by somebody else",
		other.Post("/api/seats/"+b.seats()[0]["id"].(string)+"/invite",
			map[string]any{"email": "x@example.com"}).Status, 404)
}

func TestWhoAcceptsTheInvitationHoldsTheMembershipForItsTerm(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(2)
	token := b.invite(0, "bina@example.com")
	s.expect("the states", b.states(), "invited open ")
	s.expect("the same person twice", b.do(1, "invite", map[string]any{"email": "BINA@example.com"}).Status, 400)
	look := testapp.NewVisitor(s, s.URL).Post("/api/seats/look", map[string]any{"token": token}).JSON
	s.expect("the company", look["company"], "Rao Textiles")
	s.expect("an account", look["hasAccount"], false)
	s.expect("without a session", s.acceptSeat(testapp.NewVisitor(s, s.URL), token).Status, 401)
	s.Clock.Advance(10 * day)
	bina := s.member()
	answer := s.acceptSeat(bina, token)
	s.expect("the answer", answer.Status, 200)
	entitlement := answer.JSON["entitlement"].(map[string]any)
	s.expect("her state", entitlement["state"], "active")
	s.expect("her source", entitlement["source"], "seat")
	s.expect("it begins when she accepts, and lasts a year", entitlement["endsAt"], "2027-08-13T18:29:59.000Z")
	s.expect("her documents", len(answer.JSON["transactions"].([]any)), 0)
	s.expect("the link again", s.acceptSeat(s.member(), token).Status, 409)
	s.expect("the link says so", s.seatLinkState(token), "used")
	s.expect("the buyer sees her", b.seats()[0]["name"], "Asha Rao")
	s.expect("memberships", len(s.listAllRecords("memberships")), 1)
	admin := s.SignedIn("admins", nil)
	detail := admin.Get("/api/transactions/" + b.transactionID).JSON
	s.expect("the console's seats", len(detail["seatList"].([]any)), 2)
	person := admin.Get("/api/people/" + bina.Get("/api/user").JSON["id"].(string)).JSON
	s.expect("her page names the purchase", person["memberships"].([]any)[0].(map[string]any)["seatOf"],
		b.transactionID)
}

func TestAnInvitationToASeatVerifiesTheAddressThatItWasSentTo(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(2)
	isVerified := func(who *testapp.Visitor) any { return who.Get("/api/user/security").JSON["emailVerified"] }
	invited := s.SignedIn("users", map[string]any{"email": "bina@example.com"})
	other := s.SignedIn("users", map[string]any{"email": "stranger@example.com"})
	s.expect("before", isVerified(invited), false)
	s.expect("accepted", s.acceptSeat(invited, b.invite(0, "Bina@example.com")).Status, 200)
	s.expect("after", isVerified(invited), true)
	s.expect("accepted with another address", s.acceptSeat(other, b.invite(1, "chitra@example.com")).Status, 200)
	s.expect("the other address", isVerified(other), false)
}

func TestAnInvitationIsSentAgainWithdrawnAndExpires(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(1)
	first := b.invite(0, "bina@example.com")
	s.expect("again at once", b.do(0, "resend", nil).Status, 429)
	s.Clock.Advance(2 * time.Minute)
	s.expect("again", b.do(0, "resend", nil).Status, 200)
	second := s.seatToken("bina@example.com")
	s.expect("the first link", s.seatLinkState(first), "void")
	s.expect("the second link", s.seatLinkState(second), "open")
	s.expect("accepted by the first", s.acceptSeat(s.member(), first).Status, 409)
	s.Clock.Advance(31 * day)
	s.expect("after a month", s.seatLinkState(second), "expired")
	s.expect("accepted", s.acceptSeat(s.member(), second).Status, 409)
	s.expect("withdrawn", b.do(0, "revoke", nil).Status, 200)
	s.expect("twice", b.do(0, "revoke", nil).Status, 409)
	s.expect("the seat", b.states(), "open ")
	third := b.invite(0, "chitra@example.com")
	s.expect("the second link", s.seatLinkState(second), "void")
	s.expect("a forged one", testapp.NewVisitor(s, s.URL).Post("/api/seats/look",
		map[string]any{"token": third[:len(third)-1] + "_"}).Status, 404)
	s.expect("accepted", s.acceptSeat(s.member(), third).Status, 200)
	s.Clock.Advance(400 * day)
	s.expect("given away when its term is over",
		b.do(0, "reassign", map[string]any{"email": "dina@example.com"}).Status, 409)
}

func TestSeatsCanBeAssignedForAYear(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(2)
	s.Clock.Advance(364 * day)
	token := b.invite(0, "bina@example.com")
	s.expect("the last day counts", s.acceptSeat(s.member(), token).Status, 200)
	s.Clock.Advance(2 * day)
	s.expect("after it", b.do(1, "invite", map[string]any{"email": "chitra@example.com"}).Status, 409)
}

func TestAReassignedSeatEndsOneTermAndGrantsTheRest(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(1)
	bina, chitra := s.member(), s.member()
	s.acceptSeat(bina, b.invite(0, "bina@example.com"))
	s.Clock.Advance(100 * day)
	s.expect("the answer", b.do(0, "reassign",
		map[string]any{"name": "Chitra Nair", "email": "chitra@example.com"}).Status, 200)
	s.expect("who held it", s.mine(bina, "entitlement", "state"), "revoked")
	s.expect("why", s.mine(bina, "entitlement", "endReason"), "seat")
	s.expect("the seat", b.states(), "invited ")
	token := s.seatToken("chitra@example.com")
	s.Clock.Advance(5 * day)
	s.acceptSeat(chitra, token)
	s.expect("who holds it", s.mine(chitra, "entitlement", "state"), "active")
	s.expect("until the end of the first term", s.mine(chitra, "entitlement", "endsAt"), "2027-08-03T18:29:59.000Z")
	member := s.member()
	s.callback(member, s.pay(s.order(member, b.createTier("other", "annual", nil)), fakerazorpay.Success))
	s.expect("given on", b.do(0, "reassign", map[string]any{"email": "dina@example.com"}).Status, 200)
	s.expect("to a member whose own lasts longer", s.acceptSeat(member, s.seatToken("dina@example.com")).Status, 409)
}

func TestASeatForAMemberFollowsWhatTheyHave(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(3)
	monthly := s.renewing("monthly", "monthly", 600)
	member := s.member()
	s.subscribe(member, monthly)
	s.acceptSeat(member, b.invite(0, "bina@example.com"))
	s.Drain()
	s.expect("the present term", s.mine(member, "entitlement", "endsAt"), "2026-09-03T18:29:59.000Z")
	next := s.mine(member, "entitlement", "next").(map[string]any)
	s.expect("the seat's term", next["startsAt"], "2026-09-03T18:29:59.000Z")
	s.expect("its end", next["endsAt"], "2027-09-03T18:29:59.000Z")
	s.expectLive() // nobody is charged beside it
	s.expect("a second seat for them", s.acceptSeat(member, b.invite(1, "bina2@example.com")).Status, 409)
	forLife := s.member()
	s.callback(forLife, s.pay(s.order(forLife, s.tier), fakerazorpay.Success))
	s.expect("a member for life", s.acceptSeat(forLife, b.invite(2, "chitra@example.com")).Status, 409)
}

func TestARefundInFullOrALostDisputeEndsAllSeats(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		take   func(b *purchaseOfSeats)
		states string
		state  string
	}{
		"a full refund":    {func(b *purchaseOfSeats) { _, err := b.Razorpay.Refund(b.paymentID, 0); b.must(err) }, "ended ended ended ", "revoked"},
		"a refund in part": {func(b *purchaseOfSeats) { _, err := b.Razorpay.Refund(b.paymentID, 708000); b.must(err) }, "taken invited open ", "active"},
		"a lost dispute": {func(b *purchaseOfSeats) {
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
			c.take(b)
			s.must(s.Payments.Reconciler.SyncReversals(s.Context()))
			s.Drain()
			s.expect("the seats", b.states(), c.states)
			s.expect("who held one", s.mine(bina, "entitlement", "state"), c.state)
			s.expect("the open invitation", s.seatLinkState(open) == "open", c.state == "active")
		})
	}
}

func TestAnAdminEndsASeatAfterARefundInPart(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(2)
	bina, admin := s.member(), s.SignedIn("admins", nil)
	s.acceptSeat(bina, b.invite(0, "bina@example.com"))
	path := fmt.Sprintf("/api/transactions/%s/seats/%s/end", b.transactionID, b.seats()[0]["id"])
	s.expect("without a reason", admin.Post(path, nil).Status, 400)
	s.expect("the answer", admin.Post(path, map[string]any{"reason": "Refunded in part"}).Status, 200)
	s.expect("twice", admin.Post(path, map[string]any{"reason": "Refunded in part"}).Status, 409)
	s.expect("who held it", s.mine(bina, "entitlement", "state"), "revoked")
	s.expect("the seats", b.states(), "ended open ")
	s.expect("given away again", b.do(0, "invite", map[string]any{"email": "x@example.com"}).Status, 409)
}

func TestASeatIsAcceptedOnceHoweverManyRequestsArrive(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(1)
	token := b.invite(0, "bina@example.com")
	var wait sync.WaitGroup
	statuses := make([]int, 8)
	for i := range statuses {
		who := s.member()
		wait.Go(func() { statuses[i] = who.Post("/api/seats/accept", map[string]any{"token": token}).Status })
	}
	wait.Wait()
	accepted := 0
	for _, status := range statuses {
		if status == 200 {
			accepted++
		}
	}
	s.expect("accepted", accepted, 1)
	s.expect("memberships", len(s.listRecords("memberships", "startsAt", dbx.HashExp{"source": "seat"})), 1)
}

func TestACodeCountsOnceForAWholePurchaseOfSeats(t *testing.T) {
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
		s.expect(code, order.Status, 201)
		s.expect(code+" takes off", order.JSON["discountAmount"], discount)
		quote := maps.Clone(body)
		s.expect(code+" in the quote", s.member().Post("/api/payments/quote", quote).JSON["amount"],
			order.JSON["amount"])
	}
}

func TestTheCompanyLearnsWhoAcceptedWithAnotherAddressAndCanTakeTheSeatBack(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := s.buySeats(2)
	buyer := "asha@example.com"
	invited := s.SignedIn("users", map[string]any{"email": "chitra@example.com"})
	before := len(s.Inbox(buyer))
	s.expect("accepted as invited", s.acceptSeat(invited, b.invite(0, "Chitra@Example.com")).Status, 200)
	s.expect("no email for that", len(s.Inbox(buyer)), before)
	s.expect("no other address", b.seats()[0]["invitedAs"], "")

	stranger := s.SignedIn("users", map[string]any{"email": "stranger@example.com"})
	s.expect("accepted by another address", s.acceptSeat(stranger, b.invite(1, "bina@example.com")).Status, 200)
	s.expect("emails", len(s.Inbox(buyer)), before+1)
	told := s.Inbox(buyer)[0]
	for _, words := range []string{"bina@example.com", "stranger@example.com", "/account/billing"} {
		s.expect("the email names "+words, strings.Contains(told.Text, words), true)
	}
	s.expect("who holds it", b.seats()[1]["email"], "stranger@example.com")
	s.expect("who was invited", b.seats()[1]["invitedAs"], "bina@example.com")

	s.Clock.Advance(10 * day)
	s.expect("taken back", b.do(1, "revoke", nil).Status, 200)
	s.expect("the stranger", s.mine(stranger, "entitlement", "state"), "revoked")
	s.expect("the seats", b.states(), "taken open ")
	again := s.SignedIn("users", map[string]any{"email": "bina@example.com"})
	s.expect("accepted by whom it was meant for", s.acceptSeat(again, b.invite(1, "bina@example.com")).Status, 200)
	s.expect("what is left of it", s.mine(again, "entitlement", "endsAt"), "2027-08-03T18:29:59.000Z")
}

// A company invites an address of its choice, and a person accepts with an account of theirs. Neither gets what belongs
// to the other, or to the person with the invited address.
func TestAnInvitationToASeatGivesNothingOfAnotherPerson(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	const secret = "Victim Holdings"
	victim := s.CreateAccount("users", map[string]any{"email": "victim@example.com", "name": secret, "verified": true})
	s.save("registrations", testapp.Nomination("victim@example.com", map[string]any{"companyName": secret}))
	nominee := s.save("registrations", testapp.Nomination("nominee@example.com", map[string]any{"name": secret,
		"companyName": secret}))
	b := s.buySeats(3)
	sees := func(who string, visitor *testapp.Visitor, paths ...string) {
		s.Helper()
		for _, path := range append(paths, "/api/user", "/api/user/profile", "/api/nominations/mine",
			"/api/memberships/mine", "/api/billing-profile", "/api/seats") {
			if answer := visitor.Get(path); strings.Contains(answer.Body, secret) {
				s.Errorf("%s: %s shows %s", who, path, answer.Body)
			}
		}
	}
	forAccount, forNominee := b.invite(0, "victim@example.com"), b.invite(1, "nominee@example.com")
	sees("the buyer", b.buyer)
	look := testapp.NewVisitor(s, s.URL).Post("/api/seats/look", map[string]any{"token": forAccount})
	if strings.Contains(look.Body, secret) {
		s.Errorf("the invitation shows %s", look.Body)
	}

	attacker := s.CreateAccount("users", map[string]any{"email": "attacker@example.com", "verified": true})
	visitor := s.SignedInAs(attacker)
	s.expect("accepted with a forwarded link", s.acceptSeat(visitor, forAccount).Status, 200)
	s.expect("a second seat", s.acceptSeat(visitor, forNominee).Status, 409)
	sees("the attacker", visitor)
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
				s.Errorf("%s of the attacker has another person", collection)
			}
			if record.GetString("userId") == "" && person(record) == person(attacker) {
				s.Errorf("%s without a holder has the attacker's person", collection)
			}
		}
	}

	// An account with the nominee's address, opened by a stranger who does not have the link.
	squatter := s.SignedInAs(s.CreateAccount("users", map[string]any{"email": "nominee@example.com"}))
	sees("the squatter", squatter)
	s.expect("a guessed link", s.acceptSeat(squatter, strings.Replace(forNominee, ".1.", ".2.", 1)).Status, 404)
	s.expect("the squatter's state", squatter.Get("/api/memberships/mine").JSON["entitlement"].(map[string]any)["state"],
		"none")
	s.expect("the buyer's seats at another's", testapp.NewVisitor(s, s.URL).Get("/api/seats").Status, 401)
	s.expect("a seat of another buyer",
		visitor.Post(fmt.Sprintf("/api/seats/%s/revoke", b.seats()[1]["id"]), nil).Status, 404)
}
