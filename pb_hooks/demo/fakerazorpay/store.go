package fakerazorpay

import "boardcircle/pb_hooks/demo/fakeprovider"

// store keeps the entities in memory and, if there is a folder, in a journal with an entry for each change of an
// entity: the last entry wins.
type store struct {
	orders          table[Order]
	payments        table[Payment]
	refunds         table[Refund]
	plans           table[Plan]
	subscriptions   table[Subscription]
	invoices        table[Invoice]
	links           table[Link]
	pages           table[Page]
	disputes        table[Dispute]
	settlements     table[Settlement]
	settlementItems table[SettlementItem]
	deliveries      table[Delivery]
	// refundKeys are the idempotency keys of refunds.
	refundKeys map[string]refundKey
	keys       Keys
	journal    *fakeprovider.Journal[journalEntry]
}

// refundKey is the refund that an idempotency key has created.
type refundKey struct {
	Key       string `json:"key"`
	PaymentID string `json:"paymentId"`
	RefundID  string `json:"refundId"`
	Amount    int64  `json:"amount"`
}

// table holds the entities of a kind, oldest first.
type table[T any] struct {
	list []*T
	byID map[string]*T
}

func (s *table[T]) put(id string, entity *T) {
	if s.byID == nil {
		s.byID = map[string]*T{}
	}
	if at, known := s.byID[id]; known {
		*at = *entity
		return
	}
	s.byID[id] = entity
	s.list = append(s.list, entity)
}

// newestFirst returns copies of the matching entities, newest first.
func (s *table[T]) newestFirst(match func(*T) bool) []T {
	found := []T{}
	for i := len(s.list) - 1; i >= 0; i-- {
		if match(s.list[i]) {
			found = append(found, *s.list[i])
		}
	}
	return found
}

func matchAll[T any](*T) bool { return true }

// journalEntry is a line of the journal.
type journalEntry struct {
	Order          *Order          `json:"order,omitempty"`
	Payment        *Payment        `json:"payment,omitempty"`
	Refund         *Refund         `json:"refund,omitempty"`
	Plan           *Plan           `json:"plan,omitempty"`
	Subscription   *Subscription   `json:"subscription,omitempty"`
	Invoice        *Invoice        `json:"invoice,omitempty"`
	Link           *Link           `json:"link,omitempty"`
	Page           *Page           `json:"page,omitempty"`
	Dispute        *Dispute        `json:"dispute,omitempty"`
	Settlement     *Settlement     `json:"settlement,omitempty"`
	SettlementItem *SettlementItem `json:"settlementItem,omitempty"`
	Delivery       *Delivery       `json:"delivery,omitempty"`
	RefundKey      *refundKey      `json:"refundKey,omitempty"`
	Keys           *Keys           `json:"keys,omitempty"`
}

// save stores entities in memory and in the journal, in one write.
func (s *store) save(entries ...journalEntry) error {
	for _, e := range entries {
		s.apply(e)
	}
	return s.journal.Write(entries...)
}

func (s *store) saveKeys(keys Keys) error {
	if s.keys == keys {
		return nil
	}
	return s.save(journalEntry{Keys: &keys})
}

func (s *store) apply(e journalEntry) {
	switch {
	case e.Order != nil:
		s.orders.put(e.Order.ID, e.Order)
	case e.Payment != nil:
		s.payments.put(e.Payment.ID, e.Payment)
	case e.Refund != nil:
		s.refunds.put(e.Refund.ID, e.Refund)
	case e.Plan != nil:
		s.plans.put(e.Plan.ID, e.Plan)
	case e.Subscription != nil:
		s.subscriptions.put(e.Subscription.ID, e.Subscription)
	case e.Invoice != nil:
		s.invoices.put(e.Invoice.ID, e.Invoice)
	case e.Link != nil:
		s.links.put(e.Link.ID, e.Link)
	case e.Page != nil:
		s.pages.put(e.Page.ID, e.Page)
	case e.Dispute != nil:
		s.disputes.put(e.Dispute.ID, e.Dispute)
	case e.Settlement != nil:
		s.settlements.put(e.Settlement.ID, e.Settlement)
	case e.SettlementItem != nil:
		s.settlementItems.put(e.SettlementItem.EntityID, e.SettlementItem)
	case e.Delivery != nil:
		s.deliveries.put(e.Delivery.ID, e.Delivery)
	case e.RefundKey != nil:
		s.refundKeys[e.RefundKey.Key] = *e.RefundKey
	case e.Keys != nil:
		s.keys = *e.Keys
	}
}

func openStore(dir string) (*store, error) {
	s := &store{refundKeys: map[string]refundKey{}}
	var err error
	s.journal, err = fakeprovider.OpenJournal(dir, "payments.jsonl", s.apply)
	return s, err
}

// undelivered lists the webhooks that a restart has interrupted.
func (s *store) undelivered() []*Delivery {
	var waiting []*Delivery
	for _, d := range s.deliveries.list {
		if d.State == Waiting {
			waiting = append(waiting, d)
		}
	}
	return waiting
}
