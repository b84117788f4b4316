package books

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"boardcircle/pb_hooks/internal/apperr"
	"boardcircle/pb_hooks/internal/gst"
	"boardcircle/pb_hooks/internal/india"
	"boardcircle/pb_hooks/payments/invoices"
	"boardcircle/pb_hooks/settings"
)

// The formats of the invoice registration portal.

// eInvoice is a document in the portal's schema INV-01, version 1.1, with the required fields and the optional ones
// that we know.
type eInvoice struct {
	Version  string     `json:"Version"`
	TranDtls tranDtls   `json:"TranDtls"`
	DocDtls  docDtls    `json:"DocDtls"`
	Seller   partyDtls  `json:"SellerDtls"`
	Buyer    partyDtls  `json:"BuyerDtls"`
	Items    []itemDtls `json:"ItemList"`
	Values   valDtls    `json:"ValDtls"`
	RefDtls  *refDtls   `json:"RefDtls,omitempty"`
	ExpDtls  *expDtls   `json:"ExpDtls,omitempty"`
}

type tranDtls struct {
	TaxSch string `json:"TaxSch"`
	SupTyp string `json:"SupTyp"`
	RegRev string `json:"RegRev"`
}

type docDtls struct {
	Typ string `json:"Typ"`
	No  string `json:"No"`
	Dt  string `json:"Dt"`
}

type partyDtls struct {
	GSTIN     string `json:"Gstin"`
	LegalName string `json:"LglNm"`
	// Pos is the place of supply. Only a buyer has one.
	Pos   string      `json:"Pos,omitempty"`
	Addr1 string      `json:"Addr1,omitempty"`
	Addr2 string      `json:"Addr2,omitempty"`
	Loc   string      `json:"Loc"`
	Pin   json.Number `json:"Pin,omitempty"`
	Stcd  string      `json:"Stcd"`
}

type itemDtls struct {
	SlNo       string      `json:"SlNo"`
	PrdDesc    string      `json:"PrdDesc"`
	IsServc    string      `json:"IsServc"`
	HsnCd      string      `json:"HsnCd"`
	UnitPrice  json.Number `json:"UnitPrice"`
	TotAmt     json.Number `json:"TotAmt"`
	Discount   json.Number `json:"Discount"`
	AssAmt     json.Number `json:"AssAmt"`
	GstRt      json.Number `json:"GstRt"`
	IgstAmt    json.Number `json:"IgstAmt"`
	CgstAmt    json.Number `json:"CgstAmt"`
	SgstAmt    json.Number `json:"SgstAmt"`
	TotItemVal json.Number `json:"TotItemVal"`
}

type valDtls struct {
	AssVal      json.Number `json:"AssVal"`
	CgstVal     json.Number `json:"CgstVal"`
	SgstVal     json.Number `json:"SgstVal"`
	IgstVal     json.Number `json:"IgstVal"`
	TotInvVal   json.Number `json:"TotInvVal"`
	TotInvValFc json.Number `json:"TotInvValFc,omitempty"`
}

type refDtls struct {
	PrecDocDtls []precDocDtls `json:"PrecDocDtls"`
}

type precDocDtls struct {
	InvNo string `json:"InvNo"`
	InvDt string `json:"InvDt"`
}

type expDtls struct {
	ForCur  string `json:"ForCur,omitempty"`
	CntCode string `json:"CntCode,omitempty"`
}

// The portal's values for a buyer abroad.
const (
	unregisteredPerson = "URP"
	pinAbroad          = "999999"
)

func (l line) eInvoice(site settings.Settings) eInvoice {
	d, rupees := l.Document, l.rupees
	discount := int64(0)
	if d.Discount > 0 {
		discount = proportion(d.Discount, rupees.taxable, max(1, d.TaxableValue))
		if d.Currency == "INR" {
			discount = d.Discount
		}
	}
	amount := func(paise int64) json.Number { return json.Number(decimals(paise)) }
	day := func(at time.Time) string { return at.In(india.Zone).Format("02/01/2006") }
	v := eInvoice{
		Version:  "1.1",
		TranDtls: tranDtls{TaxSch: "GST", SupTyp: "B2B", RegRev: "N"},
		DocDtls:  docDtls{Typ: "INV", No: d.Number, Dt: day(d.IssuedAt)},
		Seller: partyDtls{
			GSTIN:     d.Supplier.GSTIN,
			LegalName: portalText(d.Supplier.Name, 100),
			Loc:       portalText(site.SupplierCity, 50),
			Pin:       json.Number(site.SupplierPIN),
			Stcd:      d.Supplier.State.Code,
		},
		Buyer: partyDtls{
			GSTIN:     d.Recipient.GSTIN,
			LegalName: portalText(d.Recipient.Name, 100),
			Pos:       d.PlaceOfSupply.Code,
			Loc:       d.Recipient.State.Name,
			Pin:       json.Number(d.Recipient.PIN),
			Stcd:      d.Recipient.State.Code,
		},
		Items: []itemDtls{{
			SlNo:       "1",
			PrdDesc:    portalText(d.Description, 300),
			IsServc:    "Y",
			HsnCd:      d.SAC,
			UnitPrice:  amount(rupees.taxable + discount),
			TotAmt:     amount(rupees.taxable + discount),
			Discount:   amount(discount),
			AssAmt:     amount(rupees.taxable),
			GstRt:      json.Number(l.rate.String()),
			IgstAmt:    amount(rupees.igst),
			CgstAmt:    amount(rupees.cgst),
			SgstAmt:    amount(rupees.sgst),
			TotItemVal: amount(rupees.total),
		}},
		Values: valDtls{
			AssVal:    amount(rupees.taxable),
			CgstVal:   amount(rupees.cgst),
			SgstVal:   amount(rupees.sgst),
			IgstVal:   amount(rupees.igst),
			TotInvVal: amount(rupees.total),
		},
	}
	v.Seller.Addr1, v.Seller.Addr2 = portalAddress(d.Supplier.Address)
	v.Buyer.Addr1, v.Buyer.Addr2 = portalAddress(d.Recipient.Address)
	if d.Recipient.IsSEZ {
		v.TranDtls.SupTyp = l.sezType()
	}
	if d.IsExport() {
		v.TranDtls.SupTyp = "EXPWOP"
		if rupees.igst > 0 {
			v.TranDtls.SupTyp = "EXPWP"
		}
		v.Buyer.GSTIN, v.Buyer.Stcd, v.Buyer.Pin = unregisteredPerson, gst.Abroad.Code, pinAbroad
		v.Buyer.Loc = portalText(d.Recipient.Country, 100)
		v.ExpDtls = &expDtls{CntCode: gst.CountryCode(d.Recipient.Country)}
		if d.Currency != "INR" {
			v.ExpDtls.ForCur, v.Values.TotInvValFc = d.Currency, amount(d.Total)
		}
	}
	if d.Corrects != nil {
		v.DocDtls.Typ = "CRN"
		if d.Kind == invoices.DebitNote {
			v.DocDtls.Typ = "DBN"
		}
		v.RefDtls = &refDtls{[]precDocDtls{{d.Corrects.Number, day(d.Corrects.IssuedAt)}}}
	}
	return v
}

// portalText converts a text to the portal's rules: one line, no quotes, and a maximum length.
func portalText(text string, length int) string {
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r == '"' || r == '\\' || unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)), " ")
	for utf8.RuneCountInString(text) > length {
		_, size := utf8.DecodeLastRuneInString(text)
		text = strings.TrimSpace(text[:len(text)-size])
	}
	return text
}

// portalAddress splits an address into the portal's two lines of a hundred characters.
func portalAddress(address string) (first, second string) {
	const length = 100
	text := portalText(strings.ReplaceAll(address, "\n", ", "), 2*length)
	first = portalText(text, length)
	if len(first) == len(text) {
		return first, ""
	}
	if space := strings.LastIndexByte(first, ' '); space > 0 {
		first = first[:space]
	}
	return first, portalText(text[len(first):], length)
}

const (
	ackNumberPattern = `^[0-9]{1,20}$`
	wrongAckDate     = "Please enter the day and time as the portal shows them, such as 2026-11-23 14:05:00"
)

var (
	irnRegexp       = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)
	ackNumberRegexp = regexp.MustCompile(ackNumberPattern)
)

// portalAnswer is one document in the portal's answer.
type portalAnswer struct {
	IRN      string          `json:"Irn"`
	AckNo    json.RawMessage `json:"AckNo"`
	AckDt    string          `json:"AckDt"`
	SignedQR string          `json:"SignedQRCode"`
}

// parseAnswers parses the portal's JSON: one answer or a list, either directly or as the Data of an envelope.
func parseAnswers(text string) ([]invoices.Answer, error) {
	type wrapped struct {
		portalAnswer
		Data *portalAnswer `json:"Data"`
	}
	var list []wrapped
	if trimmed := bytes.TrimSpace([]byte(text)); !bytes.HasPrefix(trimmed, []byte("[")) {
		list = make([]wrapped, 1)
		if err := json.Unmarshal(trimmed, &list[0]); err != nil {
			return nil, errAnswerUnread
		}
	} else if err := json.Unmarshal(trimmed, &list); err != nil || len(list) == 0 {
		return nil, errAnswerUnread
	}
	answers := make([]invoices.Answer, 0, len(list))
	for _, entry := range list {
		given := entry.portalAnswer
		if entry.Data != nil {
			given = *entry.Data
		}
		number := strings.Trim(string(given.AckNo), `"`)
		if !irnRegexp.MatchString(given.IRN) || !ackNumberRegexp.MatchString(number) || given.SignedQR == "" {
			return nil, errAnswerUnread
		}
		at, err := parseAckDate(given.AckDt)
		if err != nil {
			return nil, errAnswerUnread
		}
		answers = append(answers, invoices.Answer{IRN: given.IRN, AckNumber: number, AckAt: at,
			SignedQR: given.SignedQR})
	}
	return answers, nil
}

// parseAckDate parses the time of an acknowledgement.
func parseAckDate(text string) (time.Time, error) {
	at, isTime := invoices.ParsePortalTime(text)
	if !isTime {
		return at, apperr.Invalid("ack-date", "ackDate", wrongAckDate)
	}
	return at, nil
}
