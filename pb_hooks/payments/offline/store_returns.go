package offline

import (
	"fmt"
	"time"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/database"
	"boardcircle/pb_hooks/internal/httpx"
	"boardcircle/pb_hooks/internal/money"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
)

const returnsCollection = "offline_returns"

// ReturnKind is why money has to be returned.
type ReturnKind string

// The kinds of returns. A claim is money that the payer has to return to us, because a receipt bounced after its money
// had been returned.
const (
	ReturnOverpaid ReturnKind = "overpaid"
	ReturnRefund   ReturnKind = "refund"
	ReturnEnded    ReturnKind = "ended"
	ReturnClaim    ReturnKind = "claim"
)

// Values returns all kinds.
func (ReturnKind) Values() []string {
	return rules.Options(ReturnOverpaid, ReturnRefund, ReturnEnded, ReturnClaim)
}

// ReturnState is the state of an amount that has to be returned.
type ReturnState string

// The states of a return.
const (
	ReturnOpen     ReturnState = "open"
	ReturnReturned ReturnState = "returned"
	ReturnReplaced ReturnState = "replaced"
	// ReturnWrittenOff is a claim that the office has given up.
	ReturnWrittenOff ReturnState = "written-off"
)

// Values returns all states.
func (ReturnState) Values() []string {
	return rules.Options(ReturnOpen, ReturnReturned, ReturnReplaced, ReturnWrittenOff)
}

// returnTransitions are documented in offline.go, where a test compares them.
var returnTransitions = states.Table[ReturnState]{
	"":               {ReturnOpen},
	ReturnOpen:       {ReturnReturned, ReturnReplaced, ReturnWrittenOff},
	ReturnReturned:   {},
	ReturnReplaced:   {},
	ReturnWrittenOff: {},
}

// OfflineReturn is the record of an amount that has to be returned.
type OfflineReturn struct{ core.BaseRecordProxy }

func (r *OfflineReturn) offlineID() string { return r.GetString("offlinePaymentId") }

func (r *OfflineReturn) Kind() ReturnKind { return ReturnKind(r.GetString("kind")) }

func (r *OfflineReturn) State() ReturnState { return ReturnState(r.GetString("state")) }

func (r *OfflineReturn) Amount() money.Amount { return money.Amount(r.GetInt("amount")) }

func (r *OfflineReturn) setState(to ReturnState) error {
	if err := returnTransitions.Check(r.State(), to); err != nil {
		return fmt.Errorf("offline return %s: %w", r.Id, err)
	}
	r.Set("state", string(to))
	return nil
}

func (r *OfflineReturn) setReturned(at time.Time, reference, by string) {
	r.Load(map[string]any{"returnedAt": database.DateTime(at), "reference": reference, "returnedBy": by})
}

// setWrittenOff stores who has given up a claim, and why.
func (r *OfflineReturn) setWrittenOff(at time.Time, reason, by string) {
	r.Load(map[string]any{"returnedAt": database.DateTime(at), "writeOffReason": reason, "returnedBy": by})
}

// findReturn returns sql.ErrNoRows for an unknown id.
func findReturn(app core.App, id string) (*OfflineReturn, error) {
	return database.Find[OfflineReturn](app, returnsCollection, id)
}

// newReturn returns a return without saving it.
func newReturn(tx core.App, o *OfflinePayment, kind ReturnKind, amount money.Amount, reason, by string) (*OfflineReturn,
	error) {
	r, err := database.New[OfflineReturn](tx, returnsCollection)
	if err != nil {
		return nil, err
	}
	r.Load(map[string]any{
		"offlinePaymentId": o.Id,
		"kind":             string(kind),
		"amount":           int64(amount),
		"state":            string(ReturnOpen),
		"reason":           reason,
		"enteredBy":        by,
	})
	return r, nil
}

func saveReturn(tx core.App, r *OfflineReturn) error {
	return database.Wrap("save offline return "+r.Id, tx.Save(r))
}

// listReturns returns the returns of offline payments, oldest first.
func listReturns(app core.App, offlineIDs ...string) ([]*OfflineReturn, error) {
	if len(offlineIDs) == 0 {
		return nil, nil
	}
	var list []*OfflineReturn
	err := app.RecordQuery(returnsCollection).
		AndWhere(dbx.In("offlinePaymentId", database.ToAny(offlineIDs)...)).
		OrderBy("offlinePaymentId", "createdAt", "rowid").All(&list)
	if err != nil {
		return nil, fmt.Errorf("list offline returns: %w", err)
	}
	return list, nil
}

// ReturnView is one amount that has to be or was returned.
type ReturnView struct {
	ID     string       `json:"id"`
	Kind   ReturnKind   `json:"kind"`
	State  ReturnState  `json:"state"`
	Amount money.Amount `json:"amount"`
	Reason string       `json:"reason"`
	// WriteOffReason is why a claim was written off, at ReturnedAt by ReturnedBy.
	WriteOffReason string `json:"writeOffReason"`
	// EnteredBy is the admin who caused the return, and ReturnedBy the admin who recorded the transfer with Reference.
	EnteredBy  string     `json:"enteredBy"`
	ReturnedAt httpx.Time `json:"returnedAt"`
	Reference  string     `json:"reference"`
	ReturnedBy string     `json:"returnedBy"`
}

func (r *OfflineReturn) view() ReturnView {
	return ReturnView{
		ID:        r.Id,
		Kind:      r.Kind(),
		State:     r.State(),
		Amount:    r.Amount(),
		Reason:    r.GetString("reason"),
		EnteredBy: r.GetString("enteredBy"),

		WriteOffReason: r.GetString("writeOffReason"),

		ReturnedAt: httpx.Time(r.GetDateTime("returnedAt")),
		Reference:  r.GetString("reference"),
		ReturnedBy: r.GetString("returnedBy"),
	}
}
