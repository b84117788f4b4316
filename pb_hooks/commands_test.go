package hooks_test

import (
	"errors"
	"fmt"
	"testing"

	hooks "boardcircle/pb_hooks"
	"boardcircle/pb_hooks/internal/apperr"
)

func TestExplainReturnsTheMessageOfARefusal(t *testing.T) {
	t.Parallel()
	refusal := fmt.Errorf("create backup: %w", apperr.Conflict("too-many-backups", "Please delete one first."))
	if got := hooks.Explain(refusal); got != "Please delete one first." {
		t.Errorf("a refusal: %q", got)
	}
	if got := hooks.Explain(errors.New("disk full")); got != "disk full" {
		t.Errorf("a failure: %q", got)
	}
}
