package emails

import (
	"fmt"
	"strconv"
	"time"

	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/texts"
)

// The kinds of emails of this package.
const (
	KindSubscriptionUpdate    = "subscription-update"
	KindSubscriptionCancelled = "mandate-cancelled"
	// KindMembershipReminder tells a member that a term ends and is not renewed.
	KindMembershipReminder = "membership-reminder"
)

// SubscriptionUpdate tells a member the new state of their subscription. The state is that of the subscription, or
// ending for a subscription that the member has cancelled and that runs until its period ends. The kind's Params adds
// the end of their access.
type SubscriptionUpdate struct {
	SubscriptionID, State string
	// Period is the number of paid charges. One email is sent for each state and period.
	Period      int
	Name, Email string
}

func (e SubscriptionUpdate) Build() outbox.Email {
	return outbox.Email{
		Kind:      KindSubscriptionUpdate,
		DedupeKey: fmt.Sprintf("subscription:%s:%d:%s", e.SubscriptionID, e.Period, e.State),
		To:        outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{
			"subscriptionId": e.SubscriptionID,
			"state":          e.State,
			"period":         strconv.Itoa(e.Period),
			"name":           texts.GreetingName(e.Name),
		},
	}
}

// SubscriptionCancelled tells the admins that a refund has also ended a subscription. The sender sets the
// recipient.
type SubscriptionCancelled struct {
	SubscriptionID, TransactionID, PaymentID, Customer, Tier, Refunded string
}

func (e SubscriptionCancelled) Build() outbox.Email {
	return outbox.Email{
		Kind: KindSubscriptionCancelled, DedupeKey: "mandate-cancelled:" + e.SubscriptionID,
		Params: map[string]string{
			"transactionId": e.TransactionID,
			"paymentId":     e.PaymentID,
			"customer":      e.Customer,
			"tier":          e.Tier,
			"refunded":      e.Refunded,
		},
	}
}

// MembershipReminder is a reminder for one step of package renewals. It is sent once for each end of a term.
type MembershipReminder struct {
	MembershipID, Step, Name, Email string
	Ends                            time.Time
}

func (e MembershipReminder) Build() outbox.Email {
	return outbox.Email{
		Kind:      KindMembershipReminder,
		DedupeKey: fmt.Sprintf("reminder:%s:%s:%s", e.MembershipID, e.Ends.UTC().Format(time.DateOnly), e.Step),
		To:        outbox.Address{Email: e.Email, Name: texts.GreetingName(e.Name)},
		Params: map[string]string{
			"membershipId": e.MembershipID,
			"step":         e.Step,
			"name":         texts.GreetingName(e.Name),
		},
	}
}
