package httpx

import (
	"embed"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/languages"
)

// The features write their errors in English. An error that answers a call from a page in another language is
// translated here, at the boundary, because the server has the message with its values, such as a date, and errors
// without a field have no code in the response. messages/{language}.json has a translation for each English message.

//go:embed messages/*.json
var messageFiles embed.FS

var messages = languages.LoadPhrases(messageFiles, "messages")

// Translate returns a message in the language of the page that made the call, or in English if it has no translation.
// The web app sends the language as Content-Language. The visitor's cookie does not count, because the account and the
// console are in English.
func Translate(r *http.Request, message string) string {
	translated, isPhrase := messagesFor(r).Translate(message)
	if !isPhrase {
		return message
	}
	return translated
}

// messagesFor returns nil for English.
func messagesFor(r *http.Request) *languages.Phrases {
	return messages[r.Header.Get("Content-Language")]
}

const (
	messageUnexpected = "Something went wrong on our side. Please try again."
	// MessageInvalidForm is the message about a form with several invalid fields.
	MessageInvalidForm = "Please fill in all required fields correctly."
)

// translateErrors translates the error of a request.
func translateErrors(e *core.RequestEvent) error { return translateError(e.Request, e.Next()) }

// translateError returns an error in the language of the page that made the call. The messages of the rules of a form
// stay in English: the web app has its own texts for them, with the translated names of the fields.
func translateError(r *http.Request, err error) error {
	phrases := messagesFor(r)
	var english *router.ApiError
	if phrases == nil || !errors.As(err, &english) {
		return err
	}
	answer := *english // several requests share a declared error
	message, isPhrase := phrases.Translate(english.Message)
	switch {
	case isPhrase:
		answer.Message = message
	case answer.Status >= http.StatusInternalServerError:
		answer.Message = phrases.Word(messageUnexpected)
	case answer.Status == http.StatusBadRequest && len(answer.Data) > 0:
		answer.Message = phrases.Word(MessageInvalidForm)
	}
	answer.Data = map[string]any{}
	for field, problem := range english.Data {
		if p, isOurs := problem.(map[string]string); isOurs {
			problem = map[string]string{"code": p["code"], "message": Translate(r, p["message"])}
		}
		answer.Data[field] = problem
	}
	return &answer
}
