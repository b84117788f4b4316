package outbox

import (
	"crypto/rand"
	"html"
	"slices"
	"strconv"
	"strings"

	"boardcircle/pb_hooks/mail/texts"
)

// MergeField is a fact about a reader, with the text to show if the fact is not known.
type MergeField struct {
	Name, Fallback string
	// placeholder is the field in the texts of an email until it is filled in.
	placeholder string
}

// MergeFields are the merge fields of one email. Their placeholders pass through Markdown and HTML unchanged, because
// they are words. The text of an admin can't contain one, because they are random and new for each rendering.
type MergeFields []MergeField

// placeholderLength is the length of {{city|}}, so that a placeholder is not longer than what it replaces.
const placeholderLength = 9

// Placeholder returns the placeholder of a field, and adds the field if it is new.
func (f *MergeFields) Placeholder(name, fallback string) string {
	for _, field := range *f {
		if field.Name == name && field.Fallback == fallback {
			return field.placeholder
		}
	}
	field := MergeField{name, fallback, rand.Text()[:placeholderLength]}
	*f = append(*f, field)
	return field.placeholder
}

// AreIn reports whether a text has a placeholder.
func (f MergeFields) AreIn(text string) bool {
	return slices.ContainsFunc(f, func(field MergeField) bool { return strings.Contains(text, field.placeholder) })
}

// Fill replaces the placeholders of a text by a reader's values.
func (f MergeFields) Fill(text string, params map[string]string) string {
	var pairs []string
	for _, field := range f {
		pairs = append(pairs, field.placeholder, field.value(params))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// value returns the reader's value of a field, or its fallback.
func (f MergeField) value(params map[string]string) string {
	if v := texts.OneLine(params[f.Name], texts.MaxName); v != "" {
		return v
	}
	return f.Fallback
}

// Draft is the content of an email before it is framed. All its texts may contain placeholders.
type Draft struct {
	texts.Draft
	Fields MergeFields
	// TemplateID is a Brevo template that is sent instead of the content; 0 sends the content.
	TemplateID int64
}

// Content is an email for many people, in the frame of all emails, with placeholders for what differs between them. The
// provider fills in those of a batch; we fill in those of a single email.
type Content struct {
	rendered   texts.Rendered
	fields     MergeFields
	templateID int64
	// preferences is the placeholder of the URL of a reader's preferences.
	preferences string
}

// Frame puts a draft into the frame of all emails. It escapes text that looks like the provider's template language.
func (o *Outbox) Frame(d Draft) (Content, error) {
	preferences := "https://preferences.invalid/" + rand.Text() // html/template accepts only a URL
	rendered, err := o.texts.RenderDraft(d.Draft, preferences)
	return Content{rendered, d.Fields, d.TemplateID, preferences}, err
}

// For returns the content for one reader. The param preferencesURL is the link to their preferences.
func (c Content) For(params map[string]string) texts.Rendered {
	return c.fill(params["preferencesURL"], func(_ int, field MergeField) (inText, inHTML string) {
		v := field.value(params)
		return v, html.EscapeString(v)
	})
}

// forBatch returns the content with the params of a batch in place of what differs.
func (c Content) forBatch() texts.Rendered {
	return c.fill("{{params.preferences}}", func(i int, _ MergeField) (inText, inHTML string) {
		return "{{params.t" + strconv.Itoa(i) + "}}", "{{params.h" + strconv.Itoa(i) + "}}"
	})
}

func (c Content) fill(preferences string, value func(i int, field MergeField) (inText, inHTML string)) texts.Rendered {
	textPairs := []string{c.preferences, preferences}
	htmlPairs := []string{c.preferences, html.EscapeString(preferences)}
	for i, field := range c.fields {
		inText, inHTML := value(i, field)
		textPairs = append(textPairs, field.placeholder, inText)
		htmlPairs = append(htmlPairs, field.placeholder, inHTML)
	}
	text, page := strings.NewReplacer(textPairs...), strings.NewReplacer(htmlPairs...)
	return texts.Rendered{
		Subject: text.Replace(c.rendered.Subject), HTML: page.Replace(c.rendered.HTML),
		Text: text.Replace(c.rendered.Text),
	}
}

// versionParams returns the values of a batch's params for one reader. Braces are escaped, because the provider would
// interpret them as template code.
func (c Content) versionParams(params map[string]string, preferencesURL string) map[string]string {
	values := map[string]string{"preferences": preferencesURL}
	for i, field := range c.fields {
		v := field.value(params)
		values["t"+strconv.Itoa(i)] = strings.ReplaceAll(v, "{", "{"+texts.WordJoiner)
		values["h"+strconv.Itoa(i)] = strings.ReplaceAll(html.EscapeString(v), "{", "&#123;")
	}
	return values
}
