package members

import (
	"unicode"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// maxShares is how many values a split names.
const maxShares = 10

// Distribution tells the members apart by something that their registration states: the values that most
// of them have, and how many have another, or none.
type Distribution struct {
	Top       []Share `json:"top"`
	Others    int64   `json:"others"`
	NotStated int64   `json:"notStated"`
	Members   int64   `json:"members"`
}

// Share is how many members have a value.
type Share struct {
	Value   string `json:"value"`
	Members int64  `json:"members"`
}

// readDistribution reads one statement, so that its numbers are of one instant and the rest is never negative.
// tell writes a stored value for people.
func readDistribution(app core.App, name string, label func(string) string) (Distribution, error) {
	var rows []struct {
		Share
		Total     int64 `db:"total"`
		NotStated int64 `db:"notStated"`
	}
	err := app.DB().NewQuery(`
		SELECT value, number AS members,
			(SELECT number FROM tallies WHERE name = 'paid_members') AS total,
			coalesce((SELECT number FROM members_counts WHERE name = {:name} AND value = ''), 0) AS notStated
		FROM members_counts WHERE name = {:name} ORDER BY number DESC, value LIMIT {:limit}`).
		// one more, because "not stated" may be among them; where there are members there is a row
		Bind(dbx.Params{"name": name, "limit": maxShares + 1}).All(&rows)
	s := Distribution{Top: []Share{}}
	for _, row := range rows {
		s.Members, s.NotStated = row.Total, row.NotStated
		if row.Value != "" && len(s.Top) < maxShares {
			s.Top = append(s.Top, Share{label(row.Value), row.Share.Members})
			s.Others -= row.Share.Members
		}
	}
	s.Others += s.Members - s.NotStated
	return s, err
}

// identity leaves an option's value to the web app, which has the labels.
func identity(value string) string { return value }

// titleCase writes a name that is kept in small letters: "navi mumbai" is Navi Mumbai.
func titleCase(value string) string {
	letters, atWordStart := []rune(value), true
	for i, letter := range letters {
		if atWordStart {
			letters[i] = unicode.ToTitle(letter)
		}
		atWordStart = !unicode.IsLetter(letter) && letter != '\''
	}
	return string(letters)
}
