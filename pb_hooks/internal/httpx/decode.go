package httpx

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/rules"
)

// DecodeObject decodes the request's JSON object. An empty body is an empty object, so that a form
// answers with its fields' messages.
func DecodeObject(e *core.RequestEvent) (map[string]any, error) {
	body, err := io.ReadAll(e.Request.Body)
	if err != nil {
		var tooLarge *router.ApiError
		if errors.As(err, &tooLarge) && tooLarge.Status == http.StatusRequestEntityTooLarge {
			return nil, NewError(http.StatusRequestEntityTooLarge, "The request is too large.", nil)
		}
		return nil, NewError(http.StatusBadRequest, "The request could not be read.", err)
	}
	object := map[string]any{}
	if len(body) == 0 {
		return object, nil
	}
	if err := json.Unmarshal(body, &object); err != nil || object == nil {
		return nil, NewError(http.StatusBadRequest, "The request body must be a JSON object.", err)
	}
	return object, nil
}

// DecodeForm decodes the request's body by a form's rules; a broken rule is the error of Invalid.
func DecodeForm(e *core.RequestEvent, form rules.Form) (rules.Values, error) {
	object, err := DecodeObject(e)
	if err != nil {
		return nil, err
	}
	values, problems := form.Check(object)
	if len(problems) > 0 {
		return nil, Invalid(problems...)
	}
	return values, nil
}
