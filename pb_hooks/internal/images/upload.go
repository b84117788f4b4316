package images

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/uploads"
)

// errTooLarge returns the error for a file above the limit of a route.
func errTooLarge(maxSize int64) error {
	return apperr.New("image-too-large", http.StatusRequestEntityTooLarge,
		fmt.Sprintf("This image is too large: at most %d MB", maxSize>>20))
}

// ReadUpload reads the uploaded file from the form part "image", and its name on the sender's machine.
func ReadUpload(e *core.RequestEvent, maxSize int64) (file []byte, name string, err error) {
	file, name, err = uploads.Read(e, "image", maxSize)
	switch {
	case errors.Is(err, uploads.ErrMissing):
		return nil, "", InvalidError("Please choose an image")
	case errors.Is(err, uploads.ErrTooLarge):
		return nil, "", errTooLarge(maxSize)
	case err != nil:
		return nil, "", InvalidError("The upload was interrupted. Please try again.")
	}
	return file, name, nil
}

// ProcessUpload calls Process and converts a refusal into a response.
func ProcessUpload(e *core.RequestEvent, file []byte, shape Shape) (Picture, error) {
	picture, err := Process(e.Request.Context(), file, shape)
	var refused Error
	if errors.As(err, &refused) {
		return picture, InvalidError(refused.Error())
	}
	return picture, err
}

// ServeOriginals is a middleware that stops PocketBase from creating thumbnails of stored files. PocketBase would
// decode them without a memory limit, and evidence files are stored unchecked.
func ServeOriginals(e *core.RequestEvent) error {
	if query := e.Request.URL.Query(); query.Has("thumb") && strings.HasPrefix(e.Request.URL.Path, "/api/files/") {
		query.Del("thumb")
		e.Request.URL.RawQuery = query.Encode()
	}
	return e.Next()
}

// InvalidError returns the response for a refused file.
func InvalidError(message string) error {
	return httpx.Invalid(rules.Invalid("image", message))
}
