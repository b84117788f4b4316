// Package languages has the languages of the public site and the emails. A file {code}.json has what a language needs
// beside its translations: its names, its months and the sentences that are composed by the program. A further language
// is a further file, with the files of its texts (docs/translating.md).
package languages

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"boardcircle/pb_hooks/internal/india"
)

//go:embed *.json
var files embed.FS

// Language is a language with its words for dates and terms.
type Language struct {
	// Code is the ISO 639 code, which is also the first part of the addresses in this language, except in English.
	Code string `json:"code"`
	// Name is the language's name for itself.
	Name        string `json:"name"`
	EnglishName string `json:"englishName"`
	// Locale is the BCP 47 tag, such as hi-IN.
	Locale string `json:"locale"`
	// Months are the names of the months in a date.
	Months [12]string `json:"months"`
	// Weekdays start with Sunday.
	Weekdays [7]string `json:"weekdays"`
	// Session is the pattern of the time of a session, with {weekday}, {date}, {start} and {end}.
	Session string `json:"session"`
	Terms   Terms  `json:"terms"`
}

// Terms are the sentences about the term of a membership.
type Terms struct {
	// Offer and OfferForLife are what the plans offer.
	Offer        string `json:"offer"`
	OfferForLife string `json:"offerForLife"`
	// Invitation says that membership is by invitation.
	Invitation string `json:"invitation"`
	// ForLife, Mixed and Expiring are about plans for life, plans of both kinds and plans that expire. In the last two,
	// {term} is replaced by units that are joined with Or.
	ForLife       string `json:"forLife"`
	Mixed         string `json:"mixed"`
	Expiring      string `json:"expiring"`
	MixedUnits    Units  `json:"mixedUnits"`
	ExpiringUnits Units  `json:"expiringUnits"`
	Or            string `json:"or"`
}

// Units are the terms of plans.
type Units struct {
	Monthly string `json:"monthly"`
	Annual  string `json:"annual"`
}

// English is the code of English, which all texts have.
const English = "en"

var all = load()

// load reads the files. English is first, and the others are in the order of their codes.
func load() []Language {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the files are embedded
	}
	var list []Language
	for _, entry := range entries {
		content, err := files.ReadFile(entry.Name())
		var language Language
		if err == nil {
			err = json.Unmarshal(content, &language)
		}
		if err == nil && language.Code+".json" != entry.Name() {
			err = fmt.Errorf("its code is %q", language.Code)
		}
		if err != nil {
			panic(fmt.Sprintf("language %s: %v", entry.Name(), err)) // a test reads the files
		}
		list = append(list, language)
	}
	slices.SortFunc(list, func(a, b Language) int {
		if a.Code == English || b.Code == English {
			return map[bool]int{true: -1, false: 1}[a.Code == English]
		}
		return strings.Compare(a.Code, b.Code)
	})
	return list
}

// All returns all languages, English first.
func All() []Language { return slices.Clone(all) }

// Codes returns the codes of all languages, English first.
func Codes() []string {
	codes := make([]string, len(all))
	for i, language := range all {
		codes[i] = language.Code
	}
	return codes
}

// Find returns the language with a code, or English.
func Find(code string) Language {
	if i := slices.IndexFunc(all, func(l Language) bool { return l.Code == code }); i >= 0 {
		return all[i]
	}
	return all[0]
}

// Day returns the day of a time in India, such as "31 Mar 2027".
func (l Language) Day(at time.Time) string {
	day := at.In(india.Zone)
	return fmt.Sprintf("%d %s %d", day.Day(), l.Months[day.Month()-1], day.Year())
}

// DayOfYear returns the day of a time in India without its year, such as "31 Mar".
func (l Language) DayOfYear(at time.Time) string {
	day := at.In(india.Zone)
	return fmt.Sprintf("%d %s", day.Day(), l.Months[day.Month()-1])
}

// Cookie is the cookie with the language that a visitor has chosen. The page's script sets it.
const Cookie = "lang"

// OfRequest returns the code of the language of the page that sent a form, or "" for English. The page sends it as the
// language of the content. A form of another program may have the cookie alone.
func OfRequest(r *http.Request) string {
	code := r.Header.Get("Content-Language")
	if cookie, err := r.Cookie(Cookie); err == nil && code == "" {
		code = cookie.Value
	}
	if language := Find(code); language.Code != English {
		return language.Code
	}
	return ""
}
