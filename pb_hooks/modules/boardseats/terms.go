package boardseats

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/modules/boardseats/emails"
	"boardcircle/pb_hooks/modules/boardseats/tenure"
)

// GetTenure is GET /api/tenure. Only the owner of a profile can read the terms of its boards.
func (s *Seats) GetTenure() httpx.Endpoint {
	return httpx.Get(s.getTenure, httpx.Doc{
		Tag: "circle", Summary: "Read when your own board terms end",
		Description: "The terms are computed from the boards in your profile. They are information, not legal advice.",
	})
}

func (s *Seats) getTenure(e *core.RequestEvent) (tenure.Tenure, error) {
	return tenure.Of(identity.NewUser(e.Auth).Boards(), s.today()), nil
}

// NextTerm returns the term of a member's boards that ends next, or nil. It is for the member only.
func (s *Seats) NextTerm(app core.App, userID string) (*tenure.Term, error) {
	user, err := identity.FindUser(app, userID)
	if err != nil {
		return nil, err
	}
	return tenure.Of(user.Boards(), s.today()).Next(), nil
}

// today returns the current day in India as midnight UTC.
func (s *Seats) today() time.Time { return tenure.Day(india.Day(s.now())) }

// reminderBatch is the number of accounts that RemindTerms reads at once.
const reminderBatch = 500

// RemindTerms queues an email for each term that ends within six months. It runs once a day. The dedupe key of an email
// names the term and its end, so a member is reminded again only if the end changes. If an account fails, RemindTerms
// continues with the next account. It returns all errors.
func (s *Seats) RemindTerms() error {
	var failed error
	after := ""
	for {
		users, err := identity.ListWithBoards(s.app, after, reminderBatch)
		if err != nil {
			return errors.Join(failed, err)
		}
		for _, user := range users {
			if err := s.remind(user); err != nil {
				failed = errors.Join(failed, fmt.Errorf("account %s: %w", user.Id, err))
			}
			after = user.Id
		}
		if len(users) < reminderBatch {
			return failed
		}
	}
}

func (s *Seats) remind(user *identity.User) error {
	for _, term := range tenure.Of(user.Boards(), s.today()).Terms {
		if !term.IsEndingSoon {
			continue
		}
		isMember, err := s.deps.IsMember(s.app, user.Id, s.now())
		if err != nil {
			return fmt.Errorf("remind of a term: %w", err)
		}
		if !isMember {
			return nil
		}
		err = s.app.RunInTransaction(func(tx core.App) error {
			return s.deps.Outbox.Enqueue(tx, emails.TermEnding{
				UserID: user.Id, Name: user.Name(), Email: user.Email(), Company: term.Company, EndsOn: endOf(term),
				Number: term.Number, EligibleOn: tenure.Day(term.EligibleOn),
			}.Build())
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// requireTerm makes a reminder obsolete if the member has since changed the term or closed the account.
func requireTerm(app core.App, params map[string]string) (map[string]string, error) {
	user, err := identity.FindUser(app, params[emails.ParamUser])
	switch {
	case errors.Is(err, sql.ErrNoRows), err == nil && !user.IsActive():
		return nil, outbox.ErrObsolete
	case err != nil:
		return nil, err
	}
	for _, term := range tenure.Of(user.Boards(), time.Time{}).Terms {
		if term.Company == params[emails.ParamCompany] && india.DayText(endOf(term)) == params[emails.ParamEndsOn] {
			return nil, nil
		}
	}
	return nil, outbox.ErrObsolete
}

func endOf(term tenure.Term) time.Time {
	end, _ := india.ParseEnd(term.EndsOn) // EndsOn is "" or a valid day
	return end
}
