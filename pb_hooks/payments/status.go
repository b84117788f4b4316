package payments

// The states of a transaction.
const (
	statusPending    = "pending"
	statusFailed     = "failed"
	statusAuthorized = "authorized"
	statusCompleted  = "completed"
	statusRefunded   = "refunded"
)

// statusRank orders the states: a transaction only ever climbs.
var statusRank = map[string]int{statusPending: 0, statusFailed: 1, statusAuthorized: 2, statusCompleted: 3, statusRefunded: 4}

// advances tells whether the step from one state to another goes up.
func advances(from, to string) bool { return statusRank[to] > statusRank[from] }

// isPaid tells whether the money of a transaction in this state has arrived.
func isPaid(status string) bool { return statusRank[status] >= statusRank[statusCompleted] }
