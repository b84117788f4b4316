package accounts_test

import (
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestARequestThatIsFinishedAfterItsSessionEndedIsRefused(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	head := signInMFAAdmin(t, s)
	rightsWithdrawn := func(t *testing.T, _ *testapp.Visitor, id string) {
		expect(t, head.Post("/api/admins/members/"+id+"/withdraw", reauthentication), http.StatusNoContent)
	}
	deactivated := func(t *testing.T, _ *testapp.Visitor, id string) {
		expect(t, head.Post("/api/admins/"+id+"/deactivate", reauthentication), http.StatusOK)
	}
	signedOut := func(t *testing.T, v *testapp.Visitor, _ string) {
		expect(t, v.Post("/api/admin/logout", nil), http.StatusNoContent)
	}
	newPassword := func(t *testing.T, v *testapp.Visitor, _ string) {
		expect(t, v.Post("/api/admin/me/password", form{"currentPassword": testapp.Password, "newPassword": "Monsoon Ledger 7"}), http.StatusOK)
	}
	someone := s.CreateAccount(httpx.Users, form{"verified": true}).Email()
	for name, c := range map[string]struct {
		collection string
		end        func(*testing.T, *testapp.Visitor, string)
		calls      map[string]any
	}{
		"a member without her rights": {httpx.Users, rightsWithdrawn, map[string]any{
			"POST /api/admins":          form{"username": "puppet", "email": "puppet@example.com", "password": testapp.Password},
			"POST /api/admins/members":  form{"email": someone, "password": testapp.Password},
			"PUT /api/admin/settings":   form{"contactPlace": "Pune"},
			"POST /api/members/imports": form{"fileName": "x.csv", "content": "name,email\nMala Rao,mala@example.com\n", "invite": "true"},
			"POST /api/cms/images":      "--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"x.png\"\r\n\r\nx\r\n--x--\r\n",
		}},
		"a deactivated admin":            {httpx.Admins, deactivated, map[string]any{"PUT /api/admin/settings": form{"contactPlace": "Pune"}}},
		"an admin who signed out":        {httpx.Admins, signedOut, map[string]any{"PUT /api/admin/settings": form{"contactPlace": "Pune"}}},
		"an admin whose password is new": {httpx.Admins, newPassword, map[string]any{"PUT /api/admin/settings": form{"contactPlace": "Pune"}}},
		"an admin who leaves her account": {httpx.Admins, signedOut, map[string]any{
			"POST /api/admin/me/email": form{"email": "elsewhere@example.com", "password": testapp.Password},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			record := s.CreateAccount(c.collection, form{"isAdmin": true})
			v := s.SignedInAs(record)
			held := map[string]func() testapp.Response{}
			for call, body := range c.calls {
				held[call] = startRequest(v, call, body)
			}
			c.end(t, v, record.Id)
			for call, finish := range held {
				if a := finish(); a.Status != http.StatusUnauthorized {
					t.Errorf("%s goes through: %d %s", call, a.Status, a.Body)
				}
			}
		})
	}
}

func TestARequestThatIsFinishedLateInASessionThatHoldsOnGoesThrough(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	finish := v.StartRequest("PUT", "/api/admin/settings", form{"contactPlace": "Pune"})
	expect(t, v.Get("/api/admin/stats"), http.StatusOK)
	expect(t, finish(), http.StatusOK)
}

func TestARequestThatIsFinishedAfterTwoStepSignInBecameMandatoryIsRefused(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	finish := signInMFAAdmin(t, s).StartRequest("PUT", "/api/admin/settings", form{"contactPlace": "Pune"})
	requireTOTP(t, s, true)
	a := finish()
	expect(t, a, http.StatusForbidden)
	if requirementOf(a) != "second-factor" {
		t.Errorf("%s", a.Body)
	}
}

// startRequest withholds the body of a call such as "PUT /api/admin/settings"; a text is a file's form.
func startRequest(v *testapp.Visitor, call string, body any) (finish func() testapp.Response) {
	method, path, _ := strings.Cut(call, " ")
	if _, isForm := body.(string); isForm {
		v.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		defer v.Header.Del("Content-Type")
	}
	return v.StartRequest(method, path, body)
}
