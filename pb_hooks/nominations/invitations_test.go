package nominations_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
)

var invitationLink = regexp.MustCompile(`http://boardcircle\.test/auth\?invitation=(\S+)`)
var resetLink = regexp.MustCompile(`http://boardcircle\.test/reset-password\?token=(\S+)`)

// invited approves a nomination of an address and returns its id and the token of its letter.
func (o *office) invited(email string) (id, token string) {
	o.Helper()
	id = o.nominee(email)
	o.walk(id, "take", "approve")
	return id, o.token(email)
}

// token is what stands in the newest invitation's letter.
func (o *office) token(email string) string {
	o.Helper()
	found := invitationLink.FindStringSubmatch(o.letter(email, "Your invitation to Boardcircle").Text)
	if found == nil {
		o.Fatal("the letter has no link")
	}
	token, err := url.QueryUnescape(found[1])
	if err != nil {
		o.Fatal(err)
	}
	return token
}

func signUp(email, token string) form {
	return form{"name": "Asha Rao", "email": email, "phone": "+919876543210", "location": "Pune", "password": testapp.Password,
		"requestType": "membership", "invitation": token}
}

func (o *office) look(token string) testapp.Response {
	return visitor(o.App).Post("/api/invitations/look", form{"token": token})
}

func TestAnInvitationLeadsToAnAccountOnce(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id, token := o.invited("asha@example.com")
	a := o.look(token)
	expect(t, a, http.StatusOK)
	for field, want := range map[string]any{"status": "open", "message": "", "email": "asha@example.com", "name": "Shalini Verma", "hasAccount": false,
		"phone": "+91 22 4000 9876", "location": "Mumbai, Maharashtra"} {
		o.expect(field, a.JSON[field], want)
	}

	wrong := visitor(o.App).Post("/api/register", signUp("other@example.com", token))
	expect(t, wrong, http.StatusBadRequest)
	o.expect("another e-mail", wrong.Field("email"), "This invitation was sent to another e-mail address. Please use that one.")
	o.expect("her account", len(records(t, o.App, "users")), 0)

	hers := visitor(o.App)
	expect(t, hers.Post("/api/register", signUp("asha@example.com", token)), http.StatusCreated)
	o.expect("her e-mail is proved", records(t, o.App, "users")[0].Verified(), true)
	o.expect("her own view", hers.Get("/api/nominations/mine").Body, `{"status":"approved","isApproved":true}`+"\n")

	a = o.look(token)
	o.expect("afterwards", a.JSON["status"], "used")
	o.expect("its sentence", a.JSON["message"], "This invitation has been accepted already. Please log in to go on to the membership plans.")
	o.expect("whose it was", []any{a.JSON["email"], a.JSON["phone"], a.JSON["location"]}, []any{"", "", ""})
	replay := hers.Post("/api/invitations/accept", form{"token": token})
	expect(t, replay, http.StatusConflict)
	o.expect("its field", replay.Field("invitation"), a.JSON["message"])
	resend := o.staff.Post("/api/nominations/"+id+"/invitation", form{"replaces": o.invitation(id)["id"]})
	expect(t, resend, http.StatusConflict)
	o.expect("the console", o.invitation(id)["status"], "used")
}

func (o *office) invitation(id string) map[string]any {
	o.Helper()
	invitation, ok := o.nomination(id)["invitation"].(map[string]any)
	if !ok {
		o.Fatal("no invitation")
	}
	return invitation
}

func TestWhoHasAnAccountAcceptsSignedIn(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	_, token := o.invited("asha@example.com")
	stranger, strangers := member(t, o.App, "stranger@example.com", false)
	hers, account := member(t, o.App, "asha@example.com", false)
	o.expect("the look", o.look(token).JSON["hasAccount"], true)
	expect(t, visitor(o.App).Post("/api/invitations/accept", form{"token": token}), http.StatusUnauthorized)
	o.expect("a stranger", stranger.Post("/api/invitations/accept", form{"token": token}).Status, http.StatusBadRequest)
	a := hers.Post("/api/invitations/accept", form{"token": token})
	expect(t, a, http.StatusOK)
	o.expect("approved", a.JSON["isApproved"], true)
	for whose, proved := range map[*core.Record]bool{account: true, strangers: false} {
		user, err := o.PB.FindRecordById("users", whose.Id)
		if err != nil {
			t.Fatal(err)
		}
		o.expect("the e-mail is proved", user.Verified(), proved)
	}
}

func TestAnInvitationExpires(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id, token := o.invited("asha@example.com")
	o.Clock.Advance(14*24*time.Hour - time.Second)
	o.expect("at the last moment", o.look(token).JSON["status"], "open")
	o.Clock.Advance(time.Second)
	a := o.look(token)
	o.expect("a moment later", a.JSON["status"], "expired")
	if !strings.Contains(a.JSON["message"].(string), "has expired") {
		t.Error(a.Body)
	}
	expect(t, visitor(o.App).Post("/api/register", signUp("asha@example.com", token)), http.StatusConflict)
	o.expect("accounts", len(records(t, o.App, "users")), 0)

	again := o.staff.Post("/api/nominations/"+id+"/invitation", form{"replaces": o.invitation(id)["id"]})
	expect(t, again, http.StatusOK)
	expect(t, visitor(o.App).Post("/api/register", signUp("asha@example.com", o.token("asha@example.com"))), http.StatusCreated)
}

func TestANewInvitationMakesTheOldOneVoid(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id, old := o.invited("asha@example.com")
	first := o.invitation(id)["id"]
	o.Clock.Advance(time.Minute)
	path := "/api/nominations/" + id + "/invitation"
	expect(t, o.staff.Post(path, form{"replaces": first}), http.StatusOK)
	expect(t, o.staff.Post(path, form{"replaces": first}), http.StatusConflict)
	o.expect("the old one", o.look(old).JSON["status"], "void")
	fresh := o.token("asha@example.com")
	o.expect("the new one", o.look(fresh).JSON["status"], "open")
	o.expect("letters", o.subjects("asha@example.com"), "Your invitation to Boardcircle, Your invitation to Boardcircle")
	expect(t, visitor(o.App).Post("/api/register", signUp("asha@example.com", old)), http.StatusConflict)
	o.expect("the audit log", o.actions(id), "nomination.taken vote.cast nomination.approved letter.queued letter.queued")

	t.Run("and an old letter that has not left yet is not sent", func(t *testing.T) {
		id := o.nominee("bina@example.com")
		o.walk(id, "take", "approve")
		expect(t, o.staff.Post("/api/nominations/"+id+"/invitation", form{"replaces": o.invitation(id)["id"]}), http.StatusOK)
		if got := o.subjects("bina@example.com"); got != "Your invitation to Boardcircle" {
			t.Error(got)
		}
	})
	t.Run("and only an approved nomination has one", func(t *testing.T) {
		id := o.nominee("cora@example.com")
		expect(t, o.staff.Post("/api/nominations/"+id+"/invitation", form{"replaces": ""}), http.StatusConflict)
	})
}

func TestATokenIsAtRestNowhere(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	_, token := o.invited("asha@example.com")
	for _, name := range []string{"invitations", "email_logs", "audit_log", "review_steps"} {
		for _, row := range records(t, o.App, name) {
			row.IgnoreEmailVisibility(true)
			text, err := row.Unhide("tokenHash").MarshalJSON()
			if err != nil || strings.Contains(string(text), token) {
				t.Errorf("%s holds the token: %v", name, err)
			}
		}
	}
	for _, odd := range []string{"nonsense", token + "x", token[1:]} {
		o.expect("an unknown token", o.look(odd).Status, http.StatusNotFound)
	}
	o.expect("no token", o.look("").Status, http.StatusBadRequest)
}

func TestAnApplicantSeesHowFarItIsAndNothingElse(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	expect(t, visitor(o.App).Get("/api/nominations/mine"), http.StatusUnauthorized)
	id := o.nominee("asha@example.com")
	hers, account := member(t, o.App, "asha@example.com", false)
	proved(t, o.App, account)
	mine := func(want string) {
		t.Helper()
		o.expect("her view", hers.Get("/api/nominations/mine").Body, want+"\n")
	}
	mine(`{"status":"submitted","isApproved":false}`)
	o.walk(id, "take", "ask")
	mine(`{"status":"info_requested","isApproved":false}`)
	o.walk(id, "resume", "approve")
	// even a proved address may not buy by itself: an invitation ends
	mine(`{"status":"approved","isApproved":false}`)

	other, others := member(t, o.App, "new@example.com", false)
	o.expect("without one", other.Get("/api/nominations/mine").Body, `{"status":"none","isApproved":false}`+"\n")
	a := other.Post("/api/registrations", nomination())
	expect(t, a, http.StatusCreated)
	o.walk(a.JSON["id"].(string), "take", "approve")
	o.expect("her own", other.Get("/api/nominations/mine").Body, `{"status":"approved","isApproved":false}`+"\n")
	proved(t, o.App, others)
	o.expect("her own, proved", other.Get("/api/nominations/mine").Body, `{"status":"approved","isApproved":true}`+"\n")
}

func TestWhoHasOnlyTypedANomineesAddressIsNotToldHowFarItIs(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id := o.nominee("asha@example.com")
	anybody := visitor(o.App)
	expect(t, anybody.Post("/api/register", signUp("asha@example.com", "")), http.StatusCreated)
	mine := func(want string) {
		t.Helper()
		o.expect("the view", anybody.Get("/api/nominations/mine").Body, want+"\n")
	}
	mine(`{"status":"unproved","isApproved":false}`)
	o.walk(id, "take", "decline")
	mine(`{"status":"unproved","isApproved":false}`)

	// what the page's button asks for
	expect(t, anybody.Post("/api/forgot-password", form{"email": "asha@example.com"}), http.StatusOK)
	link := resetLink.FindStringSubmatch(o.letter("asha@example.com", "Set a new password for Boardcircle").Text)
	if link == nil {
		t.Fatal("the letter has no link")
	}
	token, err := url.QueryUnescape(link[1])
	if err != nil {
		t.Fatal(err)
	}
	expect(t, anybody.Post("/api/reset-password", form{"token": token, "newPassword": "Another-Horse-2"}), http.StatusOK)
	expect(t, anybody.Post("/api/login", form{"email": "asha@example.com", "password": "Another-Horse-2"}), http.StatusOK)
	mine(`{"status":"declined","isApproved":false}`)
}

func TestAnInvitationIsSentAgainOnceAMinuteAndFiveTimesAnHour(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	id, _ := o.invited("asha@example.com")
	again := func() testapp.Response {
		return o.staff.Post("/api/nominations/"+id+"/invitation", form{"replaces": o.invitation(id)["id"]})
	}
	expect(t, again(), http.StatusOK)
	refused := again()
	expect(t, refused, http.StatusTooManyRequests)
	o.expect("the sentence", refused.Message(),
		"Such a letter has just gone to asha@example.com. Please wait a minute before you send another one.")
	for range 4 {
		o.Clock.Advance(time.Minute)
		expect(t, again(), http.StatusOK)
	}
	o.Clock.Advance(time.Minute)
	refused = again()
	expect(t, refused, http.StatusTooManyRequests)
	o.expect("the sentence", refused.Message(),
		"Five such letters have gone to asha@example.com within the hour. Please wait before you send another one.")
	o.Clock.Advance(time.Hour)
	expect(t, again(), http.StatusOK)
}
