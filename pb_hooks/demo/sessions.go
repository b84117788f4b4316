package demo

import (
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/payments/ledger"
)

// sampleSession is a session of the sample circle. in is the time from now to its day; it is negative for a session
// that is over.
type sampleSession struct {
	in                    time.Duration
	title, host, abstract string
	speakers              [][2]string
	capacity              int
	isPublic, isDraft     bool
	// cancelReason cancels the session two days before its start.
	cancelReason string
	notes        string
}

// sampleSessions are twelve sessions. Seven have ended, and one of these was cancelled. The next session is public, the
// second next is full, and the last is a draft.
var sampleSessions = []sampleSession{
	{
		in: -205 * day, title: "What an audit committee asks first", host: "Meera Krishnan",
		abstract: "Which questions an audit committee asks in its first meeting of the year, and in which order.",
		speakers: [][2]string{{"Hema Raghavan", "Chair of an audit committee"}},
		notes:    "- Ask for the list of significant estimates.\n- Meet the auditor without the management.",
	},
	{
		in: -177 * day, title: "Related party transactions after the new SEBI rules", host: "Zarine Mistry",
		abstract: "What changes for the audit committee, and which papers to ask for before the meeting.",
		speakers: [][2]string{{"Sunita Deshmukh", "Independent director"}},
		notes:    "The checklist of Sunita is in the slides.",
	},
	{
		in: -149 * day, title: "Chairing when the board disagrees", host: "Geeta Malhotra",
		abstract: "How to chair a meeting in which the promoters and the independent directors want different things.",
		speakers: [][2]string{{"Prabha Nambiar", "Chair, two listed companies"}, {"Alka Mathur", "Company secretary"}},
	},
	{
		in: -121 * day, title: "Family businesses and their independent directors", host: "Farah Siddiqui",
		abstract:     "Where the loyalty of an independent director is tested.",
		speakers:     [][2]string{{"Anjali Saxena", "Independent director"}},
		cancelReason: "Anjali has to attend an urgent board meeting. We will find another date.",
	},
	{
		in: -93 * day, title: "Reading a cash flow statement as a sceptic", host: "Meera Krishnan",
		abstract: "Five patterns that come before bad news, with **real statements**.",
		speakers: [][2]string{{"Swati Joshi", "Chartered accountant"}},
		notes:    "## The five patterns\n\n1. Profit without cash\n2. Growing receivables\n3. Capitalised costs",
	},
	{
		in: -65 * day, title: "Cyber risk: what to ask the CISO", host: "Revathi Iyer",
		abstract: "Ten questions that a director without a technical background can ask.",
		speakers: [][2]string{{"Leela Narayanan", "Member of a risk committee"}},
		notes:    "The ten questions are in the slides.",
	},
	{
		in: -30 * day, title: "The succession of the chief executive", host: "Hema Raghavan",
		abstract: "When to start, whom to ask, and what the nomination committee decides alone.",
		speakers: [][2]string{{"Geeta Malhotra", "Chair of a nomination committee"}},
		notes:    "Start three years before. Keep the list of candidates with the committee.",
	},
	{
		in: 9 * day, title: "One circle, one vision: an open evening", host: "Meera Krishnan", isPublic: true,
		abstract: "What the circle is for, what its members do in a year, and your questions. Open to members and to " +
			"women who think about a seat on a board.",
		speakers: [][2]string{
			{"Zarine Mistry", "Independent director, three listed companies"},
			{"Geeta Malhotra", "Patron of the circle"},
		},
	},
	{
		in: 23 * day, title: "At the board table: a takeover in ninety minutes", host: "Hema Raghavan", capacity: 6,
		abstract: "Six of us play the board of a company that receives a hostile bid. Everyone gets the papers a " +
			"week before.",
		speakers: [][2]string{{"Prabha Nambiar", "Chair, two listed companies"}},
	},
	{
		in: 37 * day, title: "Fees, insurance and indemnity of directors", host: "Zarine Mistry",
		abstract: "What to ask for before you accept a seat.",
		speakers: [][2]string{{"Alka Mathur", "Company secretary"}},
	},
	{
		in: 65 * day, title: "BRSR: from reporting to decisions", host: "Farah Siddiqui",
		abstract: "How a board uses its sustainability report in the strategy.",
		speakers: [][2]string{{"Aditi Chatterjee", "Sustainability committee"}},
	},
	{
		in: 93 * day, title: "A year in review", host: "Meera Krishnan", isDraft: true,
		abstract: "What we did, and what the circle takes up next.",
	},
}

const (
	// sessionAnnounced is how long before its start a sample session is published, at most until an hour ago.
	sessionAnnounced = 30 * day
	sessionLength    = 90 * time.Minute
)

// sessionStart returns half past six in the evening in India, some time from now.
func sessionStart(now time.Time, in time.Duration) time.Time {
	return india.StartOfDay(now.Add(in)).Add(18*time.Hour + 30*time.Minute).UTC()
}

// sessionEvents returns the events of the sample sessions: they are published and answered, some members join, and the
// office adds the recording.
func sessionEvents(now time.Time) []historyEvent {
	var list []historyEvent
	for n, s := range sampleSessions {
		start, id := sessionStart(now, s.in), new(string)
		announced := start.Add(-sessionAnnounced)
		if latest := now.Add(-time.Duration(len(sampleSessions)-n) * hour); announced.After(latest) {
			announced = latest
		}
		list = append(list, historyEvent{announced, func(h *history) error { return h.publishSession(s, start, id) }})
		if s.isDraft {
			continue
		}
		list = append(list, historyEvent{announced.Add(20 * time.Minute), func(h *history) error {
			return h.answerSession(n, *id)
		}})
		if s.cancelReason != "" {
			list = append(list, historyEvent{start.Add(-2 * day), func(h *history) error {
				return h.call(h.events.Cancel().Handler, request{by: h.admins[demoUsername], id: *id,
					body: map[string]any{"reason": s.cancelReason}}, nil)
			}})
			continue
		}
		if s.in < 0 {
			list = append(list, historyEvent{start.Add(-5 * time.Minute), func(h *history) error {
				return h.joinSession(n, *id)
			}}, historyEvent{start.Add(2 * day), func(h *history) error { return h.addRecording(s, *id) }})
		}
	}
	return list
}

// memberEmail returns the email address of a person, or "" if they have no account.
func (h *history) memberEmail(name string) (string, error) {
	email := sampleEmail(name)
	_, err := identity.FindUserByEmail(h.tx, email)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return email, err
}

func (h *history) publishSession(s sampleSession, start time.Time, id *string) error {
	speakers := []any{}
	hostEmail, err := h.memberEmail(s.host)
	if err != nil {
		return err
	}
	for _, speaker := range s.speakers {
		email, err := h.memberEmail(speaker[0])
		if err != nil {
			return err
		}
		speakers = append(speakers, map[string]any{"name": speaker[0], "role": speaker[1], "email": email,
			"portrait": h.demo.pictures[speaker[0]]})
	}
	body := map[string]any{
		"title": s.title, "host": s.host, "hostEmail": hostEmail, "abstract": s.abstract, "speakers": speakers,
		"isPublic": s.isPublic,
		"startsAt": start.In(india.Zone).Format("2006-01-02T15:04"), "minutes": sessionLength.Minutes(),
		"meetingUrl": "https://meet.sample.example/circle", "place": "Online",
	}
	if s.capacity > 0 {
		body["capacity"] = s.capacity
	}
	var created struct{ ID string }
	r := request{by: h.admins[demoUsername], body: body}
	if err := h.call(h.events.Create().Handler, r, &created); err != nil {
		return err
	}
	*id = created.ID
	h.sessionIDs[s.title] = created.ID
	if s.isDraft {
		return nil
	}
	r.id, r.body = created.ID, nil
	return h.call(h.events.Publish().Handler, r, nil)
}

// customerNames returns the names of the people in sampleTransactions, each once.
func customerNames() []string {
	var names []string
	for _, s := range sampleTransactions {
		if !slices.Contains(names, s.name) {
			names = append(names, s.name)
		}
	}
	return names
}

// eachMember calls do with each of these people who is a member at the time of the history.
func (h *history) eachMember(names []string, do func(n int, account *core.Record) error) error {
	for n, name := range names {
		user, err := identity.FindUserByEmail(h.tx, sampleEmail(name))
		if errors.Is(err, sql.ErrNoRows) {
			continue // has no account yet
		}
		if err != nil {
			return err
		}
		isMember, err := ledger.IsMember(h.tx, user.Id, h.clock.Now())
		if err == nil && isMember {
			err = do(n, user.Record)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// answerSession lets most members go to the n-th session, and some decline. The printed member goes to the next session
// and has not answered those after it. The imported members answer the sessions that are ahead, but not the small one.
func (h *history) answerSession(n int, id string) error {
	isAhead, names := sampleSessions[n].in > 0, customerNames()
	if isAhead && sampleSessions[n].capacity == 0 {
		for _, m := range importedMembers {
			names = append(names, m.name)
		}
	}
	return h.eachMember(names, func(i int, account *core.Record) error {
		answer := "going"
		switch {
		case isAhead && i == 0 && sampleSessions[n].isPublic: // the printed member goes to the next session
		case isAhead && i == 0:
			return nil
		case (i+n)%4 == 3:
			answer = "declined"
		case (i+n)%7 == 6:
			return nil
		}
		return h.call(h.events.Answer().Handler, request{by: account, id: id,
			body: map[string]any{"answer": answer, "hasConsented": (i+n)%5 != 4}}, nil)
	})
}

// joinSession lets most of the members who go to the n-th session join it. Some have become members since they could
// answer.
func (h *history) joinSession(n int, id string) error {
	return h.eachMember(customerNames(), func(i int, account *core.Record) error {
		if (i+n)%4 == 3 || (i+n)%7 == 6 || (i+n)%6 == 5 {
			return nil
		}
		err := h.call(h.events.Join().Handler, request{by: account, id: id}, nil)
		if known := (*apperr.Error)(nil); errors.As(err, &known) && known.Status == http.StatusForbidden {
			return nil
		}
		return err
	})
}

func (h *history) addRecording(s sampleSession, id string) error {
	return h.call(h.events.Update().Handler, request{by: h.admins[demoUsername], id: id, body: map[string]any{
		"recordingUrl": "https://video.sample.example/" + id,
		"slidesUrl":    "https://files.sample.example/" + id + ".pdf",
		"notes":        s.notes,
	}}, nil)
}
