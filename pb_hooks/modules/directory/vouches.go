package directory

import (
	"database/sql"
	"errors"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/directory/emails"
	"boardcircle/pb_hooks/payments/ledger"
)

// A vouch is one line in which a member recommends another. It is in one of these states:
//
//	waiting    -> approved, declined, withdrawn
//	approved   -> withdrawn, removed
//	declined   is final
//	withdrawn  is final
//	removed    is final
//	(new)      -> waiting
//
// The person approves or declines it, and can remove it later. The author can withdraw it. Members see an approved
// vouch on the person's profile if they may see its author. No row is deleted.

// VouchState is the state of a vouch.
type VouchState string

// The states of a vouch.
const (
	VouchWaiting   VouchState = "waiting"
	VouchApproved  VouchState = "approved"
	VouchDeclined  VouchState = "declined"
	VouchWithdrawn VouchState = "withdrawn"
	VouchRemoved   VouchState = "removed"
)

// Values returns all states.
func (VouchState) Values() []string {
	return rules.Options(VouchWaiting, VouchApproved, VouchDeclined, VouchWithdrawn, VouchRemoved)
}

// VouchTransitions are documented above.
var VouchTransitions = states.Table[VouchState]{
	"":             {VouchWaiting},
	VouchWaiting:   {VouchApproved, VouchDeclined, VouchWithdrawn},
	VouchApproved:  {VouchWithdrawn, VouchRemoved},
	VouchDeclined:  {},
	VouchWithdrawn: {},
	VouchRemoved:   {},
}

// maxVouches is how many vouches a member writes in twelve months.
const maxVouches = 12

var (
	errNotListed = apperr.Conflict("not-listed",
		"Please publish your own profile first, so that members see who vouches.")
	errAlreadyVouched = apperr.Conflict("already-vouched", "You have already vouched for this member.")
	errTooManyVouches = apperr.Conflict("too-many-vouches",
		"You have vouched for twelve members in twelve months. Please wait before you vouch for another.")
	errVouchNotFound = apperr.NotFound("vouch-not-found", "This vouch was not found.")
	errVouchState    = apperr.Conflict("vouch-state", "This vouch has changed in the meantime. Please reload the page.")
)

// Vouch is a vouch as a person sees it.
type Vouch struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	// Person is the author, or the person whom the caller has vouched for.
	Person    Card       `json:"person"`
	State     VouchState `json:"state"`
	CreatedAt httpx.Time `json:"createdAt"`
}

// visibleVouches returns the vouches about people whom the viewer may see, or by them.
func (d *Directory) visibleVouches(app core.App, viewer string, list []*vouch,
	personOf func(*vouch) string) ([]Vouch, error) {
	if len(list) == 0 {
		return []Vouch{}, nil
	}
	ids := make([]string, len(list))
	for i, v := range list {
		ids[i] = personOf(v)
	}
	cards, err := d.Visible(app, viewer, ids)
	vouches := []Vouch{}
	for _, v := range list {
		if card, isVisible := cards[personOf(v)]; isVisible {
			vouches = append(vouches, Vouch{v.Id, v.text(), card, v.state(), httpx.TimeOf(v.createdAt())})
		}
	}
	return vouches, err
}

// VouchForm is the body of POST /api/directory/{person}/vouch.
type VouchForm struct {
	_    struct{} `wire:"vouch"`
	Text string   `json:"text"`
}

// Rules returns the rules of the form.
func (VouchForm) Rules() rules.Form { return vouchRules }

var vouchRules = rules.Form{
	{Name: "text", Label: "Your line", Kind: rules.Line, Required: true, Min: 10, Max: 160, NoLinks: true},
}

// Vouch is POST /api/directory/{person}/vouch.
func (d *Directory) Vouch() httpx.Endpoint {
	return httpx.JSON(d.vouch, httpx.Doc{
		Tag: "directory", Summary: "Vouch for a member", Status: http.StatusCreated,
		Description: "The member gets an email. Other members see the vouch once the member has approved it.",
		Errors:      []*apperr.Error{errNotFound, errYourself, errNotListed, errAlreadyVouched, errTooManyVouches},
		Example:     map[string]any{"text": "Chaired the committee that I learned most in."},
	})
}

func (d *Directory) vouch(e *core.RequestEvent, form VouchForm) (Vouch, error) {
	author, now := identity.NewUser(e.Auth), d.now()
	var view Vouch
	err := e.App.RunInTransaction(func(tx core.App) error {
		n, err := find(tx, author.PersonID(), e.Request.PathValue("person"), now)
		switch {
		case err != nil:
			return err
		case n.personID() == author.PersonID():
			return errYourself
		}
		own, err := findOwn(tx, author.Id)
		if err != nil {
			return err
		}
		if !own.isListed() {
			return errNotListed
		}
		isVouched, err := hasVouched(tx, author.PersonID(), n.personID())
		if err != nil {
			return err
		}
		if isVouched {
			return errAlreadyVouched
		}
		written, err := countVouches(tx, author.PersonID(), now.AddDate(-1, 0, 0))
		if err != nil {
			return err
		}
		if written >= maxVouches {
			return errTooManyVouches
		}
		v, err := newVouch(tx, author.PersonID(), n.personID(), form.Text, now)
		if err != nil {
			return err
		}
		if err := tx.Save(v); err != nil {
			return err
		}
		view = Vouch{v.Id, v.text(), n.card(author.PersonID()), v.state(), httpx.TimeOf(v.createdAt())}
		return d.outbox.Enqueue(tx, emails.Vouched{
			VouchID: v.Id, Name: n.account.Name(), Email: n.account.Email(), Author: author.Name(),
		}.Build())
	})
	return view, apperr.SaveFailed("vouch for a member", err)
}

// OwnVouches are the vouches about the caller, and those by the caller.
type OwnVouches struct {
	// Received are those that wait for the caller or are approved.
	Received []Vouch `json:"received"`
	Given    []Vouch `json:"given"`
}

// ListVouches is GET /api/vouches.
func (d *Directory) ListVouches() httpx.Endpoint {
	return httpx.Get(d.listVouches, httpx.Doc{
		Tag: "directory", Summary: "List the vouches about you and by you",
		Description: "After the end of their membership, the caller sees only the names of the other members.",
	})
}

func (d *Directory) listVouches(e *core.RequestEvent) (own OwnVouches, err error) {
	person := httpx.CurrentPersonID(e)
	received, err := listReceived(e.App, person)
	if err == nil {
		own.Received, err = d.visibleVouches(e.App, person, received, (*vouch).author)
	}
	if err != nil {
		return OwnVouches{}, readFailed(err)
	}
	given, err := listGiven(e.App, person)
	if err == nil {
		own.Given, err = d.visibleVouches(e.App, person, given, (*vouch).about)
	}
	if err != nil {
		return OwnVouches{}, readFailed(err)
	}
	isMember, err := ledger.MembersIn(modules.Directory)(e.App, e.Auth.Id, d.now())
	if !isMember { // only members may see the other fields of a profile
		for _, list := range [][]Vouch{own.Received, own.Given} {
			for i := range list {
				list[i].Person = nameOnly(list[i].Person)
			}
		}
	}
	return own, readFailed(err)
}

// WaitingVouches returns the vouches that wait for the approval of a person.
func (d *Directory) WaitingVouches(app core.App, person string) ([]Vouch, error) {
	received, err := listReceived(app, person)
	if err != nil {
		return nil, err
	}
	waiting := slices.DeleteFunc(received, func(v *vouch) bool { return v.state() != VouchWaiting })
	return d.visibleVouches(app, person, waiting, (*vouch).author)
}

// ApproveVouch is POST /api/vouches/{id}/approve.
func (d *Directory) ApproveVouch() httpx.Endpoint {
	return httpx.Do(func(e *core.RequestEvent) error { return d.moveVouch(e, VouchApproved, "") }, httpx.Doc{
		Tag: "directory", Summary: "Show a vouch about you on your profile",
		Errors: []*apperr.Error{errVouchNotFound, errVouchState},
	})
}

// DeclineVouch is POST /api/vouches/{id}/decline.
func (d *Directory) DeclineVouch() httpx.Endpoint {
	return httpx.Do(func(e *core.RequestEvent) error { return d.moveVouch(e, VouchDeclined, "") }, httpx.Doc{
		Tag: "directory", Summary: "Decline a vouch about you", Description: "The author gets no email.",
		Errors: []*apperr.Error{errVouchNotFound, errVouchState},
	})
}

// DeleteVouch is DELETE /api/vouches/{id}.
func (d *Directory) DeleteVouch() httpx.Endpoint {
	return httpx.Do(func(e *core.RequestEvent) error { return d.moveVouch(e, VouchRemoved, VouchWithdrawn) }, httpx.Doc{
		Tag: "directory", Summary: "Withdraw a vouch by you, or remove an approved one about you",
		Errors: []*apperr.Error{errVouchNotFound, errVouchState},
	})
}

// requireVouch makes the email about a vouch obsolete once the person has decided or the author has withdrawn it.
func requireVouch(app core.App, params map[string]string) (map[string]string, error) {
	v, err := findVouch(app, params[emails.ParamVouch])
	if errors.Is(err, sql.ErrNoRows) || err == nil && v.state() != VouchWaiting {
		return nil, outbox.ErrObsolete
	}
	return nil, err
}

// moveVouch moves a vouch about the caller to one state, and one by the caller to another. "" is not allowed.
func (d *Directory) moveVouch(e *core.RequestEvent, ofPerson, ofAuthor VouchState) error {
	caller := httpx.CurrentPersonID(e)
	err := e.App.RunInTransaction(func(tx core.App) error {
		v, err := findVouch(tx, e.Request.PathValue("id"))
		if err != nil {
			return database.IfMissing(err, errVouchNotFound)
		}
		var to VouchState
		switch caller {
		case v.about():
			to = ofPerson
		case v.author():
			to = ofAuthor
		}
		if to == "" {
			return errVouchNotFound
		}
		if !VouchTransitions.Allows(v.state(), to) {
			return errVouchState
		}
		v.move(to, d.now())
		return tx.Save(v)
	})
	return apperr.SaveFailed("change a vouch", err)
}
