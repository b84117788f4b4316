package demo

import (
	"errors"
	"maps"
	"path"
	"time"

	"boardcircle/pb_hooks/demo/fakerazorpay"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/modules"
	"boardcircle/pb_hooks/tiers"
)

// sampleTransaction is an order of a sample member. Its outcome is captured, failed, refunded, or "" if it is not paid
// yet. A captured subscription is charged again each month or year.
type sampleTransaction struct {
	name, location, tier, method, outcome string
	ago                                   time.Duration
	coupon                                string
}

// sampleTransactions are in chronological order. Customers without a sample nomination joined before nominations
// existed.
var sampleTransactions = []sampleTransaction{
	{"Meera Krishnan", "Mumbai, Maharashtra", annualTier, "card", "captured", 420 * day, ""},
	{"Zarine Mistry", "Mumbai, Maharashtra", foundingTier, "netbanking", "captured", 348 * day, ""},
	{"Hema Raghavan", "Chennai, Tamil Nadu", foundingTier, "card", "captured", 331 * day, ""},
	{"Sunita Deshmukh", "Nagpur, Maharashtra", foundingTier, "upi", "captured", 296 * day, ""},
	{"Prabha Nambiar", "Kochi, Kerala", foundingTier, "upi", "captured", 262 * day, ""},
	{"Alka Mathur", "Jaipur, Rajasthan", annualTier, "card", "captured", 219 * day, ""},
	{"Anjali Saxena", "Mumbai, Maharashtra", lifetimeTier, "netbanking", "captured", 158 * day, ""},
	{"Geeta Malhotra", "New Delhi, Delhi", patronTier, "netbanking", "captured", 152 * day, ""},
	{"Farah Siddiqui", "Hyderabad, Telangana", annualTier, "card", "captured", 141 * day, ""},
	{"Urmila Thakur", "Indore, Madhya Pradesh", lifetimeTier, "upi", "refunded", 139 * day, ""},
	{"Swati Joshi", "Pune, Maharashtra", lifetimeTier, "upi", "captured", 129 * day, ""},
	{"Daksha Patel", "Ahmedabad, Gujarat", lifetimeTier, "netbanking", "captured", 96 * day, ""},
	{"Revathi Iyer", "Bengaluru, Karnataka", annualTier, "card", "captured", 88 * day, ""},
	{"Leela Narayanan", "Bengaluru, Karnataka", monthlyTier, "card", "captured", 80 * day, ""},
	{"Padma Reddy", "Hyderabad, Telangana", lifetimeTier, "card", "failed", 66 * day, ""},
	{"Padma Reddy", "Hyderabad, Telangana", lifetimeTier, "upi", "captured", 65 * day, ""},
	{"Aditi Chatterjee", "Kolkata, West Bengal", lifetimeTier, "netbanking", "captured", 58 * day, couponCode},
	{"Neelam Agarwal", "New Delhi, Delhi", lifetimeTier, "upi", "captured", 43 * day, couponCode},
	{"Kavita Menon", "Kochi, Kerala", annualTier, "card", "captured", 29 * day, ""},
	{"Sarojini Pillai", "Chennai, Tamil Nadu", lifetimeTier, "card", "failed", 16 * day, ""},
	{"Shirin Irani", "Mumbai, Maharashtra", lifetimeTier, "card", "captured", 2 * day, ""},
	{"Vidya Kulkarni", "Pune, Maharashtra", lifetimeTier, "", "", 26 * hour, ""},
	{"Tara Fernandes", "Mumbai, Maharashtra", annualTier, "", "", 3 * hour, ""},
}

const (
	// checkoutDuration is the time from an order to its payment.
	checkoutDuration = 3 * time.Minute
	refundAfter      = 6 * day
	// chargeDelay is the time from the start of a term to its charge.
	chargeDelay = 2 * time.Hour
	// settlementInterval is how often Razorpay pays out what it has collected. The payments of the last settlementDelay
	// are still to be settled.
	settlementInterval = 3 * day
	settlementDelay    = 3 * day
)

// sale is an order as the buyer's browser receives it.
type sale struct {
	OrderID        string
	SubscriptionID string
	PaymentURL     string
	Notes          map[string]string
}

// transactionEvents returns the events of all sample transactions: the orders, payments, refunds and renewals, the
// payment on the page, and the settlements.
func transactionEvents(now time.Time) []historyEvent {
	var list []historyEvent
	for n, s := range sampleTransactions {
		list = append(list, s.events(n, now)...)
	}
	settled := now.Add(-settlementDelay)
	for at := daytime(now.Add(-foundedAgo)); at.Before(settled); at = at.Add(settlementInterval) {
		list = append(list, historyEvent{at, (*history).settle})
	}
	return append(list, historyEvent{sampleTime(now, pagePaidAgo, 0), (*history).payOnPage})
}

// events returns the events of the n-th sample transaction.
func (s sampleTransaction) events(n int, now time.Time) []historyEvent {
	ago := s.ago + time.Duration(n%9)*53*time.Minute // spreads the transactions over the day
	at := func(after time.Duration) time.Time { return sampleTime(now, ago, after) }
	list := []historyEvent{{at(0), func(h *history) error { return h.placeOrder(n, s) }}}
	switch s.outcome {
	case "failed":
		return append(list, historyEvent{at(checkoutDuration), func(h *history) error {
			return h.pay(n, s, fakerazorpay.Declined)
		}})
	case "captured", "refunded":
		list = append(list, historyEvent{at(checkoutDuration), func(h *history) error {
			return h.pay(n, s, fakerazorpay.Success)
		}})
	}
	if s.outcome == "refunded" {
		return append(list, historyEvent{at(refundAfter), func(h *history) error { return h.refund(n) }})
	}
	months := map[string]int{annualTier: 12, monthlyTier: 1}[s.tier]
	if s.outcome != "captured" || months == 0 {
		return list
	}
	for term := months; ; term += months {
		at := at(checkoutDuration).AddDate(0, term, 0).Add(chargeDelay)
		if !at.Before(now) {
			return list
		}
		list = append(list, historyEvent{at, func(h *history) error {
			_, err := h.demo.razorpay.Charge(h.sales[n].SubscriptionID)
			return err
		}})
	}
}

func (h *history) placeOrder(n int, s sampleTransaction) error {
	customer, err := identity.FindUserByEmail(h.tx, sampleEmail(s.name))
	if err != nil {
		return err
	}
	h.sales[n] = &sale{}
	return h.call(h.payments.Checkout.CreateOrder().Handler, request{by: customer.Record, body: map[string]any{
		"customerName": customer.Name(), "customerEmail": customer.Email(), "customerPhone": customer.Phone(),
		"membershipTierId": h.tierIDs[s.tier], "couponCode": s.coupon,
	}}, h.sales[n])
}

// pay pays an order in the checkout or on the page of its payment link, and sends what the browser sends afterwards.
func (h *history) pay(n int, s sampleTransaction, lifecycle fakerazorpay.Lifecycle) error {
	order := h.sales[n]
	if order.PaymentURL != "" {
		_, err := h.demo.razorpay.PayLink(path.Base(order.PaymentURL), lifecycle)
		return err
	}
	customer, err := identity.FindUserByEmail(h.tx, sampleEmail(s.name))
	if err != nil {
		return err
	}
	id := order.OrderID
	if order.SubscriptionID != "" {
		id = order.SubscriptionID
	}
	payer := fakerazorpay.Payer{Email: customer.Email(), Contact: customer.Phone(), Method: s.method}
	result, err := h.demo.razorpay.PayAs(id, lifecycle, payer)
	if err != nil || result.Fields == nil {
		return err
	}
	return h.call(h.payments.Checkout.VerifyPayment().Handler, request{by: customer.Record, body: result.Fields}, nil)
}

func (h *history) refund(n int) error {
	return h.call(h.payments.Refunds.RequestRefund().Handler, request{
		by: h.admins[demoUsername], id: h.sales[n].Notes["transactionId"],
		body: map[string]any{"reason": "They moved abroad and asked within the first week."},
	}, nil)
}

// settle lets Razorpay pay out what it has collected, if there is anything.
func (h *history) settle() error {
	_, err := h.demo.razorpay.Settle(0)
	if errors.Is(err, fakerazorpay.ErrNothingToSettle) || errors.Is(err, fakerazorpay.ErrNegativeBalance) {
		return nil
	}
	return err
}

// pagePaidAgo is how long ago a person whose card was declined at the checkout paid on the patrons' page instead. The
// payment belongs to no transaction, so an admin must attach it to its payer.
const pagePaidAgo = 7 * day

func (h *history) payOnPage() error {
	payer, err := identity.FindUserByEmail(h.tx, sampleEmail("Sarojini Pillai"))
	if err != nil {
		return err
	}
	_, err = h.demo.razorpay.PayPage(patronPage, fakerazorpay.Success, fakerazorpay.Payer{
		Email: payer.Email(), Contact: payer.Phone(), Method: "netbanking",
	})
	return err
}

// Razorpay's ids of the sample plans and page, the same at each start.
const (
	annualPlan  = "plan_CircleAnnual01"
	monthlyPlan = "plan_CircleMonthly1"
	patronPage  = "pl_CirclePatron01"

	// patronPageAmount is the price on the page, including GST.
	patronPageAmount = 1_18_000_00
)

// The slugs of the sample tiers.
const (
	lifetimeTier = "lifetime-membership"
	annualTier   = "annual-membership"
	monthlyTier  = "monthly-membership"
	patronTier   = "patron-membership"
	foundingTier = "founding-membership"
)

// sampleTiers has one tier of each kind: paid once, renewed yearly, renewed monthly, with a payment page, and no longer
// on sale.
var sampleTiers = []map[string]any{
	{
		"name":        "Lifetime Membership",
		"slug":        lifetimeTier,
		"price":       "25000",
		"currency":    "INR",
		"duration":    "lifetime",
		"description": "A seat in the circle for good: every session, every introduction, no renewal to remember.",
		"features": []string{
			"Monthly 90-minute sessions with regulators and chairs",
			"Introductions to boards that are looking",
			"The research library",
			"A mentor for your first year, or a mentee",
			"Your name on what you contribute to the library",
			"A vote in what the circle says to the regulators",
		},
		"isActive":   true,
		"sortOrder":  "10",
		"buttonText": "Join for Life",
	},
	{
		"name":           "Annual Membership",
		"slug":           annualTier,
		"price":          "6000",
		"currency":       "INR",
		"duration":       "annual",
		"razorpayPlanId": annualPlan,
		"description":    "A year at the table. It renews automatically until you cancel.",
		"features": []string{
			"Monthly 90-minute sessions with regulators and chairs",
			"Introductions to boards that are looking",
			"The research library",
		},
		"isActive":   true,
		"sortOrder":  "20",
		"buttonText": "Join for a Year",
	},
	{
		"name":           "Monthly Membership",
		"slug":           monthlyTier,
		"price":          "600",
		"currency":       "INR",
		"duration":       "monthly",
		"razorpayPlanId": monthlyPlan,
		"description":    "Come and see. A month at a time, for as long as it is useful to you.",
		"features": []string{
			"Monthly 90-minute sessions with regulators and chairs",
			"The research library",
		},
		"isActive":   true,
		"sortOrder":  "30",
		"buttonText": "",
	},
	{
		"name": "Patron Membership", "slug": patronTier, "price": "100000", "currency": "INR", "duration": "lifetime",
		"description": "A lifetime seat, and a seat for a director who could not pay for hers.",
		"features": []string{
			"Everything in the lifetime membership",
			"One bursary seat a year, in your name or without it",
			"Dinner with the founding members, every September",
		},
		"isActive": true, "sortOrder": "40", "buttonText": "Become a Patron",
	},
	{
		"name":        "Founding Membership",
		"slug":        foundingTier,
		"price":       "15000",
		"currency":    "INR",
		"duration":    "lifetime",
		"description": "For the first hundred members. Closed since the launch.",
		"features":    []string{"Everything in the lifetime membership", "Your name on the founders' wall"},
		"isActive":    true,
		"sortOrder":   "50",
		"buttonText":  "Choose Plan",
	},
}

// openedModules has the modules that the sample tiers open which do not open the whole circle.
var openedModules = map[string][]modules.ID{
	monthlyTier: {modules.Sessions, modules.Library},
}

// foundingTierClosed is when the founding membership was taken off sale. In the history, it is on sale until then.
const foundingTierClosed = 240 * day

// tierEvents put the sample tiers on sale.
func tierEvents(patronLink string, now time.Time) []historyEvent {
	list := []historyEvent{}
	for _, tier := range sampleTiers {
		list = append(list, historyEvent{sampleTime(now, foundedAgo, time.Minute), func(h *history) error {
			return h.createTier(tier, patronLink)
		}})
	}
	return append(list, historyEvent{sampleTime(now, foundingTierClosed, 0), func(h *history) error {
		body := map[string]any{"isActive": false}
		return h.call(h.tiers.Update().Handler,
			request{by: h.admins[demoUsername], id: h.tierIDs[foundingTier], body: body}, nil)
	}})
}

func (h *history) createTier(tier map[string]any, patronLink string) error {
	tier = maps.Clone(tier)
	tier["screens"], tier["translations"] = screensOf(tier), translationsOf(tier)
	tier["modules"] = modules.Circle()
	if opened, isPart := openedModules[tier["slug"].(string)]; isPart {
		tier["modules"] = opened
	}
	tier["buttonColor"] = "" // the colour of the site
	if tier["slug"] == patronTier {
		tier["razorpayPaymentLink"] = patronLink
	}
	var created struct{ ID string }
	err := h.call(h.tiers.Create().Handler, request{by: h.admins[demoUsername], body: tier}, &created)
	h.tierIDs[tier["slug"].(string)] = created.ID
	return err
}

// samplePlans are the plans of the sample tiers with subscriptions, including GST.
var samplePlans = []fakerazorpay.Plan{
	{
		ID:     annualPlan,
		Period: "yearly",
		Item:   fakerazorpay.Item{Name: "Annual Membership", Amount: 7_080_00, Currency: "INR"},
	},
	{
		ID:     monthlyPlan,
		Period: "monthly",
		Item:   fakerazorpay.Item{Name: "Monthly Membership", Amount: 708_00, Currency: "INR"},
	},
}

// addPlans adds the sample plans and page to the fake Razorpay. The page leads back to siteURL, where the buyer is
// signed in: SITE_URL may name another host than the page's.
func (d *Demo) addPlans(siteURL string) error {
	for _, plan := range samplePlans {
		if _, err := d.razorpay.AddPlan(plan); err != nil {
			return err
		}
	}
	_, err := d.razorpay.AddPage(fakerazorpay.Page{
		ID:          patronPage,
		Title:       "Patron Membership",
		Amount:      patronPageAmount,
		Currency:    "INR",
		CallbackURL: siteURL + "/thank-you",
	})
	return err
}

// featureScreens has the screens to which the features of the sample tiers lead. The other features have none.
var featureScreens = map[string]tiers.Screen{
	"Monthly 90-minute sessions with regulators and chairs": "sessions",
	"Introductions to boards that are looking":              "board-seats",
	"The research library":                                  "library",
	"A mentor for your first year, or a mentee":             "mentors",
	"Your name on what you contribute to the library":       "library",
	"A vote in what the circle says to the regulators":      "polls",
}

// screensOf returns the screens to which the features of a sample tier lead.
func screensOf(tier map[string]any) []tiers.FeatureScreen {
	list := []tiers.FeatureScreen{}
	for _, feature := range tier["features"].([]string) {
		if screen, exists := featureScreens[feature]; exists {
			list = append(list, tiers.FeatureScreen{Feature: feature, Screen: screen})
		}
	}
	return list
}

// tierTranslations has the Hindi and Marathi translations of the sample tiers' texts, by their English texts. The
// founding membership, which is not on sale, has none of its own.
var tierTranslations = map[string]struct{ hi, mr string }{
	"Lifetime Membership": {"आजीवन सदस्यता", "आजीवन सदस्यत्व"},
	"A seat in the circle for good: every session, every introduction, no renewal to remember.": {
		"सर्कल में हमेशा के लिए आपकी जगह: हर सत्र, हर परिचय, और नवीकरण की कोई चिंता नहीं।",
		"सर्कलमध्ये कायमची जागा: प्रत्येक सत्र, प्रत्येक ओळख, आणि नूतनीकरणाची चिंता नाही.",
	},
	"Monthly 90-minute sessions with regulators and chairs": {
		"हर महीने नियामकों और अध्यक्षों के साथ 90 मिनट का सत्र",
		"दर महिन्याला नियामक आणि अध्यक्षांबरोबर 90 मिनिटांचे सत्र",
	},
	"Introductions to boards that are looking": {
		"निदेशक खोज रहे बोर्डों से परिचय", "संचालकांच्या शोधात असलेल्या बोर्डांशी ओळख",
	},
	"The research library": {"शोध लाइब्रेरी", "संशोधन लायब्ररी"},
	"A mentor for your first year, or a mentee": {
		"पहले साल आपके लिए एक मेंटर, या आप किसी की मेंटर", "पहिल्या वर्षी आपल्यासाठी मेंटर, किंवा आपण कोणाच्या तरी मेंटर",
	},
	"Your name on what you contribute to the library": {
		"लाइब्रेरी में आपके योगदान पर आपका नाम", "लायब्ररीतील आपल्या योगदानावर आपले नाव",
	},
	"A vote in what the circle says to the regulators": {
		"सर्कल नियामकों से क्या कहे, इस पर आपका मत", "सर्कल नियामकांना काय सांगेल, यावर आपले मत",
	},
	"Join for Life":     {"आजीवन सदस्य बनें", "आजीवन सदस्य व्हा"},
	"Annual Membership": {"वार्षिक सदस्यता", "वार्षिक सदस्यत्व"},
	"A year at the table. It renews automatically until you cancel.": {
		"एक साल की सदस्यता। जब तक आप इसे रद्द न करें, यह अपने आप नवीकृत होती है।",
		"एका वर्षाचे सदस्यत्व. आपण रद्द करेपर्यंत त्याचे आपोआप नूतनीकरण होते.",
	},
	"Join for a Year":    {"एक साल के लिए जुड़ें", "एका वर्षासाठी सामील व्हा"},
	"Monthly Membership": {"मासिक सदस्यता", "मासिक सदस्यत्व"},
	"Come and see. A month at a time, for as long as it is useful to you.": {
		"आइए और देखिए। एक बार में एक महीना, जब तक यह आपके काम आए।",
		"या आणि अनुभव घ्या. एका वेळी एक महिना, जोवर उपयोगी वाटेल तोवर.",
	},
	"Patron Membership": {"संरक्षक सदस्यता", "आश्रयदाता सदस्यत्व"},
	"A lifetime seat, and a seat for a director who could not pay for hers.": {
		"आपके लिए आजीवन सदस्यता, और एक ऐसी निदेशक के लिए भी जो शुल्क नहीं दे सकतीं।",
		"आपल्यासाठी आजीवन सदस्यत्व, आणि शुल्क भरू न शकणाऱ्या एका महिला संचालकासाठीही.",
	},
	"Everything in the lifetime membership": {"आजीवन सदस्यता की सभी सुविधाएँ", "आजीवन सदस्यत्वातील सर्व काही"},
	"One bursary seat a year, in your name or without it": {
		"हर साल शुल्क में सहायता वाली एक सदस्यता, आपके नाम से या बिना नाम के",
		"दरवर्षी शुल्कसाहाय्य असलेले एक सदस्यत्व, आपल्या नावाने किंवा नावाशिवाय",
	},
	"Dinner with the founding members, every September": {
		"हर सितंबर में संस्थापक सदस्यों के साथ रात्रिभोज", "दर सप्टेंबरमध्ये संस्थापक सदस्यांबरोबर स्नेहभोजन",
	},
	"Become a Patron": {"संरक्षक बनें", "आश्रयदाता व्हा"},
}

// translationsOf returns the translations of a sample tier's texts.
func translationsOf(tier map[string]any) []tiers.Translation {
	list := []tiers.Translation{}
	add := func(field, english string) {
		if found, exists := tierTranslations[english]; exists {
			list = append(list,
				tiers.Translation{Language: "hi", Field: tiers.TextField(field), Source: english, Text: found.hi},
				tiers.Translation{Language: "mr", Field: tiers.TextField(field), Source: english, Text: found.mr})
		}
	}
	for _, field := range []string{"name", "description", "buttonText"} {
		add(field, tier[field].(string))
	}
	for _, feature := range tier["features"].([]string) {
		add("features", feature)
	}
	return list
}
