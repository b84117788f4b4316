package demo

import "boardcircle/pb_hooks/tiers"

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
