package payments

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/audit"
	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/httpx"
)

// ClearAttention is DELETE /api/transactions/{id}/attention: an admin has looked at what was flagged. The
// same matter of the same payment is not raised again; the audit log keeps what it was.
func (p *Payments) ClearAttention(e *core.RequestEvent) error {
	return clearAttention(e, errTransactionNotFound, func(tx core.App, id string) error {
		t, err := findTransaction(tx, id)
		if err != nil {
			return err
		}
		if facts, err := t.facts(); err != nil {
			return err
		} else if facts.Difference != nil {
			return errDifferenceOpen
		}
		t.clearAttention()
		return p.audit.Save(tx, audit.RequestActor(e), "transaction.seen-to", t.Record)
	})
}

// ListOrphanPayments is GET /api/payments/unknown.
func (p *Payments) ListOrphanPayments(e *core.RequestEvent) error {
	return httpx.WriteList[OrphanPaymentRow](e, orphanPaymentList)
}

// ClearOrphanAttention is DELETE /api/payments/unknown/{id}/attention: an admin has looked at the payment.
// It stays in the list as cleared; the audit log keeps who did it.
func (p *Payments) ClearOrphanAttention(e *core.RequestEvent) error {
	return clearAttention(e, errOrphanNotFound, func(tx core.App, id string) error {
		orphan, err := findUnattachedOrphan(tx, id)
		if err != nil || orphan.IsSeen() {
			return err
		}
		orphan.setSeen(p.now())
		return p.audit.Save(tx, audit.RequestActor(e), "unknown-payment.seen-to", orphan.Record)
	})
}

// clearAttention calls clear for the record of the request and answers 204.
func clearAttention(e *core.RequestEvent, notFound *apperr.Error, clear func(tx core.App, id string) error) error {
	err := e.App.RunInTransaction(func(tx core.App) error { return clear(tx, e.Request.PathValue("id")) })
	if errors.Is(err, sql.ErrNoRows) {
		return notFound
	}
	if err != nil {
		return apperr.Fail("This could not be stored. Please try again.", err)
	}
	return e.NoContent(http.StatusNoContent)
}

// ListDiagnostics is GET /api/webhook-diagnostics.
func (p *Payments) ListDiagnostics(e *core.RequestEvent) error {
	rows, err := httpx.QueryRows[Diagnostic](e, diagnosticList)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].Explanation = explainDiagnostic(rows[i])
	}
	return e.JSON(http.StatusOK, rows)
}

// explainDiagnostic says in plain words what came of a webhook request.
func explainDiagnostic(d Diagnostic) string {
	for _, problem := range webhookProblems {
		if d.ErrorMessage == problem.text {
			return problem.explanation
		}
	}
	switch {
	case d.ErrorMessage == "":
		return "Razorpay signed it, and it was stored to be worked on."
	case bool(d.SignatureVerified) && d.StatusCode < http.StatusMultipleChoices:
		return "Razorpay signed it and it was stored, but parts of it were not understood."
	case bool(d.SignatureVerified):
		return "Razorpay signed it, but it could not be stored. Razorpay sends it again by itself."
	}
	return "It could not be read to its end. If it was Razorpay's, it comes again by itself."
}
