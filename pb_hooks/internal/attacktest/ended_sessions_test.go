package attacktest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/database"
)

// schemes are the spellings of the Authorization header that PocketBase accepts.
var schemes = []string{"", "Bearer ", "bearer ", "BEARER ", "bEARER ", "BeArEr "}

// tokenPlaces returns attackers that send a token in each place of a request from which it might be read.
func tokenPlaces(visitor *attacker, token string) map[string]*attacker {
	ways := map[string]*attacker{}
	for _, scheme := range schemes {
		ways[fmt.Sprintf("the header %q", scheme)] = visitor.with("Authorization", scheme+token)
	}
	for _, name := range []string{"session", "admin_session", "__Host-session", "__Host-admin"} {
		other := *visitor
		other.cookies = map[string]string{name: token}
		ways["the cookie "+name] = &other
	}
	return ways
}

// accountWithSessions is an account with two sessions, and the data to sign in to it.
type accountWithSessions struct {
	id, collection, password string
	cookie                   string
	// isConsole is true if the account uses the console.
	isConsole  bool
	first, own *attacker
}

func (s *site) accountWithSessions(t *testing.T, staff *attacker, kind string) accountWithSessions {
	t.Helper()
	account := accountWithSessions{
		collection: "users",
		password:   memberPassword,
		cookie:     "session",
		first:      s.attacker(t),
		own:        s.attacker(t),
	}
	signIn := func(path string, body fields) {
		for _, a := range []*attacker{account.first, account.own} {
			a.post(path, body).want(t, "signing in as "+kind, 200)
		}
	}
	if kind == "an admin" {
		name := fmt.Sprintf("ended-%d", members.Add(1))
		account.collection, account.password, account.cookie, account.isConsole = "admins", adminPassword, "admin_session", true
		account.id = staff.mustID("/api/collections/admins/records", fields{
			"username":        name,
			"role":            "owner",
			"isActive":        true,
			"password":        adminPassword,
			"passwordConfirm": adminPassword,
		})
		signIn("/api/admin/login", fields{"username": name, "password": adminPassword})
		return account
	}
	_, email, id := s.member(t)
	account.id = id
	if kind == "a member with rights" {
		account.isConsole = true
		staff.send(http.MethodPatch, "/api/collections/users/records/"+id, fields{"isAdmin": true, "verified": true}).
			want(t, "granting rights", 200)
	}
	signIn("/api/login", fields{"email": email, "password": memberPassword})
	return account
}

// endings are the ways in which a session can end, each with the accounts that it applies to.
func (s *site) endings(t *testing.T, staff *attacker) map[string]func(a accountWithSessions) bool {
	record := func(a accountWithSessions, change fields) {
		staff.send(http.MethodPatch, "/api/collections/"+a.collection+"/records/"+a.id, change).
			want(t, "changing the account", 200)
	}
	own := func(a accountWithSessions) string {
		if a.collection == "admins" {
			return "/api/admin/me"
		}
		return "/api/user"
	}
	return map[string]func(accountWithSessions) bool{
		"signed out": func(a accountWithSessions) bool {
			path := "/api/logout"
			if a.collection == "admins" {
				path = "/api/admin/logout"
			}
			copied := *a.first
			copied.cookies = maps.Clone(a.first.cookies)
			copied.post(path, fields{}).want(t, "signing out", 204)
			return true
		},
		"ended on another device": func(a accountWithSessions) bool {
			var list []struct {
				ID        string
				IsCurrent bool
			}
			if err := json.Unmarshal([]byte(a.own.get(own(a)+"/sessions").body), &list); err != nil {
				t.Fatal(err)
			}
			for _, session := range list {
				switch {
				case session.IsCurrent:
				case a.collection == "admins":
					a.own.post(own(a)+"/sessions/"+session.ID+"/end", fields{"password": a.password}).
						want(t, "ending", 204)
				default:
					a.own.send(http.MethodDelete, own(a)+"/sessions/"+session.ID, nil).want(t, "ending", 204)
				}
			}
			return true
		},
		"idle": func(a accountWithSessions) bool {
			if a.isConsole {
				s.ageSessions(t, a.id, "lastSeenAt", -2*time.Hour)
			}
			return a.isConsole
		},
		"expired": func(a accountWithSessions) bool {
			s.ageSessions(t, a.id, "expiresAt", -time.Minute)
			return true
		},
		"password changed": func(a accountWithSessions) bool {
			const changed = "Another river 77"
			body := fields{"current": a.password, "new": changed}
			if a.collection == "admins" {
				body = fields{"currentPassword": a.password, "newPassword": changed}
			}
			a.own.post(own(a)+"/password", body).want(t, "changing the password", 200)
			return true
		},
		"deactivated": func(a accountWithSessions) bool {
			record(a, fields{"isActive": false})
			return true
		},
		"deactivated and activated again": func(a accountWithSessions) bool {
			record(a, fields{"isActive": false})
			record(a, fields{"isActive": true})
			return true
		},
		"rights changed": func(a accountWithSessions) bool {
			if a.collection == "admins" {
				record(a, fields{"role": "editor"})
			} else {
				record(a, fields{"isAdmin": !a.isConsole, "verified": true})
			}
			return true
		},
		"deleted": func(a accountWithSessions) bool {
			staff.send(http.MethodDelete, "/api/collections/"+a.collection+"/records/"+a.id, nil).
				want(t, "deleting", 204)
			return true
		},
	}
}

// ageSessions changes a time of all sessions of an account, as if that much time had passed.
func (s *site) ageSessions(t *testing.T, account, column string, by time.Duration) {
	t.Helper()
	db, err := database.Connect(filepath.Join(s.dir, "data.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	_, err = db.NewQuery("UPDATE sessions SET [[" + column + "]] = {:at} WHERE account = {:account}").
		Bind(map[string]any{"at": database.FormatTime(time.Now().Add(by)), "account": account}).Execute()
	if err != nil {
		t.Fatal(err)
	}
}

// protectedCalls are a read, an export, a write and a route of PocketBase's own that require a session.
func protectedCalls(isConsole bool) []string {
	if isConsole {
		return []string{
			"GET /api/admin/session", "GET /api/admin/stats", "GET /api/members/leads/export", "GET /api/audit/export",
			"POST /api/admin/me/sessions/end", "POST /api/files/token",
		}
	}
	return []string{"GET /api/user", "GET /api/user/profile", "GET /api/user/sessions", "PATCH /api/user",
		"DELETE /api/user/sessions", "POST /api/files/token"}
}

// TestAnEndedSessionIsRefusedWhereverItsTokenIsSent tries the token of a session in every spelling and in every place,
// before and after each way in which a session ends.
func TestAnEndedSessionIsRefusedWhereverItsTokenIsSent(t *testing.T) {
	s := newSite(t)
	staff := s.superuser(t)
	for _, kind := range []string{"a member", "a member with rights", "an admin"} {
		for _, ending := range slices.Sorted(maps.Keys(s.endings(t, staff))) {
			account := s.accountWithSessions(t, staff, kind)
			token := account.first.cookies[account.cookie]
			for _, scheme := range schemes {
				path := "/api/user"
				if account.isConsole {
					path = "/api/admin/session"
				}
				s.attacker(t).with("Authorization", scheme+token).get(path).want(t,
					fmt.Sprintf("%s with %q", kind, scheme), 200)
			}
			if !s.endings(t, staff)[ending](account) {
				continue
			}
			for way, thief := range tokenPlaces(s.attacker(t), token) {
				what := fmt.Sprintf("%s, %s, by %s: ", kind, ending, way)
				for _, call := range protectedCalls(account.isConsole) {
					method, path, _ := strings.Cut(call, " ")
					var body any
					if method != http.MethodGet {
						body = fields{"location": "Pune", "password": account.password}
					}
					// PocketBase's file tokens are for superusers: 401 for a visitor, 403 for another account.
					thief.send(method, path, body).want(t, what+call, 401)
				}
				if got := thief.get("/api/user?token=" + token); got.status != 401 {
					t.Errorf("%sthe query: %s", what, got)
				}
				stream := openStream(t, thief)
				thief.post("/api/realtime", fields{"clientId": stream.id, "subscriptions": []string{"console"}}).
					want(t, what+"subscribing", 401)
				stream.close()
			}
		}
	}
}

// TestATokenWithoutASessionIsRefused requests tokens from PocketBase, and sends live tokens in places where none is
// read.
func TestATokenWithoutASessionIsRefused(t *testing.T) {
	s := newSite(t)
	staff := s.superuser(t)
	member, _, id := s.member(t)
	token := member.cookies["session"]
	for _, scheme := range []string{"Token ", "Basic ", "Bearer\t", "Bearer  ", "Bearer: ", "JWT ", "Bearer Bearer "} {
		s.attacker(t).with("Authorization", scheme+token).get("/api/user").want(t, "the scheme "+scheme, 401)
	}
	s.attacker(t).get("/api/user?token="+token).want(t, "a token in the query", 401)
	member.post("/api/files/token", fields{}).want(t, "a member's file token", 403)
	member.post("/api/collections/users/auth-refresh", fields{}).want(t, "renewing a token by PocketBase's route", 404)

	impersonation := staff.post("/api/collections/users/impersonate/"+id, fields{"duration": 10 * 365 * 24 * 3600})
	impersonated, _ := impersonation.want(t, "impersonating", 200).json(t)["token"].(string)
	other := s.attacker(t).with("Authorization", "bearer "+impersonated)
	other.get("/api/user").want(t, "the impersonation", 200)
	var list []struct {
		ID, Device string
		IsCurrent  bool
		CreatedAt  time.Time
		ExpiresAt  time.Time
	}
	if err := json.Unmarshal([]byte(member.get("/api/user/sessions").body), &list); err != nil || len(list) != 2 {
		t.Fatalf("err = %v, sessions = %+v, want two", err, list)
	}
	for _, session := range list {
		if session.IsCurrent {
			continue
		}
		if !strings.Contains(session.Device, "administrator") || session.ExpiresAt.Sub(session.CreatedAt) > time.Hour {
			t.Errorf("the session of the impersonation = %+v", session)
		}
		member.send(http.MethodDelete, "/api/user/sessions/"+session.ID, nil).want(t, "ending the impersonation", 204)
	}
	for way, thief := range tokenPlaces(s.attacker(t), impersonated) {
		thief.get("/api/user").want(t, "the ended impersonation, by "+way, 401)
	}
}

// TestAnOpenStreamEndsWithItsSession ends the session of a console with an open stream.
func TestAnOpenStreamEndsWithItsSession(t *testing.T) {
	s := newSite(t)
	staff := s.superuser(t)
	for _, kind := range []string{"a member with rights", "an admin"} {
		for _, ending := range []string{"ended on another device", "signed out", "idle", "rights changed"} {
			account := s.accountWithSessions(t, staff, kind)
			stream := openStream(t, account.first)
			account.first.post("/api/realtime", fields{"clientId": stream.id, "subscriptions": []string{"console"}}).
				want(t, "subscribing", 204)
			for stream.next() != "" { // events from before the session ended
			}
			s.endings(t, staff)[ending](account)
			s.attacker(t).post("/api/register", signUp(fmt.Sprintf("stream-%d@sample.example", members.Add(1)))).want(t,
				"signing up", 201)
			if event := stream.next(); event != "" {
				t.Errorf("%s, %s: the stream still receives %q", kind, ending, event)
			}
			stream.close()
		}
	}
}

// stream is a stream of PocketBase's realtime API.
type stream struct {
	id    string
	lines chan string
	close func()
}

func openStream(t *testing.T, a *attacker) *stream {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.s.url+"/api/realtime", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header = a.header.Clone()
	for name, value := range a.cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	opened := &stream{lines: make(chan string, 100), close: func() { _ = response.Body.Close() }}
	go func() {
		defer close(opened.lines)
		for lines := bufio.NewScanner(response.Body); lines.Scan(); {
			if data, isData := strings.CutPrefix(lines.Text(), "data:"); isData {
				opened.lines <- data
			}
		}
	}()
	var connected struct{ ClientID string }
	if err := json.Unmarshal([]byte(opened.next()), &connected); err != nil || connected.ClientID == "" {
		t.Fatalf("the stream has no client id: %v, status = %d", err, response.StatusCode)
	}
	opened.id = connected.ClientID
	return opened
}

// next returns the data of the next event. It returns "" if none arrives within two seconds or the stream ends.
func (s *stream) next() string {
	select {
	case data := <-s.lines:
		return data
	case <-time.After(2 * time.Second):
		return ""
	}
}
