package routetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"pgregory.net/rapid"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

const notElector = "This vote had opened before your membership began, so you cannot vote in it."

// openPoll publishes a consultation and opens its secret vote a day later, for 200 days. It returns the path.
func (s *fixture) openPoll() string {
	s.Helper()
	created := s.busyAdmin().Post("/api/polls", body{
		"title": "The draft rules", "text": "The regulator proposes.", "question": "Shall we send it?",
		"options": []string{"Yes", "No"}, "discussionEndsAt": s.Clock.Now().Add(day).Format(time.RFC3339),
	})
	s.expect("the status of the draft", created.Status, 201)
	path := "/api/polls/" + created.JSON["id"].(string)
	s.expect("the status of the publication", s.admin.Post(path+"/publish", nil).Status, 200)
	s.Clock.Advance(day)
	opened := s.busyAdmin().Post(path+"/open",
		body{"votingEndsAt": s.Clock.Now().Add(200 * day).Format(time.RFC3339)})
	s.expect("the status of the opening", opened.Status, 200)
	return path
}

func TestASeatThatIsPassedOnGivesNoSecondVote(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.admin = s.SignedIn("admins", nil)
	b := s.buySeats(1)
	first := s.member()
	s.expect("the status of accepting", s.acceptSeat(first, b.invite(0, "holder@example.com")).Status, 200)
	path := s.openPoll()
	s.expect("the members who may vote", s.admin.Get("/api/admin" + path[len("/api"):]).JSON["electors"], 1.0)
	s.expect("whether the holder can vote", first.Get(path).JSON["canVote"], true)
	s.expect("the status of the vote", first.Post(path+"/vote", body{"choice": 1}).Status, 200)
	for i := range 5 {
		s.Clock.Advance(6 * time.Hour)
		email := fmt.Sprintf("next%d@example.com", i)
		s.expect("the status of passing the seat on", b.do(0, "reassign", body{"email": email}).Status, 200)
		next := s.member()
		s.expect("the status of accepting", s.acceptSeat(next, s.seatToken(email)).Status, 200)
		answer := next.Post(path+"/vote", body{"choice": 2})
		s.expect("the status of a vote of the next holder", answer.Status, 403)
		s.expect("the message", answer.Message(), notElector)
		seen := next.Get(path).JSON
		s.expect("whether the next holder can vote", fmt.Sprint(seen["canVote"], seen["isElector"]), "false false")
		s.expect("the polls on their home", len(next.Get("/api/circle").JSON["consultations"].([]any)), 0)
	}
	s.expect("the members who have voted", s.admin.Get("/api/admin" + path[len("/api"):]).JSON["voters"], 1.0)
}

// electorateCase is a vote that people with memberships of all kinds take part in.
type electorateCase struct {
	*seatPurchase
	drawn    *rapid.T
	accounts []*core.Record
	// merges are the accounts and ids of the merges that are not undone.
	merges     []merge
	isRefunded bool
	path       string
	// lines is the number of memberships at the opening, and votes that of the accepted votes.
	lines, votes int
	counts       map[string]int
}

type merge struct{ kept, id string }

// However seats are given and passed on, memberships are granted, ended and refunded, and accounts are merged and
// separated: a vote never has more votes than there were memberships when it opened.
func TestAVoteNeverHasMoreVotesThanMembershipsAtItsOpening(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	testdb.Check(t, func(c *testdb.Case) {
		s := newFixture(c)
		e := &electorateCase{seatPurchase: s.buySeats(2), drawn: c.T, counts: counts}
		e.admin = s.SignedIn("admins", nil)
		for i := range 5 {
			e.accounts = append(e.accounts, s.CreateAccount("users", body{"verified": true, "email": fmt.Sprintf("p%d@example.com", i)}))
		}
		steps := map[string]func(*rapid.T){
			"":            func(*rapid.T) { e.check() },
			"give a seat": func(*rapid.T) { e.pass("invite") },
			"pass on":     func(*rapid.T) { e.pass("reassign") },
			"take back":   func(*rapid.T) { e.takeBack() },
			"grant":       func(*rapid.T) { e.grantOne() },
			"end a grant": func(*rapid.T) { e.endOne() },
			"refund":      func(*rapid.T) { e.refund() },
			"merge":       func(*rapid.T) { e.merge() },
			"undo":        func(*rapid.T) { e.undo() },
			"vote":        func(*rapid.T) { e.vote() },
			"vote again":  func(*rapid.T) { e.vote() },
		}
		c.Repeat(steps)
		e.open()
		for range 4 {
			c.Repeat(steps)
		}
		e.check()
		closed := e.busyAdmin().Post(e.path+"/close", body{"reason": "Enough."})
		e.expect("the status of the close", closed.Status, 200)
		e.expect("the counted votes", closed.JSON["result"].(map[string]any)["total"], float64(e.votes))
	})
	t.Logf("accepted steps: %v", counts)
	for _, step := range []string{"invite", "reassign", "revoke", "grant", "end", "refund", "merge", "undo", "vote"} {
		if counts[step] == 0 {
			t.Errorf("%s was never accepted", step)
		}
	}
}

// done counts a step that was accepted. A step may be refused, but not with an error of the server.
func (e *electorateCase) done(step string, answer testapp.Response) bool {
	e.Helper()
	if answer.Status >= 500 || answer.Status == 429 {
		e.Fatalf("%s: status = %d: %v", step, answer.Status, answer.JSON["message"])
	}
	if answer.Status < 300 {
		e.counts[step]++
	}
	return answer.Status < 300
}

func (e *electorateCase) number(name string, least, most int) int {
	return rapid.IntRange(least, most).Draw(e.drawn, name)
}

func (e *electorateCase) account(name string) *core.Record {
	return e.accounts[e.number(name, 0, len(e.accounts)-1)]
}

// signedIn is a new session of an account, because a merge ends sessions.
func (e *electorateCase) signedIn(account *core.Record) *testapp.Visitor {
	e.Helper()
	current, err := e.PB.FindRecordById("users", account.Id)
	e.must(err)
	return withOwnAddress(e.SignedInAs(current))
}

// pass invites a person to a seat, who accepts it.
func (e *electorateCase) pass(step string) {
	e.Helper()
	e.Clock.Advance(6 * time.Hour)
	to := e.account("person")
	withOwnAddress(e.buyer)
	if !e.done(step, e.do(e.number("seat", 0, 1), step, body{"email": to.Email()})) {
		return
	}
	for _, message := range e.Inbox(to.Email()) {
		if found := seatLink.FindStringSubmatch(message.Text); found != nil {
			e.done("accept", e.acceptSeat(e.signedIn(to), found[1]))
			return
		}
	}
}

func (e *electorateCase) takeBack() {
	e.Helper()
	withOwnAddress(e.buyer)
	e.done("revoke", e.do(e.number("seat", 0, 1), "revoke", nil))
}

func (e *electorateCase) grantOne() {
	e.Helper()
	e.done("grant", e.busyAdmin().Post("/api/members/"+e.account("person").Id+"/memberships",
		body{"membershipTierId": e.tier.Id, "reason": "A guest", "endsAt": "2027-06-30"}))
}

func (e *electorateCase) endOne() {
	e.Helper()
	account := e.account("person")
	terms, err := e.PB.FindRecordsByFilter("memberships", "userId = {:user} && source = 'complimentary' && revokedAt = ''",
		"startsAt", 1, 0, map[string]any{"user": account.Id})
	e.must(err)
	for _, term := range terms {
		e.done("end", e.busyAdmin().Post("/api/members/"+account.Id+"/memberships/"+term.Id+"/end",
			body{"reason": "A guest no longer"}))
	}
}

// refund refunds the purchase of the seats in full, in some of the cases.
func (e *electorateCase) refund() {
	e.Helper()
	if e.path == "" || e.isRefunded || e.number("refund", 0, 2) > 0 {
		return
	}
	e.isRefunded = true
	_, err := e.Razorpay.Refund(e.paymentID, 0)
	e.must(err)
	e.must(e.Payments.Reconciler.SyncReversals(e.Context()))
	e.Drain()
	e.counts["refund"]++
}

func (e *electorateCase) merge() {
	e.Helper()
	kept, other := e.account("kept"), e.account("other")
	answer := e.busyAdmin().Post("/api/people/"+kept.Id+"/merge",
		body{"otherId": other.Id, "password": testapp.Password})
	if e.done("merge", answer) {
		e.merges = append(e.merges, merge{kept.Id, answer.JSON["mergeId"].(string)})
	}
}

func (e *electorateCase) undo() {
	e.Helper()
	if len(e.merges) == 0 {
		return
	}
	last := e.merges[len(e.merges)-1]
	if e.done("undo", e.busyAdmin().Post("/api/people/"+last.kept+"/merges/"+last.id+"/undo", body{})) {
		e.merges = e.merges[:len(e.merges)-1]
	}
}

func (e *electorateCase) vote() {
	e.Helper()
	if e.path == "" {
		return
	}
	by := e.signedIn(e.account("voter"))
	if e.done("vote", by.Post(e.path+"/vote", body{"choice": e.number("choice", 1, 2)})) {
		e.votes++
	}
}

// open opens the vote, and counts the memberships at this time.
func (e *electorateCase) open() {
	e.Helper()
	e.path = e.openPoll()
	err := e.PB.DB().NewQuery(`SELECT count(DISTINCT iif(seatId = '', userId, seatId)) FROM memberships
		WHERE revokedAt = '' AND startsAt <= {:now} AND (graceUntil = '' OR graceUntil > {:now})`).
		Bind(map[string]any{"now": e.Clock.Now().UTC().Format("2006-01-02 15:04:05.000Z")}).Row(&e.lines)
	e.must(err)
}

func (e *electorateCase) check() {
	e.Helper()
	if e.votes > e.lines {
		e.Fatalf("%d votes of %d memberships", e.votes, e.lines)
	}
}
