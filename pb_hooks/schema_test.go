package hooks_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/accounts"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/modules/boardseats"
	"boardcircle/pb_hooks/modules/directory"
	"boardcircle/pb_hooks/nominations"
)

// The migrations repeat the limits and option lists of the rules, because a released migration must not change.
func TestTheSchemaAndTheFormsAgree(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	for collection, form := range map[string]rules.Form{
		"registrations": nominations.Form,
		"users":         slices.Concat(accounts.RegisterRules, accounts.ProfileForm{}.Rules()),
		"profiles":      directory.Form{}.Rules()[3:], // the first three are fields of the account
		// The last day is stored as the time of its end.
		"board_openings": slices.DeleteFunc(slices.Clone(boardseats.Form{}.Rules()),
			func(f rules.Field) bool { return f.Name == "closesOn" }),
	} {
		c, err := app.PB.FindCollectionByNameOrId(collection)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range form {
			switch field := c.Fields.GetByName(rule.Name).(type) {
			case nil:
				t.Errorf("%s has no field %s", collection, rule.Name)
			case *core.TextField:
				if field.Max != rule.Max {
					t.Errorf("%s.%s: the schema allows %d characters, the form %d", collection, rule.Name, field.Max,
						rule.Max)
				}
			case *core.SelectField:
				if !slices.Equal(field.Values, rule.Options) {
					t.Errorf("%s.%s: the schema lists %v, the form %v", collection, rule.Name, field.Values,
						rule.Options)
				}
			}
		}
	}
}

func TestStaffCannotBreakAnInvariantInTheDashboard(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	staff := app.SignedIn(core.CollectionNameSuperusers, nil)
	user := app.CreateAccount("users", map[string]any{"pin": "4826"})

	t.Run("an email becomes lower case", func(t *testing.T) {
		answer := staff.Send("PATCH", "/api/collections/users/records/"+user.Id,
			map[string]any{"email": "  MiXed@Example.COM "})
		if answer.Status != 200 || answer.JSON["email"] != "mixed@example.com" {
			t.Errorf("status = %d, want 200: %s", answer.Status, answer.Body)
		}
	})
	t.Run("a taken email in another case is refused", func(t *testing.T) {
		other := app.CreateAccount("users", nil)
		answer := staff.Send("PATCH", "/api/collections/users/records/"+other.Id,
			map[string]any{"email": "MIXED@example.com"})
		if answer.Status != 400 {
			t.Errorf("status = %d, want 400: %s", answer.Status, answer.Body)
		}
	})
	t.Run("an option outside the list is refused", func(t *testing.T) {
		answer := staff.Send("PATCH", "/api/collections/users/records/"+user.Id, map[string]any{"requestType": "owner"})
		if answer.Status != 400 {
			t.Errorf("status = %d, want 400: %s", answer.Status, answer.Body)
		}
	})
	t.Run("a tier's slug stays unique and well formed", func(t *testing.T) {
		tier := map[string]any{
			"name":     "Founding",
			"slug":     "founding",
			"price":    2500000,
			"currency": "INR",
			"duration": "lifetime",
		}
		if answer := staff.Post("/api/collections/membership_tiers/records", tier); answer.Status != 200 {
			t.Fatalf("status = %d, want 200: %s", answer.Status, answer.Body)
		}
		if answer := staff.Post("/api/collections/membership_tiers/records", tier); answer.Status != 400 {
			t.Errorf("a second tier with the slug: status = %d, want 400", answer.Status)
		}
		tier["slug"] = "Not A Slug"
		if answer := staff.Post("/api/collections/membership_tiers/records", tier); answer.Status != 400 {
			t.Errorf("a slug with spaces: status = %d, want 400", answer.Status)
		}
	})
	t.Run("a PIN is never shown", func(t *testing.T) {
		answer := staff.Get("/api/collections/users/records/" + user.Id)
		if _, shown := answer.JSON["pin"]; shown || strings.Contains(answer.Body, "$2a$") || answer.Status != 200 {
			t.Errorf("status = %d, want 200: %s", answer.Status, answer.Body)
		}
	})
}
