package nominations

import (
	"database/sql"
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/rules"
)

const (
	draftCookie = httpx.DraftCookie
	// draftTTL is how long an untouched draft is kept.
	draftTTL = 30 * 24 * time.Hour
)

// Draft is a half-filled form.
type Draft struct {
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

// SaveDraft is POST /api/drafts. The draft is told by the caller's cookie and by nothing else:
// whoever types somebody's e-mail gets a draft of her own.
func (n *Nominations) SaveDraft(e *core.RequestEvent) error {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return err
	}
	formData, err := decodeDraftData(body["formData"])
	if err != nil {
		return err
	}
	if _, err := findDraft(e.App, n.draftToken(e)); errors.Is(err, sql.ErrNoRows) {
		if err := n.edge.CheckRateLimit(e, httpx.NewDrafts); err != nil {
			return err
		}
	}
	email, _ := body["email"].(string)
	draft, token, err := n.upsertDraft(e.App, n.draftToken(e), email, formData)
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The draft could not be saved.", err)
	}
	n.edge.SetCookie(e, draftCookie, token, int(draftTTL.Seconds()))
	return e.JSON(http.StatusOK, saveDraftResponse{draft.Id, httpx.Time(draft.GetDateTime("lastSaved"))})
}

// GetDraft is GET /api/drafts/mine.
func (n *Nominations) GetDraft(e *core.RequestEvent) error {
	record, err := findDraft(e.App, n.draftToken(e))
	if errors.Is(err, sql.ErrNoRows) {
		return httpx.NewError(http.StatusNotFound, "No draft was found.", nil)
	}
	if err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The draft could not be read.", err)
	}
	draft := Draft{ID: record.Id, LastSaved: httpx.Time(record.GetDateTime("lastSaved"))}
	if email := record.GetString("email"); email != "" {
		draft.Email = &email
	}
	if err := record.UnmarshalJSONField("formData", &draft.FormData); err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The draft could not be read.", err)
	}
	draft.Progress = draftProgress(draft.FormData)
	return e.JSON(http.StatusOK, draft)
}

// DeleteDraft is DELETE /api/drafts/mine.
func (n *Nominations) DeleteDraft(e *core.RequestEvent) error {
	if err := e.App.RunInTransaction(func(tx core.App) error { return deleteDraft(tx, n.draftToken(e)) }); err != nil {
		return httpx.NewError(http.StatusInternalServerError, "The draft could not be discarded.", err)
	}
	n.clearDraftCookie(e)
	return e.NoContent(http.StatusNoContent)
}

// PurgeDrafts removes the drafts that nobody has touched for 30 days.
func (n *Nominations) PurgeDrafts() error {
	before, err := types.ParseDateTime(n.now().Add(-draftTTL))
	if err != nil {
		return err
	}
	return n.app.RunInTransaction(func(tx core.App) error {
		_, err := readmodel.Delete(tx, drafts, dbx.NewExp("lastSaved < {:before}", dbx.Params{"before": before.String()}))
		return err
	})
}

// decodeDraftData reads the form data of a body, which may be anything.
func decodeDraftData(raw any) (types.JSONRaw, error) {
	formData, ok := raw.(map[string]any)
	if !ok {
		return nil, httpx.Invalid(rules.Problem{Field: "formData", Code: "invalid", Message: "formData must be an object"})
	}
	// The whole is measured, not only what is kept: a caller who sends too much is told so.
	size, err := encodeFormData(formData)
	if err != nil {
		return nil, err
	}
	if len(size) > maxDraftBytes {
		return nil, httpx.NewError(http.StatusRequestEntityTooLarge, "The draft is larger than 64 KB and was not saved.", nil)
	}
	return encodeFormData(filterFormData(formData))
}

// upsertDraft writes the caller's own row, or a new one under a new token where the caller has none.
func (n *Nominations) upsertDraft(app core.App, token, email string, formData types.JSONRaw) (draft *core.Record, ownToken string, err error) {
	at, err := types.ParseDateTime(n.now())
	if err != nil {
		return nil, "", err
	}
	err = app.RunInTransaction(func(tx core.App) error {
		draft, err = findDraft(tx, token)
		if errors.Is(err, sql.ErrNoRows) {
			token = keys.Random()
			draft, err = newDraft(tx, token)
		}
		if err != nil {
			return err
		}
		draft.Set("email", normalizeDraftEmail(email))
		draft.Set("formData", formData)
		draft.Set("lastSaved", at)
		return tx.Save(draft)
	})
	return draft, token, err
}

// normalizeDraftEmail is the address as it would be stored; half an address is not worth keeping apart
// from the form data.
func normalizeDraftEmail(email string) string {
	clean, problem := Form.Field("email").Check(email)
	if problem != nil {
		return ""
	}
	return clean.(string)
}

func newDraft(app core.App, token string) (*core.Record, error) {
	collection, err := app.FindCachedCollectionByNameOrId(drafts)
	if err != nil {
		return nil, err
	}
	draft := core.NewRecord(collection)
	draft.Set("tokenHash", keys.Hash(token))
	return draft, nil
}

// findDraft returns sql.ErrNoRows for a caller without a draft.
func findDraft(app core.App, token string) (*core.Record, error) {
	if token == "" {
		return nil, sql.ErrNoRows
	}
	return app.FindFirstRecordByData(drafts, "tokenHash", keys.Hash(token))
}

func deleteDraft(tx core.App, token string) error {
	draft, err := findDraft(tx, token)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return tx.Delete(draft)
}

func (n *Nominations) draftToken(e *core.RequestEvent) string { return n.edge.Cookie(e, draftCookie) }

func (n *Nominations) clearDraftCookie(e *core.RequestEvent) {
	if n.draftToken(e) != "" {
		n.edge.SetCookie(e, draftCookie, "", -1)
	}
}
