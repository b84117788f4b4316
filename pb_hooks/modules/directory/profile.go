package directory

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations"
)

// Language is a language of a profile, as its ISO code.
type Language string

// Values returns all languages.
func (Language) Values() []string {
	return []string{
		"en", "hi", "as", "bn", "gu", "kn", "ml", "mr", "or", "pa", "ta", "te", "ur", "fr", "de", "es", "zh", "ja",
		"ar",
	}
}

// Values are the fields that the profile's row owns.
type Values struct {
	City        string                  `json:"city"`
	Sectors     []nominations.Industry  `json:"sectors"`
	Languages   []Language              `json:"languages"`
	CanHelpWith []nominations.Expertise `json:"canHelpWith"`
	LookingFor  string                  `json:"lookingFor"`
	LinkedIn    string                  `json:"linkedin"`

	PortraitVisibility Visibility `json:"portraitVisibility"`
	// WorkVisibility is that of the designation and the company.
	WorkVisibility        Visibility `json:"workVisibility"`
	BoardsVisibility      Visibility `json:"boardsVisibility"`
	BiographyVisibility   Visibility `json:"biographyVisibility"`
	CityVisibility        Visibility `json:"cityVisibility"`
	SectorsVisibility     Visibility `json:"sectorsVisibility"`
	LanguagesVisibility   Visibility `json:"languagesVisibility"`
	CanHelpWithVisibility Visibility `json:"canHelpWithVisibility"`
	LookingForVisibility  Visibility `json:"lookingForVisibility"`
	EmailVisibility       Visibility `json:"emailVisibility"`
	PhoneVisibility       Visibility `json:"phoneVisibility"`
	LinkedInVisibility    Visibility `json:"linkedinVisibility"`
}

// Form is the body of PUT /api/profile. The account's row owns the first three fields, and the boards, which are edited
// in the account.
type Form struct {
	_           struct{} `wire:"directoryProfile"`
	Designation string   `json:"designation"`
	Company     string   `json:"company"`
	Biography   string   `json:"biography"`
	Values
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form { return formRules }

var formRules = rules.Form{
	accounts.ProfileForm{}.Rules().Field("designation"),
	accounts.ProfileForm{}.Rules().Field("company"),
	accounts.ProfileForm{}.Rules().Field("biography"),
	{Name: "city", Label: "City", Kind: rules.Line, Max: 80},
	{Name: "sectors", Label: "Sectors", Kind: rules.Choices, Options: nominations.Industry("").Values()},
	{Name: "languages", Label: "Languages", Kind: rules.Choices, Options: Language("").Values()},
	{Name: "canHelpWith", Label: "Can help with", Kind: rules.Choices, Options: nominations.Expertise("").Values()},
	{Name: "lookingFor", Label: "Looking for", Kind: rules.Text, Max: 400},
	{Name: "linkedin", Label: "LinkedIn profile", Kind: rules.Link, Max: 300, Hosts: []string{".linkedin.com"},
		Messages: nominations.Form.Field("linkedinUrl").Messages},
	visibilityField(FieldPortrait, "Who sees your portrait", ToMembers),
	visibilityField(FieldWork, "Who sees your designation and company", ToMembers),
	visibilityField(FieldBoards, "Who sees your boards", ToMembers),
	visibilityField(FieldBiography, "Who sees your biography", ToMembers),
	visibilityField(FieldCity, "Who sees your city", ToMembers),
	visibilityField(FieldSectors, "Who sees your sectors", ToMembers),
	visibilityField(FieldCanHelpWith, "Who sees what you can help with", ToMembers),
	visibilityField(FieldLookingFor, "Who sees what you are looking for", ToMembers),
	visibilityField(FieldLanguages, "Who sees your languages", ToMembers),
	visibilityField(Field(ContactEmail), "Who sees your email", ToIntroduced),
	visibilityField(Field(ContactPhone), "Who sees your phone number", ToIntroduced),
	visibilityField(Field(ContactLinkedIn), "Who sees your LinkedIn profile", ToIntroduced),
}

// visibilityField is the choice of who sees a field. A request without it chooses the default.
func visibilityField(of Field, label string, byDefault Visibility) rules.Field {
	return rules.Field{Name: string(of) + "Visibility", Label: label, Kind: rules.Choice,
		Options: Visibility("").Values(), Default: string(byDefault)}
}

// OwnProfile is a member's own profile.
type OwnProfile struct {
	State       State      `json:"state"`
	PublishedAt httpx.Time `json:"publishedAt"`
	// IsVisible reports whether members see the profile now. They do not see a published profile after the membership
	// has ended.
	IsVisible bool `json:"isVisible"`
	// IsSaved is false for a profile that is filled from the account and the nomination, and not saved yet.
	IsSaved bool `json:"isSaved"`
	Form
	// Email, Phone and Boards are those of the account.
	Email  string  `json:"email"`
	Phone  string  `json:"phone"`
	Boards []Board `json:"boards"`
	// Preview is what members without an introduction see.
	Preview Person  `json:"preview"`
	Consent Consent `json:"consent"`
}

func newOwnProfile(p *profile, account *identity.User, now time.Time) OwnProfile {
	own := entry{p, account}.person(account.PersonID(), false)
	own.ID, own.IsYou = account.PersonID(), true // a profile that is not saved has no person
	if own.Portrait != "" {
		// A person whose membership has ended cannot read the portrait of the directory.
		own.Portrait = "/api/user/portrait?v=" + keys.Hash(account.Portrait())[:12]
	}
	return OwnProfile{
		State:       cmp.Or(p.state(), StateDraft),
		PublishedAt: httpx.Time(p.publishedAt()),
		IsVisible:   p.isListed() && p.listing().until.After(now),
		IsSaved:     !p.IsNew(),
		Form: Form{
			Designation: account.Designation(), Company: account.Company(), Biography: account.Biography(),
			Values: p.values(),
		},
		Email:   account.Email(),
		Phone:   account.Phone(),
		Boards:  publicBoards(account.Boards()),
		Preview: own,
		Consent: currentConsent,
	}
}

// GetOwn is GET /api/profile. A person whose membership has ended can still read and withdraw their profile.
func (d *Directory) GetOwn() httpx.Endpoint {
	return httpx.Get(d.getOwn, httpx.Doc{
		Tag: "directory", Summary: "Read your own profile in the directory",
		Description: "A profile that was never saved is filled from the account and the nomination.",
	})
}

func (d *Directory) getOwn(e *core.RequestEvent) (OwnProfile, error) {
	account := identity.NewUser(e.Auth)
	p, err := findOwn(e.App, account.Id)
	if err != nil {
		return OwnProfile{}, readFailed(err)
	}
	own := newOwnProfile(p, account, d.now())
	if !own.IsSaved {
		if err := fillIn(e.App, account, &own); err != nil {
			return OwnProfile{}, readFailed(err)
		}
	}
	return own, nil
}

// fillIn completes a profile that was never saved with what the nomination says.
func fillIn(app core.App, account *identity.User, own *OwnProfile) error {
	own.City, _, _ = strings.Cut(account.Location(), ",")
	answers, err := nominations.AnswersOfAccount(app, account.Record)
	if err != nil || answers == nil {
		return err
	}
	fill := func(field *string, value string) {
		if *field == "" {
			*field = value
		}
	}
	fill(&own.Designation, answers.CurrentDesignation)
	fill(&own.Company, answers.CompanyName)
	fill(&own.LinkedIn, answers.LinkedinURL)
	if answers.City != "" {
		own.City = answers.City
	}
	if answers.Industry != "" {
		own.Sectors = []nominations.Industry{answers.Industry}
	}
	own.CanHelpWith = append([]nominations.Expertise{}, answers.AreasOfExpertise...)
	if len(own.Boards) == 0 {
		own.Boards = publicBoards(boardsFrom(answers.CurrentBoards))
	}
	return nil
}

// boardsFrom returns a board for each line of a nomination's text about the boards.
func boardsFrom(text string) []identity.Board {
	boards := []identity.Board{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && len(line) <= 200 && len(boards) < accounts.MaxBoards {
			boards = append(boards, identity.Board{Company: line})
		}
	}
	return boards
}

// PutOwn is PUT /api/profile. A published profile changes at once.
func (d *Directory) PutOwn() httpx.Endpoint {
	return httpx.JSON(d.putOwn, httpx.Doc{
		Tag: "directory", Summary: "Save your own profile",
		Description: "Saving does not publish it. The first save takes over the boards of the nomination if the " +
			"account has none.",
		Errors: []*apperr.Error{errIncomplete},
		Example: map[string]any{
			"designation": "Independent Director", "company": "Deccan Capital", "city": "Pune",
			"sectors": []string{"technology"}, "languages": []string{"en", "mr"},
			"canHelpWith": []string{"finance"}, "lookingFor": "A seat on an audit committee",
			"cityVisibility":  ToIntroduced,
			"emailVisibility": ToIntroduced, "phoneVisibility": ToNoOne, "linkedinVisibility": ToMembers,
		},
	})
}

func (d *Directory) putOwn(e *core.RequestEvent, form Form) (OwnProfile, error) {
	return d.update(e, func(tx core.App, p *profile, account *identity.User) error {
		work := accounts.Work{
			Designation: form.Designation, Company: form.Company, Biography: form.Biography, Boards: account.Boards(),
		}
		if p.IsNew() && len(work.Boards) == 0 { // as getOwn has shown them
			answers, err := nominations.AnswersOfAccount(tx, account.Record)
			if err != nil {
				return err
			}
			if answers != nil {
				work.Boards = boardsFrom(answers.CurrentBoards)
			}
		}
		if err := accounts.SaveWork(tx, account, work); err != nil {
			return err
		}
		p.setValues(form.Values)
		if p.state() == "" {
			return p.setState(StateDraft)
		}
		if p.state() == StatePublished && !isComplete(p, account) {
			return errIncomplete
		}
		return nil
	})
}

// isComplete reports whether a profile says enough for other members.
func isComplete(p *profile, account *identity.User) bool {
	return account.Designation() != "" && p.city() != "" && len(p.sectors()) > 0
}

// PublishForm is the body of POST /api/profile/publish.
type PublishForm struct {
	_ struct{} `wire:"-"`
	// Wording is the consent that the member has read.
	Wording string `json:"wording"`
	Agree   bool   `json:"agree"`
}

// Rules returns the rules of the form.
func (PublishForm) Rules() rules.Form {
	return rules.Form{
		{Name: "wording", Label: "Wording", Kind: rules.Line, Required: true, Max: 40},
		{Name: "agree", Label: "Agreement", Kind: rules.Consent, Required: true,
			Messages: rules.Messages{Required: "Please tick the box if you want to be listed"}},
	}
}

// Publish is POST /api/profile/publish.
func (d *Directory) Publish() httpx.Endpoint {
	return httpx.JSON(d.publish, httpx.Doc{
		Tag: "directory", Summary: "Publish your own profile, with your consent",
		Errors:  []*apperr.Error{errSuspended, errWording, errIncomplete},
		Example: map[string]any{"wording": consentWording, "agree": true},
	})
}

func (d *Directory) publish(e *core.RequestEvent, form PublishForm) (OwnProfile, error) {
	if form.Wording != consentWording {
		return OwnProfile{}, errWording
	}
	return d.update(e, func(tx core.App, p *profile, account *identity.User) error {
		switch {
		case p.state() == StateSuspended:
			return errSuspended
		case p.state() == StatePublished:
			return nil
		case p.IsNew() || !isComplete(p, account):
			return errIncomplete
		}
		now := d.now()
		p.setPublishedAt(now)
		if err := p.setState(StatePublished); err != nil {
			return err
		}
		return insertConsent(tx, account.PersonID(), true, now)
	})
}

// Withdraw is POST /api/profile/withdraw. It takes the profile off the directory at once, and withdraws the consent.
func (d *Directory) Withdraw() httpx.Endpoint {
	return httpx.DoJSON(d.withdraw, httpx.Doc{
		Tag: "directory", Summary: "Withdraw your own profile from the directory", Status: http.StatusOK,
	})
}

func (d *Directory) withdraw(e *core.RequestEvent) (OwnProfile, error) {
	return d.update(e, func(tx core.App, p *profile, account *identity.User) error {
		if p.state() != StatePublished {
			return nil
		}
		if err := p.setState(StateDraft); err != nil {
			return err
		}
		return insertConsent(tx, account.PersonID(), false, d.now())
	})
}

// update changes the caller's profile in a transaction. A profile without a state is not stored.
func (d *Directory) update(e *core.RequestEvent,
	change func(tx core.App, p *profile, account *identity.User) error) (own OwnProfile, err error) {
	err = e.App.RunInTransaction(func(tx core.App) error {
		account, err := identity.FindUser(tx, e.Auth.Id)
		if err != nil {
			return err
		}
		p, err := findOwn(tx, account.Id)
		if err != nil {
			return err
		}
		if err := change(tx, p, account); err != nil {
			return err
		}
		if p.state() != "" {
			if err := tx.Save(p); err != nil {
				return err
			}
		}
		own = newOwnProfile(p, account, d.now())
		return nil
	})
	if err != nil {
		return OwnProfile{}, apperr.SaveFailed("save profile", fmt.Errorf("account %s: %w", e.Auth.Id, err))
	}
	return own, nil
}
