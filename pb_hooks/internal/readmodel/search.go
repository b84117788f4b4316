package readmodel

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
)

// Index is a part of the search index: one kind of record. The numbers are stored; an index keeps its own.
//
// All kinds share one FTS5 table, because a transaction that writes to several tables pays for each of them
// when it commits. A document's number begins with its kind, so that a search looks at one kind only, and
// numbers of a kind grow: FTS5 takes rows in their order at least cost, and a nomination writes in this one.
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
)

const kindShift = 40

func (i Index) first() int64 { return int64(i) << kindShift }
func (i Index) last() int64  { return int64(i+1)<<kindShift - 1 }

// separator stands between the fields of a text, and no search has it.
const separator = "\x1f"

// paddedSQL is a text as it stands in the index: a trigram begins at each character, the last too, so that a short
// term is the beginning of one.
const paddedSQL = "{:text} || char(31, 31)"

// Text joins fields to a text. No search finds what goes over the end of a field.
func Text(fields ...string) string {
	var text strings.Builder
	for _, field := range fields {
		if field != "" {
			text.WriteString(field + separator)
		}
	}
	return text.String()
}

// SetText changes the text by which a search finds a record; "" is none. A new text waits in search_documents
// until IndexPending takes it into the index; a search reads both.
func SetText(tx core.App, index Index, id, was, is string) error {
	if was == is {
		return nil
	}
	if was == "" {
		return addPending(tx, index, id, is)
	}
	var stored struct {
		Document int64 `db:"doc"`
		Waits    bool  `db:"waits"`
	}
	err := tx.NonconcurrentDB().NewQuery("SELECT doc, text != '' AS waits FROM search_documents WHERE record = {:id} AND kind = {:kind}").
		Bind(dbx.Params{"id": id, "kind": int64(index)}).One(&stored)
	if errors.Is(err, sql.ErrNoRows) {
		return addPending(tx, index, id, is)
	}
	if err != nil {
		return fmt.Errorf("find the search document of %s: %w", id, err)
	}
	var statements []string
	switch {
	case is != "" && stored.Waits:
		statements = []string{"UPDATE search_documents SET text = {:text} WHERE doc = {:doc}"}
	case is != "":
		statements = []string{"UPDATE search_index SET text = " + paddedSQL + " WHERE rowid = {:doc}"}
	case stored.Waits:
		statements = []string{"DELETE FROM search_documents WHERE doc = {:doc}"}
	default:
		statements = []string{"DELETE FROM search_index WHERE rowid = {:doc}", "DELETE FROM search_documents WHERE doc = {:doc}"}
	}
	for _, statement := range statements {
		_, err := tx.NonconcurrentDB().NewQuery(statement).Bind(dbx.Params{"doc": stored.Document, "text": is}).Execute()
		if err != nil {
			return fmt.Errorf("change the search document of %s: %w", id, err)
		}
	}
	return nil
}

// addPending stores the document of a record that has none.
func addPending(tx core.App, index Index, id, text string) error {
	_, err := tx.NonconcurrentDB().NewQuery(`
		INSERT INTO search_documents (doc, record, kind, text)
		VALUES ((SELECT coalesce(max(doc), {:first}) + 1 FROM search_documents WHERE doc BETWEEN {:first} AND {:last}), {:id}, {:kind}, {:text})`).
		Bind(dbx.Params{"first": index.first(), "last": index.last(), "id": id, "kind": int64(index), "text": text}).Execute()
	if err != nil {
		return fmt.Errorf("add the search document of %s: %w", id, err)
	}
	return nil
}

// Document is the text by which a search finds a record.
type Document struct {
	Record string `json:"record"`
	Text   string `json:"text"`
}

// AddTexts stores the documents of records that have none, by one statement; they wait as after SetText.
func AddTexts(tx core.App, index Index, documents []Document) error {
	data, err := json.Marshal(documents)
	if err != nil {
		return err
	}
	_, err = tx.NonconcurrentDB().NewQuery(`
		INSERT INTO search_documents (doc, record, kind, text)
		SELECT (SELECT coalesce(max(doc), {:first}) + 1 FROM search_documents WHERE doc BETWEEN {:first} AND {:last}) + key,
			value->>'record', {:kind}, value->>'text' FROM json_each({:documents}) WHERE value->>'text' != ''`).
		Bind(dbx.Params{"first": index.first(), "last": index.last(), "kind": int64(index), "documents": string(data)}).Execute()
	if err != nil {
		return fmt.Errorf("add %d search documents: %w", len(documents), err)
	}
	return nil
}

// pendingBatch is how many documents a transaction takes into the index; other writers wait for it.
const pendingBatch = 200

// pendingSQL are the documents that wait, in the order of their numbers.
const pendingSQL = "FROM search_documents WHERE text != '' ORDER BY kind, doc"

// IndexPending takes the documents that wait into the index. Until then each search reads all that wait, so it is
// called every minute.
func IndexPending(app core.App) error {
	for {
		var waits bool
		if err := app.DB().NewQuery("SELECT EXISTS (SELECT 1 " + pendingSQL + ")").Row(&waits); err != nil {
			return fmt.Errorf("look for search documents that wait: %w", err)
		}
		if !waits {
			return nil
		}
		err := app.RunInTransaction(func(tx core.App) error {
			batch := fmt.Sprintf("%s LIMIT %d", pendingSQL, pendingBatch)
			return execute(tx,
				"INSERT INTO search_index (rowid, text) SELECT doc, text || char(31, 31) "+batch,
				"UPDATE search_documents SET text = '' WHERE doc IN (SELECT doc "+batch+")")
		})
		if err != nil {
			return fmt.Errorf("index search documents: %w", err)
		}
	}
}

// Writer adds many documents to the index at once.
type Writer struct {
	tx   core.App
	last map[Index]int64
}

// NewWriter returns a writer within a transaction.
func NewWriter(tx core.App) Writer { return Writer{tx, map[Index]int64{}} }

// Add adds the document of a record that has none.
func (w Writer) Add(index Index, id, text string) error {
	if text == "" {
		return nil
	}
	document, err := w.insert(index, id)
	if err == nil {
		_, err = w.tx.NonconcurrentDB().NewQuery("INSERT INTO search_index (rowid, text) VALUES ({:doc}, " + paddedSQL + ")").
			Bind(dbx.Params{"doc": document, "text": text}).Execute()
	}
	if err != nil {
		return fmt.Errorf("add the search document of %s: %w", id, err)
	}
	w.last[index] = document
	return nil
}

// insert numbers a document.
func (w Writer) insert(index Index, id string) (document int64, err error) {
	last := w.last[index]
	if last == 0 {
		err = w.tx.NonconcurrentDB().NewQuery("SELECT coalesce(max(doc), {:first}) FROM search_documents WHERE doc BETWEEN {:first} AND {:last}").
			Bind(dbx.Params{"first": index.first(), "last": index.last()}).Row(&last)
		if err != nil {
			return 0, err
		}
	}
	_, err = w.tx.NonconcurrentDB().NewQuery("INSERT INTO search_documents (doc, record, kind) VALUES ({:doc}, {:id}, {:kind})").
		Bind(dbx.Params{"doc": last + 1, "id": id, "kind": int64(index)}).Execute()
	return last + 1, err
}

// maxInstances bounds how many places a search for one or two characters looks at.
const maxInstances = 20_000

// Find returns the ids of the records whose text may contain a term. Where there are more than limit, or too
// many to tell, it returns none, and true. The caller compares the fields themselves: letters of either case
// are found here, also beyond ASCII, and a field that its list does not search.
func Find(app core.App, index Index, term string, limit int) (ids []string, more bool, err error) {
	// the limits stand in the statements: SQLite compiles one with a bound limit again each time
	limited := fmt.Sprintf(" LIMIT %d", limit+1)
	matches := "SELECT rowid FROM search_index WHERE search_index MATCH {:match} AND rowid BETWEEN {:first} AND {:last}" + limited
	params := dbx.Params{
		"kind": int64(index), "first": index.first(), "last": index.last(),
		"term": term, "match": `"` + strings.ReplaceAll(withoutPrefix(term), `"`, `""`) + `"`,
	}
	if utf8.RuneCountInString(term) < trigram {
		// there is no trigram in it, but those that begin with it stand together
		params["start"] = strings.ToLower(term)
		params["end"] = strings.ToLower(term) + string(utf8.MaxRune)
		var instances int
		err := app.DB().NewQuery(fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM search_terms WHERE term >= {:start} AND term < {:end} LIMIT %d)", maxInstances+1)).
			Bind(dbx.Params{"start": params["start"], "end": params["end"]}).Row(&instances)
		if err != nil {
			return nil, false, fmt.Errorf("searching: %w", err)
		}
		if instances > maxInstances {
			return nil, true, nil
		}
		matches = "SELECT DISTINCT doc FROM search_terms WHERE term >= {:start} AND term < {:end} AND doc BETWEEN {:first} AND {:last}" + limited
	}
	err = app.DB().NewQuery(`
		SELECT record FROM search_documents WHERE doc IN (` + matches + `)
		UNION ALL
		SELECT record FROM search_documents WHERE kind = {:kind} AND text != '' AND instr(lower(text), lower({:term})) > 0` + limited).Bind(params).Column(&ids)
	if err != nil {
		return nil, false, fmt.Errorf("searching: %w", err)
	}
	if len(ids) > limit {
		return nil, true, nil
	}
	return ids, false, nil
}

// idPrefixes begin the provider's ids, so each of their trigrams stands in all rows with such an id.
var idPrefixes = []string{"pay_", "order_", "sub_", "plink_", "rfnd_"}

// withoutPrefix is what of a term tells rows apart: the index reads every row that has one of its trigrams. The
// caller compares the whole term.
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
