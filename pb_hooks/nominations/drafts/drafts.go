// Package drafts stores the nomination forms that visitors have not sent yet, in the collection draft_registrations.
//
//	started   Save creates a draft for the token in the visitor's cookie.
//	linked    MailLink emails a link that resumes the draft on another device. Resume gives the draft a new token, so
//	          the browser that started it loses it.
//	deleted   The nomination was sent, the visitor discarded the draft, or it was not saved for 30 days (Purge).
//
// If there are too many drafts, one that was not saved for a day makes room for a new one.
package drafts

import (
	"errors"
	"net/http"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/clock"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/lists"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/nominations/emails"
)

// Outbox queues the email with the link.
type Outbox interface {
	Register(kinds ...outbox.Kind)
	Enqueue(tx core.App, email outbox.Email) error
	Throttle(kind, email string) error
}

// Deps are the dependencies of Drafts.
type Deps struct {
	Middleware *httpx.Middleware
	Outbox     Outbox
	// Key derives the tokens of the links.
	Key   keys.Key
	Clock clock.Clock
	// Notify informs open consoles of a change that ran no record hooks. It may be nil.
	Notify func()
}

// Drafts has the handlers of the drafts.
type Drafts struct {
	app        core.App
	middleware *httpx.Middleware
	outbox     Outbox
	key        keys.Key
	now        clock.Clock
	notify     func()
}

// New returns Drafts.
func New(app core.App, deps Deps) *Drafts {
	if deps.Notify == nil {
		deps.Notify = func() {}
	}
	d := &Drafts{
		app: app, middleware: deps.Middleware, outbox: deps.Outbox, key: deps.Key, now: deps.Clock, notify: deps.Notify,
	}
	d.outbox.Register(outbox.Kind{Name: emails.KindDraftLink, Texts: emails.Texts, Params: d.linkParams})
	return d
}

var (
	errWithoutEmail = apperr.Conflict("draft-without-email",
		"Please fill in your email address first. We send the link to it.")
	errNotFound    = apperr.NotFound("draft-not-found", "No draft was found.")
	errTooManyHere = apperr.TooMany(
		"too-many-drafts-here",
		"Many forms were started from your network today, so this draft is not saved. "+
			"You can still fill in the form and send it.",
		time.Hour,
	)
	errTooMany = &apperr.Error{
		Code:       "too-many-drafts",
		Status:     http.StatusServiceUnavailable,
		RetryAfter: time.Hour,
		Message: "Too many forms are being filled in right now, so this draft is not saved. You can still fill " +
			"in the form and send it.",
	}
	errTooLarge = apperr.New("draft-too-large", http.StatusRequestEntityTooLarge,
		"The draft is larger than 64 KB and was not saved.")
)

const (
	// Cookie holds the token of a visitor's draft. It is deleted with a user's session.
	Cookie = "draft"
	// ttl is how long a draft is stored after it was last saved.
	ttl = 30 * 24 * time.Hour
	// maxBytes limits the size of a draft's form data in bytes.
	maxBytes = 64 << 10
	// maxDrafts and maxPerNetwork limit what visitors can store. A draft that was not saved for draftRest can
	// be deleted to make room for a new one.
	maxDrafts     = 20_000
	maxPerNetwork = 100
	draftRest     = 24 * time.Hour
	// completeFieldCount is the number of filled fields that counts as 100 percent. The product's specification sets
	// it. It differs from the length of Form, which has optional fields.
	completeFieldCount = 15
)

// SaveForm is the body of POST /api/drafts. It has no rules, because the form is not finished.
type SaveForm struct {
	// Email is stored once it is valid.
	Email    *looseText `json:"email"`
	FormData formData   `json:"formData"`
}

// Rules returns no rules.
func (SaveForm) Rules() rules.Form { return nil }

// ResumeForm is the body of POST /api/drafts/resume.
type ResumeForm struct {
	_     struct{} `wire:"-"`
	Token string   `json:"token"`
}

// Rules returns the rules of the form.
func (ResumeForm) Rules() rules.Form {
	return rules.Form{{
		Name:     "token",
		Label:    "Link",
		Kind:     rules.Secret,
		Required: true,
		Max:      200,
		Messages: rules.Messages{
			Required: nominations.LinkUnknownMessage,
			Long:     nominations.LinkUnknownMessage,
			Invalid:  nominations.LinkUnknownMessage,
		},
	}}
}

// View is an unfinished form, as shown to its visitor and in the console.
type View struct {
	ID        string             `json:"id" db:"id"`
	Email     *string            `json:"email" db:"email"`
	FormData  types.JSONMap[any] `json:"formData" db:"formData"`
	LastSaved httpx.Time         `json:"lastSaved" db:"lastSaved"`
	Progress  int                `json:"progress"`
}

// Saved is the response to a saved draft.
type Saved struct {
	ID        string     `json:"id"`
	LastSaved httpx.Time `json:"lastSaved"`
}

// Save is POST /api/drafts. Only the cookie identifies the draft: a visitor who enters another person's email
// gets a separate draft.
func (d *Drafts) Save() httpx.Endpoint {
	return httpx.JSON(d.save, httpx.Doc{
		Tag: "nominations", Summary: "Save your draft",
		Description: "The draft belongs to the cookie that the first answer sets.",
		Errors:      []*apperr.Error{errTooManyHere, errTooMany},
		Example:     map[string]any{"email": nil, "formData": map[string]any{"name": "Shalini"}},
	})
}

func (d *Drafts) save(e *core.RequestEvent, form SaveForm) (Saved, error) {
	formData, err := form.FormData.encode()
	if err != nil {
		return Saved{}, err
	}
	email := ""
	if form.Email != nil {
		email = normalizeEmail(string(*form.Email))
	}
	token, at := d.Token(e), database.DateTime(d.now())
	id, ranHooks, err := updateDraft(e.App, token, email, formData, at)
	if errors.Is(err, errNotFound) {
		if err := d.middleware.CheckRateLimit(e, httpx.NewDrafts); err != nil {
			return Saved{}, err
		}
		token = keys.Random()
		var draft *Draft
		if draft, err = d.begin(e, token); err == nil {
			err = draft.save(e.App, email, formData, at)
			id, ranHooks = draft.Id, true
		}
	}
	if err != nil {
		return Saved{}, nominations.Fail("The draft could not be saved.", "save", "draft", err)
	}
	if !ranHooks {
		d.notify()
	}
	d.middleware.SetCookie(e, Cookie, token, int(ttl.Seconds()))
	return Saved{id, httpx.Time(at)}, nil
}

// begin returns a new draft. If there are too many drafts, it first deletes the draft whose last save is oldest.
func (d *Drafts) begin(e *core.RequestEvent, token string) (*Draft, error) {
	network := d.key.Derive("draft-network", httpx.ClientNetwork(e))
	if err := d.makePlace(e.App, network, maxPerNetwork, errTooManyHere); err != nil {
		return nil, err
	}
	if err := d.makePlace(e.App, "", maxDrafts, errTooMany); err != nil {
		return nil, err
	}
	return newDraft(e.App, token, network)
}

// makePlace deletes the draft with the oldest save if a network has reached the limit. It returns full if that
// draft was saved recently. If network is "", the limit applies to all drafts together.
func (d *Drafts) makePlace(app core.App, network string, limit int, full error) error {
	count, err := count(app, network)
	if err != nil || count < limit {
		return err
	}
	oldest, err := findOldest(app, network)
	if err != nil {
		return err
	}
	if oldest.LastSaved().Time().After(d.now().Add(-draftRest)) {
		return full
	}
	return app.Delete(oldest)
}

// Get is GET /api/drafts/mine.
func (d *Drafts) Get() httpx.Endpoint {
	return httpx.Get(d.get, httpx.Doc{
		Tag: "nominations", Summary: "Read your draft",
		Errors: []*apperr.Error{errNotFound},
	})
}

func (d *Drafts) get(e *core.RequestEvent) (View, error) {
	draft, err := findDraft(e.App, d.Token(e))
	if err != nil {
		return View{}, nominations.Fail("The draft could not be read.", "find", "draft", err)
	}
	return draft.view()
}

func (draft *Draft) view() (view View, err error) {
	view = View{ID: draft.Id, LastSaved: httpx.Time(draft.LastSaved())}
	if email := draft.Email(); email != "" {
		view.Email = &email
	}
	if view.FormData, err = draft.FormData(); err != nil {
		return View{}, nominations.Fail("The draft could not be read.", "read draft", draft.Id, err)
	}
	view.Progress = progress(view.FormData)
	return view, nil
}

// Discard is DELETE /api/drafts/mine.
func (d *Drafts) Discard() httpx.Endpoint {
	return httpx.Do(d.discard, httpx.Doc{
		Tag: "nominations", Summary: "Discard your draft",
	})
}

func (d *Drafts) discard(e *core.RequestEvent) error {
	if err := deleteByToken(e.App, d.Token(e)); err != nil {
		return nominations.Fail("The draft could not be discarded.", "delete", "draft", err)
	}
	d.ClearCookie(e)
	return nil
}

// Delete deletes the draft of a token, if there is one.
func (d *Drafts) Delete(tx core.App, token string) error { return deleteByToken(tx, token) }

// List is GET /api/drafts.
func (d *Drafts) List() httpx.Endpoint {
	return lists.MappedRows(list, func(_ *core.RequestEvent, draft View) View {
		draft.Progress = progress(draft.FormData)
		return draft
	}, httpx.Doc{
		Tag: "nominations", Summary: "List the drafts",
	})
}

// Purge deletes the drafts that were not saved for 30 days.
func (d *Drafts) Purge() error { return deleteBefore(d.app, d.now().Add(-ttl)) }

func (d *Drafts) Token(e *core.RequestEvent) string {
	return d.middleware.Cookie(e, Cookie)
}

func (d *Drafts) ClearCookie(e *core.RequestEvent) {
	if d.Token(e) != "" {
		d.middleware.SetCookie(e, Cookie, "", -1)
	}
}
