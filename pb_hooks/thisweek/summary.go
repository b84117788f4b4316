package thisweek

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/internal/plural"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/thisweek/emails"
)

// maxLines is the number of lines that a list of the email has.
const maxLines = 10

func (w *ThisWeek) emailKinds() []outbox.Kind {
	return []outbox.Kind{{Name: emails.KindWeek, Texts: emails.Texts, Params: requireSubscribed}}
}

// requireSubscribed makes an email obsolete if its reader has switched it off.
func requireSubscribed(app core.App, params map[string]string) (map[string]string, error) {
	is, err := isSubscribed(app, params[emails.ParamAccount])
	if err == nil && !is {
		err = outbox.ErrObsolete
	}
	return nil, err
}

// EmailForm is the body of PUT /api/admin/this-week/email.
type EmailForm struct {
	_    struct{} `wire:"-"`
	IsOn bool     `json:"isOn"`
}

// Rules returns the rules of the form.
func (EmailForm) Rules() rules.Form { return emailRules }

var emailRules = rules.Form{{Name: "isOn", Label: "Send the week by email", Kind: rules.Flag}}

var errNoAddress = apperr.Conflict("no-address",
	"Your account has no email address. Please add one under “Your account” first.")

// SetEmail is PUT /api/admin/this-week/email.
func (w *ThisWeek) SetEmail() httpx.Endpoint {
	return httpx.JSON(w.setEmail, httpx.Doc{
		Tag: "office", Summary: "Switch your weekly email on or off", Errors: []*apperr.Error{errNoAddress},
		Description: "The email has what is to do this week and is sent on Monday morning. It is off by default.",
		Example:     map[string]any{"isOn": true},
	})
}

func (w *ThisWeek) setEmail(e *core.RequestEvent, form EmailForm) (EmailForm, error) {
	if form.IsOn && e.Auth.Email() == "" {
		return EmailForm{}, errNoAddress
	}
	err := e.App.RunInTransaction(func(tx core.App) error {
		isChange, err := setSubscribed(tx, e.Auth.Id, form.IsOn)
		if err != nil || !isChange {
			return err
		}
		return w.deps.Audit.Record(tx, audit.RequestActor(e), "weekly-email.changed", audit.SubjectOf(e.Auth),
			map[string]any{"isOn": form.IsOn})
	})
	return form, apperr.SaveFailed("switch the weekly email", err)
}

// SendSummaries queues the week for each admin who gets it by email, unless there is nothing to do. It runs on Monday
// morning. The dedupe key of an email names the account and the day.
func (w *ThisWeek) SendSummaries() error {
	accounts, err := listSubscribed(w.app)
	if err != nil || len(accounts) == 0 {
		return err
	}
	addresses, err := w.deps.FindOfficeAddresses(w.app, accounts)
	if err != nil {
		return err
	}
	week, err := w.read(w.app)
	if err != nil {
		return fmt.Errorf("read the week: %w", err)
	}
	email := week.email()
	if email.IsEmpty() {
		return nil
	}
	email.Day = india.Day(w.now())
	for account, address := range addresses {
		email.Account, email.Email = account, address
		err = errors.Join(err, w.app.RunInTransaction(func(tx core.App) error {
			return w.deps.Outbox.Enqueue(tx, email.Build())
		}))
	}
	return err
}

// overdueLabels are the words before the label of an item.
var overdueLabels = map[Kind]string{
	Nomination: "Nomination of ", BoardSeat: "Board seat: ", Approval: "Approval: ",
	Introduction: "Introduction: ", Mentor: "Request for a mentor: ", Letter: "Tax: ",
	LostVote: "Lost vote to repeat: ",
}

// email returns the lists of the week as text.
func (week Week) email() emails.Week {
	var sessions, overdue, joined []string
	for _, s := range week.Sessions {
		sessions = append(sessions, s.Title+", "+india.TimeText(types.DateTime(s.StartsAt).Time()))
	}
	for _, item := range week.Overdue {
		overdue = append(overdue, overdueLabels[item.Kind]+item.Label+", since "+dayText(item.Since))
	}
	for _, m := range week.NewMembers {
		joined = append(joined, m.Name+", joined on "+dayText(m.JoinedAt))
	}
	email := emails.Week{Sessions: lines(sessions), Overdue: lines(overdue), NewMembers: lines(joined)}
	if n := len(week.Endings); n > 0 {
		email.Endings = plural.Count(n, "membership ends", "memberships end")
	}
	return email
}

func dayText(at httpx.Time) string { return india.DayText(types.DateTime(at).Time()) }

func lines(list []string) string {
	if more := len(list) - maxLines; more > 0 {
		list = append(list[:maxLines:maxLines], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, "\n")
}
