package preferences

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

// The signed-in member's page with the same choices as the links of emails.

// PreferencesForm is the body of PUT /api/user/email-preferences: the wanted topics.
var PreferencesForm = rules.Form{{Name: "topics", Label: "Topics", Kind: rules.List, Max: 20}}

// OwnPreferences are the choices for a member's address.
type OwnPreferences struct {
	Email  string       `json:"email"`
	Topics []Preference `json:"topics"`
	// IsUndeliverable reports that the address gets no emails, because it bounced or an admin has suppressed it.
	// Choices do not change this.
	IsUndeliverable bool `json:"isUndeliverable"`
}

var (
	errUnknownTopic  = apperr.Invalid("unknown", "topics", "There is no such topic")
	errUnprovedTopic = apperr.Conflict("unproved",
		"Please confirm your email address first, under Security: only its owner can ask for emails again.")
)

// GetOwnPreferences is GET /api/user/email-preferences.
func (p *Preferences) GetOwnPreferences(e *core.RequestEvent) error {
	own, err := p.ownPreferences(e.App, e.Auth.Email())
	if err != nil {
		return apperr.Fail("Your choice could not be read. Please try again.", err)
	}
	return e.JSON(http.StatusOK, own)
}

func (p *Preferences) ownPreferences(app core.App, email string) (own OwnPreferences, err error) {
	off, err := suppressedScopes(app, email)
	if err != nil {
		return own, err
	}
	own.Email = email
	own.IsUndeliverable = off[scopeAll] != "" || off[scopeCampaigns] != "" && !isOwnOptOut(off[scopeCampaigns])
	own.Topics, err = p.List(app, email)
	return own, err
}

// PutOwnPreferences is PUT /api/user/email-preferences. An account whose address is not verified can turn topics off but
// not on, because the address may belong to another person.
func (p *Preferences) PutOwnPreferences(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, PreferencesForm)
	if err != nil {
		return err
	}
	wanted, _ := values["topics"].([]string)
	if slices.ContainsFunc(wanted, func(name string) bool { return !Topic(name).Valid() }) {
		return errUnknownTopic
	}
	user := identity.NewUser(e.Auth)
	var own OwnPreferences
	err = e.App.RunInTransaction(func(tx core.App) error {
		before, err := p.List(tx, user.Email())
		if err != nil {
			return err
		}
		var errs []error
		for _, topic := range before {
			isWanted := slices.Contains(wanted, string(topic.Topic))
			if isWanted && !topic.Wanted && !user.Verified() {
				return errUnprovedTopic
			}
			errs = append(errs, p.Set(tx, user.Email(), topic.Topic, isWanted, FromAccount))
		}
		if err := errors.Join(errs...); err != nil {
			return err
		}
		own, err = p.ownPreferences(tx, user.Email())
		return err
	})
	if err != nil {
		return apperr.Fail("Your choice could not be stored. Please try again.",
			fmt.Errorf("put own preferences: %w", err))
	}
	p.deps.OnChange()
	return e.JSON(http.StatusOK, own)
}
