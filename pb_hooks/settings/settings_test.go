package settings_test

import (
	"testing"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/settings"
)

func TestSettingsAreTheDefaultsUntilStaffSetThem(t *testing.T) {
	t.Parallel()
	house := testapp.New(t)
	read := func() settings.Settings {
		t.Helper()
		s, err := settings.Read(house.PB)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if got := read(); got != settings.Defaults() || got.GSTRate != 18 {
		t.Errorf("without a record: %+v", got)
	}
	collection, err := house.PB.FindCollectionByNameOrId("settings")
	if err != nil {
		t.Fatal(err)
	}
	record := core.NewRecord(collection)
	record.Load(map[string]any{"key": "site", "gstRate": 12, "supplierGstin": "27AAPFU0939F1ZV"})
	if err := house.PB.Save(record); err != nil {
		t.Fatal(err)
	}
	want := settings.Defaults()
	want.GSTRate, want.SupplierGSTIN = 12, "27AAPFU0939F1ZV"
	if got := read(); got != want {
		t.Errorf("an empty field is not its default: %+v", got)
	}
	record.Set("gstRate", 0)
	if err := house.PB.Save(record); err != nil {
		t.Fatal(err)
	}
	if got := read(); got.GSTRate != 0 {
		t.Errorf("a rate of 0 is meant: %+v", got)
	}
}
