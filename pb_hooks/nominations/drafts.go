package nominations

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/nominations/emails"
)

const (
	// DraftCookie holds the token of a visitor's draft. It goes with a user's session.
	DraftCookie = "draft"
	// draftTTL is how long a draft is kept after it was saved last.
	draftTTL = 30 * 24 * time.Hour
	// maxDraftBytes is the most that a draft's form data may take, in bytes.
	maxDraftBytes = 64 << 10
	// maxDrafts and maxDraftsPerNetwork bound what strangers can leave here. A draft that has not been saved for
	// draftRest makes place for a new one.
	maxDrafts           = 20_000
	maxDraftsPerNetwork = 100
	draftRest           = 24 * time.Hour
	// completeFieldCount is how many filled fields count as a complete draft. The specification of the
	// product sets it; it is not the length of Form, some of whose fields may stay empty.
	completeFieldCount = 15
)

// DraftView is a half-filled form, as its visitor and the console read it.
type DraftView struct {
	ID        string             `json:"id" db:"id"`
	Email     *string            `json:"email" db:"email"`
	FormData  types.JSONMap[any] `json:"formData" db:"formData"`
	LastSaved httpx.Time         `json:"lastSaved" db:"lastSaved"`
	Progress  int                `json:"progress"`
}

type saveDraftResponse struct {
	ID        string     `json:"id"`
	LastSaved httpx.Time `json:"lastSaved"`
}

// SaveDraft is POST /api/drafts. The cookie alone identifies the draft: who types somebody else's e-mail
// gets a draft of their own.
func (n *Nominations) SaveDraft(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	formData, err := decodeDraftData(body["formData"])
	if err != nil {
		return err
	}
	email, _ := body["email"].(string)
	email = normalizeDraftEmail(email)
	token, at := n.draftToken(e), database.DateTime(n.now())
	id, ranHooks, err := updateDraft(e.App, token, email, formData, at)
	if errors.Is(err, errDraftNotFound) {
		if err := n.middleware.CheckRateLimit(e, httpx.NewDrafts); err != nil {
			return err
		}
		token = keys.Random()
		var draft *Draft
		if draft, err = n.beginDraft(e, token); err == nil {
			err = draft.save(e.App, email, formData, at)
			id, ranHooks = draft.Id, true
		}
	}
	if err != nil {
		return fail("The draft could not be saved.", "save", "draft", err)
	}
	if !ranHooks {
		n.notify("drafts")
	}
	n.middleware.SetCookie(e, DraftCookie, token, int(draftTTL.Seconds()))
	return e.JSON(http.StatusOK, saveDraftResponse{id, httpx.Time(at)})
}

// beginDraft returns a new draft, for which it deletes the one that was left longest if there are too many.
func (n *Nominations) beginDraft(e *core.RequestEvent, token string) (*Draft, error) {
	network := n.key.Derive("draft-network", httpx.ClientNetwork(e))
	if err := n.makePlaceForDraft(e.App, network, maxDraftsPerNetwork, errTooManyDraftsHere); err != nil {
		return nil, err
	}
	if err := n.makePlaceForDraft(e.App, "", maxDrafts, errTooManyDrafts); err != nil {
		return nil, err
	}
	return newDraft(e.App, token, network)
}

// makePlaceForDraft looks at the drafts of a network, or at all for "".
func (n *Nominations) makePlaceForDraft(app core.App, network string, limit int, full error) error {
	count, err := countDrafts(app, network)
	if err != nil || count < limit {
		return err
	}
	oldest, err := findOldestDraft(app, network)
	if err != nil {
		return err
	}
	if oldest.LastSaved().Time().After(n.now().Add(-draftRest)) {
		return full
	}
	return app.Delete(oldest)
}

// GetDraft is GET /api/drafts/mine.
func (n *Nominations) GetDraft(e *core.RequestEvent) error {
	draft, err := findDraft(e.App, n.draftToken(e))
	if err != nil {
		return fail("The draft could not be read.", "find", "draft", err)
	}
	return answerDraft(e, draft)
}

func answerDraft(e *core.RequestEvent, draft *Draft) error {
	var err error
	view := DraftView{ID: draft.Id, LastSaved: httpx.Time(draft.LastSaved())}
	if email := draft.Email(); email != "" {
		view.Email = &email
	}
	if view.FormData, err = draft.FormData(); err != nil {
		return fail("The draft could not be read.", "read draft", draft.Id, err)
	}
	view.Progress = draftProgress(view.FormData)
	return e.JSON(http.StatusOK, view)
}

// DeleteDraft is DELETE /api/drafts/mine.
func (n *Nominations) DeleteDraft(e *core.RequestEvent) error {
	if err := deleteDraft(e.App, n.draftToken(e)); err != nil {
		return fail("The draft could not be discarded.", "delete", "draft", err)
	}
	n.clearDraftCookie(e)
	return e.NoContent(http.StatusNoContent)
}

// MailDraftLink is POST /api/drafts/mine/link: the link by which the draft is resumed on another device goes to the
// address that stands in it.
func (n *Nominations) MailDraftLink(e *core.RequestEvent) error {
	draft, err := findDraft(e.App, n.draftToken(e))
	if err != nil {
		return fail("The draft could not be read.", "find", "draft", err)
	}
	if draft.Email() == "" {
		return errDraftWithoutEmail
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := n.outbox.Throttle(emails.KindDraftLink, draft.Email()); err != nil {
			return err
		}
		now := n.now()
		return n.outbox.Enqueue(tx, emails.DraftLink{DraftID: draft.Id, Email: draft.Email(), At: now, ExpiresAt: now.Add(draftTTL)}.Build())
	})
	if err != nil {
		return fail("The link could not be sent. Please try again.", "mail link to draft", draft.Id, err)
	}
	return e.NoContent(http.StatusNoContent)
}

// draftLinkToken is the token of a draft while an address stands in it: who was mailed a link and then writes another's
// address into the draft has none to what its owner goes on to write.
func (n *Nominations) draftLinkToken(id, email string) string {
	return id + "." + n.key.Derive("draft-link", id, email)
}

// draftLinkParams adds the token of the link when the e-mail is sent. A draft that is gone, or that has another address
// by then, is not mailed.
func (n *Nominations) draftLinkParams(app core.App, params map[string]string) (map[string]string, error) {
	draft, err := findDraftByID(app, params["draftId"])
	if errors.Is(err, errDraftNotFound) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	if draft.Email() != params["email"] {
		return nil, mail.ErrObsolete
	}
	return map[string]string{"token": n.draftLinkToken(draft.Id, draft.Email())}, nil
}

// ResumeDraft is POST /api/drafts/resume: the draft of a mailed link becomes that of this browser alone. The one that
// began it may be a stranger's, who typed this address: they must not read on.
func (n *Nominations) ResumeDraft(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, DraftLinkForm)
	if err != nil {
		return err
	}
	id, _, _ := strings.Cut(values.Text("token"), ".")
	draft, err := findDraftByID(e.App, id)
	if errors.Is(err, errDraftNotFound) {
		return errLinkUnknown
	}
	if err != nil {
		return fail("The draft could not be read.", "find draft", id, err)
	}
	if subtle.ConstantTimeCompare([]byte(n.draftLinkToken(id, draft.Email())), []byte(values.Text("token"))) != 1 {
		return errLinkUnknown
	}
	token := keys.Random()
	if err := draft.giveTo(e.App, token); err != nil {
		return fail("The draft could not be read.", "resume draft", id, err)
	}
	n.middleware.SetCookie(e, DraftCookie, token, int(draftTTL.Seconds()))
	return answerDraft(e, draft)
}

// PurgeDrafts deletes the drafts that have not been saved for 30 days.
func (n *Nominations) PurgeDrafts() error { return deleteDraftsBefore(n.app, n.now().Add(-draftTTL)) }

func (n *Nominations) draftToken(e *core.RequestEvent) string {
	return n.middleware.Cookie(e, DraftCookie)
}

func (n *Nominations) clearDraftCookie(e *core.RequestEvent) {
	if n.draftToken(e) != "" {
		n.middleware.SetCookie(e, DraftCookie, "", -1)
	}
}

// decodeDraftData returns the form data of a body, which may be anything, as it is stored.
func decodeDraftData(raw any) (types.JSONRaw, error) {
	formData, ok := raw.(map[string]any)
	if !ok {
		return nil, httpx.Invalid(rules.Problem{Field: "formData", Code: "invalid", Message: "formData must be an object"})
	}
	// The limit is that of all that was sent, not only of what is kept, so that the caller learns of it.
	sent, err := encodeFormData(formData)
	if err != nil {
		return nil, err
	}
	if len(sent) > maxDraftBytes {
		return nil, errDraftTooLarge
	}
	return encodeFormData(filterFormData(formData))
}

// normalizeDraftEmail returns an e-mail as it would be stored with a nomination, "" if it is not one yet.
func normalizeDraftEmail(email string) string {
	clean, problem := Form.Field("email").Check(email)
	if problem != nil {
		return ""
	}
	return clean.(string)
}

// filterFormData keeps what the form knows of a half-filled form, without checking it: texts as texts,
// the expertise as a list, the consent as a boolean.
func filterFormData(raw map[string]any) map[string]any {
	kept := map[string]any{}
	for _, field := range Form {
		switch value := raw[field.Name].(type) {
		case string:
			if field.Kind != rules.Choices && field.Kind != rules.Consent {
				kept[field.Name] = stripControlChars(field.Kind, value)
			}
		case bool:
			if field.Kind == rules.Consent {
				kept[field.Name] = value
			}
		case []any:
			if field.Kind == rules.Choices {
				kept[field.Name] = filterOptions(field.Options, value)
			}
		}
	}
	return kept
}

// stripControlChars drops the control characters that a text of the kind never has.
func stripControlChars(kind rules.Kind, s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && (kind != rules.Text || (r != '\n' && r != '\t')) {
			return -1
		}
		return r
	}, s)
}

func filterOptions(options []string, chosen []any) []string {
	kept := []string{}
	for _, item := range chosen {
		if s, ok := item.(string); ok && slices.Contains(options, s) && !slices.Contains(kept, s) {
			kept = append(kept, s)
		}
	}
	return kept
}

// encodeFormData writes form data as it is stored. PocketBase would escape each < to six bytes.
func encodeFormData(formData map[string]any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(formData)
	return bytes.TrimSpace(out.Bytes()), err
}

// draftProgress is how much of the form is filled in, as a whole percentage.
func draftProgress(formData map[string]any) int {
	filled := 0
	for _, value := range formData {
		switch v := value.(type) {
		case string:
			if strings.TrimSpace(v) != "" {
				filled++
			}
		case []any:
			if len(v) > 0 {
				filled++
			}
		case bool:
			if v {
				filled++
			}
		}
	}
	return min(100, int(math.Round(float64(filled)*100/completeFieldCount)))
}
