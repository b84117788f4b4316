package emails

import (
	"fmt"
	"strconv"
	"time"

	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails of this package.
const (
	// KindSeatInvitation invites a person to a membership that a company has bought.
	KindSeatInvitation = "seat-invitation"
	// KindSeatAccepted tells a company that an invitation was accepted with an address other than the invited one.
	KindSeatAccepted = "seat-accepted"
	// KindSeatTaken tells a company that the person whom it has invited has accepted.
	KindSeatTaken = "seat-taken"
	// KindSeatReminder tells a company that memberships which it has bought for its people end.
	KindSeatReminder = "seat-reminder"
)

// SeatInvitation invites a person to a seat, once for each invitation. The kind's Params adds its link.
type SeatInvitation struct {
	SeatID               string
	Round                int
	Company, Name, Email string
	ExpiresAt            time.Time
}

func (e SeatInvitation) Build() outbox.Email {
	return outbox.Email{
		Kind:      KindSeatInvitation,
		DedupeKey: fmt.Sprintf("seat:%s:%d", e.SeatID, e.Round),
		To:        outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{
			"seatId":  e.SeatID,
			"round":   strconv.Itoa(e.Round),
			"company": texts.CompanyName(e.Company),
			"name":    texts.GreetingName(e.Name),
			"until":   india.DayText(e.ExpiresAt),
		},
		// An expired link is not sent.
		ExpiresAt: e.ExpiresAt,
	}
}

// SeatAccepted tells the buyer of a seat that Holder has accepted an invitation to another address, once for each
// invitation.
type SeatAccepted struct {
	SeatID                             string
	Round                              int
	Tier, Invited, Holder, Name, Email string
}

func (e SeatAccepted) Build() outbox.Email {
	return outbox.Email{
		Kind:      KindSeatAccepted,
		DedupeKey: fmt.Sprintf("seat-accepted:%s:%d", e.SeatID, e.Round),
		To:        outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{
			"tier":    e.Tier,
			"invited": e.Invited,
			"holder":  e.Holder,
			"name":    texts.GreetingName(e.Name),
		},
	}
}

// SeatTaken tells the buyer of a seat that Holder, whom they have invited, has accepted it, once for each invitation.
// From is the day on which the term starts.
type SeatTaken struct {
	SeatID                          string
	Round                           int
	Tier, Holder, From, Name, Email string
}

func (e SeatTaken) Build() outbox.Email {
	return outbox.Email{
		Kind:      KindSeatTaken,
		DedupeKey: fmt.Sprintf("seat-taken:%s:%d", e.SeatID, e.Round),
		To:        outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{
			"tier":   e.Tier,
			"holder": e.Holder,
			"from":   e.From,
			"name":   texts.GreetingName(e.Name),
		},
	}
}

// SeatReminder is a reminder to a company for one step of package renewals. It is sent once for all seats of a
// purchase whose terms end on the same day. The kind's Params lists their holders.
type SeatReminder struct {
	TransactionID, Step, Name, Email string
	Ends                             time.Time
}

func (e SeatReminder) Build() outbox.Email {
	ends := india.Day(e.Ends)
	return outbox.Email{
		Kind:      KindSeatReminder,
		DedupeKey: fmt.Sprintf("seat-reminder:%s:%s:%s", e.TransactionID, ends, e.Step),
		To:        outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{
			"transactionId": e.TransactionID,
			"step":          e.Step,
			"day":           ends,
			"name":          texts.GreetingName(e.Name),
		},
	}
}
