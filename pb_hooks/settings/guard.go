package settings

import (
	"strconv"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
)

// RegisterHooks keeps the settings right whoever writes them, staff in the dashboard included, and what is
// read of them fresh. It is bound before the rooms are opened: they follow the settings too, and
// what they read then must be the new values.
func RegisterHooks(app core.App) {
	bindCache(app)
	app.OnRecordValidate(collection).BindFunc(func(e *core.RecordEvent) error {
		values, problems := check(formValues(e.Record))
		fieldErrors := validation.Errors{}
		for _, p := range problems {
			fieldErrors[p.Field] = validation.NewError(p.Code, p.Message)
		}
		if len(fieldErrors) > 0 {
			return fieldErrors
		}
		for name, value := range values {
			e.Record.Set(name, value) // trimmed, and an address in lower case
		}
		return e.Next()
	})
}

// formValues are a record's values as a form would send them.
func formValues(r *core.Record) map[string]any {
	body := map[string]any{}
	for _, field := range Form {
		switch field.Name {
		case "gstRate":
			body[field.Name] = strconv.Itoa(r.GetInt(field.Name))
		case "reviewVotes": // 0 is what a record has that never set it
			body[field.Name] = strconv.Itoa(max(1, r.GetInt(field.Name)))
		case "purchaseNeedsApproval", "totpRequired":
			body[field.Name] = strconv.FormatBool(r.GetBool(field.Name))
		default:
			body[field.Name] = r.GetString(field.Name)
		}
	}
	return body
}
