// Package modules lists the parts of the product that an owner can switch on and off in the settings. On a fresh server
// all modules are off, and the first task of the setup checklist asks which ones to switch on. The routes of a module
// that is off answer 404, its menu entries are hidden, its emails are not sent, its jobs wait, and its data is kept. The
// route table names the modules of each route.
package modules

import "slices"

// ID names a module. It is stored, so it must not change.
type ID string

// The modules, in the order of the settings.
const (
	Sessions      ID = "sessions"
	Directory     ID = "directory"
	BoardSeats    ID = "board-seats"
	Consultations ID = "consultations"
	Library       ID = "library"
	Coupons       ID = "coupons"
	Offline       ID = "offline-payments"
	Books         ID = "books"
	Imports       ID = "imports"
	Automations   ID = "automations"
)

// Module describes a module to an owner.
type Module struct {
	ID ID
	// Name is its name in the settings. Sentence says what it adds.
	Name, Sentence string
	// Phrase is its name in a sentence to members, for a module of the circle.
	Phrase string
	// IsOfCircle reports whether members use the module. The page /circle exists while one such module is on. The other
	// modules are for the office.
	IsOfCircle bool
	// IsProposed reports whether the setup checklist preselects the module.
	IsProposed bool
	// Needs are the modules that must be on while the module is on.
	Needs []ID
}

// All lists the modules in the order in which the settings show them.
var All = []Module{
	{ID: Sessions, IsOfCircle: true, IsProposed: true, Name: "Sessions", Phrase: "sessions",
		Sentence: "You plan sessions, members say if they are coming, and visitors attend the open ones."},
	{ID: Directory, IsOfCircle: true, IsProposed: true, Name: "Directory, introductions and mentors",
		Phrase:   "the directory, introductions and mentors",
		Sentence: "Members find each other, ask for introductions, and find a mentor."},
	{ID: BoardSeats, IsOfCircle: true, Name: "Board seats", Phrase: "board seats",
		Sentence: "Members and you post open board seats, and members are reminded before their board terms end."},
	{ID: Consultations, IsOfCircle: true, Name: "Consultations", Phrase: "consultations",
		Sentence: "Members discuss a draft and vote on it, and you publish the result."},
	{ID: Library, IsOfCircle: true, IsProposed: true, Name: "Library", Phrase: "the library",
		Sentence: "You collect notes, documents and recordings, and members find them."},
	{ID: Coupons, Name: "Coupons",
		Sentence: "You create codes that reduce the price at checkout."},
	{ID: Offline, Name: "Offline payments and complimentary memberships",
		Sentence: "You record bank transfers, cheques and cash, and give complimentary memberships."},
	{ID: Books, Name: "Books",
		Sentence: "Your accountant gets monthly registers, GSTR-1, e-invoices and Razorpay’s settlements."},
	{ID: Imports, Name: "Import of legacy members",
		Sentence: "You upload a list of members from before this site, and they are invited."},
	{ID: Automations, Name: "Automations",
		Sentence: "You switch on emails that an event triggers, such as a checkout that was not paid."},
}

// Circle returns the modules of the members' circle.
func Circle() []ID {
	var ids []ID
	for _, m := range All {
		if m.IsOfCircle {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// Reporting returns the modules in which a member can report content that another member has written.
func Reporting() []ID { return []ID{Directory, BoardSeats, Consultations} }

// Find returns a module by its id.
func Find(id ID) (Module, bool) {
	i := slices.IndexFunc(All, func(m Module) bool { return m.ID == id })
	if i < 0 {
		return Module{}, false
	}
	return All[i], true
}

// Values returns all ids.
func (ID) Values() []string {
	var ids []string
	for _, m := range All {
		ids = append(ids, string(m.ID))
	}
	return ids
}

// Set is the set of the modules that are on.
type Set map[ID]bool

// HasAny reports whether any of the given modules is on. Without ids it returns true, because routes and jobs that belong
// to no module are always on.
func (s Set) HasAny(ids ...ID) bool {
	return len(ids) == 0 || slices.ContainsFunc(ids, func(id ID) bool { return s[id] })
}

// IDs returns the modules that are on, in the order of All.
func (s Set) IDs() []ID {
	ids := []ID{}
	for _, m := range All {
		if s[m.ID] {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// And returns the set of the modules that are in both sets.
func (s Set) And(other Set) Set {
	both := Set{}
	for id := range s {
		both[id] = s[id] && other[id]
	}
	return both
}

// Add adds modules to the set.
func (s Set) Add(ids ...ID) {
	for _, id := range ids {
		s[id] = true
	}
}

// NewSet returns a set in which the given modules are on.
func NewSet(ids ...ID) Set {
	on := Set{}
	on.Add(ids...)
	return on
}

// Without returns a set in which every module except the given ones is on.
func Without(off ...ID) Set {
	on := Set{}
	for _, m := range All {
		on[m.ID] = !slices.Contains(off, m.ID)
	}
	return on
}
