package emails_test

import (
	"testing"

	"boardcircle/pb_hooks/internal/testapp/mailtest"
	"boardcircle/pb_hooks/modules/automations/emails"
)

func TestTranslationsMatchTheirSource(t *testing.T) {
	t.Parallel()
	mailtest.CheckTranslations(t, emails.Texts)
}
