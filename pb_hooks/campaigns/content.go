package campaigns

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/k3a/html2text"
	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"boardcircle/pb_hooks/internal/markdown"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/settings"
)

// A campaign is written in Markdown: headings, paragraphs, lists, quotations, pictures of the library, dividers, and
// buttons. A button is a link with the title "button" that is alone in its paragraph. {{firstName|there}} is a merge
// field with a fallback. The rendered HTML is sanitised with placeholders for the merge fields, which are filled with
// escaped values afterwards.

// Text is the text of a campaign.
type Text struct {
	Subject, Preheader, Content string
	// SubjectB is the second subject of a subject test, "" without a test.
	SubjectB   string
	TemplateID int64
	Topic      preferences.Topic
}

// MergeFields are the merge fields that a text can use.
var MergeFields = []string{"firstName", "name", "city", "company", "tier"}

// Problem is a problem that a check of a text has found. A campaign with a blocking problem can't be started.
type Problem struct {
	Field    string `json:"field"`
	Message  string `json:"message"`
	Blocking bool   `json:"blocking"`
}

// blockingProblems returns the blocking problems as form errors.
func blockingProblems(found []Problem) []rules.Problem {
	var problems []rules.Problem
	for _, p := range found {
		if p.Blocking {
			problems = append(problems, rules.Invalid(p.Field, p.Message))
		}
	}
	return problems
}

// written is a rendered text with its problems. Content is the draft in the frame of all emails.
type written struct {
	outbox.Draft
	Content  outbox.Content
	SubjectB string
	Problems []Problem
}

func (w *written) problem(field string, blocking bool, format string, args ...any) {
	p := Problem{field, fmt.Sprintf(format, args...), blocking}
	if !slices.Contains(w.Problems, p) {
		w.Problems = append(w.Problems, p)
	}
}

// maxHTML is the size in bytes at which Gmail cuts an email off.
const maxHTML = 100 << 10

// indented matches a line break followed by the space that the text converter adds.
var indented = regexp.MustCompile(`\n +`)

var mergePattern = regexp.MustCompile(`\{\{\s*([A-Za-z]+)\s*(?:\|([^{}|\n]*))?\}\}`)

var converter = goldmark.New(goldmark.WithExtensions(extension.Strikethrough, extension.Linkify))

var sanitiser = newSanitiser()

func newSanitiser() *bluemonday.Policy {
	policy := bluemonday.NewPolicy()
	policy.AllowElements("p", "br", "hr", "strong", "em", "del", "code", "pre", "blockquote", "ul", "ol", "li", "h1",
		"h2", "h3")
	policy.AllowAttrs("href").OnElements("a")
	policy.AllowAttrs("title").Matching(regexp.MustCompile(`^button$`)).OnElements("a")
	policy.AllowAttrs("src").Matching(regexp.MustCompile(`^https?://[^\s"'<>\\]+$`)).OnElements("img")
	policy.AllowAttrs("alt").OnElements("img")
	policy.RequireParseableURLs(true)
	policy.AllowURLSchemes("https", "http", "mailto", "tel")
	return policy
}

// write renders a text and collects its problems.
func (c *Campaigns) write(t Text) (w written, err error) {
	w = written{Draft: outbox.Draft{TemplateID: t.TemplateID}}
	w.Subject = w.mergeFields("subject", t.Subject)
	w.SubjectB = w.mergeFields("subjectB", t.SubjectB)
	if w.SubjectB != "" && strings.TrimSpace(t.SubjectB) == strings.TrimSpace(t.Subject) {
		w.problem("subjectB", true, "The two subjects are the same")
	}
	w.Preheader = w.mergeFields("preheader", t.Preheader)
	source := w.mergeFields("content", t.Content)
	if strings.TrimSpace(w.Subject) == "" && t.TemplateID == 0 {
		w.problem("subject", true, "Please write a subject")
	}
	if strings.TrimSpace(source) == "" && t.TemplateID == 0 {
		w.problem("content", true, "Please write the text of the email")
	}
	page, err := c.render(&w, source)
	if err != nil {
		return w, err
	}
	w.Body = texts.Buttons(page)
	w.Text = strings.TrimSpace(indented.ReplaceAllString(html2text.HTML2TextWithOptions(page,
		html2text.WithUnixLineBreaks(), html2text.WithLinksInnerText()), "\n"))
	w.Footnote = "You receive this email because you are known to us as a member, a nominee or a person who has " +
		"asked about the circle. It is about: " + t.Topic.Name() + "."
	if w.Content, err = c.Outbox.Frame(w.Draft); err != nil {
		return w, err
	}
	if len(w.Content.For(nil).HTML) > maxHTML {
		w.problem("content", true, "The email is larger than 100 kB, so mail programs would cut it off")
	}
	return w, nil
}

// mergeFields replaces the merge fields of a text by placeholders.
func (w *written) mergeFields(field, source string) string {
	return mergePattern.ReplaceAllStringFunc(source, func(found string) string {
		parts := mergePattern.FindStringSubmatch(found)
		name, fallback := parts[1], strings.TrimSpace(parts[2])
		if !slices.Contains(MergeFields, name) {
			w.problem(field, true, "There is no merge field %s. The merge fields are: %s", name,
				strings.Join(MergeFields, ", "))
			return ""
		}
		if !strings.Contains(found, "|") {
			w.problem(field, true, "The merge field %s needs a fallback, as in {{%s|there}}", name, name)
		}
		return w.Fields.Placeholder(name, fallback)
	})
}

// render renders Markdown as safe HTML with absolute URLs.
func (c *Campaigns) render(w *written, source string) (string, error) {
	if problem := markdown.Problem(source); problem != "" {
		w.problem("content", true, "%s", problem)
		return "", nil
	}
	current, err := settings.Read(c.app)
	if err != nil {
		return "", err
	}
	content := []byte(source)
	document := converter.Parser().Parse(text.NewReader(content), parser.WithContext(parser.NewContext()))
	// The walk function returns no error, so Walk returns none.
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := n.(type) {
		case *ast.Heading:
			node.Level = min(node.Level, 3)
		case *ast.Link:
			node.Destination = c.wholeAddress(w, node.Destination)
		case *ast.AutoLink:
			if w.Fields.AreIn(string(node.URL(content))) {
				w.problem("content", true, fieldInLink)
			}
		case *ast.Image:
			node.Title = nil
			if address := string(node.Destination); current.ShowsPicture(address) {
				node.Destination = c.wholeAddress(w, node.Destination)
			} else {
				w.problem(
					"content",
					true,
					"The image %q is on another site. Please upload a copy, or ask an owner to add its host to "+
						"the settings",
					address,
				)
				node.Destination = nil
			}
			if !node.HasChildren() {
				w.problem("content", false,
					"An image has no description, so readers whose mail program hides images would miss it")
			}
		}
		return ast.WalkContinue, nil
	})
	var out bytes.Buffer
	if err := converter.Renderer().Render(&out, content, document); err != nil {
		return "", fmt.Errorf("render Markdown: %w", err)
	}
	return string(bytes.TrimSpace(sanitiser.SanitizeBytes(out.Bytes()))), nil
}

const fieldInLink = "A link can't contain a merge field"

// wholeAddress makes a URL of this site absolute, and reports a URL that readers can't open.
func (c *Campaigns) wholeAddress(w *written, destination []byte) []byte {
	address := string(destination)
	switch {
	case w.Fields.AreIn(address):
		w.problem("content", true, fieldInLink)
		return nil
	case strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//"):
		return []byte(c.SiteURL + address)
	case strings.HasPrefix(address, "https://"),
		strings.HasPrefix(address, "http://"),
		strings.HasPrefix(address, "mailto:"),
		strings.HasPrefix(address, "tel:"):
		return util.EscapeHTML(destination)
	}
	w.problem("content", true,
		"The link %q does not work: it must start with https://, or with / for a page of this site", address)
	return nil
}
