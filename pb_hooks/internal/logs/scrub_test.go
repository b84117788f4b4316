package logs_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"boardcircle/pb_hooks/internal/logs"
	"boardcircle/pb_hooks/internal/testapp/testdb"
)

func TestScrubRemovesOnlyPersonalDataAndSecrets(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`brevo: 400 "asha.rao+x@mail.example.com is not valid in to"`: `brevo: 400 "[email] is not valid in to"`,
		"GET /x?search=asha%40example.com":                            "GET /x?search=[removed]",
		"asha%40example.com":                                          "[email]",
		"call +91 98765 43210 now":                                    "call [phone] now",
		"contact 9876543210":                                          "contact [phone]",
		"Authorization: Bearer abc.def-ghi":                           "Authorization: [removed]",
		"link ?token=QWERTY&x=1":                                      "link ?token=[removed]&x=1",
		"eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ.c2ln":                    "[token]",
		"xkeysib-0123456789abcdef0123456789abcdef-QwErTy":             "[key]",
		"CXKQ4NVDPB7ZKHWNHJQRTUVWXY":                                  "[token]",
		"record kj3h45kjh345kj3 of registrations":                     "record kj3h45kjh345kj3 of registrations",
		"nomination 0198f0c4-6c1b-7a51-9c4c-9876543210ab":             "nomination 0198f0c4-6c1b-7a51-9c4c-9876543210ab",
		"at 2026-08-03 06:30:00.000Z, 1786084200 s":                   "at 2026-08-03 06:30:00.000Z, 1786084200 s",
		"pay_NqJ2k9Zx1PqRsT and order_DBJOWzybf0sJbb":                 "pay_NqJ2k9Zx1PqRsT and order_DBJOWzybf0sJbb",
		"idx_transactions_razorpaySubscriptionId":                     "idx_transactions_razorpaySubscriptionId",
		"UNIQUE constraint failed: users.email":                       "UNIQUE constraint failed: users.email",
		"took 12.5ms, 192.0.2.7":                                      "took 12.5ms, 192.0.2.7",
	} {
		if got := logs.Scrub(text); got != want {
			t.Errorf("Scrub(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestLogsAreScrubbedOnTheConsoleAndInTheTable(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	app.Settings().Logs.MaxDays = 5 // test apps keep no logs by default
	output := logs.Install(app)
	var console bytes.Buffer
	log := app.Logger().With("to", "asha@example.com").WithGroup("mail")
	output.Open(&console, slog.LevelInfo)
	log.Warn("sent to asha@example.com", "error", errors.New("asha@example.com bounced"), "id", "abc",
		"more", map[string]any{"phone": "+919876543210"}, slog.Group("g", "t", "?token=abc"))
	app.Logger().Info("hello", "ok", true, "n", 3)
	if text := console.String(); strings.Contains(text, "asha") || strings.Contains(text, "98765") || strings.Contains(text, "abc\"}") ||
		!strings.Contains(text, `"to":"[email]"`) || !strings.Contains(text, `"error":"[email] bounced"`) ||
		!strings.Contains(text, `"id":"abc"`) {
		t.Errorf("the console has:\n%s", text)
	}
	if err := logs.Flush(app); err != nil {
		t.Fatal(err)
	}
	var rows []string
	if err := app.AuxDB().NewQuery("SELECT message || data FROM _logs ORDER BY created").Column(&rows); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(rows, "\n")
	if strings.Contains(text, "asha") || strings.Contains(text, "98765") || !strings.Contains(text, "hello") ||
		!strings.Contains(text, `"id":"abc"`) {
		t.Errorf("the table has:\n%s", text)
	}
}

func TestTheTableHasOnlyTheLevelOfTheSettings(t *testing.T) {
	t.Parallel()
	app := testdb.New(t)
	logs.Install(app)
	settings := app.Settings()
	settings.Logs.MaxDays = 5
	settings.Logs.MinLevel = int(slog.LevelError)
	if err := app.Save(settings); err != nil {
		t.Fatal(err)
	}
	app.Logger().Warn("below the level")
	app.Logger().Error("at the level")
	if err := logs.Flush(app); err != nil {
		t.Fatal(err)
	}
	var rows []string
	if err := app.AuxDB().NewQuery("SELECT message FROM _logs").Column(&rows); err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(rows, "\n"); strings.Contains(text, "below") || !strings.Contains(text, "at the") {
		t.Errorf("the table has: %s", text)
	}
}
