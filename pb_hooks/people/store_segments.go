package people

import "github.com/pocketbase/pocketbase/core"

// TaggedIDsSQL selects the ids of the accounts with a tag; bind makes a placeholder of a value.
func TaggedIDsSQL(tag string, bind func(any) string) string {
	return `SELECT userId FROM person_tags WHERE tag = ` + bind(tag) + ` AND userId != ''`
}

// TaggedAddressesSQL selects, as person, the lower-case addresses with a tag.
func TaggedAddressesSQL(tag string, bind func(any) string) string {
	return `SELECT lower(email) AS person FROM person_tags WHERE tag = ` + bind(tag) + ` AND email != ''`
}

// KnownTags are all tags that somebody has, in the order of the alphabet.
func KnownTags(app core.App) ([]string, error) {
	tags := []string{}
	err := app.DB().NewQuery("SELECT DISTINCT tag FROM person_tags ORDER BY tag LIMIT 500").Column(&tags)
	return tags, wrap("list known tags", err)
}
