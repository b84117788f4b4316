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

// accountOf describes the terms, mandates, payments and documents of a user, one line each.
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

// documentsOf describes the documents of a user with their taxes, one line each.
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

// emailsTo returns the sorted subjects of the emails to an address.
func (s *fixture) emailsTo(address string) []string {
	s.Helper()
	var subjects []string
	for _, message := range s.Brevo.Messages(address) {
		subjects = append(subjects, "email     "+message.Subject)
	}
	slices.Sort(subjects)
	return subjects
}

// subscriber is a buyer with a mandate whose events are delivered in their own order.
type subscriber struct {
	*testapp.Visitor
	id, email, mandate, disputed string
	seen, order                  int
	// intN returns an integer from 0 to n-1.
	intN                  func(n int) int
	apiIsUp, missesEvents bool
}

// catchUp delivers the new events of a subscriber's mandate in the subscriber's order. It repeats some events,
// including those of earlier steps. If missesEvents is set, some new events are not delivered.
func (s *fixture) catchUp(b *subscriber) {
	s.Helper()
	all := s.Razorpay.Events(b.mandate)
	events := permutation(all[b.seen:], b.order)
	if b.missesEvents && len(events) > 1 {
		events = events[:1+b.intN(len(events))]
	}
	for range b.intN(4) {
		if len(all) > 0 {
			events = append(events, all[b.intN(len(all))])
		}
	}
	b.seen = len(all)
	if !b.apiIsUp {
		s.Razorpay.SetSwitches(fakerazorpay.Switches{Fault: fakerazorpay.BadGateway})
		defer s.Razorpay.SetSwitches(fakerazorpay.Switches{})
	}
	for _, event := range events {
		if status := s.Deliver(event); status != 200 {
			s.Fatalf("%s: status = %d, want 200", event.Event, status)
		}
		_ = s.Jobs.Drain(s.Context()) // while the API is down some jobs fail and are retried later
	}
}

// permutation returns a permutation of a list by its number: 0 is the list itself, and the numbers below n! are all the
// permutations.
func permutation[T any](list []T, number int) []T {
	rest, order := slices.Clone(list), make([]T, 0, len(list))
	for len(rest) > 0 {
		at := number % len(rest)
		number /= len(rest)
		order = append(order, rest[at])
		rest = slices.Delete(rest, at, at+1)
	}
	return order
}

func TestSomeOrdersOfAMandatesEventsMatchTheProvider(t *testing.T) {
	t.Parallel()
	testSubscriptionOrders(t, 4)
}

// No step has more than five events, so 120 orders are all of them. Each is tested with the API up and down.
func TestEveryOrderOfAMandatesEventsMatchesTheProvider(t *testing.T) {
	testdb.Long(t)
	t.Parallel()
	testSubscriptionOrders(t, 240)
}

// scenarioStep is a change of a mandate, a while after the previous step.
type scenarioStep struct {
	name  string
	after time.Duration
	do    func(s *fixture, b *subscriber)
}

var (
	chargeStep = func(s *fixture, b *subscriber) { _, err := s.Razorpay.Charge(b.mandate); s.must(err) }
	failStep   = func(s *fixture, b *subscriber) { _, err := s.Razorpay.FailCharge(b.mandate); s.must(err) }
	cardStep   = func(s *fixture, b *subscriber) { _, err := s.Razorpay.ChangeCard(b.mandate); s.must(err) }
	payStep    = func(s *fixture, b *subscriber) { s.pay(b.mandate, fakerazorpay.Success) }
	waitStep   = func(s *fixture, _ *subscriber) { s.must(s.Razorpay.PassTime()) }
)

// scenario is a sequence of changes of a mandate. With isAhead the mandate starts after a term that was bought before.
type scenario struct {
	name    string
	isAhead bool
	steps   []scenarioStep
	// duration is the duration of the tier. "" means a month.
	duration tiers.Duration
	// wantEnd is a line that accountOf must contain at the end.
	wantEnd string
	// subscribers is the minimum number of subscribers.
	subscribers int
}

// scenarios take mandates through all their states.
var scenarios = []scenario{
	completedScenario(),
	{name: "failed charges, a pause, a partial refund, a cancellation at the bank", steps: []scenarioStep{
		{
			"a first payment that the bank declines",
			0,
			func(s *fixture, b *subscriber) { s.pay(b.mandate, fakerazorpay.Declined) },
		},
		{"the first charge", 0, payStep},
		{"a renewal", 31 * day, chargeStep},
		{"a failed charge", 30 * day, failStep},
		{"the first retry", day, failStep},
		{"the second retry", day, failStep},
		{"the last retry", day, failStep},
		{"a new card", day, cardStep},
		{"a new card without a charge", 0, cardStep},
		{"a pause", day, func(s *fixture, b *subscriber) { s.must(s.Razorpay.Pause(b.mandate)) }},
		{"the end of the pause", day, func(s *fixture, b *subscriber) { s.must(s.Razorpay.Resume(b.mandate)) }},
		{"a UPI charge that the bank declines", 25 * day, func(s *fixture, b *subscriber) {
			late, err := s.Razorpay.ChargeByUPI(b.mandate)
			s.must(err)
			s.must(s.Razorpay.Decline(late.PaymentID))
		}},
		{"a UPI charge that is authorised late", day, func(s *fixture, b *subscriber) {
			late, err := s.Razorpay.ChargeByUPI(b.mandate)
			s.must(err)
			s.must(s.Razorpay.Authorise(late.PaymentID))
		}},
		{"a partial refund", day, func(s *fixture, b *subscriber) {
			_, err := s.Razorpay.Refund(s.lastPayment(b.mandate), 10000)
			s.must(err)
		}},
		{"a cancellation at the bank", day, func(s *fixture, b *subscriber) { s.must(s.Razorpay.Cancel(b.mandate)) }},
		{"the end of the access", 60 * day, waitStep},
	}},
	{name: "a start after a term, a cancellation by the member, the end", isAhead: true, steps: []scenarioStep{
		{"the authorisation", 0, payStep},
		{"the first charge", 31 * day, chargeStep},
		{"a renewal", 31 * day, chargeStep},
		{"the member's cancellation", day, func(s *fixture, b *subscriber) {
			s.must(s.Payments.Subscriptions.CancelOwn(s.Context(), b.id))
		}},
		{"the end of the period", 35 * day, waitStep},
	}},
	{name: "paid and cancelled at the bank before the first event arrives", steps: []scenarioStep{
		{"the first charge and the cancellation", 0, func(s *fixture, b *subscriber) {
			s.pay(b.mandate, fakerazorpay.Success)
			s.must(s.Razorpay.Cancel(b.mandate))
		}},
	}, wantEnd: "mandate 1 cancelled, 1 charged", subscribers: 14}, // the last gets the cancellation before the charge
	{name: "a full refund", steps: []scenarioStep{
		{"the first charge", 0, payStep},
		{"a renewal", 31 * day, chargeStep},
		{
			"a full refund",
			day,
			func(s *fixture, b *subscriber) { _, err := s.Razorpay.Refund(s.lastPayment(b.mandate), 0); s.must(err) },
		},
	}},
	{name: "a lost dispute", steps: []scenarioStep{
		{"the first charge", 0, payStep},
		{"a dispute", day, func(s *fixture, b *subscriber) {
			b.disputed = s.lastPayment(b.mandate)
			s.must(s.Razorpay.Dispute(b.disputed, "created"))
		}},
		{"the loss of the dispute", day, func(s *fixture, b *subscriber) {
			s.must(s.Razorpay.Dispute(b.disputed,
				"lost"))
		}},
	}},
	{name: "a mandate that is never authorised", steps: []scenarioStep{{"its expiry", 2 * day, waitStep}}},
}

// completedScenario returns a scenario with all charges that a mandate allows: ten years.
func completedScenario() scenario {
	c := scenario{
		name:     "charged until its last year",
		duration: "annual",
		wantEnd:  "mandate 1 completed, 10 charged",
		steps:    []scenarioStep{{"the first charge", 0, payStep}},
	}
	for year := 2; year <= 10; year++ {
		c.steps = append(c.steps, scenarioStep{fmt.Sprintf("the charge of year %d", year), 366 * day, chargeStep})
	}
	c.steps = append(c.steps, scenarioStep{"the end of the access", 400 * day, waitStep})
	return c
}

func testSubscriptionOrders(t *testing.T, count int) {
	for _, c := range scenarios {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newFixture(t)
			subscribers := s.newSubscribers(max(count, c.subscribers), c)
			s.runScenario(subscribers, c.steps)
			if account := strings.Join(s.accountOf(subscribers[0].id), "\n"); !strings.Contains(account, c.wantEnd) {
				t.Errorf("the account at the end does not contain %q:\n%s", c.wantEnd, account)
			}
			s.expect("orphan payments", len(s.unsoldPayments()), 0)
		})
	}
}

// newSubscribers returns count+1 buyers who have ordered a subscription and not paid. The events of the first one come
// in order.
func (s *fixture) newSubscribers(count int, c scenario) []*subscriber {
	s.Helper()
	tier := s.renewing("renewing", cmp.Or(c.duration, "monthly"), 600)
	once := s.createTier("once", "monthly", map[string]any{"price": 50000, "graceDays": 14})
	subscribers := make([]*subscriber, count+1)
	for i := range subscribers {
		email := fmt.Sprintf("life%d@example.com", i)
		buyer := withOwnAddress(s.SignedIn("users", map[string]any{"email": email}))
		b := &subscriber{
			Visitor: buyer, id: buyer.Get("/api/user").JSON["id"].(string), email: email,
			intN: rand.New(rand.NewPCG(uint64(i), 7)).IntN, apiIsUp: i%2 == 0, order: i / 2, missesEvents: i%4 == 2,
		}
		if c.isAhead {
			body := orderBody(once)
			body["customerEmail"] = b.email
			order := buyer.Post("/api/payments/create-order", body).JSON["orderId"].(string)
			s.callback(buyer, s.pay(order, fakerazorpay.Success))
		}
		body := orderBody(tier)
		body["customerEmail"] = b.email
		b.mandate = buyer.Post("/api/payments/create-order", body).JSON["subscriptionId"].(string)
		subscribers[i] = b
	}
	return subscribers
}

// runScenario takes all subscribers through the steps. After each step it compares their accounts with the account of
// the first subscriber and with the provider.
func (s *fixture) runScenario(subscribers []*subscriber, steps []scenarioStep) {
	s.Helper()
	for _, step := range steps {
		s.Clock.Advance(step.after)
		for _, b := range subscribers {
			step.do(s, b)
		}
		s.Drain()
		first := subscribers[0]
		s.deliver(s.Razorpay.Events(first.mandate)[first.seen:]...)
		first.seen = len(s.Razorpay.Events(first.mandate))
		for _, b := range subscribers[1:] {
			s.catchUp(b)
		}
		// Failed jobs are retried, and the last emails are sent. The daily sync finds the rest.
		s.Clock.Advance(2 * time.Hour)
		s.must(s.Payments.Reconciler.SyncReversals(s.Context()))
		s.Drain()
		want := strings.Join(append(s.accountOf(first.id), s.emailsTo(first.email)...), "\n")
		for i, b := range subscribers {
			if got := strings.Join(append(s.accountOf(b.id), s.emailsTo(b.email)...), "\n"); got != want {
				s.Fatalf("after %s, subscriber %d with the API up = %t:\n%s\nwant\n%s", step.name, i, b.apiIsUp, got,
					want)
			}
			if got, want := s.ledgerOf(b.mandate), s.providerOf(b.mandate); got != want {
				s.Fatalf("after %s, subscriber %d: the ledger has %s, want %s as at the provider", step.name, i, got,
					want)
			}
		}
	}
}

// ledgerOf describes a mandate as in our ledger: its state, and how much was paid and reversed.
func (s *fixture) ledgerOf(mandate string) string {
	s.Helper()
	state := "unknown"
	for _, m := range s.listRecords("subscriptions", "createdAt", dbx.HashExp{"razorpaySubscriptionId": mandate}) {
		state = m.GetString("state")
	}
	paid, reversed, count := 0, 0, 0
	for _, t := range s.listRecords("transactions", "createdAt", dbx.HashExp{"razorpaySubscriptionId": mandate}) {
		if status := t.GetString("status"); status == "completed" || status == "refunded" {
			count++
			paid += t.GetInt("amount")
			reversed += t.GetInt("refundedAmount")
		}
	}
	return fmt.Sprintf("%s, %d payments of %d, %d reversed", state, count, paid, reversed)
}

// providerOf describes a mandate as at the provider, in the form of ledgerOf.
func (s *fixture) providerOf(mandate string) string {
	s.Helper()
	state := s.Razorpay.State()
	status, paid, reversed, count := "", 0, 0, 0
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
			reversed += int(payment.AmountRefunded)
			for _, dispute := range state.Disputes {
				if dispute.PaymentID == payment.ID && dispute.Status == "lost" {
					reversed += int(dispute.AmountDeducted)
				}
			}
		}
	}
	return fmt.Sprintf("%s, %d payments of %d, %d reversed", status, count, paid, reversed)
}

// lastPayment returns the id of the newest captured payment of a mandate.
func (s *fixture) lastPayment(mandate string) string {
	s.Helper()
	for _, invoice := range s.Razorpay.State().Invoices {
		if string(invoice.SubscriptionID) == mandate && invoice.Status == "paid" {
			return string(invoice.PaymentID)
		}
	}
	s.Fatalf("mandate %s has no payment", mandate)
	return ""
}

// A member's year, day by day: they join on 31 January, the charge of April fails until they change the card, they
// cancel in September, and they buy again in November. testdata/year.golden lists every email, term and document.
// UPDATE_GOLDEN=1 rewrites it.
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
	s.expect("the status of the billing profile", s.SignedInAs(account).Send("PUT", "/api/billing-profile",
		billing).Status, 200)
	buy := func() {
		mandate = s.order(s.SignedInAs(account), tier)
		s.pay(mandate, fakerazorpay.Success)
	}
	actions := map[string]func(){
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
		if action := actions[today]; action != nil {
			action()
		}
		s.must(s.Razorpay.PassTime())
		s.chargeDue(mandate, slices.Contains(failing, today))
		events := s.Razorpay.Events("")
		s.deliver(events[delivered:]...)
		delivered = len(events)
		s.Drain()
		var changes []string
		if entitlement, err := ledger.EntitlementOf(s.PB, account.Id, s.Clock.Now()); err != nil {
			t.Fatal(err)
		} else if entitlement.State != state {
			changes = append(changes, fmt.Sprintf("state     %s, before %s", entitlement.State, state))
			state = entitlement.State
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
				changes = append(changes, line)
			}
		}
		for _, line := range changes {
			fmt.Fprintf(&out, "%s  %s\n", today, line)
		}
		s.Clock.Advance(day)
	}
	testapp.CompareGolden(t, "testdata/year.golden", out.String())
}

// chargeDue makes the charge that is due at the provider. If isDeclined is set, the bank declines it.
func (s *fixture) chargeDue(mandate string, isDeclined bool) {
	s.Helper()
	for _, subscription := range s.Razorpay.State().Subscriptions {
		if subscription.ID != mandate || subscription.CancelAtCycleEnd {
			continue
		}
		due := subscription.ChargeAt != 0 &&
			time.Unix(int64(subscription.ChargeAt), 0).Before(s.Clock.Now().Add(time.Minute))
		switch {
		case subscription.Status == "pending" && isDeclined, subscription.Status == "active" && due && isDeclined:
			_, err := s.Razorpay.FailCharge(mandate)
			s.must(err)
		case subscription.Status == "active" && due:
			_, err := s.Razorpay.Charge(mandate)
			s.must(err)
		}
	}
}
