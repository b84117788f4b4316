package growth

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tests"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/internal/testapp"
)

// comparison compares a request with the closest one of a bare PocketBase. wanted is how many of the product's
// must be done in the time of one of PocketBase's.
type comparison struct {
	name   string
	wanted float64
	ours   func() testapp.Response
	bare   func() testapp.Response
}

func compareWithBarePocketBase(t *testing.T, s *site) {
	t.Helper()
	bare := openBare(t)
	drafter := s.visitor()
	drafter.Post("/api/drafts", draft(1))
	bareDraft := bare.visitor.Post("/api/collections/bare_drafts/records", bareDraftBody(0)).JSON["id"].(string)
	serial := 0
	comparisons := []comparison{
		{"nomination / create", 0.6, func() testapp.Response {
			v := s.visitor()
			return v.Post("/api/registrations", nomination(s.serial))
		}, func() testapp.Response {
			serial++
			return bare.visitor.Post("/api/collections/bare_nominations/records", nomination(serial))
		}},
		{"draft / update", 1.0, func() testapp.Response {
			drafter.Header.Set("X-Forwarded-For", s.visitor().Header.Get("X-Forwarded-For"))
			serial++
			return drafter.Post("/api/drafts", draft(serial))
		}, func() testapp.Response {
			serial++
			return bare.visitor.Send(http.MethodPatch, "/api/collections/bare_drafts/records/"+bareDraft, bareDraftBody(serial))
		}},
		{"/api/user / auth-refresh", 1.5, func() testapp.Response { return s.member.Get("/api/user") },
			func() testapp.Response { return bare.member.Post("/api/collections/bare_users/auth-refresh", nil) }},
	}
	fmt.Printf("\n%-30s%12s%12s%9s%9s\n", "milliseconds, median", "ours", "bare", "ratio", "wanted")
	for _, c := range comparisons {
		var ours, theirs []time.Duration
		timed := func(do func() testapp.Response, times *[]time.Duration) {
			began := time.Now()
			if a := do(); a.Status >= 400 {
				t.Fatalf("%s: %d %s", c.name, a.Status, a.Body)
			}
			*times = append(*times, time.Since(began))
		}
		for range 4 * *turns {
			timed(c.ours, &ours)
			timed(c.bare, &theirs)
		}
		o, b := median(ours), median(theirs)
		ratio, verdict := float64(b)/float64(o), ""
		if ratio < c.wanted {
			verdict = "  under"
		}
		fmt.Printf("%-30s%12.2f%12.2f%9.2f%9.1f%s\n", c.name, milliseconds(o), milliseconds(b), ratio, c.wanted, verdict)
	}
}

// bareApp is a PocketBase with the same collections and none of the product's code.
type bareApp struct {
	visitor, member *testapp.Visitor
}

func openBare(t *testing.T) bareApp {
	t.Helper()
	dir := t.TempDir()
	// PocketBase as it comes: its own way to connect, and nothing that is bound to it
	app, err := tests.NewTestAppWithConfig(core.BaseAppConfig{DataDir: dir, EncryptionEnv: "pb_test_env"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(app.Cleanup)
	collection := func(c *core.Collection, fields ...core.Field) {
		anyone := types.Pointer("")
		c.CreateRule, c.UpdateRule, c.ViewRule = anyone, anyone, anyone
		c.Fields.Add(fields...)
		c.Fields.Add(&core.AutodateField{Name: "createdAt", OnCreate: true}, &core.AutodateField{Name: "updatedAt", OnCreate: true, OnUpdate: true})
		if err := app.Save(c); err != nil {
			t.Fatal(err)
		}
	}
	var fields []core.Field
	for name, value := range nomination(0) {
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
	collection(core.NewBaseCollection("bare_drafts"), &core.TextField{Name: "email"}, &core.JSONField{Name: "formData", MaxSize: 64 << 10})
	users := core.NewAuthCollection("bare_users")
	collection(users)
	account := core.NewRecord(users)
	account.SetEmail("asha@example.com")
	account.SetPassword(testapp.Password)
	if err := app.Save(account); err != nil {
		t.Fatal(err)
	}
	token, err := account.NewAuthToken()
	if err != nil {
		t.Fatal(err)
	}
	router, err := apis.NewRouter(app)
	if err != nil {
		t.Fatal(err)
	}
	mux, err := router.BuildMux()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	b := bareApp{testapp.NewVisitor(t, server.URL), testapp.NewVisitor(t, server.URL)}
	b.member.Header.Set("Authorization", token)
	return b
}

func bareDraftBody(serial int) map[string]any {
	return draft(serial)
}
