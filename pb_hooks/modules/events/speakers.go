package events

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/pictures"
)

// The portrait of a speaker is a picture that the office has uploaded by POST /api/cms/images, where it was encoded
// again from its pixels. The page of a session shows it in several sizes.
//
// A session stores the account of each host or speaker who is a member. Their name links to their profile for viewers
// to whom the directory shows it. Visitors see no links. Everyone reads the same names, because the office wrote them
// to announce the session: a name that only one member does not read would tell this member of a block.

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
	{Name: "email", Label: "Email, if they are a member", Kind: rules.Email, Max: 254,
		Messages: rules.Messages{Invalid: "Please enter a valid email address"}},
}

// publicSpeakers returns the speakers without links to profiles and without the sizes of their portraits.
func publicSpeakers(list []speaker) []Speaker {
	public := make([]Speaker, len(list))
	for i, s := range list {
		public[i] = Speaker{Name: s.Name, Role: s.Role, Portrait: s.Portrait}
	}
	return public
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

// linkPeople returns the person of the host's profile, or "", and the speakers for the page of a session. Both have
// only the profiles that the viewer may see.
func (ev *Events) linkPeople(app core.App, row sessionRow, viewer string) (host string, _ []Speaker, _ error) {
	speakers, err := pageSpeakers(app, row.Speakers)
	if err != nil {
		return "", nil, err
	}
	users, err := findPeople(app, row)
	if err != nil || len(users) == 0 {
		return "", speakers, err
	}
	var people []string
	for _, user := range users {
		people = append(people, user.PersonID())
	}
	visible, err := ev.deps.Directory.AreVisible(app, viewer, people)
	if err != nil {
		return "", nil, err
	}
	profile := func(userID string) string {
		if user := users[userID]; user != nil && visible[user.PersonID()] {
			return user.PersonID()
		}
		return ""
	}
	for i, s := range row.Speakers {
		speakers[i].PersonID = profile(s.UserID)
	}
	return profile(row.HostUserID), speakers, nil
}

// findPeople returns the accounts of hosts and speakers who are members, by the id of the account.
func findPeople(app core.App, rows ...sessionRow) (map[string]*identity.User, error) {
	var ids []string
	for _, row := range rows {
		ids = append(ids, row.HostUserID)
		for _, s := range row.Speakers {
			ids = append(ids, s.UserID)
		}
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return id == "" })
	if len(ids) == 0 {
		return nil, nil
	}
	return identity.FindUsers(app, ids)
}

// formWithPeople returns the values of a session as an admin would enter them, without the address of the meeting.
func (s *Session) formWithPeople(app core.App) (Form, error) {
	form := s.form()
	form.Speakers = make([]SpeakerForm, len(s.speakers()))
	users, err := findPeople(app, s.row(0, 0))
	email := func(userID string) string {
		if user := users[userID]; user != nil {
			return user.Email()
		}
		return ""
	}
	form.HostEmail = email(s.hostUserID())
	for i, s := range s.speakers() {
		form.Speakers[i] = SpeakerForm{Name: s.Name, Role: s.Role, Portrait: s.Portrait, Email: email(s.UserID)}
	}
	return form, err
}

// loadPeople sets the host's account and the speakers from a form. It refuses an email address that no account has.
func (s *Session) loadPeople(app core.App, form Form) error {
	host, err := findMember(app, "hostEmail", form.HostEmail)
	if err != nil {
		return err
	}
	speakers := make([]speaker, len(form.Speakers))
	for i, f := range form.Speakers {
		userID, err := findMember(app, fmt.Sprintf("speakers.%d.email", i), f.Email)
		if err != nil {
			return err
		}
		speakers[i] = speaker{Name: f.Name, Role: f.Role, Portrait: f.Portrait, UserID: userID}
	}
	s.setPeople(host, speakers)
	return nil
}

// findMember returns the id of the account with an email address, or "" if the address is empty. If no account has it,
// the error names the field of the form.
func findMember(app core.App, field, email string) (userID string, err error) {
	if email == "" {
		return "", nil
	}
	user, err := identity.FindUserByEmail(app, email)
	if errors.Is(err, sql.ErrNoRows) {
		return "", httpx.Invalid(rules.Invalid(field, "No account has this email"))
	}
	if err != nil {
		return "", fmt.Errorf("find the account of a host or speaker: %w", err)
	}
	return user.Id, nil
}
