package pb_migrations

import (
	"strings"

	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// One transfer may pay several offline payments. Its receipts have the same number, so a number is unique together with
// the part. A receipt that is not a part, and the first part, have part 0.
func init() {
	added := []core.Field{
		&core.TextField{Name: "transferId", Max: 15, Help: "The same for all parts of a divided transfer."},
		&core.NumberField{Name: "part", Min: types.Pointer(0.0), OnlyInt: true},
		&core.NumberField{
			Name: "transferAmount", Help: "The amount of the whole transfer, in minor units.", Min: types.Pointer(0.0),
			OnlyInt: true,
		},
	}
	const number, isNumbered = "idx_offline_receipts_utr", "utr != '' AND state != 'bounced'"
	m.Register(func(app core.App) error {
		err := changeCollection(app, "offline_receipts", func(c *core.Collection) {
			c.Fields.Add(added...)
			c.RemoveIndex(number)
			c.AddIndex(number, true, "mode, utr, part", isNumbered)
			c.AddIndex("idx_offline_receipts_transferId", false, "transferId, part", "transferId != ''")
		})
		if err != nil {
			return err
		}
		return run(app, []string{"DROP VIEW payments_receipts", receiptsViewWith(append(tdsColumns, "transferAmount")...)})
	}, func(app core.App) error {
		err := run(app, []string{
			"DROP VIEW payments_receipts",
			"UPDATE offline_receipts SET utr = substr(utr, 1, 36) || '-' || part WHERE part > 0",
		})
		if err != nil {
			return err
		}
		err = changeCollection(app, "offline_receipts", func(c *core.Collection) {
			c.RemoveIndex("idx_offline_receipts_transferId")
			c.RemoveIndex(number)
			for _, field := range added {
				c.Fields.RemoveByName(field.GetName())
			}
			c.AddIndex(number, true, "mode, utr", isNumbered)
		})
		if err != nil {
			return err
		}
		return run(app, []string{receiptsViewWith(tdsColumns...)})
	})
}

// tdsColumns are the columns that 1788006210 adds to the register of receipts.
var tdsColumns = []string{"tan", "tdsSection", "tdsCertificate", "tdsCertificateDate"}

// receiptsViewWith returns the statement that creates the register of receipts with more columns of the receipts.
func receiptsViewWith(columns ...string) string {
	const tds = "offline_receipts.tds,\n"
	added := ""
	for _, column := range columns {
		added += "offline_receipts." + column + ",\n"
	}
	for _, statement := range statements {
		if strings.HasPrefix(statement, "CREATE VIEW payments_receipts") {
			return strings.Replace(statement, tds, tds+added, 1)
		}
	}
	return ""
}
