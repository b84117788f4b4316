package sqlguard_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"boardcircle/pb_hooks/internal/sqlguard"
)

var schema = []string{
	"CREATE TABLE `people` (`id` TEXT PRIMARY KEY, `email` TEXT, `tokenKey` TEXT)",
	"CREATE INDEX by_token ON people (tokenKey)",
	"CREATE TABLE notes (id TEXT, person TEXT, text JSON, tokenKey TEXT)",
	"CREATE VIEW seen AS SELECT id, tokenKey AS label FROM people",
}

// readers are statements that read people.tokenKey.
var readers = []string{
	"SELECT tokenKey FROM people",
	"SELECT * FROM people",
	"SELECT p.* FROM notes, people p",
	`select "TOKENKEY" from "PEOPLE"`,
	"SELECT [tokenKey] FROM main.[people]",
	"SELECT `tokenkey` AS email FROM `people` AS notes",
	"SELECT 1 FROM people WHERE tokenKey LIKE 'a%'",
	"SELECT id FROM people ORDER BY tokenKey",
	"SELECT count(*) FROM people GROUP BY tokenKey",
	"SELECT count(DISTINCT tokenKey) FROM people",
	"SELECT id FROM people INDEXED BY by_token WHERE tokenKey > 'm'",
	"SELECT label FROM seen",
	"SELECT count(*) FROM seen",
	"WITH x AS (SELECT * FROM people) SELECT id FROM x",
	"WITH RECURSIVE x(a, b) AS (SELECT tokenKey, 1 FROM people UNION ALL SELECT a, b + 1 FROM x WHERE b < 3) SELECT * FROM x",
	"SELECT (SELECT tokenKey FROM people LIMIT 1)",
	"SELECT 1 WHERE EXISTS (SELECT 1 FROM people p WHERE p.tokenKey = 'x')",
	"SELECT id FROM notes WHERE (id, text) IN (SELECT id, tokenKey FROM people)",
	"SELECT json_object('k', tokenKey) FROM people",
	"SELECT json_group_array(tokenKey) FROM people",
	"SELECT value FROM people, json_each(json_array(tokenKey))",
	"SELECT id FROM notes UNION SELECT tokenKey FROM people",
	"SELECT id, lag(tokenKey) OVER (ORDER BY id) FROM people",
	"SELECT id, row_number() OVER (ORDER BY tokenKey) FROM people",
	"SELECT n.id FROM notes n LEFT JOIN people p ON p.tokenKey = n.text",
	"VALUES ((SELECT max(tokenKey) FROM people))",
	"SELECT CASE WHEN tokenKey > 'm' THEN 1 END FROM people",
	"SELECT sum(1) FILTER (WHERE tokenKey > 'm') FROM people",
	"SELECT id FROM people LIMIT (SELECT length(tokenKey) FROM people)",
	"EXPLAIN SELECT tokenKey FROM people",
	"SELECT tokenKey FROM people -- ;",
	"SELECT/**/tokenKey/**/FROM/**/people;",
}

func TestEachColumnThatAStatementReadsIsFound(t *testing.T) {
	t.Parallel()
	secret := sqlguard.Read{Table: "people", Column: "tokenKey"}
	for _, statement := range readers {
		reads, err := sqlguard.Reads(schema, statement)
		if err != nil || !slices.Contains(reads, secret) {
			t.Errorf("%s reads %v, %v", statement, reads, err)
		}
	}
}

func TestWhatIsNotReadIsNotNamed(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]string{
		"SELECT id, email FROM people":                "[{people id} {people email}]",
		"SELECT 'tokenKey' FROM notes":                "[{notes }]",
		"SELECT count(*) FROM people":                 "[{people }]",
		"SELECT rowid FROM people":                    "[{people ROWID} {people }]",
		"SELECT name FROM sqlite_master":              "[{sqlite_master name}]",
		"SELECT data FROM sqlite_dbpage":              "[{sqlite_dbpage data}]",
		"SELECT name FROM pragma_table_info('notes')": "[{pragma_table_info name}]",
	} {
		if reads, err := sqlguard.Reads(schema, statement); err != nil || fmt.Sprint(reads) != want {
			t.Errorf("%s reads %v, %v", statement, reads, err)
		}
	}
}

func TestWhatIsNoSingleSelectIsRefused(t *testing.T) {
	t.Parallel()
	for _, statement := range []string{
		"", ";", "-- nothing", "DELETE FROM people", "UPDATE people SET tokenKey = 'x'", "INSERT INTO notes DEFAULT VALUES",
		"DROP TABLE people", "CREATE TEMP TABLE x AS SELECT * FROM people", "ATTACH '/etc/passwd' AS x", "DETACH main", "PRAGMA table_info(people)",
		"PRAGMA writable_schema = 1", "VACUUM INTO '/tmp/copy.db'", "BEGIN", "SELECT 1; SELECT 2", "SELECT 1; DELETE FROM people",
		"WITH x AS (SELECT 1) DELETE FROM people", "EXPLAIN DELETE FROM people", "REINDEX", "ANALYZE", "SAVEPOINT x",
		"SELECT 1\x00; DELETE FROM people", "REPLACE INTO notes (id) VALUES (1)", "ALTER TABLE people ADD x",
	} {
		if reads, err := sqlguard.Reads(schema, statement); !errors.Is(err, sqlguard.ErrNotASelect) {
			t.Errorf("%q: %v, %v", statement, reads, err)
		}
	}
	for _, statement := range []string{
		"SELECT 1 FROM people NATURAL JOIN (SELECT 'x' AS tokenKey)", "SELECT 1 FROM people JOIN (SELECT 'x' AS tokenKey) uSiNg/**/(tokenKey)",
	} {
		if reads, err := sqlguard.Reads(schema, statement); !errors.Is(err, sqlguard.ErrJoinByName) {
			t.Errorf("%q: %v, %v", statement, reads, err)
		}
	}
	for _, statement := range []string{"SELECT", "SELECT nothing FROM people", "SELECT 1 FROM _params", "SELEKT 1"} {
		if reads, err := sqlguard.Reads(schema, statement); err == nil || errors.Is(err, sqlguard.ErrNotASelect) {
			t.Errorf("%q: %v, %v", statement, reads, err)
		}
	}
}
