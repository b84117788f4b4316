package nominations

// What segments of a campaign ask of the nominations. Each is a query of lower-case addresses as person; bind makes a
// placeholder of a value.

// PeopleSQL are the nominees, with what an e-mail says of a person.
func PeopleSQL() string {
	return `SELECT lower(email) AS person, name, city, companyName AS company, '' AS tier FROM registrations`
}

// StatusSQL are the nominees whose nomination has a status, "" being any.
func StatusSQL(status string, bind func(any) string) string {
	if status == "" {
		return `SELECT lower(email) AS person FROM registrations`
	}
	return `SELECT lower(email) AS person FROM registrations WHERE status = ` + bind(status)
}

// CitySQL are the nominees of a city, whatever the case.
func CitySQL(city string, bind func(any) string) string {
	return `SELECT lower(email) AS person FROM registrations WHERE trim(city) = ` + bind(city) + ` COLLATE NOCASE`
}

// StateSQL are the nominees of a state of India, whatever the case.
func StateSQL(state string, bind func(any) string) string {
	return `SELECT lower(email) AS person FROM registrations WHERE trim(state) = ` + bind(state) + ` COLLATE NOCASE`
}

// IndustrySQL are the nominees of an industry.
func IndustrySQL(industry string, bind func(any) string) string {
	return `SELECT lower(email) AS person FROM registrations WHERE industry = ` + bind(industry) + ` COLLATE NOCASE`
}
