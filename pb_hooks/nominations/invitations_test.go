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

// invite creates and approves a nomination, and returns its id and the token of the invitation.
func (o *reviewFixture) invite(email string) (id, token string) {
	o.Helper()
	id = o.nominate(email)
	o.takeSteps(id, "take", "approve")
	return id, o.token(email)
}

// token returns the token in the newest email with an invitation.
func (o *reviewFixture) token(email string) string {
	o.Helper()
	found := invitationLink.FindStringSubmatch(o.email(email, "Your invitation to Boardcircle").Text)
	if found == nil {
		o.Fatal("the email has no link")
	}
	token, err := url.QueryUnescape(found[1])
	if err != nil {
		o.Fatal(err)
	}
	return token
}

func signUp(email, token string) form {
	return form{
		"name":        "Asha Rao",
		"email":       email,
		"phone":       "+919876543210",
		"location":    "Pune",
		"password":    testapp.Password,
		"requestType": "membership",
		"invitation":  token,
	}
}

func (o *reviewFixture) lookUp(token string) testapp.Response {
	return newVisitor(o.App).Post("/api/invitations/look", form{"token": token})
}

func TestAnInvitationIsAcceptedOnce(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.invite("asha@example.com")
	a := o.lookUp(token)
	expect(t, a, http.StatusOK)
	for field, want := range map[string]any{"status": "open", "message": "", "email": "asha@example.com", "name": "Shalini Verma", "hasAccount": false,
		"phone": "+912240009876", "location": "Mumbai, Maharashtra"} {
		o.expect(field, a.JSON[field], want)
	}

	otherEmail := newVisitor(o.App).Post("/api/register", signUp("other@example.com", token))
	expect(t, otherEmail, http.StatusBadRequest)
	o.expect("the error for another email", otherEmail.Field("email"),
		"This invitation was sent to another email address. Please use that address.")
	o.expect("the number of accounts", len(records(t, o.App, "users")), 0)

	applicant := newVisitor(o.App)
	expect(t, applicant.Post("/api/register", signUp("asha@example.com", token)), http.StatusCreated)
	o.expect("whether the email is verified", records(t, o.App, "users")[0].Verified(), true)
	o.expect("the applicant's own view", applicant.Get("/api/nominations/mine").Body,
		`{"status":"approved","isApproved":true}`+"\n")
	if welcome := o.email("asha@example.com", "Welcome to Boardcircle").Text; strings.Contains(welcome, "#register") {
		t.Errorf("the welcome asks an approved applicant for a nomination: %s", welcome)
	}

	a = o.lookUp(token)
	o.expect("the status of the accepted invitation", a.JSON["status"], "used")
	o.expect("the message", a.JSON["message"],
		"This invitation has already been accepted. Please sign in to continue to the membership plans.")
	o.expect("the personal data of the accepted invitation", []any{a.JSON["email"], a.JSON["phone"], a.JSON["location"]}, []any{"", "", ""})
	replay := applicant.Post("/api/invitations/accept", form{"token": token})
	expect(t, replay, http.StatusConflict)
	o.expect("the error for a second acceptance", replay.Field("invitation"), a.JSON["message"])
	resend := o.staff.Post("/api/nominations/"+id+"/invitation", form{"currentInvitationId": o.invitation(id)["id"]})
	expect(t, resend, http.StatusConflict)
	o.expect("the status in the console", o.invitation(id)["status"], "used")
}

func (o *reviewFixture) invitation(id string) map[string]any {
	o.Helper()
	invitation, ok := o.nomination(id)["invitation"].(map[string]any)
	if !ok {
		o.Fatal("no invitation")
	}
	return invitation
}

func TestASignedInAccountAcceptsAnInvitation(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	_, token := o.invite("asha@example.com")
	other, otherAccount := newMember(t, o.App, "stranger@example.com", false)
	applicant, account := newMember(t, o.App, "asha@example.com", false)
	o.expect("hasAccount", o.lookUp(token).JSON["hasAccount"], true)
	expect(t, newVisitor(o.App).Post("/api/invitations/accept", form{"token": token}), http.StatusUnauthorized)
	o.expect("the status for another account", other.Post("/api/invitations/accept", form{"token": token}).Status,
		http.StatusBadRequest)
	a := applicant.Post("/api/invitations/accept", form{"token": token})
	expect(t, a, http.StatusOK)
	o.expect("isApproved", a.JSON["isApproved"], true)
	for account, isVerified := range map[*core.Record]bool{account: true, otherAccount: false} {
		user, err := o.PB.FindRecordById("users", account.Id)
		if err != nil {
			t.Fatal(err)
		}
		o.expect("whether the email is verified", user.Verified(), isVerified)
	}
}

func TestAnInvitationExpires(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, token := o.invite("asha@example.com")
	o.Clock.Advance(14*24*time.Hour - time.Second)
	o.expect("the status a second before the end", o.lookUp(token).JSON["status"], "open")
	o.Clock.Advance(time.Second)
	a := o.lookUp(token)
	o.expect("the status at the end", a.JSON["status"], "expired")
	if !strings.Contains(a.JSON["message"].(string), "has expired") {
		t.Errorf("body = %s, want a message about the expiry", a.Body)
	}
	expect(t, newVisitor(o.App).Post("/api/register", signUp("asha@example.com", token)), http.StatusConflict)
	o.expect("the number of accounts", len(records(t, o.App, "users")), 0)

	again := o.staff.Post("/api/nominations/"+id+"/invitation", form{"currentInvitationId": o.invitation(id)["id"]})
	expect(t, again, http.StatusOK)
	expect(t, newVisitor(o.App).Post("/api/register", signUp("asha@example.com", o.token("asha@example.com"))),
		http.StatusCreated)
}

func TestNewInvitationInvalidatesTheOldOne(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, old := o.invite("asha@example.com")
	first := o.invitation(id)["id"]
	o.Clock.Advance(time.Minute)
	path := "/api/nominations/" + id + "/invitation"
	expect(t, o.staff.Post(path, form{"currentInvitationId": first}), http.StatusOK)
	expect(t, o.staff.Post(path, form{"currentInvitationId": first}), http.StatusConflict)
	o.expect("the status of the old invitation", o.lookUp(old).JSON["status"], "void")
	fresh := o.token("asha@example.com")
	o.expect("the status of the new invitation", o.lookUp(fresh).JSON["status"], "open")
	o.expect("the emails", o.subjects("asha@example.com"),
		"Your invitation to Boardcircle, Your invitation to Boardcircle")
	expect(t, newVisitor(o.App).Post("/api/register", signUp("asha@example.com", old)), http.StatusConflict)
	o.expect("the audit log", o.actions(id),
		"nomination.taken vote.cast nomination.approved letter.queued letter.queued")

	t.Run("a queued email with the old invitation is not sent", func(t *testing.T) {
		id := o.nominate("bina@example.com")
		o.takeSteps(id, "take", "approve")
		expect(t, o.staff.Post("/api/nominations/"+id+"/invitation", form{"currentInvitationId": o.invitation(id)["id"]}),
			http.StatusOK)
		if got := o.subjects("bina@example.com"); got != "Your invitation to Boardcircle" {
			t.Errorf("emails = %q, want only the new invitation", got)
		}
	})
	t.Run("only approved nominations are invited", func(t *testing.T) {
		id := o.nominate("cora@example.com")
		expect(t, o.staff.Post("/api/nominations/"+id+"/invitation", form{"currentInvitationId": ""}), http.StatusConflict)
	})
}

func TestInvitationTokenIsNotStored(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	_, token := o.invite("asha@example.com")
	for _, name := range []string{"invitations", "email_logs", "audit_log", "review_steps"} {
		for _, row := range records(t, o.App, name) {
			row.IgnoreEmailVisibility(true)
			text, err := row.Unhide("tokenHash").MarshalJSON()
			if err != nil || strings.Contains(string(text), token) {
				t.Errorf("%s contains the token, error = %v", name, err)
			}
		}
	}
	for _, invalid := range []string{"nonsense", token + "x", token[1:]} {
		o.expect("the status for an unknown token", o.lookUp(invalid).Status, http.StatusNotFound)
	}
	o.expect("the status without a token", o.lookUp("").Status, http.StatusBadRequest)
}

func TestAnApplicantSeesOnlyTheStatus(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	expect(t, newVisitor(o.App).Get("/api/nominations/mine"), http.StatusUnauthorized)
	id := o.nominate("asha@example.com")
	applicant, account := newMember(t, o.App, "asha@example.com", false)
	verifyEmail(t, o.App, account)
	expectView := func(want string) {
		t.Helper()
		o.expect("the applicant's own view", applicant.Get("/api/nominations/mine").Body, want+"\n")
	}
	expectView(`{"status":"submitted","isApproved":false}`)
	o.takeSteps(id, "take", "ask")
	expectView(`{"status":"info_requested","isApproved":false}`)
	o.takeSteps(id, "resume", "approve")
	// A verified email is not enough: the account has to accept the invitation.
	expectView(`{"status":"approved","isApproved":false}`)

	other, otherAccount := newMember(t, o.App, "new@example.com", false)
	o.expect("the view without a nomination", other.Get("/api/nominations/mine").Body, `{"status":"unproved","isApproved":false}`+"\n")
	a := other.Post("/api/registrations", nomination())
	expect(t, a, http.StatusCreated)
	o.takeSteps(a.JSON["id"].(string), "take", "approve")
	o.expect("the view of the other applicant", other.Get("/api/nominations/mine").Body, `{"status":"approved","isApproved":false}`+"\n")
	verifyEmail(t, o.App, otherAccount)
	o.expect("the view of the other applicant after the verification", other.Get("/api/nominations/mine").Body,
		`{"status":"approved","isApproved":true}`+"\n")
}

func TestTheStatusIsHiddenFromAnUnverifiedEmail(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	noNomination := newVisitor(o.App)
	expect(t, noNomination.Post("/api/register", signUp("nonomination@example.com", "")), http.StatusCreated)
	o.expect("the view without a nomination", noNomination.Get("/api/nominations/mine").Body,
		`{"status":"unproved","isApproved":false}`+"\n")
	id := o.nominate("asha@example.com")
	unverified := newVisitor(o.App)
	expect(t, unverified.Post("/api/register", signUp("asha@example.com", "")), http.StatusCreated)
	expectView := func(want string) {
		t.Helper()
		o.expect("the view", unverified.Get("/api/nominations/mine").Body, want+"\n")
	}
	expectView(`{"status":"unproved","isApproved":false}`)
	o.takeSteps(id, "take", "decline")
	expectView(`{"status":"unproved","isApproved":false}`)

	// The page has a button that requests this link.
	expect(t, unverified.Post("/api/forgot-password", form{"email": "asha@example.com"}), http.StatusOK)
	link := resetLink.FindStringSubmatch(o.email("asha@example.com", "Set a new password for Boardcircle").Text)
	if link == nil {
		t.Fatal("the email has no link")
	}
	token, err := url.QueryUnescape(link[1])
	if err != nil {
		t.Fatal(err)
	}
	expect(t, unverified.Post("/api/reset-password", form{"token": token, "newPassword": "Another-Horse-2"}),
		http.StatusOK)
	expect(t, unverified.Post("/api/login", form{"email": "asha@example.com", "password": "Another-Horse-2"}),
		http.StatusOK)
	expectView(`{"status":"declined","isApproved":false}`)
}

func TestInvitationsAreResentAtMostOnceAMinuteAndFiveTimesAnHour(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	id, _ := o.invite("asha@example.com")
	again := func() testapp.Response {
		return o.staff.Post("/api/nominations/"+id+"/invitation", form{"currentInvitationId": o.invitation(id)["id"]})
	}
	expect(t, again(), http.StatusOK)
	refused := again()
	expect(t, refused, http.StatusTooManyRequests)
	if refused.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	o.expect("the message", refused.Message(),
		"We have just sent this email to asha@example.com. Please wait a minute before you send another.")
	for range 4 {
		o.Clock.Advance(time.Minute)
		expect(t, again(), http.StatusOK)
	}
	o.Clock.Advance(time.Minute)
	refused = again()
	expect(t, refused, http.StatusTooManyRequests)
	if refused.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	o.expect("the message", refused.Message(),
		"We have sent five of these emails to asha@example.com in the last hour. Please wait before you send another.")
	o.Clock.Advance(time.Hour)
	expect(t, again(), http.StatusOK)
}

func TestPurchaseNeedsAnApprovalIfTheSettingsRequireIt(t *testing.T) {
	t.Parallel()
	o := newReviewFixture(t)
	tiers, err := o.PB.FindCollectionByNameOrId("membership_tiers")
	if err != nil {
		t.Fatal(err)
	}
	tier := core.NewRecord(tiers)
	tier.Load(form{
		"name":                "Lifetime",
		"slug":                "lifetime",
		"price":               2500000,
		"currency":            "INR",
		"duration":            "lifetime",
		"isActive":            true,
		"razorpayPaymentLink": "https://rzp.io/l/lifetime",
	})
	if err := o.PB.Save(tier); err != nil {
		t.Fatal(err)
	}
	order := func(v *testapp.Visitor) testapp.Response {
		return v.Post("/api/payments/create-order", form{
			"customerName":     "Asha Rao",
			"customerEmail":    "asha@example.com",
			"customerPhone":    "+919876543210",
			"membershipTierId": tier.Id,
		})
	}
	open, _ := newMember(t, o.App, "open@example.com", false)
	expect(t, order(open), http.StatusCreated)
	if list := open.Get("/api/membership-tiers").Body; !strings.Contains(list, "rzp.io") ||
		!strings.Contains(list, `"isApprovalRequired":"false"`) {
		t.Errorf("plans = %s, want the payment link", list)
	}

	o.set(form{"purchaseNeedsApproval": true})
	if list := open.Get("/api/membership-tiers").Body; strings.Contains(list, "rzp.io") ||
		!strings.Contains(list, `"isApprovalRequired":"true"`) {
		t.Errorf("plans = %s, want no payment link", list)
	}
	if list := o.staff.Get("/api/membership-tiers").Body; !strings.Contains(list, "rzp.io") {
		t.Errorf("plans for an admin = %s, want the payment link", list)
	}
	refused := order(open)
	expect(t, refused, http.StatusForbidden)
	o.expect("the message", refused.Message(),
		"Memberships are by invitation. You can choose a plan as soon as your nomination has been approved. "+
			"If it has been, please open the link in the invitation that we have emailed to you.")

	t.Run("an account with the email of an approved applicant must accept the invitation", func(t *testing.T) {
		_, token := o.invite("asha@example.com")
		applicant, _ := newMember(t, o.App, "asha@example.com", false)
		expect(t, order(applicant), http.StatusForbidden)
		expect(t, applicant.Post("/api/invitations/accept", form{"token": token}), http.StatusOK)
		expect(t, order(applicant), http.StatusCreated)
	})
	nominateSignedIn := func(email string) (*testapp.Visitor, *core.Record) {
		applicant, account := newMember(t, o.App, email, false)
		a := applicant.Post("/api/registrations", nomination())
		expect(t, a, http.StatusCreated)
		expect(t, order(applicant), http.StatusForbidden)
		o.takeSteps(a.JSON["id"].(string), "take", "approve")
		return applicant, account
	}
	t.Run("a nominated account with an unverified email must accept the invitation", func(t *testing.T) {
		applicant, _ := nominateSignedIn("ceo@example.com")
		expect(t, order(applicant), http.StatusForbidden)
		token := o.token("ceo@example.com")
		expect(t, applicant.Post("/api/invitations/accept", form{"token": token}), http.StatusOK)
		expect(t, order(applicant), http.StatusCreated)
	})
	t.Run("a nominated account with a verified email is approved with its nomination",
		func(t *testing.T) {
			applicant, account := nominateSignedIn("verified@example.com")
			verifyEmail(t, o.App, account)
			expect(t, order(applicant), http.StatusCreated)
		})
	t.Run("a nominated account that verifies another email is not approved", func(t *testing.T) {
		applicant, account := nominateSignedIn("mine@example.com")
		account.SetEmail("other@example.com")
		if err := o.PB.Save(account); err != nil {
			t.Fatal(err)
		}
		verifyEmail(t, o.App, account)
		applicant.Header.Set("Authorization", o.Token(account))
		expect(t, order(applicant), http.StatusForbidden)
	})
}
