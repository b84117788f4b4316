package accounts_test

import (
	"fmt"
	"net/http"
	"testing"
)

func TestAnInvitationThatIsFollowedWhileItIsSentAgainStaysFollowed(t *testing.T) {
	t.Parallel()
	s := staffed(t)
	v := office(t, s)
	for round := range 4 {
		name := fmt.Sprintf("meera%d", round)
		a := v.Post("/api/admins", form{"username": name, "email": name + "@example.com"})
		expect(t, a, http.StatusCreated)
		token := welcomeLink.FindStringSubmatch(s.Inbox(name + "@example.com")[0].Text)[1]
		joined, again := make(chan int), make(chan int)
		go func() {
			joined <- visitor(s).Post("/api/admin/welcome", form{"token": token, "newPassword": "Monsoon Ledger 7"}).Status
		}()
		go func() {
			status := 0
			for range 20 {
				status = v.Post("/api/admins/"+a.JSON["id"].(string)+"/invitation", nil).Status
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
