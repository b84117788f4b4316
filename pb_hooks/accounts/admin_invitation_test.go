package accounts_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

func TestPendingInvitationsAreLimited(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	for i := range 49 {
		s.CreateAccount(httpx.Admins, form{
			"isActive": false, "invitedAt": s.Clock.Now(), "inviteToken": fmt.Sprint(i), "inviteExpiry": s.Clock.Now().Add(time.Hour),
		})
	}
	late := s.CreateAccount(httpx.Admins, form{
		"username": "late", "isActive": false, "invitedAt": s.Clock.Now(), "inviteToken": "late", "inviteExpiry": s.Clock.Now(),
	})
	v := signInMFAAdmin(t, s)
	again := func(id string) testapp.Response { return v.Post("/api/admins/"+id+"/invitation", reauthentication) }
	id := invite(t, v)
	expect(t, again(id), http.StatusOK)

	const sentence = "50 invitations wait to be followed already. Deactivate one that is not needed any more, or wait until one is followed or has expired."
	expectMessage(t, v.Post("/api/admins", form{"username": "bela", "email": "bela@example.com", "password": password}), http.StatusConflict, sentence)
	expectMessage(t, again(late.Id), http.StatusConflict, sentence)
	if len(s.Inbox("bela@example.com"))+len(s.Inbox(late.Email())) != 0 {
		t.Error("an e-mail was sent")
	}

	expect(t, v.Post("/api/admins/"+id+"/deactivate", reauthentication), http.StatusOK)
	s.Clock.Advance(time.Minute) // what was refused counts as well
	expect(t, again(late.Id), http.StatusOK)
	s.Clock.Advance(2 * time.Hour) // the others expire
	expect(t, signInMFAAdmin(t, s).Post("/api/admins", form{"username": "bela", "email": "bela@example.com", "password": password}), http.StatusCreated)
}
