package hooks_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// rowsOfUpgrade is how many rows each table has before an upgrade.
const rowsOfUpgrade = 2

// becameJobs are the tables whose rows have become jobs of a type.
var becameJobs = map[string]string{"password_reset_requests": "accounts.reset-request"}

// movedTo are the tables whose rows have gone into another one, with their ids.
var movedTo = map[string]string{"automation_texts": "email_sent_texts"}

// becameRows makes of a column's lines of text what they have become.
var becameRows = map[string]func(string) string{
	"users.boards": func(line string) string { return fmt.Sprintf(`[{"company":%q,"role":"","cin":""}]`, line) },
}

// There is no release yet: each migration's schema may be somebody's.
func TestAnUpgradeFromEverySchemaKeepsEveryRow(t *testing.T) {
	testdb.SkipUnderRace(t)
	t.Parallel()
	all := core.AppMigrations.Items()
	for i := range len(all) - 1 {
		if !testdb.IsLong() && i%32 != 0 && i != len(all)-2 {
			continue // npm run test:crash tries them all
		}
		t.Run("from "+filepath.Base(all[i].File), func(t *testing.T) {
			t.Parallel()
			app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir()}) // one of PocketBase's for tests migrates at once
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
			tables = slices.DeleteFunc(tables, func(table string) bool {
				if target := movedTo[table]; target != "" && !app.HasTable(table) {
					after := readTables(t, app, []string{target})[target]
					for id := range before[table] {
						if after[id] == nil {
							t.Errorf("%s of %s is not in %s", id, table, target)
						}
					}
					delete(before, table)
					return true
				}
				jobType, gone := becameJobs[table]
				if gone = gone && !app.HasTable(table); !gone {
					return false
				}
				delete(before, table)
				var jobs int
				err := app.DB().NewQuery("SELECT count(*) FROM jobs WHERE type = {:type}").Bind(dbx.Params{"type": jobType}).Row(&jobs)
				if err != nil || jobs != rowsOfUpgrade {
					t.Errorf("%d rows of %s have become jobs: %v", jobs, table, err)
				}
				return true
			})
			compareTables(t, before, readTables(t, app, tables))
			var problem string
			if err := app.DB().NewQuery("PRAGMA integrity_check").Row(&problem); err != nil || problem != "ok" {
				t.Error(problem, err)
			}
		})
	}
}

// fillTables stores rows with a value in every column in each table of ours, and returns the tables' names.
func fillTables(t *testing.T, app core.App) (names []string) {
	t.Helper()
	collections, err := app.FindAllCollections(core.CollectionTypeBase, core.CollectionTypeAuth)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string][]string{} // by the collection's id
	var fill func(c *core.Collection)
	fill = func(c *core.Collection) {
		if ids[c.Id] != nil {
			return
		}
		ids[c.Id] = make([]string, rowsOfUpgrade) // of one that refers to itself
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
		if !c.System {
			names = append(names, c.Name)
			fill(c)
		}
	}
	return names
}

// sampleValue is a value that the nth row may have.
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

// readTables returns each table's rows as objects, by their ids.
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
				if rows := becameRows[table+"."+column]; rows != nil && isThere && now == rows(fmt.Sprint(value)) {
					continue
				}
				if isThere && now != value {
					t.Errorf("%s.%s was %q, and is %q", table, column, value, now)
				}
			}
		}
	}
}

func TestAnUpgradeBringsTheTextsOfAutomationsIntoTheGallery(t *testing.T) {
	t.Parallel()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: t.TempDir()})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = app.ResetBootstrapState() }()
	var old core.MigrationsList
	for _, migration := range core.AppMigrations.Items() {
		if filepath.Base(migration.File) < "1767830000" || strings.HasPrefix(filepath.Base(migration.File), "snapshot") {
			old.Add(migration)
		}
	}
	if _, err := core.NewMigrationsRunner(app, old).Up(); err != nil {
		t.Fatal(err)
	}
	insert := func(table string, row dbx.Params) {
		t.Helper()
		if _, err := app.NonconcurrentDB().Insert(table, row).Execute(); err != nil {
			t.Fatal(err)
		}
	}
	const at = "2026-08-03 06:30:00.000Z"
	insert("automations", dbx.Params{
		"id": "a1", "name": "draft-abandoned", "isOn": true, "delayHours": 2, "subject": "Dear {{firstName|friend}}", "preheader": "{{name|}}",
		"content": "![Our hall](/images/hall.png)\n\n[Go on]({{link}} \"button\")", "createdAt": at, "updatedAt": at,
	})
	insert("automations", dbx.Params{
		"id": "a2", "name": "membership-birthday", "isOn": true, "delayHours": 0, "createdAt": at, "updatedAt": at,
		"subject": "Thank you for {{years|another year}} in the circle", "preheader": "A word of thanks on the day on which you joined.",
		"content": "Dear {{firstName|member}},\n\n{{years|another year}} ago on this day you joined the circle. Thank you for what you have brought to it.\n\n[Your membership]({{link}} \"button\")\n\nWith warm regards,\\\nThe team",
	})
	insert("automation_texts", dbx.Params{"id": "t1", "name": "draft-abandoned", "subject": "First", "content": "Dear {{firstName|friend}}", "createdAt": at, "updatedAt": at})
	insert("email_batches", dbx.Params{"id": "b1", "state": "accepted", "createdAt": at, "updatedAt": at})
	insert("email_logs", dbx.Params{
		"id": "e1", "kind": "draft-abandoned", "emailAddress": "asha@example.com", "status": "sent", "batchId": "b1", "params": `{"automationText":"t1"}`, "createdAt": at,
	})
	if err := app.RunAllMigrations(); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"email_texts", "email_text_versions"} {
		rows, err := app.FindAllRecords(table)
		if err != nil || len(rows) != 1 {
			t.Fatalf("%s has %d rows, %v", table, len(rows), err)
		}
		r := rows[0]
		if r.GetString("key") != "draft-abandoned" || r.GetInt("version") != 1 || r.GetString("subject") != "Dear {{if firstName}}{{firstName}}{{else}}friend{{end}}" ||
			r.GetString("preview") != "{{name}}" || r.GetString("body") != "[Our hall](/images/hall.png)\n\n[Go on]({{link}} \"button\")" || r.GetString("footnote") == "" {
			t.Errorf("%s: %v", table, r.FieldsData())
		}
	}
	var sent, batch string
	err := app.DB().NewQuery("SELECT body, (SELECT text FROM email_batches WHERE id = 'b1') FROM email_sent_texts WHERE id = 't1'").Row(&sent, &batch)
	if err != nil || sent != "Dear {{if firstName}}{{firstName}}{{else}}friend{{end}}" || batch != "t1" {
		t.Errorf("%v: what was sent is %q, and the batch names %q", err, sent, batch)
	}
}
