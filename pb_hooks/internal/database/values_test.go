package database_test

import (
	"database/sql"
	"errors"
	"fmt"
	"testing"
	"time"

	"boardcircle/pb_hooks/internal/database"
)

func TestFormatTimeIsInUTCWithMilliseconds(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.November, 23, 5, 30, 0, 123_456_789, time.FixedZone("IST", 5*3600+1800))
	if got := database.FormatTime(at); got != "2026-11-23 00:00:00.123Z" || database.DateTime(at).String() != got {
		t.Errorf("FormatTime(%v) = %q", at, got)
	}
	if got := database.FormatTime(time.Time{}); got != "" || !database.DateTime(time.Time{}).IsZero() {
		t.Errorf("FormatTime of the zero time = %q, want an empty text", got)
	}
}

func TestAMissingRowIsIgnoredOrReplaced(t *testing.T) {
	t.Parallel()
	missing, failure := fmt.Errorf("find coupon: %w", sql.ErrNoRows), errors.New("disk I/O error")
	if database.IgnoreMissing(missing) != nil || database.IgnoreMissing(nil) != nil ||
		!errors.Is(database.IgnoreMissing(failure), failure) {
		t.Error("IgnoreMissing does not keep only the failure")
	}
	unknown := errors.New("unknown coupon")
	if database.IfMissing(missing, unknown) != unknown || database.IfMissing(nil, unknown) != nil ||
		!errors.Is(database.IfMissing(failure, unknown), failure) {
		t.Error("IfMissing does not replace only a missing row")
	}
}
