package members_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

// Not parallel: it measures the memory of the whole process.
func TestTheMemoryOfAListOrExportDoesNotGrowWithItsRows(t *testing.T) {
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
	most := testapp.PeakHeap(func() { got = o.staff.Download(users) })
	if got < rows*width || most > 30<<20 {
		t.Errorf("the whole list: %d bytes came, %d were held at most", got, most)
	}
	for _, format := range []string{"csv", "xlsx"} {
		most := testapp.PeakHeap(func() { got = o.staff.Download(users + "/export?format=" + format) })
		if got < rows*width/4 {
			t.Errorf("%s: only %d bytes have come", format, got)
		}
		// a workbook is written in chunks of about 16 MB; code that collected the rows first would hold all of them
		if most > rows*width {
			t.Errorf("%s: %d bytes are held for %d bytes of rows", format, most, rows*width)
		}
		t.Logf("%s: %d bytes came, %d were held at most", format, got, most)
	}
}
