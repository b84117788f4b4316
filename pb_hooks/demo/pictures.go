package demo

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/pocketbase/pocketbase/core"

	"boardcircle/pb_hooks/demo/drawings"
	"boardcircle/pb_hooks/internal/identity"
	"boardcircle/pb_hooks/internal/languages"
	"boardcircle/pb_hooks/internal/sessions"
	"boardcircle/pb_hooks/texts"
)

// portrayed are the people with a portrait. The place in the list is the number of the drawing.
var portrayed = []string{
	"Meera Krishnan", "Zarine Mistry", "Hema Raghavan", "Prabha Nambiar", "Swati Joshi", "Leela Narayanan",
	"Aditi Chatterjee", "Geeta Malhotra", "Sunita Deshmukh", "Alka Mathur", "Revathi Iyer", "Farah Siddiqui",
	"Anuradha Deshmukh", "Lakshmi Raghunathan", "Farida Contractor",
}

// The scenes in the library. The ring has no description yet.
const roundTable, skyline, ring = "round table", "skyline", "ring"

// samplePicture is a picture of the library. alt is its description.
type samplePicture struct {
	name, fileName, alt string
	draw                func() []byte
	focusY              int
}

func samplePictures() []samplePicture {
	list := []samplePicture{
		{skyline, "mumbai-evening.png", "Towers by the sea in the evening", drawings.Skyline, 78},
		{roundTable, "round-table.png", "A round table with twelve seats, from above", drawings.RoundTable, 50},
	}
	for n, name := range portrayed {
		list = append(list, samplePicture{
			name: name, fileName: strings.ReplaceAll(strings.ToLower(name), " ", "-") + ".png",
			alt: "Portrait of " + name, draw: func() []byte { return drawings.Portrait(n) }, focusY: 40,
		})
	}
	return list
}

// pictureEvents fill the picture library, and set the portraits of members. A picture without a description must be
// younger than a week.
func pictureEvents(now time.Time) []historyEvent {
	return []historyEvent{
		{sampleTime(now, 300*day, 0), func(h *history) error {
			for _, p := range samplePictures() {
				if err := h.uploadPicture(p); err != nil {
					return fmt.Errorf("picture %s: %w", p.name, err)
				}
			}
			return nil
		}},
		{sampleTime(now, profilesAgo, hour), (*history).setPortraits},
		{sampleTime(now, 2*day, 0), func(h *history) error {
			return h.uploadPicture(samplePicture{name: ring, fileName: "IMG_2041.png", draw: drawings.Ring})
		}},
	}
}

func (h *history) uploadPicture(p samplePicture) error {
	r := request{by: h.admins[demoUsername], file: &sampleFile{part: "image", name: p.fileName, content: p.draw()}}
	var uploaded struct{ ID, URL string }
	if err := h.call(h.pictures.UploadImage().Handler, r, &uploaded); err != nil || p.alt == "" {
		return err
	}
	h.demo.pictures[p.name] = uploaded.URL
	r = request{by: r.by, id: uploaded.ID, body: map[string]any{
		"alt": p.alt, "credit": "Drawn for the demo", "focusX": 50, "focusY": p.focusY,
	}}
	return h.call(h.pictures.UpdatePicture().Handler, r, nil)
}

// setPortraits sets the portraits of the people who are members.
func (h *history) setPortraits() error {
	return h.eachMember(portrayed, func(n int, account *core.Record) error {
		token, err := sessions.Open(h.tx, account, sessions.Client{Address: visitorAddress}, h.clock.Now())
		if err != nil {
			return err
		}
		file := &sampleFile{part: "image", name: "portrait.png", content: drawings.Portrait(n)}
		return h.call(h.accounts.PutPortrait().Handler, request{by: account, token: token, file: file}, nil)
	})
}

// publishPictures shows pictures on the landing page: beside a text, with the sample testimonials, and six members by
// name.
func (d *Demo) publishPictures(app core.App, feature *texts.Texts, admin *identity.Admin) error {
	image := func(name string) map[string]any { return map[string]any{"image": d.pictures[name], "alt": ""} }
	values := map[string]any{
		"about.heading.image":    image(roundTable),
		"features.heading.image": image(skyline),
	}
	for _, t := range sampleTestimonials {
		card := "testimonials.cards." + t.card
		values[card+".title"], values[card+".body"] = t.name[languages.English], t.words[languages.English]
		values[card+".image"] = image(t.name[languages.English])
	}
	var members []any
	for _, p := range sampleProfiles[:8] {
		if d.pictures[p.name] == "" || len(members) == 6 {
			continue
		}
		id := strings.ReplaceAll(strings.ToLower(p.name), " ", "-")
		members = append(members, map[string]any{"id": id})
		values["membership.portraits."+id+".name"] = p.name
		values["membership.portraits."+id+".role"] = cmp.Or(p.designation, "Independent Director")
		values["membership.portraits."+id+".image"] = image(p.name)
	}
	values["membership.portraits"] = members
	if err := publishLanding(app, feature, admin, languages.English, values); err != nil {
		return err
	}
	hindi, marathi := map[string]any{}, map[string]any{}
	for key, value := range values {
		english, isText := value.(string)
		if translation, exists := portraitTranslations[english]; isText && exists {
			hindi[key], marathi[key] = translation.hi, translation.mr
		}
	}
	for _, t := range sampleTestimonials {
		card := "testimonials.cards." + t.card
		hindi[card+".title"], hindi[card+".body"] = t.name["hi"], t.words["hi"]
		marathi[card+".title"], marathi[card+".body"] = t.name["mr"], t.words["mr"]
	}
	return errors.Join(publishLanding(app, feature, admin, "hi", hindi),
		publishLanding(app, feature, admin, "mr", marathi))
}

// sampleTestimonial has the invented words of a member, in each language. A server without the demo has none.
type sampleTestimonial struct {
	// card is the id of the built-in testimonial.
	card        string
	name, words map[string]string
}

var sampleTestimonials = []sampleTestimonial{
	{
		card: "listed-company",
		name: map[string]string{"en": "Anuradha Deshmukh", "hi": "अनुराधा देशमुख", "mr": "अनुराधा देशमुख"},
		words: map[string]string{
			"en": "I had chaired an audit committee for six years before I met another woman who had. In my first " +
				"session I met eleven. We compared notes on related-party disclosures, and I walked into my " +
				"next meeting with better questions.",
			"hi": "छह साल तक मैं एक ऑडिट कमेटी की अध्यक्ष रही, पर ऐसी किसी दूसरी महिला से कभी नहीं मिली। यहाँ " +
				"पहले ही सत्र में ग्यारह मिलीं। हमने संबंधित पक्षों से जुड़े प्रकटीकरण पर अपने अनुभव मिलाए, और " +
				"अगली बैठक में मैं बेहतर सवालों के साथ गई।",
			"mr": "सहा वर्षे मी एका ऑडिट कमिटीची अध्यक्ष होते, पण तोवर अशी दुसरी महिला मला भेटली नव्हती. इथे " +
				"पहिल्याच सत्रात अकरा जणी भेटल्या. संबंधित पक्षांसोबतच्या व्यवहारांच्या प्रकटीकरणावर आम्ही " +
				"अनुभवांची देवाणघेवाण केली, आणि पुढच्या बैठकीला मी अधिक नेमके प्रश्न घेऊन गेले.",
		},
	},
	{
		card: "psu",
		name: map[string]string{"en": "Lakshmi Raghunathan", "hi": "लक्ष्मी रघुनाथन", "mr": "लक्ष्मी रघुनाथन"},
		words: map[string]string{
			"en": "In a public-sector unit you learn to be careful with whom you think aloud. Here I can. The " +
				"counsel I have had on succession and on dealing with the ministry has been frank, discreet " +
				"and, more than once, decisive.",
			"hi": "सार्वजनिक उपक्रम में आप जल्दी ही सीख जाती हैं कि हर बात हर किसी के सामने नहीं कही जाती। यहाँ " +
				"कह सकती हूँ। उत्तराधिकार और मंत्रालय से संवाद पर मुझे जो सलाह मिली, वह बेबाक थी, गोपनीय रही और " +
				"एक से अधिक बार निर्णायक साबित हुई।",
			"mr": "कुणासमोर मोकळेपणाने बोलायचे, याची काळजी घ्यायला सार्वजनिक उपक्रम शिकवतो. इथे मी मोकळेपणाने " +
				"बोलू शकते. उत्तराधिकाराबाबत आणि मंत्रालयाशी संवाद साधताना मला मिळालेला सल्ला स्पष्ट होता, " +
				"गोपनीय राहिला आणि एकाहून अधिक वेळा निर्णायक ठरला.",
		},
	},
	{
		card: "startup",
		name: map[string]string{"en": "Farida Contractor", "hi": "फ़रीदा कॉन्ट्रैक्टर", "mr": "फरीदा कॉन्ट्रॅक्टर"},
		words: map[string]string{
			"en": "Founders ask for governance late and in a hurry. The circle gave me term sheets to learn from, " +
				"people to ring, and the confidence to say ‘not yet’. Two further boards have invited me since.",
			"hi": "संस्थापकों को गवर्नेंस की याद देर से आती है, और तब बहुत जल्दी होती है। सर्कल से मुझे सीखने के " +
				"लिए टर्म शीट मिलीं, फ़ोन करने के लिए लोग मिले और ‘अभी नहीं’ कहने का भरोसा मिला। तब से दो और " +
				"बोर्ड मुझे आमंत्रित कर चुके हैं।",
			"mr": "संस्थापकांना गव्हर्नन्सची आठवण उशिरा होते, आणि तेव्हा सारे घाईत हवे असते. सर्कलमुळे मला " +
				"अभ्यासण्यासाठी टर्म शीट मिळाल्या, फोन करता येईल अशी माणसे मिळाली आणि ‘अजून नाही’ म्हणण्याचा " +
				"आत्मविश्वास मिळाला. तेव्हापासून आणखी दोन बोर्डनी मला निमंत्रण दिले आहे.",
		},
	},
}

// portraitTranslations has the Hindi and Marathi translations of the names and roles below the portraits. The text
// above them has none, so that the demo shows how the console lists a text without a translation.
var portraitTranslations = map[string]struct{ hi, mr string }{
	"Meera Krishnan":                 {"मीरा कृष्णन", "मीरा कृष्णन"},
	"Zarine Mistry":                  {"ज़रीन मिस्त्री", "झरीन मिस्त्री"},
	"Hema Raghavan":                  {"हेमा राघवन", "हेमा राघवन"},
	"Sunita Deshmukh":                {"सुनीता देशमुख", "सुनीता देशमुख"},
	"Prabha Nambiar":                 {"प्रभा नंबियार", "प्रभा नंबियार"},
	"Alka Mathur":                    {"अलका माथुर", "अलका माथुर"},
	"Independent Director":           {"स्वतंत्र निदेशक", "स्वतंत्र संचालक"},
	"Chair of the audit committee":   {"ऑडिट कमेटी की अध्यक्ष", "ऑडिट कमिटीच्या अध्यक्ष"},
	"Chair":                          {"अध्यक्ष", "अध्यक्ष"},
	"Company Secretary and Director": {"कंपनी सचिव और निदेशक", "कंपनी सचिव आणि संचालक"},
}

// publishLanding publishes texts of the landing page in a language.
func publishLanding(app core.App, feature *texts.Texts, admin *identity.Admin, language string,
	values map[string]any) error {
	keys := []string{}
	for _, key := range slices.Sorted(maps.Keys(values)) { // the console lists the sections as they were created
		keys = append(keys, "landing."+key)
		r := request{by: admin.Record, page: "landing", language: language,
			body: map[string]any{"key": "landing." + key, "version": 0, "value": values[key]}}
		if err := call(app, feature.Save().Handler, r, nil); err != nil {
			return err
		}
	}
	return call(app, feature.Publish().Handler,
		request{by: admin.Record, page: "landing", language: language, body: map[string]any{"keys": keys}}, nil)
}
