package readmodel_test

import (
	"slices"
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/readmodel"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestFindMatchesSubstrings(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	texts := map[string]string{
		"asha":  readmodel.Text("Asha Rao", "asha@example.com", "+919876543210", "Pune, Maharashtra"),
		"bina":  readmodel.Text("Bina 100%", "bina@sample.example", `Dev_i \ "Co"`),
		"chiya": readmodel.Text("चित्रा सेन", "chitra@example.com"),
	}
	err := app.RunInTransaction(func(tx core.App) error {
		for id, text := range texts {
			if err := readmodel.SetText(tx, readmodel.Users, id, "", text); err != nil {
				return err
			}
		}
		for id, payment := range map[string]string{"t1": "pay_Q7X9M2", "t2": "pay_Q8Z9M3"} {
			if err := readmodel.SetText(tx, readmodel.Transactions, id, "", readmodel.Text(payment)); err != nil {
				return err
			}
		}
		return readmodel.SetText(tx, readmodel.People, "asha", "", texts["asha"])
	})
	if err != nil {
		t.Fatal(err)
	}
	find := func(term string) []string {
		t.Helper()
		ids, more, err := readmodel.Find(app, readmodel.Users, term, 10)
		if err != nil || more {
			t.Fatal(term, more, err)
		}
		slices.Sort(ids)
		return ids
	}
	for term, want := range map[string][]string{
		"asha": {"asha"}, "SHA R": {"asha"}, "98765": {"asha"}, "@example.com": {"asha", "chiya"}, "example": {"asha", "bina", "chiya"},
		"%": {"bina"}, "0%": {"bina"}, "_": {"bina"}, `\`: {"bina"}, `"`: {"bina"}, `"Co"`: {"bina"}, "' OR 1=1 --": nil, "a": {"asha", "bina", "chiya"},
		"चित्रा": {"chiya"}, "से": {"chiya"}, "त्रा": {"chiya"}, "Rao asha": nil, "Raoasha": nil, "AND": nil, "ra": {"asha", "chiya"}, "m": {"asha", "bina", "chiya"},
	} {
		if got := find(term); !slices.Equal(got, want) {
			t.Errorf("Find(%q) = %v, want %v", term, got, want)
		}
	}
	for term, want := range map[string][]string{"pay_Q7X": {"t1"}, "pay_Q": {"t1", "t2"}, "pay_": {"t1", "t2"}, "pay_Zzz": nil} {
		ids, more, err := readmodel.Find(app, readmodel.Transactions, term, 10)
		slices.Sort(ids)
		if err != nil || more || !slices.Equal(ids, want) {
			t.Errorf("Find(%q) of payments = %v, want %v: %v", term, ids, want, err)
		}
	}
	if _, more, err := readmodel.Find(app, readmodel.Users, "example", 2); err != nil || !more {
		t.Errorf("more = %v, want true, because more rows match than the limit: %v", more, err)
	}

	err = app.RunInTransaction(func(tx core.App) error {
		if err := readmodel.SetText(tx, readmodel.Users, "asha", texts["asha"], readmodel.Text("Renamed")); err != nil {
			return err
		}
		return readmodel.SetText(tx, readmodel.Users, "bina", texts["bina"], "")
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := find("example"); !slices.Equal(got, []string{"chiya"}) {
		t.Errorf("example: got %v after the changes, want chiya", got)
	}
	if got := find("renamed"); !slices.Equal(got, []string{"asha"}) {
		t.Errorf("renamed: got %v after the changes, want asha", got)
	}
}
