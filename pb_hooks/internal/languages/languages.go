// Package languages has the languages of the public site and the emails. The file {code}.json of a language has what
// its translations lack: its name, its words for dates, and the sentences about terms that the program composes. To add
// a language, add its file and the files of its texts (docs/translating.md).
package languages

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
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
	// Session is the pattern for the time of a session. It has {weekday}, {date}, {start} and {end}.
	Session string `json:"session"`
	Terms   Terms  `json:"terms"`
}

// Option is a language to choose from.
type Option struct {
	Code string `json:"code"`
	// Name is the name that people choose from, which may be in the language itself or in English.
	Name string `json:"name"`
}

// Terms are the sentences about the term of a membership.
type Terms struct {
	// Offer and OfferForLife are what the plans offer if only approved nominees can buy.
	Offer        string `json:"offer"`
	OfferForLife string `json:"offerForLife"`
	// OpenOffer and OpenOfferForLife are what they offer if anyone who is signed in can buy.
	OpenOffer        string `json:"openOffer"`
	OpenOfferForLife string `json:"openOfferForLife"`
	// Invitation says that membership is by invitation.
	Invitation string `json:"invitation"`
	// ForLife is used if all plans are for life, Expiring if all plans expire, and Mixed if there are both. In Mixed
	// and Expiring, {term} is replaced by MixedUnits or ExpiringUnits, which Or joins.
	ForLife       string `json:"forLife"`
	Mixed         string `json:"mixed"`
	Expiring      string `json:"expiring"`
	MixedUnits    Units  `json:"mixedUnits"`
	ExpiringUnits Units  `json:"expiringUnits"`
	Or            string `json:"or"`
}

// Units are the words for the terms of plans, such as "a month".
type Units struct {
	Monthly string `json:"monthly"`
	Annual  string `json:"annual"`
}

// English is the code of the language that all texts have.
const English = "en"

var all = load()

// load reads the files. English is first. The others are sorted by code, as ReadDir sorts the files.
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
		if language.Code == English {
			list = slices.Insert(list, 0, language)
		} else {
			list = append(list, language)
		}
	}
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

// AddressIn returns the path of a page in a language, such as "/hi/account" for "/account". For the path "" it returns
// the prefix of all paths in the language, such as "/hi".
func AddressIn(code, path string) string {
	switch {
	case code == "" || code == English:
		return path
	case path == "/":
		return "/" + code
	}
	return "/" + code + path
}

// Cookie is the name of the cookie with the language that a visitor has chosen. The page's script sets it.
const Cookie = "lang"

// OfRequest returns the code of the language of the page that sent a request, or "" for English. The web app sends the
// language of its page as Content-Language. Without that header, the visitor's cookie counts.
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
