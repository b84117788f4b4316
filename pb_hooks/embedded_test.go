package hooks_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp"
)

// Text that a person wrote into the landing page, or a page of another site, must not make an admin's browser download
// an export in the admin's name.
func TestOtherSitesAndEmbeddedElementsCannotDownloadAnExport(t *testing.T) {
	t.Parallel()
	h := testapp.New(t)
	for header, statuses := range map[string]map[string]int{
		"Sec-Fetch-Site": {"cross-site": 403, "same-site": 403, "same-origin": 200, "none": 200, "": 200},
		"Sec-Fetch-Dest": {"image": 403, "iframe": 403, "script": 403, "video": 403, "object": 403, "empty": 200, "document": 200},
	} {
		for value, want := range statuses {
			admin := h.SignedIn("admins", nil)
			admin.Header.Set(header, value)
			before, err := h.PB.CountRecords("audit_log")
			if err != nil {
				t.Fatal(err)
			}
			answer := admin.Get("/api/registrations/export")
			after, err := h.PB.CountRecords("audit_log")
			if err != nil {
				t.Fatal(err)
			}
			if answer.Status != want || (after > before) != (want == 200) {
				t.Errorf("%s %q: status = %d, want %d, and %d audit rows", header, value, answer.Status, want,
					after-before)
			}
		}
	}
}
