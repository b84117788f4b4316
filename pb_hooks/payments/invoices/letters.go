package invoices

import (
	"database/sql"
	"errors"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/mail"
)

// Attachments is the PDF that goes with a letter whose params name a document by invoiceId.
func Attachments(app core.App, params map[string]string) ([]mail.Attachment, error) {
	record, err := app.FindRecordById(collection, params["invoiceId"])
	if errors.Is(err, sql.ErrNoRows) {
		return nil, mail.ErrObsolete
	}
	if err != nil {
		return nil, err
	}
	pdf, err := PDF(record)
	if err != nil {
		return nil, err
	}
	return []mail.Attachment{{Name: FileName(record), Content: pdf}}, nil
}
