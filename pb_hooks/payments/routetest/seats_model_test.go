package routetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"pgregory.net/rapid"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/payments/companyseats"
)

// seatCase is a company's purchase with a model of its seats.
type seatCase struct {
	*seatPurchase
	drawn  *rapid.T
	people []seatPerson
	model  []modelSeat
	// elapsed is the time since the purchase.
	elapsed    time.Duration
	isRefunded bool
	// counts has the number of accepted steps in all cases, by their names.
	counts map[string]int
}

type seatPerson struct {
	*testapp.Visitor
	id, email string
}

// modelSeat is the expected state of a seat. email is the address of the invited person or of the holder.
type modelSeat struct {
	state     companyseats.State
	email     string
	holder    string
	invitedAt time.Time
	// tokens has the tokens of all invitations, the latest last.
	tokens []string
}

// A company invites people to its seats, resends and revokes invitations, and reassigns seats. People accept with any
// link, and an admin ends seats or refunds the purchase. A step is accepted if and only if the model allows it, and a
// refused step changes nothing. Memberships always match the seats and are never longer than what was paid for.
func TestSeatsMatchTheirModelForAnyOrderOfSteps(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	testdb.Check(t, func(c *testdb.Case) {
		l := newSeatCase(c, counts)
		steps := map[string]func(*rapid.T){
			"":                   func(*rapid.T) { l.check() },
			"accept any link":    func(*rapid.T) { l.accept() },
			"accept invitations": func(*rapid.T) { l.acceptAll() },
			"days pass":          func(*rapid.T) { l.pass(time.Duration(l.number("days", 1, 40)) * day) },
			"end":                func(*rapid.T) { l.end() },
			"invite":             func(*rapid.T) { l.invite("invite", companyseats.Open) },
			"reassign":           func(*rapid.T) { l.invite("reassign", companyseats.Invited, companyseats.Taken) },
			"refund":             func(*rapid.T) { l.refund() },
			"resend":             func(*rapid.T) { l.resend() },
			"revoke":             func(*rapid.T) { l.revoke() },
		}
		for range 4 { // four times as many steps as in other tests, because these are fast
			c.Repeat(steps)
		}
	})
	t.Logf("accepted steps: %v", counts)
	for _, step := range []string{"invite", "reassign", "resend", "revoke", "accept", "end", "refund"} {
		if counts[step] == 0 {
			t.Errorf("%s was never accepted", step)
		}
	}
}

func newSeatCase(c *testdb.Case, counts map[string]int) *seatCase {
	s := newFixture(c)
	l := &seatCase{seatPurchase: s.buySeats(3), drawn: c.T, counts: counts}
	l.model = []modelSeat{{state: companyseats.Open}, {state: companyseats.Open}, {state: companyseats.Open}}
	l.admin = s.SignedIn("admins", nil)
	for i := range 4 {
		email := fmt.Sprintf("person%d@example.com", i)
		visitor := withOwnAddress(s.SignedIn("users", map[string]any{"email": email}))
		l.people = append(l.people, seatPerson{visitor, s.account(visitor), email})
	}
	return l
}

func (l *seatCase) number(name string, least, most int) int {
	return rapid.IntRange(least, most).Draw(l.drawn, name)
}

// seat draws a seat. It lets six hours pass, so that the budget of invitations is not used up.
func (l *seatCase) seat() (int, *modelSeat) {
	l.pass(6 * time.Hour)
	i := l.number("seat", 0, len(l.model)-1)
	return i, &l.model[i]
}

// pass advances the clock, unless 300 days would have passed since the purchase.
func (l *seatCase) pass(d time.Duration) {
	if l.elapsed+d < 300*day {
		l.elapsed += d
		l.Clock.Advance(d)
	}
}

// expectAnswer checks whether a step was accepted or refused as the model says, and counts accepted steps.
func (l *seatCase) expectAnswer(step string, answer testapp.Response, isAllowed bool) {
	l.Helper()
	if isAccepted := answer.Status == 200; isAccepted != isAllowed ||
		!isAccepted && (answer.Status < 400 || answer.Status >= 500) {
		l.Fatalf("%s with the seats %s: allowed = %t, status = %d: %v", step, l.describeModel(), isAllowed,
			answer.Status, answer.JSON["message"])
	}
	if isAllowed {
		l.counts[step]++
	}
}

// setInvited updates the model of a seat after an invitation.
func (l *seatCase) setInvited(seat *modelSeat, email string) {
	l.Helper()
	token := ""
	for _, message := range l.Inbox(email) {
		if found := seatLink.FindStringSubmatch(message.Text); found != nil {
			token = found[1]
			break
		}
	}
	*seat = modelSeat{
		state:     companyseats.Invited,
		email:     email,
		invitedAt: l.Clock.Now(),
		tokens:    append(seat.tokens, token),
	}
}

// invite does the step invite or reassign, which is allowed in the states from.
func (l *seatCase) invite(step string, from ...companyseats.State) {
	l.Helper()
	i, seat := l.seat()
	person := l.people[l.number("person", 0, len(l.people)-1)]
	isAllowed := slices.Contains(from, seat.state)
	for n, other := range l.model {
		isAllowed = isAllowed && (n == i || other.email != person.email)
	}
	withOwnAddress(l.buyer)
	l.expectAnswer(step, l.do(i, step, body{"email": strings.ToUpper(person.email)}), isAllowed)
	if isAllowed {
		l.setInvited(seat, person.email)
	}
}

func (l *seatCase) resend() {
	l.Helper()
	i, seat := l.seat()
	isAllowed := seat.state == companyseats.Invited
	withOwnAddress(l.buyer)
	l.expectAnswer("resend", l.do(i, "resend", nil), isAllowed)
	if isAllowed {
		l.setInvited(seat, seat.email)
	}
}

func (l *seatCase) revoke() {
	l.Helper()
	i, seat := l.seat()
	isAllowed := seat.state == companyseats.Invited || seat.state == companyseats.Taken
	withOwnAddress(l.buyer)
	l.expectAnswer("revoke", l.do(i, "revoke", nil), isAllowed)
	if isAllowed {
		*seat = modelSeat{state: companyseats.Open, tokens: seat.tokens}
	}
}

// accept lets a person use one of the links of a seat. The link may be outdated or another person's.
func (l *seatCase) accept() {
	l.Helper()
	if !l.has(func(seat modelSeat) bool { return len(seat.tokens) > 0 }) {
		l.drawn.Skip()
	}
	i, seat := l.seat()
	if len(seat.tokens) == 0 {
		return
	}
	l.acceptWith(i, l.number("link", 0, len(seat.tokens)-1), l.people[l.number("person", 0, len(l.people)-1)])
}

func (l *seatCase) acceptWith(i, link int, person seatPerson) {
	l.Helper()
	seat := &l.model[i]
	isAllowed := seat.state == companyseats.Invited && link == len(seat.tokens)-1 &&
		l.Clock.Now().Before(seat.invitedAt.Add(30*day))
	for _, other := range l.model {
		isAllowed = isAllowed && other.holder != person.id
	}
	l.expectAnswer("accept", l.acceptSeat(withOwnAddress(person.Visitor), seat.tokens[link]), isAllowed)
	if isAllowed {
		*seat = modelSeat{state: companyseats.Taken, email: person.email, holder: person.id, tokens: seat.tokens}
	}
}

// acceptAll lets all invited people accept.
func (l *seatCase) acceptAll() {
	l.Helper()
	if !l.has(func(seat modelSeat) bool { return seat.state == companyseats.Invited }) {
		l.drawn.Skip()
	}
	for i, seat := range l.model {
		for _, person := range l.people {
			if seat.state == companyseats.Invited && seat.email == person.email {
				l.acceptWith(i, len(seat.tokens)-1, person)
			}
		}
	}
}

// end lets an admin end a seat. It does so only after two months, because a case has few seats.
func (l *seatCase) end() {
	l.Helper()
	if l.elapsed < 60*day {
		l.drawn.Skip()
	}
	i, seat := l.seat()
	path := fmt.Sprintf("/api/transactions/%s/seats/%s/end", l.transactionID, l.seats()[i]["id"])
	isAllowed := seat.state != companyseats.Ended
	l.expectAnswer("end", l.busyAdmin().Post(path, body{"reason": "Refunded in part"}), isAllowed)
	if isAllowed {
		*seat = modelSeat{state: companyseats.Ended, tokens: seat.tokens}
	}
}

// refund refunds the purchase in full. It does so only after three months, because no step is allowed afterwards.
func (l *seatCase) refund() {
	l.Helper()
	if l.elapsed < 90*day || l.isRefunded {
		l.drawn.Skip()
	}
	l.isRefunded = true
	_, err := l.Razorpay.Refund(l.paymentID, 0)
	l.must(err)
	l.must(l.Payments.Reconciler.SyncReversals(l.Context()))
	l.Drain()
	for i, seat := range l.model {
		l.model[i] = modelSeat{state: companyseats.Ended, tokens: seat.tokens}
	}
	l.counts["refund"]++
}

func (l *seatCase) has(kind func(modelSeat) bool) bool { return slices.ContainsFunc(l.model, kind) }

// describeModel describes the seats of the model.
func (l *seatCase) describeModel() string {
	var text strings.Builder
	for _, seat := range l.model {
		fmt.Fprintf(&text, "%s %s; ", seat.state, seat.email)
	}
	return text.String()
}

// check compares the seats, the memberships and the links with the model.
func (l *seatCase) check() {
	l.Helper()
	var found strings.Builder
	withOwnAddress(l.buyer)
	for i, seat := range l.seats() {
		email := seat["email"]
		if seat["state"] == string(companyseats.Ended) {
			email = "" // an ended seat keeps the address of its last holder
		}
		fmt.Fprintf(&found, "%s %s; ", seat["state"], email)
		var used time.Duration
		holder := ""
		for _, term := range l.listRecords("memberships", "createdAt", dbx.HashExp{"seatId": seat["id"]}) {
			ends := term.GetDateTime("endsAt").Time()
			if revoked := term.GetDateTime("revokedAt").Time(); !revoked.IsZero() {
				ends = revoked
			} else {
				holder += term.GetString("userId")
			}
			used += ends.Sub(term.GetDateTime("startsAt").Time())
		}
		l.expect(fmt.Sprintf("the holder of the membership of seat %d", i), holder, l.model[i].holder)
		if used > 366*day {
			l.Errorf("memberships of seat %d take %s, want at most a year", i, used)
		}
	}
	l.expect("the seats", found.String(), l.describeModel())
	for _, person := range l.people {
		want := "active"
		if !strings.Contains(l.describeModel(), "taken "+person.email) {
			want = "no membership"
		}
		got := l.mine(person.Visitor, "entitlement", "state")
		if got == "none" || got == "revoked" {
			got = "no membership"
		}
		l.expect("the entitlement of "+person.email, got, want)
	}
	for i, seat := range l.model {
		for n, token := range seat.tokens {
			want := "void"
			switch {
			case n < len(seat.tokens)-1:
			case seat.state == companyseats.Taken:
				want = "used"
			case seat.state == companyseats.Invited && l.Clock.Now().Before(seat.invitedAt.Add(30*day)):
				want = "open"
			case seat.state == companyseats.Invited:
				want = "expired"
			}
			l.expect(fmt.Sprintf("the state of link %d of seat %d", n, i), l.seatLinkState(token), want)
		}
	}
}
