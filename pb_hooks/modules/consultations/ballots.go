package consultations

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/internal/keys"
	"boardcircle/pb_hooks/internal/rules"
)

// BallotKind says whether a vote is secret.
type BallotKind string

// The kinds of ballot.
const (
	Secret BallotKind = "secret"
	Open   BallotKind = "open"
)

// Values returns both kinds.
func (BallotKind) Values() []string { return rules.Options(Secret, Open) }

// ballot is a vote of a secret ballot: the number of the option, from 1, and the receipt.
type ballot struct {
	receipt string
	choice  int
}

// newReceipt returns a random receipt with 60 bits, such as "K7QM-2XPD-WRTL".
func newReceipt() string {
	text := rand.Text()
	return text[:4] + "-" + text[4:8] + "-" + text[8:12]
}

// box has the votes of a secret ballot, sorted by receipt. Receipts are random, so the order says nothing about the
// order of the votes.
type box []ballot

const boxPurpose = "secret ballot"

// format writes a line of equal length for each vote, so that the length of the encrypted text shows only their number.
func (b box) format() string {
	var text strings.Builder
	for _, vote := range b {
		fmt.Fprintf(&text, "%s %02d\n", vote.receipt, vote.choice)
	}
	return text.String()
}

var errBadBox = errors.New("the ballot box has an invalid line")

func parseBox(text string) (box, error) {
	var b box
	for line := range strings.Lines(text) {
		receipt, choice, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		number, err := strconv.Atoi(choice)
		if err != nil || number < 1 {
			return nil, errBadBox
		}
		b = append(b, ballot{receipt, number})
	}
	return b, nil
}

// errUnreadable means that the votes of a secret ballot can never be read again.
var errUnreadable = errors.New("the votes cannot be read")

// key returns the key of an open secret ballot.
func (p *Polls) key(record *poll) (keys.Key, error) {
	if record.ballotKey() == "" {
		return p.OldKey, nil
	}
	key, err := p.Keys.Find(record.ballotKey())
	if errors.Is(err, keys.ErrMissing) {
		err = fmt.Errorf("%w: %w", errUnreadable, err)
	}
	return key, err
}

// openBox returns the votes of a secret ballot. A ballot without votes has no box.
func (p *Polls) openBox(tx core.App, record *poll) (box, error) {
	key, err := p.key(record)
	if err != nil {
		return nil, err
	}
	sealed, err := findBox(tx, record.Id)
	if sealed == "" || err != nil {
		return nil, err
	}
	text, err := key.Open(boxPurpose, record.Id, sealed)
	if err != nil {
		return nil, fmt.Errorf("%w: open ballot box: %w", errUnreadable, err)
	}
	return parseBox(text)
}

// deleteBox deletes the votes of a secret ballot and, once that is on the disk, their key. Older copies of the box in
// backups and in the replica can then no longer be opened. The caller saves the consultation.
func (p *Polls) deleteBox(tx core.App, record *poll) error {
	id := record.ballotKey()
	record.setBallotKey("")
	if id != "" {
		tx.TxInfo().OnComplete(func(txErr error) error {
			if txErr != nil {
				return nil
			}
			if err := p.Keys.Delete(id); err != nil { // the next start deletes it
				p.app.Logger().Error("The key of a closed vote could not be deleted", "poll", record.Id, "error", err)
			}
			return nil
		})
	}
	return deleteBox(tx, record.Id)
}

// cast adds a vote to the box and returns its receipt. It encrypts all votes again with a new nonce, so that nothing
// in the stored text shows which vote is new.
func (p *Polls) cast(tx core.App, record *poll, choice int) (receipt string, err error) {
	key, err := p.key(record)
	if err != nil {
		return "", err
	}
	b, err := p.openBox(tx, record)
	if err != nil {
		return "", err
	}
	receipt = newReceipt()
	at, isTaken := slices.BinarySearchFunc(b, receipt, func(vote ballot, receipt string) int {
		return strings.Compare(vote.receipt, receipt)
	})
	if isTaken { // once in 2^60 votes
		return "", errors.New("the new receipt is already used")
	}
	sealed, err := key.Seal(boxPurpose, record.Id, slices.Insert(b, at, ballot{receipt, choice}).format())
	if err != nil {
		return "", err
	}
	return receipt, saveBox(tx, record.Id, sealed)
}

// Result has the votes after the close.
type Result struct {
	// Votes are the votes of each option, in the order of the options.
	Votes []int `json:"votes"`
	// Total is the number of votes. Members is how many people could vote.
	Total   int `json:"total"`
	Members int `json:"members"`
	// Twice is the number of people whose two accounts both voted in a secret ballot before they were merged.
	Twice   int     `json:"twice"`
	Outcome Outcome `json:"outcome"`
}

// Outcome says what a vote has decided.
type Outcome string

// The outcomes.
const (
	Decided Outcome = "decided"
	Tied    Outcome = "tied"
	// NoQuorum means that fewer members than the quorum have voted.
	NoQuorum Outcome = "no-quorum"
	NoVotes  Outcome = "no-votes"
)

// Values returns all outcomes.
func (Outcome) Values() []string { return rules.Options(Decided, Tied, NoQuorum, NoVotes) }

// newResult counts choices. Each is the number of an option, from 1.
func newResult(options, quorum int, choices []int) Result {
	r := Result{Votes: make([]int, options), Total: len(choices)}
	for _, choice := range choices {
		r.Votes[choice-1]++
	}
	most := slices.Max(r.Votes)
	leaders := len(slices.DeleteFunc(slices.Clone(r.Votes), func(n int) bool { return n < most }))
	switch {
	case r.Total == 0:
		r.Outcome = NoVotes
	case r.Total < quorum:
		r.Outcome = NoQuorum
	case leaders > 1:
		r.Outcome = Tied
	default:
		r.Outcome = Decided
	}
	return r
}

// Winner returns the number of the option that a vote has decided for, from 1, or 0.
func (r Result) Winner() int {
	if r.Outcome != Decided {
		return 0
	}
	return slices.Index(r.Votes, slices.Max(r.Votes)) + 1
}

// count returns the result of a vote. For a secret ballot it also publishes the votes with their receipts.
func (p *Polls) count(tx core.App, record *poll) (Result, error) {
	options := len(record.options())
	if record.ballot() == Open {
		choices, err := listOpenChoices(tx, record.Id)
		return newResult(options, record.quorum(), choices), err
	}
	votes, err := p.openBox(tx, record)
	if err != nil {
		return Result{}, err
	}
	choices := make([]int, len(votes))
	for i, vote := range votes {
		if vote.choice > options {
			return Result{}, errBadBox
		}
		choices[i] = vote.choice
	}
	voters, err := countVoters(tx, record.Id)
	if err != nil {
		return Result{}, err
	}
	result := newResult(options, record.quorum(), choices)
	result.Twice = len(votes) - voters
	return result, insertBallots(tx, record.Id, votes)
}
