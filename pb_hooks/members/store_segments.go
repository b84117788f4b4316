package members

// What segments of a campaign ask of the people's lists. Each is a query of lower-case addresses as person.

// PeopleSQL are the leads and the paid members, with what an e-mail says of a person.
func PeopleSQL() string {
	return `SELECT person, name, city, companyName AS company, tierName AS tier FROM members_people WHERE email != ''`
}

// LeadsSQL are the leads.
func LeadsSQL() string { return `SELECT person FROM members_people WHERE isLead = 1 AND email != ''` }

// PaidSQL are the paid members.
func PaidSQL() string { return `SELECT person FROM members_people WHERE payments > 0 AND email != ''` }
