package preferences

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/settings"
)

// The pages that an email's links open. They need no script and no session, because having the link proves access to
// the mailbox. A GET changes nothing, because link scanners open every link. A POST applies the choice and accepts
// both form encodings that mail programs send.
//
// The pages are in the language of the email. The link of an email in English opens the page in the language that the
// reader has chosen on the site. pages/{language}.json has the translations.

var pageMedia = []string{"text/html"}

//go:embed pages
var pageFiles embed.FS

var (
	pageStyle    = mustReadPage("pages/style.css")
	pageTemplate = template.Must(template.New("").Funcs(template.FuncMap{
		"style": func() template.CSS { return template.CSS(pageStyle) },
	}).ParseFS(pageFiles, "pages/*.html"))
	// pagePhrases translate the pages, by the code of the language.
	pagePhrases = languages.LoadPhrases(pageFiles, "pages")
	pagePolicy  = "default-src 'none'; style-src 'sha256-" + sha256Base64(pageStyle) +
		"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

func mustReadPage(name string) string {
	content, err := pageFiles.ReadFile(name)
	if err != nil {
		panic(err) // the files are embedded
	}
	return string(content)
}

func sha256Base64(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// preferencePage is the data of the page.
type preferencePage struct {
	Title, SiteName, Contact string
	// Missing is shown if the link is invalid.
	Missing string
	// Done says what a POST has changed.
	Done, Token, Address string
	// Unsubscribe selects the page about one topic.
	Unsubscribe bool
	TopicName   string
	Wanted      bool
	Topics      []Preference
	// Dead says why emails do not arrive, whatever the reader chooses.
	Dead string
	// phrases is nil for English.
	phrases *languages.Phrases
}

// Language returns the language of the page.
func (p preferencePage) Language() languages.Language { return p.phrases.LanguageOrEnglish() }

// Home returns the address of the site's home page.
func (p preferencePage) Home() string { return languages.AddressIn(p.Language().Code, "/") }

// Word translates a text.
func (p preferencePage) Word(english string) string { return p.phrases.Word(english) }

// Sentence translates a sentence about {topic} and {address}.
func (p preferencePage) Sentence(english string) template.HTML {
	topic := "<strong>" + template.HTMLEscapeString(p.Word(p.TopicName)) + "</strong>"
	return template.HTML(strings.NewReplacer("{topic}", topic, "{address}", template.HTMLEscapeString(p.Address)).
		Replace(template.HTMLEscapeString(p.Word(english))))
}

// languageOf returns the code of the language of the page that a link opens, or "" for English.
func languageOf(e *core.RequestEvent, link Link) string {
	return cmp.Or(link.Language, languages.OfRequest(e.Request))
}

// ShowUnsubscribe is GET /unsubscribe/{token}.
func (p *Preferences) ShowUnsubscribe() httpx.Endpoint {
	return httpx.File(p.showUnsubscribe, pageMedia, httpx.Doc{
		Tag: "mail", Summary: "The page that an email's unsubscribe link opens",
		Description: "It changes nothing.", Errors: []*apperr.Error{errLink},
	})
}

func (p *Preferences) showUnsubscribe(e *core.RequestEvent) error {
	return p.writePreferencePage(e, preferencePage{Title: "Unsubscribe", Unsubscribe: true})
}

// Unsubscribe is POST /unsubscribe/{token}. Mail programs send it for their one-click button (RFC 8058), and the
// page's button sends it too.
func (p *Preferences) Unsubscribe() httpx.Endpoint {
	return httpx.File(p.unsubscribe, pageMedia, httpx.Doc{
		Tag: "mail", Summary: "Unsubscribe from the topic of an email with one click",
		Description: "As RFC 8058 requires: without a cookie, from any site, with or without a form.",
		Errors:      []*apperr.Error{errLink},
	})
}

func (p *Preferences) unsubscribe(e *core.RequestEvent) error {
	link, err := p.openToken(e.Request.PathValue("token"))
	if err != nil {
		return p.writePreferencePage(e, preferencePage{Title: "Unsubscribe"})
	}
	source := FromLink
	if e.Request.FormValue("List-Unsubscribe") == "One-Click" {
		source = FromOneClick
	}
	err = e.App.RunInTransaction(func(tx core.App) error {
		return p.choose(tx, choice{link.Email, link.Topic, false, source, link.EmailID, languageOf(e, link)})
	})
	if err != nil {
		return apperr.Fail("Your choice could not be saved. Please try again.", err)
	}
	p.deps.OnChange()
	return p.writePreferencePage(e,
		preferencePage{Title: "Unsubscribe", Unsubscribe: true, Done: "You are unsubscribed."})
}

// ShowPreferences is GET /preferences/{token}.
func (p *Preferences) ShowPreferences() httpx.Endpoint {
	return httpx.File(p.showPreferences, pageMedia, httpx.Doc{
		Tag: "mail", Summary: "The page with the topics that a reader gets emails about",
		Description: "It changes nothing.", Errors: []*apperr.Error{errLink},
	})
}

func (p *Preferences) showPreferences(e *core.RequestEvent) error {
	return p.writePreferencePage(e, preferencePage{Title: "Your emails"})
}

// ChoosePreferences is POST /preferences/{token}. The form's topic fields are the wanted topics.
func (p *Preferences) ChoosePreferences() httpx.Endpoint {
	return httpx.File(p.choosePreferences, pageMedia, httpx.Doc{
		Tag: "mail", Summary: "Choose the topics to get emails about",
		Description: "The fields topic of the form are the wanted topics.", Errors: []*apperr.Error{errLink},
	})
}

func (p *Preferences) choosePreferences(e *core.RequestEvent) error {
	link, err := p.openToken(e.Request.PathValue("token"))
	if err != nil {
		return p.writePreferencePage(e, preferencePage{Title: "Your emails"})
	}
	e.Request.FormValue("topic") // parses both form encodings
	wanted := e.Request.PostForm["topic"]
	err = e.App.RunInTransaction(func(tx core.App) error {
		var errs []error
		for _, topic := range Topics {
			isWanted := slices.Contains(wanted, string(topic))
			errs = append(errs, p.choose(tx,
				choice{link.Email, topic, isWanted, FromLink, link.EmailID, languageOf(e, link)}))
		}
		return errors.Join(errs...)
	})
	if err != nil {
		return apperr.Fail("Your choice could not be saved. Please try again.", err)
	}
	p.deps.OnChange()
	return p.writePreferencePage(e, preferencePage{Title: "Your emails", Done: "Your choice was saved."})
}

func (p *Preferences) writePreferencePage(e *core.RequestEvent, page preferencePage) error {
	status := http.StatusOK
	site := settings.ReadOrDefaults(e.App).Site(p.deps.Config.Site)
	page.SiteName, page.Contact, page.Token = site.Name, site.ContactEmail, e.Request.PathValue("token")
	link, err := p.openToken(page.Token)
	page.phrases = pagePhrases[languageOf(e, link)]
	if err != nil {
		page.Missing, status = errLink.Message, http.StatusNotFound
	} else if err := p.fillPreferencePage(e.App, &page, link); err != nil {
		return apperr.Fail("Your choice could not be read. Please try again.", err)
	}
	var content bytes.Buffer
	if err := pageTemplate.ExecuteTemplate(&content, "page", page); err != nil {
		return err
	}
	header := e.Response.Header()
	header.Set("Content-Security-Policy", pagePolicy)
	header.Set("Cache-Control", "no-store")
	header.Set("X-Robots-Tag", "noindex")
	header.Set("Referrer-Policy", "no-referrer")
	return e.HTML(status, content.String())
}

func (p *Preferences) fillPreferencePage(app core.App, page *preferencePage, link Link) (err error) {
	page.Address, page.TopicName = maskAddress(link.Email), link.Topic.Name()
	if page.Topics, err = p.List(app, link.Email); err != nil {
		return err
	}
	off, err := suppressedScopes(app, link.Email)
	if err != nil {
		return err
	}
	if reason := off[scopeAllTopics]; off[scopeAll] != "" || reason != "" && !isOwnOptOut(reason) {
		page.Dead = "We have stopped writing to this address, because our emails did not arrive. Please write to us " +
			"if it works again."
	}
	for _, preference := range page.Topics {
		if preference.Topic == link.Topic {
			page.Wanted = preference.Wanted
		}
	}
	return nil
}
