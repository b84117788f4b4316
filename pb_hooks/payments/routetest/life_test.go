package routetest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/tiers"
)

func inIndia(at time.Time) string {
	if at.IsZero() {
		return "never"
	}
	return india.DayText(at)
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
		add(
			"term      %s to %s, access until %s%s",
			inIndia(m.GetDateTime("startsAt").Time()),
			inIndia(m.GetDateTime("endsAt").Time()),
			inIndia(m.GetDateTime("graceUntil").Time()),
			revoked,
		)
	}
	for i, m := range s.listRecords("subscriptions", "createdAt", dbx.HashExp{"userId": userID}) {
		add(
			"mandate %d %s, %d charged, ends with its period: %t",
			i+1,
			m.GetString("state"),
			m.GetInt("paidCount"),
			m.GetBool("cancelAtPeriodEnd"),
		)
	}
	for _, t := range s.listRecords("transactions", "processedAt", dbx.HashExp{"userId": userID}) {
		if t.GetString("status") == "pending" || t.GetString("status") == "failed" {
			continue
		}
		add("payment   %s, ₹%s, refunded ₹%s, paid on %s", t.GetString("status"), money.Amount(t.GetInt("amount")),
			money.Amount(t.GetInt("refundedAmount")), inIndia(t.GetDateTime("processedAt").Time()))
		for _, i := range s.listRecords("invoices", "issuedAt", dbx.HashExp{"transactionId": t.Id}) {
			var document struct{ Total int64 }
			s.must(i.UnmarshalJSONField("document", &document))
			add(
				"document  %s of ₹%s, dated %s",
				i.GetString("kind"),
				money.Amount(document.Total),
				inIndia(i.GetDateTime("issuedAt").Time()),
			)
		}
	}
	return lines
}

// documentsOf are the documents of a buyer, as an accountant reads them.
func (s *fixture) documentsOf(userID string) (lines []string) {
	s.Helper()
	for _, t := range s.listRecords("transactions", "processedAt", dbx.HashExp{"userId": userID}) {
		for _, i := range s.listRecords("invoices", "issuedAt", dbx.HashExp{"transactionId": t.Id}) {
			var d invoices.Document
			s.must(i.UnmarshalJSONField("document", &d))
			taxes := ""
			for _, tax := range d.Taxes {
				taxes += fmt.Sprintf(" + %s %s %% ₹%s", tax.Name, tax.Rate, money.Amount(tax.Amount))
			}
			lines = append(lines, fmt.Sprintf(
				"document  %s %s, dated %s, place of supply %s %s: ₹%s%s = ₹%s",
				d.Kind,
				d.Number,
				inIndia(d.IssuedAt),
				d.PlaceOfSupply.Code,
				d.PlaceOfSupply.Name,
				money.Amount(d.TaxableValue),
				taxes,
				money.Amount(d.Total),
			))
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
	id, email, mandate, disputed string
	seen, order                  int
	// below chooses a number from 0 to n-1.
	below              func(n int) int
	apiIsUp, hearsLess bool
}

// catchUp delivers what has happened to a subscriber's mandate since the last time: in an order of their own, with some
// events repeated, those of earlier steps too, and for some with the API up only a part of the new ones.
func (s *fixture) catchUp(b *subscriber) {
	s.Helper()
	all := s.Razorpay.Events(b.mandate)
	fresh := permuted(all[b.seen:], b.order)
	if b.hearsLess && len(fresh) > 1 {
		fresh = fresh[:1+b.below(len(fresh))]
	}
	for range b.below(4) {
		if len(all) > 0 {
			fresh = append(fresh, all[b.below(len(all))])
		}
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

// permuted is one of all orders of a list, by its number: 0 is the list as it is, and n! numbers have them all.
func permuted[T any](list []T, number int) []T {
	rest, order := slices.Clone(list), make([]T, 0, len(list))
	for len(rest) > 0 {
		at := number % len(rest)
		number /= len(rest)
		order = append(order, rest[at])
		rest = slices.Delete(rest, at, at+1)
	}
	return order
}

func TestSomeOrdersOfAMandatesEventsLeadToTheProvidersTruth(t *testing.T) {
	t.Parallel()
	testSubscriptionOrders(t, 4)
}

// No step has more than five events, so 120 orders are all of them: each with the API up and down.
func TestEveryOrderOfAMandatesEventsLeadsToTheProvidersTruth(t *testing.T) {
	testdb.Long(t)
	t.Parallel()
	testSubscriptionOrders(t, 240)
}

// lifeStep is something that happens to a mandate, a while after what was before.
type lifeStep struct {
	name  string
	after time.Duration
	do    func(s *fixture, b *subscriber)
}

var (
	chargeStep = func(s *fixture, b *subscriber) { _, err := s.Razorpay.Charge(b.mandate); s.must(err) }
	failStep   = func(s *fixture, b *subscriber) { _, err := s.Razorpay.FailCharge(b.mandate); s.must(err) }
	cardStep   = func(s *fixture, b *subscriber) { _, err := s.Razorpay.ChangeCard(b.mandate); s.must(err) }
	giveStep   = func(s *fixture, b *subscriber) { s.pay(b.mandate, fakerazorpay.Success) }
	nothing    = func(s *fixture, _ *subscriber) { s.must(s.Razorpay.PassTime()) }
)

// life takes a mandate through states of its own. isAhead is one that begins after a term that was bought before.
type life struct {
	name    string
	isAhead bool
	steps   []lifeStep
	// duration is the tier's, "" for a month.
	duration tiers.Duration
	// ends is what an account says at its end, if that is worth a word.
	ends string
	// subscribers is how many the short form has at least.
	subscribers int
}

// lives take mandates through all their states.
var lives = []life{
	completedLife(),
	{name: "charges that fail, a pause, a refund in part, cancelled at the bank", steps: []lifeStep{
		{
			"a first try that the bank refuses",
			0,
			func(s *fixture, b *subscriber) { s.pay(b.mandate, fakerazorpay.Declined) },
		},
		{"the first charge", 0, giveStep},
		{"a renewal", 31 * day, chargeStep},
		{"a failed charge", 30 * day, failStep},
		{"the first retry", day, failStep},
		{"the second retry", day, failStep},
		{"the last retry", day, failStep},
		{"a new card", day, cardStep},
		{"a new card without a charge", 0, cardStep},
		{"a pause", day, func(s *fixture, b *subscriber) { s.must(s.Razorpay.Pause(b.mandate)) }},
		{"the end of the pause", day, func(s *fixture, b *subscriber) { s.must(s.Razorpay.Resume(b.mandate)) }},
		{"a charge by UPI that the bank refuses", 25 * day, func(s *fixture, b *subscriber) {
			late, err := s.Razorpay.ChargeByUPI(b.mandate)
			s.must(err)
			s.must(s.Razorpay.Decline(late.PaymentID))
		}},
		{"a charge by UPI that comes late", day, func(s *fixture, b *subscriber) {
			late, err := s.Razorpay.ChargeByUPI(b.mandate)
			s.must(err)
			s.must(s.Razorpay.Authorise(late.PaymentID))
		}},
		{"a refund in part", day, func(s *fixture, b *subscriber) {
			_, err := s.Razorpay.Refund(s.lastPayment(b.mandate), 10000)
			s.must(err)
		}},
		{"a cancellation at the bank", day, func(s *fixture, b *subscriber) { s.must(s.Razorpay.Cancel(b.mandate)) }},
		{"the end of all access", 60 * day, nothing},
	}},
	{name: "begun ahead, cancelled by the member, and over", isAhead: true, steps: []lifeStep{
		{"the mandate", 0, giveStep},
		{"the first charge", 31 * day, chargeStep},
		{"a renewal", 31 * day, chargeStep},
		{"the member's cancellation", day, func(s *fixture, b *subscriber) {
			s.must(s.Payments.Subscriptions.CancelOwn(s.Context(), b.id))
		}},
		{"the end of the period", 35 * day, nothing},
	}},
	{name: "given and cancelled at the bank before anything is heard", steps: []lifeStep{
		{"the first charge and the cancellation", 0, func(s *fixture, b *subscriber) {
			s.pay(b.mandate, fakerazorpay.Success)
			s.must(s.Razorpay.Cancel(b.mandate))
		}},
	}, ends: "mandate 1 cancelled, 1 charged", subscribers: 14}, // the last hears of the cancellation before the charge
	{name: "a refund in full", steps: []lifeStep{
		{"the first charge", 0, giveStep},
		{"a renewal", 31 * day, chargeStep},
		{
			"a refund in full",
			day,
			func(s *fixture, b *subscriber) { _, err := s.Razorpay.Refund(s.lastPayment(b.mandate), 0); s.must(err) },
		},
	}},
	{name: "a dispute that is lost", steps: []lifeStep{
		{"the first charge", 0, giveStep},
		{"a dispute", day, func(s *fixture, b *subscriber) {
			b.disputed = s.lastPayment(b.mandate)
			s.must(s.Razorpay.Dispute(b.disputed, "created"))
		}},
		{"its loss", day, func(s *fixture, b *subscriber) { s.must(s.Razorpay.Dispute(b.disputed, "lost")) }},
	}},
	{name: "a mandate that nobody gives", steps: []lifeStep{{"its end", 2 * day, nothing}}},
}

// completedLife is charged as often as the mandate allows: ten years.
func completedLife() life {
	l := life{
		name:     "charged to its last year",
		duration: "annual",
		ends:     "mandate 1 completed, 10 charged",
		steps:    []lifeStep{{"the first charge", 0, giveStep}},
	}
	for year := 2; year <= 10; year++ {
		l.steps = append(l.steps, lifeStep{fmt.Sprintf("the charge of year %d", year), 366 * day, chargeStep})
	}
	l.steps = append(l.steps, lifeStep{"the end of all access", 400 * day, nothing})
	return l
}

func testSubscriptionOrders(t *testing.T, count int) {
	for _, life := range lives {
		t.Run(life.name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			subscribers := s.newSubscribers(max(count, life.subscribers), life)
			s.live(subscribers, life.steps)
			if account := strings.Join(s.accountOf(subscribers[0].id), "\n"); !strings.Contains(account, life.ends) {
				t.Errorf("it ends as\n%s\nwithout %q", account, life.ends)
			}
			s.expect("orphans", len(s.listAllRecords("orphan_payments")), 0)
		})
	}
}

// newSubscribers are buyers with a mandate to give, one more than the count: the first one's events come in order.
func (s *fixture) newSubscribers(count int, l life) []*subscriber {
	s.Helper()
	tier := s.renewing("renewing", cmp.Or(l.duration, "monthly"), 600)
	once := s.createTier("once", "monthly", map[string]any{"price": 50000, "graceDays": 14})
	subscribers := make([]*subscriber, count+1)
	for i := range subscribers {
		email := fmt.Sprintf("life%d@example.com", i)
		buyer := withOwnAddress(s.SignedIn("users", map[string]any{"email": email}))
		b := &subscriber{
			Visitor: buyer, id: buyer.Get("/api/user").JSON["id"].(string), email: email,
			below: rand.New(rand.NewPCG(uint64(i), 7)).IntN, apiIsUp: i%2 == 0, order: i / 2, hearsLess: i%4 == 2,
		}
		if l.isAhead {
			body := orderBody(once)
			body["customerEmail"] = b.email
			s.callback(
				buyer,
				s.pay(buyer.Post("/api/payments/create-order", body).JSON["orderId"].(string), fakerazorpay.Success),
			)
		}
		body := orderBody(tier)
		body["customerEmail"] = b.email
		b.mandate = buyer.Post("/api/payments/create-order", body).JSON["subscriptionId"].(string)
		subscribers[i] = b
	}
	return subscribers
}

// live takes all subscribers through the steps of a life, and compares after each what they have with what the first
// one has, and with what the provider says.
func (s *fixture) live(subscribers []*subscriber, steps []lifeStep) {
	s.Helper()
	for _, step := range steps {
		s.Clock.Advance(step.after)
		for _, b := range subscribers {
			step.do(s, b)
		}
		s.Drain()
		truth := subscribers[0]
		s.deliver(s.Razorpay.Events(truth.mandate)[truth.seen:]...)
		truth.seen = len(s.Razorpay.Events(truth.mandate))
		for _, b := range subscribers[1:] {
			s.catchUp(b)
		}
		// What was down is asked again, and the last emails go out; the daily pull finds the rest.
		s.Clock.Advance(2 * time.Hour)
		s.must(s.Payments.Reconciler.SyncReversals(s.Context()))
		s.Drain()
		want := strings.Join(append(s.accountOf(truth.id), s.emailsTo(truth.email)...), "\n")
		for i, b := range subscribers {
			if got := strings.Join(append(s.accountOf(b.id), s.emailsTo(b.email)...), "\n"); got != want {
				s.Fatalf("after %s, subscriber %d, the API up: %t:\n%s\nwant\n%s", step.name, i, b.apiIsUp, got, want)
			}
			if ours, theirs := s.ledgerOf(b.mandate), s.providerOf(b.mandate); ours != theirs {
				s.Fatalf("after %s, subscriber %d: we have %s, and the provider says %s", step.name, i, ours, theirs)
			}
		}
	}
}

// ledgerOf is what we say of a mandate: its state, and how much was paid by it and went back.
func (s *fixture) ledgerOf(mandate string) string {
	s.Helper()
	state := "unknown"
	for _, m := range s.listRecords("subscriptions", "createdAt", dbx.HashExp{"razorpaySubscriptionId": mandate}) {
		state = m.GetString("state")
	}
	paid, back, count := 0, 0, 0
	for _, t := range s.listRecords("transactions", "createdAt", dbx.HashExp{"razorpaySubscriptionId": mandate}) {
		if status := t.GetString("status"); status == "completed" || status == "refunded" {
			count++
			paid += t.GetInt("amount")
			back += t.GetInt("refundedAmount")
		}
	}
	return fmt.Sprintf("%s, %d payments of %d, %d went back", state, count, paid, back)
}

// providerOf is what the provider says of it.
func (s *fixture) providerOf(mandate string) string {
	s.Helper()
	state := s.Razorpay.State()
	status, paid, back, count := "", 0, 0, 0
	for _, subscription := range state.Subscriptions {
		if subscription.ID == mandate {
			status = subscription.Status
		}
	}
	for _, invoice := range state.Invoices {
		if string(invoice.SubscriptionID) != mandate || invoice.Status != "paid" {
			continue
		}
		for _, payment := range state.Payments {
			if payment.ID != string(invoice.PaymentID) {
				continue
			}
			count++
			paid += int(payment.Amount)
			back += int(payment.AmountRefunded)
			for _, dispute := range state.Disputes {
				if dispute.PaymentID == payment.ID && dispute.Status == "lost" {
					back += int(dispute.AmountDeducted)
				}
			}
		}
	}
	return fmt.Sprintf("%s, %d payments of %d, %d went back", status, count, paid, back)
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
	s.register("27AAPFU0939F1ZV", "27")
	tier := s.renewing("monthly", "monthly", 600)
	account := s.CreateAccount("users", nil)
	s.Clock.Advance(time.Date(2027, 1, 31, 10, 0, 0, 0, india.Zone).Sub(s.Clock.Now()))
	var mandate string
	var out strings.Builder
	billing := map[string]any{"state": "29", "pin": "560025"}
	s.expect("the billing", s.SignedInAs(account).Send("PUT", "/api/billing-profile", billing).Status, 200)
	buy := func() {
		mandate = s.order(s.SignedInAs(account), tier)
		s.pay(mandate, fakerazorpay.Success)
	}
	acts := map[string]func(){
		"2027-01-31": buy,
		"2027-05-04": func() { _, err := s.Razorpay.ChangeCard(mandate); s.must(err) },
		"2027-09-10": func() { s.must(s.Payments.Subscriptions.CancelOwn(s.Context(), account.Id)) },
		"2027-11-15": buy,
	}
	failing := []string{"2027-04-30", "2027-05-01", "2027-05-02", "2027-05-03"}
	delivered, before := 0, map[string]bool{}
	state := ledger.NoEntitlement
	for s.Clock.Now().Before(time.Date(2028, 1, 31, 12, 0, 0, 0, india.Zone)) {
		today := india.Day(s.Clock.Now())
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
		if held, err := ledger.EntitlementOf(s.PB, account.Id, s.Clock.Now()); err != nil {
			t.Fatal(err)
		} else if held.State != state {
			news = append(news, fmt.Sprintf("state     %s, before %s", held.State, state))
			state = held.State
		}
		lines := slices.DeleteFunc(
			s.accountOf(account.Id),
			func(line string) bool { return strings.HasPrefix(line, "document") },
		)
		lines = append(lines, s.documentsOf(account.Id)...)
		for i, subject := range s.emailsTo(account.Email()) {
			lines = append(
				lines,
				fmt.Sprintf("%s\x00%d", subject, i-slices.Index(s.emailsTo(account.Email()), subject)),
			)
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
	testapp.CompareGolden(t, "testdata/year.golden", out.String())
}

// chargeDue makes the charge that is due at the provider, which the bank may refuse.
func (s *fixture) chargeDue(mandate string, refused bool) {
	s.Helper()
	for _, subscription := range s.Razorpay.State().Subscriptions {
		if subscription.ID != mandate || subscription.CancelAtCycleEnd {
			continue
		}
		due := subscription.ChargeAt != 0 &&
			time.Unix(int64(subscription.ChargeAt), 0).Before(s.Clock.Now().Add(time.Minute))
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
