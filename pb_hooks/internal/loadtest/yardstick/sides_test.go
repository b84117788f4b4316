package yardstick

import (
	"encoding/csv"
	"fmt"
	"io"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/loadtest"
	"boardcircle/pb_hooks/internal/testapp"
	_ "boardcircle/pb_migrations"
)

// sides are our server and an unmodified PocketBase, each with the same members, and the clients that call them.
type sides struct {
	ours, bare                         *process
	oursDir                            string
	razorpay                           *fakerazorpay.Server
	member, admin                      *testapp.Visitor
	bareVisitor, bareMember, bareAdmin *testapp.Visitor
	serial                             int
}

const (
	memberEmail   = "member@example.com"
	adminUsername = "benchadmin"
)

// buyerEmail returns the address of one of the buying accounts.
func buyerEmail(i int) string { return fmt.Sprintf("buyer%d@example.com", i) }

func openSides(t *testing.T) *sides {
	t.Helper()
	s := &sides{oursDir: t.TempDir()}
	razorpay, err := fakerazorpay.New(fakerazorpay.Options{Keys: testapp.RazorpayKeys})
	if err != nil {
		t.Fatal(err)
	}
	s.razorpay = razorpay
	provider := httptest.NewServer(razorpay)
	t.Cleanup(func() {
		razorpay.Close()
		provider.Close()
	})
	s.prepareOurs(t)
	addr := freeAddress(t)
	s.ours = &process{
		program: *binary, addr: addr, args: []string{"serve", "--http=" + addr, "--dir=" + s.oursDir},
		env: []string{
			"HOME=" + t.TempDir(),
			"SITE_URL=http://" + addr,
			"TRUSTED_PROXIES=127.0.0.1",
			"RAZORPAY_KEY_ID=" + testapp.RazorpayKeys.ID,
			"RAZORPAY_KEY_SECRET=" + testapp.RazorpayKeys.Secret,
			"RAZORPAY_WEBHOOK_SECRET=" + testapp.RazorpayKeys.WebhookSecret,
			"RAZORPAY_API_URL=" + provider.URL + "/sandbox/razorpay",
		},
	}
	t.Cleanup(s.ours.stop)
	bareDir := t.TempDir()
	memberToken, adminToken := prepareBare(t, bareDir)
	s.bare = newYardstick(t, "pocketbase", bareDir)
	s.ours.start(t)
	s.bare.start(t)
	bare := func(token string) *testapp.Visitor {
		v := testapp.NewVisitor(t, "http://"+s.bare.addr)
		v.Header.Set("Authorization", token)
		return v
	}
	s.bareVisitor, s.bareMember, s.bareAdmin = bare(""), bare(memberToken), bare(adminToken)
	s.member = s.signedIn(t, "/api/login", "email", memberEmail)
	s.admin = s.signedIn(t, "/api/admin/login", "username", adminUsername)
	return s
}

// visitor returns a visitor with their own address and so their own rate budget.
func (s *sides) visitor(t *testing.T) *testapp.Visitor {
	t.Helper()
	v := testapp.NewVisitor(t, "http://"+s.ours.addr)
	v.Header.Set("X-Forwarded-For", s.address())
	return v
}

func (s *sides) address() string {
	s.serial++
	return fmt.Sprintf("10.%d.%d.%d", s.serial>>16&255, s.serial>>8&255, s.serial&255)
}

func (s *sides) signedIn(t *testing.T, path, field, name string) *testapp.Visitor {
	t.Helper()
	v := s.visitor(t)
	if a := v.Post(path, map[string]any{field: name, "password": testapp.Password}); a.Status != 200 {
		t.Fatalf("%s as %s: status = %d, want 200: %s", path, name, a.Status, a.Body)
	}
	return v
}

// prepareOurs fills the data directory with the product's migrations and the load tests' rows.
func (s *sides) prepareOurs(t *testing.T) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), *binary, "migrate", "up", "--dir="+s.oursDir).
		CombinedOutput(); err != nil {
		t.Fatalf("migrate: %v\n%s", err, out)
	}
	withApp(t, s.oursDir, func(app core.App) {
		hooks.RegisterReadModels(app)
		if err := loadtest.Fill(app, *people, false); err != nil {
			t.Fatal(err)
		}
		create := func(collection string, values map[string]any) {
			c, err := app.FindCollectionByNameOrId(collection)
			if err != nil {
				t.Fatal(err)
			}
			record := core.NewRecord(c)
			record.Load(values)
			if err := app.Save(record); err != nil {
				t.Fatal(err)
			}
		}
		user := func(email string) map[string]any {
			return map[string]any{
				"name":        "Asha Rao",
				"email":       email,
				"phone":       "+919876543210",
				"location":    "Mumbai, Maharashtra",
				"requestType": "membership",
				"source":      "user",
				"isActive":    true,
				"verified":    true,
				"password":    testapp.Password,
			}
		}
		create("users", user(memberEmail))
		for i := range buyers() {
			create("users", user(buyerEmail(i)))
		}
		create(
			"admins",
			map[string]any{
				"username": adminUsername,
				"name":     "Bench",
				"role":     string(identity.RoleOwner),
				"email":    "bench@example.com",
				"isActive": true,
				"password": testapp.Password,
			},
		)
		create(
			"membership_tiers",
			map[string]any{
				"name":     "Founding Circle",
				"slug":     "founding",
				"price":    2500000,
				"currency": "INR",
				"duration": "lifetime",
				"isActive": true,
			},
		)
	})
}

// prepareBare creates a PocketBase with collections like ours and as many members. It returns the tokens of a member
// and a superuser.
func prepareBare(t *testing.T, dir string) (member, admin string) {
	t.Helper()
	withApp(t, dir, func(app core.App) {
		collection := func(c *core.Collection, fields ...core.Field) {
			anyone := types.Pointer("")
			c.CreateRule, c.UpdateRule, c.ViewRule = anyone, anyone, anyone
			c.Fields.Add(fields...)
			c.Fields.Add(
				&core.AutodateField{Name: "createdAt", OnCreate: true},
				&core.AutodateField{Name: "updatedAt", OnCreate: true, OnUpdate: true},
			)
			if err := app.Save(c); err != nil {
				t.Fatal(err)
			}
		}
		var fields []core.Field
		for name, value := range loadtest.Nomination(0) {
			switch value.(type) {
			case bool:
				fields = append(fields, &core.BoolField{Name: name})
			case []string:
				fields = append(fields, &core.JSONField{Name: name})
			default:
				fields = append(fields, &core.TextField{Name: name, Max: 4000})
			}
		}
		nominations := core.NewBaseCollection("bare_nominations")
		nominations.AddIndex("idx_bare_nominations_email", true, "email", "")
		collection(nominations, fields...)
		collection(
			core.NewBaseCollection("bare_drafts"),
			&core.TextField{Name: "email"},
			&core.JSONField{Name: "formData", MaxSize: 64 << 10},
		)
		users := core.NewAuthCollection("bare_users")
		users.AddIndex("idx_bare_users_created", false, "createdAt", "")
		collection(
			users,
			&core.TextField{Name: "name"},
			&core.TextField{Name: "phone"},
			&core.TextField{Name: "location"},
			&core.BoolField{Name: "isActive"},
		)
		fill := fmt.Sprintf(
			`INSERT INTO bare_users (id, email, emailVisibility, verified, name, phone, location, password, tokenKey, isActive, createdAt, updatedAt)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			SELECT printf('u%%014d', i), 'u' || i || '@sample.example', FALSE, FALSE, 'Person ' || i, '+9198' || printf('%%08d', i), 'Mumbai, India', '',
				'key of user ' || i, TRUE, strftime('%%Y-%%m-%%d %%H:%%M:%%fZ', '2025-09-01', '+' || (i * 5) || ' minutes'), '2025-09-01 00:00:00.000Z' FROM n`,
			*people,
		)
		if _, err := app.NonconcurrentDB().NewQuery(fill).Execute(); err != nil {
			t.Fatal(err)
		}
		token := func(collection *core.Collection, email string) string {
			record := core.NewRecord(collection)
			record.SetEmail(email)
			record.SetPassword(testapp.Password)
			if err := app.Save(record); err != nil {
				t.Fatal(err)
			}
			token, err := record.NewAuthToken()
			if err != nil {
				t.Fatal(err)
			}
			return token
		}
		superusers, err := app.FindCollectionByNameOrId(core.CollectionNameSuperusers)
		if err != nil {
			t.Fatal(err)
		}
		member, admin = token(users, memberEmail), token(superusers, "bench@example.com")
	})
	return member, admin
}

func withApp(t *testing.T, dir string, do func(core.App)) {
	t.Helper()
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir})
	if err := app.Bootstrap(); err != nil {
		t.Fatal(err)
	}
	do(app)
	if err := app.ResetBootstrapState(); err != nil {
		t.Fatal(err)
	}
}

// exportWithSQLite lets SQLite's own command write the columns of our export as CSV.
func (s *sides) exportWithSQLite(t *testing.T) {
	t.Helper()
	program, err := exec.LookPath("sqlite3")
	if err != nil {
		t.Fatal("the CSV is compared with SQLite's own command: please install sqlite3")
	}
	cmd := exec.CommandContext(
		t.Context(),
		program,
		"-readonly",
		"-csv",
		"-header",
		filepath.Join(s.oursDir, "data.db"),
		"SELECT name, email, phone, location, requestType, source, isActive, createdAt FROM users ORDER BY createdAt DESC, id",
	)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	reader := csv.NewReader(out)
	if header, err := reader.Read(); err != nil || len(header) != 8 {
		t.Fatalf("sqlite3 wrote %v: %v", header, err)
	}
	if _, err := io.Copy(io.Discard, out); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}

// bareFilter returns a filter with which PocketBase's own list searches the same columns as ours.
func bareFilter(search string) string {
	return url.QueryEscape(fmt.Sprintf(`name ~ "%[1]s" || email ~ "%[1]s" || phone ~ "%[1]s"`, search))
}
