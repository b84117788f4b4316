package directory

import (
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/settings"
)

// Contact is a way to reach a member.
type Contact string

// The contacts.
const (
	ContactEmail    Contact = "email"
	ContactPhone    Contact = "phone"
	ContactLinkedIn Contact = "linkedin"
)

var contacts = []Contact{ContactEmail, ContactPhone, ContactLinkedIn}

// Values returns all contacts.
func (Contact) Values() []string { return rules.Options(contacts...) }

// Field is a field of a profile for which the member chooses who sees it. Each contact is also a field. The name is not
// a field, because every member sees the names in the directory.
type Field string

// The fields, without the contacts.
const (
	FieldPortrait    Field = "portrait"
	FieldWork        Field = "work" // the designation and the company
	FieldBoards      Field = "boards"
	FieldBiography   Field = "biography"
	FieldCity        Field = "city"
	FieldSectors     Field = "sectors"
	FieldLanguages   Field = "languages"
	FieldCanHelpWith Field = "canHelpWith"
	FieldLookingFor  Field = "lookingFor"
)

// Visibility says who sees a field.
type Visibility string

// The visibilities.
const (
	ToMembers Visibility = "members"
	// ToIntroduced shows the field to members who have an open introduction to the person (package introductions), and
	// only on the person's page. Lists, the search and the filters treat the field as hidden.
	ToIntroduced Visibility = "introduced"
	ToNoOne      Visibility = "nobody"
)

// Values returns all visibilities.
func (Visibility) Values() []string { return rules.Options(ToMembers, ToIntroduced, ToNoOne) }

// Card is what a list shows of a person. A field that is hidden from the viewer is empty.
type Card struct {
	// ID is the id of the person.
	ID          string                  `json:"id"`
	Name        string                  `json:"name"`
	Designation string                  `json:"designation"`
	Company     string                  `json:"company"`
	City        string                  `json:"city"`
	Sectors     []nominations.Industry  `json:"sectors"`
	CanHelpWith []nominations.Expertise `json:"canHelpWith"`
	// Portrait is the URL of the portrait, or "".
	Portrait string `json:"portrait"`
	// IsYou is true for the viewer's own profile.
	IsYou bool `json:"isYou"`
}

// Board is a board on which a member serves.
type Board struct {
	Company string `json:"company"`
	Role    string `json:"role"`
}

// Person is what a page shows of a person.
type Person struct {
	Card
	Boards     []Board    `json:"boards"`
	Biography  string     `json:"biography"`
	Languages  []Language `json:"languages"`
	LookingFor string     `json:"lookingFor"`
	// Vouches are what members whom the viewer may see have written about the person.
	Vouches []Vouch `json:"vouches"`
	// Contacts are the contacts that the viewer may ask for.
	Contacts []Contact `json:"contacts"`
}

// entry is a profile with its account.
type entry struct {
	*profile
	account *identity.User
}

// card returns what lists show of the person. It does not depend on introductions, and members see their own card as
// others see it.
func (n entry) card(viewer string) Card { return n.cardFor(viewer, false) }

func (n entry) cardFor(viewer string, isIntroduced bool) Card {
	person := n.personID()
	card := Card{
		ID: person, Name: n.account.Name(), Sectors: []nominations.Industry{}, CanHelpWith: []nominations.Expertise{},
		IsYou: person == viewer,
	}
	if file := n.account.Portrait(); file != "" && n.shows(FieldPortrait, isIntroduced) {
		card.Portrait = "/api/directory/" + person + "/portrait?v=" + keys.Hash(file)[:12]
	}
	if n.shows(FieldWork, isIntroduced) {
		card.Designation, card.Company = n.account.Designation(), n.account.Company()
	}
	if n.shows(FieldCity, isIntroduced) {
		card.City = n.city()
	}
	if n.shows(FieldSectors, isIntroduced) {
		card.Sectors = n.sectors()
	}
	if n.shows(FieldCanHelpWith, isIntroduced) {
		card.CanHelpWith = n.canHelpWith()
	}
	return card
}

// nameOnly returns a card without the fields of the profile.
func nameOnly(card Card) Card {
	return Card{ID: card.ID, Name: card.Name, Sectors: []nominations.Industry{}, CanHelpWith: []nominations.Expertise{}}
}

// person returns what the viewer sees on the person's page. isIntroduced is true if the two have an open introduction.
func (n entry) person(viewer string, isIntroduced bool) Person {
	p := Person{
		Card: n.cardFor(viewer, isIntroduced), Boards: []Board{}, Languages: []Language{}, Vouches: []Vouch{},
		Contacts: []Contact{},
	}
	if n.shows(FieldBoards, isIntroduced) {
		p.Boards = publicBoards(n.account.Boards())
	}
	if n.shows(FieldBiography, isIntroduced) {
		p.Biography = n.account.Biography()
	}
	if n.shows(FieldLanguages, isIntroduced) {
		p.Languages = n.languages()
	}
	if n.shows(FieldLookingFor, isIntroduced) {
		p.LookingFor = n.lookingFor()
	}
	for _, contact := range contacts {
		if n.shows(Field(contact), isIntroduced) && n.contact(contact) != "" {
			p.Contacts = append(p.Contacts, contact)
		}
	}
	return p
}

// publicBoards returns what members see of a person's boards.
func publicBoards(boards []identity.Board) []Board {
	public := make([]Board, len(boards))
	for i, board := range boards {
		public[i] = Board{board.Company, board.Role}
	}
	return public
}

// shows reports whether another member may see a field.
func (n entry) shows(field Field, isIntroduced bool) bool {
	visibility := n.visibility(field)
	return visibility == ToMembers || visibility == ToIntroduced && isIntroduced
}

// contact returns a contact. Who may see it is up to the caller.
func (n entry) contact(of Contact) string {
	switch of {
	case ContactEmail:
		return n.account.Email()
	case ContactPhone:
		return n.account.Phone()
	}
	return n.linkedin()
}

// find returns a person whom the viewer may see, or errNotFound.
func find(app core.App, viewer, person string, now time.Time) (entry, error) {
	p, err := findVisible(app, viewer, person, now)
	if errors.Is(err, sql.ErrNoRows) {
		return entry{}, errNotFound
	}
	if err != nil {
		return entry{}, readFailed(err)
	}
	found, err := withAccounts(app, []*profile{p})
	if err != nil {
		return entry{}, readFailed(err)
	}
	if len(found) == 0 {
		return entry{}, errNotFound
	}
	return found[0], nil
}

// withAccounts adds the account to each profile. It leaves out profiles without an active account.
func withAccounts(app core.App, list []*profile) ([]entry, error) {
	ids := make([]string, len(list))
	for i, p := range list {
		ids[i] = p.userID()
	}
	accounts, err := identity.FindUsers(app, ids)
	if err != nil {
		return nil, err
	}
	entries := make([]entry, 0, len(list))
	for _, p := range list {
		if account := accounts[p.userID()]; account != nil && account.IsActive() {
			entries = append(entries, entry{p, account})
		}
	}
	return entries, nil
}

// Visible returns the cards of the people whom the viewer may see, by person: no one while the directory is switched
// off. A feature that names members to members shows only the people of these cards.
func (d *Directory) Visible(app core.App, viewer string, people []string) (map[string]Card, error) {
	if on, err := settings.ReadModules(app); err != nil || !on[modules.Directory] {
		return map[string]Card{}, err
	}
	list, err := listVisible(app, viewer, people, d.now())
	if err != nil {
		return nil, err
	}
	entries, err := withAccounts(app, list)
	cards := make(map[string]Card, len(entries))
	for _, n := range entries {
		cards[n.personID()] = n.card(viewer)
	}
	return cards, err
}

// VisibleMutually returns the cards of the viewer and of the people who see the viewer and are seen by the viewer, by
// person. It returns nil if the viewer is not listed.
func (d *Directory) VisibleMutually(app core.App, viewer string, people ...string) (map[string]Card, error) {
	// A block hides each of two people from the other. Anything else that hides the viewer from others also removes the
	// viewer's own card.
	cards, err := d.Visible(app, viewer, append(people, viewer))
	if _, isListed := cards[viewer]; err != nil || !isListed {
		return nil, err
	}
	return cards, nil
}

// AreVisible returns which of the people the viewer may see.
func (d *Directory) AreVisible(app core.App, viewer string, people []string) (map[string]bool, error) {
	cards, err := d.Visible(app, viewer, people)
	visible := make(map[string]bool, len(cards))
	for person := range cards {
		visible[person] = true
	}
	return visible, err
}

// FirstVisible returns the cards of the first people whom the viewer may see, at most limit. It leaves out the viewer.
func (d *Directory) FirstVisible(app core.App, viewer string, people []string, limit int) ([]Card, error) {
	visible, err := listVisiblePeople(app, viewer, people, d.now())
	if err != nil {
		return nil, err
	}
	people = slices.DeleteFunc(slices.Clone(people), func(person string) bool {
		return person == viewer || !slices.Contains(visible, person)
	})
	people = people[:min(len(people), limit)]
	if len(people) == 0 {
		return []Card{}, nil
	}
	cards, err := d.Visible(app, viewer, people)
	if err != nil {
		return nil, err
	}
	first := []Card{}
	for _, person := range people {
		if card, isFound := cards[person]; isFound {
			first = append(first, card)
		}
	}
	return first, nil
}

// HiddenMember replaces the card of a person in what a member shared with them, while the two do not see each other.
var HiddenMember = Card{Name: "A member", Sectors: []nominations.Industry{}, CanHelpWith: []nominations.Expertise{}}

func readFailed(err error) error { return apperr.Fail("The directory could not be read.", err) }
