package reconcile

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
)

// ListDiagnostics is GET /api/webhook-diagnostics.
func (r *Reconciler) ListDiagnostics(e *core.RequestEvent) error {
	rows, err := httpx.QueryRows[Diagnostic](e, diagnosticList)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].Explanation = explainDiagnostic(rows[i])
	}
	return e.JSON(http.StatusOK, rows)
}

// explainDiagnostic describes the result of a webhook request for the console.
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
		return "Razorpay signed it, but it could not be stored. Razorpay sends it again automatically."
	}
	return "The body could not be read completely. If Razorpay sent it, Razorpay sends it again automatically."
}
