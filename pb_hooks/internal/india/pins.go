package india

import "slices"

// PINStates lists the states and union territories, by their GST codes, that have PIN codes with the same first two
// digits. The digits name a postal circle, and some circles serve several states. The table follows India Post's
// directory of PIN codes (data.gov.in, "All India Pincode Directory"), with Telangana and Ladakh, which are younger
// than their PIN codes. PIN codes from 90 belong to the Army Postal Service and name no state.
var PINStates = map[string][]string{
	"11": {"07"}, "12": {"06"}, "13": {"06"}, "14": {"03", "04"}, "15": {"03"}, "16": {"03", "04"}, "17": {"02"},
	"18": {"01"}, "19": {"01", "38"}, "20": {"09"}, "21": {"09"}, "22": {"09"}, "23": {"09"}, "24": {"05", "09"},
	"25": {"09"}, "26": {"05", "09"}, "27": {"09"}, "28": {"09"}, "30": {"08"}, "31": {"08"}, "32": {"08"},
	"33": {"08"}, "34": {"08"}, "36": {"24", "26"}, "37": {"24"}, "38": {"24"}, "39": {"24", "26"},
	"40": {"27", "30"}, "41": {"27"}, "42": {"27"}, "43": {"27"}, "44": {"27"}, "45": {"23"}, "46": {"23"},
	"47": {"23"}, "48": {"23"}, "49": {"22"}, "50": {"36", "37"}, "51": {"37"}, "52": {"37"}, "53": {"34", "37"},
	"56": {"29"}, "57": {"29"}, "58": {"29"}, "59": {"29"}, "60": {"33", "34"}, "61": {"33"}, "62": {"33"},
	"63": {"33"}, "64": {"33"}, "67": {"32", "34"}, "68": {"31", "32"}, "69": {"32"}, "70": {"19"}, "71": {"19"},
	"72": {"19"}, "73": {"11", "19"}, "74": {"19", "35"}, "75": {"21"}, "76": {"21"}, "77": {"21"},
	"78": {"17", "18"}, "79": {"12", "13", "14", "15", "16", "17"}, "80": {"10"}, "81": {"10", "20"},
	"82": {"10", "20"}, "83": {"20"}, "84": {"10"}, "85": {"10"},
}

// PINAgrees reports whether a PIN code may belong to a state, given by its GST code. Other Territory (97) has no PIN
// codes of its own.
func PINAgrees(pin, state string) bool {
	if len(pin) < 2 {
		return false
	}
	return pin[0] == '9' || state == "97" || slices.Contains(PINStates[pin[:2]], state)
}
