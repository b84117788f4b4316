package hooks_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// rowsOfUpgrade is the number of rows in each table before an upgrade.
const rowsOfUpgrade = 2

func TestAnUpgradeFromEveryReleasedSchemaKeepsEveryRow(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	all := core.AppMigrations.Items()
	for i := range all {
		t.Run("from "+filepath.Base(all[i].File), func(t *testing.T) {
			t.Parallel()
			app := core.NewBaseApp(
				core.BaseAppConfig{DataDir: t.TempDir()},
			) // PocketBase's test app would migrate immediately
			if err := app.Bootstrap(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = app.ResetBootstrapState() }()
			var old core.MigrationsList
			for _, migration := range all[:i+1] {
				old.Add(migration)
			}
			if _, err := core.NewMigrationsRunner(app, old).Up(); err != nil {
				t.Fatal(err)
			}
			tables := fillTables(t, app)
			before := readTables(t, app, tables)
			if err := app.RunAllMigrations(); err != nil {
				t.Fatal("the upgrade:", err)
			}
			compareTables(t, before, readTables(t, app, tables))
			var problem string
			if err := app.DB().NewQuery("PRAGMA integrity_check").Row(&problem); err != nil || problem != "ok" {
				t.Errorf("integrity_check = %q, %v", problem, err)
			}
		})
	}
}

// fillTables stores rows with a value in every column in each of our tables, and returns the tables' names.
func fillTables(t *testing.T, app core.App) (names []string) {
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
				} else if value := sampleValue(field, n); value != nil {
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

// readTables returns the rows of each table as objects by id.
func readTables(t *testing.T, app core.App, names []string) map[string]map[string]map[string]any {
	t.Helper()
	tables := map[string]map[string]map[string]any{}
	for _, name := range names {
		rows := []dbx.NullStringMap{}
		if err := app.DB().Select().From(name).All(&rows); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		tables[name] = map[string]map[string]any{}
		for _, row := range rows {
			values := map[string]any{}
			for column, value := range row {
				values[column] = value.String
			}
			tables[name][row["id"].String] = values
		}
	}
	return tables
}

func compareTables(t *testing.T, before, after map[string]map[string]map[string]any) {
	t.Helper()
	for table, rows := range before {
		if len(rows) != rowsOfUpgrade || len(after[table]) < len(rows) {
			t.Errorf("%s has %d rows of %d", table, len(after[table]), len(rows))
		}
		for id, row := range rows {
			for column, value := range row {
				now, isThere := after[table][id][column]
				if isThere && now != value {
					t.Errorf("%s.%s was %q, and is %q", table, column, value, now)
				}
			}
		}
	}
}
