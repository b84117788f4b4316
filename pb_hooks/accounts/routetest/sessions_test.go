package routetest

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/sessions"
	"boardcircle/pb_hooks/internal/testapp"
)

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

func openSessions(t *testing.T, v *testapp.Visitor) (list []struct {
	ID, Device, Address string
	LastSeenAt          time.Time
	IsCurrent           bool
}) {
	t.Helper()
	answer := v.Get("/api/admin/me/sessions")
	expect(t, answer, http.StatusOK)
	if err := json.Unmarshal([]byte(answer.Body), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func adminSignIn(t *testing.T, s *testapp.App) *testapp.Visitor {
	t.Helper()
	v := visitor(s)
	v.Header.Set("User-Agent", firefox)
	expect(t, v.Post("/api/admin/login", form{"username": "anita", "password": password}), http.StatusOK)
	return v
}

func TestAdminListsAndEndsTheirSessions(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	office, phone := adminSignIn(t, s), adminSignIn(t, s)
	s.CreateAccount(httpx.Admins, form{"username": "bina", "password": password})
	other := visitor(s)
	expect(t, other.Post("/api/admin/login", form{"username": "bina", "password": password}), http.StatusOK)

	list := openSessions(t, office)
	if len(list) != 2 || list[0].IsCurrent == list[1].IsCurrent {
		t.Fatalf("sessions = %+v, want two, one of them the current one", list)
	}
	for _, session := range list {
		if session.Device != "Firefox on Linux" || session.Address == "" || session.LastSeenAt.IsZero() {
			t.Errorf("session = %+v, want the device, the address and the time of the last request", session)
		}
		if session.IsCurrent {
			continue
		}
		end := "/api/admin/me/sessions/" + session.ID + "/end"
		expect(t, other.Post(end, form{"password": password}), http.StatusNotFound)
		expect(t, office.Post(end, form{"password": wrong}), http.StatusBadRequest)
		expect(t, phone.Get("/api/admin/session"), http.StatusOK)
		expect(t, office.Post(end, form{"password": password}), http.StatusNoContent)
		expect(t, office.Post(end, form{"password": password}), http.StatusNotFound)
	}
	expect(t, phone.Get("/api/admin/session"), http.StatusUnauthorized)
	// The token of the ended session is refused in a header too.
	thief := visitor(s)
	thief.Header.Set("Authorization", sessionCookie(t, s, phone, "admin_session"))
	expect(t, thief.Get("/api/admin/session"), http.StatusUnauthorized)
	expect(t, office.Get("/api/admin/session"), http.StatusOK)
}

func TestConsoleSessionsEndAfterTwelveHoursOrWhenIdle(t *testing.T) {
	t.Parallel()
	for name, signIn := range map[string]func(t *testing.T, s *testapp.App) *testapp.Visitor{
		"an admin": adminSignIn,
		"a member with admin rights": func(t *testing.T, s *testapp.App) *testapp.Visitor {
			change(t, s, account(t, s, email), form{"isAdmin": true})
			v := visitor(s)
			expect(t, v.Post("/api/login", login(email, password)), http.StatusOK)
			return v
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newAppWithAdmin(t)
			v := signIn(t, s)
			expectStatus := func(status int) {
				t.Helper()
				expect(t, v.Get("/api/admin/session"), status)
			}
			for range 11 {
				s.Clock.Advance(59 * time.Minute)
				expectStatus(http.StatusOK)
			}
			s.Clock.Advance(55 * time.Minute)
			expectStatus(http.StatusOK)
			s.Clock.Advance(20 * time.Minute)
			expectStatus(http.StatusUnauthorized) // twelve hours after the sign-in

			v = signIn(t, s)
			s.Clock.Advance(59 * time.Minute)
			v.Header.Set("X-Idle", "1") // The page sends this request automatically, so it does not extend the session.
			expectStatus(http.StatusOK)
			v.Header.Del("X-Idle")
			s.Clock.Advance(2 * time.Minute)
			expectStatus(http.StatusUnauthorized)
		})
	}
}

func TestMemberSessionEndsAfterThirtyDaysWithoutUse(t *testing.T) {
	t.Parallel()
	s := newApp(t)
	v := registerUser(t, s)
	s.Clock.Advance(29 * 24 * time.Hour)
	expect(t, v.Get("/api/user"), http.StatusOK)
	s.Clock.Advance(2 * 24 * time.Hour)
	expect(t, v.Get("/api/user"), http.StatusUnauthorized)
	if err := sessions.Purge(s.PB, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	if n := rows(t, s, "sessions"); n != 0 {
		t.Errorf("%d sessions after the purge, want none", n)
	}
}

func TestAdminPasswordChangeNeedsTheSecondFactor(t *testing.T) {
	t.Parallel()
	s := newAppWithAdmin(t)
	v := signInMFAAdmin(t, s)
	_, codes := enrolled(t, s, v)
	body := form{"currentPassword": password, "newPassword": "Monsoon Ledger 7"}
	answer := v.Post("/api/admin/me/password", body)
	expect(t, answer, http.StatusBadRequest)
	if answer.Field("code") == "" {
		t.Errorf("body = %s, want an error for code", answer.Body)
	}
	body["code"] = codes[0]
	expect(t, v.Post("/api/admin/me/password", body), http.StatusOK)
	expect(t, v.Get("/api/admin/session"), http.StatusOK)
	expect(t, visitor(s).Post("/api/admin/login", form{"username": "anita", "password": "Monsoon Ledger 7"}),
		http.StatusUnauthorized)
}

func TestDescribeDevice(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		firefox: "Firefox on Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0":               "Edge on Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1": "Safari on iPhone",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":                         "Chrome on Android",
		"curl/8.14": "Unknown device",
	} {
		if got := sessions.DescribeDevice(agent); got != want {
			t.Errorf("DescribeDevice(%q) = %q, want %q", agent, got, want)
		}
	}
}
