package nominations_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/testapp"
)

const (
	applicant = "shalini@example.com"
	own       = "/api/nominations/mine/"
)

var linkPattern = regexp.MustCompile(`/nomination\?(?:token|draft)=(\S+)`)

// linkToken returns the token of the link in the newest email with a subject.
func (o *reviewFixture) linkToken(email, subject string) string {
	o.Helper()
	found := linkPattern.FindStringSubmatch(o.email(email, subject).Text)
	if found == nil {
		o.Fatalf("%q has no link", subject)
	}
	token, err := url.QueryUnescape(found[1])
	if err != nil {
		o.Fatal(err)
	}
	return token
}

// nominateByMail sends a nomination and returns its id and the link's token in the confirmation.
func (o *reviewFixture) nominateByMail() (id, token string) {
	o.Helper()
	id = o.nominate(applicant)
	return id, o.linkToken(applicant, "We have received your nomination")
}

func TestAnApplicantSeesTheirNominationByTheLinkOfTheConfirmation(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	_, token := o.nominateByMail()
	a := newVisitor(o.App).Post(own+"details", form{"token": token})
	expect(t, a, http.StatusOK)
	answers := a.JSON["answers"].(map[string]any)
	o.expect("the name", answers["name"], "Shalini Verma")
	o.expect("the boards", answers["currentBoards"], "Arabian Sea Shipping Ltd\nPort Trust")
	o.expect("the expertise", answers["areasOfExpertise"], "[finance strategy]")
	o.expect("the status", a.JSON["status"], "submitted")
	o.expect("the time left", a.JSON["secondsLeft"], (48 * time.Hour).Seconds())
	o.expect("the steps", a.JSON["next"], "[amend withdraw]")
	o.expect("an account", a.JSON["hasAccount"], false)
}

func TestNoOtherTokenOpensANomination(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.nominateByMail()
	for _, wrong := range []string{id, id + ".", token + "x", strings.ToUpper(token), "." + token, token[1:]} {
		a := newVisitor(o.App).Post(own+"details", form{"token": wrong})
		expect(t, a, http.StatusNotFound)
	}
	expect(t, newVisitor(o.App).Post(own+"details", form{}), http.StatusUnauthorized)
	expect(t, newVisitor(o.App).Post(own+"details", form{"token": strings.Repeat("x", 201)}), http.StatusBadRequest)
	stranger, _ := newMember(t, o.App, "stranger@example.com", false)
	expect(t, stranger.Post(own+"details", form{}), http.StatusNotFound)
	impostor, _ := newMember(t, o.App, applicant, false) // has not verified the address
	expect(t, impostor.Post(own+"details", form{}), http.StatusNotFound)
}

func TestTheLinkVerifiesTheAddressOfTheAccountThatOpensIt(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	_, token := o.nominateByMail()
	member, account := newMember(t, o.App, applicant, false)
	stranger, other := newMember(t, o.App, "stranger@example.com", false)
	expect(t, stranger.Post(own+"details", form{"token": token}), http.StatusOK)
	expect(t, member.Post(own+"details", form{"token": token}), http.StatusOK)
	for id, want := range map[string]bool{account.Id: true, other.Id: false} {
		record, err := o.PB.FindRecordById("users", id)
		if err != nil || record.Verified() != want {
			t.Errorf("%s: verified %t, %v", record.Email(), record.Verified(), err)
		}
	}
	a := member.Post(own+"details", form{}) // the session continues and the link is no longer needed
	expect(t, a, http.StatusOK)
	o.expect("an account", a.JSON["hasAccount"], true)
}

func TestAnApplicantAmendsTheNominationUntilItsReviewBegins(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.nominateByMail()
	v := newVisitor(o.App)
	bad := v.Post(own+"amend", nomination(form{"token": token, "version": 0, "companyName": ""}))
	expect(t, bad, http.StatusBadRequest)
	if _, names := bad.JSON["data"].(map[string]any)["companyName"]; !names {
		t.Errorf("the answer names no field: %s", bad.Body)
	}
	corrected := nomination(form{"token": token, "version": 0, "companyName": "Konkan Steel Ltd",
		"email": "other@example.com"})
	delete(corrected, "agreeTerms") // was given when the nomination was sent
	a := v.Post(own+"amend", corrected)
	expect(t, a, http.StatusOK)
	o.expect("the company", a.JSON["answers"].(map[string]any)["companyName"], "Konkan Steel Ltd")
	o.expect("the address", a.JSON["answers"].(map[string]any)["email"], applicant)
	detail := o.nomination(id)
	o.expect("the company of the console", detail["companyName"], "Konkan Steel Ltd")
	o.expect("the status", detail["status"], "submitted")
	found := o.staff.Get("/api/nominations?search=konkan")
	if !strings.Contains(found.Body, id) {
		t.Error("the new company is not found")
	}
	// a second tab with the old version changes nothing
	expect(t, v.Post(own+"amend", nomination(form{"token": token, "version": 0})), http.StatusConflict)
	o.takeSteps(id, "take")
	late := v.Post(own+"amend", nomination(form{"token": token, "version": 2}))
	expect(t, late, http.StatusConflict)
	if !strings.Contains(o.actions(id), "nomination.amended") {
		t.Error("the audit log does not tell of it")
	}
}

func TestAnApplicantAnswersTheReviewersQuestionInPlace(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.nominateByMail()
	o.takeSteps(id, "take", "ask")
	o.Clock.Advance(time.Hour)
	v := newVisitor(o.App)
	o.expect("the token of the question's link", o.linkToken(applicant, "A question about your nomination"), token)
	seen := v.Post(own+"details", form{"token": token}).JSON
	steps := seen["steps"].([]any)
	o.expect("the question", steps[len(steps)-1].(map[string]any)["words"], "Which committees do you sit on?")
	expect(t, v.Post(own+"answer", form{"token": token, "version": seen["version"], "words": " "}),
		http.StatusBadRequest)
	a := v.Post(own+"answer", form{"token": token, "version": seen["version"], "words": "The audit committee."})
	expect(t, a, http.StatusOK)
	o.expect("the status", a.JSON["status"], "in_review")
	o.expect("the time left", a.JSON["secondsLeft"], (48 * time.Hour).Seconds())
	history := o.nomination(id)["steps"].([]any)
	last := history[len(history)-1].(map[string]any)
	o.expect("the answer in the console", last["why"], "The audit committee.")
	o.expect("whose it is", last["isApplicants"], true)
	if mail := o.email(testapp.AdminEmail, "Shalini Verma has answered your question"); !strings.Contains(mail.Text,
		"The audit committee.") {
		t.Errorf("the admins read %s", mail.Text)
	}
	expect(t, v.Post(own+"answer", form{"token": token, "version": a.JSON["version"], "words": "Again."}),
		http.StatusConflict)
}

func TestAWithdrawnNominationCanBeSentAgain(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.nominateByMail()
	o.takeSteps(id, "take")
	v := newVisitor(o.App)
	a := v.Post(own+"withdraw", form{"token": token, "version": 1, "words": "Another time."})
	expect(t, a, http.StatusOK)
	o.expect("the status", a.JSON["status"], "withdrawn")
	o.expect("the steps", a.JSON["next"], "[reopen]")
	o.expect("the counts", o.staff.Get("/api/nominations/counts").JSON["withdrawn"], 1)
	if queue := o.staff.Get("/api/nominations").Body; strings.Contains(queue, id) {
		t.Error("it is still in the queue")
	}
	expect(t, o.step(o.staff, id, "approve", form{"vote": "yes"}), http.StatusConflict)
	o.email(applicant, "You have withdrawn your nomination")
	o.Clock.Advance(100 * time.Hour)
	a = v.Post(own+"reopen", form{"token": token, "version": 2})
	expect(t, a, http.StatusOK)
	o.expect("the status", a.JSON["status"], "submitted")
	o.expect("the time left", a.JSON["secondsLeft"], (48 * time.Hour).Seconds())
	o.expect("when it was decided", a.JSON["decidedAt"], "")
	o.takeSteps(id, "take", "approve")
	version := v.Post(own+"details", form{"token": token}).JSON["version"]
	expect(t, v.Post(own+"withdraw", form{"token": token, "version": version}), http.StatusConflict)
}

func TestWhatTheReviewersKeepForThemselvesIsNotToldToTheApplicant(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.nominateByMail()
	o.takeSteps(id, "take")
	expect(t, o.staff.Post("/api/nominations/"+id+"/notes", form{"text": "Secret note"}), http.StatusOK)
	expect(t, o.step(o.staff, id, "decline", form{"why": "Secret reason", "vote": "no"}), http.StatusOK)
	body := newVisitor(o.App).Post(own+"details", form{"token": token}).Body
	for _, secret := range []string{"Secret", "kavita"} {
		if strings.Contains(body, secret) {
			t.Errorf("the applicant reads %s: %s", secret, body)
		}
	}
}

func TestADraftIsResumedOnAnotherDeviceByAMailedLink(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	first, second := newVisitor(o.App), newVisitor(o.App)
	expect(t, first.Post("/api/drafts/mine/link", nil), http.StatusNotFound)
	expect(t, first.Post("/api/drafts", form{"formData": form{"name": "Asha"}}), http.StatusOK)
	expect(t, first.Post("/api/drafts/mine/link", nil), http.StatusConflict)
	expect(t, first.Post("/api/drafts",
		form{"email": "asha@example.com",
			"formData": form{"name": "Asha", "email": "asha@example.com"}}), http.StatusOK)
	expect(t, first.Post("/api/drafts/mine/link", nil), http.StatusNoContent)
	token := o.linkToken("asha@example.com", "Continue your nomination")
	expect(t, second.Post("/api/drafts/resume", form{"token": token + "x"}), http.StatusNotFound)
	a := second.Post("/api/drafts/resume", form{"token": token})
	expect(t, a, http.StatusOK)
	o.expect("the name", a.JSON["formData"].(map[string]any)["name"], "Asha")
	expect(t, second.Get("/api/drafts/mine"), http.StatusOK)
	// a visitor who started the draft with another person's address cannot read what the owner of the address adds
	expect(t, first.Get("/api/drafts/mine"), http.StatusNotFound)
	statuses := []int{first.Post("/api/drafts/resume", form{"token": token}).Status,
		second.Get("/api/drafts/mine").Status}
	if !slices.Equal(statuses, []int{http.StatusOK, http.StatusNotFound}) {
		t.Errorf("the link works again as %v", statuses)
	}
}

// A visitor starts a draft with their own address, receives a link, and then enters another person's address.
func TestALinkToADraftIsVoidOnceAnotherAddressStandsInIt(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	stranger, owner := newVisitor(o.App), newVisitor(o.App)
	save := func(email string) {
		expect(t, stranger.Post("/api/drafts", form{"email": email, "formData": form{"email": email}}), http.StatusOK)
	}
	save("stranger@example.com")
	expect(t, stranger.Post("/api/drafts/mine/link", nil), http.StatusNoContent)
	old := o.linkToken("stranger@example.com", "Continue your nomination")
	o.Clock.Advance(time.Hour)
	expect(t, stranger.Post("/api/drafts/mine/link", nil), http.StatusNoContent)
	save("asha@example.com") // before the second email is sent
	o.Clock.Advance(time.Second)
	if sent := len(o.Inbox("stranger@example.com")); sent != 1 {
		t.Errorf("%d emails lead the stranger to the draft", sent)
	}
	expect(t, stranger.Post("/api/drafts/mine/link", nil), http.StatusNoContent)
	token := o.linkToken("asha@example.com", "Continue your nomination")
	expect(t, owner.Post("/api/drafts/resume", form{"token": token}), http.StatusOK)
	expect(t, stranger.Post("/api/drafts/resume", form{"token": old}), http.StatusNotFound)
	expect(t, owner.Get("/api/drafts/mine"), http.StatusOK)
}

func TestWithdrawingAgainAndAgainFloodsNoMailbox(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	_, token := o.nominateByMail()
	before, v := len(o.Inbox(applicant)), newVisitor(o.App)
	for range 12 {
		version := v.Post(own+"details", form{"token": token}).JSON["version"]
		v.Post(own+"withdraw", form{"token": token, "version": version})
		version = v.Post(own+"details", form{"token": token}).JSON["version"]
		v.Post(own+"reopen", form{"token": token, "version": version})
		o.Clock.Advance(2 * time.Minute)
	}
	if sent := len(o.Inbox(applicant)) - before; sent != 5 {
		t.Errorf("%d emails", sent)
	}
}
