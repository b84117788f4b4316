package reconcile

import (
	"net/http"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/lists"
)

// ListDiagnostics is GET /api/webhook-diagnostics.
func (r *Reconciler) ListDiagnostics() httpx.Endpoint {
	return lists.MappedRows(diagnosticList, func(_ *core.RequestEvent, d Diagnostic) Diagnostic {
		d.Explanation = explainDiagnostic(d)
		return d
	}, httpx.Doc{
		Tag: "webhooks", Summary: "List the webhook requests that were received",
		Query: []httpx.Parameter{{Name: "outcome",
			Description: "Lists the requests that were accepted, or that failed."}},
	})
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
		return "Razorpay signed it, and it was stored for processing."
	case bool(d.SignatureVerified) && d.StatusCode < http.StatusMultipleChoices:
		return "Razorpay signed it, and it was stored, but parts of it could not be read."
	case bool(d.SignatureVerified):
		return "Razorpay signed this request, but it could not be stored. Razorpay sends it again automatically."
	}
	return "The body could not be read completely. If it came from Razorpay, Razorpay sends it again automatically."
}
