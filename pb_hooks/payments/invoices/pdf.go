package invoices

import (
	"math"
	"time"

	"github.com/pocketbase/pocketbase/core"
)

// The page's measures, in millimetres.
const (
	left, right = 20.0, 190.0
	middle      = 110.0
	width       = right - left
	column      = right - middle
)

var (
	title  = face{"B", 21, ink}
	name   = face{"B", 10.5, ink}
	body   = face{"", 9, ink}
	detail = face{"", 8, quiet}
	label  = face{"", 7.5, quiet}
	amount = face{"", 10, ink}
	total  = face{"B", 13, ink}
)

var titles = map[string]string{TaxInvoice: "Tax invoice", Receipt: "Receipt", CreditNote: "Credit note"}

// PDF draws an issued document on one A4 page, from what was frozen in it alone: the same record
// has the same bytes at any time.
func PDF(record *core.Record) ([]byte, error) {
	d, err := Read(record)
	if err != nil {
		return nil, err
	}
	s, err := newSheet(titles[d.Kind]+" "+d.Number, d.Supplier.Name, d.IssuedAt)
	if err != nil {
		return nil, err
	}
	s.ground()
	s.head(d)
	y := s.parties(46, d)
	y = s.facts(y+6, d)
	s.amounts(y+5, d)
	s.foot(d)
	return s.bytes()
}

// ground is what lies under the text: the orange edge and a large, pale ring of dots.
func (s *sheet) ground() {
	s.fill(0, 0, 210, 2.5, orange)
	const seats = 60
	for i := range seats {
		angle := float64(i) / seats * 2 * math.Pi
		s.dot(right-34+33*math.Cos(angle), 229+33*math.Sin(angle), 0.9, paper)
	}
}

// mark is the house's: twelve directors round one table, and the chair that waits for the next.
func (s *sheet) mark(x, y, size float64) {
	unit := size / 32
	for seat := range 12 {
		angle := float64(seat)/12*2*math.Pi - math.Pi/2
		radius, c := 2.1, ink
		if seat == 1 {
			radius, c = 2.9, orange
		}
		s.dot(x+(16+12*math.Cos(angle))*unit, y+(16+12*math.Sin(angle))*unit, radius*unit, c)
	}
}

func (s *sheet) head(d Document) {
	const axis = 24.0
	s.mark(left-1.5, axis-8, 16)
	f, lines := s.fit(72, 16, face{"B", 13, ink}, d.Supplier.Name)
	s.block(38, axis-float64(len(lines))*f.line()/2, 72, 16, f, d.Supplier.Name)
	s.endingAt(right, axis, title, titles[d.Kind])
	s.endingAt(right, axis+6.5, face{"B", 10, ink}, d.Number)
	s.endingAt(right, axis+11.5, detail, day(d.IssuedAt))
}

// parties names who sells and who buys, and returns the lower edge.
func (s *sheet) parties(top float64, d Document) float64 {
	s.rule(left, top, width, rule, 0.2)
	s.at(left, top+7, label, "From")
	from := s.block(left, top+8.5, column, 10, name, d.Supplier.Name)
	from = s.block(left, from, column, 28, body, d.Supplier.Address)
	if d.Supplier.GSTIN != "" {
		from = s.block(left, from, column, 5, body, "GSTIN "+d.Supplier.GSTIN)
		from = s.block(left, from, column, 5, body, "State "+d.Supplier.State.String())
	}
	role := "Billed to"
	if d.Kind == CreditNote {
		role = "Issued to"
	}
	s.at(middle, top+7, label, role)
	to := s.block(middle, top+8.5, column, 14, name, d.Recipient.Name)
	to = s.block(middle, to, column, 18, body, d.Recipient.Email)
	to = s.block(middle, to, column, 5, body, d.Recipient.Phone)
	if d.Recipient.State.Code != "" {
		to = s.block(middle, to, column, 5, body, "State "+d.Recipient.State.String())
	}
	return max(from, to)
}

// fact is a label and what it says.
type fact struct{ label, value string }

// factsOf are the particulars of a document.
func (d Document) factsOf() []fact {
	var facts []fact
	if c := d.Corrects; c != nil {
		facts = append(facts,
			fact{"Against", titles[c.Kind] + " " + c.Number}, fact{"Dated", day(c.IssuedAt)}, fact{"Refund", c.RefundID})
	}
	facts = append(facts,
		fact{"Payment", d.Payment.ID}, fact{"Method", methodOf(d.Payment.Method)}, fact{"Received", moment(d.Payment.PaidAt)})
	if d.Supplier.GSTIN != "" {
		facts = append(facts,
			fact{"Place of supply", d.PlaceOfSupply.String()}, fact{"Reverse charge", d.ReverseCharge}, fact{"SAC", d.SAC})
	}
	return facts
}

// facts lays the particulars out in rows of three, and returns the lower edge.
func (s *sheet) facts(top float64, d Document) float64 {
	const abreast, height = 3, 13.0
	s.rule(left, top, width, rule, 0.2)
	facts := d.factsOf()
	for i, fact := range facts {
		x, y := left+float64(i%abreast)*width/abreast, top+float64(i/abreast)*height
		s.at(x, y+6, label, fact.label)
		s.block(x, y+7, width/abreast-5, 6, body, fact.value)
	}
	return top + float64((len(facts)+abreast-1)/abreast)*height
}

// amounts says what was sold, what it is made of, and its total.
func (s *sheet) amounts(y float64, d Document) {
	s.rule(left, y, width, ink, 0.4)
	s.at(left, y+5, label, "Description")
	s.endingAt(right, y+5, label, "Amount in "+d.Currency)
	s.rule(left, y+7, width, rule, 0.2)

	s.endingAt(right, y+13.1, amount, tabular(d.TaxableValue))
	below := s.block(left, y+9.5, 120, 16, face{"B", 10, ink}, d.Description)
	if d.Supplier.GSTIN != "" {
		below = s.block(left, below+0.5, 120, 10, detail, d.SACDescription)
	}
	y = below + 4
	s.rule(left, y, width, rule, 0.2)

	base := "Price"
	if d.Supplier.GSTIN != "" {
		base = "Taxable value"
	}
	y = s.sum(y, base, d.TaxableValue)
	for _, tax := range d.Taxes {
		y = s.sum(y, tax.Name+" "+tax.Rate+" %", tax.Amount)
	}
	s.total(y+4, d)
}

func (s *sheet) sum(y float64, of string, minor int64) float64 {
	y += 6.5
	s.at(middle, y, body, of)
	s.endingAt(right, y, amount, tabular(minor))
	return y
}

func (s *sheet) total(y float64, d Document) {
	words := "Total paid"
	if d.Kind == CreditNote {
		words = "Total credited"
	}
	s.fill(left, y, width, 14, paper)
	s.fill(left, y, 1.2, 14, orange)
	s.at(left+6, y+8.9, face{"B", 10, ink}, words)
	s.endingAt(right-5, y+9.1, total, d.TotalInFigures)
	s.block(left, y+17, width, 10, body, d.TotalInWords)
}

func (s *sheet) foot(d Document) {
	const y = 277.0
	s.rule(left, y-5, width, rule, 0.2)
	s.block(left, y-4, width, 9, detail, "For "+d.Supplier.Name+". Issued electronically, so no signature is needed. Times are Indian Standard Time.")
	s.endingAt(right, y+8, label, d.Number)
}

// methodOf says a payment method in words.
func methodOf(method string) string {
	switch method {
	case "upi":
		return "UPI"
	case "emi":
		return "EMI"
	case "card":
		return "Card"
	case "netbanking":
		return "Net banking"
	case "wallet":
		return "Wallet"
	}
	return method
}

func day(at time.Time) string { return at.In(india).Format("2 January 2006") }

func moment(at time.Time) string { return at.In(india).Format("2 January 2006, 3:04 pm") }
