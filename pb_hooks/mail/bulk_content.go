package mail

import (
	"bytes"
	"html"
	"strconv"
	"strings"
)

// Content is an e-mail for many people, in the frame of all e-mails. Where a reader's own words belong it has a slot; the
// provider fills the slots of a batch, and we those of a single e-mail.
type Content struct {
	Rendered
	// Fields are what belongs into the slots, by their number.
	Fields []MergeField
	// TemplateID is a template of the provider's that is sent instead of the content; 0 is none.
	TemplateID int64
}

// MergeField is a fact about a reader and what stands where it is not known.
type MergeField struct {
	Name, Fallback string
}

// Slots are written with characters of Unicode's private use, which no text has: Frame removes them from what people
// write.
const slotBegin, slotEnd = "\ue000", "\ue001"

// preferencesSlot stands for the address of a reader's preferences.
const preferencesSlot = slotBegin + "preferences" + slotEnd

// preferencesMark is an address that the templates take for one, and that becomes the slot.
const preferencesMark = "https://preferences.invalid/link"

// Slot is the place of a field in a text.
func Slot(i int) string { return slotBegin + strconv.Itoa(i) + slotEnd }

// WithoutSlots removes what would be taken for a slot from a text that somebody wrote.
func WithoutSlots(text string) string {
	return strings.NewReplacer(slotBegin, "", slotEnd, "").Replace(text)
}

// Draft is the content of an e-mail before it is framed. Body is safe HTML of plain tags, Text the same as text; all of them
// may have slots.
type Draft struct {
	Subject, Preheader, Body, Text, Footnote string
	Fields                                   []MergeField
	TemplateID                               int64
}

// The bodies of drafts stand where these marks are.
const bodyMark = "@@boardcircle-body@@"

// Frame puts a draft into the frame of all e-mails. What looks like the provider's template language is broken up.
func (o *Outbox) Frame(d Draft) (Content, error) {
	f := o.frame()
	raw := o.templateData(nil)
	data := frameData(o.siteSettings(), raw)
	data.F, data.PreferencesURL = raw, preferencesMark
	data.Subject, data.Preheader, data.Footnote = oneLine(d.Subject, maxSubject), oneLine(d.Preheader, maxSubject), d.Footnote
	layout, err := o.texts.draftLayout(f)
	if err != nil {
		return Content{}, err
	}
	body, err := f.inlineFragment(d.Body)
	if err != nil {
		return Content{}, err
	}
	var text, page bytes.Buffer
	if err := layout.text.Execute(&text, data); err != nil {
		return Content{}, err
	}
	if err := layout.html.Execute(&page, data); err != nil {
		return Content{}, err
	}
	marks := strings.NewReplacer(preferencesMark, preferencesSlot)
	return Content{
		Rendered: Rendered{
			Subject: escapeTemplateText(data.Subject),
			HTML:    strings.Replace(marks.Replace(escapeTemplateHTML(page.String())), bodyMark, escapeTemplateHTML(body), 1),
			Text:    strings.Replace(marks.Replace(escapeTemplateText(text.String())), bodyMark, escapeTemplateText(d.Text), 1),
		},
		Fields: d.Fields, TemplateID: d.TemplateID,
	}, nil
}

// value is what a reader's params say of a field, or its fallback.
func (f MergeField) value(params map[string]string) string {
	if v := oneLine(params[f.Name], maxName); v != "" {
		return v
	}
	return f.Fallback
}

// For is the content for one reader, but for the link of their preferences, which is added when it is sent.
func (c Content) For(params map[string]string) Rendered {
	inText, inHTML := []string{}, []string{}
	for i, field := range c.Fields {
		v := field.value(params)
		inText = append(inText, Slot(i), v)
		inHTML = append(inHTML, Slot(i), html.EscapeString(v))
	}
	text, page := strings.NewReplacer(inText...), strings.NewReplacer(inHTML...)
	return Rendered{Subject: text.Replace(c.Subject), HTML: page.Replace(c.HTML), Text: text.Replace(c.Text)}
}

// forBatch is the content with the provider's placeholders in its slots.
func (c Content) forBatch() Rendered {
	inText, inHTML := []string{preferencesSlot, "{{params.preferences}}"}, []string{preferencesSlot, "{{params.preferences}}"}
	for i := range c.Fields {
		inText = append(inText, Slot(i), "{{params.t"+strconv.Itoa(i)+"}}")
		inHTML = append(inHTML, Slot(i), "{{params.h"+strconv.Itoa(i)+"}}")
	}
	text, page := strings.NewReplacer(inText...), strings.NewReplacer(inHTML...)
	return Rendered{Subject: text.Replace(c.Subject), HTML: page.Replace(c.HTML), Text: text.Replace(c.Text)}
}

// versionParams are what the provider puts into the placeholders for one reader. A brace in a person's data would be an
// instruction to the provider.
func (c Content) versionParams(params map[string]string, preferencesURL string) map[string]string {
	values := map[string]string{"preferences": preferencesURL}
	for i, field := range c.Fields {
		v := field.value(params)
		values["t"+strconv.Itoa(i)] = strings.ReplaceAll(v, "{", "{"+wordJoiner)
		values["h"+strconv.Itoa(i)] = strings.ReplaceAll(html.EscapeString(v), "{", "&#123;")
	}
	return values
}

// FillPreferences puts a reader's link into the slot of a single e-mail.
func FillPreferences(text, url string) string { return strings.ReplaceAll(text, preferencesSlot, url) }
