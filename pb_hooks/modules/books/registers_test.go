package books_test

import (
	"testing"

	"github.com/pocketbase/dbx"
)

func TestExportingTheRegistersIsAudited(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	s.expect("the status of the page", s.accountant.Get("/api/books/registers?month=2026-08").Status, 200)
	s.expect("the status of the file", s.accountant.Get("/api/books/registers?month=2026-08&format=csv").Status, 200)
	entries, err := s.PB.CountRecords("audit_log", dbx.HashExp{"action": "books.register-exported"})
	s.must(err)
	s.expect("rows in the audit log", entries, int64(1))
}
