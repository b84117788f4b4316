package hooks

import (
	"github.com/pocketbase/pocketbase/core"
)

// recordDefaults are the specification's default values by collection, plus defaults for two fields that the program
// requires (source and kind). Our own routes set these fields from their forms. Records that staff create through
// PocketBase's dashboard or API get them here.
var recordDefaults = map[string]map[string]any{
	"users": {"requestType": "enquiry", "isActive": true, "source": "user"},
	"membership_tiers": {
		"currency":    "INR",
		"duration":    "lifetime",
		"isActive":    true,
		"buttonText":  "Choose Plan",
		"buttonColor": "#0052CC",
	},
	"transactions": {"currency": "INR", "status": "pending", "kind": "order"},
	"email_logs":   {"status": "queued"},
}

// bindRecordDefaults sets the default of each field that a request to create a record omits. An empty text counts as
// omitted, because the dashboard sends one for every untouched field. An explicit false is stored.
func bindRecordDefaults(app core.App) {
	for collection, defaults := range recordDefaults {
		app.OnRecordCreateRequest(collection).BindFunc(func(e *core.RecordRequestEvent) error {
			request, err := e.RequestInfo()
			if err != nil {
				return err
			}
			for field, value := range defaults {
				if sent, has := request.Body[field]; !has || sent == "" || sent == nil {
					e.Record.Set(field, value)
				}
			}
			return e.Next()
		})
	}
}
