package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/automations/emails"
	"boardcircle/pb_hooks/internal/testapp/mailtest"
)

func TestTranslationsMatchTheirSource(t *testing.T) {
	t.Parallel()
	mailtest.CheckTranslations(t, emails.Texts)
}
