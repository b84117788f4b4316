// Package uploads reads the files of forms (multipart/form-data).
package uploads

import (
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/internal/normal"
)

// The errors of Read. The caller turns them into answers.
var (
	ErrMissing     = errors.New("the form has no file")
	ErrTooLarge    = errors.New("the file is too large")
	ErrInterrupted = errors.New("the upload was interrupted")
)

// Read reads the file of a form part and its name on the sender's machine. It streams, so nothing is written to disk.
func Read(e *core.RequestEvent, partName string, maxSize int64) (content []byte, name string, err error) {
	form, err := e.Request.MultipartReader()
	if err != nil {
		return nil, "", ErrMissing
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, "", ErrMissing
		}
		if err != nil {
			return nil, "", readError(err)
		}
		if part.FormName() != partName {
			continue
		}
		content, err := io.ReadAll(io.LimitReader(part, maxSize+1))
		if err != nil {
			return nil, "", readError(err)
		}
		if int64(len(content)) > maxSize {
			return nil, "", ErrTooLarge
		}
		return content, part.FileName(), nil
	}
}

func readError(err error) error {
	var refusal *router.ApiError
	if errors.As(err, &refusal) && refusal.Status == http.StatusRequestEntityTooLarge {
		return ErrTooLarge
	}
	return ErrInterrupted
}

// FileName returns a safe name that resembles the name of an uploaded file. If nothing is left of it, the name is
// fallback. The extension has a dot.
func FileName(uploaded, fallback, extension string) string {
	base := filepath.Base(strings.ReplaceAll(uploaded, `\`, "/"))
	base = strings.TrimSuffix(base, filepath.Ext(base))
	base = normal.Line(base)
	base = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune(" -_()", r) {
			return r
		}
		return '-'
	}, base)
	if runes := []rune(base); len(runes) > 100 {
		base = string(runes[:100])
	}
	if base = strings.Trim(base, " -"); base == "" {
		base = fallback
	}
	return base + extension
}
