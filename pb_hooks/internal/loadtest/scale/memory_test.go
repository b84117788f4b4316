package scale

import (
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

// heldAtMost is how much memory an export may use: a workbook is built in pieces of some 16 MB. The rows of any of the
// long lists would take more.
const heldAtMost = 40 << 20

// This test is not parallel, because it measures the memory of the whole process.
func TestAnExportHoldsNothingOfItsRows(t *testing.T) {
	if !*long {
		t.Skip("the rows of 1,000 people are too few to tell; pb_hooks/members has a short form")
	}
	c := open(t)
	for _, route := range c.Routes() {
		if !strings.HasSuffix(route.Path, "/export") {
			continue
		}
		for _, format := range []string{"csv", "xlsx"} {
			var bytes int64
			var heard []string
			most := testapp.PeakHeap(func() {
				heard = queryplan.CaptureQueries(c.PB, func() {
					bytes = c.staff.Download(route.Path + "?format=" + format)
				})
			})
			t.Logf("%s: %d bytes of %s came, %d were held at most", route.Path, bytes, format, most)
			if bytes < int64(c.people) {
				t.Errorf("%s: only %d bytes of %s have come", route.Path, bytes, format)
			}
			if most > heldAtMost {
				t.Errorf("%s: %d bytes are held for %s", route.Path, most, format)
			}
			// A statement that sorts would hold its rows in the database's memory.
			for _, statement := range heard {
				for _, step := range queryplan.Explain(t, c.PB, statement) {
					if strings.Contains(step, "USE TEMP B-TREE") {
						t.Errorf("%s: %s in\n%s", route.Path, step, statement)
					}
				}
			}
		}
	}
}
