package restoretests

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_migrations"
)

const collection = "restore_drills"

// maxResults is how many results are stored. Weekly tests of two sources fill it in a year.
const maxResults = 104

// testRecord is a row of restore_drills.
type testRecord struct{ core.BaseRecordProxy }

func (r *testRecord) view() RestoreTest {
	return RestoreTest{
		Source:       Source(r.GetString("source")),
		Name:         r.GetString("name"),
		At:           httpx.Time(r.GetDateTime("at")),
		StateOf:      httpx.Time(r.GetDateTime("stateOf")),
		Outcome:      Outcome(r.GetString("outcome")),
		Message:      r.GetString("message"),
		Rows:         r.GetInt("rows"),
		Milliseconds: r.GetInt("milliseconds"),
	}
}

// saveResults stores results and deletes the oldest beyond maxResults.
func saveResults(tx core.App, results []Result) error {
	c, err := tx.FindCachedCollectionByNameOrId(collection)
	if err != nil {
		return err
	}
	for _, result := range results {
		r := core.NewRecord(c)
		r.Load(map[string]any{
			"source":       string(result.Source),
			"name":         result.Name,
			"at":           database.DateTime(result.At),
			"stateOf":      database.DateTime(result.StateOf),
			"outcome":      string(result.Outcome),
			"message":      result.Message,
			"rows":         result.Rows,
			"milliseconds": int(result.Took.Milliseconds()),
		})
		if err := tx.Save(r); err != nil {
			return fmt.Errorf("save the result of a restore test: %w", err)
		}
	}
	_, err = tx.NonconcurrentDB().
		NewQuery("DELETE FROM {{" + collection + "}} WHERE [[id]] NOT IN (SELECT [[id]] FROM {{" +
			collection + "}} ORDER BY [[at]] DESC, [[id]] DESC LIMIT {:max})").
		Bind(dbx.Params{"max": maxResults}).Execute()
	if err != nil {
		return fmt.Errorf("delete old results of restore tests: %w", err)
	}
	return nil
}

// listResults returns the latest results, newest first.
func listResults(app core.App, limit int) ([]RestoreTest, error) {
	records := []*core.Record{}
	if err := app.RecordQuery(collection).OrderBy("at DESC", "id DESC").Limit(int64(limit)).All(&records); err != nil {
		return nil, fmt.Errorf("list restore tests: %w", err)
	}
	list := []RestoreTest{}
	for _, record := range records {
		r := database.As[testRecord](record)
		list = append(list, r.view())
	}
	return list, nil
}

func checkIntegrity(ctx context.Context, db *dbx.DB) error {
	var problems []string
	if err := db.NewQuery("PRAGMA integrity_check(3)").WithContext(ctx).Column(&problems); err != nil {
		return err
	}
	if len(problems) != 1 || problems[0] != "ok" {
		return fmt.Errorf("integrity_check: %v", problems)
	}
	return nil
}

// countPendingMigrations returns how many migrations of this program a restored database lacks.
func countPendingMigrations(app core.App, db *dbx.DB) (pending int, err error) {
	var restored, live []string
	const query = "SELECT [[file]] FROM {{_migrations}}"
	if err := db.NewQuery(query).Column(&restored); err != nil {
		return 0, &problem{"The restored database does not belong to this program.", err}
	}
	if err := app.DB().NewQuery(query).Column(&live); err != nil {
		return 0, fmt.Errorf("read migrations: %w", err)
	}
	restored, live = pb_migrations.WithoutReplaced(restored), pb_migrations.WithoutReplaced(live)
	for _, file := range restored {
		if !slices.Contains(live, file) {
			return 0, &problem{"The restored database belongs to a newer release than this program.",
				errors.New("unknown migration " + file)}
		}
	}
	return len(live) - len(restored), nil
}

// table is a table of the live database.
type table struct {
	name string
	// created is the column with a row's creation time, or "".
	created string
}

// liveTables returns the tables of the live database that hold records.
func liveTables(app core.App) ([]table, error) {
	collections, err := app.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	if err != nil {
		return nil, fmt.Errorf("list collections: %w", err)
	}
	var tables []table
	for _, c := range collections {
		t := table{name: c.Name}
		for _, name := range []string{"createdAt", "created"} {
			if field, is := c.Fields.GetByName(name).(*core.AutodateField); is && field.OnCreate {
				t.created = name
			}
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// restoredTable describes the content of a restored table.
type restoredTable struct {
	rows int
	// All rows created before settled were committed when the data was copied. older is their number.
	settled string
	older   int
}

func countRestored(ctx context.Context, db *dbx.DB, t table) (restoredTable, error) {
	found := restoredTable{}
	column := "''"
	if t.created != "" {
		column = "coalesce(max([[" + t.created + "]]), '')"
	}
	var newest string
	err := db.NewQuery("SELECT count(*), "+column+" FROM {{"+t.name+"}}").WithContext(ctx).Row(&found.rows, &newest)
	if err != nil {
		return found, err
	}
	if found.settled, err = settledBefore(newest); err != nil {
		return found, err
	}
	found.older, err = countOlder(db, t, found.settled)
	return found, err
}

// longestWrite is the maximum time from the creation time in a row to its commit.
const longestWrite = time.Minute

// settledBefore returns a time before which all rows were committed, given the creation time of the newest row. Rows
// are not committed in the order of their creation times.
func settledBefore(newest string) (string, error) {
	if newest == "" {
		return "", nil
	}
	at, err := types.ParseDateTime(newest)
	if err != nil {
		return "", fmt.Errorf("read time %q: %w", newest, err)
	}
	return at.Add(-longestWrite).String(), nil
}

// countOlder returns how many rows of a table were created before a time.
func countOlder(db dbx.Builder, t table, before string) (int, error) {
	if t.created == "" || before == "" {
		return 0, nil
	}
	count := 0
	err := db.NewQuery("SELECT count(*) FROM {{" + t.name + "}} WHERE [[" + t.created + "]] < {:before}").
		Bind(dbx.Params{"before": before}).Row(&count)
	if err != nil {
		return 0, fmt.Errorf("count %s: %w", t.name, err)
	}
	return count, nil
}
