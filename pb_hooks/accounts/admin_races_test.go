package accounts_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

func TestAnInvitationThatIsFollowedWhileItIsSentAgainStaysFollowed(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	for round := range 4 {
		name := fmt.Sprintf("meera%d", round)
		s.Clock.Advance(time.Minute) // for the budget of calls that ask for a password
		a := v.Post("/api/admins", form{"username": name, "email": name + "@example.com", "password": password})
		expect(t, a, http.StatusCreated)
		token := welcomeLink.FindStringSubmatch(s.Inbox(name + "@example.com")[0].Text)[1]
		joined, again := make(chan int), make(chan int)
		go func() {
			joined <- visitor(s).Post("/api/admin/welcome", form{"token": token, "newPassword": "Monsoon Ledger 7"}).Status
		}()
		go func() {
			status := 0
			for range 20 {
				status = v.Post("/api/admins/"+a.JSON["id"].(string)+"/invitation", reauthentication).Status
			}
			again <- status
		}()
		hasJoined, last := <-joined == http.StatusOK, <-again
		admin := adminRecord(t, s, name)
		if admin.GetBool("isActive") != hasJoined || (last == http.StatusConflict) != hasJoined {
			t.Errorf("joined %v, active %v, the last letter %d", hasJoined, admin.GetBool("isActive"), last)
		}
	}
}

func TestASecretThatCameTooLateReplacesNoSecondFactor(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	slow := v.Post("/api/admin/me/second-factor", form{"password": password})
	expect(t, slow, http.StatusOK)
	pending := adminRecord(t, s, "office").GetString("totpPending")
	secret, _ := enrolled(t, s, v)

	// a start that was under way when the factor was confirmed
	change(t, s, adminRecord(t, s, "office"), form{"totpPending": pending})
	s.Clock.Advance(time.Minute)
	expect(t, v.Post("/api/admin/me/second-factor/confirm", form{"code": code(t, s, slow.JSON["secret"].(string), 0)}), http.StatusConflict)
	expect(t, visitor(s).Post("/api/admin/login", step(code(t, s, secret, 0))), http.StatusOK)
}
