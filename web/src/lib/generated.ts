// Generated from the Go rules and wire types by `go generate ./pb_hooks/...`. Do not edit.

export const patterns = {"amount":"^[0-9]{1,9}(\\.[0-9]{1,2})?$","email":"^[a-z0-9!#$%&'*+/=?^_{|}~-]+(\\.[a-z0-9!#$%&'*+/=?^_{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$","phone":"^\\+?[1-9][0-9]{0,16}$","pin":"^[0-9]{4}$","whole":"^-?[0-9]{1,9}$"} as const

export const trivialPins: readonly string[] = ["0000","1111","2222","3333","4444","5555","6666","7777","8888","9999","0123","1234","2345","3456","4567","5678","6789","7890","9876","8765","7654","6543","5432","4321","3210","0987","1212","1122","1313","2580","0852","1010","2000","2020","2468","1357","6969","1004"]

export const trivialPin = "Please choose a PIN that is harder to guess"

export const longestLine = 200

/** What a hint of the server can be about. */
export type Topic = 'admins' | 'approvals' | 'audit' | 'backups' | 'campaigns' | 'content' | 'diagnostics' | 'drafts' | 'imports' | 'mail' | 'members' | 'nominations' | 'payments' | 'settings' | 'tiers'

export type NominationStatus = 'submitted' | 'in_review' | 'info_requested' | 'approved' | 'declined' | 'withdrawn'

export type CampaignStep = 'pause' | 'resume' | 'cancel' | 'retry'

/** What an e-mail that its reader can do without is about. */
export type EmailTopic = 'news' | 'events' | 'membership' | 'offers'

/** What people read for each of them. */
export const emailTopicNames: Readonly<Record<EmailTopic, string>> = {
  news: "News and stories",
  events: "Events",
  membership: "Your membership",
  offers: "Offers to come back",
}

/** How many groups deep a segment may be. */
export const maxSegmentDepth = 3

/** The largest image that can be uploaded, in bytes. */
export const maxImageBytes = 5242880

/** The states of India by their GST codes. */
export const gstStates: readonly GSTState[] = [{"code":"01","name":"Jammu and Kashmir"},{"code":"02","name":"Himachal Pradesh"},{"code":"03","name":"Punjab"},{"code":"04","name":"Chandigarh"},{"code":"05","name":"Uttarakhand"},{"code":"06","name":"Haryana"},{"code":"07","name":"Delhi"},{"code":"08","name":"Rajasthan"},{"code":"09","name":"Uttar Pradesh"},{"code":"10","name":"Bihar"},{"code":"11","name":"Sikkim"},{"code":"12","name":"Arunachal Pradesh"},{"code":"13","name":"Nagaland"},{"code":"14","name":"Manipur"},{"code":"15","name":"Mizoram"},{"code":"16","name":"Tripura"},{"code":"17","name":"Meghalaya"},{"code":"18","name":"Assam"},{"code":"19","name":"West Bengal"},{"code":"20","name":"Jharkhand"},{"code":"21","name":"Odisha"},{"code":"22","name":"Chhattisgarh"},{"code":"23","name":"Madhya Pradesh"},{"code":"24","name":"Gujarat"},{"code":"26","name":"Dadra and Nagar Haveli and Daman and Diu"},{"code":"27","name":"Maharashtra"},{"code":"29","name":"Karnataka"},{"code":"30","name":"Goa"},{"code":"31","name":"Lakshadweep"},{"code":"32","name":"Kerala"},{"code":"33","name":"Tamil Nadu"},{"code":"34","name":"Puducherry"},{"code":"35","name":"Andaman and Nicobar Islands"},{"code":"36","name":"Telangana"},{"code":"37","name":"Andhra Pradesh"},{"code":"38","name":"Ladakh"},{"code":"97","name":"Other Territory"}]

/** All countries by their ISO codes. */
export const countries: readonly Country[] = [{"code":"AF","name":"Afghanistan"},{"code":"AX","name":"Åland Islands"},{"code":"AL","name":"Albania"},{"code":"DZ","name":"Algeria"},{"code":"AS","name":"American Samoa"},{"code":"AD","name":"Andorra"},{"code":"AO","name":"Angola"},{"code":"AI","name":"Anguilla"},{"code":"AQ","name":"Antarctica"},{"code":"AG","name":"Antigua and Barbuda"},{"code":"AR","name":"Argentina"},{"code":"AM","name":"Armenia"},{"code":"AW","name":"Aruba"},{"code":"AU","name":"Australia"},{"code":"AT","name":"Austria"},{"code":"AZ","name":"Azerbaijan"},{"code":"BS","name":"Bahamas"},{"code":"BH","name":"Bahrain"},{"code":"BD","name":"Bangladesh"},{"code":"BB","name":"Barbados"},{"code":"BY","name":"Belarus"},{"code":"BE","name":"Belgium"},{"code":"BZ","name":"Belize"},{"code":"BJ","name":"Benin"},{"code":"BM","name":"Bermuda"},{"code":"BT","name":"Bhutan"},{"code":"BO","name":"Bolivia"},{"code":"BA","name":"Bosnia and Herzegovina"},{"code":"BW","name":"Botswana"},{"code":"BV","name":"Bouvet Island"},{"code":"BR","name":"Brazil"},{"code":"IO","name":"British Indian Ocean Territory"},{"code":"VG","name":"British Virgin Islands"},{"code":"BN","name":"Brunei"},{"code":"BG","name":"Bulgaria"},{"code":"BF","name":"Burkina Faso"},{"code":"BI","name":"Burundi"},{"code":"KH","name":"Cambodia"},{"code":"CM","name":"Cameroon"},{"code":"CA","name":"Canada"},{"code":"CV","name":"Cape Verde"},{"code":"BQ","name":"Caribbean Netherlands"},{"code":"KY","name":"Cayman Islands"},{"code":"CF","name":"Central African Republic"},{"code":"TD","name":"Chad"},{"code":"CL","name":"Chile"},{"code":"CN","name":"China"},{"code":"CX","name":"Christmas Island"},{"code":"CC","name":"Cocos (Keeling) Islands"},{"code":"CO","name":"Colombia"},{"code":"KM","name":"Comoros"},{"code":"CD","name":"Congo (Democratic Republic)"},{"code":"CG","name":"Congo (Republic)"},{"code":"CK","name":"Cook Islands"},{"code":"CR","name":"Costa Rica"},{"code":"CI","name":"Côte d'Ivoire"},{"code":"HR","name":"Croatia"},{"code":"CU","name":"Cuba"},{"code":"CW","name":"Curaçao"},{"code":"CY","name":"Cyprus"},{"code":"CZ","name":"Czechia"},{"code":"DK","name":"Denmark"},{"code":"DJ","name":"Djibouti"},{"code":"DM","name":"Dominica"},{"code":"DO","name":"Dominican Republic"},{"code":"EC","name":"Ecuador"},{"code":"EG","name":"Egypt"},{"code":"SV","name":"El Salvador"},{"code":"GQ","name":"Equatorial Guinea"},{"code":"ER","name":"Eritrea"},{"code":"EE","name":"Estonia"},{"code":"SZ","name":"Eswatini"},{"code":"ET","name":"Ethiopia"},{"code":"FK","name":"Falkland Islands"},{"code":"FO","name":"Faroe Islands"},{"code":"FJ","name":"Fiji"},{"code":"FI","name":"Finland"},{"code":"FR","name":"France"},{"code":"GF","name":"French Guiana"},{"code":"PF","name":"French Polynesia"},{"code":"TF","name":"French Southern Territories"},{"code":"GA","name":"Gabon"},{"code":"GM","name":"Gambia"},{"code":"GE","name":"Georgia"},{"code":"DE","name":"Germany"},{"code":"GH","name":"Ghana"},{"code":"GI","name":"Gibraltar"},{"code":"GR","name":"Greece"},{"code":"GL","name":"Greenland"},{"code":"GD","name":"Grenada"},{"code":"GP","name":"Guadeloupe"},{"code":"GU","name":"Guam"},{"code":"GT","name":"Guatemala"},{"code":"GG","name":"Guernsey"},{"code":"GN","name":"Guinea"},{"code":"GW","name":"Guinea-Bissau"},{"code":"GY","name":"Guyana"},{"code":"HT","name":"Haiti"},{"code":"HM","name":"Heard and McDonald Islands"},{"code":"HN","name":"Honduras"},{"code":"HK","name":"Hong Kong"},{"code":"HU","name":"Hungary"},{"code":"IS","name":"Iceland"},{"code":"IN","name":"India"},{"code":"ID","name":"Indonesia"},{"code":"IR","name":"Iran"},{"code":"IQ","name":"Iraq"},{"code":"IE","name":"Ireland"},{"code":"IM","name":"Isle of Man"},{"code":"IL","name":"Israel"},{"code":"IT","name":"Italy"},{"code":"JM","name":"Jamaica"},{"code":"JP","name":"Japan"},{"code":"JE","name":"Jersey"},{"code":"JO","name":"Jordan"},{"code":"KZ","name":"Kazakhstan"},{"code":"KE","name":"Kenya"},{"code":"KI","name":"Kiribati"},{"code":"KW","name":"Kuwait"},{"code":"KG","name":"Kyrgyzstan"},{"code":"LA","name":"Laos"},{"code":"LV","name":"Latvia"},{"code":"LB","name":"Lebanon"},{"code":"LS","name":"Lesotho"},{"code":"LR","name":"Liberia"},{"code":"LY","name":"Libya"},{"code":"LI","name":"Liechtenstein"},{"code":"LT","name":"Lithuania"},{"code":"LU","name":"Luxembourg"},{"code":"MO","name":"Macao"},{"code":"MG","name":"Madagascar"},{"code":"MW","name":"Malawi"},{"code":"MY","name":"Malaysia"},{"code":"MV","name":"Maldives"},{"code":"ML","name":"Mali"},{"code":"MT","name":"Malta"},{"code":"MH","name":"Marshall Islands"},{"code":"MQ","name":"Martinique"},{"code":"MR","name":"Mauritania"},{"code":"MU","name":"Mauritius"},{"code":"YT","name":"Mayotte"},{"code":"MX","name":"Mexico"},{"code":"FM","name":"Micronesia"},{"code":"MD","name":"Moldova"},{"code":"MC","name":"Monaco"},{"code":"MN","name":"Mongolia"},{"code":"ME","name":"Montenegro"},{"code":"MS","name":"Montserrat"},{"code":"MA","name":"Morocco"},{"code":"MZ","name":"Mozambique"},{"code":"MM","name":"Myanmar"},{"code":"NA","name":"Namibia"},{"code":"NR","name":"Nauru"},{"code":"NP","name":"Nepal"},{"code":"NL","name":"Netherlands"},{"code":"NC","name":"New Caledonia"},{"code":"NZ","name":"New Zealand"},{"code":"NI","name":"Nicaragua"},{"code":"NE","name":"Niger"},{"code":"NG","name":"Nigeria"},{"code":"NU","name":"Niue"},{"code":"NF","name":"Norfolk Island"},{"code":"KP","name":"North Korea"},{"code":"MK","name":"North Macedonia"},{"code":"MP","name":"Northern Mariana Islands"},{"code":"NO","name":"Norway"},{"code":"OM","name":"Oman"},{"code":"PK","name":"Pakistan"},{"code":"PW","name":"Palau"},{"code":"PS","name":"Palestine"},{"code":"PA","name":"Panama"},{"code":"PG","name":"Papua New Guinea"},{"code":"PY","name":"Paraguay"},{"code":"PE","name":"Peru"},{"code":"PH","name":"Philippines"},{"code":"PN","name":"Pitcairn Islands"},{"code":"PL","name":"Poland"},{"code":"PT","name":"Portugal"},{"code":"PR","name":"Puerto Rico"},{"code":"QA","name":"Qatar"},{"code":"RE","name":"Réunion"},{"code":"RO","name":"Romania"},{"code":"RU","name":"Russia"},{"code":"RW","name":"Rwanda"},{"code":"WS","name":"Samoa"},{"code":"SM","name":"San Marino"},{"code":"ST","name":"São Tomé and Príncipe"},{"code":"SA","name":"Saudi Arabia"},{"code":"SN","name":"Senegal"},{"code":"RS","name":"Serbia"},{"code":"SC","name":"Seychelles"},{"code":"SL","name":"Sierra Leone"},{"code":"SG","name":"Singapore"},{"code":"SX","name":"Sint Maarten"},{"code":"SK","name":"Slovakia"},{"code":"SI","name":"Slovenia"},{"code":"SB","name":"Solomon Islands"},{"code":"SO","name":"Somalia"},{"code":"ZA","name":"South Africa"},{"code":"GS","name":"South Georgia and South Sandwich Islands"},{"code":"KR","name":"South Korea"},{"code":"SS","name":"South Sudan"},{"code":"ES","name":"Spain"},{"code":"LK","name":"Sri Lanka"},{"code":"BL","name":"St. Barthélemy"},{"code":"SH","name":"St. Helena"},{"code":"KN","name":"St. Kitts and Nevis"},{"code":"LC","name":"St. Lucia"},{"code":"MF","name":"St. Martin"},{"code":"PM","name":"St. Pierre and Miquelon"},{"code":"VC","name":"St. Vincent and Grenadines"},{"code":"SD","name":"Sudan"},{"code":"SR","name":"Suriname"},{"code":"SJ","name":"Svalbard and Jan Mayen"},{"code":"SE","name":"Sweden"},{"code":"CH","name":"Switzerland"},{"code":"SY","name":"Syria"},{"code":"TW","name":"Taiwan"},{"code":"TJ","name":"Tajikistan"},{"code":"TZ","name":"Tanzania"},{"code":"TH","name":"Thailand"},{"code":"TL","name":"Timor-Leste"},{"code":"TG","name":"Togo"},{"code":"TK","name":"Tokelau"},{"code":"TO","name":"Tonga"},{"code":"TT","name":"Trinidad and Tobago"},{"code":"TN","name":"Tunisia"},{"code":"TR","name":"Türkiye"},{"code":"TM","name":"Turkmenistan"},{"code":"TC","name":"Turks and Caicos Islands"},{"code":"TV","name":"Tuvalu"},{"code":"UM","name":"U.S. Outlying Islands"},{"code":"VI","name":"U.S. Virgin Islands"},{"code":"UG","name":"Uganda"},{"code":"UA","name":"Ukraine"},{"code":"AE","name":"United Arab Emirates"},{"code":"GB","name":"United Kingdom"},{"code":"US","name":"United States"},{"code":"UY","name":"Uruguay"},{"code":"UZ","name":"Uzbekistan"},{"code":"VU","name":"Vanuatu"},{"code":"VA","name":"Vatican City"},{"code":"VE","name":"Venezuela"},{"code":"VN","name":"Vietnam"},{"code":"WF","name":"Wallis and Futuna"},{"code":"EH","name":"Western Sahara"},{"code":"YE","name":"Yemen"},{"code":"ZM","name":"Zambia"},{"code":"ZW","name":"Zimbabwe"}]

/** The columns of a file of members. */
export const importColumns: readonly ImportColumn[] = [{"name":"name","needed":true,"takes":"Their full name","also":["Full name","Member name"]},{"name":"email","needed":true,"takes":"The address that they will sign in with; no two rows may have the same","also":["Email address","Email ID","Mail"]},{"name":"phone","needed":false,"takes":"At least 10 digits, best with the country’s code; blanks, hyphens, dots and brackets are left out","also":["Phone number","Mobile","Mobile number","Telephone"]},{"name":"location","needed":false,"takes":"City and state, or the city alone where the state has its own column","also":["City","City/State","Town","Place"]},{"name":"state","needed":false,"takes":"The state, where the location does not tell it; the two become “City, State”","also":["State/UT"]},{"name":"requestType","needed":false,"takes":"“enquiry” or “membership”; an empty cell is an enquiry","also":["Interest","Request"]}]

export const importLimits = {"bytes":5242880,"rows":20000}

/** The rule of one form field, as the server checks it. */
export interface FieldRule {
  readonly name: string
  readonly label: string
  readonly kind: 'line' | 'text' | 'email' | 'phone' | 'link' | 'secret' | 'password' | 'pin' | 'choice' | 'choices' | 'consent'
    | 'amount' | 'whole' | 'flag' | 'list' | 'rows'
  readonly required: boolean
  readonly min: number
  readonly max: number
  readonly options: readonly string[]
  /** What stands in for a value that was left out. */
  readonly initial?: string
  readonly pattern?: string
  /** The fields of a row. */
  readonly row?: readonly FieldRule[]
  /** The hosts that a link may lead to, over https; ".example.com" is a domain with its subdomains. */
  readonly hosts?: readonly string[]
  readonly messages: { readonly required: string; readonly short: string; readonly long: string; readonly invalid: string }
}

export const acceptForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"Please enter a valid reason"}},
] as const satisfies readonly FieldRule[]

export const adminLoginForm = [
 {"name":"username","label":"Username","kind":"line","required":true,"min":0,"max":60,"options":[],"messages":{"required":"Username is required","short":"Username must be at least 0 characters","long":"Username must be at most 60 characters","invalid":"Please enter a valid username"}},
 {"name":"password","label":"Password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Password is required","short":"Password must be at least 0 characters","long":"Password must be at most 1000 characters","invalid":"Please enter a valid password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const amendmentForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Full name is required","short":"Full name must be at least 0 characters","long":"Full name must be at most 120 characters","invalid":"Please enter a valid full name"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Email is required","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"phone","label":"Phone","kind":"line","required":true,"min":10,"max":32,"options":[],"messages":{"required":"Phone is required","short":"Phone number must be at least 10 digits","long":"Phone must be at most 32 characters","invalid":"Please enter a valid phone"}},
 {"name":"city","label":"City","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"City is required","short":"City must be at least 0 characters","long":"City must be at most 80 characters","invalid":"Please enter a valid city"}},
 {"name":"state","label":"State","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"State is required","short":"State must be at least 0 characters","long":"State must be at most 80 characters","invalid":"Please enter a valid state"}},
 {"name":"country","label":"Country","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"Country is required","short":"Country must be at least 0 characters","long":"Country must be at most 80 characters","invalid":"Please enter a valid country"}},
 {"name":"linkedinUrl","label":"LinkedIn profile","kind":"link","required":false,"min":0,"max":300,"options":[],"hosts":[".linkedin.com"],"messages":{"required":"LinkedIn profile is required","short":"LinkedIn profile must be at least 0 characters","long":"LinkedIn profile must be at most 300 characters","invalid":"Please enter a full address such as https://www.linkedin.com/in/your-name"}},
 {"name":"currentDesignation","label":"Current designation","kind":"line","required":true,"min":0,"max":160,"options":[],"messages":{"required":"Current designation is required","short":"Current designation must be at least 0 characters","long":"Current designation must be at most 160 characters","invalid":"Please enter a valid current designation"}},
 {"name":"companyName","label":"Company name","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Company name is required","short":"Company name must be at least 0 characters","long":"Company name must be at most 200 characters","invalid":"Please enter a valid company name"}},
 {"name":"industry","label":"Industry","kind":"choice","required":true,"min":0,"max":0,"options":["financial-services","technology","manufacturing","healthcare","real-estate","energy","retail-consumer","pharmaceuticals","telecommunications","automotive","agriculture","media-entertainment","education","infrastructure","other"],"messages":{"required":"Please choose an industry","short":"Industry must be at least 0 characters","long":"Industry must be at most 0 characters","invalid":"Please choose one of the listed values for industry"}},
 {"name":"yearsOfExperience","label":"Years of experience","kind":"choice","required":true,"min":0,"max":0,"options":["0-1","1-3","3-5","5-10","10+"],"messages":{"required":"Please choose your years of experience","short":"Years of experience must be at least 0 characters","long":"Years of experience must be at most 0 characters","invalid":"Please choose one of the listed values for years of experience"}},
 {"name":"directorType","label":"Director type","kind":"choice","required":true,"min":0,"max":0,"options":["executive","independent","non-executive","advisory","chairperson"],"messages":{"required":"Please choose a director type","short":"Director type must be at least 0 characters","long":"Director type must be at most 0 characters","invalid":"Please choose one of the listed values for director type"}},
 {"name":"currentBoards","label":"Current boards","kind":"text","required":true,"min":0,"max":2000,"options":[],"messages":{"required":"Please name the boards you serve on now","short":"Current boards must be at least 0 characters","long":"Current boards must be at most 2000 characters","invalid":"Please enter a valid current boards"}},
 {"name":"numberOfBoards","label":"Number of boards","kind":"choice","required":true,"min":0,"max":0,"options":["1","2","3","4","5+"],"messages":{"required":"Please choose the number of boards you serve on","short":"Number of boards must be at least 0 characters","long":"Number of boards must be at most 0 characters","invalid":"Please choose one of the listed values for number of boards"}},
 {"name":"previousBoardExperience","label":"Previous board experience","kind":"text","required":false,"min":0,"max":4000,"options":[],"messages":{"required":"Previous board experience is required","short":"Previous board experience must be at least 0 characters","long":"Previous board experience must be at most 4000 characters","invalid":"Please enter a valid previous board experience"}},
 {"name":"areasOfExpertise","label":"Areas of expertise","kind":"choices","required":false,"min":0,"max":0,"options":["finance","strategy","technology","hr","operations","marketing","risk-management","legal-compliance","sustainability","international","innovation","governance"],"messages":{"required":"Please choose at least one of areas of expertise","short":"Areas of expertise must be at least 0 characters","long":"Areas of expertise must be at most 0 characters","invalid":"Please choose from the listed values for areas of expertise"}},
 {"name":"howDidYouHear","label":"How you heard about us","kind":"choice","required":true,"min":0,"max":0,"options":["existing-member","linkedin","industry-event","business-network","board-directory","professional-association","media-article","search-engine","other"],"messages":{"required":"Please tell us how you heard about us","short":"How you heard about us must be at least 0 characters","long":"How you heard about us must be at most 0 characters","invalid":"Please choose one of the listed values for how you heard about us"}},
 {"name":"whyInterested","label":"Why you are interested","kind":"text","required":true,"min":0,"max":4000,"options":[],"messages":{"required":"Please tell us why you are interested","short":"Why you are interested must be at least 0 characters","long":"Why you are interested must be at most 4000 characters","invalid":"Please enter a valid why you are interested"}},
 {"name":"preferredMeetingFormat","label":"Preferred meeting format","kind":"choice","required":true,"min":0,"max":0,"options":["in-person","virtual","hybrid"],"messages":{"required":"Please choose a preferred meeting format","short":"Preferred meeting format must be at least 0 characters","long":"Preferred meeting format must be at most 0 characters","invalid":"Please choose one of the listed values for preferred meeting format"}},
] as const satisfies readonly FieldRule[]

export const answerForm = [
 {"name":"why","label":"What they answered","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"What they answered is required","short":"What they answered must be at least 0 characters","long":"What they answered must be at most 2000 characters","invalid":"Please enter a valid what they answered"}},
] as const satisfies readonly FieldRule[]

export const approveForm = [
 {"name":"why","label":"Reason","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 0 characters","long":"Reason must be at most 2000 characters","invalid":"Please enter a valid reason"}},
 {"name":"vote","label":"Your vote","kind":"choice","required":false,"min":0,"max":0,"options":["yes","no","abstain"],"messages":{"required":"Please choose a your vote","short":"Your vote must be at least 0 characters","long":"Your vote must be at most 0 characters","invalid":"Please choose one of the listed values for your vote"}},
] as const satisfies readonly FieldRule[]

export const askForm = [
 {"name":"words","label":"Your question","kind":"text","required":true,"min":0,"max":2000,"options":[],"messages":{"required":"Please write what you would like to ask","short":"Your question must be at least 0 characters","long":"Your question must be at most 2000 characters","invalid":"Please enter a valid your question"}},
] as const satisfies readonly FieldRule[]

export const attachForm = [
 {"name":"userId","label":"Member","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose who has paid","short":"Member must be at least 0 characters","long":"Member must be at most 15 characters","invalid":"Please enter a valid member"}},
 {"name":"membershipTierId","label":"Membership tier","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a membership tier","short":"Membership tier must be at least 0 characters","long":"Membership tier must be at most 15 characters","invalid":"Please enter a valid membership tier"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"Please enter a valid reason"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const automationForm = [
 {"name":"isOn","label":"Switched on","kind":"flag","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Switched on is required","short":"Switched on must be at least 0 characters","long":"Switched on must be at most 0 characters","invalid":"Switched on must be true or false"}},
 {"name":"delayHours","label":"Hours after","kind":"whole","required":true,"min":0,"max":9000,"options":[],"messages":{"required":"Please enter a whole number of hours","short":"Hours after must be at least 0","long":"Hours after must be at most 9000","invalid":"Please enter a whole number of hours"}},
] as const satisfies readonly FieldRule[]

export const backupRestoreForm = [
 {"name":"confirm","label":"The backup's name","kind":"line","required":true,"min":0,"max":160,"options":[],"messages":{"required":"The backup's name is required","short":"The backup's name must be at least 0 characters","long":"The backup's name must be at most 160 characters","invalid":"Please enter a valid the backup's name"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const backupScheduleForm = [
 {"name":"daily","label":"Daily backup","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Daily backup is required","short":"Daily backup must be at least 0 characters","long":"Daily backup must be at most 0 characters","invalid":"Daily backup must be true or false"}},
 {"name":"keep","label":"Backups to keep","kind":"whole","required":true,"min":1,"max":90,"options":[],"initial":"7","messages":{"required":"Backups to keep is required","short":"Backups to keep must be at least 1","long":"Backups to keep must be at most 90","invalid":"Please enter a valid backups to keep"}},
] as const satisfies readonly FieldRule[]

export const billingForm = [
 {"name":"kind","label":"Bought by","kind":"choice","required":false,"min":0,"max":0,"options":["individual","company"],"initial":"individual","messages":{"required":"Please choose a bought by","short":"Bought by must be at least 0 characters","long":"Bought by must be at most 0 characters","invalid":"Please choose one of the listed values for bought by"}},
 {"name":"legalName","label":"Company’s legal name","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Company’s legal name is required","short":"Company’s legal name must be at least 0 characters","long":"Company’s legal name must be at most 200 characters","invalid":"Please enter a valid company’s legal name"}},
 {"name":"gstin","label":"GSTIN","kind":"line","required":false,"min":0,"max":15,"options":[],"pattern":"^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$","messages":{"required":"GSTIN is required","short":"GSTIN must be at least 0 characters","long":"GSTIN must be at most 15 characters","invalid":"This is not a GSTIN: please compare its 15 characters with the certificate"}},
 {"name":"address","label":"Address","kind":"text","required":false,"min":0,"max":500,"options":[],"messages":{"required":"Address is required","short":"Address must be at least 0 characters","long":"Address must be at most 500 characters","invalid":"Please enter a valid address"}},
 {"name":"state","label":"State","kind":"line","required":false,"min":0,"max":60,"options":[],"messages":{"required":"State is required","short":"State must be at least 0 characters","long":"State must be at most 60 characters","invalid":"Please enter a valid state"}},
 {"name":"pin","label":"PIN code","kind":"line","required":false,"min":0,"max":12,"options":[],"messages":{"required":"PIN code is required","short":"PIN code must be at least 0 characters","long":"PIN code must be at most 12 characters","invalid":"Please enter a valid pin code"}},
 {"name":"country","label":"Country","kind":"line","required":false,"min":0,"max":60,"options":[],"initial":"IN","messages":{"required":"Country is required","short":"Country must be at least 0 characters","long":"Country must be at most 60 characters","invalid":"Please enter a valid country"}},
] as const satisfies readonly FieldRule[]

export const bounceForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"Please enter a valid reason"}},
] as const satisfies readonly FieldRule[]

export const bulkForm = [
 {"name":"action","label":"Action","kind":"choice","required":true,"min":0,"max":0,"options":["tag","untag","deactivate","reset_link","proof_link","write"],"messages":{"required":"Please choose an action","short":"Action must be at least 0 characters","long":"Action must be at most 0 characters","invalid":"Please choose one of the listed values for action"}},
 {"name":"tag","label":"Tag","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Tag is required","short":"Tag must be at least 0 characters","long":"Tag must be at most 40 characters","invalid":"Please enter a valid tag"}},
 {"name":"subject","label":"Subject","kind":"line","required":false,"min":0,"max":150,"options":[],"messages":{"required":"Subject is required","short":"Subject must be at least 0 characters","long":"Subject must be at most 150 characters","invalid":"Please enter a valid subject"}},
 {"name":"words","label":"Message","kind":"text","required":false,"min":0,"max":8000,"options":[],"messages":{"required":"Message is required","short":"Message must be at least 0 characters","long":"Message must be at most 8000 characters","invalid":"Please enter a valid message"}},
 {"name":"ids","label":"Rows","kind":"list","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Rows is required","short":"Rows must be at least 0 characters","long":"Rows must be at most 2000 lines of 200 characters","invalid":"Please enter plain lines of text for rows"}},
 {"name":"list","label":"List","kind":"choice","required":false,"min":0,"max":0,"options":["users","leads","paid","nominations"],"messages":{"required":"Please choose a list","short":"List must be at least 0 characters","long":"List must be at most 0 characters","invalid":"Please choose one of the listed values for list"}},
 {"name":"query","label":"Query","kind":"line","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Query is required","short":"Query must be at least 0 characters","long":"Query must be at most 2000 characters","invalid":"Please enter a valid query"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const campaignForm = [
 {"name":"name","label":"Name","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Please enter a name","short":"Name must be at least 0 characters","long":"Name must be at most 200 characters","invalid":"Please enter a valid name"}},
 {"name":"type","label":"Type","kind":"line","required":false,"min":0,"max":60,"options":[],"initial":"campaign","messages":{"required":"Type is required","short":"Type must be at least 0 characters","long":"Type must be at most 60 characters","invalid":"Please enter a valid type"}},
 {"name":"trigger","label":"Trigger","kind":"line","required":false,"min":0,"max":60,"options":[],"initial":"manual","messages":{"required":"Trigger is required","short":"Trigger must be at least 0 characters","long":"Trigger must be at most 60 characters","invalid":"Please enter a valid trigger"}},
 {"name":"topic","label":"What it is about","kind":"choice","required":false,"min":0,"max":0,"options":["news","events","membership"],"initial":"news","messages":{"required":"Please choose a what it is about","short":"What it is about must be at least 0 characters","long":"What it is about must be at most 0 characters","invalid":"Please choose one of the listed values for what it is about"}},
 {"name":"subject","label":"Subject","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Subject is required","short":"Subject must be at least 0 characters","long":"Subject must be at most 200 characters","invalid":"Please enter a valid subject"}},
 {"name":"subjectB","label":"Second subject","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Second subject is required","short":"Second subject must be at least 0 characters","long":"Second subject must be at most 200 characters","invalid":"Please enter a valid second subject"}},
 {"name":"testShare","label":"Share of the test","kind":"whole","required":false,"min":2,"max":100,"options":[],"initial":"20","messages":{"required":"Share of the test is required","short":"Share of the test must be at least 2","long":"Share of the test must be at most 100","invalid":"Please enter a share from 2 to 100 per cent"}},
 {"name":"testHours","label":"Hours of the test","kind":"whole","required":false,"min":1,"max":72,"options":[],"initial":"4","messages":{"required":"Hours of the test is required","short":"Hours of the test must be at least 1","long":"Hours of the test must be at most 72","invalid":"Please enter 1 to 72 hours"}},
 {"name":"testBy","label":"The better one has more","kind":"choice","required":false,"min":0,"max":0,"options":["clicks","opens"],"initial":"clicks","messages":{"required":"Please choose a the better one has more","short":"The better one has more must be at least 0 characters","long":"The better one has more must be at most 0 characters","invalid":"Please choose one of the listed values for the better one has more"}},
 {"name":"preheader","label":"Preview text","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Preview text is required","short":"Preview text must be at least 0 characters","long":"Preview text must be at most 200 characters","invalid":"Please enter a valid preview text"}},
 {"name":"templateId","label":"Brevo template","kind":"line","required":false,"min":0,"max":12,"options":[],"pattern":"^[0-9]+$","messages":{"required":"Brevo template is required","short":"Brevo template must be at least 0 characters","long":"Brevo template must be at most 12 characters","invalid":"A template of Brevo's has a number"}},
 {"name":"content","label":"Text","kind":"text","required":false,"min":0,"max":100000,"options":[],"messages":{"required":"Text is required","short":"Text must be at least 0 characters","long":"Text must be at most 100000 characters","invalid":"Please enter a valid text"}},
] as const satisfies readonly FieldRule[]

export const campaignWinnerForm = [
 {"name":"subject","label":"Subject","kind":"choice","required":true,"min":0,"max":0,"options":["a","b"],"messages":{"required":"Please choose one of the two subjects","short":"Subject must be at least 0 characters","long":"Subject must be at most 0 characters","invalid":"Please choose one of the two subjects"}},
] as const satisfies readonly FieldRule[]

export const cancelIRNForm = [
 {"name":"cancelledAt","label":"Cancelled at the portal on","kind":"line","required":true,"min":0,"max":19,"options":[],"messages":{"required":"Please enter the day and time, such as 2026-11-23 14:05","short":"Cancelled at the portal on must be at least 0 characters","long":"Cancelled at the portal on must be at most 19 characters","invalid":"Please enter the day and time, such as 2026-11-23 14:05"}},
 {"name":"cancelReason","label":"Reason given at the portal","kind":"choice","required":true,"min":0,"max":0,"options":["1","2","3","4"],"messages":{"required":"Please choose a reason given at the portal","short":"Reason given at the portal must be at least 0 characters","long":"Reason given at the portal must be at most 0 characters","invalid":"Please choose one of the listed values for reason given at the portal"}},
 {"name":"cancelNote","label":"Remark","kind":"line","required":true,"min":0,"max":100,"options":[],"messages":{"required":"Remark is required","short":"Remark must be at least 0 characters","long":"Remark must be at most 100 characters","invalid":"Please enter a valid remark"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const cancelMandateForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"Please enter a valid reason"}},
] as const satisfies readonly FieldRule[]

export const cancelOfflineForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"Please enter a valid reason"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const changeEmailForm = [
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const changePasswordForm = [
 {"name":"current","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"new","label":"Password","kind":"password","required":true,"min":12,"max":71,"options":[],"messages":{"required":"Password must be at least 12 characters","short":"Password must be at least 12 characters","long":"Password is too long: please use at most 71 characters (fewer with accents or emoji)","invalid":"Password must contain at least one uppercase letter, one lowercase letter, and one number"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const complimentaryForm = [
 {"name":"membershipTierId","label":"Membership tier","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a membership tier","short":"Membership tier must be at least 0 characters","long":"Membership tier must be at most 15 characters","invalid":"Please enter a valid membership tier"}},
 {"name":"endsAt","label":"Ends on","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$","messages":{"required":"Ends on is required","short":"Ends on must be at least 0 characters","long":"Ends on must be at most 40 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"Please enter a valid reason"}},
] as const satisfies readonly FieldRule[]

export const confirmFactorForm = [
 {"name":"code","label":"Code","kind":"line","required":true,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const confirmOfflineForm = [
 {"name":"bankDate","label":"Date on the bank statement","kind":"line","required":false,"min":0,"max":10,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}$","messages":{"required":"Date on the bank statement is required","short":"Date on the bank statement must be at least 0 characters","long":"Date on the bank statement must be at most 10 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"isCashConfirmed","label":"Record this cash receipt although section 269ST may forbid it","kind":"flag","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Record this cash receipt although section 269ST may forbid it is required","short":"Record this cash receipt although section 269ST may forbid it must be at least 0 characters","long":"Record this cash receipt although section 269ST may forbid it must be at most 0 characters","invalid":"Record this cash receipt although section 269ST may forbid it must be true or false"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const conflictsForm = [
 {"name":"declared","label":"Declared by the applicant","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Declared by the applicant is required","short":"Declared by the applicant must be at least 0 characters","long":"Declared by the applicant must be at most 2000 characters","invalid":"Please enter a valid declared by the applicant"}},
 {"name":"found","label":"Found by us","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Found by us is required","short":"Found by us must be at least 0 characters","long":"Found by us must be at most 2000 characters","invalid":"Please enter a valid found by us"}},
] as const satisfies readonly FieldRule[]

export const contentForm = [
 {"name":"section","label":"Section","kind":"choice","required":true,"min":0,"max":0,"options":["hero","about","features","membership","testimonials","footer"],"messages":{"required":"Please choose a section","short":"Section must be at least 0 characters","long":"Section must be at most 0 characters","invalid":"Please choose one of the listed values for section"}},
 {"name":"title","label":"Title","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Title is required","short":"Title must be at least 0 characters","long":"Title must be at most 200 characters","invalid":"Please enter a valid title"}},
 {"name":"subtitle","label":"Subtitle","kind":"line","required":false,"min":0,"max":400,"options":[],"messages":{"required":"Subtitle is required","short":"Subtitle must be at least 0 characters","long":"Subtitle must be at most 400 characters","invalid":"Please enter a valid subtitle"}},
 {"name":"content","label":"Content","kind":"text","required":false,"min":0,"max":20000,"options":[],"messages":{"required":"Content is required","short":"Content must be at least 0 characters","long":"Content must be at most 20000 characters","invalid":"Please enter a valid content"}},
 {"name":"imageUrl","label":"Image","kind":"line","required":false,"min":0,"max":2000,"options":[],"pattern":"^(https://[^\\s/?#\"'<>\\\\]+\\.[^\\s/?#\"'<>\\\\]+([/?#][^\\s\"'<>\\\\]*)?|/[^\\s/\"'<>\\\\][^\\s\"'<>\\\\]*)$","messages":{"required":"Image is required","short":"Image must be at least 0 characters","long":"Image must be at most 2000 characters","invalid":"Please enter an address that begins with https://, or upload an image"}},
 {"name":"isActive","label":"Active","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"true","messages":{"required":"Active is required","short":"Active must be at least 0 characters","long":"Active must be at most 0 characters","invalid":"Active must be true or false"}},
 {"name":"sortOrder","label":"Sort order","kind":"whole","required":false,"min":-100000,"max":100000,"options":[],"initial":"0","messages":{"required":"Sort order is required","short":"Sort order must be at least -100000","long":"Sort order must be at most 100000","invalid":"Please enter a valid sort order"}},
] as const satisfies readonly FieldRule[]

export const contentPreviewForm = [
 {"name":"section","label":"Section","kind":"choice","required":true,"min":0,"max":0,"options":["hero","about","features","membership","testimonials","footer"],"messages":{"required":"Please choose a section","short":"Section must be at least 0 characters","long":"Section must be at most 0 characters","invalid":"Please choose one of the listed values for section"}},
 {"name":"title","label":"Title","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Title is required","short":"Title must be at least 0 characters","long":"Title must be at most 200 characters","invalid":"Please enter a valid title"}},
 {"name":"subtitle","label":"Subtitle","kind":"line","required":false,"min":0,"max":400,"options":[],"messages":{"required":"Subtitle is required","short":"Subtitle must be at least 0 characters","long":"Subtitle must be at most 400 characters","invalid":"Please enter a valid subtitle"}},
 {"name":"content","label":"Content","kind":"text","required":false,"min":0,"max":20000,"options":[],"messages":{"required":"Content is required","short":"Content must be at least 0 characters","long":"Content must be at most 20000 characters","invalid":"Please enter a valid content"}},
 {"name":"imageUrl","label":"Image","kind":"line","required":false,"min":0,"max":2000,"options":[],"pattern":"^(https://[^\\s/?#\"'<>\\\\]+\\.[^\\s/?#\"'<>\\\\]+([/?#][^\\s\"'<>\\\\]*)?|/[^\\s/\"'<>\\\\][^\\s\"'<>\\\\]*)$","messages":{"required":"Image is required","short":"Image must be at least 0 characters","long":"Image must be at most 2000 characters","invalid":"Please enter an address that begins with https://, or upload an image"}},
 {"name":"isActive","label":"Active","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"true","messages":{"required":"Active is required","short":"Active must be at least 0 characters","long":"Active must be at most 0 characters","invalid":"Active must be true or false"}},
 {"name":"sortOrder","label":"Sort order","kind":"whole","required":false,"min":-100000,"max":100000,"options":[],"initial":"0","messages":{"required":"Sort order is required","short":"Sort order must be at least -100000","long":"Sort order must be at most 100000","invalid":"Please enter a valid sort order"}},
] as const satisfies readonly FieldRule[]

export const correctIRNForm = [
 {"name":"ackNumber","label":"Acknowledgement number","kind":"line","required":true,"min":0,"max":20,"options":[],"pattern":"^[0-9]{1,20}$","messages":{"required":"Acknowledgement number is required","short":"Acknowledgement number must be at least 0 characters","long":"Acknowledgement number must be at most 20 characters","invalid":"Please enter the digits of the acknowledgement number"}},
 {"name":"ackDate","label":"Acknowledged on","kind":"line","required":true,"min":0,"max":19,"options":[],"messages":{"required":"Please enter the day and time, such as 2026-11-23 14:05","short":"Acknowledged on must be at least 0 characters","long":"Acknowledged on must be at most 19 characters","invalid":"Please enter the day and time, such as 2026-11-23 14:05"}},
] as const satisfies readonly FieldRule[]

export const couponForm = [
 {"name":"code","label":"Code","kind":"line","required":true,"min":0,"max":40,"options":[],"pattern":"^[A-Za-z0-9][A-Za-z0-9-]{2,39}$","messages":{"required":"Code is required","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"A code has 3 to 40 letters, digits and hyphens, such as FRIENDS-2027"}},
 {"name":"note","label":"Note","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Note is required","short":"Note must be at least 0 characters","long":"Note must be at most 200 characters","invalid":"Please enter a valid note"}},
 {"name":"kind","label":"Kind of discount","kind":"choice","required":true,"min":0,"max":0,"options":["percent","amount"],"initial":"percent","messages":{"required":"Please choose a kind of discount","short":"Kind of discount must be at least 0 characters","long":"Kind of discount must be at most 0 characters","invalid":"Please choose one of the listed values for kind of discount"}},
 {"name":"value","label":"Discount","kind":"amount","required":true,"min":0,"max":10000000,"options":[],"messages":{"required":"Discount is required","short":"Discount must be at least 0","long":"Discount must be at most 10000000","invalid":"Please enter a number such as 20 or 2500"}},
 {"name":"membershipTierIds","label":"Membership tiers","kind":"list","required":false,"min":0,"max":100,"options":[],"messages":{"required":"Membership tiers is required","short":"Membership tiers must be at least 0 characters","long":"Membership tiers must be at most 100 lines of 200 characters","invalid":"Please enter plain lines of text for membership tiers"}},
 {"name":"startsAt","label":"From","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$","messages":{"required":"From is required","short":"From must be at least 0 characters","long":"From must be at most 40 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"endsAt","label":"Until","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$","messages":{"required":"Until is required","short":"Until must be at least 0 characters","long":"Until must be at most 40 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"maxUses","label":"Uses in all","kind":"whole","required":false,"min":0,"max":1000000,"options":[],"initial":"0","messages":{"required":"Uses in all is required","short":"Uses in all must be at least 0","long":"Uses in all must be at most 1000000","invalid":"Please enter a valid uses in all"}},
 {"name":"maxUsesEach","label":"Uses by one person","kind":"whole","required":false,"min":0,"max":1000000,"options":[],"initial":"1","messages":{"required":"Uses by one person is required","short":"Uses by one person must be at least 0","long":"Uses by one person must be at most 1000000","invalid":"Please enter a valid uses by one person"}},
 {"name":"seatsPerUse","label":"Seats per use","kind":"whole","required":false,"min":1,"max":100,"options":[],"initial":"1","messages":{"required":"Seats per use is required","short":"Seats per use must be at least 1","long":"Seats per use must be at most 100","invalid":"Please enter a valid seats per use"}},
 {"name":"isForRenewingSeats","label":"Company seats of renewing tiers","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Company seats of renewing tiers is required","short":"Company seats of renewing tiers must be at least 0 characters","long":"Company seats of renewing tiers must be at most 0 characters","invalid":"Company seats of renewing tiers must be true or false"}},
 {"name":"isActive","label":"Active","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"true","messages":{"required":"Active is required","short":"Active must be at least 0 characters","long":"Active must be at most 0 characters","invalid":"Active must be true or false"}},
] as const satisfies readonly FieldRule[]

export const declineForm = [
 {"name":"why","label":"Reason","kind":"text","required":true,"min":0,"max":2000,"options":[],"messages":{"required":"Please say why, for the record. The applicant does not read it.","short":"Reason must be at least 0 characters","long":"Reason must be at most 2000 characters","invalid":"Please enter a valid reason"}},
 {"name":"notify","label":"Write to the applicant","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Write to the applicant is required","short":"Write to the applicant must be at least 0 characters","long":"Write to the applicant must be at most 0 characters","invalid":"Write to the applicant must be true or false"}},
 {"name":"words","label":"Your own words","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Your own words is required","short":"Your own words must be at least 0 characters","long":"Your own words must be at most 2000 characters","invalid":"Please enter a valid your own words"}},
 {"name":"vote","label":"Your vote","kind":"choice","required":false,"min":0,"max":0,"options":["yes","no","abstain"],"messages":{"required":"Please choose a your vote","short":"Your vote must be at least 0 characters","long":"Your vote must be at most 0 characters","invalid":"Please choose one of the listed values for your vote"}},
] as const satisfies readonly FieldRule[]

export const declinePreviewForm = [
 {"name":"words","label":"Your own words","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Your own words is required","short":"Your own words must be at least 0 characters","long":"Your own words must be at most 2000 characters","invalid":"Please enter a valid your own words"}},
] as const satisfies readonly FieldRule[]

export const emailTextForm = [
 {"name":"subject","label":"Subject","kind":"line","required":true,"min":0,"max":250,"options":[],"messages":{"required":"Subject is required","short":"Subject must be at least 0 characters","long":"Subject must be at most 250 characters","invalid":"Please enter a valid subject"}},
 {"name":"preview","label":"Preview text","kind":"line","required":false,"min":0,"max":250,"options":[],"messages":{"required":"Preview text is required","short":"Preview text must be at least 0 characters","long":"Preview text must be at most 250 characters","invalid":"Please enter a valid preview text"}},
 {"name":"body","label":"Text","kind":"text","required":true,"min":0,"max":20000,"options":[],"messages":{"required":"Text is required","short":"Text must be at least 0 characters","long":"Text must be at most 20000 characters","invalid":"Please enter a valid text"}},
 {"name":"footnote","label":"Why the reader gets it","kind":"line","required":false,"min":0,"max":600,"options":[],"messages":{"required":"Why the reader gets it is required","short":"Why the reader gets it must be at least 0 characters","long":"Why the reader gets it must be at most 600 characters","invalid":"Please enter a valid why the reader gets it"}},
] as const satisfies readonly FieldRule[]

export const endSeatForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"Please enter a valid reason"}},
] as const satisfies readonly FieldRule[]

export const endTermForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"Please enter a valid reason"}},
] as const satisfies readonly FieldRule[]

export const exchangeRateForm = [
 {"name":"currency","label":"Currency","kind":"line","required":true,"min":0,"max":3,"options":[],"pattern":"^[A-Z]{3}$","messages":{"required":"Currency is required","short":"Currency must be at least 0 characters","long":"Currency must be at most 3 characters","invalid":"Please enter a currency such as USD"}},
 {"name":"rate","label":"Rupees for one","kind":"line","required":true,"min":0,"max":12,"options":[],"pattern":"^[0-9]{1,5}(\\.[0-9]{1,4})?$","messages":{"required":"Rupees for one is required","short":"Rupees for one must be at least 0 characters","long":"Rupees for one must be at most 12 characters","invalid":"Please enter how many rupees one is, such as 84.25"}},
] as const satisfies readonly FieldRule[]

export const forgotPasswordForm = [
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
] as const satisfies readonly FieldRule[]

export const grantForm = [
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const importForm = [
 {"name":"fileName","label":"File name","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Please choose a file","short":"File name must be at least 0 characters","long":"File name must be at most 200 characters","invalid":"Please enter a valid file name"}},
 {"name":"content","label":"File","kind":"secret","required":true,"min":0,"max":5242880,"options":[],"messages":{"required":"The file is empty","short":"File must be at least 0 characters","long":"The file is larger than 5 MB. Please split it","invalid":"Please enter a valid file"}},
 {"name":"invite","label":"Send invitations","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Send invitations is required","short":"Send invitations must be at least 0 characters","long":"Send invitations must be at most 0 characters","invalid":"Send invitations must be true or false"}},
] as const satisfies readonly FieldRule[]

export const inviteForm = [
 {"name":"username","label":"Username","kind":"line","required":true,"min":2,"max":60,"options":[],"pattern":"^[A-Za-z0-9][A-Za-z0-9._-]*$","messages":{"required":"Username is required","short":"Username must be at least 2 characters","long":"Username must be at most 60 characters","invalid":"Username may hold letters, digits, dots, hyphens and underscores, a letter or digit first"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"role","label":"Role","kind":"choice","required":true,"min":0,"max":0,"options":["owner","office","reviewer","accountant","editor"],"initial":"office","messages":{"required":"Please choose a role","short":"Role must be at least 0 characters","long":"Role must be at most 0 characters","invalid":"Please choose one of the listed values for role"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const liftSuppressionForm = [
 {"name":"reason","label":"Why may we write again?","kind":"line","required":true,"min":3,"max":300,"options":[],"messages":{"required":"Please say why we may write to this address again","short":"Please say why we may write to this address again","long":"Why may we write again? must be at most 300 characters","invalid":"Please enter a valid why may we write again?"}},
] as const satisfies readonly FieldRule[]

export const loginForm = [
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"password","label":"Password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Password is required","short":"Password must be at least 0 characters","long":"Password must be at most 1000 characters","invalid":"Please enter a valid password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const newViewForm = [
 {"name":"list","label":"List","kind":"choice","required":true,"min":0,"max":0,"options":["users","leads","paid","nominations","transactions"],"messages":{"required":"Please choose a list","short":"List must be at least 0 characters","long":"List must be at most 0 characters","invalid":"Please choose one of the listed values for list"}},
 {"name":"name","label":"Name","kind":"line","required":true,"min":0,"max":60,"options":[],"messages":{"required":"Please give the view a name","short":"Name must be at least 0 characters","long":"Name must be at most 60 characters","invalid":"Please enter a valid name"}},
 {"name":"query","label":"Query","kind":"line","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Query is required","short":"Query must be at least 0 characters","long":"Query must be at most 2000 characters","invalid":"Please enter a valid query"}},
 {"name":"shared","label":"Shared","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Shared is required","short":"Shared must be at least 0 characters","long":"Shared must be at most 0 characters","invalid":"Shared must be true or false"}},
] as const satisfies readonly FieldRule[]

export const nominationForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Full name is required","short":"Full name must be at least 0 characters","long":"Full name must be at most 120 characters","invalid":"Please enter a valid full name"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Email is required","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"phone","label":"Phone","kind":"line","required":true,"min":10,"max":32,"options":[],"messages":{"required":"Phone is required","short":"Phone number must be at least 10 digits","long":"Phone must be at most 32 characters","invalid":"Please enter a valid phone"}},
 {"name":"city","label":"City","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"City is required","short":"City must be at least 0 characters","long":"City must be at most 80 characters","invalid":"Please enter a valid city"}},
 {"name":"state","label":"State","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"State is required","short":"State must be at least 0 characters","long":"State must be at most 80 characters","invalid":"Please enter a valid state"}},
 {"name":"country","label":"Country","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"Country is required","short":"Country must be at least 0 characters","long":"Country must be at most 80 characters","invalid":"Please enter a valid country"}},
 {"name":"linkedinUrl","label":"LinkedIn profile","kind":"link","required":false,"min":0,"max":300,"options":[],"hosts":[".linkedin.com"],"messages":{"required":"LinkedIn profile is required","short":"LinkedIn profile must be at least 0 characters","long":"LinkedIn profile must be at most 300 characters","invalid":"Please enter a full address such as https://www.linkedin.com/in/your-name"}},
 {"name":"currentDesignation","label":"Current designation","kind":"line","required":true,"min":0,"max":160,"options":[],"messages":{"required":"Current designation is required","short":"Current designation must be at least 0 characters","long":"Current designation must be at most 160 characters","invalid":"Please enter a valid current designation"}},
 {"name":"companyName","label":"Company name","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Company name is required","short":"Company name must be at least 0 characters","long":"Company name must be at most 200 characters","invalid":"Please enter a valid company name"}},
 {"name":"industry","label":"Industry","kind":"choice","required":true,"min":0,"max":0,"options":["financial-services","technology","manufacturing","healthcare","real-estate","energy","retail-consumer","pharmaceuticals","telecommunications","automotive","agriculture","media-entertainment","education","infrastructure","other"],"messages":{"required":"Please choose an industry","short":"Industry must be at least 0 characters","long":"Industry must be at most 0 characters","invalid":"Please choose one of the listed values for industry"}},
 {"name":"yearsOfExperience","label":"Years of experience","kind":"choice","required":true,"min":0,"max":0,"options":["0-1","1-3","3-5","5-10","10+"],"messages":{"required":"Please choose your years of experience","short":"Years of experience must be at least 0 characters","long":"Years of experience must be at most 0 characters","invalid":"Please choose one of the listed values for years of experience"}},
 {"name":"directorType","label":"Director type","kind":"choice","required":true,"min":0,"max":0,"options":["executive","independent","non-executive","advisory","chairperson"],"messages":{"required":"Please choose a director type","short":"Director type must be at least 0 characters","long":"Director type must be at most 0 characters","invalid":"Please choose one of the listed values for director type"}},
 {"name":"currentBoards","label":"Current boards","kind":"text","required":true,"min":0,"max":2000,"options":[],"messages":{"required":"Please name the boards you serve on now","short":"Current boards must be at least 0 characters","long":"Current boards must be at most 2000 characters","invalid":"Please enter a valid current boards"}},
 {"name":"numberOfBoards","label":"Number of boards","kind":"choice","required":true,"min":0,"max":0,"options":["1","2","3","4","5+"],"messages":{"required":"Please choose the number of boards you serve on","short":"Number of boards must be at least 0 characters","long":"Number of boards must be at most 0 characters","invalid":"Please choose one of the listed values for number of boards"}},
 {"name":"previousBoardExperience","label":"Previous board experience","kind":"text","required":false,"min":0,"max":4000,"options":[],"messages":{"required":"Previous board experience is required","short":"Previous board experience must be at least 0 characters","long":"Previous board experience must be at most 4000 characters","invalid":"Please enter a valid previous board experience"}},
 {"name":"areasOfExpertise","label":"Areas of expertise","kind":"choices","required":false,"min":0,"max":0,"options":["finance","strategy","technology","hr","operations","marketing","risk-management","legal-compliance","sustainability","international","innovation","governance"],"messages":{"required":"Please choose at least one of areas of expertise","short":"Areas of expertise must be at least 0 characters","long":"Areas of expertise must be at most 0 characters","invalid":"Please choose from the listed values for areas of expertise"}},
 {"name":"howDidYouHear","label":"How you heard about us","kind":"choice","required":true,"min":0,"max":0,"options":["existing-member","linkedin","industry-event","business-network","board-directory","professional-association","media-article","search-engine","other"],"messages":{"required":"Please tell us how you heard about us","short":"How you heard about us must be at least 0 characters","long":"How you heard about us must be at most 0 characters","invalid":"Please choose one of the listed values for how you heard about us"}},
 {"name":"whyInterested","label":"Why you are interested","kind":"text","required":true,"min":0,"max":4000,"options":[],"messages":{"required":"Please tell us why you are interested","short":"Why you are interested must be at least 0 characters","long":"Why you are interested must be at most 4000 characters","invalid":"Please enter a valid why you are interested"}},
 {"name":"preferredMeetingFormat","label":"Preferred meeting format","kind":"choice","required":true,"min":0,"max":0,"options":["in-person","virtual","hybrid"],"messages":{"required":"Please choose a preferred meeting format","short":"Preferred meeting format must be at least 0 characters","long":"Preferred meeting format must be at most 0 characters","invalid":"Please choose one of the listed values for preferred meeting format"}},
 {"name":"agreeTerms","label":"Agreement","kind":"consent","required":true,"min":0,"max":0,"options":[],"messages":{"required":"Please confirm that you serve on a board in India and agree to the terms","short":"Agreement must be at least 0 characters","long":"Agreement must be at most 0 characters","invalid":"Please confirm that you serve on a board in India and agree to the terms"}},
] as const satisfies readonly FieldRule[]

export const noteForm = [
 {"name":"text","label":"Note","kind":"text","required":true,"min":0,"max":4000,"options":[],"messages":{"required":"Please write something first","short":"Note must be at least 0 characters","long":"Note must be at most 4000 characters","invalid":"Please enter a valid note"}},
] as const satisfies readonly FieldRule[]

export const offlineForm = [
 {"name":"userId","label":"Member","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a member","short":"Member must be at least 0 characters","long":"Member must be at most 15 characters","invalid":"Please enter a valid member"}},
 {"name":"membershipTierId","label":"Membership tier","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a membership tier","short":"Membership tier must be at least 0 characters","long":"Membership tier must be at most 15 characters","invalid":"Please enter a valid membership tier"}},
 {"name":"seats","label":"Number of memberships","kind":"whole","required":false,"min":0,"max":100,"options":[],"messages":{"required":"Number of memberships is required","short":"Number of memberships must be at least 0","long":"Number of memberships must be at most 100","invalid":"Please enter a whole number from 1 to 100"}},
 {"name":"mode","label":"Mode","kind":"choice","required":false,"min":0,"max":0,"options":["neft","upi","cheque","cash"],"messages":{"required":"Please choose a mode","short":"Mode must be at least 0 characters","long":"Mode must be at most 0 characters","invalid":"Please choose one of the listed values for mode"}},
 {"name":"utr","label":"UTR or cheque number","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^[A-Za-z0-9][A-Za-z0-9 /-]*$","messages":{"required":"UTR or cheque number is required","short":"UTR or cheque number must be at least 0 characters","long":"UTR or cheque number must be at most 40 characters","invalid":"A UTR or cheque number has letters and digits only"}},
 {"name":"bankDate","label":"Date on the bank statement","kind":"line","required":false,"min":0,"max":10,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}$","messages":{"required":"Date on the bank statement is required","short":"Date on the bank statement must be at least 0 characters","long":"Date on the bank statement must be at most 10 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"amount","label":"Amount","kind":"amount","required":false,"min":0,"max":10000000,"options":[],"messages":{"required":"Amount is required","short":"Amount must be at least 0","long":"Amount must be at most 10000000","invalid":"Please enter an amount such as 29500 or 1178.82"}},
 {"name":"tds","label":"TDS held back","kind":"amount","required":false,"min":0,"max":10000000,"options":[],"messages":{"required":"TDS held back is required","short":"TDS held back must be at least 0","long":"TDS held back must be at most 10000000","invalid":"Please enter an amount such as 2500"}},
 {"name":"payer","label":"Payer","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Payer is required","short":"Payer must be at least 0 characters","long":"Payer must be at most 200 characters","invalid":"Please enter a valid payer"}},
 {"name":"isCashConfirmed","label":"Record this cash receipt although section 269ST may forbid it","kind":"flag","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Record this cash receipt although section 269ST may forbid it is required","short":"Record this cash receipt although section 269ST may forbid it must be at least 0 characters","long":"Record this cash receipt although section 269ST may forbid it must be at most 0 characters","invalid":"Record this cash receipt although section 269ST may forbid it must be true or false"}},
 {"name":"note","label":"Note","kind":"text","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Note is required","short":"Note must be at least 0 characters","long":"Note must be at most 1000 characters","invalid":"Please enter a valid note"}},
 {"name":"couponCode","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Code is required","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const orderForm = [
 {"name":"customerName","label":"Full name","kind":"line","required":true,"min":2,"max":120,"options":[],"messages":{"required":"Name must be at least 2 characters","short":"Name must be at least 2 characters","long":"Full name must be at most 120 characters","invalid":"Please enter a valid full name"}},
 {"name":"customerEmail","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"customerPhone","label":"Phone","kind":"line","required":true,"min":10,"max":32,"options":[],"messages":{"required":"Phone number must be at least 10 digits","short":"Phone number must be at least 10 digits","long":"Phone must be at most 32 characters","invalid":"Please enter a valid phone"}},
 {"name":"membershipTierId","label":"Membership plan","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a membership plan","short":"Membership plan must be at least 0 characters","long":"Membership plan must be at most 15 characters","invalid":"Please enter a valid membership plan"}},
 {"name":"couponCode","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Code is required","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
 {"name":"seats","label":"Number of memberships","kind":"whole","required":false,"min":0,"max":100,"options":[],"messages":{"required":"Number of memberships is required","short":"Number of memberships must be at least 0","long":"Number of memberships must be at most 100","invalid":"Please enter a whole number from 1 to 100"}},
] as const satisfies readonly FieldRule[]

export const ownAnswerForm = [
 {"name":"words","label":"Your answer","kind":"text","required":true,"min":0,"max":2000,"options":[],"messages":{"required":"Please write your answer first","short":"Your answer must be at least 0 characters","long":"Your answer must be at most 2000 characters","invalid":"Please enter a valid your answer"}},
] as const satisfies readonly FieldRule[]

export const ownEmailForm = [
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const ownPasswordForm = [
 {"name":"currentPassword","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"newPassword","label":"Password","kind":"password","required":true,"min":12,"max":71,"options":[],"messages":{"required":"Password must be at least 12 characters","short":"Password must be at least 12 characters","long":"Password is too long: please use at most 71 characters (fewer with accents or emoji)","invalid":"Password must contain at least one uppercase letter, one lowercase letter, and one number"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const personForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":2,"max":120,"options":[],"messages":{"required":"Name must be at least 2 characters","short":"Name must be at least 2 characters","long":"Full name must be at most 120 characters","invalid":"Please enter a valid full name"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"phone","label":"Phone","kind":"phone","required":false,"min":10,"max":18,"options":[],"messages":{"required":"Phone number must be at least 10 digits","short":"Phone number must be at least 10 digits","long":"Please enter a valid phone number","invalid":"Please enter a valid phone number"}},
 {"name":"location","label":"Location","kind":"line","required":false,"min":2,"max":160,"options":[],"messages":{"required":"Location is required","short":"Location is required","long":"Location must be at most 160 characters","invalid":"Please enter a valid location"}},
 {"name":"requestType","label":"Interest","kind":"choice","required":false,"min":0,"max":0,"options":["enquiry","membership"],"initial":"enquiry","messages":{"required":"Please choose an interest","short":"Interest must be at least 0 characters","long":"Interest must be at most 0 characters","invalid":"Please choose one of the listed values for interest"}},
 {"name":"tags","label":"Tags","kind":"list","required":false,"min":0,"max":20,"options":[],"messages":{"required":"Tags is required","short":"Tags must be at least 0 characters","long":"Tags must be at most 20 lines of 200 characters","invalid":"Please enter plain lines of text for tags"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const personEmailForm = [
 {"name":"subject","label":"Subject","kind":"line","required":true,"min":0,"max":150,"options":[],"messages":{"required":"Please give the email a subject","short":"Subject must be at least 0 characters","long":"Subject must be at most 150 characters","invalid":"Please enter a valid subject"}},
 {"name":"words","label":"Message","kind":"text","required":true,"min":0,"max":8000,"options":[],"messages":{"required":"Please write something first","short":"Message must be at least 0 characters","long":"Message must be at most 8000 characters","invalid":"Please enter a valid message"}},
] as const satisfies readonly FieldRule[]

export const personInviteForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":2,"max":120,"options":[],"messages":{"required":"Name must be at least 2 characters","short":"Name must be at least 2 characters","long":"Full name must be at most 120 characters","invalid":"Please enter a valid full name"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"phone","label":"Phone","kind":"phone","required":false,"min":10,"max":18,"options":[],"messages":{"required":"Phone number must be at least 10 digits","short":"Phone number must be at least 10 digits","long":"Please enter a valid phone number","invalid":"Please enter a valid phone number"}},
 {"name":"location","label":"Location","kind":"line","required":false,"min":2,"max":160,"options":[],"messages":{"required":"Location is required","short":"Location is required","long":"Location must be at most 160 characters","invalid":"Please enter a valid location"}},
 {"name":"requestType","label":"Interest","kind":"choice","required":false,"min":0,"max":0,"options":["enquiry","membership"],"initial":"enquiry","messages":{"required":"Please choose an interest","short":"Interest must be at least 0 characters","long":"Interest must be at most 0 characters","invalid":"Please choose one of the listed values for interest"}},
] as const satisfies readonly FieldRule[]

export const personNoteForm = [
 {"name":"text","label":"Note","kind":"text","required":true,"min":0,"max":4000,"options":[],"messages":{"required":"Please write something first","short":"Note must be at least 0 characters","long":"Note must be at most 4000 characters","invalid":"Please enter a valid note"}},
] as const satisfies readonly FieldRule[]

export const pinForm = [
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"pin","label":"PIN","kind":"pin","required":false,"min":0,"max":0,"options":[],"messages":{"required":"PIN is required","short":"PIN must be at least 0 characters","long":"PIN must be at most 0 characters","invalid":"PIN must be exactly 4 digits"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const profileForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":2,"max":120,"options":[],"messages":{"required":"Name must be at least 2 characters","short":"Name must be at least 2 characters","long":"Full name must be at most 120 characters","invalid":"Please enter a valid full name"}},
 {"name":"phone","label":"Phone","kind":"phone","required":true,"min":10,"max":18,"options":[],"messages":{"required":"Phone number must be at least 10 digits","short":"Phone number must be at least 10 digits","long":"Please enter a valid phone number","invalid":"Please enter a valid phone number"}},
 {"name":"location","label":"Location","kind":"line","required":true,"min":2,"max":160,"options":[],"messages":{"required":"Location is required","short":"Location is required","long":"Location must be at most 160 characters","invalid":"Please enter a valid location"}},
 {"name":"company","label":"Company","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Company is required","short":"Company must be at least 0 characters","long":"Company must be at most 200 characters","invalid":"Please enter a valid company"}},
 {"name":"designation","label":"Designation","kind":"line","required":false,"min":0,"max":160,"options":[],"messages":{"required":"Designation is required","short":"Designation must be at least 0 characters","long":"Designation must be at most 160 characters","invalid":"Please enter a valid designation"}},
 {"name":"din","label":"DIN","kind":"line","required":false,"min":0,"max":8,"options":[],"pattern":"^[0-9]{8}$","messages":{"required":"DIN is required","short":"DIN must be at least 0 characters","long":"A DIN has eight digits","invalid":"A DIN has eight digits"}},
 {"name":"boards","label":"Boards","kind":"rows","required":false,"min":0,"max":30,"options":[],"row":[{"name":"company","label":"Company","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Please name the company","short":"Company must be at least 0 characters","long":"Company must be at most 200 characters","invalid":"Please enter a valid company"}},{"name":"role","label":"Your role","kind":"line","required":false,"min":0,"max":160,"options":[],"messages":{"required":"Your role is required","short":"Your role must be at least 0 characters","long":"Your role must be at most 160 characters","invalid":"Please enter a valid your role"}},{"name":"cin","label":"CIN","kind":"line","required":false,"min":0,"max":21,"options":[],"pattern":"^[LUlu][0-9]{5}[A-Za-z]{2}[0-9]{4}[A-Za-z]{3}[0-9]{6}$","messages":{"required":"CIN is required","short":"CIN must be at least 0 characters","long":"A CIN has 21 letters and digits, such as L17110MH1973PLC019786","invalid":"A CIN has 21 letters and digits, such as L17110MH1973PLC019786"}}],"messages":{"required":"Boards is required","short":"Boards must be at least 0 characters","long":"Boards: at most 30","invalid":"Please enter rows for boards"}},
 {"name":"biography","label":"Short biography","kind":"text","required":false,"min":0,"max":1200,"options":[],"messages":{"required":"Short biography is required","short":"Short biography must be at least 0 characters","long":"Short biography must be at most 1200 characters","invalid":"Please enter a valid short biography"}},
] as const satisfies readonly FieldRule[]

export const purchaseForm = [
 {"name":"customerName","label":"Full name","kind":"line","required":true,"min":2,"max":120,"options":[],"messages":{"required":"Name must be at least 2 characters","short":"Name must be at least 2 characters","long":"Full name must be at most 120 characters","invalid":"Please enter a valid full name"}},
 {"name":"customerEmail","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"customerPhone","label":"Phone","kind":"line","required":true,"min":10,"max":32,"options":[],"messages":{"required":"Phone number must be at least 10 digits","short":"Phone number must be at least 10 digits","long":"Phone must be at most 32 characters","invalid":"Please enter a valid phone"}},
 {"name":"membershipTierId","label":"Membership plan","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a membership plan","short":"Membership plan must be at least 0 characters","long":"Membership plan must be at most 15 characters","invalid":"Please enter a valid membership plan"}},
 {"name":"couponCode","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Code is required","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
 {"name":"seats","label":"Number of memberships","kind":"whole","required":false,"min":0,"max":100,"options":[],"messages":{"required":"Number of memberships is required","short":"Number of memberships must be at least 0","long":"Number of memberships must be at most 100","invalid":"Please enter a whole number from 1 to 100"}},
 {"name":"kind","label":"Bought by","kind":"choice","required":false,"min":0,"max":0,"options":["individual","company"],"initial":"individual","messages":{"required":"Please choose a bought by","short":"Bought by must be at least 0 characters","long":"Bought by must be at most 0 characters","invalid":"Please choose one of the listed values for bought by"}},
 {"name":"legalName","label":"Company’s legal name","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Company’s legal name is required","short":"Company’s legal name must be at least 0 characters","long":"Company’s legal name must be at most 200 characters","invalid":"Please enter a valid company’s legal name"}},
 {"name":"gstin","label":"GSTIN","kind":"line","required":false,"min":0,"max":15,"options":[],"pattern":"^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$","messages":{"required":"GSTIN is required","short":"GSTIN must be at least 0 characters","long":"GSTIN must be at most 15 characters","invalid":"This is not a GSTIN: please compare its 15 characters with the certificate"}},
 {"name":"address","label":"Address","kind":"text","required":false,"min":0,"max":500,"options":[],"messages":{"required":"Address is required","short":"Address must be at least 0 characters","long":"Address must be at most 500 characters","invalid":"Please enter a valid address"}},
 {"name":"state","label":"State","kind":"line","required":false,"min":0,"max":60,"options":[],"messages":{"required":"State is required","short":"State must be at least 0 characters","long":"State must be at most 60 characters","invalid":"Please enter a valid state"}},
 {"name":"pin","label":"PIN code","kind":"line","required":false,"min":0,"max":12,"options":[],"messages":{"required":"PIN code is required","short":"PIN code must be at least 0 characters","long":"PIN code must be at most 12 characters","invalid":"Please enter a valid pin code"}},
 {"name":"country","label":"Country","kind":"line","required":false,"min":0,"max":60,"options":[],"initial":"IN","messages":{"required":"Country is required","short":"Country must be at least 0 characters","long":"Country must be at most 60 characters","invalid":"Please enter a valid country"}},
] as const satisfies readonly FieldRule[]

export const reauthenticateForm = [
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const reauthenticateMfaForm = [
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":true,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const receiptForm = [
 {"name":"mode","label":"Mode","kind":"choice","required":true,"min":0,"max":0,"options":["neft","upi","cheque","cash"],"messages":{"required":"Please choose a mode","short":"Mode must be at least 0 characters","long":"Mode must be at most 0 characters","invalid":"Please choose one of the listed values for mode"}},
 {"name":"utr","label":"UTR or cheque number","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^[A-Za-z0-9][A-Za-z0-9 /-]*$","messages":{"required":"UTR or cheque number is required","short":"UTR or cheque number must be at least 0 characters","long":"UTR or cheque number must be at most 40 characters","invalid":"A UTR or cheque number has letters and digits only"}},
 {"name":"bankDate","label":"Date on the bank statement","kind":"line","required":true,"min":0,"max":10,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}$","messages":{"required":"Date on the bank statement is required","short":"Date on the bank statement must be at least 0 characters","long":"Date on the bank statement must be at most 10 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"amount","label":"Amount","kind":"amount","required":true,"min":0,"max":10000000,"options":[],"messages":{"required":"Amount is required","short":"Amount must be at least 0","long":"Amount must be at most 10000000","invalid":"Please enter an amount such as 29500 or 1178.82"}},
 {"name":"tds","label":"TDS held back","kind":"amount","required":false,"min":0,"max":10000000,"options":[],"messages":{"required":"TDS held back is required","short":"TDS held back must be at least 0","long":"TDS held back must be at most 10000000","invalid":"Please enter an amount such as 2500"}},
 {"name":"payer","label":"Payer","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Payer is required","short":"Payer must be at least 0 characters","long":"Payer must be at most 200 characters","invalid":"Please enter a valid payer"}},
 {"name":"isCashConfirmed","label":"Record this cash receipt although section 269ST may forbid it","kind":"flag","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Record this cash receipt although section 269ST may forbid it is required","short":"Record this cash receipt although section 269ST may forbid it must be at least 0 characters","long":"Record this cash receipt although section 269ST may forbid it must be at most 0 characters","invalid":"Record this cash receipt although section 269ST may forbid it must be true or false"}},
] as const satisfies readonly FieldRule[]

export const refereeForm = [
 {"name":"name","label":"Name","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Name is required","short":"Name must be at least 0 characters","long":"Name must be at most 120 characters","invalid":"Please enter a valid name"}},
 {"name":"relation","label":"Relation","kind":"line","required":false,"min":0,"max":160,"options":[],"messages":{"required":"Relation is required","short":"Relation must be at least 0 characters","long":"Relation must be at most 160 characters","invalid":"Please enter a valid relation"}},
 {"name":"contact","label":"Contact","kind":"line","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Contact is required","short":"Contact must be at least 0 characters","long":"Contact must be at most 254 characters","invalid":"Please enter a valid contact"}},
 {"name":"said","label":"What they said","kind":"text","required":false,"min":0,"max":4000,"options":[],"messages":{"required":"What they said is required","short":"What they said must be at least 0 characters","long":"What they said must be at most 4000 characters","invalid":"Please enter a valid what they said"}},
 {"name":"heardOn","label":"Heard on","kind":"line","required":false,"min":0,"max":10,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}$","messages":{"required":"Heard on is required","short":"Heard on must be at least 0 characters","long":"Please enter a date","invalid":"Please enter a date"}},
] as const satisfies readonly FieldRule[]

export const refundForm = [
 {"name":"amount","label":"Amount","kind":"amount","required":false,"min":0,"max":100000000,"options":[],"messages":{"required":"Amount is required","short":"Amount must be at least 0","long":"Amount must be at most 100000000","invalid":"Please enter an amount such as 500 or 1178.50"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"Please enter a valid reason"}},
 {"name":"mandate","label":"The mandate","kind":"choice","required":false,"min":0,"max":0,"options":["end","keep"],"messages":{"required":"Please choose a the mandate","short":"The mandate must be at least 0 characters","long":"The mandate must be at most 0 characters","invalid":"Please choose one of the listed values for the mandate"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const refundOfflineForm = [
 {"name":"amount","label":"Amount","kind":"amount","required":true,"min":0,"max":10000000,"options":[],"messages":{"required":"Amount is required","short":"Amount must be at least 0","long":"Amount must be at most 10000000","invalid":"Please enter an amount such as 500 or 1178.50"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"Please enter a valid reason"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const registerForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":2,"max":120,"options":[],"messages":{"required":"Name must be at least 2 characters","short":"Name must be at least 2 characters","long":"Full name must be at most 120 characters","invalid":"Please enter a valid full name"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"phone","label":"Phone","kind":"phone","required":true,"min":10,"max":18,"options":[],"messages":{"required":"Phone number must be at least 10 digits","short":"Phone number must be at least 10 digits","long":"Please enter a valid phone number","invalid":"Please enter a valid phone number"}},
 {"name":"location","label":"Location","kind":"line","required":true,"min":2,"max":160,"options":[],"messages":{"required":"Location is required","short":"Location is required","long":"Location must be at most 160 characters","invalid":"Please enter a valid location"}},
 {"name":"password","label":"Password","kind":"password","required":true,"min":12,"max":71,"options":[],"messages":{"required":"Password must be at least 12 characters","short":"Password must be at least 12 characters","long":"Password is too long: please use at most 71 characters (fewer with accents or emoji)","invalid":"Password must contain at least one uppercase letter, one lowercase letter, and one number"}},
 {"name":"pin","label":"PIN","kind":"pin","required":false,"min":0,"max":0,"options":[],"messages":{"required":"PIN is required","short":"PIN must be at least 0 characters","long":"PIN must be at most 0 characters","invalid":"PIN must be exactly 4 digits"}},
 {"name":"requestType","label":"Interest","kind":"choice","required":true,"min":0,"max":0,"options":["enquiry","membership"],"initial":"enquiry","messages":{"required":"Please choose an interest","short":"Interest must be at least 0 characters","long":"Interest must be at most 0 characters","invalid":"Please choose one of the listed values for interest"}},
 {"name":"agreeOffers","label":"If my membership ends, you may write to me with offers to come back. I can stop this at any time.","kind":"flag","required":false,"min":0,"max":0,"options":[],"messages":{"required":"If my membership ends, you may write to me with offers to come back. I can stop this at any time. is required","short":"If my membership ends, you may write to me with offers to come back. I can stop this at any time. must be at least 0 characters","long":"If my membership ends, you may write to me with offers to come back. I can stop this at any time. must be at most 0 characters","invalid":"If my membership ends, you may write to me with offers to come back. I can stop this at any time. must be true or false"}},
] as const satisfies readonly FieldRule[]

export const registerEInvoiceForm = [
 {"name":"answer","label":"The portal's answer","kind":"text","required":false,"min":0,"max":500000,"options":[],"messages":{"required":"The portal's answer is required","short":"The portal's answer must be at least 0 characters","long":"The portal's answer must be at most 500000 characters","invalid":"Please enter a valid the portal's answer"}},
 {"name":"documentId","label":"Document","kind":"line","required":false,"min":0,"max":15,"options":[],"messages":{"required":"Document is required","short":"Document must be at least 0 characters","long":"Document must be at most 15 characters","invalid":"Please enter a valid document"}},
 {"name":"irn","label":"IRN","kind":"line","required":false,"min":0,"max":64,"options":[],"pattern":"^[0-9a-fA-F]{64}$","messages":{"required":"IRN is required","short":"IRN must be at least 0 characters","long":"IRN must be at most 64 characters","invalid":"An IRN has 64 digits, 0 to 9 and a to f"}},
 {"name":"ackNumber","label":"Acknowledgement number","kind":"line","required":false,"min":0,"max":20,"options":[],"pattern":"^[0-9]{1,20}$","messages":{"required":"Acknowledgement number is required","short":"Acknowledgement number must be at least 0 characters","long":"Acknowledgement number must be at most 20 characters","invalid":"Please enter the digits of the acknowledgement's number"}},
 {"name":"ackDate","label":"Acknowledged on","kind":"line","required":false,"min":0,"max":19,"options":[],"messages":{"required":"Acknowledged on is required","short":"Acknowledged on must be at least 0 characters","long":"Acknowledged on must be at most 19 characters","invalid":"Please enter the day and time as the portal writes them, such as 2026-11-23 14:05:00"}},
 {"name":"signedQr","label":"Text of the signed QR code","kind":"text","required":false,"min":0,"max":4000,"options":[],"messages":{"required":"Text of the signed QR code is required","short":"Text of the signed QR code must be at least 0 characters","long":"Text of the signed QR code must be at most 4000 characters","invalid":"Please enter a valid text of the signed qr code"}},
] as const satisfies readonly FieldRule[]

export const reopenMonthForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":500,"options":[],"messages":{"required":"Please say why","short":"Reason must be at least 3 characters","long":"Reason must be at most 500 characters","invalid":"Please enter a valid reason"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const resendInvitationForm = [
 {"name":"replaces","label":"Invitation","kind":"line","required":false,"min":0,"max":15,"options":[],"messages":{"required":"Invitation is required","short":"Invitation must be at least 0 characters","long":"Invitation must be at most 15 characters","invalid":"Please enter a valid invitation"}},
] as const satisfies readonly FieldRule[]

export const resetPasswordForm = [
 {"name":"token","label":"Token","kind":"secret","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Invalid reset token","short":"Token must be at least 0 characters","long":"Invalid reset token","invalid":"Invalid reset token"}},
 {"name":"newPassword","label":"Password","kind":"password","required":true,"min":12,"max":71,"options":[],"messages":{"required":"Password must be at least 12 characters","short":"Password must be at least 12 characters","long":"Password is too long: please use at most 71 characters (fewer with accents or emoji)","invalid":"Password must contain at least one uppercase letter, one lowercase letter, and one number"}},
 {"name":"removePasskeys","label":"Passkeys to remove","kind":"list","required":false,"min":0,"max":20,"options":[],"messages":{"required":"Passkeys to remove is required","short":"Passkeys to remove must be at least 0 characters","long":"Passkeys to remove must be at most 20 lines of 200 characters","invalid":"Please enter plain lines of text for passkeys to remove"}},
] as const satisfies readonly FieldRule[]

export const returnOfflineForm = [
 {"name":"utr","label":"UTR or cheque number","kind":"line","required":true,"min":0,"max":40,"options":[],"pattern":"^[A-Za-z0-9][A-Za-z0-9 /-]*$","messages":{"required":"UTR or cheque number is required","short":"UTR or cheque number must be at least 0 characters","long":"UTR or cheque number must be at most 40 characters","invalid":"A UTR or cheque number has letters and digits only"}},
 {"name":"bankDate","label":"Date on the bank statement","kind":"line","required":true,"min":0,"max":10,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}$","messages":{"required":"Date on the bank statement is required","short":"Date on the bank statement must be at least 0 characters","long":"Date on the bank statement must be at most 10 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
] as const satisfies readonly FieldRule[]

export const roleForm = [
 {"name":"role","label":"Role","kind":"choice","required":true,"min":0,"max":0,"options":["owner","office","reviewer","accountant","editor"],"messages":{"required":"Please choose a role","short":"Role must be at least 0 characters","long":"Role must be at most 0 characters","invalid":"Please choose one of the listed values for role"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const savedViewForm = [
 {"name":"name","label":"Name","kind":"line","required":true,"min":0,"max":60,"options":[],"messages":{"required":"Please give the view a name","short":"Name must be at least 0 characters","long":"Name must be at most 60 characters","invalid":"Please enter a valid name"}},
 {"name":"query","label":"Query","kind":"line","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Query is required","short":"Query must be at least 0 characters","long":"Query must be at most 2000 characters","invalid":"Please enter a valid query"}},
 {"name":"shared","label":"Shared","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Shared is required","short":"Shared must be at least 0 characters","long":"Shared must be at most 0 characters","invalid":"Shared must be true or false"}},
] as const satisfies readonly FieldRule[]

export const seatForm = [
 {"name":"company","label":"Company","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Please name the company","short":"Company must be at least 0 characters","long":"Company must be at most 200 characters","invalid":"Please enter a valid company"}},
 {"name":"cin","label":"CIN","kind":"line","required":false,"min":0,"max":21,"options":[],"pattern":"^[LUlu][0-9]{5}[A-Za-z]{2}[0-9]{4}[A-Za-z]{3}[0-9]{6}$","messages":{"required":"CIN is required","short":"CIN must be at least 0 characters","long":"A CIN has 21 letters and digits, such as L17110MH1973PLC019786","invalid":"A CIN has 21 letters and digits, such as L17110MH1973PLC019786"}},
 {"name":"din","label":"DIN","kind":"line","required":false,"min":0,"max":8,"options":[],"pattern":"^[0-9]{8}$","messages":{"required":"DIN is required","short":"DIN must be at least 0 characters","long":"A DIN has 8 digits","invalid":"A DIN has 8 digits"}},
 {"name":"evidenceUrl","label":"Evidence on the web","kind":"link","required":false,"min":0,"max":500,"options":[],"messages":{"required":"Evidence on the web is required","short":"Evidence on the web must be at least 0 characters","long":"Evidence on the web must be at most 500 characters","invalid":"Please enter a full address that begins with https://"}},
 {"name":"result","label":"Result","kind":"choice","required":false,"min":0,"max":0,"options":["confirmed","doubtful","not_found"],"messages":{"required":"Please choose a result","short":"Result must be at least 0 characters","long":"Result must be at most 0 characters","invalid":"Please choose one of the listed values for result"}},
 {"name":"note","label":"Note","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Note is required","short":"Note must be at least 0 characters","long":"Note must be at most 2000 characters","invalid":"Please enter a valid note"}},
] as const satisfies readonly FieldRule[]

export const seatInvitationForm = [
 {"name":"name","label":"Name","kind":"line","required":false,"min":0,"max":120,"options":[],"messages":{"required":"Name is required","short":"Name must be at least 0 characters","long":"Name must be at most 120 characters","invalid":"Please enter a valid name"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter the email address of whom you invite","short":"Email must be at least 0 characters","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
] as const satisfies readonly FieldRule[]

export const segmentForm = [
 {"name":"name","label":"Name","kind":"line","required":true,"min":0,"max":100,"options":[],"messages":{"required":"Please enter a name","short":"Name must be at least 0 characters","long":"Name must be at most 100 characters","invalid":"Please enter a valid name"}},
] as const satisfies readonly FieldRule[]

export const settingsForm = [
 {"name":"siteName","label":"Site name","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"Site name is required","short":"Site name must be at least 0 characters","long":"Site name must be at most 80 characters","invalid":"Please enter a valid site name"}},
 {"name":"contactEmail","label":"Contact email","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Contact email is required","short":"Contact email must be at least 0 characters","long":"Contact email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"contactPhone","label":"Contact phone","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^\\+?[0-9][0-9 ()-]{8,38}$","messages":{"required":"Contact phone is required","short":"Contact phone must be at least 0 characters","long":"Contact phone must be at most 40 characters","invalid":"Please enter a phone number such as +91 22 4000 1234"}},
 {"name":"contactPlace","label":"Place","kind":"line","required":false,"min":0,"max":120,"options":[],"messages":{"required":"Place is required","short":"Place must be at least 0 characters","long":"Place must be at most 120 characters","invalid":"Please enter a valid place"}},
 {"name":"providerUrl","label":"Provider's site","kind":"link","required":false,"min":0,"max":300,"options":[],"messages":{"required":"Provider's site is required","short":"Provider's site must be at least 0 characters","long":"Provider's site must be at most 300 characters","invalid":"Please enter a full address such as https://mentoring.example"}},
 {"name":"eventDate","label":"Launch event","kind":"line","required":false,"min":0,"max":10,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}$","messages":{"required":"Launch event is required","short":"Launch event must be at least 0 characters","long":"Launch event must be at most 10 characters","invalid":"Please enter a day that exists, such as 2026-09-16"}},
 {"name":"figureMembers","label":"Current members","kind":"line","required":false,"min":0,"max":20,"options":[],"pattern":"^[^<>&\"\\\\]*$","messages":{"required":"Current members is required","short":"Current members must be at least 0 characters","long":"Current members must be at most 20 characters","invalid":"Please enter a valid current members"}},
 {"name":"figureShare","label":"Women on boards","kind":"line","required":false,"min":0,"max":20,"options":[],"pattern":"^[^<>&\"\\\\]*$","messages":{"required":"Women on boards is required","short":"Women on boards must be at least 0 characters","long":"Women on boards must be at most 20 characters","invalid":"Please enter a valid women on boards"}},
 {"name":"figureTarget","label":"Members aimed at","kind":"line","required":false,"min":0,"max":20,"options":[],"pattern":"^[^<>&\"\\\\]*$","messages":{"required":"Members aimed at is required","short":"Members aimed at must be at least 0 characters","long":"Members aimed at must be at most 20 characters","invalid":"Please enter a valid members aimed at"}},
 {"name":"pictureHosts","label":"Pictures from other sites","kind":"line","required":false,"min":0,"max":500,"options":[],"pattern":"^[a-z0-9-]+(\\.[a-z0-9-]+)+( [a-z0-9-]+(\\.[a-z0-9-]+)+)*$","messages":{"required":"Pictures from other sites is required","short":"Pictures from other sites must be at least 0 characters","long":"Pictures from other sites must be at most 500 characters","invalid":"Please enter host names such as pictures.example.org, with spaces between them"}},
 {"name":"notificationEmail","label":"Notification address","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Notification address is required","short":"Notification address must be at least 0 characters","long":"Notification address must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"reviewVotes","label":"Votes for an approval","kind":"whole","required":true,"min":1,"max":20,"options":[],"initial":"1","messages":{"required":"Votes for an approval is required","short":"Votes for an approval must be at least 1","long":"Votes for an approval must be at most 20","invalid":"Please enter a valid votes for an approval"}},
 {"name":"campaignApprovalAbove","label":"A second administrator approves campaigns to more people than","kind":"whole","required":false,"min":0,"max":1000000,"options":[],"initial":"0","messages":{"required":"A second administrator approves campaigns to more people than is required","short":"A second administrator approves campaigns to more people than must be at least 0","long":"A second administrator approves campaigns to more people than must be at most 1000000","invalid":"Please enter a valid a second administrator approves campaigns to more people than"}},
 {"name":"purchaseNeedsApproval","label":"Only approved nominees can buy","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Only approved nominees can buy is required","short":"Only approved nominees can buy must be at least 0 characters","long":"Only approved nominees can buy must be at most 0 characters","invalid":"Only approved nominees can buy must be true or false"}},
 {"name":"totpRequired","label":"Administrators must use two-step sign-in","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Administrators must use two-step sign-in is required","short":"Administrators must use two-step sign-in must be at least 0 characters","long":"Administrators must use two-step sign-in must be at most 0 characters","invalid":"Administrators must use two-step sign-in must be true or false"}},
 {"name":"taxStatus","label":"Registration for GST","kind":"choice","required":false,"min":0,"max":0,"options":["registered","unregistered"],"messages":{"required":"Please choose a registration for gst","short":"Registration for GST must be at least 0 characters","long":"Registration for GST must be at most 0 characters","invalid":"Please choose one of the listed values for registration for gst"}},
 {"name":"taxAdviser","label":"Settled by","kind":"line","required":false,"min":0,"max":120,"options":[],"messages":{"required":"Settled by is required","short":"Settled by must be at least 0 characters","long":"Settled by must be at most 120 characters","invalid":"Please enter a valid settled by"}},
 {"name":"taxSettledOn","label":"Settled on","kind":"line","required":false,"min":0,"max":10,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}$","messages":{"required":"Settled on is required","short":"Settled on must be at least 0 characters","long":"Settled on must be at most 10 characters","invalid":"Please enter a day that exists, such as 2026-09-16"}},
 {"name":"gstRate","label":"GST rate","kind":"whole","required":true,"min":0,"max":100,"options":[],"initial":"18","messages":{"required":"GST rate is required","short":"GST rate must be at least 0","long":"GST rate must be at most 100","invalid":"Please enter a valid gst rate"}},
 {"name":"supplierName","label":"Supplier's name","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Supplier's name is required","short":"Supplier's name must be at least 0 characters","long":"Supplier's name must be at most 200 characters","invalid":"Please enter a valid supplier's name"}},
 {"name":"supplierAddress","label":"Supplier's address","kind":"text","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Supplier's address is required","short":"Supplier's address must be at least 0 characters","long":"Supplier's address must be at most 1000 characters","invalid":"Please enter a valid supplier's address"}},
 {"name":"supplierState","label":"Supplier's state","kind":"choice","required":false,"min":0,"max":0,"options":["01","02","03","04","05","06","07","08","09","10","11","12","13","14","15","16","17","18","19","20","21","22","23","24","26","27","29","30","31","32","33","34","35","36","37","38","97"],"messages":{"required":"Please choose a supplier's state","short":"Supplier's state must be at least 0 characters","long":"Supplier's state must be at most 0 characters","invalid":"Please choose one of the listed values for supplier's state"}},
 {"name":"supplierGstin","label":"GSTIN","kind":"line","required":false,"min":0,"max":15,"options":[],"pattern":"^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$","messages":{"required":"GSTIN is required","short":"GSTIN must be at least 0 characters","long":"GSTIN must be at most 15 characters","invalid":"This is not a GSTIN: please compare its 15 characters with the certificate"}},
 {"name":"sacCode","label":"SAC code","kind":"line","required":false,"min":0,"max":6,"options":[],"pattern":"^[0-9]{4,6}$","messages":{"required":"SAC code is required","short":"SAC code must be at least 0 characters","long":"SAC code must be at most 6 characters","invalid":"Please enter a code of 4 to 6 digits, such as 999512"}},
 {"name":"sacDescription","label":"Description of the service","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Description of the service is required","short":"Description of the service must be at least 0 characters","long":"Description of the service must be at most 200 characters","invalid":"Please enter a valid description of the service"}},
 {"name":"bankDetails","label":"Bank details","kind":"text","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Bank details is required","short":"Bank details must be at least 0 characters","long":"Bank details must be at most 1000 characters","invalid":"Please enter a valid bank details"}},
 {"name":"offlineSecondAdminAbove","label":"A second administrator confirms what is worth more than","kind":"whole","required":false,"min":0,"max":99999999,"options":[],"messages":{"required":"A second administrator confirms what is worth more than is required","short":"A second administrator confirms what is worth more than must be at least 0","long":"A second administrator confirms what is worth more than must be at most 99999999","invalid":"Please enter a valid a second administrator confirms what is worth more than"}},
 {"name":"emailAccent","label":"Accent","kind":"line","required":false,"min":0,"max":7,"options":[],"pattern":"^#[0-9a-fA-F]{6}$","messages":{"required":"Accent is required","short":"Accent must be at least 0 characters","long":"Accent must be at most 7 characters","invalid":"Please enter a colour such as #f99f1b"}},
 {"name":"emailLink","label":"Links","kind":"line","required":false,"min":0,"max":7,"options":[],"pattern":"^#[0-9a-fA-F]{6}$","messages":{"required":"Links is required","short":"Links must be at least 0 characters","long":"Links must be at most 7 characters","invalid":"Please enter a colour such as #f99f1b"}},
 {"name":"emailLogo","label":"Logo","kind":"line","required":false,"min":0,"max":200,"options":[],"pattern":"^/images/[A-Za-z0-9._-]+$","messages":{"required":"Logo is required","short":"Logo must be at least 0 characters","long":"Logo must be at most 200 characters","invalid":"Please enter the address of an uploaded picture, such as /images/logo.png"}},
 {"name":"emailFooter","label":"Line at the foot","kind":"line","required":false,"min":0,"max":300,"options":[],"messages":{"required":"Line at the foot is required","short":"Line at the foot must be at least 0 characters","long":"Line at the foot must be at most 300 characters","invalid":"Please enter a valid line at the foot"}},
 {"name":"emailAddress","label":"Postal address","kind":"text","required":false,"min":0,"max":300,"options":[],"messages":{"required":"Postal address is required","short":"Postal address must be at least 0 characters","long":"Postal address must be at most 300 characters","invalid":"Please enter a valid postal address"}},
 {"name":"lutNumber","label":"Letter of undertaking","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Letter of undertaking is required","short":"Letter of undertaking must be at least 0 characters","long":"Letter of undertaking must be at most 40 characters","invalid":"Please enter a valid letter of undertaking"}},
 {"name":"lutYear","label":"Its financial year","kind":"line","required":false,"min":0,"max":7,"options":[],"pattern":"^20[0-9]{2}-[0-9]{2}$","messages":{"required":"Its financial year is required","short":"Its financial year must be at least 0 characters","long":"Its financial year must be at most 7 characters","invalid":"Please enter a financial year such as 2026-27"}},
 {"name":"eInvoices","label":"Invoices to companies and abroad wait for their IRN","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Invoices to companies and abroad wait for their IRN is required","short":"Invoices to companies and abroad wait for their IRN must be at least 0 characters","long":"Invoices to companies and abroad wait for their IRN must be at most 0 characters","invalid":"Invoices to companies and abroad wait for their IRN must be true or false"}},
 {"name":"supplierPlace","label":"Supplier's city","kind":"line","required":false,"min":0,"max":50,"options":[],"messages":{"required":"Supplier's city is required","short":"Supplier's city must be at least 0 characters","long":"Supplier's city must be at most 50 characters","invalid":"Please enter a valid supplier's city"}},
 {"name":"supplierPin","label":"Supplier's PIN code","kind":"line","required":false,"min":0,"max":6,"options":[],"pattern":"^[1-9][0-9]{5}$","messages":{"required":"Supplier's PIN code is required","short":"Supplier's PIN code must be at least 0 characters","long":"Supplier's PIN code must be at most 6 characters","invalid":"Please enter a PIN code of six digits, such as 400001"}},
] as const satisfies readonly FieldRule[]

export const startCampaignForm = [
 {"name":"count","label":"Number of people","kind":"whole","required":true,"min":0,"max":999999999,"options":[],"messages":{"required":"Please type how many people get this email","short":"Number of people must be at least 0","long":"Number of people must be at most 999999999","invalid":"Please type how many people get this email"}},
 {"name":"scheduledAt","label":"Send at","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Send at is required","short":"Send at must be at least 0 characters","long":"Send at must be at most 40 characters","invalid":"Please enter a valid send at"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","short":"Code must be at least 0 characters","long":"Code must be at most 40 characters","invalid":"Please enter a valid code"}},
] as const satisfies readonly FieldRule[]

export const startFactorForm = [
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","short":"Current password must be at least 0 characters","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
] as const satisfies readonly FieldRule[]

export const termEndForm = [
 {"name":"endsAt","label":"Ends on","kind":"line","required":true,"min":0,"max":40,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$","messages":{"required":"Ends on is required","short":"Ends on must be at least 0 characters","long":"Ends on must be at most 40 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"Please enter a valid reason"}},
] as const satisfies readonly FieldRule[]

export const testCampaignForm = [
 {"name":"email","label":"Send it to","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter an address","short":"Send it to must be at least 0 characters","long":"Send it to must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"as","label":"As this person would get it","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"As this person would get it is required","short":"As this person would get it must be at least 0 characters","long":"As this person would get it must be at most 254 characters","invalid":"Please enter a valid as this person would get it"}},
] as const satisfies readonly FieldRule[]

export const testEmailForm = [
 {"name":"email","label":"Send it to","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Send it to is required","short":"Send it to must be at least 0 characters","long":"Send it to must be at most 254 characters","invalid":"Please enter a valid email address"}},
] as const satisfies readonly FieldRule[]

export const tierForm = [
 {"name":"name","label":"Name","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Name is required","short":"Name must be at least 0 characters","long":"Name must be at most 120 characters","invalid":"Please enter a valid name"}},
 {"name":"slug","label":"Slug","kind":"line","required":false,"min":0,"max":120,"options":[],"pattern":"^[a-z0-9]+(-[a-z0-9]+)*$","messages":{"required":"Slug is required: the name has no letter from a to z and no digit to make one of","short":"Slug must be at least 0 characters","long":"Slug must be at most 120 characters","invalid":"Slug may hold lower-case letters, digits and single hyphens between them"}},
 {"name":"description","label":"Description","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Description is required","short":"Description must be at least 0 characters","long":"Description must be at most 2000 characters","invalid":"Please enter a valid description"}},
 {"name":"price","label":"Price","kind":"amount","required":true,"min":0,"max":10000000,"options":[],"messages":{"required":"Price is required","short":"Price must be at least 0","long":"Price must be at most 10000000","invalid":"Please enter a price such as 25000 or 1178.50"}},
 {"name":"currency","label":"Currency","kind":"choice","required":true,"min":0,"max":0,"options":["INR","USD"],"initial":"INR","messages":{"required":"Please choose a currency","short":"Currency must be at least 0 characters","long":"Currency must be at most 0 characters","invalid":"Please choose one of the listed values for currency"}},
 {"name":"duration","label":"Duration","kind":"choice","required":true,"min":0,"max":0,"options":["lifetime","annual","monthly"],"initial":"lifetime","messages":{"required":"Please choose a duration","short":"Duration must be at least 0 characters","long":"Duration must be at most 0 characters","invalid":"Please choose one of the listed values for duration"}},
 {"name":"features","label":"Features","kind":"list","required":false,"min":0,"max":30,"options":[],"messages":{"required":"Features is required","short":"Features must be at least 0 characters","long":"Features must be at most 30 lines of 200 characters","invalid":"Please enter plain lines of text for features"}},
 {"name":"razorpayPlanId","label":"Razorpay plan id","kind":"line","required":false,"min":0,"max":64,"options":[],"pattern":"^plan_[A-Za-z0-9]{14}$","messages":{"required":"Razorpay plan id is required","short":"Razorpay plan id must be at least 0 characters","long":"Razorpay plan id must be at most 64 characters","invalid":"Please enter the plan's id as Razorpay shows it, such as plan_00000000000001"}},
 {"name":"razorpayPaymentLink","label":"Razorpay payment link","kind":"link","required":false,"min":0,"max":500,"options":[],"hosts":["rzp.io","razorpay.me","pages.razorpay.com","payments.razorpay.com"],"messages":{"required":"Razorpay payment link is required","short":"Razorpay payment link must be at least 0 characters","long":"Razorpay payment link must be at most 500 characters","invalid":"Please enter a payment link of Razorpay’s, such as https://rzp.io/l/membership"}},
 {"name":"graceDays","label":"Days of grace","kind":"whole","required":false,"min":0,"max":90,"options":[],"initial":"14","messages":{"required":"Days of grace is required","short":"Days of grace must be at least 0","long":"Days of grace must be at most 90","invalid":"Please enter a valid days of grace"}},
 {"name":"isActive","label":"Active","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"true","messages":{"required":"Active is required","short":"Active must be at least 0 characters","long":"Active must be at most 0 characters","invalid":"Active must be true or false"}},
 {"name":"sortOrder","label":"Sort order","kind":"whole","required":false,"min":-100000,"max":100000,"options":[],"initial":"0","messages":{"required":"Sort order is required","short":"Sort order must be at least -100000","long":"Sort order must be at most 100000","invalid":"Please enter a valid sort order"}},
 {"name":"buttonText","label":"Button text","kind":"line","required":false,"min":0,"max":60,"options":[],"initial":"Choose Plan","messages":{"required":"Button text is required","short":"Button text must be at least 0 characters","long":"Button text must be at most 60 characters","invalid":"Please enter a valid button text"}},
 {"name":"buttonColor","label":"Button colour","kind":"line","required":false,"min":0,"max":7,"options":[],"initial":"#0052CC","pattern":"^#[0-9a-fA-F]{6}$","messages":{"required":"Button colour is required","short":"Button colour must be at least 0 characters","long":"Button colour must be at most 7 characters","invalid":"Please enter a colour such as #0052CC"}},
] as const satisfies readonly FieldRule[]

export const transactionNoteForm = [
 {"name":"text","label":"Note","kind":"text","required":true,"min":0,"max":4000,"options":[],"messages":{"required":"Note is required","short":"Note must be at least 0 characters","long":"Note must be at most 4000 characters","invalid":"Please enter a valid note"}},
] as const satisfies readonly FieldRule[]

export const verifyLinkForm = [
 {"name":"razorpay_payment_id","label":"Payment id","kind":"line","required":true,"min":0,"max":64,"options":[],"messages":{"required":"Payment id is required","short":"Payment id must be at least 0 characters","long":"Payment id must be at most 64 characters","invalid":"Please enter a valid payment id"}},
 {"name":"razorpay_payment_link_id","label":"Payment link id","kind":"line","required":true,"min":0,"max":64,"options":[],"messages":{"required":"Payment link id is required","short":"Payment link id must be at least 0 characters","long":"Payment link id must be at most 64 characters","invalid":"Please enter a valid payment link id"}},
 {"name":"razorpay_payment_link_reference_id","label":"Reference","kind":"line","required":true,"min":0,"max":40,"options":[],"messages":{"required":"Reference is required","short":"Reference must be at least 0 characters","long":"Reference must be at most 40 characters","invalid":"Please enter a valid reference"}},
 {"name":"razorpay_payment_link_status","label":"Status","kind":"line","required":true,"min":0,"max":40,"options":[],"messages":{"required":"Status is required","short":"Status must be at least 0 characters","long":"Status must be at most 40 characters","invalid":"Please enter a valid status"}},
 {"name":"razorpay_signature","label":"Signature","kind":"line","required":true,"min":0,"max":128,"options":[],"messages":{"required":"Signature is required","short":"Signature must be at least 0 characters","long":"Signature must be at most 128 characters","invalid":"Please enter a valid signature"}},
] as const satisfies readonly FieldRule[]

export const voteForm = [
 {"name":"vote","label":"Your vote","kind":"choice","required":true,"min":0,"max":0,"options":["yes","no","abstain"],"messages":{"required":"Please choose a your vote","short":"Your vote must be at least 0 characters","long":"Your vote must be at most 0 characters","invalid":"Please choose one of the listed values for your vote"}},
] as const satisfies readonly FieldRule[]

export const welcomeForm = [
 {"name":"token","label":"Token","kind":"secret","required":true,"min":0,"max":200,"options":[],"messages":{"required":"This invitation is not valid any more. Please ask an administrator for a new one.","short":"Token must be at least 0 characters","long":"This invitation is not valid any more. Please ask an administrator for a new one.","invalid":"This invitation is not valid any more. Please ask an administrator for a new one."}},
 {"name":"newPassword","label":"Password","kind":"password","required":true,"min":12,"max":71,"options":[],"messages":{"required":"Password must be at least 12 characters","short":"Password must be at least 12 characters","long":"Password is too long: please use at most 71 characters (fewer with accents or emoji)","invalid":"Password must contain at least one uppercase letter, one lowercase letter, and one number"}},
] as const satisfies readonly FieldRule[]

export const withdrawalForm = [
 {"name":"words","label":"Your reason","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Your reason is required","short":"Your reason must be at least 0 characters","long":"Your reason must be at most 2000 characters","invalid":"Please enter a valid your reason"}},
] as const satisfies readonly FieldRule[]

export interface AccountSession {
 device: string
 address: string
 createdAt: string
 lastSeenAt: string
 expiresAt: string
}

export interface AdminAccess {
 role: string
 routes: string[]
}

export interface AdminAccount {
 id: string
 username: string
 email: string
 role: string
 state: string
 hasJoined: boolean
 isYou: boolean
 secondFactor: boolean
 lastSignIn: string
 inviteExpiry: string
 createdAt: string
}

export interface AdminMember {
 id: string
 name: string
 email: string
 isActive: boolean
 isYou: boolean
 isAdmitted: boolean
}

export interface AdminSession {
 username: string
 via: string
 needs?: string
}

export interface Approval {
 id: string
 kind: string
 state: string
 subjectCollection: string
 subjectId: string
 subjectLabel: string
 summary: string
 reason: string
 listValue: string
 askedBy: string
 askedAt: string
 decidedBy: string
 decidedAt: string
 canConfirm: boolean
 isOwn: boolean
}

export interface AuditChange {
 before: Record<string, unknown>
 after: Record<string, unknown>
}

export interface AuditChoices {
 actors: string[]
 actions: string[]
 subjects: string[]
}

export interface AuditEntry {
 id: string
 at: string
 actorKind: string
 actor: string
 address: string
 action: string
 subject: string
 subjectId: string
 label: string
}

export interface AuditHistory {
 id: string
 at: string
 actorKind: string
 actor: string
 action: string
 details: Record<string, unknown>
}

export interface Automation {
 id: string
 name: string
 kind: string
 trigger: string
 consent: string
 why: string
 topic: string
 isBuiltIn: boolean
 isOn: boolean
 enabledAt: string
 delayHours: number
 minDelayHours: number
 maxDelayHours: number
 sentCount: number
 lastSentAt: string
 updatedAt: string
}

export interface Backup {
 name: string
 size: number
 at: string
}

export interface BackupSchedule {
 daily: boolean
 keep: number
 custom: string
}

export interface BackupTicket {
 url: string
}

export interface Backups {
 backups: Backup[]
 doing: string
 since: string
 failed: string
 place: string
 schedule: BackupSchedule
 asksCode: boolean
}

export interface Billing {
 kind: string
 legalName: string
 gstin: string
 address: string
 state: string
 pin: string
 country: string
}

export interface Board {
 company: string
 role: string
 cin: string
}

export interface BoardSeat {
 actor: string
 at: string
 isOwn: boolean
 id: string
 company: string
 cin: string
 din: string
 evidenceUrl: string
 evidenceName: string
 result: string
 note: string
 checkedBy: string
 checkedAt: string
}

export interface BooksMonth {
 month: string
 title: string
 isClosed: boolean
 closedAt: string
 closedBy: string
 mayClose: boolean
 mayReopen: boolean
}

export interface Breakdown {
 baseAmount: string
 discountAmount: string
 taxableAmount: string
 gstRate: number
 gstAmount: string
 totalAmount: string
}

export interface BuiltInText {
 section: string
 title: string
 subtitle: string
 content: string
 imageUrl: string
}

export interface BulkAction {
 id: string
 action: string
 tag: string
 subject: string
 actor: string
 startedAt: string
 finishedAt: string
 waiting: number
 done: number
 failed: number
 leftOut: number
 awaitsApproval: boolean
 problems: BulkProblem[]
 canUndo: boolean
 undoneBy: string
}

export interface BulkGroup {
 reason: string
 count: number
 names: string[]
}

export interface BulkPreview {
 selected: number
 count: number
 names: string[]
 leftOut: BulkGroup[]
 password: boolean
 needsApproval: boolean
}

export interface BulkProblem {
 id: string
 name: string
 status: string
 reason: string
}

export interface Campaign {
 id: string
 name: string
 type: string
 trigger: string
 topic: string
 subject: string
 preheader: string
 templateId: string
 content: string
 segment: Segment
 status: string
 scheduledAt: string
 recipientCount: string
 sentCount: string
 openRate: string
 clickRate: string
 isActive: boolean
 lastSentAt: string
 startedAt: string
 finishedAt: string
 startedBy: string
 approvedBy: string
 problem: string
 createdAt: string
 updatedAt: string
 subjectB: string
 testShare: string
 testHours: string
 testBy: string
 decideAt: string
 winner: string
 decidedBy: string
}

export interface CampaignCheck {
 links: CheckedLink[]
 problems: CampaignProblem[]
 bytes: number
}

export interface CampaignDetail {
 id: string
 name: string
 type: string
 trigger: string
 topic: string
 subject: string
 preheader: string
 templateId: string
 content: string
 segment: Segment
 status: string
 scheduledAt: string
 recipientCount: string
 sentCount: string
 openRate: string
 clickRate: string
 isActive: boolean
 lastSentAt: string
 startedAt: string
 finishedAt: string
 startedBy: string
 approvedBy: string
 problem: string
 createdAt: string
 updatedAt: string
 subjectB: string
 testShare: string
 testHours: string
 testBy: string
 decideAt: string
 winner: string
 decidedBy: string
 results: CampaignResults
 clicks: LinkClicks[]
 problems: CampaignProblem[]
 bought: number
 test: SubjectTest | null
 nextSteps: string[]
}

export interface CampaignPreview {
 subject: string
 preheader: string
 text: string
 subjectB: string
 light: string
 dark: string
 bytes: number
 problems: CampaignProblem[]
}

export interface CampaignProblem {
 field: string
 message: string
 blocking: boolean
}

export interface CampaignResults {
 recipients: number
 queued: number
 sent: number
 delivered: number
 opened: number
 proxyOpened: number
 clicked: number
 bounced: number
 spam: number
 unsubscribed: number
 failed: number
 uncertain: number
 suppressed: number
 cancelled: number
}

export interface CampaignTest {
 emailAddress: string
}

export interface CardChange {
 subscriptionId: string
 keyId: string
 amount: number
 currency: string
 customer: Customer
 chargesNow: boolean
}

export interface ChartMonth {
 month: string
 revenue: string
 revenueUSD: string
}

export interface ChartShare {
 value: string
 members: number
}

export interface ChartSplit {
 top: ChartShare[]
 others: number
 notStated: number
 members: number
}

export interface ChartWeek {
 starts: string
 nominations: number
}

export interface Charts {
 weeks: ChartWeek[]
 months: ChartMonth[]
 industries: ChartSplit
 cities: ChartSplit
}

export interface CheckedLink {
 address: string
 state: string
 note: string
}

export interface Checkout {
 orderId: string
 subscriptionId?: string
 paymentUrl?: string
 isConfirmedByHand?: boolean
 keyId: string
 amount: number
 currency: string
 firstChargeAt?: string
 customer: Customer
 notes: Record<string, string>
 breakdown: Breakdown
 couponCode?: string
 discountAmount?: string
 seats?: number
 status?: string
}

export interface Config {
 siteName: string
 siteUrl: string
 contactEmail: string
 contactPhone: string
 contactPlace: string
 providerUrl: string
 eventDay: string
 figureMembers: string
 figureTarget: string
 razorpayKeyId: string
 checkoutScript: string
 paymentsEnabled: boolean
 chargesTax: boolean
 demo: boolean
 demoAdmin?: DemoAdmin
}

export interface ConfirmedEmail {
 email: string
 isChanged: boolean
}

export interface Conflicts {
 actor: string
 at: string
 isOwn: boolean
 declared: string
 found: string
}

export interface ContentSection {
 id: string
 section: string
 title: string
 subtitle: string
 content: string
 imageUrl: string
 isActive: boolean
 sortOrder: string
 updatedAt: string
 createdAt: string
}

export interface ContentVersion {
 id: string
 sectionId: string
 ended: string
 endedAt: string
 endedBy: string
 section: string
 title: string
 subtitle: string
 content: string
 imageUrl: string
 isActive: boolean
 sortOrder: string
}

export interface Country {
 code: string
 name: string
}

export interface Coupon {
 id: string
 code: string
 note: string
 kind: string
 value: string
 membershipTierIds: string[]
 startsAt: string
 endsAt: string
 maxUses: number
 maxUsesEach: number
 seatsPerUse: number
 isForRenewingSeats: boolean
 reserved: number
 consumed: number
 isActive: boolean
 state: string
 createdAt: string
}

export interface Customer {
 name: string
 email: string
 contact: string
}

export interface DashboardStats {
 totalRegistrations: number
 thisWeekRegistrations: number
 paidMemberships: number
 thisMonthRevenue: string
 thisMonthRevenueUSD: string
 totalRevenue: string
 totalRevenueUSD: string
 emailsSent: number
 activeCampaigns: number
 pendingTransactions: number
 draftRegistrations: number
 independentDirectors: number
}

export interface DeliveryRate {
 days: number
 sent: number
 bounced: number
 complained: number
 bounceRate: number
 complaintRate: number
 bounceStatus: string
 complaintStatus: string
}

export interface DemoAdmin {
 username: string
 password: string
}

export interface Dispute {
 id: string
 phase: string
 status: string
 respondBy: string
 createdAt: string
}

export interface DomainCheck {
 check: string
 status: string
 message: string
 advice: string
}

export interface Draft {
 id: string
 email: string | null
 formData: Record<string, unknown>
 lastSaved: string
 progress: number
}

export interface EInvoices {
 isOn: boolean
 waiting: number
 documents: RegisterRow[]
}

export interface Email {
 id: string
 emailAddress: string
 recipientName: string
 kind: string
 subject: string
 status: string
 errorMessage: string
 attempts: number
 sentAt: string
 createdAt: string
}

export interface EmailCounts {
 counts: Record<string, number>
 kinds: string[]
}

export interface EmailCredits {
 status: string
 plan: string
 left: number
}

export interface EmailDetail {
 id: string
 emailAddress: string
 recipientName: string
 kind: string
 subject: string
 status: string
 errorMessage: string
 attempts: number
 sentAt: string
 createdAt: string
 messageId: string
 deliveredAt: string
 openedAt: string
 clickedAt: string
 nextAttemptAt: string
 expiresAt: string
 text: string
 html: string
 unreadable: string
 hasSentText: boolean
 events: EmailEvent[]
 again: EmailResendCheck
}

export interface EmailEvent {
 id: string
 event: string
 reason: string
 occurredAt: string
}

export interface EmailPreference {
 topic: string
 name: string
 description: string
 wanted: boolean
 changedAt: string
}

export interface EmailPreview {
 to: string
 subject: string
 html: string
 text: string
 frame: string
}

export interface EmailResendCheck {
 possible: boolean
 ask: string
 reason: string
}

export interface EmailText {
 id: string
 kind: string
 variant: string
 subject: string
 isSensitive: boolean
 hasSecretLink: boolean
 isChanged: boolean
 fault: string
 changedBy: string
 changedAt: string
}

export interface EmailTextDetail {
 id: string
 kind: string
 variant: string
 subject: string
 isSensitive: boolean
 hasSecretLink: boolean
 isChanged: boolean
 fault: string
 changedBy: string
 changedAt: string
 version: number
 wording: Wording
 builtIn: Wording
 fields: EmailTextField[]
}

export interface EmailTextField {
 name: string
 sample: string
 isLink: boolean
 isSecret: boolean
 isRequired: boolean
}

export interface EmailTextPreview {
 subject: string
 preview: string
 text: string
 light: string
 dark: string
 bytes: number
 problems: TextProblem[]
}

export interface EmailTextVersion {
 version: number
 isBuiltIn: boolean
 wording: Wording
 changedBy: string
 changedAt: string
}

export interface Enrolment {
 secret: string
 account: string
 qr: QR
}

export interface Entitlement {
 state: string
 startsAt: string | null
 endsAt: string | null
 graceUntil: string | null
 source: string
 endReason: string
 next: Membership | null
}

export interface FactorState {
 secondFactor: boolean
 secondFactorSince: string
 recoveryCodesLeft: number
 isMandatory: boolean
}

export interface FailedJob {
 id: string
 type: string
 key: string
 attempts: number
 error: string
 createdAt: string
 failedAt: string
}

export interface FailedJobs {
 jobs: FailedJob[]
 next: string
}

export interface GSTState {
 code: string
 name: string
}

export interface Image {
 url: string
 width: number
 height: number
}

export interface ImportColumn {
 name: string
 needed: boolean
 takes: string
 also: string[]
}

export interface ImportLine {
 line: number
 name: string
 email: string
 outcome: string
 invited: boolean
 mistakes?: ImportRowError[]
}

export interface ImportProblem {
 line: number
 email: string
 reason: string
}

export interface ImportReport {
 rows: number
 new: number
 existing: number
 wrong: number
 invited: number
 ignored: string[]
 lines: ImportLine[]
 asksCode: boolean
}

export interface ImportRowError {
 column: string
 message: string
}

export interface Invitation {
 id: string
 email: string
 sentAt: string
 expiresAt: string
 usedAt: string
 status: string
}

export interface InvoiceDocument {
 id: string
 number: string
 kind: string
 title: string
 total: string
 currency: string
 refundId: string
 issuedAt: string
 waits: boolean
 irn: string
 ackNumber: string
 ackAt: string
 cancelledAt: string
}

export interface JobStats {
 type: string
 queued: number
 due: number
 running: number
 failed: number
 oldestDueSeconds: number
 handled: boolean
 pausedUntil: string
 pauseReason: string
}

export interface Landing {
 hero: Row
 stats: Stat[]
 about: Section
 concerns: Section
 testimonials: Section
 features: Section
 membership: Section
 register: Row
 faq: Section
 contact: Row
 footer: Row
}

export interface Lead {
 id: string
 name: string
 email: string
 phone: string
 location: string
 city?: string
 state?: string
 source: string
 isPaid: boolean
 createdAt: string
}

export interface LinkClicks {
 link: string
 readers: number
}

export interface Mandate {
 state: string
 tierId: string
 tierName: string
 duration: string
 amount: string
 currency: string
 nextChargeAt: string | null
 currentEnd: string | null
 cancelAtPeriodEnd: boolean
 isCancelConfirmed: boolean
 arrears: string
}

export interface Member {
 id: string
 name: string
 email: string
 phone: string
 location: string
 source: string
 requestType: string
 createdAt: string
 isActive: boolean
 isAdmin: boolean
 awaitsPassword: boolean
 verified: boolean
 invitedAt: string
 secondFactor: boolean
 hasPortrait: boolean
 nomination: MemberNomination | null
 memberships: MemberTerm[]
 transactions: Transaction[]
}

export interface MemberImport {
 id: string
 fileName: string
 invite: boolean
 state: string
 rows: number
 handled: number
 created: number
 existing: number
 invited: number
 wrong: number
 problems: ImportProblem[]
 actor: string
 createdAt: string
 finishedAt: string
}

export interface MemberNomination {
 id: string
 companyName: string
 status: string
 createdAt: string
}

export interface MemberStats {
 registeredUsers: number
 leads: number
 paidMembers: number
 activeMembers: number
 totalRevenue: string
 totalRevenueUSD: string
 completedPayments: number
 pendingPayments: number
 needAttention: number
 unknownPayments: number
}

export interface MemberTerm {
 id: string
 tierName: string
 startsAt: string
 endsAt: string
 graceUntil: string
 revokedAt: string
 endReason: string
 seatOf: string
 source: string
 reason: string
 grantedBy: string
 status: string
}

export interface Membership {
 tierId: string
 tierName: string
 startsAt: string
 endsAt: string | null
 status: string
}

export interface MergePreview {
 kept: MergeSide
 gone: MergeSide
 moves: Record<string, number>
 stays: Record<string, number>
 mergeId: string
 undoUntil: string
}

export interface MergeSide {
 id: string
 name: string
 email: string
 createdAt: string
}

export interface Message {
 message: string
}

export interface Mine {
 membership: Membership | null
 entitlement: Entitlement
 subscription: Mandate | null
 transactions: Purchase[]
}

export interface NominationAnswers {
 name: string
 email: string
 phone: string
 city: string
 state: string
 country: string
 linkedinUrl: string
 currentDesignation: string
 companyName: string
 industry: string
 yearsOfExperience: string
 directorType: string
 currentBoards: string
 numberOfBoards: string
 previousBoardExperience: string
 areasOfExpertise: string[]
 howDidYouHear: string
 whyInterested: string
 preferredMeetingFormat: string
}

export interface NominationPrevNext {
 previous: string
 next: string
}

export interface NominationStates {
 submitted: number
 in_review: number
 info_requested: number
 approved: number
 declined: number
 withdrawn: number
}

export interface OfflinePayment {
 id: string
 transactionId: string
 userId: string
 customerName: string
 customerEmail: string
 tierName: string
 seats: number
 currency: string
 state: string
 due: string
 received: string
 refunded: string
 toReturn: string
 returnedAt: string
 returnReference: string
 payer: string
 note: string
 endReason: string
 enteredBy: string
 createdAt: string
 receipts: OfflineReceipt[]
 nextAction: string
 needsSecondAdmin: boolean
 closedMonth: string
 mayConfirm: boolean
 nextSteps: string[]
}

export interface OfflineReceipt {
 id: string
 mode: string
 utr: string
 bankDate: string
 amount: string
 tds: string
 payer: string
 state: string
 enteredBy: string
 confirmedBy: string
 reason: string
}

export interface OpenInvitation {
 status: string
 message: string
 email: string
 name: string
 phone: string
 location: string
 hasAccount: boolean
}

export interface OpenSales {
 orders: number
 links: number
 proformas: number
 partPaid: number
 mandates: number
 tiersWithPlan: number
}

export interface OrphanDetail {
 id: string
 razorpayPaymentId: string
 razorpayOrderId: string
 amount: string
 currency: string
 status: string
 email: string
 contact: string
 description: string
 paidAt: string
 createdAt: string
 seenAt: string
 needsAttention: boolean
 suggestion: OrphanSuggestion | null
}

export interface OrphanPayment {
 id: string
 razorpayPaymentId: string
 razorpayOrderId: string
 amount: string
 currency: string
 status: string
 email: string
 contact: string
 description: string
 paidAt: string
 createdAt: string
 seenAt: string
 needsAttention: boolean
}

export interface OrphanSuggestion {
 userId: string
 name: string
 email: string
 membershipTierId: string
 tierName: string
 transactionId: string
 matches: string[]
}

export interface OwnAdmin {
 username: string
 email: string
 secondFactor: boolean
 secondFactorSince: string
 recoveryCodesLeft: number
 isMandatory: boolean
}

export interface OwnEmailPreferences {
 email: string
 topics: EmailPreference[]
 isUndeliverable: boolean
}

export interface OwnNomination {
 status: string
 isApproved: boolean
}

export interface OwnNominationDetail {
 status: string
 createdAt: string
 dueAt: string
 pausedAt: string
 decidedAt: string
 secondsLeft: number
 version: number
 next: string[]
 steps: OwnStep[]
 answers: NominationAnswers
 hasAccount: boolean
}

export interface OwnSession {
 id: string
 device: string
 address: string
 createdAt: string
 lastSeenAt: string
 expiresAt: string
 isCurrent: boolean
}

export interface OwnStep {
 at: string
 step: string
 becomes: string
 words: string
}

export interface PaidMember {
 id: string
 name: string
 email: string
 phone: string
 membershipTierName: string
 companyName: string
 createdAt: string
 totalAmount: string
 totalAmountUSD: string
 transactionCount: number
 source: string
}

export interface Passkey {
 id: string
 name: string
 createdAt: string
 lastUsedAt: string
 isSynced: boolean
}

export interface Person {
 id: string
 name: string
 email: string
 phone: string
 location: string
 hasAccount: boolean
 requestType: string
 source: string
 isActive: boolean
 isAdmin: boolean
 verified: boolean
 secondFactor: boolean
 hasPortrait: boolean
 awaitsPassword: boolean
 invitedAt: string
 createdAt: string
 mergedInto: string
 nomination: MemberNomination | null
 memberships: MemberTerm[]
 transactions: Transaction[]
 billing: PersonBilling
 emails: Email[]
 sessions: AccountSession[]
 notes: PersonNote[]
 tags: string[]
 audit: AuditEntry[]
 merges: PersonMerge[]
}

export interface PersonBilling {
 mandate: PersonMandate | null
 billing: Billing
 documents: PersonDocument[]
}

export interface PersonDocument {
 id: string
 number: string
 kind: string
 title: string
 total: string
 currency: string
 refundId: string
 issuedAt: string
 waits: boolean
 irn: string
 ackNumber: string
 ackAt: string
 cancelledAt: string
 transactionId: string
 tierName: string
 paidAt: string
}

export interface PersonMandate {
 state: string
 tierId: string
 tierName: string
 duration: string
 amount: string
 currency: string
 nextChargeAt: string | null
 currentEnd: string | null
 cancelAtPeriodEnd: boolean
 isCancelConfirmed: boolean
 arrears: string
 cancelRequestedAt: string | null
 cancelReason: string
}

export interface PersonMerge {
 id: string
 email: string
 by: string
 at: string
 undoUntil: string
 undoneAt: string
 canUndo: boolean
}

export interface PersonNote {
 id: string
 text: string
 actor: string
 createdAt: string
}

export interface Profile {
 id: string
 name: string
 email: string
 phone: string
 location: string
 requestType: string
 isAdmin: boolean
 isActive: boolean
 createdAt: string
 company: string
 designation: string
 din: string
 boards: Board[]
 biography: string
 portrait: string
}

export interface ProviderState {
 provider: string
 configured: boolean
 mode: string
 keyId: string
 webhookConfigured: boolean
 lastSuccessAt: string
 lastWebhookAt: string
 lastErrorAt: string
 lastError: string
 pausedUntil: string
 waiting: number
 failed: number
 uncertain: number
}

export interface ProviderTestResult {
 ok: boolean
 sentence: string
}

export interface Purchase {
 id: string
 tierName: string
 amount: string
 refundedAmount: string
 currency: string
 status: string
 kind: string
 seats: number
 paymentMethod: string
 razorpayPaymentId: string
 hasInvoice: boolean
 isUnderReview: boolean
 isAfterCancellation: boolean
 isBeingRefunded: boolean
 termStartsAt: string | null
 processedAt: string
 createdAt: string
 documents: InvoiceDocument[]
}

export interface QR {
 size: number
 path: string
}

export interface QueuedNomination {
 id: string
 name: string
 email: string
 currentDesignation: string
 companyName: string
 status: string
 createdAt: string
 dueAt: string
 pausedAt: string
 decidedAt: string
 secondsLeft: number
}

export interface Quote {
 membershipTierId: string
 amount: number
 currency: string
 breakdown: Breakdown
 taxes: QuoteTax[]
 placeOfSupply: string
 couponCode: string
 seats?: number
 needsAddress: boolean
 renews: boolean
 mandate: string
 firstChargeAt?: string
}

export interface QuoteTax {
 name: string
 rate: number
 amount: string
}

export interface RecentActivity {
 description: string
 createdAt: string
 subject: string
 id: string
}

export interface RecoveryCodes {
 recoveryCodes: string[]
}

export interface Referee {
 actor: string
 at: string
 isOwn: boolean
 id: string
 name: string
 relation: string
 contact: string
 said: string
 heardOn: string
}

export interface Refund {
 id: string
 razorpayRefundId: string
 amount: string
 currency: string
 state: string
 mandate: string
 reason: string
 requestedBy: string
 failure: string
 createdAt: string
}

export interface RegisterCurrency {
 currency: string
 documents: number
 rate: string
 missing: number
}

export interface RegisterRow {
 id: string
 transactionId: string
 number: string
 issuedAt: string
 happenedAt: string
 cancelledAt: string
 customerName: string
 gstin: string
 place: string
 sac: string
 description: string
 currency: string
 discount: string
 taxableValue: string
 gstRate: string
 igst: string
 cgst: string
 sgst: string
 otherTax: string
 total: string
 rupeeTotal: string
 corrects: string
 method: string
 paymentId: string
 paidAt: string
 tds: string
}

export interface RegisterSum {
 register: string
 documents: number
 taxableValue: string
 tax: string
 total: string
}

export interface RegisteredReceipt {
 id: string
 mode: string
 utr: string
 bankDate: string
 amount: string
 tds: string
 currency: string
 payer: string
 customerName: string
 customerEmail: string
 tierName: string
 transactionId: string
 state: string
 reason: string
 enteredBy: string
 createdAt: string
 confirmedBy: string
 confirmedAt: string
}

export interface RegisteredUser {
 id: string
 name: string
 email: string
 phone: string
 location: string
 source: string
 requestType: string
 createdAt: string
}

export interface Registers {
 month: string
 title: string
 invoices: RegisterRow[]
 creditNotes: RegisterRow[]
 receipts: RegisterRow[]
 sums: RegisterSum[]
 totals: TaxSum[]
 net: TaxSum
 currencies: RegisterCurrency[]
 hasReturn: boolean
 gstins: string[]
 notes: string[]
}

export interface Registration {
 id: string
 name: string
 email: string
 phone: string
 companyName: string
 directorType: string
 yearsOfExperience: string
 status: string
 createdAt: string
}

export interface Renewal {
 state: string
 membershipTierId: string
 tierName: string
 duration: string
 endsAt: string
 validUntil: string | null
 currency: string
 breakdown: Breakdown
 taxes: QuoteTax[]
}

export interface RenewalPayment {
 paymentUrl: string
 amount: string
 currency: string
 expiresAt: string | null
 isConfirmedByHand?: boolean
}

export interface Replication {
 state: string
 destination: string
 syncedAt: string
 lagSeconds: number
 lastError: string
}

export interface Resent {
 queued: number
}

export interface ResetDetails {
 isVerified: boolean
 passkeys: Passkey[]
}

export interface RestoreDrill {
 source: string
 name: string
 at: string
 stateOf: string
 outcome: string
 message: string
 rows: number
 milliseconds: number
}

export interface Reversal {
 id: string
 amount: string
}

export interface ReviewNote {
 actor: string
 at: string
 isOwn: boolean
 id: string
 text: string
}

export interface ReviewStep {
 actor: string
 at: string
 isOwn: boolean
 isApplicants: boolean
 version: number
 step: string
 becomes: string
 why: string
 words: string
 mailed: boolean
}

export interface ReviewVote {
 actor: string
 at: string
 isOwn: boolean
 vote: string
 counts: boolean
}

export interface ReviewedNomination {
 id: string
 status: string
 name: string
 email: string
 phone: string
 city: string
 state: string
 country: string
 linkedinUrl: string
 currentDesignation: string
 companyName: string
 industry: string
 yearsOfExperience: string
 directorType: string
 currentBoards: string
 numberOfBoards: string
 previousBoardExperience: string
 areasOfExpertise: string[]
 howDidYouHear: string
 whyInterested: string
 preferredMeetingFormat: string
 createdAt: string
 dueAt: string
 pausedAt: string
 decidedAt: string
 secondsLeft: number
 version: number
 next: string[]
 steps: ReviewStep[]
 notes: ReviewNote[]
 votes: ReviewVote[]
 votesNeeded: number
 ownVote: string
 invitation: Invitation | null
 verification: Verification
}

export interface Row {
 title: string
 subtitle: string
 html: string
 imageUrl: string
}

export interface SavedSegment {
 id: string
 name: string
 segment: Segment
 createdBy: string
 createdAt: string
 updatedAt: string
}

export interface SavedView {
 id: string
 list: string
 name: string
 query: string
 shared: boolean
 actor: string
 isOwn: boolean
}

export interface Seat {
 id: string
 number: number
 state: string
 name: string
 email: string
 invitedAs: string
 invitedAt: string
 expiresAt: string
 isExpired: boolean
 takenAt: string
 userId?: string
 startsAt: string
 endsAt: string | null
 termStatus: string
 restEndsAt: string | null
 endReason: string
}

export interface SeatInvitation {
 state: string
 message: string
 company: string
 tierName: string
 duration: string
 expiresAt: string
 restEndsAt: string | null
 email: string
 name: string
 hasAccount: boolean
}

export interface SeatPurchase {
 transactionId: string
 membershipTierId: string
 tierName: string
 duration: string
 company: string
 boughtAt: string
 claimBy: string
 seats: Seat[]
}

export interface Section {
 heading: Row
 cards: Row[]
}

export interface Security {
 emailVerified: boolean
 newEmail: string
 hasPin: boolean
 secondFactor: boolean
 secondFactorSince: string
 recoveryCodesLeft: number
 isMandatory: boolean
}

export interface Segment {
 match: string
 conditions: SegmentCondition[]
}

export interface SegmentChoices {
 tags: string[]
}

export interface SegmentCondition {
 field?: string
 op?: string
 value?: string
 group?: Segment
}

export interface SegmentCount {
 count: number
 examples: SegmentExample[]
}

export interface SegmentExample {
 email: string
 name: string
}

export interface SendingHealth {
 configured: boolean
 pausedUntil: string
 pauseReason: string
 checkedAt: string
 from: string
 domain: DomainCheck[]
 rates: DeliveryRate[]
 bounceLimit: number
 complaintLimit: number
 credits: EmailCredits
 faultyTexts: number
}

export interface SessionUser {
 id: string
 name: string
 email: string
 phone: string
 location: string
 requestType: string
 isAdmin: boolean
 isActive: boolean
 createdAt: string
}

export interface Settings {
 values: Record<string, string>
 defaults: Record<string, string>
 updatedAt: string
 asksCode: boolean
}

export interface Settlement {
 id: string
 razorpaySettlementId: string
 utr: string
 settledAt: string
 amount: string
 credit: string
 debit: string
 fee: string
 tax: string
 items: number
 unmatched: number
 difference: string
 state: string
}

export interface SettlementDetail {
 id: string
 razorpaySettlementId: string
 utr: string
 settledAt: string
 amount: string
 credit: string
 debit: string
 fee: string
 tax: string
 items: number
 unmatched: number
 difference: string
 state: string
 entries: SettlementItem[]
}

export interface SettlementItem {
 entityId: string
 type: string
 razorpayPaymentId: string
 description: string
 amount: string
 credit: string
 debit: string
 fee: string
 tax: string
 onHold: boolean
 transactionId: string
 problem: string
}

export interface Stat {
 value: string
 label: string
}

export interface SubjectTest {
 a: VariantResult
 b: VariantResult
}

export interface Suppression {
 id: string
 email: string
 scope: string
 reason: string
 createdAt: string
}

export interface TaxSum {
 place: string
 gstRate: string
 documents: number
 taxableValue: string
 igst: string
 cgst: string
 sgst: string
 otherTax: string
 total: string
}

export interface TestEmail {
 id: string
 emailAddress: string
}

export interface TextProblem {
 field: string
 message: string
}

export interface Tier {
 id: string
 name: string
 slug: string
 description: string
 price: string
 currency: string
 duration: string
 features: string[]
 razorpayPlanId: string
 razorpayPaymentLink: string
 isActive: boolean
 sortOrder: number
 buttonText: string
 buttonColor: string
 updatedAt: string
 createdAt: string
 needsApproval: boolean
 graceDays: number
 breakdown: TierBreakdown
 isPlanOutdated: boolean
 renews: boolean
}

export interface TierBreakdown {
 baseAmount: string
 gstRate: number
 gstAmount: string
 totalAmount: string
}

export interface Transaction {
 id: string
 registrationId: string
 membershipTierId: string
 tierName: string
 razorpayPaymentId: string
 razorpayOrderId: string
 razorpaySubscriptionId: string
 amount: string
 refundedAmount: string
 currency: string
 status: string
 seats: number
 paymentMethod: string
 customerEmail: string
 customerName: string
 customerPhone: string
 attention: string
 attentionNote: string
 disputeStatus: string
 disputeRespondBy: string
 webhookData: Record<string, unknown>
 processedAt: string
 createdAt: string
}

export interface TransactionDetail {
 id: string
 registrationId: string
 membershipTierId: string
 tierName: string
 razorpayPaymentId: string
 razorpayOrderId: string
 razorpaySubscriptionId: string
 amount: string
 refundedAmount: string
 currency: string
 status: string
 seats: number
 paymentMethod: string
 customerEmail: string
 customerName: string
 customerPhone: string
 attention: string
 attentionNote: string
 disputeStatus: string
 disputeRespondBy: string
 webhookData: Record<string, unknown>
 processedAt: string
 createdAt: string
 kind: string
 duration: string
 baseAmount: string
 gstRate: number
 gstAmount: string
 billingState: string
 billing: Billing | null
 user: TransactionUser | null
 failure: string
 nextCheckAt: string
 paymentLink: TransactionLink | null
 subscription: TransactionSubscription | null
 membership: MemberTerm | null
 difference: TransactionDifference | null
 seatList: Seat[]
 refunds: Refund[]
 reversals: Reversal[]
 disputes: Dispute[]
 documents: InvoiceDocument[]
 events: TransactionEvent[]
 notes: TransactionNote[]
 history: AuditHistory[]
 nextSteps: string[]
 refundable: string
 disputeDraft: string
}

export interface TransactionDifference {
 paymentId: string
 amount: string
 currency: string
}

export interface TransactionEvent {
 id: string
 event: string
 state: string
 paymentId: string
 note: string
 createdAt: string
}

export interface TransactionLink {
 id: string
 url: string
 state: string
 expireBy: string
}

export interface TransactionNote {
 id: string
 text: string
 actor: string
 createdAt: string
}

export interface TransactionSubscription {
 razorpaySubscriptionId: string
 state: string
 paidCount: number
 chargeAt: string
 cancelAtPeriodEnd: boolean
 cancelReason: string
 arrears: string
 isEnding: boolean
}

export interface TransactionUser {
 id: string
 name: string
 email: string
}

export interface VariantResult {
 recipients: number
 sent: number
 opened: number
 clicked: number
}

export interface Verification {
 seats: BoardSeat[]
 conflicts: Conflicts | null
 referees: Referee[]
 unchecked: string[]
}

export interface WaitingApproval {
 approval: Approval
}

export interface WebhookDiagnostic {
 id: string
 timestamp: string
 contentType: string
 contentLength: number
 hasSignature: boolean
 signatureVerified: boolean
 eventType: string
 paymentId: string
 statusCode: number
 errorMessage: string
 explanation: string
}

export interface Wording {
 subject: string
 preview: string
 body: string
 footnote: string
}
