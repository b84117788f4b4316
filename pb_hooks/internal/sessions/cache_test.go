package sessions

import (
	"errors"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func openSession(t *testing.T) (core.App, string, time.Time) {
	t.Helper()
	app, now := testdb.New(t), time.Now()
	users, err := app.FindCollectionByNameOrId(identity.Users)
	if err != nil {
		t.Fatal(err)
	}
	account := core.NewRecord(users)
	account.Load(
		map[string]any{"name": "Asha Rao", "email": "asha@example.com", "phone": "+919876543210", "location": "Pune",
			"requestType": "membership", "source": "user", "isActive": true, "password": "Correct horse 1"})
	if err := app.Save(account); err != nil {
		t.Fatal(err)
	}
	token, err := Open(app, account, Client{}, now)
	if err != nil {
		t.Fatal(err)
	}
	return app, token, now
}

func TestChangesOfAnAccountStayInTheirRequest(t *testing.T) {
	t.Parallel()
	app, token, now := openSession(t)
	var cache Cache
	for range 3 {
		account, _, err := cache.Find(app, token, true, now)
		if err != nil {
			t.Fatal(err)
		}
		if account.GetString("name") != "Asha Rao" || account.Original().GetString("name") != "Asha Rao" ||
			account.IsNew() {
			t.Errorf("the cached account has changed: %v", account.FieldsData())
		}
		account.Set("name", "Another Name")
	}
}

func TestACachedSessionExpires(t *testing.T) {
	t.Parallel()
	app, token, now := openSession(t)
	var cache Cache
	account, session, err := cache.Find(app, token, true, now)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := cache.Find(app, token, false, session.ExpiresAt.Time().Add(-time.Second)); err != nil {
		t.Errorf("one second before its end: err = %v, want none", err)
	}
	if _, _, err := cache.Find(app, token, false, now.Add(Lifetime(account)+time.Second)); !errors.Is(err, ErrEnded) {
		t.Errorf("after its end: err = %v, want ErrEnded", err)
	}
}
