package accounts_test

import (
	"net/http"
	"strings"
	"testing"

	"boardcircle/pb_hooks/edge"
	"boardcircle/pb_hooks/hookstest"
)

func TestARequestThatIsFinishedAfterItsSessionEndedIsRefused(t *testing.T) {
	t.Parallel()
	s := staffed(t)
	head := office(t, s)
	rightsWithdrawn := func(t *testing.T, _ *hookstest.Visitor, id string) {
		expect(t, head.Post("/api/admins/members/"+id+"/withdraw", proof), http.StatusNoContent)
	}
	deactivated := func(t *testing.T, _ *hookstest.Visitor, id string) {
		expect(t, head.Post("/api/admins/"+id+"/deactivate", proof), http.StatusOK)
	}
	signedOut := func(t *testing.T, v *hookstest.Visitor, _ string) {
		expect(t, v.Post("/api/admin/logout", nil), http.StatusNoContent)
	}
	newPassword := func(t *testing.T, v *hookstest.Visitor, _ string) {
		expect(t, v.Post("/api/admin/me/password", form{"currentPassword": hookstest.Password, "newPassword": "Monsoon Ledger 7"}), http.StatusOK)
	}
	someone := s.Account(edge.Users, form{"verified": true}).Email()
	for name, c := range map[string]struct {
		collection string
		end        func(*testing.T, *hookstest.Visitor, string)
		calls      map[string]any
	}{
		"a member without her rights": {edge.Users, rightsWithdrawn, map[string]any{
			"POST /api/admins":          form{"username": "puppet", "email": "puppet@example.com", "password": hookstest.Password},
			"POST /api/admins/members":  form{"email": someone, "password": hookstest.Password},
			"PUT /api/admin/settings":   form{"contactPlace": "Pune"},
			"POST /api/members/imports": form{"fileName": "x.csv", "content": "name,email\nMala Rao,mala@example.com\n", "invite": "true"},
			"POST /api/cms/images":      "--x\r\nContent-Disposition: form-data; name=\"image\"; filename=\"x.png\"\r\n\r\nx\r\n--x--\r\n",
		}},
		"a deactivated admin":            {edge.Admins, deactivated, map[string]any{"PUT /api/admin/settings": form{"contactPlace": "Pune"}}},
		"an admin who signed out":        {edge.Admins, signedOut, map[string]any{"PUT /api/admin/settings": form{"contactPlace": "Pune"}}},
		"an admin whose password is new": {edge.Admins, newPassword, map[string]any{"PUT /api/admin/settings": form{"contactPlace": "Pune"}}},
		"an admin who leaves her account": {edge.Admins, signedOut, map[string]any{
			"POST /api/admin/me/email": form{"email": "elsewhere@example.com", "password": hookstest.Password},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			record := s.Account(c.collection, form{"isAdmin": true})
			v := s.SignedInAs(record)
			held := map[string]func() hookstest.Answer{}
			for call, body := range c.calls {
				held[call] = hold(v, call, body)
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
	s := staffed(t)
	v := office(t, s)
	finish := v.Hold("PUT", "/api/admin/settings", form{"contactPlace": "Pune"})
	expect(t, v.Get("/api/admin/stats"), http.StatusOK)
	expect(t, finish(), http.StatusOK)
}

func TestARequestThatIsFinishedAfterTwoStepSignInBecameMandatoryIsRefused(t *testing.T) {
	t.Parallel()
	s := staffed(t)
	finish := office(t, s).Hold("PUT", "/api/admin/settings", form{"contactPlace": "Pune"})
	requireTOTP(t, s, true)
	a := finish()
	expect(t, a, http.StatusForbidden)
	if needOf(a) != "second-factor" {
		t.Errorf("%s", a.Body)
	}
}

// hold withholds the body of a call such as "PUT /api/admin/settings"; a text is a file's form.
func hold(v *hookstest.Visitor, call string, body any) (finish func() hookstest.Answer) {
	method, path, _ := strings.Cut(call, " ")
	if _, isForm := body.(string); isForm {
		v.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		defer v.Header.Del("Content-Type")
	}
	return v.Hold(method, path, body)
}
