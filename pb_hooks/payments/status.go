package payments

// The states of a transaction.
const (
	pending    = "pending"
	failed     = "failed"
	authorized = "authorized"
	completed  = "completed"
	refunded   = "refunded"
)

// rank orders the states: a transaction only ever climbs.
var rank = map[string]int{pending: 0, failed: 1, authorized: 2, completed: 3, refunded: 4}

// climbs tells whether the step from one state to another goes up.
func climbs(from, to string) bool { return rank[to] > rank[from] }

// settled tells whether the money of a transaction in this state has arrived.
func settled(status string) bool { return rank[status] >= rank[completed] }
