package gst

import (
	"slices"
	"strconv"
)

// Abroad is the place of supply of an export, as the GST returns name it. States does not contain it.
var Abroad = State{"96", "Other Countries"}

// unionTerritories are the codes of the union territories without a legislature. They levy UTGST; the states, Delhi,
// Puducherry and Jammu and Kashmir levy SGST.
var unionTerritories = []string{"04", "26", "31", "35", "38", "97"}

// LeviesUTGST reports whether the state's part of the tax is UTGST.
func (s State) LeviesUTGST() bool { return slices.Contains(unionTerritories, s.Code) }

// Registered returns the state of a valid GSTIN. It returns the zero State for "".
func Registered(gstin string) State {
	if len(gstin) < 2 {
		return State{}
	}
	return StateOf(gstin[:2])
}

// SupplyKind says which taxes apply to a supply.
type SupplyKind string

// The kinds of supply. If the place is unknown or does not matter, the tax is shown as one sum.
const (
	UnplacedSupply SupplyKind = ""
	IntraState     SupplyKind = "intra-state"
	InterState     SupplyKind = "inter-state"
	Export         SupplyKind = "export"
	// SEZ is a supply to a unit or a developer in a special economic zone. It is inter-state, even within a state
	// (section 7(5)(b) of the IGST Act), and zero-rated as an export is (section 16).
	SEZ SupplyKind = "sez"
)

// Supply is the place and kind of a supply, which decide the taxes.
type Supply struct {
	Kind  SupplyKind `json:"kind"`
	Place State      `json:"place"`
}

// Supplier is the seller: the state they supply from, and whether they are registered.
type Supplier struct {
	State        State
	IsRegistered bool
}

// Supply returns the supply to a place: the same state, another state, or Abroad. isSEZ means that the buyer is in a
// special economic zone. Only a registered supplier splits the tax by place.
func (s Supplier) Supply(to State, isSEZ bool) Supply {
	switch {
	case !s.IsRegistered:
		return Supply{UnplacedSupply, to}
	case to.Code == "":
		return Supply{}
	case to.Code == Abroad.Code:
		return Supply{Export, to}
	case isSEZ:
		return Supply{SEZ, to}
	case to.Code == s.State.Code:
		return Supply{IntraState, to}
	}
	return Supply{InterState, to}
}

// Tax is one tax of a supply. Rate is in percent, such as "9" or "2.5". Amount is in minor units.
type Tax struct {
	Name   string `json:"name"`
	Rate   string `json:"rate"`
	Amount int64  `json:"amount"`
}

// SplitTax splits the tax on a supply: CGST and SGST or UTGST within a state, IGST between states, for exports and
// for special economic zones. A supply at rate 0 has no taxes.
func (s Supply) SplitTax(tax int64, rate int) []Tax {
	if rate == 0 && tax == 0 {
		return []Tax{}
	}
	whole := strconv.Itoa(rate)
	switch s.Kind {
	case UnplacedSupply:
		return []Tax{{"GST", whole, tax}}
	case InterState, Export, SEZ:
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

// SplitHalf splits an amount into its rounded half and the rest. The sum of both is always the amount.
func SplitHalf(amount int64) (rounded, rest int64) {
	rounded = (amount + 1) / 2
	return rounded, amount - rounded
}
