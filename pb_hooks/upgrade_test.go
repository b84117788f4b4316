package hooks_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// rowsOfUpgrade is the number of rows that are added to each table before a migration.
const rowsOfUpgrade = 2

// removedTables are the tables of 1.0.0 whose rows a later migration deletes on purpose.
var removedTables = []string{"saved_views"}

// Each migration of a release may be the last one that a data directory has seen. So after each one, rows are added to
// the tables that it has changed, and all rows must still be there at the end.
func TestAnUpgradeFromEveryReleasedSchemaKeepsEveryRow(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	app := openUnmigrated(t)
	var applied core.MigrationsList
	added := map[string]map[string]any{}
	filled := map[string]string{}
	for i, migration := range core.AppMigrations.Items() {
		applied.Add(migration)
		if _, err := core.NewMigrationsRunner(app, applied).Up(); err != nil {
			t.Fatalf("the upgrade to %s: %v", filepath.Base(migration.File), err)
		}
		for row, values := range readTables(t, app, fillTables(t, app, filled, i*rowsOfUpgrade)) {
			if added[row] == nil {
				added[row] = values
			}
		}
	}
	collections, err := app.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(collections))
	for i, c := range collections {
		names[i] = c.Name
	}
	maps.DeleteFunc(added, func(row string, _ map[string]any) bool {
		table, _, _ := strings.Cut(row, "/")
		return slices.Contains(removedTables, table)
	})
	compareRows(t, added, readTables(t, app, names))
	var problem string
	if err := app.DB().NewQuery("PRAGMA integrity_check").Row(&problem); err != nil || problem != "ok" {
		t.Errorf("integrity_check = %q, %v", problem, err)
	}
}

// The file is the database that the last version before the migrations were joined has written, with two rows in each
// table.
func TestADataDirectoryFromBeforeTheMigrationsWereJoinedKeepsEveryRow(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	dir := t.TempDir()
	unpack(t, "testdata/release-1.0.0.db.gz", filepath.Join(dir, "data.db"))
	app := openData(t, dir)
	collections, err := app.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range collections {
		if !c.System && !slices.Contains(removedTables, c.Name) {
			names = append(names, c.Name)
		}
	}
	before := readTables(t, app, names)
	if len(before) < rowsOfUpgrade*len(names) {
		t.Fatalf("%d rows in %d tables", len(before), len(names))
	}
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal(err)
	}
	compareRows(t, before, readTables(t, app, names))
	want, got := schemaOf(t, testdb.New(t)), schemaOf(t, app)
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		t.Errorf("the schema is %v, want that of a new data directory: %v", got, want)
	}
}

// unpack writes the content of a gzip file to another file.
func unpack(t *testing.T, from, to string) {
	t.Helper()
	packed, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	reader, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// openUnmigrated opens an empty data directory without our migrations, which PocketBase's test app would run immediately.
func openUnmigrated(t *testing.T) core.App {
	t.Helper()
	return openData(t, t.TempDir())
}

// openData opens a data directory without running our migrations.
func openData(t *testing.T, dir string) core.App {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.ResetBootstrapState() })
	return app
}

// openBefore opens an empty data directory with the migrations whose file names come before a name.
func openBefore(t *testing.T, name string) core.App {
	t.Helper()
	app := openUnmigrated(t)
	var earlier core.MigrationsList
	for _, migration := range core.AppMigrations.Items() {
		if filepath.Base(migration.File) < name {
			earlier.Add(migration)
		}
	}
	if _, err := core.NewMigrationsRunner(app, earlier).Up(); err != nil {
		t.Fatal(err)
	}
	return app
}

// addRow adds a row with only these values and returns its id. It does not validate them, so that a test names only the
// values that matter to it.
func addRow(t *testing.T, app core.App, table string, values map[string]any) string {
	t.Helper()
	record, err := database.NewRecord(app, table)
	if err != nil {
		t.Fatal(err)
	}
	record.Load(values)
	if err := app.SaveNoValidate(record); err != nil {
		t.Fatal(err)
	}
	return record.Id
}

// fillTables adds rows with a value in every column to each of our tables whose fields are not those in filled, and
// returns the names of these tables. The first new row has the number first.
func fillTables(t *testing.T, app core.App, filled map[string]string, first int) (names []string) {
	t.Helper()
	collections, err := app.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string][]string{} // by collection id
	var fill func(c *core.Collection)
	fill = func(c *core.Collection) {
		if ids[c.Id] != nil {
			return
		}
		ids[c.Id] = make([]string, rowsOfUpgrade) // a collection that refers to itself
		for _, field := range c.Fields {
			if relation, is := field.(*core.RelationField); is {
				related, err := app.FindCachedCollectionByNameOrId(relation.CollectionId)
				if err != nil {
					t.Fatal(err)
				}
				fill(related)
			}
		}
		for n := range rowsOfUpgrade {
			record := core.NewRecord(c)
			for _, field := range c.Fields {
				if relation, is := field.(*core.RelationField); is {
					record.Set(field.GetName(), ids[relation.CollectionId][n])
				} else if value := sampleValue(field, first+n); value != nil {
					record.Set(field.GetName(), value)
				}
			}
			if err := app.SaveNoValidate(record); err != nil {
				t.Fatalf("a row of %s: %v", c.Name, err)
			}
			ids[c.Id][n] = record.Id
		}
	}
	for _, c := range collections {
		if c.System {
			continue
		}
		fields, err := c.Fields.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if filled[c.Id] == string(fields) {
			continue
		}
		filled[c.Id] = string(fields)
		fill(c)
		names = append(names, c.Name)
	}
	return names
}

// sampleValue returns a valid value for the nth row.
func sampleValue(field core.Field, n int) any {
	switch f := field.(type) {
	case *core.TextField:
		if f.PrimaryKey {
			return nil
		}
		text := fmt.Sprintf("%d-%s", n, f.Name)
		if f.Max > 0 {
			return text[:min(len(text), f.Max)]
		}
		return text
	case *core.EmailField:
		return fmt.Sprintf("row-%d@example.com", n)
	case *core.URLField:
		return fmt.Sprintf("https://example.com/%d", n)
	case *core.NumberField:
		return n + 1
	case *core.BoolField:
		return n%2 == 0
	case *core.SelectField:
		return f.Values[n%len(f.Values)]
	case *core.DateField:
		return time.Date(2026, 1, 1+n, 9, 0, 0, 0, time.UTC)
	case *core.JSONField:
		return []string{fmt.Sprint(n)}
	case *core.PasswordField:
		return ""
	}
	return nil
}

// readTables returns the rows of tables by "table/id".
func readTables(t *testing.T, app core.App, names []string) map[string]map[string]any {
	t.Helper()
	all := map[string]map[string]any{}
	for _, name := range names {
		rows := []dbx.NullStringMap{}
		if err := app.DB().Select().From(name).All(&rows); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, row := range rows {
			values := map[string]any{}
			for column, value := range row {
				values[column] = value.String
			}
			all[name+"/"+row["id"].String] = values
		}
	}
	return all
}

func compareRows(t *testing.T, before, after map[string]map[string]any) {
	t.Helper()
	for row, values := range before {
		if after[row] == nil {
			t.Errorf("%s is missing", row)
		}
		for column, value := range values {
			if now, isThere := after[row][column]; isThere && now != value {
				t.Errorf("%s.%s was %q, and is %q", row, column, value, now)
			}
		}
	}
}
