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
	minePath  = "/api/nominations/mine/"
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

// nominateWithLink sends a nomination, and returns its id and the token of the link in the confirmation.
func (o *reviewFixture) nominateWithLink() (id, token string) {
	o.Helper()
	id = o.nominate(applicant)
	return id, o.linkToken(applicant, "We have received your nomination")
}

func TestApplicantOpensTheirNominationWithTheLinkOfTheConfirmation(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	_, token := o.nominateWithLink()
	a := newVisitor(o.App).Post(minePath+"details", form{"token": token})
	expect(t, a, http.StatusOK)
	answers := a.JSON["answers"].(map[string]any)
	o.expect("the name", answers["name"], "Shalini Verma")
	o.expect("the boards", answers["currentBoards"], "Arabian Sea Shipping Ltd\nPort Trust")
	o.expect("the expertise", answers["areasOfExpertise"], "[finance strategy]")
	o.expect("the status", a.JSON["status"], "submitted")
	o.expect("the time left", a.JSON["secondsLeft"], (48 * time.Hour).Seconds())
	o.expect("the possible steps", a.JSON["next"], "[amend withdraw]")
	o.expect("hasAccount", a.JSON["hasAccount"], false)
}

func TestInvalidTokensDoNotOpenANomination(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.nominateWithLink()
	for _, invalid := range []string{id, id + ".", token + "x", strings.ToUpper(token), "." + token, token[1:]} {
		a := newVisitor(o.App).Post(minePath+"details", form{"token": invalid})
		expect(t, a, http.StatusNotFound)
	}
	expect(t, newVisitor(o.App).Post(minePath+"details", form{}), http.StatusUnauthorized)
	expect(t, newVisitor(o.App).Post(minePath+"details", form{"token": strings.Repeat("x", 201)}), http.StatusBadRequest)
	stranger, _ := newMember(t, o.App, "stranger@example.com", false)
	expect(t, stranger.Post(minePath+"details", form{}), http.StatusNotFound)
	unverified, _ := newMember(t, o.App, applicant, false) // This account has not verified its email.
	expect(t, unverified.Post(minePath+"details", form{}), http.StatusNotFound)
}

func TestLinkVerifiesTheEmailOfTheAccountThatOpensIt(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	_, token := o.nominateWithLink()
	member, account := newMember(t, o.App, applicant, false)
	stranger, other := newMember(t, o.App, "stranger@example.com", false)
	expect(t, stranger.Post(minePath+"details", form{"token": token}), http.StatusOK)
	expect(t, member.Post(minePath+"details", form{"token": token}), http.StatusOK)
	for id, want := range map[string]bool{account.Id: true, other.Id: false} {
		record, err := o.PB.FindRecordById("users", id)
		if err != nil || record.Verified() != want {
			t.Errorf("%s: verified = %t, want %t; error = %v", record.Email(), record.Verified(), want, err)
		}
	}
	// The session is still valid, and the account no longer needs the link.
	a := member.Post(minePath+"details", form{})
	expect(t, a, http.StatusOK)
	o.expect("hasAccount", a.JSON["hasAccount"], true)
}

func TestApplicantAmendsTheNominationUntilTheReviewStarts(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.nominateWithLink()
	v := newVisitor(o.App)
	bad := v.Post(minePath+"amend", nomination(form{"token": token, "version": 0, "companyName": ""}))
	expect(t, bad, http.StatusBadRequest)
	if _, names := bad.JSON["data"].(map[string]any)["companyName"]; !names {
		t.Errorf("body = %s, want an error for companyName", bad.Body)
	}
	corrected := nomination(form{"token": token, "version": 0, "companyName": "Konkan Steel Ltd",
		"email": "other@example.com"})
	delete(corrected, "agreeTerms") // The applicant agreed when they sent the nomination.
	a := v.Post(minePath+"amend", corrected)
	expect(t, a, http.StatusOK)
	o.expect("the company", a.JSON["answers"].(map[string]any)["companyName"], "Konkan Steel Ltd")
	o.expect("the address", a.JSON["answers"].(map[string]any)["email"], applicant)
	detail := o.nomination(id)
	o.expect("the company in the console", detail["companyName"], "Konkan Steel Ltd")
	o.expect("the status", detail["status"], "submitted")
	found := o.staff.Get("/api/nominations?search=konkan")
	if !strings.Contains(found.Body, id) {
		t.Error("the search does not find the new company")
	}
	// A second tab with the old version changes nothing.
	expect(t, v.Post(minePath+"amend", nomination(form{"token": token, "version": 0})), http.StatusConflict)
	o.takeSteps(id, "take")
	late := v.Post(minePath+"amend", nomination(form{"token": token, "version": 2}))
	expect(t, late, http.StatusConflict)
	if !strings.Contains(o.actions(id), "nomination.amended") {
		t.Error("the audit log does not have the change")
	}
}

func TestApplicantAnswersAQuestionWithTheLink(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.nominateWithLink()
	o.takeSteps(id, "take", "ask")
	o.Clock.Advance(time.Hour)
	v := newVisitor(o.App)
	o.expect("the token of the question's link", o.linkToken(applicant, "A question about your nomination"), token)
	details := v.Post(minePath+"details", form{"token": token}).JSON
	steps := details["steps"].([]any)
	o.expect("the question", steps[len(steps)-1].(map[string]any)["words"], "Which committees do you sit on?")
	expect(t, v.Post(minePath+"answer", form{"token": token, "version": details["version"], "words": " "}),
		http.StatusBadRequest)
	a := v.Post(minePath+"answer", form{"token": token, "version": details["version"], "words": "The audit committee."})
	expect(t, a, http.StatusOK)
	o.expect("the status", a.JSON["status"], "in_review")
	o.expect("the time left", a.JSON["secondsLeft"], (48 * time.Hour).Seconds())
	history := o.nomination(id)["steps"].([]any)
	last := history[len(history)-1].(map[string]any)
	o.expect("the answer in the console", last["why"], "The audit committee.")
	o.expect("whether the answer is the applicant's", last["isApplicants"], true)
	if mail := o.email(testapp.AdminEmail, "Shalini Verma has answered your question"); !strings.Contains(mail.Text,
		"The audit committee.") {
		t.Errorf("email to the admins = %s, want the answer", mail.Text)
	}
	expect(t, v.Post(minePath+"answer", form{"token": token, "version": a.JSON["version"], "words": "Again."}),
		http.StatusConflict)
}

func TestWithdrawnNominationCanBeReopened(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.nominateWithLink()
	o.takeSteps(id, "take")
	v := newVisitor(o.App)
	a := v.Post(minePath+"withdraw", form{"token": token, "version": 1, "words": "Another time."})
	expect(t, a, http.StatusOK)
	o.expect("the status", a.JSON["status"], "withdrawn")
	o.expect("the possible steps", a.JSON["next"], "[reopen]")
	o.expect("the number of withdrawn nominations", o.staff.Get("/api/nominations/counts").JSON["withdrawn"], 1)
	if queue := o.staff.Get("/api/nominations").Body; strings.Contains(queue, id) {
		t.Error("the withdrawn nomination is still in the queue")
	}
	expect(t, o.step(o.staff, id, "approve", form{"vote": "yes"}), http.StatusConflict)
	o.email(applicant, "You have withdrawn your nomination")
	o.Clock.Advance(100 * time.Hour)
	a = v.Post(minePath+"reopen", form{"token": token, "version": 2})
	expect(t, a, http.StatusOK)
	o.expect("the status", a.JSON["status"], "submitted")
	o.expect("the time left", a.JSON["secondsLeft"], (48 * time.Hour).Seconds())
	o.expect("the time of the decision", a.JSON["decidedAt"], "")
	o.takeSteps(id, "take", "approve")
	version := v.Post(minePath+"details", form{"token": token}).JSON["version"]
	expect(t, v.Post(minePath+"withdraw", form{"token": token, "version": version}), http.StatusConflict)
}

func TestInternalNotesAndReasonsAreHiddenFromTheApplicant(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.nominateWithLink()
	o.takeSteps(id, "take")
	expect(t, o.staff.Post("/api/nominations/"+id+"/notes", form{"text": "Secret note"}), http.StatusOK)
	expect(t, o.step(o.staff, id, "decline", form{"why": "Secret reason", "vote": "no"}), http.StatusOK)
	body := newVisitor(o.App).Post(minePath+"details", form{"token": token}).Body
	for _, secret := range []string{"Secret", "kavita"} {
		if strings.Contains(body, secret) {
			t.Errorf("the details contain %s: %s", secret, body)
		}
	}
}

func TestDraftIsResumedOnAnotherDeviceWithALink(t *testing.T) {
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
	if text := o.email("asha@example.com", "Continue your nomination").Text; !strings.Contains(text, "Dear Asha,") {
		t.Errorf("the email does not use the name: %s", text)
	}
	token := o.linkToken("asha@example.com", "Continue your nomination")
	expect(t, second.Post("/api/drafts/resume", form{"token": token + "x"}), http.StatusNotFound)
	a := second.Post("/api/drafts/resume", form{"token": token})
	expect(t, a, http.StatusOK)
	o.expect("the name", a.JSON["formData"].(map[string]any)["name"], "Asha")
	expect(t, second.Get("/api/drafts/mine"), http.StatusOK)
	// The first browser may belong to a visitor who entered another person's email. It must not read what the owner of
	// the email adds.
	expect(t, first.Get("/api/drafts/mine"), http.StatusNotFound)
	statuses := []int{first.Post("/api/drafts/resume", form{"token": token}).Status,
		second.Get("/api/drafts/mine").Status}
	if !slices.Equal(statuses, []int{http.StatusOK, http.StatusNotFound}) {
		t.Errorf("statuses = %v, want the link to move the draft to the first browser again", statuses)
	}
}

// A visitor starts a draft with their own address, receives a link, and then enters another person's address.
func TestDraftLinkIsVoidAfterTheEmailOfTheDraftChanges(t *testing.T) {
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
	save("asha@example.com") // The second email is still in the queue.
	o.Clock.Advance(time.Second)
	if sent := len(o.Inbox("stranger@example.com")); sent != 1 {
		t.Errorf("%d emails to the first address, want only the first one", sent)
	}
	expect(t, stranger.Post("/api/drafts/mine/link", nil), http.StatusNoContent)
	token := o.linkToken("asha@example.com", "Continue your nomination")
	expect(t, owner.Post("/api/drafts/resume", form{"token": token}), http.StatusOK)
	expect(t, stranger.Post("/api/drafts/resume", form{"token": old}), http.StatusNotFound)
	expect(t, owner.Get("/api/drafts/mine"), http.StatusOK)
}

func TestEmailsAboutRepeatedWithdrawalsAreLimited(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	_, token := o.nominateWithLink()
	before, v := len(o.Inbox(applicant)), newVisitor(o.App)
	for range 12 {
		version := v.Post(minePath+"details", form{"token": token}).JSON["version"]
		v.Post(minePath+"withdraw", form{"token": token, "version": version})
		version = v.Post(minePath+"details", form{"token": token}).JSON["version"]
		v.Post(minePath+"reopen", form{"token": token, "version": version})
		o.Clock.Advance(2 * time.Minute)
	}
	if sent := len(o.Inbox(applicant)) - before; sent != 5 {
		t.Errorf("%d emails, want 5", sent)
	}
}
