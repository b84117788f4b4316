package tiers

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// Buyers send their money through a payment link, so an admin's session is not enough to change one:
//
//   - It must lead to Razorpay (linkHosts; in the demo also to the fake Razorpay), no matter who sets it.
//   - The console asks for the admin's password.
//   - All admins get an email when it changes, also when a superuser changes it in the dashboard.

// linkHosts are the hosts of Razorpay's payment links and payment pages.
var linkHosts = []string{"rzp.io", "razorpay.me", "pages.razorpay.com", "payments.razorpay.com"}

var errTierChanged = httpx.NewError(
	http.StatusConflict,
	"Another administrator has changed the price or the payment link in the meantime. Please open the tier again, "+
		"then save your changes.",
	nil,
)

// setsPaymentLink reports whether a body changes the payment link of a tier, or sets that of a new one.
func (p *Tiers) setsPaymentLink(e *core.RequestEvent, change httpx.Change[Form]) (bool, error) {
	if !change.Has(linkField.Name) {
		return false, nil
	}
	link, problem := p.checkLink(change.Body)
	if problem != nil {
		return false, nil // the handler reports the problem
	}
	current := ""
	if id := e.Request.PathValue("id"); id != "" {
		record, err := findRecord(e.App, id)
		if err != nil {
			return false, toAPIError(err)
		}
		current = record.paymentLink()
	}
	return link != current, nil
}

var linkField = formRules.Field("razorpayPaymentLink")

// bind checks the values of a tier. In the demo a payment link may lead to the fake Razorpay.
func (p *Tiers) bind(body map[string]any) (Form, []rules.Problem) {
	form, problems := httpx.Bind[Form](body)
	if link, problem := p.checkLink(body); problem == nil {
		form.RazorpayPaymentLink = link
		problems = slices.DeleteFunc(problems, func(p rules.Problem) bool { return p.Field == linkField.Name })
	}
	return form, problems
}

func (p *Tiers) checkLink(body map[string]any) (string, *rules.Problem) {
	if link, ok := body[linkField.Name].(string); ok && p.isSandboxLink(link) {
		return link, nil
	}
	value, problem := linkField.Check(body[linkField.Name])
	link, _ := value.(string)
	return link, problem
}

func (p *Tiers) isSandboxLink(link string) bool {
	return p.options.SandboxLinks != "" && strings.HasPrefix(link, p.options.SandboxLinks)
}

// guardPaymentLinks registers a hook that checks a changed payment link against the rule of the form, and emails the
// admins.
func (p *Tiers) guardPaymentLinks() {
	guard := func(e *core.RecordEvent) error {
		tier := database.As[tierRecord](e.Record)
		before, after := "", tier.paymentLink()
		if !e.Record.IsNew() {
			before = database.As[tierRecord](e.Record.Original()).paymentLink()
		}
		if before == after {
			return e.Next()
		}
		if _, problem := linkField.Check(after); problem != nil && !p.isSandboxLink(after) {
			return validation.Errors{linkField.Name: validation.NewError(problem.Code, problem.Message)}
		}
		if err := e.Next(); err != nil {
			return err
		}
		return p.options.NotifyAdmins(e.App, e.Record, []string{
			fmt.Sprintf("The payment link of the membership tier “%s”: %s (before: %s)", tier.name(),
				cmp.Or(after, "none"), cmp.Or(before, "none")),
		})
	}
	// The id makes a second Tiers on the same app replace this hook. The demo's history builds such a second one.
	handler := &hook.Handler[*core.RecordEvent]{Id: "boardcirclePaymentLinks", Func: guard}
	p.app.OnRecordCreate(collection).Bind(handler)
	p.app.OnRecordUpdate(collection).Bind(handler)
}
