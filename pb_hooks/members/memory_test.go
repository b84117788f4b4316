package members_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// This test is not parallel, because it measures the memory of the whole process.
func TestMemoryOfAListOrExportDoesNotGrowWithItsRows(t *testing.T) {
	testdb.SkipUnderRace(t)
	o := open(t)
	const rows, width = 16_000, 4_000
	_, err := o.PB.NonconcurrentDB().
		NewQuery(`INSERT INTO users (id, email, name, tokenKey, requestType, source, location, createdAt)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 16000)
		SELECT printf('u%014d', i), 'u' || i || '@example.com', 'User', 'k' || i, 'enquiry', 'user', hex(randomblob(2000)), '2026-08-01 00:00:00.000Z' FROM n`).
		Execute()
	if err != nil {
		t.Fatal(err)
	}
	var got int64
	peak := testapp.PeakHeap(func() { got = o.staff.Download(users) })
	if got < rows*width || peak > 30<<20 {
		t.Errorf("list: %d bytes received, peak heap = %d, want at most 30 MB", got, peak)
	}
	for _, format := range []string{"csv", "xlsx"} {
		peak := testapp.PeakHeap(func() { got = o.staff.Download(users + "/export?format=" + format) })
		if got < rows*width/4 {
			t.Errorf("%s: %d bytes received, want at least %d", format, got, rows*width/4)
		}
		// A workbook is written in chunks of about 16 MB. Code that collected all rows first would need more memory.
		if peak > rows*width {
			t.Errorf("%s: peak heap = %d, want less than the rows, %d", format, peak, rows*width)
		}
		t.Logf("%s: %d bytes received, peak heap = %d", format, got, peak)
	}
}
