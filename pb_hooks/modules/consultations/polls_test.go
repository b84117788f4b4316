package consultations_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/states/statestest"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/modules/consultations"
)

func TestTheStatesAreDrawn(t *testing.T) {
	t.Parallel()
	statestest.CheckDrawing(t, "polls.go", consultations.Transitions, consultations.Draft)
}

func expect(t testing.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %v, not %v", what, got, want)
	}
}

// rows decodes an answer that is a list.
func rows(t testing.TB, answer testapp.Response) (list []fields) {
	t.Helper()
	if err := json.Unmarshal([]byte(answer.Body), &list); err != nil || answer.Status != http.StatusOK {
		t.Fatalf("%d %s", answer.Status, answer.Body)
	}
	return list
}

func TestAConsultationFromTheDraftToTheResult(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha, banu, chitra := f.member("Asha Rao"), f.member("Banu Iyer"), f.member("Chitra Nair")
	path := f.draft(fields{"quorum": 2})

	expect(t, "drafts that members see", len(rows(t, asha.Get("/api/polls"))), 0)
	f.refused(asha.Get(path), http.StatusNotFound, "This consultation was not found.")
	f.must(f.office.Send(http.MethodPut, path, fields{"title": "The LODR amendments"}), http.StatusOK)
	f.must(f.office.Post(path+"/publish", nil), http.StatusOK)
	f.refused(f.office.Send(http.MethodPut, path, fields{"ballot": "open"}), http.StatusConflict,
		"This consultation has been published. Only a draft can be changed or deleted.")
	f.refused(f.office.Send(http.MethodDelete, path, nil), http.StatusConflict,
		"This consultation has been published. Only a draft can be changed or deleted.")
	expect(t, "the email about the discussion", f.Inbox(asha.account.Email())[0].Subject,
		"Please comment: The LODR amendments")

	comment := f.must(asha.Post(path+"/comments", fields{"paragraph": 2, "text": "Half of the board."}),
		http.StatusCreated)
	expect(t, "the author", comment.JSON["author"], "Asha Rao")
	f.refused(asha.Post(path+"/comments", fields{"paragraph": 3, "text": "Of nothing."}), http.StatusBadRequest,
		"This consultation has no such paragraph")
	f.Clock.Advance(time.Minute)
	f.must(banu.Post(path+"/comments", fields{"paragraph": 2, "text": "A third."}), http.StatusCreated)
	mine := comment.JSON["id"].(string)
	f.refused(banu.Send(http.MethodDelete, path+"/comments/"+mine, nil), http.StatusNotFound,
		"This comment was not found.")
	f.must(asha.Send(http.MethodDelete, path+"/comments/"+mine, nil), http.StatusNoContent)
	list := rows(t, banu.Get(path+"/comments?paragraph=2"))
	expect(t, "the first comment", fmt.Sprint(list[0]["text"], list[0]["removedBy"], list[0]["isOwn"]), "authorfalse")
	expect(t, "the second comment", fmt.Sprint(list[1]["text"], list[1]["removedBy"], list[1]["isOwn"]), "A third.true")
	f.must(f.office.Post(path+"/comments/"+list[1]["id"].(string)+"/remove", fields{"reason": "Off the subject"}),
		http.StatusNoContent)
	list = rows(t, asha.Get(path+"/comments"))
	expect(t, "the comment that the office removed",
		fmt.Sprint(list[1]["text"], list[1]["removedBy"], list[1]["removedReason"]), "officeOff the subject")
	if body := f.office.Get(adminPath(path) + "/comments").Body; strings.Contains(body, "A third.") {
		t.Errorf("the removed text is shown: %s", body)
	}

	end := func(after time.Duration) fields {
		return fields{"votingEndsAt": f.Clock.Now().Add(after).Format(time.RFC3339)}
	}
	f.refused(f.office.Post(path+"/open", end(30*day)), http.StatusConflict,
		"The discussion runs until the time that members were told. Open the vote after that.")
	f.Clock.Advance(10 * day)
	f.refused(asha.Post(path+"/comments", fields{"paragraph": 1, "text": "Too late."}), http.StatusConflict,
		"The discussion of this consultation has ended.")
	f.refused(asha.Post(path+"/vote", fields{"choice": 1}), http.StatusConflict, "This vote is not open.")
	f.refused(f.office.Post(path+"/open", end(-day)), http.StatusBadRequest, "The end of the vote must be in the future")
	f.must(f.office.Post(path+"/open", end(5*day)), http.StatusOK)
	expect(t, "the email about the vote", f.Inbox(asha.account.Email())[0].Subject, "Please vote: The LODR amendments")

	receipt := f.cast(asha, path, 1)
	f.refused(asha.Post(path+"/vote", fields{"choice": 2}), http.StatusConflict,
		"You have already voted. A vote cannot be changed, and each member has one.")
	f.refused(banu.Post(path+"/vote", fields{"choice": 4}), http.StatusBadRequest, "Please choose one of the options")
	f.refused(banu.Post(path+"/vote", fields{"choice": 0}), http.StatusBadRequest, "Vote must be at least 1")
	other := f.cast(banu, path, 1)
	seen := f.must(asha.Get(path), http.StatusOK).JSON
	expect(t, "whether Asha has voted", fmt.Sprint(seen["hasVoted"], seen["canVote"], seen["ownChoice"], seen["voters"]),
		"true false 0 2")
	expect(t, "an early result", f.office.Get(adminPath(path)).JSON["result"], nil)

	f.Clock.Advance(4 * day)
	expect(t, "the reminder to a member without a vote", f.Inbox(chitra.account.Email())[0].Subject,
		"Your vote is missing: The LODR amendments")
	expect(t, "the last email to a member with a vote", f.Inbox(asha.account.Email())[0].Subject,
		"Please vote: The LODR amendments")
	f.Clock.Advance(day)
	f.refused(chitra.Post(path+"/vote", fields{"choice": 2}), http.StatusConflict, "This vote is not open.")
	f.Drain()
	closed := f.must(asha.Get(path), http.StatusOK).JSON
	expect(t, "the state after the end", closed["state"], "closed")
	expect(t, "the result before it is published", closed["result"], nil)
	f.refused(asha.Get(path+"/ballots"), http.StatusConflict, "The result of this vote is not published yet.")
	f.must(f.office.Post(path+"/result", fields{"finalText": "We propose this.\n\nAnd that."}), http.StatusOK)

	published := f.must(asha.Get(path), http.StatusOK).JSON
	expect(t, "the result", published["result"], fields{
		"votes": []any{2.0, 0.0, 0.0}, "total": 2.0, "members": 3.0, "twice": 0.0, "outcome": "decided",
	})
	expect(t, "the final paragraphs", len(published["finalParagraphs"].([]any)), 2)
	ballots := asha.Get(path + "/ballots").Body
	for _, code := range []string{receipt, other} {
		if len(code) != 14 || !strings.Contains(ballots, code) {
			t.Errorf("%s is not among %s", code, ballots)
		}
	}
	message := f.Inbox(chitra.account.Email())[0]
	expect(t, "the email about the result", message.Subject, "The result: The LODR amendments")
	if !strings.Contains(message.Text, "The circle has decided: Yes.") {
		t.Error(message.Text)
	}
	f.refused(f.office.Post(path+"/result", fields{"finalText": "Another."}), http.StatusConflict,
		"This consultation is no longer in the state that you see. Please load the page again.")
}

func TestTheConsoleSearchesTitlesAndQuestions(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.draft(fields{"title": "Women on boards"})
	f.draft(fields{"title": "Audit committees", "question": "Shall we write about 100% of them?"})
	for search, want := range map[string]int{"": 2, "women": 1, "100%25": 1, "limit": 0} {
		expect(t, search, len(rows(t, f.office.Get("/api/admin/polls?search="+search))), want)
	}
}

func TestAnOpenBallotShowsTheNamesAfterTheResult(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha, banu := f.member("Asha Rao"), f.member("Banu Iyer")
	path := f.vote(fields{"ballot": "open"})
	expect(t, "a receipt", f.cast(asha, path, 2), "")
	expect(t, "the own choice", asha.Get(path).JSON["ownChoice"], 2.0)
	f.cast(banu, path, 2)
	f.refused(banu.Get(path+"/ballots"), http.StatusConflict, "The result of this vote is not published yet.")
	f.publish(path)
	expect(t, "the votes", banu.Get(path+"/ballots").Body,
		`[{"option":1,"voters":[]},{"option":2,"voters":["Asha Rao","Banu Iyer"]},{"option":3,"voters":[]}]`+"\n")
	f.block(asha, banu)
	for _, who := range []member{asha, banu} {
		expect(t, "the votes after a block", who.Get(path+"/ballots").Body,
			`[{"option":1,"voters":[]},{"option":2,"voters":["Asha Rao","Banu Iyer"]},{"option":3,"voters":[]}]`+"\n")
	}
	expect(t, "the votes for the office", f.office.Get("/api/admin"+strings.TrimPrefix(path, "/api")+"/ballots").Body,
		`[{"option":1,"voters":[]},{"option":2,"voters":["Asha Rao","Banu Iyer"]},{"option":3,"voters":[]}]`+"\n")
}

// block makes a member block another.
func (f *fixture) block(by, other member) {
	f.Helper()
	blocks, err := f.PB.FindCollectionByNameOrId("blocks")
	if err != nil {
		f.Fatal(err)
	}
	record := core.NewRecord(blocks)
	record.Load(fields{"person": by.account.GetString("person"), "other": other.account.GetString("person")})
	if err := f.PB.Save(record); err != nil {
		f.Fatal(err)
	}
}

func TestTheOutcomeSaysWhenAVoteDecidesNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha, banu := f.member("Asha Rao"), f.member("Banu Iyer")
	for outcome, c := range map[string]struct {
		quorum  int
		choices []int
		email   string
	}{
		"no-votes":  {0, nil, "No member has voted."},
		"no-quorum": {3, []int{1, 1}, "Too few members have voted for a decision."},
		"tied":      {2, []int{1, 2}, "The vote is tied, so it has decided nothing."},
	} {
		path := f.vote(fields{"quorum": c.quorum})
		for i, choice := range c.choices {
			f.cast([]member{asha, banu}[i], path, choice)
		}
		f.publish(path)
		result := asha.Get(path).JSON["result"].(fields)
		expect(t, "the outcome", result["outcome"], outcome)
		expect(t, "the votes", result["total"], float64(len(c.choices)))
		if message := f.Inbox(asha.account.Email())[0]; !strings.Contains(message.Text, c.email) {
			t.Error(message.Text)
		}
	}
}

func TestTheOfficeClosesAVoteEarlyWithAReason(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha := f.member("Asha Rao")
	path := f.vote(nil)
	f.cast(asha, path, 3)
	expect(t, "a close without a reason", f.office.Post(path+"/close", fields{"reason": " "}).Status,
		http.StatusBadRequest)
	f.must(f.office.Post(path+"/close", fields{"reason": "All members have voted."}), http.StatusOK)
	expect(t, "the reason", asha.Get(path).JSON["closeReason"], "All members have voted.")
	f.Clock.Advance(6 * day)
	f.Drain() // the job finds a closed vote
	expect(t, "the state", asha.Get(path).JSON["state"], "closed")
}

func TestTheOfficeWithdrawsAConsultationWithAReason(t *testing.T) {
	t.Parallel()
	for _, ballot := range []string{"secret", "open"} {
		f := newFixture(t)
		asha, banu := f.member("Asha Rao"), f.member("Banu Iyer")
		path := f.vote(fields{"ballot": ballot})
		f.cast(asha, path, 1)
		expect(t, "a withdrawal without a reason", f.office.Post(path+"/withdraw", fields{"reason": " "}).Status,
			http.StatusBadRequest)
		f.must(f.office.Post(path+"/withdraw", fields{"reason": "The regulator has withdrawn its draft."}), http.StatusOK)

		withdrawnAt := f.Clock.Now().UTC().Truncate(time.Second)
		for _, seen := range []fields{asha.Get(path).JSON, f.office.Get(adminPath(path)).JSON,
			rows(t, banu.Get("/api/polls"))[0]} {
			at, err := time.Parse(time.RFC3339, seen["withdrawnAt"].(string))
			if err != nil || !at.Truncate(time.Second).Equal(withdrawnAt) {
				t.Errorf("withdrawn at %v, not %s", seen["withdrawnAt"], withdrawnAt)
			}
			expect(t, "the state", seen["state"], "withdrawn")
		}
		seen := banu.Get(path).JSON
		expect(t, "the reason", seen["withdrawReason"], "The regulator has withdrawn its draft.")
		expect(t, "a vote", seen["canVote"], false)
		expect(t, "the result for the office", f.office.Get(adminPath(path)).JSON["result"], nil)
		f.refused(banu.Post(path+"/vote", fields{"choice": 1}), http.StatusConflict, "This vote is not open.")
		f.refused(banu.Get(path+"/ballots"), http.StatusConflict,
			"This consultation was withdrawn, so it has no result.")
		home := banu.Get("/api/circle").JSON
		expect(t, "the consultations on the home", len(home["consultations"].([]any)), 0)
		news := home["news"].([]any)
		expect(t, "the news on the home", len(news), 1)
		expect(t, "the kind of the news", news[0].(fields)["kind"], "withdrawal")
		message := f.Inbox(banu.account.Email())[0]
		expect(t, "the email", message.Subject, "Withdrawn: The draft LODR amendments")
		if !strings.Contains(message.Text, "The regulator has withdrawn its draft.") {
			t.Error(message.Text)
		}

		emails := len(f.Inbox(banu.account.Email()))
		f.Clock.Advance(6 * day)
		f.Drain()
		expect(t, "the emails after the end of the vote", len(f.Inbox(banu.account.Email())), emails)
		expect(t, "the state after the end of the vote", asha.Get(path).JSON["state"], "withdrawn")
	}
}

func TestAConsultationIsWithdrawnOnlyBeforeTheClose(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha := f.member("Asha Rao")
	reason := fields{"reason": "A wrong draft."}
	const refusal = "This consultation is no longer in the state that you see. Please load the page again."

	path := f.draft(nil)
	f.refused(f.office.Post(path+"/withdraw", reason), http.StatusConflict, refusal)
	f.must(f.office.Post(path+"/publish", nil), http.StatusOK)
	f.must(f.office.Post(path+"/withdraw", reason), http.StatusOK)
	f.refused(f.office.Post(path+"/withdraw", reason), http.StatusConflict, refusal)
	f.refused(asha.Post(path+"/comments", fields{"paragraph": 1, "text": "Agreed."}), http.StatusConflict,
		"The discussion of this consultation has ended.")
	for _, message := range f.Inbox(asha.account.Email()) {
		if strings.HasPrefix(message.Subject, "Please comment") {
			t.Error("a member is invited to a discussion that does not take place")
		}
	}

	path = f.vote(nil)
	f.Clock.Advance(5*day + time.Minute) // past the end of the vote, before its job
	f.refused(f.office.Post(path+"/withdraw", reason), http.StatusConflict, refusal)

	path = f.vote(nil)
	f.must(f.office.Post(path+"/close", fields{"reason": "All members have voted."}), http.StatusOK)
	f.refused(f.office.Post(path+"/withdraw", reason), http.StatusConflict, refusal)
	f.must(f.office.Post(path+"/result", fields{"finalText": "We propose this."}), http.StatusOK)
	f.refused(f.office.Post(path+"/withdraw", reason), http.StatusConflict, refusal)
	expect(t, "the state", asha.Get(path).JSON["state"], "published")
}

func TestAVoteThatTheOfficeClosesAfterItsEndHasNoReason(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha := f.member("Asha Rao")
	path := f.vote(nil)
	f.Clock.Advance(5 * day) // the job has not run yet
	f.must(f.office.Post(path+"/close", fields{"reason": "All members have voted."}), http.StatusOK)
	closed := asha.Get(path).JSON
	expect(t, "the state", closed["state"], "closed")
	expect(t, "the reason", closed["closeReason"], "")
}

func TestAnEmailAboutADiscussionExpiresAtItsEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha := f.member("Asha Rao")
	f.discussion(nil)
	f.Clock.Advance(10 * day) // no email was sent until then
	for _, message := range f.Inbox(asha.account.Email()) {
		if strings.HasPrefix(message.Subject, "Please comment") {
			t.Error("the email was sent after the discussion")
		}
	}
}

func TestTwoEditorsOfADraftKeepEachOthersChanges(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := f.draft(nil)
	answered := make(chan testapp.Response, 1)
	err := f.PB.RunInTransaction(func(tx core.App) error {
		go func() { answered <- f.office.Send(http.MethodPut, path, fields{"quorum": 7}) }()
		time.Sleep(200 * time.Millisecond) // the request waits for this transaction
		_, err := tx.NonconcurrentDB().NewQuery("UPDATE polls SET title = 'Another title'").Execute()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	f.must(<-answered, http.StatusOK)
	draft := f.office.Get(adminPath(path)).JSON
	expect(t, "the draft", fmt.Sprint(draft["title"], draft["quorum"]), "Another title7")
}

func TestOnlyMembersVote(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	account := f.CreateAccount("users", nil)
	f.GrantTerm(account.Id, f.Clock.Now().Add(-day), f.Clock.Now().Add(12*day))
	leaving := f.SignedInAs(account)
	path := f.vote(nil)
	f.must(leaving.Get(path), http.StatusOK)
	f.Clock.Advance(3 * day)
	expect(t, "a vote after the membership", leaving.Post(path+"/vote", fields{"choice": 1}).Status,
		http.StatusForbidden)
	expect(t, "the voters", f.office.Get(adminPath(path)).JSON["voters"], 0.0)
	f.Clock.Advance(day)
	f.Drain()
	for _, message := range f.Inbox(account.Email()) {
		if strings.HasPrefix(message.Subject, "Your vote is missing") {
			t.Error("a former member is reminded")
		}
	}
}

// A member whose membership begins after the opening reads why they cannot vote, and gets no email about the vote.
func TestAMemberWhoJoinsAfterTheOpeningCannotVote(t *testing.T) {
	t.Parallel()
	for _, ballot := range []string{"secret", "open"} {
		f := newFixture(t)
		asha := f.member("Asha Rao")
		path := f.vote(fields{"ballot": ballot})
		f.Clock.Advance(time.Minute)
		banu := f.member("Banu Iyer")
		expect(t, "the members who may vote", f.office.Get(adminPath(path)).JSON["electors"], 1.0)
		for _, seen := range []fields{banu.Get(path).JSON, rows(t, banu.Get("/api/polls"))[0]} {
			expect(t, "whether the new member is in the electorate", seen["isElector"], false)
		}
		expect(t, "whether the new member can vote", banu.Get(path).JSON["canVote"], false)
		expect(t, "whether the other member can vote", asha.Get(path).JSON["canVote"], true)
		expect(t, "the polls on the home of the new member",
			len(banu.Get("/api/circle").JSON["consultations"].([]any)), 0)
		expect(t, "the polls on the home of the other", len(asha.Get("/api/circle").JSON["consultations"].([]any)), 1)
		f.refused(banu.Post(path+"/vote", fields{"choice": 1}), http.StatusForbidden,
			"This vote had opened before your membership began, so you cannot vote in it.")
		f.cast(asha, path, 1)
		f.Clock.Advance(4*day + time.Hour)
		f.Drain()
		for _, message := range f.Inbox(banu.account.Email()) {
			if strings.HasPrefix(message.Subject, "Please vote") || strings.HasPrefix(message.Subject, "Your vote") {
				t.Errorf("an email to a member who cannot vote: %s", message.Subject)
			}
		}
		f.publish(path)
		expect(t, "the members who could vote", banu.Get(path).JSON["result"].(fields)["members"], 1.0)
	}
}

func TestADraftThatMakesNoSenseIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	valid := fields{"title": "T", "text": "A.", "question": "Q?", "options": []string{"Yes", "No"}, "ballot": "open",
		"discussionEndsAt": "2027-03-31"}
	f.must(f.office.Post("/api/polls", valid), http.StatusCreated)
	for field, value := range map[string]any{
		"title": "", "text": " \n ", "question": "", "options": []string{"Yes"}, "ballot": "raised hands", "quorum": -1,
		"discussionEndsAt": "2020-01-01",
	} {
		body := fields{}
		for name, good := range valid {
			body[name] = good
		}
		body[field] = value
		if answer := f.office.Post("/api/polls", body); answer.Status != http.StatusBadRequest || answer.Field(field) == "" {
			t.Errorf("%s: %d %s", field, answer.Status, answer.Body)
		}
	}
	path := f.draft(nil)
	f.Clock.Advance(11 * day)
	f.refused(f.office.Post(path+"/publish", nil), http.StatusConflict,
		"The end of the discussion has passed. Choose a later one and publish the consultation then.")
	f.must(f.office.Send(http.MethodDelete, path, nil), http.StatusNoContent)
}

func TestAMemberWhoOptedOutOfNewsGetsNoEmail(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha := f.member("Asha Rao")
	f.must(asha.Send(http.MethodPut, "/api/user/email-preferences", fields{"topics": []string{"events"}}),
		http.StatusOK)
	f.discussion(nil)
	for _, message := range f.Inbox(asha.account.Email()) {
		t.Errorf("an email: %s", message.Subject)
	}
}

// Only the member who has blocked another does not read the comments of the other. If a comment disappeared for the
// blocked member, it would tell her of the block.
func TestABlockHidesTheCommentsOfAPerson(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	asha, banu, chitra := f.member("Asha Rao"), f.member("Banu Iyer"), f.member("Chitra Sen")
	path := f.discussion(nil)
	for _, author := range []member{asha, banu, chitra} {
		f.must(author.Post(path+"/comments", fields{"paragraph": 1, "text": "I agree."}), http.StatusCreated)
	}
	f.block(asha, banu)
	for reader, hidden := range map[*member]string{&asha: "Banu Iyer", &banu: "", &chitra: ""} {
		want := 3
		if hidden != "" {
			want = 2
		}
		list := f.must(reader.Get(path+"/comments"), http.StatusOK)
		if hidden != "" && strings.Contains(list.Body, hidden) ||
			list.Header.Get("X-Total-Count") != strconv.Itoa(want) {
			t.Errorf("%s: %s", hidden, list.Body)
		}
		counted := fmt.Sprintf(`"comments":%d`, want)
		for _, at := range []string{path, "/api/polls", "/api/circle"} {
			if seen := reader.Get(at); !strings.Contains(seen.Body, counted) {
				t.Errorf("%s has no %s: %s", at, counted, seen.Body)
			}
		}
	}
	if list := f.office.Get("/api/admin" + strings.TrimPrefix(path, "/api") + "/comments"); list.Header.Get("X-Total-Count") !=
		"3" {
		t.Errorf("the office: %s", list.Body)
	}
	policy := f.must(f.Visitor().Get("/api/site/texts/privacy"), http.StatusOK)
	if !strings.Contains(policy.Body, "You do not see their comments, but they still see yours.") {
		t.Error("the privacy policy does not say whose comments a block hides")
	}
}
