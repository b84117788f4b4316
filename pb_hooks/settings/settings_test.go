package settings_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/settings"
)

func TestEmptySettingsHaveTheirDefaults(t *testing.T) {
	t.Parallel()
	h := testapp.NewFresh(t)
	read := func() settings.Settings {
		t.Helper()
		s, err := settings.Read(h.PB)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if got := read(); got != settings.Defaults() || got.GSTRate != 18 {
		t.Errorf("settings without a record = %+v, want the defaults", got)
	}
	collection, err := h.PB.FindCollectionByNameOrId("settings")
	if err != nil {
		t.Fatal(err)
	}
	record := core.NewRecord(collection)
	record.Load(map[string]any{"key": "site", "gstRate": 12, "supplierGstin": "27AAPFU0939F1ZV"})
	if err := h.PB.Save(record); err != nil {
		t.Fatal(err)
	}
	want := settings.Defaults()
	want.GSTRate, want.SupplierGSTIN = 12, "27AAPFU0939F1ZV"
	if got := read(); got != want {
		t.Errorf("got %+v, want %+v with the defaults of empty fields", got, want)
	}
	record.Set("gstRate", 0)
	if err := h.PB.Save(record); err != nil {
		t.Fatal(err)
	}
	if got := read(); got.GSTRate != 0 {
		t.Errorf("GSTRate = %d, want the stored 0", got.GSTRate)
	}
}

func TestTransactionReadsItsOwnChange(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	put(h.SignedIn("admins", nil), withPassword(map[string]any{"gstRate": 5}))
	if _, err := settings.Read(h.PB); err != nil {
		t.Fatal(err)
	}
	err := h.PB.RunInTransaction(func(tx core.App) error {
		record, err := tx.FindFirstRecordByData("settings", "key", "site")
		if err != nil {
			return err
		}
		record.Set("gstRate", 7)
		if err := tx.Save(record); err != nil {
			return err
		}
		if s, _ := settings.Read(tx); s.GSTRate != 7 {
			t.Errorf("GSTRate in the transaction = %d, want 7", s.GSTRate)
		}
		return http.ErrAbortHandler
	})
	if s, _ := settings.Read(h.PB); err == nil || s.GSTRate != 5 {
		t.Errorf("GSTRate after the rollback = %d, want 5", s.GSTRate)
	}
}

func TestEventDayHasItsOrdinal(t *testing.T) {
	t.Parallel()
	for date, want := range map[string]string{
		"": "September 16th", "2027-01-01": "January 1st", "2027-05-22": "May 22nd", "2027-08-23": "August 23rd",
		"2027-02-11": "February 11th", "2027-06-12": "June 12th", "2027-07-13": "July 13th", "2027-12-31": "December 31st",
	} {
		if got := (settings.Settings{Form: settings.Form{EventDate: date}}).EventDay(); got != want {
			t.Errorf("EventDay of %q = %s, want %s", date, got, want)
		}
	}
}

func TestAnEventIsUpcomingUntilItsDayIsOverInIndia(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ date, now, want string }{
		{"", "2026-09-16T18:29:59Z", "September 16th"}, {"", "2026-09-16T18:30:00Z", ""},
		{"2027-03-02", "2026-11-24T00:00:00Z", "March 2nd"}, {"2027-03-02", "2027-03-02T18:30:00Z", ""},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := (settings.Settings{Form: settings.Form{EventDate: c.date}}).UpcomingEventDay(now); got != c.want {
			t.Errorf("%q at %s: %q, want %q", c.date, c.now, got, c.want)
		}
	}
}
