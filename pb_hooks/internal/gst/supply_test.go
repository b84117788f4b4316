package gst_test

import (
	"fmt"
	"testing"

	"boardcircle/pb_hooks/internal/gst"
)

func TestThePlaceOfSupplyDecidesHowTheTaxIsSplit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, to string
		tax      int64
		rate     int
		want     string
	}{
		{"27", "27", 450000, 18, "intra-state [{CGST 9 225000} {SGST 9 225000}]"},
		{"27", "27", 17983, 18, "intra-state [{CGST 9 8992} {SGST 9 8991}]"},
		{"27", "27", 1, 5, "intra-state [{CGST 2.5 1} {SGST 2.5 0}]"},
		{"27", "29", 17983, 18, "inter-state [{IGST 18 17983}]"},
		{"27", "04", 17983, 18, "inter-state [{IGST 18 17983}]"},
		{"04", "04", 17983, 18, "intra-state [{CGST 9 8992} {UTGST 9 8991}]"},
		{"38", "38", 2, 18, "intra-state [{CGST 9 1} {UTGST 9 1}]"},
		{"07", "07", 2, 18, "intra-state [{CGST 9 1} {SGST 9 1}]"}, // Delhi has a legislature
		{"34", "34", 2, 18, "intra-state [{CGST 9 1} {SGST 9 1}]"}, // Puducherry has a legislature
		{"01", "01", 2, 18, "intra-state [{CGST 9 1} {SGST 9 1}]"}, // Jammu and Kashmir has a legislature
		{"27", "97", 2, 18, "inter-state [{IGST 18 2}]"},
		{"27", "96", 17983, 18, "export [{IGST 18 17983}]"},
		{"27", "96", 0, 0, "export []"},
		{"27", "", 17983, 18, " [{GST 18 17983}]"},
		{"27", "27", 0, 0, "intra-state []"},
		{"27", "27", 0, 18, "intra-state [{CGST 9 0} {SGST 9 0}]"},
	} {
		supplier := gst.Supplier{State: gst.StateOf(c.from), IsRegistered: true}
		supply := supplier.Supply(placeOf(c.to), false)
		if got := fmt.Sprint(supply.Kind, " ", supply.SplitTax(c.tax, c.rate)); got != c.want {
			t.Errorf("%s to %s: %s, want %s", c.from, c.to, got, c.want)
		}
	}
}

func TestASupplyToASpecialEconomicZoneIsInterState(t *testing.T) {
	t.Parallel()
	supplier := gst.Supplier{State: gst.StateOf("27"), IsRegistered: true}
	for place, want := range map[gst.State]string{
		gst.StateOf("27"): "sez [{IGST 18 17983}]", gst.StateOf("29"): "sez [{IGST 18 17983}]",
		gst.Abroad: "export [{IGST 18 17983}]",
	} {
		supply := supplier.Supply(place, true)
		if got := fmt.Sprint(supply.Kind, " ", supply.SplitTax(17983, 18)); got != want {
			t.Errorf("%s: %s, want %s", place, got, want)
		}
	}
	if got := (gst.Supplier{}).Supply(gst.StateOf("27"), true).Kind; got != gst.UnplacedSupply {
		t.Errorf("the supply of an unregistered supplier is %q", got)
	}
}

func TestASupplierWithoutRegistrationDoesNotSplitTheTax(t *testing.T) {
	t.Parallel()
	for _, place := range []gst.State{gst.StateOf("27"), gst.StateOf("29"), gst.Abroad} {
		supply := gst.Supplier{State: gst.StateOf("27")}.Supply(place, false)
		if got := fmt.Sprint(supply.SplitTax(17983, 18)); got != "[{GST 18 17983}]" || supply.Place != place {
			t.Errorf("%v: %s, want the whole tax as GST", place, got)
		}
	}
}

func TestSixUnionTerritoriesLevyUTGST(t *testing.T) {
	t.Parallel()
	levies := 0
	for _, state := range gst.States {
		if state.LeviesUTGST() {
			levies++
		}
	}
	if levies != 6 {
		t.Errorf("%d states levy UTGST, want 6", levies)
	}
}

func TestCountriesAreFoundByCodeAndByName(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, country := range gst.Countries {
		if seen[country.Code] || seen[country.Name] || len(country.Code) != 2 ||
			gst.CountryCode(country.Name) != country.Code {
			t.Errorf("%v is a duplicate, invalid or not found by its name", country)
		}
		seen[country.Code], seen[country.Name] = true, true
	}
	if gst.CountryOf(gst.India).Name != "India" || gst.CountryCode(" united states ") != "US" ||
		gst.CountryOf("XX").Name != "" || gst.CountryCode("Nowhere") != "" {
		t.Error("CountryOf or CountryCode returned a wrong country")
	}
}

// placeOf returns the state with a code, or gst.Abroad.
func placeOf(code string) gst.State {
	if code == gst.Abroad.Code {
		return gst.Abroad
	}
	return gst.StateOf(code)
}
