package pb_migrations

import (
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
	"github.com/pocketbase/pocketbase/tools/types"
)

// Each GSTIN of the supplier has its own series of numbers. The documents until now are the first series, which belongs to
// the GSTIN of the first of them that has one.
func init() {
	const sequence = "idx_invoices_sequence"
	m.Register(func(app core.App) error {
		err := changeCollection(app, "invoices", func(c *core.Collection) {
			c.Fields.Add(
				&core.NumberField{Name: "series", Help: "The number of the series.", Min: types.Pointer(0.0), OnlyInt: true},
				&core.TextField{Name: "seriesGstin", Help: "The GSTIN to which the series belongs, if the document has it.",
					Max: 15},
			)
			c.RemoveIndex(sequence)
			c.AddIndex("idx_invoices_series", false, "seriesGstin, series", "seriesGstin != ''")
		})
		if err != nil {
			return err
		}
		err = run(app, []string{
			"UPDATE invoices SET series = 1",
			`UPDATE invoices SET seriesGstin = json_extract(document, '$.supplier.gstin')
			WHERE json_extract(document, '$.supplier.gstin') = (
				SELECT json_extract(document, '$.supplier.gstin') FROM invoices
				WHERE json_extract(document, '$.supplier.gstin') != '' ORDER BY issuedAt, rowid LIMIT 1)`,
		})
		if err != nil {
			return err
		}
		return changeCollection(app, "invoices", func(c *core.Collection) {
			c.AddIndex(sequence, true, "kind, series, financialYear, sequence", "")
		})
	}, func(app core.App) error {
		// A number of six digits is in no other series.
		if err := run(app, []string{"UPDATE invoices SET sequence = sequence + (series - 1) * 1000000"}); err != nil {
			return err
		}
		return changeCollection(app, "invoices", func(c *core.Collection) {
			c.RemoveIndex("idx_invoices_series")
			c.RemoveIndex(sequence)
			c.Fields.RemoveByName("series")
			c.Fields.RemoveByName("seriesGstin")
			c.AddIndex(sequence, true, "kind, financialYear, sequence", "")
		})
	})
}
