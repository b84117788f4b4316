package mail

import (
	"html"
	"strconv"
	"strings"

	"boardcircle/pb_hooks/mail/texts"
)

// Content is an email for many people, in the frame of all emails. It has a slot for each merge field. The provider
// fills the slots of a batch; we fill those of a single email.
type Content struct {
	texts.Rendered
	// Fields are the merge fields of the slots, by slot number.
	Fields []MergeField
	// TemplateID is a Brevo template that is sent instead of the content; 0 sends the content.
	TemplateID int64
}

// MergeField is a fact about a reader, with the text to show if the fact is not known.
type MergeField struct {
	Name, Fallback string
}

// Slots use characters of Unicode's private use area. WithoutSlots removes these characters from text that people
// write.
const slotBegin, slotEnd = "\ue000", "\ue001"

// preferencesSlot is the slot for the URL of a reader's preferences.
const preferencesSlot = slotBegin + "preferences" + slotEnd

// preferencesMark is a placeholder URL that the templates accept. It is replaced by preferencesSlot.
const preferencesMark = "https://preferences.invalid/link"

// Slot returns the placeholder of field i.
func Slot(i int) string { return slotBegin + strconv.Itoa(i) + slotEnd }

// WithoutSlots removes the slot characters from text that people write.
func WithoutSlots(text string) string {
	return strings.NewReplacer(slotBegin, "", slotEnd, "").Replace(text)
}

// Draft is the content of an email before it is framed. All its texts may contain slots.
type Draft struct {
	texts.Draft
	Fields     []MergeField
	TemplateID int64
}

// Frame puts a draft into the frame of all emails. It escapes text that looks like the provider's template language.
func (o *Outbox) Frame(d Draft) (Content, error) {
	rendered, err := o.texts.RenderDraft(d.Draft, preferencesMark)
	if err != nil {
		return Content{}, err
	}
	rendered.HTML = strings.ReplaceAll(rendered.HTML, preferencesMark, preferencesSlot)
	rendered.Text = strings.ReplaceAll(rendered.Text, preferencesMark, preferencesSlot)
	return Content{Rendered: rendered, Fields: d.Fields, TemplateID: d.TemplateID}, nil
}

// value returns the reader's value of a field, or its fallback.
func (f MergeField) value(params map[string]string) string {
	if v := texts.OneLine(params[f.Name], texts.MaxName); v != "" {
		return v
	}
	return f.Fallback
}

// For returns the content for one reader. FillPreferences adds the link to their preferences when the email is sent.
func (c Content) For(params map[string]string) texts.Rendered {
	inText, inHTML := []string{}, []string{}
	for i, field := range c.Fields {
		v := field.value(params)
		inText = append(inText, Slot(i), v)
		inHTML = append(inHTML, Slot(i), html.EscapeString(v))
	}
	text, page := strings.NewReplacer(inText...), strings.NewReplacer(inHTML...)
	return texts.Rendered{Subject: text.Replace(c.Subject), HTML: page.Replace(c.HTML), Text: text.Replace(c.Text)}
}

// forBatch returns the content with the provider's placeholders in its slots.
func (c Content) forBatch() texts.Rendered {
	inText, inHTML := []string{preferencesSlot, "{{params.preferences}}"}, []string{preferencesSlot,
		"{{params.preferences}}"}
	for i := range c.Fields {
		inText = append(inText, Slot(i), "{{params.t"+strconv.Itoa(i)+"}}")
		inHTML = append(inHTML, Slot(i), "{{params.h"+strconv.Itoa(i)+"}}")
	}
	text, page := strings.NewReplacer(inText...), strings.NewReplacer(inHTML...)
	return texts.Rendered{Subject: text.Replace(c.Subject), HTML: page.Replace(c.HTML), Text: text.Replace(c.Text)}
}

// versionParams returns the values of the placeholders for one reader. Braces are escaped, because the provider would
// interpret them as template code.
func (c Content) versionParams(params map[string]string, preferencesURL string) map[string]string {
	values := map[string]string{"preferences": preferencesURL}
	for i, field := range c.Fields {
		v := field.value(params)
		values["t"+strconv.Itoa(i)] = strings.ReplaceAll(v, "{", "{"+texts.WordJoiner)
		values["h"+strconv.Itoa(i)] = strings.ReplaceAll(html.EscapeString(v), "{", "&#123;")
	}
	return values
}

// FillPreferences replaces the preferences slot of a single email with the reader's link.
func FillPreferences(text, url string) string { return strings.ReplaceAll(text, preferencesSlot, url) }
