package library

import (
	"database/sql"
	"errors"
	"fmt"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/rules"
)

// An item stores the names of its authors as the editor entered them, and members see these names. The account of an
// author who is a member is stored in a table of its own, so that it moves with a merge of two people. A member gets
// the link to the author's profile only if the directory shows it to that member. Everyone reads the names and finds
// the item by them, because the office wrote them for its own publication: a name that only one member does not read
// would tell this member of a block.

const maxAuthors = 10

// Author is an author of an item.
type Author struct {
	Name string `json:"name"`
	// PersonID is the person of the profile that the name leads to, or "". Lists have no links.
	PersonID string `json:"personId"`
}

// AuthorForm is what the office or an editor enters for an author.
type AuthorForm struct {
	Name string `json:"name"`
	// Email is the address of an author who is a member.
	Email string `json:"email"`
}

var authorRules = rules.Form{
	{
		Name: "name", Label: "Name", Kind: rules.Line, Required: true, Max: 120,
		Messages: rules.Messages{Required: "Please name the author"},
	},
	{Name: "email", Label: "Email, if they are a member", Kind: rules.Email, Max: 254,
		Messages: rules.Messages{Invalid: "Please enter a valid email address"}},
}

// namedAuthors returns the authors without links to profiles.
func namedAuthors(names []string) []Author {
	authors := make([]Author, len(names))
	for n, name := range names {
		authors[n].Name = name
	}
	return authors
}

// linkAuthors adds the links to the profiles that the viewer may see.
func (l *Library) linkAuthors(app core.App, itemID, viewer string, authors []Author) error {
	links, err := listAuthors(app, itemID, "")
	if err != nil || len(links) == 0 {
		return err
	}
	people := make([]string, len(links))
	for n, link := range links {
		people[n] = link.personID()
	}
	visible, err := l.areVisible(app, viewer, people)
	if err != nil {
		return err
	}
	for _, link := range links {
		if n := link.position(); n < len(authors) && visible[link.personID()] {
			authors[n].PersonID = link.personID()
		}
	}
	return nil
}

// authorForms returns the authors of an item, or of an earlier version of it, as an editor would enter them. After a
// merge of two accounts an author has the address of the account that is still active.
func authorForms(app core.App, itemID, versionID string, names []string) ([]AuthorForm, error) {
	forms := make([]AuthorForm, len(names))
	for n, name := range names {
		forms[n].Name = name
	}
	links, err := listAuthors(app, itemID, versionID)
	for _, link := range links {
		if err != nil {
			return nil, err
		}
		var user *identity.User
		user, err = identity.FindUserOfPerson(app, link.personID())
		if err == nil && link.position() < len(forms) {
			forms[link.position()].Email = user.Email()
		}
		err = database.IgnoreMissing(err)
	}
	return forms, err
}

// findAuthors returns the account of each author, or nil. It refuses an email address without an account.
func findAuthors(app core.App, forms []AuthorForm) ([]*identity.User, error) {
	users := make([]*identity.User, len(forms))
	for n, form := range forms {
		if form.Email == "" {
			continue
		}
		user, err := identity.FindUserByEmail(app, form.Email)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, httpx.Invalid(rules.Invalid(fmt.Sprintf("authors.%d.email", n), "No account has this email"))
		}
		if err != nil {
			return nil, fmt.Errorf("find the account of an author: %w", err)
		}
		users[n] = user
	}
	return users, nil
}

// saveAuthors stores the accounts of an item's authors, by position. It keeps the records of those who stay at their
// position, so that an earlier merge of their accounts can still be undone.
func (l *Library) saveAuthors(tx core.App, itemID string, users []*identity.User) error {
	stored, err := listAuthors(tx, itemID, "")
	if err != nil {
		return err
	}
	isStored := map[int]bool{}
	for _, link := range stored {
		n := link.position()
		if n < len(users) && users[n] != nil && users[n].PersonID() == link.personID() {
			isStored[n] = true
		} else if err := deleteAuthor(tx, link); err != nil {
			return err
		}
	}
	for n, user := range users {
		if user == nil || isStored[n] {
			continue
		}
		if err := addAuthor(tx, itemID, "", n, user.Id, l.now()); err != nil {
			return err
		}
	}
	return nil
}
