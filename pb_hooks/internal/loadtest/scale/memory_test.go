package scale

import (
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
	"boardcircle/pb_hooks/internal/testapp/queryplan"
)

// maxHeap is the memory that an export may use: a workbook is built in pieces of some 16 MB. The rows of any of the
// long lists would take more.
const maxHeap = 40 << 20

// This test is not parallel, because it measures the memory of the whole process.
func TestAnExportDoesNotHoldItsRowsInMemory(t *testing.T) {
	if !*long {
		t.Skip("1,000 people have too few rows for this test; pb_hooks/members has a short form")
	}
	c := open(t)
	for _, route := range c.Routes() {
		// The other exports have few rows: of one session or campaign, and of offline receipts, which the data lacks.
		if !strings.HasSuffix(route.Path, "/export") || strings.Contains(route.Path, "{") ||
			route.Path == "/api/offline-receipts/export" {
			continue
		}
		for _, format := range []string{"csv", "xlsx"} {
			var bytes int64
			var captured []string
			peak := testapp.PeakHeap(func() {
				captured = queryplan.CaptureQueries(c.PB, func() {
					bytes = c.staff.Download(route.Path + "?format=" + format)
				})
			})
			t.Logf("%s: %d bytes of %s, peak heap %d bytes", route.Path, bytes, format, peak)
			if bytes < int64(c.people) {
				t.Errorf("%s: got only %d bytes of %s", route.Path, bytes, format)
			}
			if peak > maxHeap {
				t.Errorf("%s: peak heap is %d bytes for %s", route.Path, peak, format)
			}
			// A statement that sorts would hold its rows in the database's memory.
			for _, statement := range captured {
				for _, step := range queryplan.Explain(t, c.PB, statement) {
					if strings.Contains(step, "USE TEMP B-TREE") {
						t.Errorf("%s: %s in\n%s", route.Path, step, statement)
					}
				}
			}
		}
	}
}
