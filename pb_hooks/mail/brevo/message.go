package brevo

import (
	"encoding/base64"

	lib "github.com/sendinblue/APIv3-go-library/v2/lib"
)

// maxName is what Brevo takes as a display name.
const maxName = 70

// Address is a mailbox and the name shown for it.
type Address struct {
	Email, Name string
}

// Attachment is a file; its name's ending tells Brevo what it is.
type Attachment struct {
	Name    string
	Content []byte
}

// Message is one mail to one person.
type Message struct {
	From, To      Address
	ReplyTo       Address
	Subject       string
	HTML, Text    string
	Attachments   []Attachment
	Tags          []string
	CorrelationID string
	// IdempotencyKey is a UUID; for 15 to 30 minutes Brevo takes one mail with it.
	IdempotencyKey string
}

// toAPI is the message as the library wants it. The idempotency key belongs into the body's
// headers, not into the request's; X-Mailin-custom comes back in every webhook event, so that a
// mail whose answer was lost is still found.
func (m Message) toAPI() lib.SendSmtpEmail {
	mail := lib.SendSmtpEmail{
		Sender:      &lib.SendSmtpEmailSender{Email: m.From.Email, Name: truncateName(m.From.Name)},
		To:          []lib.SendSmtpEmailTo{{Email: m.To.Email, Name: truncateName(m.To.Name)}},
		Subject:     m.Subject,
		HtmlContent: m.HTML,
		TextContent: m.Text,
		Tags:        m.Tags,
		Headers:     map[string]any{},
	}
	for _, a := range m.Attachments {
		mail.Attachment = append(mail.Attachment, lib.SendSmtpEmailAttachment{
			Name: a.Name, Content: base64.StdEncoding.EncodeToString(a.Content),
		})
	}
	if m.ReplyTo.Email != "" {
		mail.ReplyTo = &lib.SendSmtpEmailReplyTo{Email: m.ReplyTo.Email, Name: truncateName(m.ReplyTo.Name)}
	}
	if m.IdempotencyKey != "" {
		mail.Headers["idempotencyKey"] = m.IdempotencyKey
	}
	if m.CorrelationID != "" {
		mail.Headers["X-Mailin-custom"] = m.CorrelationID
	}
	return mail
}

func truncateName(name string) string {
	runes := []rune(name)
	if len(runes) > maxName {
		runes = runes[:maxName]
	}
	return string(runes)
}
