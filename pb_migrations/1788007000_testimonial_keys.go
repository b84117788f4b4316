package pb_migrations

import (
	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"
	m "github.com/pocketbase/pocketbase/migrations"
)

// testimonialIDs are the ids of the built-in testimonials, which were names of invented people, and their ids from now
// on.
var testimonialIDs = [][2]string{
	{"anuradha-deshmukh", "listed-company"}, {"lakshmi-raghunathan", "psu"}, {"farida-contractor", "startup"},
}

// The built-in testimonials name no one. What an office has written stays with the card.
func init() {
	m.Register(func(app core.App) error { return renameTestimonials(app, 0, 1) },
		func(app core.App) error { return renameTestimonials(app, 1, 0) })
}

func renameTestimonials(app core.App, from, to int) error {
	for _, id := range testimonialIDs {
		for table, values := range map[string][]string{"texts": {"published", "draft"}, "text_versions": {"value"}} {
			names := dbx.Params{
				"from": "landing.testimonials.cards." + id[from] + ".", "to": "landing.testimonials.cards." + id[to] + ".",
				"fromID": `"id":"` + id[from] + `"`, "toID": `"id":"` + id[to] + `"`, "list": "landing.testimonials.cards",
			}
			_, err := app.DB().NewQuery(`UPDATE {{` + table + `}} SET [[key]] = replace([[key]], {:from}, {:to})
				WHERE [[key]] >= {:from} AND [[key]] < {:from} || char(65536)`).Bind(names).Execute()
			if err != nil {
				return err
			}
			for _, value := range values {
				_, err := app.DB().NewQuery(`UPDATE {{` + table + `}} SET [[` + value + `]] =
					replace([[` + value + `]], {:fromID}, {:toID}) WHERE [[key]] = {:list}`).Bind(names).Execute()
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}
