package nominations_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/config"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/nominations"
)

func TestAnEmailRegistersOnceWhateverItsCase(t *testing.T) {
	t.Parallel()
	s := house(t)
	expect(t, visitor(s).Post("/api/registrations", nomination()), http.StatusCreated)
	for _, email := range []string{"shalini@example.com", "SHALINI@EXAMPLE.COM", " Shalini@example.com"} {
		a := visitor(s).Post("/api/registrations", nomination(form{"email": email}))
		expect(t, a, http.StatusConflict)
		if a.Message() != taken {
			t.Errorf("answered %q", a.Message())
		}
	}
	if len(records(t, s, "email_logs")) != 2 {
		t.Error("a refused nomination has brought about a letter")
	}
}

func TestPostsAtOnceMakeOneRegistration(t *testing.T) {
	t.Parallel()
	s := house(t)
	const posts = 10
	statuses := make([]int, posts)
	var all sync.WaitGroup
	for i := range posts {
		v := visitor(s)
		all.Go(func() { statuses[i] = v.Post("/api/registrations", nomination()).Status })
	}
	all.Wait()
	slices.Sort(statuses)
	if statuses[0] != http.StatusCreated || statuses[1] != http.StatusConflict || statuses[posts-1] != http.StatusConflict {
		t.Errorf("answered %v, want one 201 and nothing else but 409", statuses)
	}
	if len(records(t, s, "registrations")) != 1 || len(records(t, s, "email_logs")) != 2 {
		t.Error("want one registration and its two letters")
	}
}

// torn fails at the nth letter.
type torn struct {
	nominations.Outbox
	at, asked int
}

func (l *torn) Register(...mail.Kind) {}

func (l *torn) Enqueue(core.App, mail.Email) error {
	if l.asked++; l.asked == l.at {
		return errors.New("the outbox is full")
	}
	return nil
}

func TestNothingIsStoredWhenALetterCannotBe(t *testing.T) {
	t.Parallel()
	s := house(t)
	v := visitor(s)
	draft := v.Post("/api/drafts", form{"email": nil, "formData": form{"name": "Shalini"}})
	expect(t, draft, http.StatusOK)
	body, _ := json.Marshal(nomination())
	for at := 1; at <= 2; at++ {
		room := nominations.New(s.PB, nominations.Options{
			Edge: httpx.New(config.Config{}, s.Clock.Now), Outbox: &torn{at: at}, AdminEmail: testapp.AdminEmail, Clock: s.Clock.Now,
		})
		event := new(core.RequestEvent)
		event.App = s.PB
		event.Request = httptest.NewRequest(http.MethodPost, "/api/registrations", strings.NewReader(string(body)))
		event.Request.Header.Set("Cookie", strings.Split(draft.Header.Get("Set-Cookie"), ";")[0])
		recorder := httptest.NewRecorder()
		event.Response = recorder
		if err := room.Create(event); err == nil {
			t.Fatalf("letter %d: the nomination was taken", at)
		}
		if len(records(t, s, "registrations")) != 0 {
			t.Errorf("letter %d: a nomination without its letters", at)
		}
		if len(records(t, s, "draft_registrations")) != 1 || recorder.Header().Get("Set-Cookie") != "" {
			t.Errorf("letter %d: the draft was ended all the same", at)
		}
	}
	expect(t, v.Get("/api/drafts/mine"), http.StatusOK)
}

func TestStaffCannotBreakTheEmailsInvariant(t *testing.T) {
	t.Parallel()
	s := house(t)
	expect(t, visitor(s).Post("/api/registrations", nomination()), http.StatusCreated)
	expect(t, visitor(s).Post("/api/registrations", nomination(form{"email": "second@example.com"})), http.StatusCreated)
	record, err := s.PB.FindFirstRecordByData("registrations", "email", "second@example.com")
	if err != nil {
		t.Fatal(err)
	}
	record.Set("email", " Third@Example.com ")
	if err := s.PB.Save(record); err != nil || record.Email() != "third@example.com" {
		t.Errorf("saved as %q: %v", record.Email(), err)
	}
	record.Set("email", "SHALINI@example.com")
	if err := s.PB.Save(record); err == nil {
		t.Error("two registrations have one e-mail")
	}
}
