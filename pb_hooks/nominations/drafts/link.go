package drafts

import (
	"crypto/subtle"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/triggers"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/nominations/emails"
)

// MailLink is POST /api/drafts/mine/link. It emails a link to the address in the draft. The link resumes the draft on
// another device.
func (d *Drafts) MailLink() httpx.Endpoint {
	return httpx.Do(d.mailLink, httpx.Doc{
		Tag: "nominations", Summary: "Send the link that resumes your draft on another device",
		Errors: []*apperr.Error{errNotFound, errWithoutEmail}, Statuses: []int{http.StatusTooManyRequests},
	})
}

func (d *Drafts) mailLink(e *core.RequestEvent) error {
	draft, err := findDraft(e.App, d.Token(e))
	if err != nil {
		return nominations.Fail("The draft could not be read.", "find", "draft", err)
	}
	if draft.Email() == "" {
		return errWithoutEmail
	}
	answers, err := draft.FormData()
	if err != nil {
		return nominations.Fail("The draft could not be read.", "read", "draft", err)
	}
	name, _ := answers["name"].(string)
	err = e.App.RunInTransaction(func(tx core.App) error {
		if err := d.outbox.Throttle(emails.KindDraftLink, draft.Email()); err != nil {
			return err
		}
		now := d.now()
		return d.outbox.Enqueue(tx, emails.DraftLink{DraftID: draft.Id, Name: name, Email: draft.Email(),
			At: now, ExpiresAt: now.Add(ttl)}.Build())
	})
	if err != nil {
		return nominations.Fail("The link could not be sent. Please try again.", "mail link to draft", draft.Id, err)
	}
	return nil
}

// linkToken returns the token of the link to a draft, which depends on the draft's current address. If a visitor
// replaces the address, a link that was mailed before no longer works. The visitor therefore cannot read what the owner
// of the new address adds.
func (d *Drafts) linkToken(id, email string) string {
	return id + "." + d.key.Derive("draft-link", id, email)
}

// linkParams adds the link's token when the email is sent. It returns outbox.ErrObsolete if the draft has been deleted
// or has another address.
func (d *Drafts) linkParams(app core.App, params map[string]string) (map[string]string, error) {
	draft, err := findDraftByID(app, params["draftId"])
	if errors.Is(err, errNotFound) {
		return nil, outbox.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	if draft.Email() != params["email"] {
		return nil, outbox.ErrObsolete
	}
	return map[string]string{"token": d.linkToken(draft.Id, draft.Email())}, nil
}

// Resume is POST /api/drafts/resume. It moves the draft of a mailed link to this browser. The browser that
// started the draft loses it, because it may belong to a stranger who entered this address.
func (d *Drafts) Resume() httpx.Endpoint {
	return httpx.JSON(d.resume, httpx.Doc{
		Tag: "nominations", Summary: "Continue the draft of a mailed link in this browser",
		Errors: []*apperr.Error{nominations.ErrLinkUnknown},
	})
}

func (d *Drafts) resume(e *core.RequestEvent, form ResumeForm) (View, error) {
	id, _, _ := strings.Cut(form.Token, ".")
	draft, err := findDraftByID(e.App, id)
	if errors.Is(err, errNotFound) {
		return View{}, nominations.ErrLinkUnknown
	}
	if err != nil {
		return View{}, nominations.Fail("The draft could not be read.", "find draft", id, err)
	}
	if subtle.ConstantTimeCompare([]byte(d.linkToken(id, draft.Email())), []byte(form.Token)) != 1 {
		return View{}, nominations.ErrLinkUnknown
	}
	token := keys.Random()
	if err := draft.giveTo(e.App, token); err != nil {
		return View{}, nominations.Fail("The draft could not be read.", "resume draft", id, err)
	}
	d.middleware.SetCookie(e, Cookie, token, int(ttl.Seconds()))
	return draft.view()
}

// Unfinished returns the visitor who started a nomination and did not finish it. The key is the address, so that a
// stranger who starts many drafts with one address triggers only one email.
func (d *Drafts) Unfinished(app core.App, event triggers.Event) (*triggers.Person, error) {
	draft, err := findDraftByID(app, event.ID)
	if errors.Is(err, errNotFound) {
		return nil, nil
	}
	if err != nil || draft.Email() == "" || !draft.LastSaved().Equal(event.At) {
		return nil, err
	}
	// The nomination may have been sent from another device.
	if id, err := nominations.FindIDByEmail(app, draft.Email()); err != nil || id != "" {
		return nil, err
	}
	form, err := draft.FormData()
	if err != nil {
		return nil, err
	}
	name, _ := form["name"].(string)
	return &triggers.Person{
		Key: strings.ToLower(draft.Email()), Email: draft.Email(), Name: name,
		Path: "/nomination?draft=" + url.QueryEscape(d.linkToken(draft.Id, draft.Email())),
	}, nil
}
