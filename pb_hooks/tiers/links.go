package tiers

import (
	"fmt"
	"net/http"
	"strings"

	validation "github.com/pocketbase/ozzo-validation/v4"
	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/hook"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/rules"
)

// A payment link is where buyers send their money, so a session alone does not change it:
//
//   - it leads to Razorpay, whoever sets it (linkHosts; in the demo to its fake as well);
//   - the console asks for the admin's password;
//   - all admins are e-mailed when it changes, also by a superuser in the dashboard.

// linkHosts are the hosts of Razorpay's payment links and payment pages.
var linkHosts = []string{"rzp.io", "razorpay.me", "pages.razorpay.com", "payments.razorpay.com"}

var errTierChanged = httpx.NewError(http.StatusConflict, "Another administrator has changed the price or the payment link in the meantime. Please open the tier again, then save your changes.", nil)

// SetsPaymentLink tells whether a request gives a tier another payment link, which takes a re-authentication.
func (p *Tiers) SetsPaymentLink(e *core.RequestEvent) (bool, error) {
	body, err := httpx.DecodeObject(e)
	if err != nil {
		return false, err
	}
	link, problem := p.checkLink(body)
	if _, sent := body[linkField.Name]; !sent || problem != nil {
		return false, nil // the handler names the problem
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

var linkField = TierForm.Field("razorpayPaymentLink")

// checkForm checks a tier's values. In the demo a payment link may lead to its fake Razorpay.
func (p *Tiers) checkForm(body map[string]any) (rules.Values, []rules.Problem) {
	values, problems := TierForm.Check(body)
	if link, problem := p.checkLink(body); problem == nil && values != nil {
		values[linkField.Name] = link
		rest := problems[:0]
		for _, other := range problems {
			if other.Field != linkField.Name {
				rest = append(rest, other)
			}
		}
		problems = rest
	}
	return values, problems
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

// guardPaymentLinks holds a payment link that is changed to the rule of the form, and e-mails the admins.
func (p *Tiers) guardPaymentLinks() {
	guard := func(e *core.RecordEvent) error {
		tier := newTierRecord(e.Record)
		before, after := "", tier.paymentLink()
		if !e.Record.IsNew() {
			before = newTierRecord(e.Record.Original()).paymentLink()
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
		return p.options.NotifyAdmins(e.App, e.Record, []string{fmt.Sprintf(
			"The payment link of the membership tier “%s”: %s (before: %s)", tier.name(), orNone(after), orNone(before))})
	}
	// by its id it takes the place of the guard of a feature that was built before, as the demo's history does
	handler := &hook.Handler[*core.RecordEvent]{Id: "boardcirclePaymentLinks", Func: guard}
	p.app.OnRecordCreate(collection).Bind(handler)
	p.app.OnRecordUpdate(collection).Bind(handler)
}

func orNone(link string) string {
	if link == "" {
		return "none"
	}
	return link
}
