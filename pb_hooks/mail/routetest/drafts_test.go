package routetest

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/mail/texts"
)

// draftDetail has the fields of a text that these tests read.
type draftDetail struct {
	IsChanged, HasDraft bool
	Version             int
	Wording             texts.Wording
	Draft               savedDraft
}

type savedDraft struct {
	Version   int
	IsDraft   bool
	Wording   texts.Wording
	ChangedBy string
}

func TestDraftOfATextIsNotSentBeforeItIsPublished(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	meera := h.SignedIn("admins", map[string]any{"username": "meera"})
	const path = "/api/email-texts/welcome"
	builtIn := decode[draftDetail](t, meera.Get(path)).Wording
	w := builtIn
	w.Body += "\n\nSee you {{unknown}}"
	saved := decode[savedDraft](t, meera.Send("PUT", path+"/draft", change(w, 0)))
	if saved.Version != 1 || !saved.IsDraft || saved.Wording != w || saved.ChangedBy != "meera" {
		t.Errorf("draft = %+v, want the draft with its error as version 1", saved)
	}
	welcome(t, h, "first@example.com")
	if got := h.Inbox("first@example.com")[0].Text; strings.Contains(got, "See you") {
		t.Errorf("text = %s, want the built-in text", got)
	}

	w.Body = builtIn.Body + "\n\nSee you soon."
	saved = decode[savedDraft](t, meera.Send("PUT", path+"/draft", change(w, 1)))
	detail := decode[draftDetail](t, meera.Get(path))
	if !detail.HasDraft || detail.IsChanged || detail.Wording != builtIn || detail.Draft.Wording != w ||
		detail.Draft.Version != saved.Version {
		t.Errorf("text = %+v, want the built-in text with a draft", detail)
	}
	if answer := meera.Send("PUT", path, change(w, 0)); answer.Status != http.StatusOK {
		t.Fatalf("publish: status = %d, body = %s", answer.Status, answer.Body)
	}
	welcome(t, h, "second@example.com")
	if got := h.Inbox("second@example.com")[0].Text; !strings.Contains(got, "See you soon.") {
		t.Errorf("text = %s, want the published text", got)
	}
	detail = decode[draftDetail](t, meera.Get(path))
	if detail.HasDraft || detail.Wording != w || detail.Draft.Wording != w || detail.Draft.Version <= saved.Version {
		t.Errorf("text = %+v, want no draft, and a higher version of it", detail)
	}
}

func TestDraftsOfTwoAdminsDoNotOverwriteEachOther(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	meera := h.SignedIn("admins", map[string]any{"username": "meera"})
	farah := h.SignedIn("admins", map[string]any{"username": "farah"})
	const path = "/api/email-texts/welcome"
	first, second := texts.Wording{Subject: "Hello", Body: "One"}, texts.Wording{Subject: "Hello", Body: "Two"}
	if answer := meera.Send("PUT", path+"/draft", change(first, 0)); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	if answer := farah.Send("PUT", path+"/draft", change(second, 0)); answer.Status != http.StatusConflict {
		t.Errorf("save on an older version: status = %d, want 409", answer.Status)
	}
	if answer := farah.Send("PUT", path+"/draft", change(second, 1)); answer.Status != http.StatusOK {
		t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
	}
	// Farah's draft is newer than the text that Meera publishes, so it stays.
	if answer := meera.Send("PUT", path, change(first, 0)); answer.Status != http.StatusOK {
		t.Fatalf("publish: status = %d, body = %s", answer.Status, answer.Body)
	}
	detail := decode[draftDetail](t, meera.Get(path))
	if !detail.HasDraft || detail.Draft.Wording != second || detail.Draft.ChangedBy != "farah" {
		t.Errorf("draft = %+v, want Farah's", detail.Draft)
	}
	// A draft that equals the text in force is none.
	if saved := decode[savedDraft](t, meera.Send("PUT", path+"/draft", change(first, 2))); saved.IsDraft {
		t.Errorf("draft = %+v, want none", saved)
	}
}

func TestASaveWithoutAChangeDiscardsNothing(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	const path = "/api/email-texts/welcome"
	unchanged := decode[draftDetail](t, admin.Get(path)).Wording
	if saved := decode[savedDraft](t, admin.Send("PUT", path+"/draft", change(unchanged, 0))); saved.IsDraft {
		t.Errorf("draft = %+v, want none", saved)
	}
	if n, err := h.PB.CountRecords("audit_log", dbx.HashExp{"action": "email-text.discarded"}); n != 0 || err != nil {
		t.Errorf("%d entries about a discarded draft, error = %v, want none", n, err)
	}
}

func TestSavesOfOneSittingAreOneEntryInTheAuditLog(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	admin := h.SignedIn("admins", nil)
	for version, body := range []string{"One", "One two", "One two three"} {
		w := texts.Wording{Subject: "Hello", Body: body}
		if version == 2 {
			h.Clock.Advance(time.Hour)
		}
		if answer := admin.Send(
			"PUT", "/api/email-texts/welcome/draft", change(w, version),
		); answer.Status != http.StatusOK {
			t.Fatalf("status = %d, body = %s", answer.Status, answer.Body)
		}
	}
	entries, err := h.PB.FindRecordsByFilter("audit_log", "action = 'email-text.drafted'", "", 0, 0)
	if err != nil || len(entries) != 2 {
		t.Errorf("%d entries, error = %v, want 2 for 3 saves in two sittings", len(entries), err)
	}
	if label := entries[0].GetString("label"); label != "Welcome" {
		t.Errorf("label = %q, want Welcome", label)
	}
}

func TestOnlyAnOwnerDraftsATextWithASecretLink(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	office := h.SignedIn("admins", map[string]any{"role": "office"})
	w := texts.Wording{Subject: "Your link", Body: "[Here]({{resetLink}})"}
	if answer := office.Send(
		"PUT", "/api/email-texts/password-reset/draft", change(w, 0),
	); answer.Status != http.StatusForbidden {
		t.Errorf("status = %d, body = %s, want 403", answer.Status, answer.Body)
	}
}
