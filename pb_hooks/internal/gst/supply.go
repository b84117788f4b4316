package gst

import (
	"slices"
	"strconv"
)

// Abroad is the place of supply of an export, as the returns name it. It is no state of the list.
var Abroad = State{"96", "Other Countries"}

// unionTerritories are those without a legislature: they levy UTGST where the states, Delhi, Puducherry and
// Jammu and Kashmir levy SGST.
var unionTerritories = []string{"04", "26", "31", "35", "38", "97"}

// LeviesUTGST reports whether the state part of the tax is UTGST there.
func (s State) LeviesUTGST() bool { return slices.Contains(unionTerritories, s.Code) }

// PlaceOf is the state of a code, or Abroad.
func PlaceOf(code string) State {
	if code == Abroad.Code {
		return Abroad
	}
	return StateOf(code)
}

// Registered returns the state that a valid GSTIN names; the zero State for "".
func Registered(gstin string) State {
	if len(gstin) < 2 {
		return State{}
	}
	return StateOf(gstin[:2])
}

// SupplyKind is by which taxes a supply is taxed.
type SupplyKind string

// The kinds of supply. Of one whose place is not known, or does not matter, the tax is told as a whole.
const (
	UnplacedSupply SupplyKind = ""
	IntraState     SupplyKind = "intra-state"
	InterState     SupplyKind = "inter-state"
	Export         SupplyKind = "export"
)

// Supply is where a supply is made, and so by which taxes it is taxed.
type Supply struct {
	Kind  SupplyKind `json:"kind"`
	Place State      `json:"place"`
}

// Supplier is who sells: from which state, and whether they are registered.
type Supplier struct {
	State        State
	IsRegistered bool
}

// Supply is a supply to a place: another state, the same, or Abroad. Only a registered supplier tells the tax by
// the place.
func (s Supplier) Supply(to State) Supply {
	from := s.State
	if !s.IsRegistered {
		return Supply{UnplacedSupply, to}
	}
	switch to.Code {
	case "":
		return Supply{}
	case Abroad.Code:
		return Supply{Export, to}
	case from.Code:
		return Supply{IntraState, to}
	}
	return Supply{InterState, to}
}

// Tax is one tax of a supply. Rate is in percent, such as "9" or "2.5"; Amount is in minor units.
type Tax struct {
	Name   string `json:"name"`
	Rate   string `json:"rate"`
	Amount int64  `json:"amount"`
}

// SplitTax splits the tax on a supply into those that are levied: CGST and SGST or UTGST within a state, IGST
// between states and for exports. A supply at rate 0 has none.
func (s Supply) SplitTax(tax int64, rate int) []Tax {
	if rate == 0 && tax == 0 {
		return []Tax{}
	}
	whole := strconv.Itoa(rate)
	switch s.Kind {
	case UnplacedSupply:
		return []Tax{{"GST", whole, tax}}
	case InterState, Export:
		return []Tax{{"IGST", whole, tax}}
	}
	ofState := "SGST"
	if s.Place.LeviesUTGST() {
		ofState = "UTGST"
	}
	half := strconv.FormatFloat(float64(rate)/2, 'f', -1, 64)
	central, rest := SplitHalf(tax)
	return []Tax{{"CGST", half, central}, {ofState, half, rest}}
}

// SplitHalf are the rounded half and the rest: together always the whole.
func SplitHalf(amount int64) (rounded, rest int64) {
	rounded = (amount + 1) / 2
	return rounded, amount - rounded
}
