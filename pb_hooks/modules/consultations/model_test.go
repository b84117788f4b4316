package consultations_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
	"boardcircle/pb_hooks/modules/consultations"
)

// model is a consultation with what must be true of it.
type model struct {
	*fixture
	path    string
	members []member

	state          consultations.State
	isOpenBallot   bool
	discussionEnds time.Time
	votingEnds     time.Time
	// choices are the votes by member, and receipts are all codes.
	choices  map[int]int
	receipts []string
	comments int
	counts   map[string]int
}

// The office and the members try every step in any order, while time passes. A step is accepted if and only if the
// model allows it. The counters agree with the model after each step, and the result has exactly the votes that were
// accepted.
func TestConsultationsFollowTheirModelWhateverTheOrderOfSteps(t *testing.T) {
	t.Parallel()
	counts := map[string]int{}
	testdb.Check(t, func(c *testdb.Case) {
		f := newFixture(c)
		m := &model{fixture: f, counts: counts, state: consultations.Draft, choices: map[int]int{},
			isOpenBallot: rapid.Bool().Draw(c.T, "open ballot"), discussionEnds: f.Clock.Now().Add(2 * day)}
		for range 4 {
			m.members = append(m.members, f.member("Asha Rao"))
		}
		ballot := "secret"
		if m.isOpenBallot {
			ballot = "open"
		}
		m.path = f.draft(fields{"ballot": ballot, "discussionEndsAt": m.discussionEnds.Format(time.RFC3339)})
		for range rapid.IntRange(0, 2).Draw(c.T, "steps at the start") {
			m.publishDraft()
			m.pass(2 * day)
			m.open()
		}
		steps := map[string]func(*rapid.T){
			"":             func(*rapid.T) { m.agree() },
			"hours pass":   func(r *rapid.T) { m.pass(time.Duration(rapid.IntRange(4, 60).Draw(r, "hours")) * time.Hour) },
			"publish":      func(*rapid.T) { m.publishDraft() },
			"comment":      m.comment,
			"open":         func(*rapid.T) { m.open() },
			"vote":         m.vote,
			"vote again":   m.vote,
			"close":        func(*rapid.T) { m.close() },
			"publish it":   func(*rapid.T) { m.publishResult() },
			"change":       func(*rapid.T) { m.change() },
			"forge a vote": m.forge,
		}
		for range 4 { // the steps are small
			c.Repeat(steps)
		}
		// The steps after a withdrawal are refused.
		m.withdraw()
		c.Repeat(steps)
	})
	t.Logf("accepted: %v", counts)
	for _, step := range []string{"publish", "comment", "open", "vote", "close", "withdraw", "result"} {
		if counts[step] == 0 {
			t.Errorf("%s was never accepted", step)
		}
	}
}

// check compares whether a step was accepted with the model.
func (m *model) check(step string, answer testapp.Response, isAllowed bool) bool {
	m.Helper()
	isAccepted := answer.Status < 300
	if isAccepted != isAllowed || !isAccepted && (answer.Status != http.StatusConflict || answer.Message() == "") {
		m.Fatalf("%s in state %s: %d %s", step, m.state, answer.Status, answer.Message())
	}
	if isAccepted {
		m.counts[step]++
	}
	return isAccepted
}

func (m *model) pass(time time.Duration) {
	m.Clock.Advance(time)
	m.Drain()
	if m.state == consultations.Voting && !m.Clock.Now().Before(m.votingEnds) {
		m.state = consultations.Closed
	}
}

func (m *model) publishDraft() {
	isAllowed := m.state == consultations.Draft && m.Clock.Now().Before(m.discussionEnds)
	if m.check("publish", m.office.Post(m.path+"/publish", nil), isAllowed) {
		m.state = consultations.Discussing
	}
}

func (m *model) comment(r *rapid.T) {
	if m.state == consultations.Draft {
		return
	}
	by := rapid.SampledFrom(m.members).Draw(r, "member")
	answer := by.Post(m.path+"/comments", fields{"paragraph": 1, "text": "Agreed."})
	if m.check("comment", answer, m.state == consultations.Discussing && m.Clock.Now().Before(m.discussionEnds)) {
		m.comments++
	}
}

func (m *model) open() {
	ends := m.Clock.Now().Add(2 * day)
	answer := m.office.Post(m.path+"/open", fields{"votingEndsAt": ends.Format(time.RFC3339)})
	if m.check("open", answer, m.state == consultations.Discussing && !m.Clock.Now().Before(m.discussionEnds)) {
		m.state, m.votingEnds = consultations.Voting, ends.Truncate(time.Second)
	}
}

func (m *model) vote(r *rapid.T) {
	if m.state == consultations.Draft {
		return
	}
	by, choice := rapid.IntRange(0, len(m.members)-1).Draw(r, "member"), rapid.IntRange(1, 3).Draw(r, "choice")
	answer := m.members[by].Post(m.path+"/vote", fields{"choice": choice})
	if m.check("vote", answer, m.state == consultations.Voting && m.choices[by] == 0) {
		m.choices[by] = choice
		if code := answer.JSON["code"].(string); code != "" {
			m.receipts = append(m.receipts, code)
		}
	}
}

// forge tries votes for options that do not exist.
func (m *model) forge(r *rapid.T) {
	choice := rapid.SampledFrom([]int{-1, 0, 4, 21}).Draw(r, "choice")
	if answer := m.members[0].Post(m.path+"/vote", fields{"choice": choice}); answer.Status < 400 {
		m.Fatalf("a vote for option %d: %d", choice, answer.Status)
	}
}

func (m *model) close() {
	answer := m.office.Post(m.path+"/close", fields{"reason": "All have voted."})
	if m.check("close", answer, m.state == consultations.Voting) {
		m.state = consultations.Closed
	}
}

func (m *model) withdraw() {
	answer := m.office.Post(m.path+"/withdraw", fields{"reason": "A wrong draft."})
	if m.check("withdraw", answer, m.state == consultations.Discussing || m.state == consultations.Voting) {
		m.state = consultations.Withdrawn
	}
}

func (m *model) publishResult() {
	answer := m.office.Post(m.path+"/result", fields{"finalText": "The final text."})
	if m.check("result", answer, m.state == consultations.Closed) {
		m.state = consultations.Published
	}
}

func (m *model) change() {
	answer := m.office.Send(http.MethodPut, m.path, fields{"quorum": 1})
	if answer.Status == http.StatusBadRequest && m.state == consultations.Draft {
		return // the end of the discussion has passed
	}
	m.check("change", answer, m.state == consultations.Draft)
}

// agree compares the consultation with the model.
func (m *model) agree() {
	seen := m.must(m.office.Get(adminPath(m.path)), http.StatusOK).JSON
	expect(m, "the state", seen["state"], string(m.state))
	expect(m, "the voters", seen["voters"], float64(len(m.choices)))
	expect(m, "the comments", seen["comments"], float64(m.comments))
	isCounted := m.state == consultations.Closed || m.state == consultations.Published
	if !isCounted {
		expect(m, "an early result", seen["result"], nil)
		return
	}
	votes := []any{0.0, 0.0, 0.0}
	for _, choice := range m.choices {
		votes[choice-1] = votes[choice-1].(float64) + 1
	}
	expect(m, "the votes", seen["result"].(fields)["votes"], votes)
	if m.state == consultations.Published && !m.isOpenBallot {
		ballots := m.members[0].Get(m.path + "/ballots").Body
		for _, code := range m.receipts {
			if strings.Count(ballots, code) != 1 {
				m.Errorf("a receipt is %d times among the votes", strings.Count(ballots, code))
			}
		}
	}
}

func TestTwentyVotesOfOneMemberAtOnceAreOneVote(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha := f.member("Asha Rao")
	path := f.vote(nil)
	var accepted sync.Map
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			if asha.Post(path+"/vote", fields{"choice": i%3 + 1}).Status == http.StatusOK {
				accepted.Store(i, true)
			}
		})
	}
	group.Wait()
	n := 0
	accepted.Range(func(any, any) bool { n++; return true })
	expect(t, "the accepted votes", n, 1)
	f.publish(path)
	expect(t, "the counted votes", asha.Get(path).JSON["result"].(fields)["total"], 1.0)
}
