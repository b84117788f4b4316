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

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail"
	"boardcircle/pb_hooks/mail/preferences"
)

// An admin can check a text before it is sent: with a preview, a test email and a check of its links.

// TestForm is the body of POST /api/campaigns/{id}/test. "as" is the address of a person in the lists whose facts the
// test shows.
var TestForm = rules.Form{
	{Name: "email", Label: "Send it to", Kind: rules.Email, Required: true, Max: 254, Messages: rules.Messages{
		Required: "Please enter an address", Invalid: "Please enter a valid email address",
	}},
	{Name: "as", Label: "As this person would get it", Kind: rules.Email, Max: 254},
}

// testTTL is how long a test email may wait; after that its sender no longer expects it.
const testTTL = time.Hour

// Test is POST /api/campaigns/{id}/test. It sends one email to an address of the admin's choice. The email does not
// count in the results.
func (c *Campaigns) Test(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, TestForm)
	if err != nil {
		return err
	}
	to := values.Text("email")
	campaign, err := findCampaign(e.App, e.Request.PathValue("id"))
	if err != nil {
		return err
	}
	if problems := blockingProblems(c.write(campaign.text()).Problems); len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	params, err := c.factsOf(values.Text("as"))
	if err != nil {
		return apperr.Fail("The test email could not be written. Please try again.", err)
	}
	if err := c.Outbox.Throttle(kindCampaign, to); err != nil {
		return err
	}
	params["campaign"], params["topic"], params["test"] = campaign.Id, string(campaign.Topic()), "true"
	params["subject"] = "[Test] " + campaign.text().Subject
	err = e.App.RunInTransaction(func(tx core.App) error {
		err := c.Outbox.Enqueue(tx, mail.Email{
			Kind:      kindCampaign,
			DedupeKey: "camp-test:" + keys.Random(),
			To:        mail.Address{Email: to},
			Params:    params,
			ExpiresAt: c.now().Add(testTTL),
		})
		if err != nil {
			return err
		}
		return c.record(tx, e, "campaign.tested", campaign, map[string]any{"to": to})
	})
	if err != nil {
		return apperr.Fail("The test email could not be written. Please try again.", err)
	}
	return e.JSON(http.StatusAccepted, TestResult{EmailAddress: to})
}

// TestResult has the address that the test was sent to.
type TestResult struct {
	EmailAddress string `json:"emailAddress"`
}

// factsOf returns the facts about a person in the lists. It returns no facts for an unknown address.
func (c *Campaigns) factsOf(email string) (map[string]string, error) {
	facts := map[string]string{}
	if email == "" {
		return facts, nil
	}
	found, err := c.findPerson(email)
	if err != nil || found == nil {
		return facts, err
	}
	return found.facts(), nil
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

// PreviewForm is the body of POST /api/campaigns/preview.
var PreviewForm = rules.Form{
	Form.Field("topic"), Form.Field("subject"), Form.Field("subjectB"), Form.Field("preheader"), Form.Field("content"),
	Form.Field("templateId"), TestForm.Field("as"),
}

// textOf returns the text in the values of a PreviewForm.
func textOf(values rules.Values) Text {
	template, _ := strconv.ParseInt(values.Text("templateId"), 10, 64)
	return Text{
		Subject:    values.Text("subject"),
		SubjectB:   values.Text("subjectB"),
		Preheader:  values.Text("preheader"),
		Content:    values.Text("content"),
		TemplateID: template,
		Topic:      preferences.Topic(values.Text("topic")),
	}
}

// Preview is POST /api/campaigns/preview. It renders a text, which need not be saved, for a person in the lists.
func (c *Campaigns) Preview(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, PreviewForm)
	if err != nil {
		return err
	}
	w := c.write(textOf(values))
	content, err := c.Outbox.Frame(w.Draft)
	if err != nil {
		return apperr.Fail("The preview could not be made.", err)
	}
	facts, err := c.factsOf(values.Text("as"))
	if err != nil {
		return apperr.Fail("The preview could not be made.", err)
	}
	facts["preferencesURL"] = c.SiteURL + "/preferences/preview"
	shown := content.For(facts)
	light, dark := c.Texts.KeepPreviews(httpx.AccountKey(e), shown.HTML)
	return e.JSON(http.StatusOK, Preview{
		Subject: shown.Subject, SubjectB: w.Fields.Fill(w.SubjectB, facts), Preheader: w.Fields.Fill(w.Preheader, facts),
		Text:  shown.Text,
		Light: light, Dark: dark, Bytes: len(shown.HTML), Problems: append([]Problem{}, w.Problems...),
	})
}

const (
	// maxLinks is how many links of a text are checked.
	maxLinks = 40
	// maxCheck limits the time of the whole check.
	maxCheck = 20 * time.Second
)

// CheckedLink is a link or a picture of a text. State is "answers", "fails", "own" for a page of this site, or
// "unasked" for an address that is not https.
type CheckedLink struct {
	Address string `json:"address"`
	State   string `json:"state"`
	Note    string `json:"note"`
}

// Check is the result of checking a text before it is sent.
type Check struct {
	Links    []CheckedLink `json:"links"`
	Problems []Problem     `json:"problems"`
	Bytes    int           `json:"bytes"`
}

// CheckText is POST /api/campaigns/check. It checks the links of a text and reports its other problems.
func (c *Campaigns) CheckText(e *core.RequestEvent) error {
	values, err := httpx.DecodeForm(e, PreviewForm)
	if err != nil {
		return err
	}
	w := c.write(textOf(values))
	content, err := c.Outbox.Frame(w.Draft)
	if err != nil {
		return apperr.Fail("The text could not be checked.", err)
	}
	answer := Check{Links: []CheckedLink{}, Problems: append([]Problem{}, w.Problems...), Bytes: len(content.For(nil).HTML)}
	var asked []string
	for _, address := range addressesIn(w.Body) {
		link := CheckedLink{Address: address, State: "unasked"}
		switch {
		case strings.HasPrefix(address, c.SiteURL+"/"):
			link.State, link.Note = "own", "A page of this site."
			if !c.hasPage(e.Request.Context(), address) {
				link.State, link.Note = "fails", "This site has no such page."
			}
		case !strings.HasPrefix(address, "https://"):
			link.Note = "Only https addresses can be asked."
		case len(asked) < maxLinks:
			asked = append(asked, address)
			continue
		default:
			link.Note = "There are too many links to ask them all."
		}
		answer.Links = append(answer.Links, link)
	}
	ctx, cancel := context.WithTimeout(e.Request.Context(), maxCheck)
	defer cancel()
	for _, result := range c.Links.Check(ctx, asked) {
		link := CheckedLink{Address: result.Address, State: "fails", Note: result.Note}
		if result.Answers {
			link.State = "answers"
		}
		answer.Links = append(answer.Links, link)
	}
	return e.JSON(http.StatusOK, answer)
}

func (c *Campaigns) hasPage(ctx context.Context, address string) bool {
	to, err := url.Parse(address)
	return err == nil && c.HasPage(ctx, to.Path)
}

var addressPattern = regexp.MustCompile(` (?:href|src)="([^"]+)"`)

// addressesIn returns the distinct URLs of links and pictures in safe HTML.
func addressesIn(page string) (addresses []string) {
	for _, found := range addressPattern.FindAllStringSubmatch(page, -1) {
		if address := html.UnescapeString(found[1]); !slices.Contains(addresses, address) {
			addresses = append(addresses, address)
		}
	}
	return addresses
}
