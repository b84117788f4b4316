package settings

import (
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/httpx"
)

// saveError turns an error of the transaction into the answer.
func saveError(err error) error {
	var answer *router.ApiError
	if errors.As(err, &answer) {
		return answer
	}
	if problems := httpx.SchemaProblems(err, Form); len(problems) > 0 {
		return httpx.Invalid(problems...)
	}
	return httpx.NewError(http.StatusInternalServerError, "The settings could not be saved. Please try again.", err)
}
