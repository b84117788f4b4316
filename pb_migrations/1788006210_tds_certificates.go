package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// A receipt with TDS names the deductor and the section. The certificate, with which the tax is claimed from the
// government, comes later.
func init() {
	added := []core.Field{
		&core.TextField{Name: "tan", Max: 10, Pattern: `^[A-Z]{4}[0-9]{5}[A-Z]$`, Help: "Of the payer who deducted tax."},
		lineField("tdsSection", 20, false),
		lineField("tdsCertificate", 40, false),
		&core.DateField{Name: "tdsCertificateDate"},
	}
	m.Register(func(app core.App) error {
		err := changeCollection(app, "offline_receipts", func(c *core.Collection) {
			c.Fields.Add(added...)
			c.AddIndex("idx_offline_receipts_uncertified", false, "bankDate, id",
				"tds > 0 AND state = 'cleared' AND tdsCertificate = ''")
		})
		if err != nil {
			return err
		}
		if err := changeCollection(app, "settings", func(c *core.Collection) {
			c.Fields.Add(lineField("tdsRateLimit", 2, false))
		}); err != nil {
			return err
		}
		return run(app, []string{"DROP VIEW payments_receipts", receiptsViewWith(tdsColumns...)})
	}, func(app core.App) error {
		if err := run(app, []string{"DROP VIEW payments_receipts"}); err != nil {
			return err
		}
		if err := changeCollection(app, "settings", func(c *core.Collection) {
			c.Fields.RemoveByName("tdsRateLimit")
		}); err != nil {
			return err
		}
		err := changeCollection(app, "offline_receipts", func(c *core.Collection) {
			c.RemoveIndex("idx_offline_receipts_uncertified")
			for _, field := range added {
				c.Fields.RemoveByName(field.GetName())
			}
		})
		if err != nil {
			return err
		}
		return run(app, []string{receiptsViewWith()})
	})
}
