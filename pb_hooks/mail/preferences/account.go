package preferences

import (
	"errors"
	"fmt"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/people"
)

// A signed-in member makes the same choices in their account as on the pages that an email's links open (page.go).

// Form is the body of PUT /api/user/email-preferences.
type Form struct {
	_ struct{} `wire:"-"`
	// Topics are all wanted topics. The other topics are turned off.
	Topics []string `json:"topics"`
	// Language is the code of the language of the emails. "" leaves it unchanged.
	Language string `json:"language"`
}

// Rules returns the rules of the form.
func (Form) Rules() rules.Form {
	return rules.Form{
		{Name: "topics", Label: "Topics", Kind: rules.List, Max: 20},
		{Name: "language", Label: "Language", Kind: rules.Choice, Options: languages.Codes()},
	}
}

// OwnPreferences are the choices for a member's address.
type OwnPreferences struct {
	Email  string       `json:"email"`
	Topics []Preference `json:"topics"`
	// IsUndeliverable reports that the address gets no emails, because it bounced or an admin has suppressed it.
	// Choices do not change this.
	IsUndeliverable bool `json:"isUndeliverable"`
	// Language is the code of the language of the emails.
	Language string `json:"language"`
	// Languages are the languages to choose from. Each has its name in the language itself.
	Languages []languages.Option `json:"languages"`
}

var (
	errUnknownTopic  = apperr.Invalid("unknown", "topics", "There is no such topic")
	errUnprovedTopic = apperr.Conflict("unproved",
		"Please confirm your email address under Security first. Only its owner can ask for emails again.")
)

// GetOwnPreferences is GET /api/user/email-preferences.
func (p *Preferences) GetOwnPreferences() httpx.Endpoint {
	return httpx.Get(p.getOwnPreferences, httpx.Doc{
		Tag: "accounts", Summary: "List the topics that the caller's address gets emails about",
	})
}

func (p *Preferences) getOwnPreferences(e *core.RequestEvent) (OwnPreferences, error) {
	own, err := p.ownPreferences(e.App, e.Auth.Email())
	if err != nil {
		return OwnPreferences{}, apperr.Fail("Your choice could not be read. Please try again.", err)
	}
	return own, nil
}

func (p *Preferences) ownPreferences(app core.App, email string) (own OwnPreferences, err error) {
	off, err := suppressedScopes(app, email)
	if err != nil {
		return own, err
	}
	own.Email = email
	own.IsUndeliverable = off[scopeAll] != "" || off[scopeAllTopics] != "" && !isOwnOptOut(off[scopeAllTopics])
	for _, language := range languages.All() {
		own.Languages = append(own.Languages, languages.Option{Code: language.Code, Name: language.Name})
	}
	language, err := people.LanguageOf(app, email)
	if err != nil {
		return own, err
	}
	own.Language = languages.Find(language).Code
	own.Topics, err = p.List(app, email)
	return own, err
}

// PutOwnPreferences is PUT /api/user/email-preferences. An account whose address is not verified can turn topics off
// but not on, because the address may belong to another person.
func (p *Preferences) PutOwnPreferences() httpx.Endpoint {
	return httpx.JSON(p.putOwnPreferences, httpx.Doc{
		Tag: "accounts", Summary: "Choose the topics and the language of emails",
		Description: "topics are the wanted ones. Turning a topic on again requires a verified address.",
		Errors:      []*apperr.Error{errUnprovedTopic}, Example: map[string]any{"topics": []any{"news"}},
	})
}

func (p *Preferences) putOwnPreferences(e *core.RequestEvent, form Form) (own OwnPreferences, err error) {
	wanted := form.Topics
	if slices.ContainsFunc(wanted, func(name string) bool { return !Topic(name).Valid() }) {
		return own, errUnknownTopic
	}
	user := identity.NewUser(e.Auth)
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
		if form.Language != "" {
			errs = append(errs, people.SetLanguage(tx, user.Email(), form.Language))
		}
		if err := errors.Join(errs...); err != nil {
			return err
		}
		own, err = p.ownPreferences(tx, user.Email())
		return err
	})
	if err != nil {
		return OwnPreferences{}, apperr.Fail("Your choice could not be saved. Please try again.",
			fmt.Errorf("put own preferences: %w", err))
	}
	p.deps.OnChange()
	return own, nil
}
