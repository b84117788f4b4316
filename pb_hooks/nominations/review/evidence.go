package review

import (
	"errors"
	"maps"
	"mime"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/uploads"
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

// readEvidence reads the uploaded file and returns it with a safe name.
func readEvidence(e *core.RequestEvent) (content []byte, name string, err error) {
	content, name, err = uploads.Read(e, "file", MaxEvidenceSize)
	switch {
	case errors.Is(err, uploads.ErrTooLarge):
		return nil, "", errEvidenceTooLarge
	case errors.Is(err, uploads.ErrInterrupted):
		return nil, "", invalidEvidence("The upload was interrupted. Please try again.")
	}
	kind, err := uploads.KindOf(content)
	switch {
	case errors.Is(err, uploads.ErrIncomplete):
		return nil, "", invalidEvidence(uploads.Incomplete)
	case err != nil:
		return nil, "", invalidEvidence("Please choose a PDF, JPEG or PNG file")
	}
	return content, uploads.FileName(name, "evidence", kind), nil
}

func invalidEvidence(message string) error {
	return httpx.Invalid(rules.Invalid("file", message))
}
