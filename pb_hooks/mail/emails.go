package mail

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/jobs"
)

// Kind declares an e-mail. The feature that sends it registers it in its constructor.
type Kind struct {
	// Name is stored with each e-mail of the kind, so it must not change. It also names the file
	// emails/<Name>.md, whose form wording.go describes.
	Name      string
	Templates fs.FS
	// Priority is Normal unless set.
	Priority jobs.Priority
	// Params completes the stored params when the e-mail is sent; nil leaves them as they are.
	Params ParamsFunc
	// Attachments makes the attached files; nil is none.
	Attachments AttachmentFunc
	// Topic is what an e-mail is about whose reader may choose to get none of it, from the stored params; About makes
	// one. nil is an e-mail that goes out in any case: a receipt, security, the review of a nomination.
	Topic func(params map[string]string) Topic
	// ReplyTo is where a reply goes; nil is the site's contact address.
	ReplyTo func(params map[string]string) Address
}

// ParamsFunc turns the stored params of an e-mail into those that its template needs. It is called when
// the e-mail is sent, so that a secret, such as the token of a link, is never stored in the outbox. It
// returns ErrObsolete if the e-mail should no longer be sent.
type ParamsFunc func(app core.App, params map[string]string) (map[string]string, error)

// AttachmentFunc makes the files of an e-mail from its stored params when it is sent. The same params
// must make the same bytes, so that a repeated call sends the same e-mail.
type AttachmentFunc func(app core.App, params map[string]string) ([]Attachment, error)

// Address is a mailbox and the name shown for it.
type Address struct {
	Email, Name string
}

// Attachment is a file that goes with an e-mail.
type Attachment struct {
	Name    string
	Content []byte
}

// Email is what a feature enqueues. It holds ids and facts; the sentences are the template's, and a
// secret is made by the kind's Params when the e-mail is sent.
type Email struct {
	// Kind is the name of a registered kind.
	Kind string
	// DedupeKey names the occasion, such as "welcome:<userId>": a second e-mail with the same key is the
	// same e-mail and is not sent again. "" is an occasion of its own.
	DedupeKey string
	To        Address
	// Params are stored with the e-mail. They must not hold secrets.
	Params map[string]string
	// RegistrationID is the nomination that the e-mail is about, if any.
	RegistrationID string
	// ExpiresAt is when the e-mail is no longer worth sending; zero is never.
	ExpiresAt time.Time
}

// The kinds of this package.
const (
	// KindTest is sent by an admin to see whether e-mail works.
	KindTest = "test"
	// KindPocketBase carries an e-mail that PocketBase itself has written. It has no templates.
	KindPocketBase = "pocketbase"
)

//go:embed emails
var emailFiles embed.FS

func ownKinds() []Kind {
	return []Kind{
		{Name: KindTest, Templates: emailFiles, Priority: jobs.High},
		{Name: KindPocketBase},
		{Name: KindSample, Priority: jobs.High},
		{Name: KindTextFault, Templates: emailFiles},
	}
}

// kind is a registered kind with its file; without one the declaration is nil.
type kind struct {
	Kind
	declaration *declaration
}

// Register adds kinds of e-mail. It panics on a kind that is registered already or whose templates can't
// be parsed, so that the program does not start with it.
func (o *Outbox) Register(kinds ...Kind) {
	for _, k := range kinds {
		if o.kinds[k.Name] != nil {
			panic("mail: kind " + k.Name + " is registered twice")
		}
		o.kinds[k.Name] = parseKind(k)
	}
}

// topic is what an e-mail of the kind is about, "" if it goes out in any case.
func (o *Outbox) topic(kind string, params map[string]string) Topic {
	if k := o.kinds[kind]; k != nil && k.Topic != nil {
		return k.Topic(params)
	}
	return ""
}

func (o *Outbox) findKind(name string) (*kind, error) {
	if k := o.kinds[name]; k != nil {
		return k, nil
	}
	return nil, fmt.Errorf("%w: unknown kind %q", errRender, name)
}

// Kinds lists the names of the registered kinds.
func (o *Outbox) Kinds() []string { return slices.Sorted(maps.Keys(o.kinds)) }

// priority is Normal for a kind that is not registered.
func (o *Outbox) priority(kind string) jobs.Priority {
	if k := o.kinds[kind]; k != nil {
		return k.Priority
	}
	return jobs.Normal
}

// Two letters before the dot, for "K.R. Meera" is a name; the domains of one letter lead to these.
var linkPattern = regexp.MustCompile(`(?i)://|www\.|[@/\\]|[\pL\pM\pN-]{2,}\.\pL{2,}|\b[a-z0-9]\.(com?|me|net|org|io|in|ly)\b`)

// greetable is a name of any script: letters and their marks, and what stands between them. Two joiners belong to
// scripts of India.
var greetable = regexp.MustCompile(`^[\pL\pM][\pL\pM .'’\x{200c}\x{200d}-]*$`)

// GreetingName is the name to greet a person by, or "" for what is no name, or one that mail programs would
// turn into a link: whoever types a name into a public form can have an e-mail sent to a stranger, and it
// must not carry a link, an address or a telephone number of theirs. The forms take such names all the same:
// the specification asks for two characters and no more.
func GreetingName(name string) string {
	name = oneLine(name, 60)
	if !greetable.MatchString(name) || linkPattern.MatchString(strings.Map(normalizeForLinks, name)) {
		return ""
	}
	return name
}

// company is the name of a company in any script: letters, digits, and the marks that names of companies have.
var company = regexp.MustCompile(`^[\pL\pN][\pL\pM\pN .,&+()'’\x{200c}\x{200d}-]*$`)

// maxCompanyDigits is how many digits the name of a company can have: "Studio 2020", but no telephone number.
const maxCompanyDigits = 4

// CompanyName is the name of a company as it may be shown to people who did not type it, or "" for a name that could
// carry a link, an address or a telephone number to them. As with GreetingName, the forms accept such names: a legal name
// can be "Sample.com Private Limited", and documents need it.
func CompanyName(name string) string {
	name = oneLine(name, 100)
	plain := strings.Map(normalizeForLinks, name)
	digits := 0
	for _, r := range plain {
		if unicode.IsNumber(r) {
			digits++
		}
	}
	if digits > maxCompanyDigits || !company.MatchString(name) || linkPattern.MatchString(plain) {
		return ""
	}
	return name
}

// normalizeForLinks drops what is invisible, and replaces wide letters and other scripts' full stops by
// what they look like.
func normalizeForLinks(r rune) rune {
	switch {
	case unicode.Is(unicode.Cf, r):
		return -1
	case r == '。', r == '｡', r == '․':
		return '.'
	case r >= '！' && r <= '～':
		return r - '！' + '!'
	}
	return r
}

const (
	maxName    = 120
	maxSubject = 250
)

// oneLine makes people's text fit for a mail header: no line break or other control character, no
// invisible direction mark, no run of spaces, and at most limit characters.
func oneLine(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.IsSpace(r), r == unicode.ReplacementChar:
			return ' '
		case unicode.In(r, unicode.Bidi_Control):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, " "))
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > limit {
		return strings.TrimSpace(string(runes[:limit-1])) + "…"
	}
	return string(runes)
}

// PlainFact is a fact that a person typed, fit for an e-mail to somebody: one line, and "" for what mail programs would
// turn into a link.
func PlainFact(fact string) string {
	fact = oneLine(fact, maxName)
	if linkPattern.MatchString(strings.Map(normalizeForLinks, fact)) {
		return ""
	}
	return fact
}
