package realtime_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
)

type fields = map[string]any

// line is an open stream: what it hears arrives on the channel, which closes with it.
type line struct {
	id    string
	heard chan string
}

// listen opens a stream and subscribes to the console's hints, as the web app does.
func listen(t *testing.T, h *testapp.House, v *testapp.Visitor) line {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+"/api/realtime", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := v.Client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	if response.StatusCode != http.StatusOK {
		t.Fatalf("the stream answered %d", response.StatusCode)
	}
	l := line{heard: make(chan string, 100)}
	first := make(chan string, 1)
	go func() {
		defer close(l.heard)
		event := ""
		for lines := bufio.NewScanner(response.Body); lines.Scan(); {
			if name, ok := strings.CutPrefix(lines.Text(), "event:"); ok {
				event = name
			}
			data, ok := strings.CutPrefix(lines.Text(), "data:")
			switch {
			case ok && event == "PB_CONNECT":
				first <- data
			case ok:
				l.heard <- data
			}
		}
	}()
	var hello struct {
		ClientID string `json:"clientId"`
	}
	if err := json.Unmarshal([]byte(<-first), &hello); err != nil {
		t.Fatal(err)
	}
	l.id = hello.ClientID
	if a := subscribe(v, l); a.Status != http.StatusNoContent {
		t.Fatalf("subscribing: %d %s", a.Status, a.Body)
	}
	return l
}

func subscribe(v *testapp.Visitor, l line) testapp.Answer {
	return v.Post("/api/realtime", fields{"clientId": l.id, "subscriptions": []string{"console"}})
}

// A hint is waited for longer than any machine is slow, silence for longer than hints are gathered.
const (
	patience = 20 * time.Second
	silence  = time.Second
)

// hears tells the next hint, or "" when none comes in time.
func (l line) hears(within time.Duration) string {
	select {
	case data := <-l.heard:
		return data
	case <-time.After(within):
		return ""
	}
}

// drain reads what is still on its way.
func (l line) drain() {
	for l.hears(silence) != "" {
	}
}

// refused tells whether a status is one of the two that end an admin's day.
func refused(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden
}

// stir changes something that every console is told of.
func stir(h *testapp.House) { h.Live.Changed("plans") }

func TestAConsoleHearsWhichTopicHasChangedAndNoMore(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	l := listen(t, h, h.SignedIn(httpx.Admins, nil))
	l.drain()
	h.Account(httpx.Users, nil)
	if got := l.hears(patience); got != `{"topic":"members"}` {
		t.Errorf("heard %q", got)
	}
	if got := l.hears(silence); got != "" {
		t.Errorf("one change is told twice: %q", got)
	}
}

// However slow the machine: a busy one may take a burst apart, but not into as many hints as changes.
func TestABurstIsToldAsAFewHints(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	l := listen(t, h, h.SignedIn(httpx.Admins, nil))
	l.drain()
	const changes = 1000
	for range changes {
		stir(h)
	}
	heard := 0
	for within := patience; l.hears(within) != ""; within = silence {
		heard++
	}
	if heard == 0 || heard > changes/100 {
		t.Errorf("%d changes are told by %d hints", changes, heard)
	}
}

func TestNobodyButAnAdminListens(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	open := listen(t, h, h.SignedIn(httpx.Admins, nil))
	for name, c := range map[string]struct {
		visitor *testapp.Visitor
		status  int
	}{
		"nobody":           {h.Visitor(), http.StatusUnauthorized},
		"a member":         {h.SignedIn(httpx.Users, nil), http.StatusForbidden},
		"an inactive one":  {h.SignedIn(httpx.Admins, fields{"isActive": false}), http.StatusUnauthorized},
		"an inactive user": {h.SignedIn(httpx.Users, fields{"isAdmin": true, "isActive": false}), http.StatusUnauthorized},
	} {
		a := c.visitor.Get("/api/realtime")
		if a.Status != c.status || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/json") || a.Message() == "" {
			t.Errorf("%s opens a stream: %d %s %s", name, a.Status, a.Header.Get("Content-Type"), a.Body)
		}
		if a := subscribe(c.visitor, open); !refused(a.Status) {
			t.Errorf("%s subscribes with an admin's stream: %d %s", name, a.Status, a.Body)
		}
	}
	other := h.SignedIn(httpx.Admins, nil)
	if a := subscribe(other, open); a.Status != http.StatusForbidden {
		t.Errorf("another admin subscribes with a stream that is not hers: %d %s", a.Status, a.Body)
	}
}

func TestWhoIsNoAdminAnyMoreHearsNoMore(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(h *testapp.House, account *core.Record) error{
		"deactivated": func(h *testapp.House, account *core.Record) error {
			account.Set("isActive", false)
			return h.App.Save(account)
		},
		"demoted": func(h *testapp.House, account *core.Record) error {
			account.Set("isAdmin", false)
			return h.App.Save(account)
		},
		"given another password": func(h *testapp.House, account *core.Record) error {
			account.SetPassword("Monsoon Ledger 7")
			return h.App.Save(account)
		},
		"signed out elsewhere": func(h *testapp.House, account *core.Record) error {
			account.RefreshTokenKey()
			return h.App.Save(account)
		},
		"deleted": func(h *testapp.House, account *core.Record) error { return h.App.Delete(account) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := testapp.New(t)
			v := h.SignedIn(httpx.Users, fields{"email": "asha@example.com", "isAdmin": true})
			l := listen(t, h, v)
			l.drain()
			stir(h)
			if l.hears(patience) == "" {
				t.Fatal("she hears nothing while she may")
			}
			account, err := h.App.FindAuthRecordByEmail(httpx.Users, "asha@example.com")
			if err != nil {
				t.Fatal(err)
			}
			if err := lose(h, account); err != nil {
				t.Fatal(err)
			}
			stir(h)
			if got := l.hears(silence); got != "" {
				t.Errorf("she still hears %s", got)
			}
			if a := v.Get("/api/admin/stats"); !refused(a.Status) {
				t.Errorf("her next call: %d", a.Status)
			}
			if a := subscribe(v, l); !refused(a.Status) {
				t.Errorf("she subscribes again: %d", a.Status)
			}
		})
	}
}

func TestWhoLacksASecondFactorHearsNoMoreOnceItIsMandatory(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	l := listen(t, h, h.SignedIn(httpx.Admins, nil))
	staff := h.SignedIn(core.CollectionNameSuperusers, nil)
	if a := staff.Post("/api/collections/settings/records", fields{"key": "site", "gstRate": 18, "totpRequired": true}); a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	l.drain()
	stir(h)
	if got := l.hears(silence); got != "" {
		t.Errorf("she still hears %s", got)
	}
}
