package campaigns

import (
	"context"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/people"
)

// An admin can check a text before it is sent: with a preview, a test email and a check of its links.

// TestForm says where a test email is sent. PersonEmail is the address of the contact whose facts fill the merge
// fields.
type TestForm struct {
	_           struct{} `wire:"testCampaign"`
	Email       string   `json:"email"`
	PersonEmail string   `json:"personEmail"`
}

// Rules returns the rules of the form.
func (TestForm) Rules() rules.Form { return testRules }

var testRules = rules.Form{
	{Name: "email", Label: "Send it to", Kind: rules.Email, Required: true, Max: 254, Messages: rules.Messages{
		Required: "Please enter an address", Invalid: "Please enter a valid email address",
	}},
	{Name: "personEmail", Label: "Preview as", Kind: rules.Email, Max: 254},
}

// testTTL is how long a test email may wait; after that its sender no longer expects it.
const testTTL = time.Hour

// Test is POST /api/campaigns/{id}/test.
func (c *Campaigns) Test() httpx.Endpoint {
	return httpx.JSON(c.test, httpx.Doc{
		Tag: "campaigns", Summary: "Send one test email", Description: "The email does not count in the results.",
		Status: http.StatusAccepted, Errors: []*apperr.Error{errNotFound},
		Statuses: []int{http.StatusTooManyRequests},
		Example:  map[string]any{"email": "office@example.com"},
	})
}

func (c *Campaigns) test(e *core.RequestEvent, form TestForm) (TestResult, error) {
	const failed = "The test email could not be created. Please try again."
	campaign, err := findCampaign(e.App, e.Request.PathValue("id"))
	if err != nil {
		return TestResult{}, err
	}
	written, err := c.write(campaign.text())
	if err != nil {
		return TestResult{}, apperr.Fail(failed, err)
	}
	if problems := blockingProblems(written.Problems); len(problems) > 0 {
		return TestResult{}, httpx.Invalid(problems...)
	}
	params, err := c.factsByAddress(form.PersonEmail)
	if err != nil {
		return TestResult{}, apperr.Fail(failed, err)
	}
	if err := c.Outbox.Throttle(kindCampaign, form.Email); err != nil {
		return TestResult{}, err
	}
	params["campaign"], params["topic"], params["test"] = campaign.Id, string(campaign.Topic()), "true"
	params["subject"] = "[Test] " + campaign.text().Subject
	err = e.App.RunInTransaction(func(tx core.App) error {
		err := c.Outbox.Enqueue(tx, outbox.Email{
			Kind:      kindCampaign,
			DedupeKey: "camp-test:" + keys.Random(),
			To:        outbox.Address{Email: form.Email},
			Params:    params,
			ExpiresAt: c.now().Add(testTTL),
		})
		if err != nil {
			return err
		}
		return c.record(tx, e, "campaign.tested", campaign, map[string]any{"to": form.Email})
	})
	return TestResult{EmailAddress: form.Email}, apperr.Fail(failed, err)
}

// TestResult has the address that the test was sent to.
type TestResult struct {
	EmailAddress string `json:"emailAddress"`
}

// factsByAddress returns the values of a person's merge fields. It returns none for an unknown address.
func (c *Campaigns) factsByAddress(email string) (map[string]string, error) {
	id, err := accounts.PersonByAddress(c.app, email)
	if err != nil {
		return nil, err
	}
	contact, err := people.FindContact(c.app, id)
	if contact == nil || err != nil {
		return map[string]string{}, err
	}
	return factsOf(*contact), nil
}

// Preview is a text rendered for one reader.
type Preview struct {
	Subject   string `json:"subject"`
	Preheader string `json:"preheader"`
	Text      string `json:"text"`
	// SubjectB is the second subject, "" without a test.
	SubjectB string `json:"subjectB"`
	// Light and Dark are the URLs of the preview frames. They are valid for half an hour.
	Light    string    `json:"light"`
	Dark     string    `json:"dark"`
	Bytes    int       `json:"bytes"`
	Problems []Problem `json:"problems"`
}

// TextForm is the text of a campaign, saved or not. PersonEmail is the address of the contact for whom a preview is
// rendered.
type TextForm struct {
	_           struct{}          `wire:"-"`
	Topic       preferences.Topic `json:"topic"`
	Subject     string            `json:"subject"`
	SubjectB    string            `json:"subjectB"`
	Preheader   string            `json:"preheader"`
	Content     string            `json:"content"`
	TemplateID  string            `json:"templateId"`
	PersonEmail string            `json:"personEmail"`
}

// Rules returns the rules of the form.
func (TextForm) Rules() rules.Form { return textRules }

var textRules = rules.Form{
	formRules.Field("topic"), formRules.Field("subject"), formRules.Field("subjectB"), formRules.Field("preheader"),
	formRules.Field("content"), formRules.Field("templateId"), testRules.Field("personEmail"),
}

func (f TextForm) text() Text {
	template, _ := strconv.ParseInt(f.TemplateID, 10, 64)
	return Text{
		Subject: f.Subject, SubjectB: f.SubjectB, Preheader: f.Preheader, Content: f.Content, TemplateID: template,
		Topic: f.Topic,
	}
}

// Preview is POST /api/campaigns/preview.
func (c *Campaigns) Preview() httpx.Endpoint {
	return httpx.JSON(c.preview, httpx.Doc{
		Tag: "campaigns", Summary: "Render a text for a person in the lists", Unaudited: "it stores nothing",
		Example: map[string]any{"subject": "News", "content": "The circle meets."},
	})
}

func (c *Campaigns) preview(e *core.RequestEvent, form TextForm) (Preview, error) {
	const failed = "The preview could not be created."
	w, err := c.write(form.text())
	if err != nil {
		return Preview{}, apperr.Fail(failed, err)
	}
	facts, err := c.factsByAddress(form.PersonEmail)
	if err != nil {
		return Preview{}, apperr.Fail(failed, err)
	}
	facts["preferencesURL"] = c.SiteURL + "/preferences/preview"
	shown := w.Content.For(facts)
	light, dark := c.Texts.StorePreviews(httpx.AccountKey(e), shown.HTML)
	return Preview{
		Subject: shown.Subject, SubjectB: w.Fields.Fill(w.SubjectB, facts),
		Preheader: w.Fields.Fill(w.Preheader, facts),
		Text:      shown.Text, Light: light, Dark: dark, Bytes: len(shown.HTML),
		Problems: append([]Problem{}, w.Problems...),
	}, nil
}

const (
	// maxLinks is how many links of a text to other sites are checked.
	maxLinks = 40
	// maxCheck limits the time of the whole check.
	maxCheck = 20 * time.Second
)

// LinkState is the result of checking a link.
type LinkState string

// The states of a link. A link is linkOwn if it leads to a page of this site. It is linkUnchecked if its address is not
// https, or if the text has more than maxLinks.
const (
	linkAnswers   LinkState = "answers"
	linkFails     LinkState = "fails"
	linkOwn       LinkState = "own"
	linkUnchecked LinkState = "unchecked"
)

// Values returns all states.
func (LinkState) Values() []string {
	return rules.Options(linkAnswers, linkFails, linkOwn, linkUnchecked)
}

// CheckedLink is a link or a picture of a text.
type CheckedLink struct {
	Address string    `json:"address"`
	State   LinkState `json:"state"`
	Note    string    `json:"note"`
}

// Check is the result of checking a text before it is sent.
type Check struct {
	Links    []CheckedLink `json:"links"`
	Problems []Problem     `json:"problems"`
	Bytes    int           `json:"bytes"`
}

// CheckText is POST /api/campaigns/check.
func (c *Campaigns) CheckText() httpx.Endpoint {
	return httpx.JSON(c.checkText, httpx.Doc{
		Tag: "campaigns", Summary: "Check the links of a text and list its other problems",
		Unaudited: "it stores nothing",
		Example:   map[string]any{"subject": "News", "content": "The [circle](/about) meets."},
	})
}

func (c *Campaigns) checkText(e *core.RequestEvent, form TextForm) (Check, error) {
	w, err := c.write(form.text())
	if err != nil {
		return Check{}, apperr.Fail("The text could not be checked.", err)
	}
	answer := Check{Links: []CheckedLink{}, Problems: append([]Problem{}, w.Problems...),
		Bytes: len(w.Content.For(nil).HTML)}
	var external []string
	for _, address := range addressesIn(w.Body) {
		if w.Fields.AreIn(address) { // the address is a problem of the text
			continue
		}
		link := CheckedLink{Address: address, State: linkUnchecked}
		switch rest, isOwn := strings.CutPrefix(address, c.SiteURL); {
		case isOwn && (rest == "" || strings.ContainsAny(rest[:1], "/?#")):
			link.State, link.Note = linkOwn, "A page of this site."
			if !c.hasPage(e.Request.Context(), address) {
				link.State, link.Note = linkFails, "This site has no such page."
			}
		case !strings.HasPrefix(address, "https://"):
			link.Note = "Only https addresses can be checked."
		case len(external) < maxLinks:
			external = append(external, address)
			continue
		default:
			link.Note = "There are too many links to check them all."
		}
		answer.Links = append(answer.Links, link)
	}
	ctx, cancel := context.WithTimeout(e.Request.Context(), maxCheck)
	defer cancel()
	for _, result := range c.Links.Check(ctx, external) {
		link := CheckedLink{Address: result.Address, State: linkFails, Note: result.Note}
		if result.Answers {
			link.State = linkAnswers
		}
		answer.Links = append(answer.Links, link)
	}
	return answer, nil
}

func (c *Campaigns) hasPage(ctx context.Context, address string) bool {
	to, err := url.Parse(address)
	return err == nil && c.HasPage(ctx, to.Path)
}

var addressPattern = regexp.MustCompile(` (?:href|src)="([^"]+)"`)

// addressesIn returns the distinct URLs of the links and pictures in sanitised HTML.
func addressesIn(page string) (addresses []string) {
	for _, found := range addressPattern.FindAllStringSubmatch(page, -1) {
		if address := html.UnescapeString(found[1]); !slices.Contains(addresses, address) {
			addresses = append(addresses, address)
		}
	}
	return addresses
}
