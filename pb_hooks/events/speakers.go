package events

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/directory"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/pictures"
)

// The portrait of a speaker is a picture that the office has uploaded by POST /api/cms/images, where it was encoded
// again from its pixels. The page of a session shows it in sizes. A speaker who is a member is stored by the account. A
// member sees the link to their profile only if the directory shows it to that member, and visitors see no link. If one
// of the two has blocked the other, the member reads "A member" instead of the name of the speaker, and of the host if
// that is the same person. A speaker who has withdrawn the profile keeps the name, because the office wrote it to
// announce the session. For the same reason visitors read all names.

// Speaker is a person who speaks at a session.
type Speaker struct {
	Name string `json:"name"`
	Role string `json:"role"`
	// Portrait is the path of a picture, or "".
	Portrait string `json:"portrait"`
	// PortraitSrcset lists the sizes of the portrait, and PortraitPosition is its focal point as the value of
	// object-position. Both are "" in lists of sessions, which show no portraits.
	PortraitSrcset   string `json:"portraitSrcset"`
	PortraitPosition string `json:"portraitPosition"`
	// PersonID is the person of the profile that the name leads to, or "".
	PersonID string `json:"personId"`
}

// SpeakerForm is what an admin enters for a speaker.
type SpeakerForm struct {
	Name     string `json:"name"`
	Role     string `json:"role"`
	Portrait string `json:"portrait"`
	// Email is the address of a speaker who is a member.
	Email string `json:"email"`
}

var speakerRules = rules.Form{
	{
		Name: "name", Label: "Name", Kind: rules.Line, Required: true, Max: 120,
		Messages: rules.Messages{Required: "Please name the speaker"},
	},
	{Name: "role", Label: "Role", Kind: rules.Line, Max: 160},
	{
		Name: "portrait", Label: "Portrait", Kind: rules.Line, Max: 60, Pattern: `^/images/[0-9a-f]{40}\.(jpg|png)$`,
		Messages: rules.Messages{Invalid: "Please upload the portrait"},
	},
	{Name: "email", Label: "Email, if they are a member", Kind: rules.Email, Max: 254},
}

// publicSpeakers returns the speakers without links to profiles and without the sizes of their portraits.
func publicSpeakers(list []speaker) []Speaker {
	public := make([]Speaker, len(list))
	for i, s := range list {
		public[i] = Speaker{Name: s.Name, Role: s.Role, Portrait: s.Portrait}
	}
	return public
}

// hideBlocked replaces the speakers and hosts of sessions whom the viewer has blocked, or who have blocked the viewer.
func (ev *Events) hideBlocked(app core.App, viewer string, rows []sessionRow) error {
	blocked, err := ev.deps.BlockedWith(app, viewer)
	if err != nil || len(blocked) == 0 {
		return err
	}
	var all []speaker
	for _, row := range rows {
		all = append(all, row.Speakers...)
	}
	users, err := findSpeakers(app, all)
	if err != nil {
		return err
	}
	for i := range rows {
		row := &rows[i]
		for n, s := range row.Speakers {
			user := users[s.UserID]
			if user == nil || !slices.Contains(blocked, user.PersonID()) {
				continue
			}
			if strings.EqualFold(row.Host, s.Name) || strings.EqualFold(row.Host, user.Name()) {
				row.Host = directory.HiddenName
			}
			row.Speakers[n] = speaker{Name: directory.HiddenName}
		}
	}
	return nil
}

// pageSpeakers returns the speakers without links to profiles, for the page of a session.
func pageSpeakers(app core.App, list []speaker) ([]Speaker, error) {
	speakers := publicSpeakers(list)
	var portraits []string
	for _, s := range list {
		if s.Portrait != "" {
			portraits = append(portraits, s.Portrait)
		}
	}
	served, err := pictures.FindServed(app, portraits)
	for i, s := range list {
		found := served[s.Portrait]
		speakers[i].PortraitSrcset, speakers[i].PortraitPosition = found.Srcset, found.Position
	}
	return speakers, err
}

// memberSpeakers returns the speakers for the page of a session, with links to the profiles that the viewer may see.
func (ev *Events) memberSpeakers(app core.App, list []speaker, viewer string) ([]Speaker, error) {
	members, err := pageSpeakers(app, list)
	if err != nil {
		return nil, err
	}
	users, err := findSpeakers(app, list)
	if err != nil || len(users) == 0 {
		return members, err
	}
	var people []string
	for _, user := range users {
		people = append(people, user.PersonID())
	}
	visible, err := ev.deps.Directory.AreVisible(app, viewer, people)
	if err != nil {
		return nil, err
	}
	for i, s := range list {
		if user := users[s.UserID]; user != nil && visible[user.PersonID()] {
			members[i].PersonID = user.PersonID()
		}
	}
	return members, nil
}

// findSpeakers returns the accounts of the speakers who are members, by id.
func findSpeakers(app core.App, list []speaker) (map[string]*identity.User, error) {
	var ids []string
	for _, s := range list {
		if s.UserID != "" {
			ids = append(ids, s.UserID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return identity.FindUsers(app, ids)
}

// speakerForms returns the speakers as an admin would enter them.
func speakerForms(app core.App, list []speaker) ([]SpeakerForm, error) {
	users, err := findSpeakers(app, list)
	forms := make([]SpeakerForm, len(list))
	for i, s := range list {
		forms[i] = SpeakerForm{Name: s.Name, Role: s.Role, Portrait: s.Portrait}
		if user := users[s.UserID]; user != nil {
			forms[i].Email = user.Email()
		}
	}
	return forms, err
}

// newSpeakers returns the speakers of a form. It refuses an email address without an account.
func newSpeakers(app core.App, forms []SpeakerForm) ([]speaker, error) {
	list := make([]speaker, len(forms))
	for i, form := range forms {
		list[i] = speaker{Name: form.Name, Role: form.Role, Portrait: form.Portrait}
		if form.Email == "" {
			continue
		}
		user, err := identity.FindUserByEmail(app, form.Email)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, httpx.Invalid(rules.Problem{
				Field: fmt.Sprintf("speakers.%d.email", i), Code: "invalid", Message: "No account has this email",
			})
		}
		if err != nil {
			return nil, fmt.Errorf("find the account of a speaker: %w", err)
		}
		list[i].UserID = user.Id
	}
	return list, nil
}
