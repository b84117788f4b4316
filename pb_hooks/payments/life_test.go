package payments_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/payments"
)

var ist = time.FixedZone("IST", int((5*time.Hour + 30*time.Minute).Seconds()))

func inIndia(at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	return at.In(ist).Format("2 January 2006")
}

// accountOf writes down what a buyer has: the terms, the mandates, the ledger, the documents and the emails.
func (s *fixture) accountOf(userID string) []string {
	s.Helper()
	var lines []string
	add := func(format string, values ...any) { lines = append(lines, fmt.Sprintf(format, values...)) }
	for _, m := range s.listRecords("memberships", "startsAt", dbx.HashExp{"userId": userID}) {
		revoked := ""
		if reason := m.GetString("endReason"); reason != "" {
			revoked = ", ended by a " + reason
		}
		add("term      %s to %s, access until %s%s", inIndia(m.GetDateTime("startsAt").Time()), inIndia(m.GetDateTime("endsAt").Time()),
			inIndia(m.GetDateTime("graceUntil").Time()), revoked)
	}
	for i, m := range s.listRecords("subscriptions", "createdAt", dbx.HashExp{"userId": userID}) {
		add("mandate %d %s, %d charged, ends with its period: %t", i+1, m.GetString("state"), m.GetInt("paidCount"), m.GetBool("cancelAtPeriodEnd"))
	}
	for _, t := range s.listRecords("transactions", "createdAt", dbx.HashExp{"userId": userID}) {
		if t.GetString("status") == "pending" || t.GetString("status") == "failed" {
			continue
		}
		add("payment   %s, ₹%s, refunded ₹%s, paid on %s", t.GetString("status"), money.Amount(t.GetInt("amount")),
			money.Amount(t.GetInt("refundedAmount")), inIndia(t.GetDateTime("processedAt").Time()))
		for _, i := range s.listRecords("invoices", "issuedAt", dbx.HashExp{"transactionId": t.Id}) {
			var document struct{ Total int64 }
			s.must(i.UnmarshalJSONField("document", &document))
			add("document  %s of ₹%s, dated %s", i.GetString("kind"), money.Amount(document.Total), inIndia(i.GetDateTime("issuedAt").Time()))
		}
	}
	return lines
}

// emailsTo counts the emails to an address by their subjects.
func (s *fixture) emailsTo(address string) []string {
	s.Helper()
	var subjects []string
	for _, message := range s.Brevo.Messages(address) {
		subjects = append(subjects, "email     "+message.Subject)
	}
	slices.Sort(subjects)
	return subjects
}

// subscriber is a buyer whose events are delivered in an order of their own.
type subscriber struct {
	*testapp.Visitor
	id, email, mandate string
	seen               int
	random             *rand.Rand
	apiIsUp            bool
}

// catchUp delivers what has happened to a subscriber's mandate since the last time: shuffled, with some events
// repeated, those of earlier steps too, and with the API up only some of the new ones.
func (s *fixture) catchUp(b *subscriber) {
	s.Helper()
	all := s.Razorpay.Events(b.mandate)
	fresh := slices.Clone(all[b.seen:])
	b.random.Shuffle(len(fresh), func(i, j int) { fresh[i], fresh[j] = fresh[j], fresh[i] })
	if b.apiIsUp && len(fresh) > 1 {
		fresh = fresh[:1+b.random.IntN(len(fresh))]
	}
	for range b.random.IntN(4) {
		fresh = append(fresh, all[b.random.IntN(len(all))])
	}
	b.seen = len(all)
	if !b.apiIsUp {
		s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
		defer s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	}
	for _, event := range fresh {
		if status := s.Deliver(event); status != 200 {
			s.Fatalf("%s: %d", event.Event, status)
		}
		_ = s.Jobs.Drain(s.Context()) // with the API down jobs of others fail, and are tried again
	}
}

func TestSomeOrdersOfAMandatesEventsLeadToTheProvidersTruth(t *testing.T) {
	t.Parallel()
	testMandateOrders(t, 8)
}

func TestManyOrdersOfAMandatesEventsLeadToTheProvidersTruth(t *testing.T) {
	testdb.Long(t)
	t.Parallel()
	testMandateOrders(t, 200)
}

func testMandateOrders(t *testing.T, count int) {
	s := newFixture(t)
	tier := s.renewing("monthly", "monthly", 600)
	charge := func(b *subscriber) { _, err := s.Razorpay.Charge(b.mandate); s.must(err) }
	fail := func(b *subscriber) { _, err := s.Razorpay.FailCharge(b.mandate); s.must(err) }
	steps := []struct {
		name  string
		after time.Duration
		do    func(b *subscriber)
	}{
		{"the first charge", 0, func(b *subscriber) { s.pay(b.mandate, fakerazorpay.Success) }},
		{"a renewal", 31 * day, charge},
		{"a failed charge", 30 * day, fail},
		{"the last try", day, fail},
		{"a new card", 2 * day, func(b *subscriber) { _, err := s.Razorpay.ChangeCard(b.mandate); s.must(err) }},
		{"a pause", day, func(b *subscriber) { s.must(s.Razorpay.Pause(b.mandate)) }},
		{"the end of the pause", day, func(b *subscriber) { s.must(s.Razorpay.Resume(b.mandate)) }},
		{"another renewal", 27 * day, charge},
		{"a refund in part", day, func(b *subscriber) {
			_, err := s.Razorpay.Refund(s.lastPayment(b.mandate), 10000)
			s.must(err)
		}},
		{"a cancellation at the bank", day, func(b *subscriber) { s.must(s.Razorpay.Cancel(b.mandate)) }},
	}
	// The first one is told of everything in its order, at once.
	subscribers := make([]*subscriber, count+1)
	for i := range subscribers {
		buyer := s.member()
		user := buyer.Get("/api/user").JSON
		b := &subscriber{Visitor: buyer, id: user["id"].(string), email: fmt.Sprintf("life%d@example.com", i),
			random: rand.New(rand.NewPCG(uint64(i), 7)), apiIsUp: i%2 == 0}
		body := orderBody(tier)
		body["customerEmail"] = b.email
		b.mandate = buyer.Post("/api/payments/create-order", body).JSON["subscriptionId"].(string)
		subscribers[i] = b
	}
	for _, step := range steps {
		s.Clock.Advance(step.after)
		for _, b := range subscribers {
			step.do(b)
		}
		truth := subscribers[0]
		s.deliver(s.Razorpay.Events(truth.mandate)[truth.seen:]...)
		truth.seen = len(s.Razorpay.Events(truth.mandate))
		for _, b := range subscribers[1:] {
			s.catchUp(b)
		}
		// What was down is asked again, and the last emails go out.
		s.Clock.Advance(2 * time.Hour)
		s.Drain()
		want := strings.Join(append(s.accountOf(truth.id), s.emailsTo(truth.email)...), "\n")
		for i, b := range subscribers {
			if got := strings.Join(append(s.accountOf(b.id), s.emailsTo(b.email)...), "\n"); got != want {
				t.Fatalf("after %s, subscriber %d, the API up: %t:\n%s\nwant\n%s", step.name, i, b.apiIsUp, got, want)
			}
		}
	}
	s.expect("orphans", len(s.listAllRecords("orphan_payments")), 0)
}

// lastPayment is the newest captured payment of a mandate.
func (s *fixture) lastPayment(mandate string) string {
	s.Helper()
	for _, invoice := range s.Razorpay.State().Invoices {
		if string(invoice.SubscriptionID) == mandate && invoice.Status == "paid" {
			return string(invoice.PaymentID)
		}
	}
	s.Fatalf("no payment of %s", mandate)
	return ""
}

// A member's year, day by day: they join on 31 January, the charge of April fails and a new card revives it, they
// cancel in September and come back in November. testdata/year.golden lists every email, term and document;
// UPDATE_GOLDEN=1 writes it anew.
func TestAYearOfAMember(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	tier := s.renewing("monthly", "monthly", 600)
	account := s.CreateAccount("users", nil)
	s.Clock.Advance(time.Date(2027, 1, 31, 10, 0, 0, 0, ist).Sub(s.Clock.Now()))
	var mandate string
	var out strings.Builder
	buy := func() {
		mandate = s.order(s.SignedInAs(account), tier)
		s.pay(mandate, fakerazorpay.Success)
	}
	acts := map[string]func(){
		"2027-01-31": buy,
		"2027-05-04": func() { _, err := s.Razorpay.ChangeCard(mandate); s.must(err) },
		"2027-09-10": func() { s.must(s.Payments.CancelOwnSubscription(account.Id)) },
		"2027-11-15": buy,
	}
	failing := []string{"2027-04-30", "2027-05-01"}
	delivered, before := 0, map[string]bool{}
	state := payments.NoEntitlement
	for s.Clock.Now().Before(time.Date(2028, 1, 31, 12, 0, 0, 0, ist)) {
		today := s.Clock.Now().In(ist).Format(time.DateOnly)
		if act := acts[today]; act != nil {
			act()
		}
		s.must(s.Razorpay.PassTime())
		s.chargeDue(mandate, slices.Contains(failing, today))
		events := s.Razorpay.Events("")
		s.deliver(events[delivered:]...)
		delivered = len(events)
		s.Drain()
		var news []string
		if held, err := payments.EntitlementOf(s.PB, account.Id, s.Clock.Now()); err != nil {
			t.Fatal(err)
		} else if held.State != state {
			news = append(news, fmt.Sprintf("state     %s, before %s", held.State, state))
			state = held.State
		}
		lines := s.accountOf(account.Id)
		for i, subject := range s.emailsTo("asha@example.com") {
			lines = append(lines, fmt.Sprintf("%s\x00%d", subject, i-slices.Index(s.emailsTo("asha@example.com"), subject)))
		}
		for _, line := range lines {
			if !before[line] {
				before[line] = true
				line, _, _ = strings.Cut(line, "\x00")
				news = append(news, line)
			}
		}
		for _, line := range news {
			fmt.Fprintf(&out, "%s  %s\n", today, line)
		}
		s.Clock.Advance(day)
	}
	const golden = "testdata/year.golden"
	if os.Getenv("UPDATE_GOLDEN") != "" {
		s.must(os.WriteFile(golden, []byte(out.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	s.must(err)
	if out.String() != string(want) {
		t.Errorf("the year differs from %s:\n%s", golden, out.String())
	}
}

// chargeDue makes the charge that is due at the provider, which the bank may refuse.
func (s *fixture) chargeDue(mandate string, refused bool) {
	s.Helper()
	for _, subscription := range s.Razorpay.State().Subscriptions {
		if subscription.ID != mandate || subscription.CancelAtCycleEnd {
			continue
		}
		due := subscription.ChargeAt != 0 && time.Unix(int64(subscription.ChargeAt), 0).Before(s.Clock.Now().Add(time.Minute))
		switch {
		case subscription.Status == "pending" && refused, subscription.Status == "active" && due && refused:
			_, err := s.Razorpay.FailCharge(mandate)
			s.must(err)
		case subscription.Status == "active" && due:
			_, err := s.Razorpay.Charge(mandate)
			s.must(err)
		}
	}
}
