package hooks_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/normal"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// rowsOfUpgrade is the number of rows that are added to each table before a migration.
const rowsOfUpgrade = 2

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
	compareRows(t, added, readTables(t, app, names))
	var problem string
	if err := app.DB().NewQuery("PRAGMA integrity_check").Row(&problem); err != nil || problem != "ok" {
		t.Errorf("integrity_check = %q, %v", problem, err)
	}
}

// openUnmigrated opens an empty data directory without our migrations, which PocketBase's test app would run immediately.
func openUnmigrated(t *testing.T) core.App {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir()})
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
		// No code wrote to the first table of reports before 1788002200_reports.go replaced it.
		if c.System || c.Name == "reports" {
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
		// 1788003000_texts.go moves the rows of the sections to the texts, which TestSectionsBecomeTexts checks.
		if c.Name != "content_sections" && c.Name != "content_versions" {
			names = append(names, c.Name)
		}
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

// renamedTables are the tables that a migration has renamed.
var renamedTables = map[string]string{"orphan_payments": "captured_payments"}

// foldedColumns are the columns whose texts 1788007110_folded_texts.go folds.
var foldedColumns = []string{"profiles.name", "profiles.searchText"}

// extendedColumns are the columns with JSON lists to which 1788007250_office_modules.go adds values.
var extendedColumns = []string{"settings.modulesOn"}

// hasAllOf reports whether a JSON list has all values of another one.
func hasAllOf(list, part any) bool {
	var has, wanted []string
	if json.Unmarshal([]byte(fmt.Sprint(list)), &has) != nil || json.Unmarshal([]byte(fmt.Sprint(part)), &wanted) != nil {
		return false
	}
	return !slices.ContainsFunc(wanted, func(value string) bool { return !slices.Contains(has, value) })
}

func compareRows(t *testing.T, before, after map[string]map[string]any) {
	t.Helper()
	for row, values := range before {
		table, id, _ := strings.Cut(row, "/")
		row = cmp.Or(renamedTables[table], table) + "/" + id
		if after[row] == nil {
			t.Errorf("%s is missing", row)
		}
		for column, value := range values {
			if text, isText := value.(string); isText && slices.Contains(foldedColumns, table+"."+column) {
				value = normal.Fold(text)
			}
			now, isThere := after[row][column]
			if slices.Contains(extendedColumns, table+"."+column) && hasAllOf(now, value) {
				continue
			}
			if isThere && now != value {
				t.Errorf("%s.%s was %q, and is %q", row, column, value, now)
			}
		}
	}
}
