package hooks

import (
	"net/http"
	"slices"

	"boardcircle/pb_hooks/accounts/signin"
	"boardcircle/pb_hooks/approvals"
	"boardcircle/pb_hooks/books"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/openapi"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/mail/delivery"
	"boardcircle/pb_hooks/mail/outbox"
	"boardcircle/pb_hooks/mail/preferences"
	"boardcircle/pb_hooks/mail/texts"
	"boardcircle/pb_hooks/nominations"
	"boardcircle/pb_hooks/nominations/drafts"
	"boardcircle/pb_hooks/nominations/review"
	"boardcircle/pb_hooks/payments/checkout"
	"boardcircle/pb_hooks/payments/companyseats"
	"boardcircle/pb_hooks/payments/complimentary"
	"boardcircle/pb_hooks/payments/documents"
	"boardcircle/pb_hooks/payments/ledger"
	"boardcircle/pb_hooks/payments/offline"
	"boardcircle/pb_hooks/payments/orphans"
	"boardcircle/pb_hooks/payments/overview"
	"boardcircle/pb_hooks/payments/pricing"
	"boardcircle/pb_hooks/payments/reconcile"
	"boardcircle/pb_hooks/payments/refunds"
	"boardcircle/pb_hooks/payments/renewals"
	"boardcircle/pb_hooks/payments/subscriptions"
)

const (
	conflict    = http.StatusConflict
	notFound    = http.StatusNotFound
	tooMany     = http.StatusTooManyRequests
	unavailable = http.StatusServiceUnavailable
)

// Bodies and responses without a type in a feature package.
var (
	draftBody = struct {
		Email    *string        `json:"email"`
		FormData map[string]any `json:"formData"`
	}{}
	savedDraft = struct {
		ID        string     `json:"id"`
		LastSaved httpx.Time `json:"lastSaved"`
	}{}
	createdNomination = struct {
		ID        string     `json:"id"`
		Name      string     `json:"name"`
		Email     string     `json:"email"`
		CreatedAt httpx.Time `json:"createdAt"`
	}{}
	paymentStatus = struct {
		Status string `json:"status"`
	}{}
	storedEvents = struct {
		Stored int `json:"stored"`
	}{}
	billingObject = map[string]rules.Form{"billing": pricing.BillingForm}
	confirmedForm = rules.Form{{Name: "confirmed", Label: "Send it all the same", Kind: rules.Flag}}
	versionField  = review.StepForm.Field("version")
)

// apiOperations describes the routes for GET /api/openapi.json: purpose, request and response. Access, limits and the
// errors that follow from them come from the route table.
var apiOperations = openapi.Operations{
	// accounts
	"GET /api/user/email-preferences": {Tag: "accounts", Summary: "What the own address wants to be written to about", Response: preferences.OwnPreferences{}},
	"PUT /api/user/email-preferences": {Tag: "accounts", Summary: "Choose what to be written to about", Description: "topics are those that are wanted; the others are not. To want one again takes a confirmed address.", Body: preferences.PreferencesForm, Response: preferences.OwnPreferences{}, Errors: []int{conflict}},

	// background jobs

	// the audit log

	// one person, the roles and their lists

	// admin accounts

	// nominations
	"POST /api/registrations":    {Tag: "nominations", Summary: "Send a nomination", Body: nominations.Form, Status: 201, Response: createdNomination, Errors: []int{conflict}},
	"POST /api/drafts":           {Tag: "nominations", Summary: "Save the caller's draft", Description: "The draft belongs to the cookie that the first answer sets.", Body: draftBody, Response: savedDraft},
	"GET /api/drafts":            {Tag: "nominations", Summary: "The drafts", Response: []drafts.View{}, List: true, Whole: true},
	"GET /api/drafts/mine":       {Tag: "nominations", Summary: "The caller's own draft", Response: drafts.View{}, Errors: []int{notFound}},
	"POST /api/drafts/mine/link": {Tag: "nominations", Summary: "Mail the link that resumes the caller's draft on another device", Errors: []int{notFound, conflict, tooMany}},
	"POST /api/drafts/resume":    {Tag: "nominations", Summary: "Take over the draft of a mailed link", Body: drafts.ResumeForm, Response: drafts.View{}, Errors: []int{notFound}},
	"DELETE /api/drafts/mine":    {Tag: "nominations", Summary: "Discard the caller's draft"},

	// the review of nominations
	"GET /api/nominations/mine":           {Tag: "review", Summary: "How far the caller's nomination is", Response: nominations.OwnNomination{}},
	"POST /api/nominations/mine/details":  {Tag: "review", Summary: "The caller's own nomination, by an account or an email's link", Body: nominations.OwnForm, Response: nominations.OwnNominationDetail{}, Errors: []int{401, notFound}},
	"POST /api/nominations/mine/amend":    {Tag: "review", Summary: "Change one's answers before the review begins", Body: slices.Concat(nominations.OwnStepForm, nominations.AmendmentForm), Response: nominations.OwnNominationDetail{}, Errors: []int{401, notFound, conflict}},
	"POST /api/nominations/mine/answer":   {Tag: "review", Summary: "Answer the reviewers' question", Body: slices.Concat(nominations.OwnStepForm, nominations.OwnAnswerForm), Response: nominations.OwnNominationDetail{}, Errors: []int{401, notFound, conflict}},
	"POST /api/nominations/mine/withdraw": {Tag: "review", Summary: "Withdraw one's nomination", Body: slices.Concat(nominations.OwnStepForm, nominations.OwnReasonForm), Response: nominations.OwnNominationDetail{}, Errors: []int{401, notFound, conflict}},
	"POST /api/nominations/mine/reopen":   {Tag: "review", Summary: "Send a withdrawn nomination again", Body: nominations.OwnStepForm, Response: nominations.OwnNominationDetail{}, Errors: []int{401, notFound, conflict}},
	"POST /api/nominations/{id}/steps":    {Tag: "review", Summary: "Take a step of the review", Body: reviewSteps, Response: review.Detail{}, Errors: []int{conflict, tooMany}},
	"POST /api/invitations/look":          {Tag: "review", Summary: "What an invitation is for", Body: nominations.TokenForm, Response: nominations.InvitationInfo{}, Errors: []int{notFound}},
	"POST /api/invitations/accept":        {Tag: "review", Summary: "Accept an invitation with an account", Body: nominations.TokenForm, Response: nominations.OwnNomination{}, Errors: []int{notFound, conflict}},

	// membership tiers

	// payments
	"POST /api/payments/create-order":              {Tag: "payments", Summary: "Create an order, a subscription or a payment link at Razorpay", Description: "With a paymentUrl the tier is paid on that page instead of in the checkout.", Body: openapi.FormWith{Form: checkout.OrderForm, Objects: billingObject}, Status: 201, Response: checkout.Checkout{}, Errors: []int{notFound, conflict, 502, unavailable}},
	"POST /api/payments/verify":                    {Tag: "payments", Summary: "Verify what Razorpay's checkout handed to the page", Body: checkout.VerifyForm, Response: paymentStatus, Errors: []int{notFound, 502, unavailable}},
	"POST /api/payments/verify-link":               {Tag: "payments", Summary: "Verify what a payment link's page added to the address on the way back", Description: "Razorpay's signature is the proof: whoever comes back from its page may ask, signed in or not.", Body: checkout.VerifyLinkForm, Response: paymentStatus, Errors: []int{notFound, 502, unavailable}},
	"GET /api/seats":                               {Tag: "payments", Summary: "The memberships that the caller has bought for others", Response: []companyseats.SeatPurchase{}},
	"POST /api/seats/{id}/invite":                  {Tag: "payments", Summary: "Invite somebody to a seat", Body: companyseats.SeatInvitationForm, Response: companyseats.SeatPurchase{}, Errors: []int{notFound, conflict, tooMany}},
	"POST /api/seats/{id}/resend":                  {Tag: "payments", Summary: "Send the invitation to a seat again", Description: "The link of before is void.", Response: companyseats.SeatPurchase{}, Errors: []int{notFound, conflict, tooMany}},
	"POST /api/seats/{id}/revoke":                  {Tag: "payments", Summary: "Withdraw an invitation that was not accepted", Response: companyseats.SeatPurchase{}, Errors: []int{notFound, conflict}},
	"POST /api/seats/{id}/reassign":                {Tag: "payments", Summary: "Invite somebody else to a seat", Description: "The term of whoever holds the seat ends at once; whoever is invited gets what is left of it.", Body: companyseats.SeatInvitationForm, Response: companyseats.SeatPurchase{}, Errors: []int{notFound, conflict, tooMany}},
	"POST /api/seats/look":                         {Tag: "payments", Summary: "What an invitation to a seat is for", Body: companyseats.SeatTokenForm, Response: companyseats.SeatInvitationView{}, Errors: []int{notFound}},
	"POST /api/seats/accept":                       {Tag: "payments", Summary: "Take a seat with the account that is signed in", Body: companyseats.SeatTokenForm, Response: overview.MembershipOverview{}, Errors: []int{403, notFound, conflict}},
	"POST /api/transactions/{id}/seats/{seat}/end": {Tag: "payments", Summary: "End a seat of a company", Description: "As after a refund in part. The term of whoever holds it ends at once.", Body: companyseats.EndSeatForm, Response: []companyseats.SeatView{}, Errors: []int{notFound, conflict}},
	"POST /api/transactions/{id}/notes":            {Tag: "payments", Summary: "Write a note on a transaction", Description: "It is kept: nobody changes or deletes it.", Status: http.StatusCreated, Body: overview.NoteForm, Response: ledger.TransactionNote{}, Errors: []int{notFound}},
	"POST /api/renewals/look":                      {Tag: "payments", Summary: "What the link of a reminder renews, and for how much", Description: "For whoever holds the link: it is mailed to a member whose membership no mandate renews.", Body: renewals.RenewalForm, Response: renewals.Renewal{}, Errors: []int{notFound}},
	"POST /api/renewals":                           {Tag: "payments", Summary: "Where the next term is paid", Description: "The payment link that the member has, or a new one; it can be paid for seven days. The term begins when the present one ends.", Body: renewals.RenewalForm, Status: http.StatusCreated, Response: renewals.RenewalPayment{}, Errors: []int{notFound, conflict, 502, unavailable}},
	"POST /api/payments/quote":                     {Tag: "payments", Summary: "What an order would cost, and why", Description: "Whoever is signed in and states no billing is quoted for their billing profile.", Body: openapi.FormWith{Form: checkout.QuoteForm, Objects: billingObject}, Response: checkout.Quote{}, Errors: []int{notFound, 502, unavailable}},
	"GET /api/billing-profile":                     {Tag: "payments", Summary: "To whom the caller's invoices are made out", Response: pricing.Billing{}},
	"PUT /api/billing-profile":                     {Tag: "payments", Summary: "Make the caller's invoices out to somebody else", Body: pricing.BillingForm, Response: pricing.Billing{}},
	"GET /api/documents/{id}":                      {Tag: "payments", Summary: "An invoice, a receipt or a credit note", Media: []string{"application/pdf"}},
	"GET /api/memberships/mine":                    {Tag: "payments", Summary: "The caller's membership, mandate and transactions", Response: overview.MembershipOverview{}},
	"POST /api/transactions/{id}/accept":           {Tag: "payments", Summary: "Complete a transaction with a payment of another amount", Body: slices.Concat(refunds.AcceptForm, signin.ReauthenticateForm), Errors: []int{notFound, conflict, 502, unavailable}, Waiting: approvals.Waiting{}},
	"POST /api/transactions/{id}/refund":           {Tag: "payments", Summary: "Refund a payment in full or in part", Description: "Without an amount all that is left goes back; a payment of another amount goes back as a whole. The mandate that it was a charge of ends or is kept, as asked for; not said, it ends with a full refund of a running term.", Body: slices.Concat(refunds.RefundForm, signin.ReauthenticateForm), Status: 202, Response: refunds.RefundRow{}, Errors: []int{notFound, conflict, unavailable}},
	"POST /api/subscriptions/mine/pause":           {Tag: "payments", Summary: "Pause the caller's mandate", Description: "Nothing is charged until it is resumed; what is paid stays.", Response: overview.MembershipOverview{}, Errors: []int{notFound, conflict, 502, unavailable}},
	"POST /api/subscriptions/mine/resume":          {Tag: "payments", Summary: "Resume the caller's paused mandate", Response: overview.MembershipOverview{}, Errors: []int{notFound, conflict, 502, unavailable}},
	"POST /api/subscriptions/mine/card":            {Tag: "payments", Summary: "What the checkout takes a new card with", Description: "The browser opens the provider's checkout with subscription_card_change. An unpaid charge is made with the new card at once.", Response: subscriptions.CardChange{}, Errors: []int{notFound, conflict, unavailable}},
	"POST /api/subscriptions/mine/cancel":          {Tag: "payments", Summary: "End the caller's mandate with its period", Description: "Access stays until the end of what is paid. A new mandate for the same tier begins there.", Response: overview.MembershipOverview{}, Errors: []int{notFound, unavailable}},
	"GET /api/payments/open":                       {Tag: "payments", Summary: "How much is sold and not paid yet", Description: "A change of tax concerns it: the total stays what the buyer was told, and the tax is taken out of it when it is paid.", Response: overview.OpenSales{}},
	"GET /api/payments/unknown":                    {Tag: "payments", Summary: "The orphan payments", Response: []orphans.OrphanPaymentRow{}, List: true, Query: []openapi.Parameter{orphanFilter}},
	"GET /api/payments/orphans/{id}":               {Tag: "payments", Summary: "An orphan payment, with whom and what it may be for", Response: orphans.OrphanDetail{}},
	"POST /api/payments/orphans/{id}/attach":       {Tag: "payments", Summary: "Complete a transaction with an orphan payment", Description: "Whoever is named gets the membership, as after any other payment; what was paid is the price.", Body: openapi.FormWith{Form: slices.Concat(orphans.AttachForm, signin.ReauthenticateForm), Objects: billingObject}, Status: 201, Response: orphans.AttachedOrphan{}, Errors: []int{notFound, conflict, 502, unavailable}, Waiting: approvals.Waiting{}},
	"GET /api/transactions/{id}":                   {Tag: "payments", Summary: "All about a transaction", Response: overview.TransactionDetail{}},
	"GET /api/transactions/{id}/documents":         {Tag: "payments", Summary: "A transaction's invoice and credit notes", Response: []documents.DocumentRow{}},
	"DELETE /api/payments/unknown/{id}/attention":  {Tag: "payments", Summary: "Mark an unknown payment as resolved"},
	"DELETE /api/transactions/{id}/attention":      {Tag: "payments", Summary: "Mark a transaction as resolved"},
	"POST /api/documents/{id}/irn/cancel":          {Tag: "payments", Summary: "Record that the portal has cancelled the IRN of a document", Description: "Within 24 hours of its acknowledgement. Another document with the next number replaces the cancelled one; billing is whom it is made out to.", Body: openapi.FormWith{Form: slices.Concat(documents.CancelIRNForm, signin.ReauthenticateForm), Objects: billingObject}, Response: []documents.DocumentRow{}, Errors: []int{notFound, conflict}},
	"POST /api/documents/{id}/irn/correct":         {Tag: "payments", Summary: "Correct the acknowledgement of an IRN", Description: "The corrected document goes to its buyer.", Body: documents.CorrectIRNForm, Response: []documents.DocumentRow{}, Errors: []int{notFound, conflict}},
	"GET /api/transactions/{id}/invoice":           {Tag: "payments", Summary: "A completed transaction's invoice", Media: []string{"application/pdf"}},
	"POST /api/webhooks/razorpay":                  {Tag: "webhooks", Summary: "An event of Razorpay's", Body: map[string]any{}, Response: paymentStatus, Scheme: openapi.RazorpaySignature, Errors: []int{unavailable}},

	// offline payments, complimentary memberships and other grants by admins
	"GET /api/offline-payments":                {Tag: "payments", Summary: "The offline payments, and what each waits for", Response: []offline.OfflineRow{}, List: true, Query: []openapi.Parameter{offlineFilter}},
	"POST /api/offline-payments":               {Tag: "payments", Summary: "Enter an offline payment, or make a proforma", Description: "Without a mode it is a proforma that waits for its payment. Amounts are in rupees.", Body: openapi.FormWith{Form: offline.OfflineForm, Objects: billingObject}, Response: offline.OfflineRow{}, Status: 201, Errors: []int{notFound, conflict}},
	"POST /api/offline-payments/{id}/receipts": {Tag: "payments", Summary: "Enter a receipt of an offline payment", Body: offline.ReceiptForm, Response: offline.OfflineRow{}, Errors: []int{notFound, conflict}},
	"POST /api/offline-payments/{id}/deposit":  {Tag: "payments", Summary: "Note that a cheque was deposited", Response: offline.OfflineRow{}, Errors: []int{notFound, conflict}},
	"POST /api/offline-payments/{id}/confirm":  {Tag: "payments", Summary: "Confirm that the money is there", Description: "Above a sum of the settings not by the admin who has entered it. All of it begins the membership.", Body: slices.Concat(offline.ConfirmForm, signin.ReauthenticateForm), Response: offline.OfflineRow{}, Errors: []int{notFound, conflict}},
	"POST /api/offline-payments/{id}/bounce":   {Tag: "payments", Summary: "Note that a receipt has bounced", Description: "What it has granted ends.", Body: offline.BounceForm, Response: offline.OfflineRow{}, Errors: []int{notFound, conflict}},
	"POST /api/offline-payments/{id}/cancel":   {Tag: "payments", Summary: "Cancel an offline payment", Description: "What it has granted ends, and what was received is to be returned.", Body: slices.Concat(offline.BounceForm, signin.ReauthenticateForm), Response: offline.OfflineRow{}, Errors: []int{notFound, conflict}},
	"POST /api/offline-payments/{id}/refund":   {Tag: "payments", Summary: "Refund a part of a completed offline payment", Description: "A credit note over the part is issued, and the money is to be returned. What was bought stays.", Body: slices.Concat(offline.OfflineRefundForm, signin.ReauthenticateForm), Response: offline.OfflineRow{}, Errors: []int{notFound, conflict}},
	"POST /api/offline-payments/{id}/returned": {Tag: "payments", Summary: "Note that the money went back", Body: offline.ReturnForm, Response: offline.OfflineRow{}, Errors: []int{notFound, conflict}},
	"GET /api/offline-receipts":                {Tag: "payments", Summary: "The register of receipts of offline payments", Description: "The search looks for the UTR or cheque number, the payer and the member.", Response: []offline.ReceiptRow{}, List: true, Query: receiptFilters},
	"GET /api/offline-receipts/export":         {Tag: "payments", Summary: "The register of receipts as a file", Media: sheetMedia, Query: exportQuery(receiptFilters...)},
	"GET /api/offline-payments/{id}/proforma":  {Tag: "payments", Summary: "The proforma invoice of an offline payment", Media: []string{"application/pdf"}},

	// the books
	"GET /api/books/registers":              {Tag: "books", Summary: "The documents of a month, with totals by rate and state", Description: "All rows, or a page of each register. With format=csv a file of the rows; month is the current one if it is left out.", Response: books.Registers{}, Media: []string{"text/csv"}, Query: []openapi.Parameter{monthParameter, {Name: "register", Description: "Only the rows of one register.", Options: []string{"invoices", "credit-notes", "receipts"}}, {Name: "format", Description: "json, or csv for a file.", Options: []string{"json", "csv"}}, {Name: "page", Description: "The page of the rows, from 1."}, {Name: "perPage", Description: "Rows of a page, at most 500."}}},
	"GET /api/books/gstr1":                  {Tag: "books", Summary: "The GSTR-1 of a month, as the offline tool's CSV files in a zip", Media: []string{"application/zip"}, Query: []openapi.Parameter{monthParameter, gstinParameter}, Errors: []int{conflict}},
	"GET /api/books/e-invoices":             {Tag: "books", Summary: "The documents that wait for their registration (IRN)", Response: books.EInvoices{}},
	"GET /api/books/e-invoices/file":        {Tag: "books", Summary: "What waits, as the registration portal's bulk upload reads it", Media: []string{"application/octet-stream"}, Query: []openapi.Parameter{{Name: "month", Description: "Only the documents of a month, such as 2026-11."}, {Name: "document", Description: "Only one document, by its id."}}, Errors: []int{conflict}},
	"POST /api/books/e-invoices":            {Tag: "books", Summary: "Enter what the registration portal has answered", Description: "answer is its JSON, for any number of documents; otherwise the fields of one. The document is found by the number that the signed QR code names, and goes to its buyer.", Body: books.RegisterForm, Response: books.EInvoices{}, Errors: []int{conflict}},
	"GET /api/books/months":                 {Tag: "books", Summary: "The months of the books, the newest first", Response: []books.MonthRow{}},
	"GET /api/books/settlements":            {Tag: "books", Summary: "What the provider has paid out", Description: "Each settlement is held against its items, and those against the ledger.", Response: []books.SettlementRow{}, List: true, Query: []openapi.Parameter{{Name: "state", Description: "The settlements in a state.", Options: []string{"awaiting", "matched", "unmatched", "differs"}}}},
	"GET /api/books/settlements/{id}":       {Tag: "books", Summary: "A settlement with its items", Response: books.SettlementDetail{}, Errors: []int{notFound}},
	"PUT /api/books/months/{month}/rate":    {Tag: "books", Summary: "Enter a month's rupee rate of another currency", Body: books.RateForm, Response: []books.MonthRow{}, Errors: []int{notFound, conflict}},
	"POST /api/books/months/{month}/close":  {Tag: "books", Summary: "Close a month: no document gets a date in it any more", Body: signin.ReauthenticateForm, Response: []books.MonthRow{}, Errors: []int{notFound, conflict}},
	"POST /api/books/months/{month}/reopen": {Tag: "books", Summary: "Reopen the month that was closed last", Body: slices.Concat(books.ReopenForm, signin.ReauthenticateForm), Response: []books.MonthRow{}, Errors: []int{notFound, conflict}},

	"GET /api/billing-profiles/{id}":                         {Tag: "payments", Summary: "To whom a member's invoices are made out", Response: pricing.Billing{}, Errors: []int{notFound}},
	"POST /api/members/{id}/memberships":                     {Tag: "payments", Summary: "Grant a complimentary membership", Description: "Without an end it lasts as long as one that is bought. It begins after what the member has, and cancels their mandate.", Body: complimentary.ComplimentaryForm, Response: ledger.MembershipTerm{}, Status: 201, Errors: []int{notFound, conflict}, Waiting: approvals.Waiting{}},
	"POST /api/members/{id}/memberships/{membership}/extend": {Tag: "payments", Summary: "Set when a membership ends", Body: complimentary.TermEndForm, Response: ledger.MembershipTerm{}, Errors: []int{notFound, conflict}, Waiting: approvals.Waiting{}},
	"POST /api/members/{id}/memberships/{membership}/end":    {Tag: "payments", Summary: "End a membership now", Body: complimentary.EndTermForm, Response: ledger.MembershipTerm{}, Errors: []int{notFound, conflict}},
	"POST /api/members/{id}/mandate/cancel":                  {Tag: "payments", Summary: "Cancel the renewal of a member's membership", Description: "The mandate ends with its running period, or immediately if it has none. The member is told by email. isCancelConfirmed says whether Razorpay has confirmed it; a job retries the call until it has.", Body: slices.Concat(subscriptions.CancelMandateForm, signin.ReauthenticateForm), Response: subscriptions.PersonMandate{}, Errors: []int{notFound, conflict, unavailable}},

	// members
	"GET /api/transactions":        {Tag: "members", Summary: "The transactions", Response: []ledger.LedgerRow{}, List: true, Whole: true, Query: transactionFilters},
	"GET /api/transactions/export": {Tag: "members", Summary: "The transactions as a file", Media: sheetMedia, Query: exportQuery(transactionFilters...)},

	// the import of members

	// site and content
	"GET /api/openapi.json": {Tag: "site", Summary: "This document", Response: map[string]any{}, Cached: true},

	// mail

	"GET /api/emails":                    {Tag: "mail", Summary: "The emails", Response: []outbox.EmailSummary{}, List: true, Query: emailFilters},
	"GET /api/emails/summary":            {Tag: "mail", Summary: "How many emails have each status", Response: outbox.EmailCounts{}},
	"POST /api/emails/send-again":        {Tag: "mail", Summary: "Send all failed emails again", Response: outbox.ResendResult{}},
	"GET /api/emails/{id}/html":          {Tag: "mail", Summary: "An email as its reader sees it", Description: "Secrets are hidden. The console shows it in a frame.", Media: []string{"text/html"}, Errors: []int{notFound}},
	"GET /api/email-previews/{key}":      {Tag: "mail", Summary: "An email that is not sent yet", Description: "For who has composed it, for half an hour. The console shows it in a frame.", Query: []openapi.Parameter{imagesFilter}, Media: []string{"text/html"}},
	"GET /api/emails/{id}":               {Tag: "mail", Summary: "An email with its delivery events", Response: outbox.EmailDetail{}},
	"POST /api/emails/{id}/send-again":   {Tag: "mail", Summary: "Send an email again", Body: confirmedForm, Response: outbox.EmailDetail{}, Errors: []int{conflict, tooMany}},
	"POST /api/providers/brevo/test":     {Tag: "mail", Summary: "Send a test email", Body: outbox.TestForm, Status: 202, Response: texts.TestEmail{}, Errors: []int{unavailable}},
	"GET /api/emails/health":             {Tag: "mail", Summary: "How sending works and is received", Description: "What the DNS and the provider say is kept for ten minutes.", Response: delivery.SendingHealth{}},
	"POST /api/emails/health":            {Tag: "mail", Summary: "Ask the DNS and the provider anew", Response: delivery.SendingHealth{}},
	"POST /api/emails/resume":            {Tag: "mail", Summary: "Go on sending before a pause is over", Response: delivery.SendingHealth{}, Errors: []int{conflict}},
	"GET /api/email-texts":               {Tag: "mail", Summary: "Every text of the product's emails", Response: []texts.Summary{}},
	"GET /api/email-texts/{id}":          {Tag: "mail", Summary: "A text of an email, and what it is changed by", Response: texts.Detail{}, Errors: []int{notFound}},
	"PUT /api/email-texts/{id}":          {Tag: "mail", Summary: "Change a text of an email", Description: "Texts about security and money ask the caller to authenticate again. version is the one that the change began with.", Body: slices.Concat(texts.SaveForm, signin.ReauthenticateForm), Partial: true, Response: texts.Detail{}, Errors: []int{notFound, conflict}},
	"GET /api/email-texts/{id}/versions": {Tag: "mail", Summary: "The versions of a text, the newest first", Response: []texts.Version{}, Errors: []int{notFound}},
	"POST /api/email-texts/{id}/restore": {Tag: "mail", Summary: "Bring back an earlier version, or with version 0 the built-in text", Body: slices.Concat(texts.RestoreForm, signin.ReauthenticateForm), Partial: true, Response: texts.Detail{}, Errors: []int{notFound, conflict}},
	"POST /api/email-texts/{id}/preview": {Tag: "mail", Summary: "A text as its reader would get it, with sample data", Body: texts.WordingForm, Response: texts.Preview{}, Errors: []int{notFound}},
	"POST /api/email-frame/preview":      {Tag: "mail", Summary: "An email in a frame that is not saved", Description: "The frame itself is a part of the settings.", Body: texts.FrameForm, Response: texts.Preview{}},
	"POST /api/email-texts/{id}/test":    {Tag: "mail", Summary: "Send a text with sample data to oneself", Body: texts.WordingForm, Response: texts.TestEmail{}, Status: 202, Errors: []int{notFound, conflict}},
	"GET /api/suppressions":              {Tag: "mail", Summary: "The addresses that are not written to, and why", Response: []preferences.Suppression{}, List: true, Query: []openapi.Parameter{suppressionScope}},
	"POST /api/suppressions/{id}/lift":   {Tag: "mail", Summary: "Write to an address again", Body: preferences.LiftForm, Status: 204, Errors: []int{notFound}},
	"GET /unsubscribe/{token}":           {Tag: "mail", Summary: "The page that an email's unsubscribe link opens", Description: "It changes nothing.", Media: []string{"text/html"}},
	"POST /unsubscribe/{token}":          {Tag: "mail", Summary: "Unsubscribe from the topic of an email with one click", Description: "As RFC 8058 has it: without a cookie, from wherever, with or without a form.", Media: []string{"text/html"}},
	"GET /preferences/{token}":           {Tag: "mail", Summary: "The page with what a reader is written to about", Description: "It changes nothing.", Media: []string{"text/html"}},
	"POST /preferences/{token}":          {Tag: "mail", Summary: "Choose what to be written to about", Description: "A form whose fields topic are the wanted ones.", Media: []string{"text/html"}},
	"POST /api/webhooks/brevo":           {Tag: "webhooks", Summary: "Delivery events of Brevo's", Body: map[string]any{}, Response: storedEvents, Scheme: openapi.BrevoToken, Errors: []int{401}},

	// operation

	// settings and providers
	"GET /api/webhook-diagnostics": {Tag: "webhooks", Summary: "The webhook requests that came in", Response: []reconcile.Diagnostic{}, List: true, Query: []openapi.Parameter{outcomeFilter}},

	// backups

	// pages and files
}

// reviewSteps are the bodies of POST /api/nominations/{id}/steps.
var reviewSteps = []rules.Form{
	reviewStep("take", versionField, nil),
	reviewStep("ask", versionField, review.AskForm),
	reviewStep("answer", versionField, review.AnswerForm),
	reviewStep("resume", versionField, nil),
	reviewStep("approve", versionField, review.ApproveForm),
	reviewStep("decline", versionField, review.DeclineForm),
}
