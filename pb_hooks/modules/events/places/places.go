// Package places decides who has a place in a session and who waits for one. It has no side effects and reads no
// database.
package places

import (
	"slices"
	"time"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/rules"
	"boardcircle/pb_hooks/internal/states"
)

// AnswerState is the state of a member's answer to a session.
type AnswerState string

// The states of an answer. NoAnswer is the state of a member who has not answered. It is not stored.
const (
	NoAnswer  AnswerState = "none"
	Going     AnswerState = "going"
	Waiting   AnswerState = "waiting"
	Declined  AnswerState = "declined"
	Cancelled AnswerState = "cancelled"
)

// Values returns all states.
func (AnswerState) Values() []string {
	return rules.Options(NoAnswer, Going, Waiting, Declined, Cancelled)
}

// Transitions are documented at Next, where a test compares them.
var Transitions = states.Table[AnswerState]{
	NoAnswer:  {Going, Waiting, Declined},
	Going:     {Cancelled},
	Waiting:   {Going, Declined, Cancelled},
	Declined:  {Going, Waiting},
	Cancelled: {Going, Waiting},
}

// PromotionStop is how long before the start the waiting list is closed. Later, members would not see in time that
// they have a place.
const PromotionStop = 2 * time.Hour

// ErrOver is returned for an answer to a session that is over.
var ErrOver = apperr.Conflict("session-over", "This session is over, so answers can no longer change.")

// Places are the places of a session and the answers of its members. Only the answers of members who are going or
// waiting, and that of the member of the change, must be listed.
type Places struct {
	Capacity         int
	StartsAt, EndsAt time.Time
	Answers          []Answer
	// Last is the order of the newest answer, listed or not.
	Last int
}

// Answer is the answer of one member. A lower order is an older answer.
type Answer struct {
	UserID string
	State  AnswerState
	Order  int
}

// Change is a change of the answers at a time: a member wants to go, declines or cancels. Without a member, it is a
// change of the session itself, such as a larger capacity, which Places already has.
type Change struct {
	At     time.Time
	UserID string
	Wish   AnswerState
}

// Next returns the places after a change, and the answers that it changes. An answer that changes from Waiting to Going
// without being that of the member who answers is a promotion.
//
//	none       -> going, waiting, declined
//	going      -> cancelled
//	waiting    -> going, declined, cancelled
//	declined   -> going, waiting
//	cancelled  -> going, waiting
//
// A member who wants to go gets a place if one is free and no one waits, and is last on the waiting list otherwise.
// Declining is always possible. Members who give up a place have cancelled, whatever word they use. Every free place
// goes to the oldest answer on the waiting list, until two hours before the start. After that, a free place goes to the
// next member who asks for it, including those who wait. A smaller capacity takes no one's place.
func Next(p Places, c Change) (Places, []Answer, error) {
	p.Answers = slices.Clone(p.Answers)
	var changed []Answer
	set := func(i int, state AnswerState, order int) {
		p.Answers[i].State, p.Answers[i].Order = state, order
		changed = append(changed, p.Answers[i])
	}
	if c.UserID != "" {
		if !c.At.Before(p.EndsAt) {
			return p, nil, ErrOver
		}
		i := slices.IndexFunc(p.Answers, func(a Answer) bool { return a.UserID == c.UserID })
		if i < 0 {
			p.Answers = append(p.Answers, Answer{UserID: c.UserID, State: NoAnswer})
			i = len(p.Answers) - 1
		}
		if state := p.wanted(p.Answers[i].State, c); state != p.Answers[i].State {
			order := p.Answers[i].Order
			if p.Answers[i].State != Waiting || state != Going {
				p.Last++
				order = p.Last
			}
			set(i, state, order)
		}
	}
	for c.At.Before(p.StartsAt.Add(-PromotionStop)) && p.count(Going) < p.Capacity {
		i := p.oldestWaiting()
		if i < 0 {
			break
		}
		set(i, Going, p.Answers[i].Order)
	}
	return p, changed, nil
}

// wanted returns the state that a member's wish leads to.
func (p Places) wanted(current AnswerState, c Change) AnswerState {
	switch {
	case c.Wish == Going && current == Going:
		return Going
	case c.Wish == Going:
		isFree := p.count(Going) < p.Capacity
		isLate := !c.At.Before(p.StartsAt.Add(-PromotionStop))
		if isFree && (isLate || p.count(Waiting) == 0) {
			return Going
		}
		return Waiting
	case current == Going:
		return Cancelled
	case current == Waiting:
		return c.Wish
	case current == NoAnswer:
		return Declined
	}
	return current
}

func (p Places) count(state AnswerState) (n int) {
	for _, a := range p.Answers {
		if a.State == state {
			n++
		}
	}
	return n
}

// oldestWaiting returns the index of the oldest answer on the waiting list, or -1.
func (p Places) oldestWaiting() int {
	oldest := -1
	for i, a := range p.Answers {
		if a.State == Waiting && (oldest < 0 || a.Order < p.Answers[oldest].Order) {
			oldest = i
		}
	}
	return oldest
}
