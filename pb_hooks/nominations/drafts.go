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
	// DraftCookie holds the token of a visitor's draft. It is deleted with a user's session.
	DraftCookie = "draft"
	// draftTTL is how long a draft is stored after it was last saved.
	draftTTL = 30 * 24 * time.Hour
	// maxDraftBytes limits the size of a draft's form data in bytes.
	maxDraftBytes = 64 << 10
	// maxDrafts and maxDraftsPerNetwork limit what visitors can store. A draft that was not saved for draftRest can
	// be deleted to make room for a new one.
	maxDrafts           = 20_000
	maxDraftsPerNetwork = 100
	draftRest           = 24 * time.Hour
	// completeFieldCount is the number of filled fields that counts as 100 percent. The product's specification sets
	// it. It differs from the length of Form, which has optional fields.
	completeFieldCount = 15
)

// DraftView is an unfinished form, as shown to its visitor and in the console.
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

// SaveDraft is POST /api/drafts. Only the cookie identifies the draft: a visitor who enters another person's email
// gets a separate draft.
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

// beginDraft returns a new draft. If there are too many drafts, it first deletes the one with the oldest save.
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

// makePlaceForDraft deletes the draft with the oldest save if a network has reached the limit. It returns full if that
// draft was saved recently. If network is "", the limit applies to all drafts together.
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

// MailDraftLink is POST /api/drafts/mine/link. It emails a link that resumes the draft on another device, to the
// address in the draft.
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

// draftLinkToken returns the token of a draft and its current address. If a visitor replaces the address, their
// earlier link no longer works, so they cannot read what the owner of the new address adds.
func (n *Nominations) draftLinkToken(id, email string) string {
	return id + "." + n.key.Derive("draft-link", id, email)
}

// draftLinkParams adds the link's token when the email is sent. It returns mail.ErrObsolete if the draft was deleted
// or has another address by then.
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

// ResumeDraft is POST /api/drafts/resume. It moves the draft of a mailed link to this browser. The browser that
// started the draft loses it, because it may belong to a stranger who entered this address.
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

// PurgeDrafts deletes the drafts that were not saved for 30 days.
func (n *Nominations) PurgeDrafts() error { return deleteDraftsBefore(n.app, n.now().Add(-draftTTL)) }

func (n *Nominations) draftToken(e *core.RequestEvent) string {
	return n.middleware.Cookie(e, DraftCookie)
}

func (n *Nominations) clearDraftCookie(e *core.RequestEvent) {
	if n.draftToken(e) != "" {
		n.middleware.SetCookie(e, DraftCookie, "", -1)
	}
}

// decodeDraftData returns the form data of a request body as it is stored. raw can have any type.
func decodeDraftData(raw any) (types.JSONRaw, error) {
	formData, ok := raw.(map[string]any)
	if !ok {
		return nil, httpx.Invalid(rules.Problem{Field: "formData", Code: "invalid", Message: "formData must be an object"})
	}
	// The limit applies to everything that was sent, not only to the stored fields, so that the caller gets the
	// error.
	sent, err := encodeFormData(formData)
	if err != nil {
		return nil, err
	}
	if len(sent) > maxDraftBytes {
		return nil, errDraftTooLarge
	}
	return encodeFormData(filterFormData(formData))
}

// normalizeDraftEmail returns an email as a nomination stores it, or "" if it is not valid yet.
func normalizeDraftEmail(email string) string {
	clean, problem := Form.Field("email").Check(email)
	if problem != nil {
		return ""
	}
	return clean.(string)
}

// filterFormData returns the known fields of an unfinished form without validating them: texts as strings, the
// expertise as a list, the consent as a boolean.
func filterFormData(raw map[string]any) map[string]any {
	filtered := map[string]any{}
	for _, field := range Form {
		switch value := raw[field.Name].(type) {
		case string:
			if field.Kind != rules.Choices && field.Kind != rules.Consent {
				filtered[field.Name] = stripControlChars(field.Kind, value)
			}
		case bool:
			if field.Kind == rules.Consent {
				filtered[field.Name] = value
			}
		case []any:
			if field.Kind == rules.Choices {
				filtered[field.Name] = filterOptions(field.Options, value)
			}
		}
	}
	return filtered
}

// stripControlChars removes control characters that the kind of field does not allow.
func stripControlChars(kind rules.Kind, s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && (kind != rules.Text || (r != '\n' && r != '\t')) {
			return -1
		}
		return r
	}, s)
}

func filterOptions(options []string, chosen []any) []string {
	filtered := []string{}
	for _, item := range chosen {
		if s, ok := item.(string); ok && slices.Contains(options, s) && !slices.Contains(filtered, s) {
			filtered = append(filtered, s)
		}
	}
	return filtered
}

// encodeFormData encodes form data for storage. PocketBase would escape each < to six bytes.
func encodeFormData(formData map[string]any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(formData)
	return bytes.TrimSpace(out.Bytes()), err
}

// draftProgress returns the percentage of the form that is filled in.
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
