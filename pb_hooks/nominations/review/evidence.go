package review

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"mime"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/router"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/nominations"
)

// MaxEvidenceSize is the largest file of evidence in bytes.
const MaxEvidenceSize = 8 << 20

var (
	errNoEvidence       = apperr.NotFound("no-evidence", "This board seat has no evidence file.")
	errEvidenceTooLarge = apperr.New("evidence-too-large", http.StatusRequestEntityTooLarge,
		"This file is too large. The limit is 8 MB")
)

// AddEvidence is POST /api/nominations/{id}/seats/{seat}/evidence. It takes one file, in the part named "file", and
// replaces an earlier one.
func (r *Review) AddEvidence() httpx.Endpoint {
	return httpx.Upload("file", r.addEvidence, httpx.Doc{
		Tag: "review", Summary: "Upload the evidence of a board seat",
		Description: "A PDF, JPEG or PNG file.",
		Errors:      []*apperr.Error{nominations.ErrNotFound, errSeatNotFound, errEvidenceTooLarge},
	})
}

func (r *Review) addEvidence(e *core.RequestEvent) (Detail, error) {
	content, name, err := readEvidence(e)
	if err != nil {
		return Detail{}, err
	}
	return r.changeSeat(e, "add evidence to seat of",
		func(tx core.App, nomination *nominations.Nomination, seat *Seat) error {
			if err := seat.setEvidence(content, name); err != nil {
				return err
			}
			if err := tx.Save(seat); err != nil {
				return err
			}
			return r.recordEvidence(tx, e, "evidence.added", nomination, seat, name)
		})
}

// DeleteEvidence is DELETE /api/nominations/{id}/seats/{seat}/evidence.
func (r *Review) DeleteEvidence() httpx.Endpoint {
	return httpx.DoJSON(r.deleteEvidence, httpx.Doc{
		Tag: "review", Summary: "Delete the evidence of a board seat",
		Errors: []*apperr.Error{nominations.ErrNotFound, errSeatNotFound, errNoEvidence},
	})
}

func (r *Review) deleteEvidence(e *core.RequestEvent) (Detail, error) {
	return r.changeSeat(e, "delete evidence of seat of",
		func(tx core.App, nomination *nominations.Nomination, seat *Seat) error {
			name := seat.evidenceName()
			if name == "" {
				return errNoEvidence
			}
			seat.removeEvidence()
			if err := tx.Save(seat); err != nil {
				return err
			}
			return r.recordEvidence(tx, e, "evidence.deleted", nomination, seat, name)
		})
}

func (r *Review) recordEvidence(app core.App, e *core.RequestEvent, action string, nomination *nominations.Nomination,
	seat *Seat, name string) error {
	return r.audit.Record(app, audit.RequestActor(e), action, nominations.AuditSubject(nomination),
		map[string]any{"company": seat.Company(), "file": name})
}

// GetEvidence is GET /api/nominations/{id}/seats/{seat}/evidence. It serves the file as a download and never inline,
// because its content is untrusted.
func (r *Review) GetEvidence() httpx.Endpoint {
	return httpx.File(r.getEvidence, slices.Sorted(maps.Values(evidenceTypes)), httpx.Doc{
		Tag: "review", Summary: "Download the evidence of a board seat",
		Errors: []*apperr.Error{nominations.ErrNotFound, errSeatNotFound, errNoEvidence},
	})
}

func (r *Review) getEvidence(e *core.RequestEvent) error {
	id := e.Request.PathValue("id")
	nomination, err := nominations.Find(e.App, id)
	if err != nil {
		return nominations.Fail(evidenceFailed, "read nomination", id, err)
	}
	seat, err := findSeat(e.App, id, e.Request.PathValue("seat"))
	if err == nil && seat.evidencePath() == "" {
		err = errNoEvidence
	}
	if err != nil {
		return nominations.Fail(evidenceFailed, "read seat of", id, err)
	}
	const unread = "The file could not be read."
	files, err := e.App.NewFilesystem()
	if err != nil {
		return nominations.Fail(unread, "open storage for evidence of", id, err)
	}
	defer files.Close()
	file, err := files.GetReader(seat.evidencePath())
	if err != nil {
		return nominations.Fail(unread, "read evidence of", id, err)
	}
	defer file.Close()
	if err := r.recordEvidence(e.App, e, "evidence.downloaded", nomination, seat, seat.evidenceName()); err != nil {
		return nominations.Fail(unread, "record download of evidence of", id, err)
	}
	header := e.Response.Header()
	header.Set("Content-Type", evidenceTypes[filepath.Ext(seat.evidenceName())])
	header.Set("Content-Disposition",
		mime.FormatMediaType("attachment", map[string]string{"filename": seat.evidenceName()}))
	header.Set("Cache-Control", "private, no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	http.ServeContent(e.Response, e.Request, "", time.Time{}, file)
	return nil
}

// evidenceTypes maps the extension of a stored file to its content type.
var evidenceTypes = map[string]string{".pdf": "application/pdf", ".jpg": "image/jpeg", ".png": "image/png"}

// evidenceKind returns the extension for a file by its first bytes, or "" if the type is not accepted.
func evidenceKind(content []byte) string {
	for start, extension := range map[string]string{"%PDF-": ".pdf", "\xff\xd8\xff": ".jpg",
		"\x89PNG\r\n\x1a\n": ".png"} {
		if bytes.HasPrefix(content, []byte(start)) {
			return extension
		}
	}
	return ""
}

// evidenceFileName returns a safe name that resembles the name of the uploaded file.
func evidenceFileName(uploaded, extension string) string {
	base := filepath.Base(strings.ReplaceAll(uploaded, `\`, "/"))
	base = strings.TrimSuffix(base, filepath.Ext(base))
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
		base = "evidence"
	}
	return base + extension
}

// readEvidence reads the uploaded file as a stream and returns it with a safe name.
func readEvidence(e *core.RequestEvent) (content []byte, name string, err error) {
	missing := invalidEvidence("Please choose a PDF, JPEG or PNG file")
	form, err := e.Request.MultipartReader()
	if err != nil {
		return nil, "", missing
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return nil, "", missing
		}
		if err != nil {
			return nil, "", evidenceError(err)
		}
		if part.FormName() != "file" {
			continue
		}
		content, err := io.ReadAll(io.LimitReader(part, MaxEvidenceSize+1))
		if err != nil {
			return nil, "", evidenceError(err)
		}
		if len(content) > MaxEvidenceSize {
			return nil, "", errEvidenceTooLarge
		}
		kind := evidenceKind(content)
		if kind == "" {
			return nil, "", missing
		}
		return content, evidenceFileName(part.FileName(), kind), nil
	}
}

func evidenceError(err error) error {
	var refusal *router.ApiError
	if errors.As(err, &refusal) && refusal.Status == http.StatusRequestEntityTooLarge {
		return errEvidenceTooLarge
	}
	return invalidEvidence("The upload was interrupted. Please try again.")
}

func invalidEvidence(message string) error {
	return httpx.Invalid(rules.Problem{Field: "file", Code: "invalid", Message: message})
}
