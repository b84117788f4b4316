// Package texts renders the texts of emails. A feature declares the fields of its kinds of email in Go; the texts are
// Markdown files, and admins can change them:
//
//	---
//	subject: Welcome to {{siteName}}
//	preview: Your account is ready.
//	footnote: You receive this email because …
//	---
//	# Welcome
//
//	{{if name}}Dear {{name}},{{else}}Hello,{{end}}
//
//	[Send your nomination]({{siteURL}}/#register "button")
//
// A text is compiled once, and sending only executes it:
//
//	Markdown ── goldmark ──> HTML ── go-premailer ──> styles in each tag ── html/template ──> values escaped
//
// Values are inserted after the Markdown was rendered, by html/template. So a value can't be Markdown, HTML, a script
// in a link, or another field. Before a text is used, its parsed templates are checked: they may only read declared
// fields, and a field with a secret may only be the whole address of a link.
//
// Files: declaration.go has what features declare, compile.go checks and compiles a text, plain.go makes its plain
// text, layout.go has the page around it, and escape.go makes values safe for subjects and for the provider.
// language.go has texts in other languages, and drafts.go the texts that an admin has not published.
package texts

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// ErrRender marks an email that can't be rendered, so that retrying is useless.
var ErrRender = errors.New("the email can't be rendered")

// Rendered is an email as it is sent.
type Rendered struct {
	Subject, HTML, Text string
}

// Wording is the text of an email: single lines and a Markdown body, all with fields.
type Wording struct {
	Subject  string `json:"subject"`
	Preview  string `json:"preview"`
	Body     string `json:"body"`
	Footnote string `json:"footnote"`
}

// Problem is an error in a wording.
type Problem struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Problems is the error for a wording that can't be used.
type Problems []Problem

func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.Field + ": " + problem.Message
	}
	return strings.Join(lines, "; ")
}

// readWording reads a Markdown file with front matter.
func readWording(files fs.FS, name string) (w Wording, err error) {
	data, err := fs.ReadFile(files, name+".md")
	if err != nil {
		return w, err
	}
	front, hasFront := strings.CutPrefix(string(data), "---\n")
	front, body, isClosed := strings.Cut(front, "\n---\n")
	if !hasFront || !isClosed {
		return w, errors.New("the front matter is missing")
	}
	for line := range strings.Lines(front) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "subject":
			w.Subject = value
		case "preview":
			w.Preview = value
		case "footnote":
			w.Footnote = value
		case "source": // the hash of the English text, which only the tests read (docs/translating.md)
		default:
			return w, fmt.Errorf("the front matter has no %q", key)
		}
	}
	w.Body = strings.TrimSpace(body)
	return w, nil
}
