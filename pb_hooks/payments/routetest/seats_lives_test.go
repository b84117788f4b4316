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

// seatLives is a company's purchase with a model of its seats.
type seatLives struct {
	*purchaseOfSeats
	drawn  *rapid.T
	people []seatPerson
	model  []modelSeat
	// spent is the time since the purchase.
	spent      time.Duration
	isRefunded bool
	// counts counts the accepted steps of all cases.
	counts map[string]int
}

type seatPerson struct {
	*testapp.Visitor
	id, email string
}

// modelSeat is what must be true of a seat. email is that of the invited person or of the holder.
type modelSeat struct {
	state     companyseats.State
	email     string
	holder    string
	invitedAt time.Time
	// tokens are those of all invitations, the latest last.
	tokens []string
}

// A company invites people to its seats, sends invitations again, withdraws them and gives seats to other people, anyone
// accepts with any link, and an admin ends seats or refunds the purchase. A step is accepted if and only if the model
// allows it, and a refused step changes nothing. The members always have what the seats say, and never more time than
// was paid for.
func TestSeatsFollowTheirModelWhateverTheOrderOfSteps(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	testdb.Check(t, func(c *testdb.Case) {
		l := newSeatLives(c, counts)
		steps := map[string]func(*rapid.T){
			"":                   func(*rapid.T) { l.agree() },
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
		for range 4 { // the steps are small, so a case has four times as many as elsewhere
			c.Repeat(steps)
		}
	})
	t.Logf("accepted: %v", counts)
	for _, step := range []string{"invite", "reassign", "resend", "revoke", "accept", "end", "refund"} {
		if counts[step] == 0 {
			t.Errorf("%s was never accepted", step)
		}
	}
}

func newSeatLives(c *testdb.Case, counts map[string]int) *seatLives {
	s := newFixture(c)
	l := &seatLives{purchaseOfSeats: s.buySeats(3), drawn: c.T, counts: counts}
	l.model = []modelSeat{{state: companyseats.Open}, {state: companyseats.Open}, {state: companyseats.Open}}
	l.admin = s.SignedIn("admins", nil)
	for i := range 4 {
		email := fmt.Sprintf("person%d@example.com", i)
		visitor := withOwnAddress(s.SignedIn("users", map[string]any{"email": email}))
		l.people = append(l.people, seatPerson{visitor, s.account(visitor), email})
	}
	return l
}

func (l *seatLives) number(name string, least, most int) int {
	return rapid.IntRange(least, most).Draw(l.drawn, name)
}

// seat draws a seat. Six hours pass, so that no limit of invitations applies.
func (l *seatLives) seat() (int, *modelSeat) {
	l.pass(6 * time.Hour)
	i := l.number("seat", 0, len(l.model)-1)
	return i, &l.model[i]
}

// pass advances the clock unless the terms would end soon.
func (l *seatLives) pass(d time.Duration) {
	if l.spent+d < 300*day {
		l.spent += d
		l.Clock.Advance(d)
	}
}

// expectAnswer checks whether a step was accepted, and counts it.
func (l *seatLives) expectAnswer(step string, answer testapp.Response, isAllowed bool) {
	l.Helper()
	if isAccepted := answer.Status == 200; isAccepted != isAllowed ||
		!isAccepted && (answer.Status < 400 || answer.Status >= 500) {
		l.Fatalf("%s of %s: %d %v", step, l.wanted(), answer.Status, answer.JSON["message"])
	}
	if isAllowed {
		l.counts[step]++
	}
}

// setInvited is what an accepted invitation does to a seat.
func (l *seatLives) setInvited(seat *modelSeat, email string) {
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

// invite is the step invite or reassign, which is allowed in some states.
func (l *seatLives) invite(step string, from ...companyseats.State) {
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

func (l *seatLives) resend() {
	l.Helper()
	i, seat := l.seat()
	isAllowed := seat.state == companyseats.Invited
	withOwnAddress(l.buyer)
	l.expectAnswer("resend", l.do(i, "resend", nil), isAllowed)
	if isAllowed {
		l.setInvited(seat, seat.email)
	}
}

func (l *seatLives) revoke() {
	l.Helper()
	i, seat := l.seat()
	isAllowed := seat.state == companyseats.Invited || seat.state == companyseats.Taken
	withOwnAddress(l.buyer)
	l.expectAnswer("revoke", l.do(i, "revoke", nil), isAllowed)
	if isAllowed {
		*seat = modelSeat{state: companyseats.Open, tokens: seat.tokens}
	}
}

// accept lets a person use one of the links of a seat, which may be an old one or another person's.
func (l *seatLives) accept() {
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

func (l *seatLives) acceptWith(i, link int, person seatPerson) {
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

// acceptAll lets the invited people accept.
func (l *seatLives) acceptAll() {
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

// end lets an admin end a seat, after two months, because a case has few seats.
func (l *seatLives) end() {
	l.Helper()
	if l.spent < 60*day {
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

// refund refunds the purchase in full, after three months, because no step is allowed afterwards.
func (l *seatLives) refund() {
	l.Helper()
	if l.spent < 90*day || l.isRefunded {
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

func (l *seatLives) has(kind func(modelSeat) bool) bool { return slices.ContainsFunc(l.model, kind) }

// wanted describes the seats by the model.
func (l *seatLives) wanted() string {
	var text strings.Builder
	for _, seat := range l.model {
		fmt.Fprintf(&text, "%s %s; ", seat.state, seat.email)
	}
	return text.String()
}

// agree compares the seats, the memberships and the links with the model.
func (l *seatLives) agree() {
	l.Helper()
	var found strings.Builder
	withOwnAddress(l.buyer)
	for i, seat := range l.seats() {
		email := seat["email"]
		if seat["state"] == string(companyseats.Ended) {
			email = "" // it keeps the address of its last holder
		}
		fmt.Fprintf(&found, "%s %s; ", seat["state"], email)
		var used time.Duration
		standing := ""
		for _, term := range l.listRecords("memberships", "createdAt", dbx.HashExp{"seatId": seat["id"]}) {
			ends := term.GetDateTime("endsAt").Time()
			if revoked := term.GetDateTime("revokedAt").Time(); !revoked.IsZero() {
				ends = revoked
			} else {
				standing += term.GetString("userId")
			}
			used += ends.Sub(term.GetDateTime("startsAt").Time())
		}
		l.expect(fmt.Sprintf("who has the membership of seat %d", i), standing == l.model[i].holder, true)
		if used > 366*day {
			l.Errorf("seat %d gives %s", i, used)
		}
	}
	l.expect("the seats", found.String(), l.wanted())
	for _, person := range l.people {
		want := "active"
		if !strings.Contains(l.wanted(), "taken "+person.email) {
			want = "no membership"
		}
		got := l.mine(person.Visitor, "entitlement", "state")
		if got == "none" || got == "revoked" {
			got = "no membership"
		}
		l.expect("the state of "+person.email, got, want)
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
			l.expect(fmt.Sprintf("link %d of seat %d", n, i), l.seatLinkState(token), want)
		}
	}
}
