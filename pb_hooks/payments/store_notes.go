package payments

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

const notesCollection = "transaction_notes"

func insertNote(tx core.App, transactionID, text, actor string, at time.Time) (TransactionNote, error) {
	collection, err := tx.FindCachedCollectionByNameOrId(notesCollection)
	if err != nil {
		return TransactionNote{}, err
	}
	record := core.NewRecord(collection)
	record.Load(map[string]any{"transactionId": transactionID, "text": text, "actor": actor})
	record.SetRaw("createdAt", toDateTime(at))
	if err := tx.Save(record); err != nil {
		return TransactionNote{}, fmt.Errorf("save note of transaction %s: %w", transactionID, err)
	}
	return TransactionNote{ID: record.Id, Text: text, Actor: actor, CreatedAt: httpx.Time(record.GetDateTime("createdAt"))}, nil
}

// listNotes returns the notes on a transaction, the newest first.
func listNotes(app core.App, transactionID string) ([]TransactionNote, error) {
	notes := []TransactionNote{}
	err := app.DB().Select("id", "text", "actor", "createdAt").From(notesCollection).
		Where(dbx.HashExp{"transactionId": transactionID}).OrderBy("createdAt DESC", "rowid DESC").All(&notes)
	if err != nil {
		return nil, fmt.Errorf("list notes of transaction %s: %w", transactionID, err)
	}
	return notes, nil
}
