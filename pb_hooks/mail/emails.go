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

// Kind declares a kind of email. The feature that sends it registers it in its constructor.
type Kind struct {
	// Name is stored with each email, so it must not change. It is also the name of the file emails/<Name>.md;
	// wording.go describes the format.
	Name      string
	Templates fs.FS
	// Priority is Normal unless set.
	Priority jobs.Priority
	// Params completes the stored params when the email is sent; nil leaves them unchanged.
	Params ParamsFunc
	// Attachments creates the attached files; nil attaches no files.
	Attachments AttachmentFunc
	// Topic returns the topic that a reader can unsubscribe from, given the stored params. About returns such a
	// function. A nil Topic means that the email is always sent, for example a receipt, a security email or the
	// review of a nomination.
	Topic func(params map[string]string) Topic
	// ReplyTo returns the reply address; nil uses the site's contact address.
	ReplyTo func(params map[string]string) Address
}

// ParamsFunc turns the stored params of an email into those that its template needs. It is called when the email is
// sent, so that secrets such as the token of a link are never stored in the outbox. It returns ErrObsolete if the
// email should no longer be sent.
type ParamsFunc func(app core.App, params map[string]string) (map[string]string, error)

// AttachmentFunc creates the attached files from the stored params when the email is sent. The same params must give
// the same bytes, so that a repeated call sends the same email.
type AttachmentFunc func(app core.App, params map[string]string) ([]Attachment, error)

// Address is a mailbox and the name shown for it.
type Address struct {
	Email, Name string
}

// Attachment is a file attached to an email.
type Attachment struct {
	Name    string
	Content []byte
}

// Email is an email that a feature enqueues. It holds ids and facts. The template has the sentences, and the kind's
// Params adds secrets when the email is sent.
type Email struct {
	// Kind is the name of a registered kind.
	Kind string
	// DedupeKey names the occasion, such as "welcome:<userId>". An email whose key exists already is not stored
	// again. Emails with the key "" are never duplicates.
	DedupeKey string
	To        Address
	// Params are stored with the email. They must not hold secrets.
	Params map[string]string
	// RegistrationID is the id of the nomination that the email is about, if any.
	RegistrationID string
	// ExpiresAt is the time after which the email is not sent any more; zero means never.
	ExpiresAt time.Time
}

// The kinds of this package.
const (
	// KindTest is an email that an admin sends to check that sending works.
	KindTest = "test"
	// KindPocketBase is the kind of the emails that PocketBase writes. It has no templates.
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

// kind is a registered kind with its parsed file. declaration is nil if the kind has no file.
type kind struct {
	Kind
	declaration *declaration
}

// Register adds kinds of email. It panics if a kind is registered twice or its templates can't be parsed, so that the
// program does not start.
func (o *Outbox) Register(kinds ...Kind) {
	for _, k := range kinds {
		if o.kinds[k.Name] != nil {
			panic("mail: kind " + k.Name + " is registered twice")
		}
		o.kinds[k.Name] = parseKind(k)
	}
}

// topic returns the topic of an email, or "" if the email is always sent.
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

// priority returns the priority of a kind. It is Normal for a kind that is not registered.
func (o *Outbox) priority(kind string) jobs.Priority {
	if k := o.kinds[kind]; k != nil {
		return k.Priority
	}
	return jobs.Normal
}

// linkPattern requires two letters before the dot, because "K.R. Meera" is a name. The last alternative covers
// domains of one letter.
var linkPattern = regexp.MustCompile(`(?i)://|www\.|[@/\\]|[\pL\pM\pN-]{2,}\.\pL{2,}|\b[a-z0-9]\.(com?|me|net|org|io|in|ly)\b`)

// greetable matches a name in any script: letters, their marks and the characters between names. Some Indian scripts
// need the two joiners.
var greetable = regexp.MustCompile(`^[\pL\pM][\pL\pM .'’\x{200c}\x{200d}-]*$`)

// GreetingName returns the name to greet a person by. It returns "" for text that is not a name or that mail programs
// would turn into a link. Anyone can type a name into a public form and so have an email sent to a stranger; that
// email must not carry a link, an address or a telephone number. The forms still accept such names, because the
// specification requires two characters and nothing else.
func GreetingName(name string) string {
	name = oneLine(name, 60)
	if !greetable.MatchString(name) || linkPattern.MatchString(strings.Map(normalizeForLinks, name)) {
		return ""
	}
	return name
}

// company matches the name of a company in any script: letters, digits, and the punctuation that company names have.
var company = regexp.MustCompile(`^[\pL\pN][\pL\pM\pN .,&+()'’\x{200c}\x{200d}-]*$`)

// maxCompanyDigits is the maximum number of digits in a company name. It allows "Studio 2020" but no telephone
// number.
const maxCompanyDigits = 4

// CompanyName returns a company name that is safe to show to other people. It returns "" for a name that could
// contain a link, an address or a telephone number. The forms still accept such names, because documents need the
// legal name, for example "Sample.com Private Limited".
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

// normalizeForLinks drops invisible characters, and replaces full-width letters and the full stops of other scripts
// with their ASCII equivalents.
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

// oneLine makes text that people typed safe for a mail header. It removes line breaks, other control characters,
// invisible direction marks and repeated spaces, and cuts the text to limit characters.
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

// PlainFact makes text that a person typed safe for an email to another person: one line, or "" if mail programs
// would turn it into a link.
func PlainFact(fact string) string {
	fact = oneLine(fact, maxName)
	if linkPattern.MatchString(strings.Map(normalizeForLinks, fact)) {
		return ""
	}
	return fact
}
