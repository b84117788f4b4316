package readmodel

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/normal"
)

// Index is the part of the search index for one kind of record. The numbers are stored and must not change.
//
// All kinds share one FTS5 table, because a transaction that writes to several tables pays for each of them at commit.
// A document's number starts with its kind, so that a search reads only one kind. FTS5 stores rows most cheaply in
// ascending order. So the numbers of a kind only grow, and a nomination writes to the kinds in the order of their
// numbers.
type Index int64

// The indexes.
const (
	Users Index = iota + 1
	Nominations
	Drafts
	Transactions
	People
	Emails
	Audit
	Directory
)

const kindShift = 40

func (i Index) first() int64 { return int64(i) << kindShift }
func (i Index) last() int64  { return int64(i+1)<<kindShift - 1 }

// separator separates the fields of a text. Search terms never contain it.
const separator = "\x1f"

// paddedSQL returns the SQL of a text as it is indexed. The padding makes a trigram start at every character, including
// the last, so a short term is always the start of a trigram.
func paddedSQL(text string) string { return text + " || char(31, 31)" }

// Text joins folded fields into one text. A search cannot match across the end of a field.
func Text(fields ...string) string {
	var text strings.Builder
	for _, field := range fields {
		if field = normal.Fold(field); field != "" {
			text.WriteString(field + separator)
		}
	}
	return text.String()
}

// SetText changes the text by which a search finds a record. "" means no text.
func SetText(tx core.App, index Index, id, before, after string) error {
	if before == after {
		return nil
	}
	if before == "" {
		return AddTexts(tx, index, []Document{{id, after}})
	}
	var document int64
	err := tx.NonconcurrentDB().NewQuery("SELECT doc FROM search_documents WHERE record = {:id} AND kind = {:kind}").
		Bind(dbx.Params{"id": id, "kind": int64(index)}).Row(&document)
	if errors.Is(err, sql.ErrNoRows) {
		return AddTexts(tx, index, []Document{{id, after}})
	}
	if err != nil {
		return fmt.Errorf("find the search document of %s: %w", id, err)
	}
	statements := []string{"UPDATE search_index SET text = " + paddedSQL("{:text}") + " WHERE rowid = {:doc}"}
	if after == "" {
		statements = []string{"DELETE FROM search_index WHERE rowid = {:doc}",
			"DELETE FROM search_documents WHERE doc = {:doc}"}
	}
	for _, statement := range statements {
		_, err := tx.NonconcurrentDB().NewQuery(statement).Bind(dbx.Params{"doc": document, "text": after}).Execute()
		if err != nil {
			return fmt.Errorf("change the search document of %s: %w", id, err)
		}
	}
	return nil
}

// Document is a record and the text by which a search finds it.
type Document struct {
	Record string `json:"record"`
	Text   string `json:"text"`
}

// AddTexts adds the texts of records that are not indexed yet. Records with an empty text are skipped.
func AddTexts(tx core.App, index Index, documents []Document) error {
	documents = slices.DeleteFunc(slices.Clone(documents), func(d Document) bool { return d.Text == "" })
	if len(documents) == 0 {
		return nil
	}
	data, err := json.Marshal(documents)
	if err != nil {
		return err
	}
	var last int64
	err = tx.NonconcurrentDB().
		NewQuery("SELECT coalesce(max(doc), {:first}) FROM search_documents WHERE doc BETWEEN {:first} AND {:last}").
		Bind(dbx.Params{"first": index.first(), "last": index.last()}).Row(&last)
	if err != nil {
		return fmt.Errorf("number search documents: %w", err)
	}
	for _, statement := range []string{
		"INSERT INTO search_documents (doc, record, kind) SELECT {:last} + 1 + key, value->>'record', {:kind} " +
			"FROM json_each({:documents})",
		"INSERT INTO search_index (rowid, text) SELECT {:last} + 1 + key, " + paddedSQL("value->>'text'") +
			" FROM json_each({:documents})",
	} {
		_, err := tx.NonconcurrentDB().NewQuery(statement).
			Bind(dbx.Params{"last": last, "kind": int64(index), "documents": string(data)}).Execute()
		if err != nil {
			return fmt.Errorf("add %d search documents: %w", len(documents), err)
		}
	}
	return nil
}

// maxInstances limits how many positions a search for one or two characters reads.
const maxInstances = 20_000

// Find returns the ids of the records whose text may contain a term. If there are more than limit, or too many to
// count, it returns no ids and true. The caller must still compare the fields, because the index includes fields that the list
// does not search.
func Find(app core.App, index Index, term string, limit int) (ids []string, more bool, err error) {
	if term = normal.Fold(term); term == "" {
		return nil, true, nil
	}
	// The limits are part of the SQL text, because SQLite recompiles a statement with a bound limit each time.
	limited := fmt.Sprintf(" LIMIT %d", limit+1)
	matches := "SELECT rowid FROM search_index WHERE search_index MATCH {:match} AND rowid BETWEEN {:first} " +
		"AND {:last}" + limited
	params := dbx.Params{
		"first": index.first(),
		"last":  index.last(),
		"match": `"` + strings.ReplaceAll(withoutPrefix(term), `"`, `""`) + `"`,
	}
	if utf8.RuneCountInString(term) < trigram {
		// The term is shorter than a trigram, but the trigrams that start with it are adjacent in the index.
		params["start"] = term
		params["end"] = term + string(utf8.MaxRune)
		var instances int
		err := app.DB().
			NewQuery(fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM search_terms WHERE term >= {:start} "+
				"AND term < {:end} LIMIT %d)", maxInstances+1)).
			Bind(dbx.Params{"start": params["start"], "end": params["end"]}).Row(&instances)
		if err != nil {
			return nil, false, fmt.Errorf("searching: %w", err)
		}
		if instances > maxInstances {
			return nil, true, nil
		}
		matches = "SELECT DISTINCT doc FROM search_terms WHERE term >= {:start} AND term < {:end} " +
			"AND doc BETWEEN {:first} AND {:last}" + limited
	}
	err = app.DB().NewQuery(`
		SELECT record FROM search_documents WHERE doc IN (` + matches + `)`).Bind(params).Column(&ids)
	if err != nil {
		return nil, false, fmt.Errorf("searching: %w", err)
	}
	if len(ids) > limit {
		return nil, true, nil
	}
	return ids, false, nil
}

// idPrefixes start the provider's ids. Their trigrams occur in all rows with such an id.
var idPrefixes = []string{"pay_", "order_", "sub_", "plink_", "rfnd_"}

// withoutPrefix removes a prefix of idPrefixes from a term, because the index would read every row that has one of its
// trigrams. The caller compares the whole term.
func withoutPrefix(term string) string {
	for _, prefix := range idPrefixes {
		if rest, ok := strings.CutPrefix(term, prefix); ok && utf8.RuneCountInString(rest) >= trigram {
			return rest
		}
	}
	return term
}

// trigram is how many characters the index splits texts into.
const trigram = 3
