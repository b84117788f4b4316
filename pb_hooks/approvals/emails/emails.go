// Package emails defines the email that asks a second admin to confirm a request. Its text is in the Markdown file of
// this directory.
package emails

import "boardcircle/pb_hooks/mail/outbox"

// KindApprovalRequested is the email's kind.
const KindApprovalRequested = "approval-requested"

// ApprovalRequested asks an admin to confirm another admin's request.
type ApprovalRequested struct {
	ID, By, Summary, Reason, Email string
}

func (e ApprovalRequested) Build() outbox.Email {
	return outbox.Email{
		Kind: KindApprovalRequested, DedupeKey: "approval:" + e.ID + ":" + e.Email, To: outbox.Address{Email: e.Email},
		Params: map[string]string{"by": e.By, "summary": e.Summary, "reason": e.Reason},
	}
}
