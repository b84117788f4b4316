// Generated from the Go rules by `go generate ./pb_hooks/...`. Do not edit.

export const patterns = {"amount":"^[0-9]{1,9}(\\.[0-9]{1,2})?$","email":"^[a-z0-9!#$%&'*+/=?^_{|}~-]+(\\.[a-z0-9!#$%&'*+/=?^_{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$","gstin":"^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$","phone":"^\\+?[1-9][0-9]{0,16}$","pin":"^[0-9]{4}$","pincode":"^[1-9][0-9]{5}$","whole":"^-?[0-9]{1,9}$"} as const

export const trivialPins: readonly string[] = ["0000","1111","2222","3333","4444","5555","6666","7777","8888","9999","0123","1234","2345","3456","4567","5678","6789","7890","9876","8765","7654","6543","5432","4321","3210","0987","1212","1122","1313","2580","0852","1010","2000","2020","2468","1357","6969","1004"]

export const trivialPin = "Please choose a PIN that is harder to guess"

export const longestLine = 200

export type NominationStatus = 'submitted' | 'in_review' | 'info_requested' | 'approved' | 'declined' | 'withdrawn'

export type CampaignStep = 'pause' | 'resume' | 'cancel' | 'retry'

/** The topic of an email that its reader can unsubscribe from. */
export type EmailTopic = 'news' | 'events' | 'membership' | 'digest' | 'offers'

/** What people read for each of them. */
export const emailTopicNames: Readonly<Record<EmailTopic, string>> = {
  news: "News and stories",
  events: "Events",
  membership: "Your membership",
  digest: "Weekly digest",
  offers: "Offers to come back",
}

/** How many groups deep a segment may be. */
export const maxSegmentDepth = 3

/** The largest image that can be uploaded, in bytes. */
export const maxImageBytes = 5242880

/** The states of India by their GST codes. */
export const gstStates: readonly { readonly code: string; readonly name: string }[] = [{"code":"35","name":"Andaman and Nicobar Islands"},{"code":"37","name":"Andhra Pradesh"},{"code":"12","name":"Arunachal Pradesh"},{"code":"18","name":"Assam"},{"code":"10","name":"Bihar"},{"code":"04","name":"Chandigarh"},{"code":"22","name":"Chhattisgarh"},{"code":"26","name":"Dadra and Nagar Haveli and Daman and Diu"},{"code":"07","name":"Delhi"},{"code":"30","name":"Goa"},{"code":"24","name":"Gujarat"},{"code":"06","name":"Haryana"},{"code":"02","name":"Himachal Pradesh"},{"code":"01","name":"Jammu and Kashmir"},{"code":"20","name":"Jharkhand"},{"code":"29","name":"Karnataka"},{"code":"32","name":"Kerala"},{"code":"38","name":"Ladakh"},{"code":"31","name":"Lakshadweep"},{"code":"23","name":"Madhya Pradesh"},{"code":"27","name":"Maharashtra"},{"code":"14","name":"Manipur"},{"code":"17","name":"Meghalaya"},{"code":"15","name":"Mizoram"},{"code":"13","name":"Nagaland"},{"code":"21","name":"Odisha"},{"code":"97","name":"Other Territory"},{"code":"34","name":"Puducherry"},{"code":"03","name":"Punjab"},{"code":"08","name":"Rajasthan"},{"code":"11","name":"Sikkim"},{"code":"33","name":"Tamil Nadu"},{"code":"36","name":"Telangana"},{"code":"16","name":"Tripura"},{"code":"09","name":"Uttar Pradesh"},{"code":"05","name":"Uttarakhand"},{"code":"19","name":"West Bengal"}]

/** The states, by their codes, that have PIN codes with the same first two digits. */
export const pinStates: Readonly<Record<string, readonly string[]>> = {"11":["07"],"12":["06"],"13":["06"],"14":["03","04"],"15":["03"],"16":["03","04"],"17":["02"],"18":["01"],"19":["01","38"],"20":["09"],"21":["09"],"22":["09"],"23":["09"],"24":["05","09"],"25":["09"],"26":["05","09"],"27":["09"],"28":["09"],"30":["08"],"31":["08"],"32":["08"],"33":["08"],"34":["08"],"36":["24","26"],"37":["24"],"38":["24"],"39":["24","26"],"40":["27","30"],"41":["27"],"42":["27"],"43":["27"],"44":["27"],"45":["23"],"46":["23"],"47":["23"],"48":["23"],"49":["22"],"50":["36","37"],"51":["37"],"52":["37"],"53":["34","37"],"56":["29"],"57":["29"],"58":["29"],"59":["29"],"60":["33","34"],"61":["33"],"62":["33"],"63":["33"],"64":["33"],"67":["32","34"],"68":["31","32"],"69":["32"],"70":["19"],"71":["19"],"72":["19"],"73":["11","19"],"74":["19","35"],"75":["21"],"76":["21"],"77":["21"],"78":["17","18"],"79":["12","13","14","15","16","17"],"80":["10"],"81":["10","20"],"82":["10","20"],"83":["20"],"84":["10"],"85":["10"]}

/** All countries by their ISO codes. */
export const countries: readonly { readonly code: string; readonly name: string }[] = [{"code":"AF","name":"Afghanistan"},{"code":"AX","name":"Åland Islands"},{"code":"AL","name":"Albania"},{"code":"DZ","name":"Algeria"},{"code":"AS","name":"American Samoa"},{"code":"AD","name":"Andorra"},{"code":"AO","name":"Angola"},{"code":"AI","name":"Anguilla"},{"code":"AQ","name":"Antarctica"},{"code":"AG","name":"Antigua and Barbuda"},{"code":"AR","name":"Argentina"},{"code":"AM","name":"Armenia"},{"code":"AW","name":"Aruba"},{"code":"AU","name":"Australia"},{"code":"AT","name":"Austria"},{"code":"AZ","name":"Azerbaijan"},{"code":"BS","name":"Bahamas"},{"code":"BH","name":"Bahrain"},{"code":"BD","name":"Bangladesh"},{"code":"BB","name":"Barbados"},{"code":"BY","name":"Belarus"},{"code":"BE","name":"Belgium"},{"code":"BZ","name":"Belize"},{"code":"BJ","name":"Benin"},{"code":"BM","name":"Bermuda"},{"code":"BT","name":"Bhutan"},{"code":"BO","name":"Bolivia"},{"code":"BA","name":"Bosnia and Herzegovina"},{"code":"BW","name":"Botswana"},{"code":"BV","name":"Bouvet Island"},{"code":"BR","name":"Brazil"},{"code":"IO","name":"British Indian Ocean Territory"},{"code":"VG","name":"British Virgin Islands"},{"code":"BN","name":"Brunei"},{"code":"BG","name":"Bulgaria"},{"code":"BF","name":"Burkina Faso"},{"code":"BI","name":"Burundi"},{"code":"KH","name":"Cambodia"},{"code":"CM","name":"Cameroon"},{"code":"CA","name":"Canada"},{"code":"CV","name":"Cape Verde"},{"code":"BQ","name":"Caribbean Netherlands"},{"code":"KY","name":"Cayman Islands"},{"code":"CF","name":"Central African Republic"},{"code":"TD","name":"Chad"},{"code":"CL","name":"Chile"},{"code":"CN","name":"China"},{"code":"CX","name":"Christmas Island"},{"code":"CC","name":"Cocos (Keeling) Islands"},{"code":"CO","name":"Colombia"},{"code":"KM","name":"Comoros"},{"code":"CD","name":"Congo (Democratic Republic)"},{"code":"CG","name":"Congo (Republic)"},{"code":"CK","name":"Cook Islands"},{"code":"CR","name":"Costa Rica"},{"code":"CI","name":"Côte d'Ivoire"},{"code":"HR","name":"Croatia"},{"code":"CU","name":"Cuba"},{"code":"CW","name":"Curaçao"},{"code":"CY","name":"Cyprus"},{"code":"CZ","name":"Czechia"},{"code":"DK","name":"Denmark"},{"code":"DJ","name":"Djibouti"},{"code":"DM","name":"Dominica"},{"code":"DO","name":"Dominican Republic"},{"code":"EC","name":"Ecuador"},{"code":"EG","name":"Egypt"},{"code":"SV","name":"El Salvador"},{"code":"GQ","name":"Equatorial Guinea"},{"code":"ER","name":"Eritrea"},{"code":"EE","name":"Estonia"},{"code":"SZ","name":"Eswatini"},{"code":"ET","name":"Ethiopia"},{"code":"FK","name":"Falkland Islands"},{"code":"FO","name":"Faroe Islands"},{"code":"FJ","name":"Fiji"},{"code":"FI","name":"Finland"},{"code":"FR","name":"France"},{"code":"GF","name":"French Guiana"},{"code":"PF","name":"French Polynesia"},{"code":"TF","name":"French Southern Territories"},{"code":"GA","name":"Gabon"},{"code":"GM","name":"Gambia"},{"code":"GE","name":"Georgia"},{"code":"DE","name":"Germany"},{"code":"GH","name":"Ghana"},{"code":"GI","name":"Gibraltar"},{"code":"GR","name":"Greece"},{"code":"GL","name":"Greenland"},{"code":"GD","name":"Grenada"},{"code":"GP","name":"Guadeloupe"},{"code":"GU","name":"Guam"},{"code":"GT","name":"Guatemala"},{"code":"GG","name":"Guernsey"},{"code":"GN","name":"Guinea"},{"code":"GW","name":"Guinea-Bissau"},{"code":"GY","name":"Guyana"},{"code":"HT","name":"Haiti"},{"code":"HM","name":"Heard and McDonald Islands"},{"code":"HN","name":"Honduras"},{"code":"HK","name":"Hong Kong"},{"code":"HU","name":"Hungary"},{"code":"IS","name":"Iceland"},{"code":"IN","name":"India"},{"code":"ID","name":"Indonesia"},{"code":"IR","name":"Iran"},{"code":"IQ","name":"Iraq"},{"code":"IE","name":"Ireland"},{"code":"IM","name":"Isle of Man"},{"code":"IL","name":"Israel"},{"code":"IT","name":"Italy"},{"code":"JM","name":"Jamaica"},{"code":"JP","name":"Japan"},{"code":"JE","name":"Jersey"},{"code":"JO","name":"Jordan"},{"code":"KZ","name":"Kazakhstan"},{"code":"KE","name":"Kenya"},{"code":"KI","name":"Kiribati"},{"code":"KW","name":"Kuwait"},{"code":"KG","name":"Kyrgyzstan"},{"code":"LA","name":"Laos"},{"code":"LV","name":"Latvia"},{"code":"LB","name":"Lebanon"},{"code":"LS","name":"Lesotho"},{"code":"LR","name":"Liberia"},{"code":"LY","name":"Libya"},{"code":"LI","name":"Liechtenstein"},{"code":"LT","name":"Lithuania"},{"code":"LU","name":"Luxembourg"},{"code":"MO","name":"Macao"},{"code":"MG","name":"Madagascar"},{"code":"MW","name":"Malawi"},{"code":"MY","name":"Malaysia"},{"code":"MV","name":"Maldives"},{"code":"ML","name":"Mali"},{"code":"MT","name":"Malta"},{"code":"MH","name":"Marshall Islands"},{"code":"MQ","name":"Martinique"},{"code":"MR","name":"Mauritania"},{"code":"MU","name":"Mauritius"},{"code":"YT","name":"Mayotte"},{"code":"MX","name":"Mexico"},{"code":"FM","name":"Micronesia"},{"code":"MD","name":"Moldova"},{"code":"MC","name":"Monaco"},{"code":"MN","name":"Mongolia"},{"code":"ME","name":"Montenegro"},{"code":"MS","name":"Montserrat"},{"code":"MA","name":"Morocco"},{"code":"MZ","name":"Mozambique"},{"code":"MM","name":"Myanmar"},{"code":"NA","name":"Namibia"},{"code":"NR","name":"Nauru"},{"code":"NP","name":"Nepal"},{"code":"NL","name":"Netherlands"},{"code":"NC","name":"New Caledonia"},{"code":"NZ","name":"New Zealand"},{"code":"NI","name":"Nicaragua"},{"code":"NE","name":"Niger"},{"code":"NG","name":"Nigeria"},{"code":"NU","name":"Niue"},{"code":"NF","name":"Norfolk Island"},{"code":"KP","name":"North Korea"},{"code":"MK","name":"North Macedonia"},{"code":"MP","name":"Northern Mariana Islands"},{"code":"NO","name":"Norway"},{"code":"OM","name":"Oman"},{"code":"PK","name":"Pakistan"},{"code":"PW","name":"Palau"},{"code":"PS","name":"Palestine"},{"code":"PA","name":"Panama"},{"code":"PG","name":"Papua New Guinea"},{"code":"PY","name":"Paraguay"},{"code":"PE","name":"Peru"},{"code":"PH","name":"Philippines"},{"code":"PN","name":"Pitcairn Islands"},{"code":"PL","name":"Poland"},{"code":"PT","name":"Portugal"},{"code":"PR","name":"Puerto Rico"},{"code":"QA","name":"Qatar"},{"code":"RE","name":"Réunion"},{"code":"RO","name":"Romania"},{"code":"RU","name":"Russia"},{"code":"RW","name":"Rwanda"},{"code":"WS","name":"Samoa"},{"code":"SM","name":"San Marino"},{"code":"ST","name":"São Tomé and Príncipe"},{"code":"SA","name":"Saudi Arabia"},{"code":"SN","name":"Senegal"},{"code":"RS","name":"Serbia"},{"code":"SC","name":"Seychelles"},{"code":"SL","name":"Sierra Leone"},{"code":"SG","name":"Singapore"},{"code":"SX","name":"Sint Maarten"},{"code":"SK","name":"Slovakia"},{"code":"SI","name":"Slovenia"},{"code":"SB","name":"Solomon Islands"},{"code":"SO","name":"Somalia"},{"code":"ZA","name":"South Africa"},{"code":"GS","name":"South Georgia and South Sandwich Islands"},{"code":"KR","name":"South Korea"},{"code":"SS","name":"South Sudan"},{"code":"ES","name":"Spain"},{"code":"LK","name":"Sri Lanka"},{"code":"BL","name":"St. Barthélemy"},{"code":"SH","name":"St. Helena"},{"code":"KN","name":"St. Kitts and Nevis"},{"code":"LC","name":"St. Lucia"},{"code":"MF","name":"St. Martin"},{"code":"PM","name":"St. Pierre and Miquelon"},{"code":"VC","name":"St. Vincent and Grenadines"},{"code":"SD","name":"Sudan"},{"code":"SR","name":"Suriname"},{"code":"SJ","name":"Svalbard and Jan Mayen"},{"code":"SE","name":"Sweden"},{"code":"CH","name":"Switzerland"},{"code":"SY","name":"Syria"},{"code":"TW","name":"Taiwan"},{"code":"TJ","name":"Tajikistan"},{"code":"TZ","name":"Tanzania"},{"code":"TH","name":"Thailand"},{"code":"TL","name":"Timor-Leste"},{"code":"TG","name":"Togo"},{"code":"TK","name":"Tokelau"},{"code":"TO","name":"Tonga"},{"code":"TT","name":"Trinidad and Tobago"},{"code":"TN","name":"Tunisia"},{"code":"TR","name":"Türkiye"},{"code":"TM","name":"Turkmenistan"},{"code":"TC","name":"Turks and Caicos Islands"},{"code":"TV","name":"Tuvalu"},{"code":"UM","name":"U.S. Outlying Islands"},{"code":"VI","name":"U.S. Virgin Islands"},{"code":"UG","name":"Uganda"},{"code":"UA","name":"Ukraine"},{"code":"AE","name":"United Arab Emirates"},{"code":"GB","name":"United Kingdom"},{"code":"US","name":"United States"},{"code":"UY","name":"Uruguay"},{"code":"UZ","name":"Uzbekistan"},{"code":"VU","name":"Vanuatu"},{"code":"VA","name":"Vatican City"},{"code":"VE","name":"Venezuela"},{"code":"VN","name":"Vietnam"},{"code":"WF","name":"Wallis and Futuna"},{"code":"EH","name":"Western Sahara"},{"code":"YE","name":"Yemen"},{"code":"ZM","name":"Zambia"},{"code":"ZW","name":"Zimbabwe"}]

/** The columns of a file of members. */
export const importColumns = [{"name":"name","isRequired":true,"description":"The member’s full name","aliases":["Full name","Member name"]},{"name":"firstName","isRequired":false,"description":"The first name, if the file has no column for the full name","aliases":["Given name","Forename"]},{"name":"lastName","isRequired":false,"description":"The last name. It is added to the name, unless the name ends with it","aliases":["Surname","Family name"]},{"name":"email","isRequired":true,"description":"The address that the member signs in with. Each row needs a different one","aliases":["Email address","Email ID","Mail"]},{"name":"phone","isRequired":false,"description":"At least 10 digits, preferably with the country code. Spaces, hyphens, dots and brackets are ignored","aliases":["Phone number","Phone no","Mobile","Mobile number","Mobile no","Contact number","Contact no","Telephone"]},{"name":"location","isRequired":false,"description":"City and state, or only the city if the state has its own column","aliases":["City","City/State","Town","Place"]},{"name":"state","isRequired":false,"description":"The state, if the location does not include it. Both become the location “City, State”","aliases":["State/UT"]},{"name":"requestType","isRequired":false,"description":"“enquiry” or “membership”. An empty cell means “membership” in a row with a membership tier, and “enquiry” in other rows","aliases":["Interest","Request"]},{"name":"tier","isRequired":false,"description":"The name of the membership tier, for people who are members already. A row without it creates only an account","aliases":["Membership tier","Membership plan","Plan","Membership"]},{"name":"start","isRequired":false,"description":"The first day of the membership, such as 31-03-2027, 31/03/2027 or 2027-03-31. An empty cell means the day of the import","aliases":["Start date","Membership start","Valid from"]},{"name":"end","isRequired":false,"description":"The last day of the membership. An empty cell means that it lasts as long as a bought one","aliases":["End date","Membership end","Valid until","Valid till","Expiry date"]}] as const

export const importLimits = {"bytes":5242880,"rows":20000}

/** The rule of one form field, as the server checks it. */
export interface FieldRule {
  readonly name: string
  readonly label: string
  readonly kind: 'line' | 'text' | 'email' | 'phone' | 'link' | 'secret' | 'password' | 'pin' | 'choice' | 'choices'
    | 'consent' | 'day' | 'gstin' | 'pincode' | 'amount' | 'whole' | 'flag' | 'list' | 'rows'
  readonly required: boolean
  readonly min: number
  readonly max: number
  readonly options: readonly string[]
  /** The default for a missing value. */
  readonly initial?: string
  readonly pattern?: string
  /** The fields of a row. */
  readonly row?: readonly FieldRule[]
  /** The hosts that a link may lead to, over https; ".example.com" is a domain with its subdomains. */
  readonly hosts?: readonly string[]
  /** A length without a limit has no message. */
  readonly messages: Readonly<Record<'required' | 'invalid', string> & Partial<Record<'short' | 'long', string>>>
}

export const adminLoginForm = [
 {"name":"username","label":"Username","kind":"line","required":true,"min":0,"max":60,"options":[],"messages":{"required":"Username is required","long":"Username must be at most 60 characters","invalid":"“Username” contains characters that are not allowed"}},
 {"name":"password","label":"Password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Password is required","long":"Password must be at most 1000 characters","invalid":"Please enter a valid password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const adminPersonForm = [
 {"name":"memberEmail","label":"Their email address as a member","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Their email address as a member must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const amendmentForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Full name is required","long":"Full name must be at most 120 characters","invalid":"“Full name” contains characters that are not allowed"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Email is required","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"phone","label":"Phone","kind":"phone","required":true,"min":10,"max":32,"options":[],"messages":{"required":"Phone is required","short":"Phone number must be at least 10 digits","long":"Please enter a valid phone number","invalid":"Please enter a valid phone number"}},
 {"name":"city","label":"City","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"City is required","long":"City must be at most 80 characters","invalid":"“City” contains characters that are not allowed"}},
 {"name":"state","label":"State","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"State is required","long":"State must be at most 80 characters","invalid":"“State” contains characters that are not allowed"}},
 {"name":"country","label":"Country","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"Country is required","long":"Country must be at most 80 characters","invalid":"“Country” contains characters that are not allowed"}},
 {"name":"linkedinUrl","label":"LinkedIn profile","kind":"link","required":false,"min":0,"max":300,"options":[],"hosts":[".linkedin.com"],"messages":{"required":"LinkedIn profile is required","long":"LinkedIn profile must be at most 300 characters","invalid":"Please enter a full address such as https://www.linkedin.com/in/your-name"}},
 {"name":"currentDesignation","label":"Current designation","kind":"line","required":true,"min":0,"max":160,"options":[],"messages":{"required":"Current designation is required","long":"Current designation must be at most 160 characters","invalid":"“Current designation” contains characters that are not allowed"}},
 {"name":"companyName","label":"Company name","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Company name is required","long":"Company name must be at most 200 characters","invalid":"“Company name” contains characters that are not allowed"}},
 {"name":"industry","label":"Industry","kind":"choice","required":true,"min":0,"max":0,"options":["financial-services","technology","manufacturing","healthcare","real-estate","energy","retail-consumer","pharmaceuticals","telecommunications","automotive","agriculture","media-entertainment","education","infrastructure","other"],"messages":{"required":"Please choose an industry","invalid":"Please choose one of the listed values for industry"}},
 {"name":"yearsOfExperience","label":"Years of experience","kind":"choice","required":true,"min":0,"max":0,"options":["0-1","1-3","3-5","5-10","10+"],"messages":{"required":"Please choose your years of experience","invalid":"Please choose one of the listed values for years of experience"}},
 {"name":"directorType","label":"Director type","kind":"choice","required":true,"min":0,"max":0,"options":["executive","independent","non-executive","advisory","chairperson"],"messages":{"required":"Please choose a director type","invalid":"Please choose one of the listed values for director type"}},
 {"name":"currentBoards","label":"Current boards","kind":"text","required":true,"min":0,"max":2000,"options":[],"messages":{"required":"Please name the boards you serve on now","long":"Current boards must be at most 2000 characters","invalid":"“Current boards” contains characters that are not allowed"}},
 {"name":"numberOfBoards","label":"Number of boards","kind":"choice","required":true,"min":0,"max":0,"options":["1","2","3","4","5+"],"messages":{"required":"Please choose the number of boards you serve on","invalid":"Please choose one of the listed values for number of boards"}},
 {"name":"previousBoardExperience","label":"Previous board experience","kind":"text","required":false,"min":0,"max":4000,"options":[],"messages":{"required":"Previous board experience is required","long":"Previous board experience must be at most 4000 characters","invalid":"“Previous board experience” contains characters that are not allowed"}},
 {"name":"areasOfExpertise","label":"Areas of expertise","kind":"choices","required":false,"min":0,"max":0,"options":["finance","strategy","technology","hr","operations","marketing","risk-management","legal-compliance","sustainability","international","innovation","governance"],"messages":{"required":"Please choose at least one of areas of expertise","invalid":"Please choose from the listed values for areas of expertise"}},
 {"name":"howDidYouHear","label":"How you heard about us","kind":"choice","required":true,"min":0,"max":0,"options":["existing-member","linkedin","industry-event","business-network","board-directory","professional-association","media-article","search-engine","other"],"messages":{"required":"Please tell us how you heard about us","invalid":"Please choose one of the listed values for how you heard about us"}},
 {"name":"whyInterested","label":"Why you are interested","kind":"text","required":true,"min":0,"max":4000,"options":[],"messages":{"required":"Please tell us why you are interested","long":"Why you are interested must be at most 4000 characters","invalid":"“Why you are interested” contains characters that are not allowed"}},
 {"name":"preferredMeetingFormat","label":"Preferred meeting format","kind":"choice","required":true,"min":0,"max":0,"options":["in-person","virtual","hybrid"],"messages":{"required":"Please choose a preferred meeting format","invalid":"Please choose one of the listed values for preferred meeting format"}},
] as const satisfies readonly FieldRule[]

export const answerForm = [
 {"name":"why","label":"Their answer","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Their answer is required","long":"Their answer must be at most 2000 characters","invalid":"“Their answer” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const approveForm = [
 {"name":"why","label":"Reason","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Reason is required","long":"Reason must be at most 2000 characters","invalid":"“Reason” contains characters that are not allowed"}},
 {"name":"vote","label":"Your vote","kind":"choice","required":false,"min":0,"max":0,"options":["yes","no","abstain"],"messages":{"required":"Please choose a your vote","invalid":"Please choose one of the listed values for your vote"}},
] as const satisfies readonly FieldRule[]

export const askForm = [
 {"name":"words","label":"Your question","kind":"text","required":true,"min":0,"max":2000,"options":[],"messages":{"required":"Please write what you would like to ask","long":"Your question must be at most 2000 characters","invalid":"“Your question” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const attachForm = [
 {"name":"userId","label":"Member","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose who paid","long":"Member must be at most 15 characters","invalid":"“Member” contains characters that are not allowed"}},
 {"name":"membershipTierId","label":"Membership tier","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a membership tier","long":"Membership tier must be at most 15 characters","invalid":"“Membership tier” contains characters that are not allowed"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const automationForm = [
 {"name":"isOn","label":"Turned on","kind":"flag","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Turned on is required","invalid":"Turned on must be true or false"}},
 {"name":"delayHours","label":"Hours after","kind":"whole","required":true,"min":0,"max":9000,"options":[],"messages":{"required":"Please enter a whole number of hours","short":"Hours after must be at least 0","long":"Hours after must be at most 9000","invalid":"Please enter a whole number of hours"}},
] as const satisfies readonly FieldRule[]

export const backupRestoreForm = [
 {"name":"confirm","label":"Backup name","kind":"line","required":true,"min":0,"max":160,"options":[],"messages":{"required":"Backup name is required","long":"Backup name must be at most 160 characters","invalid":"“Backup name” contains characters that are not allowed"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const backupScheduleForm = [
 {"name":"daily","label":"Daily backup","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Daily backup is required","invalid":"Daily backup must be true or false"}},
 {"name":"keep","label":"Backups to keep","kind":"whole","required":true,"min":1,"max":90,"options":[],"initial":"7","messages":{"required":"Backups to keep is required","short":"Backups to keep must be at least 1","long":"Backups to keep must be at most 90","invalid":"Please enter a whole number"}},
] as const satisfies readonly FieldRule[]

export const billingForm = [
 {"name":"kind","label":"Bought by","kind":"choice","required":false,"min":0,"max":0,"options":["individual","company"],"initial":"individual","messages":{"required":"Please choose a bought by","invalid":"Please choose one of the listed values for bought by"}},
 {"name":"legalName","label":"Company’s legal name","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Company’s legal name is required","long":"Company’s legal name must be at most 200 characters","invalid":"“Company’s legal name” contains characters that are not allowed"}},
 {"name":"gstin","label":"GSTIN","kind":"gstin","required":false,"min":0,"max":0,"options":[],"messages":{"required":"GSTIN is required","invalid":"This is not a GSTIN. Please compare its 15 characters with the certificate"}},
 {"name":"isSEZ","label":"Unit or developer in a special economic zone (SEZ)","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Unit or developer in a special economic zone (SEZ) is required","invalid":"Unit or developer in a special economic zone (SEZ) must be true or false"}},
 {"name":"address","label":"Address","kind":"text","required":false,"min":0,"max":500,"options":[],"messages":{"required":"Address is required","long":"Address must be at most 500 characters","invalid":"“Address” contains characters that are not allowed"}},
 {"name":"state","label":"State","kind":"line","required":false,"min":0,"max":60,"options":[],"messages":{"required":"State is required","long":"State must be at most 60 characters","invalid":"“State” contains characters that are not allowed"}},
 {"name":"pin","label":"PIN code","kind":"line","required":false,"min":0,"max":12,"options":[],"messages":{"required":"PIN code is required","long":"PIN code must be at most 12 characters","invalid":"“PIN code” contains characters that are not allowed"}},
 {"name":"country","label":"Country","kind":"line","required":false,"min":0,"max":60,"options":[],"initial":"IN","messages":{"required":"Country is required","long":"Country must be at most 60 characters","invalid":"“Country” contains characters that are not allowed"}},
 {"name":"confirmedPlace","label":"The state and the PIN code are both right","kind":"line","required":false,"min":0,"max":12,"options":[],"messages":{"required":"The state and the PIN code are both right is required","long":"The state and the PIN code are both right must be at most 12 characters","invalid":"“The state and the PIN code are both right” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const boardSeatForm = [
 {"name":"title","label":"Role","kind":"line","required":true,"min":3,"max":160,"options":[],"messages":{"required":"Role is required","short":"Role must be at least 3 characters","long":"Role must be at most 160 characters","invalid":"“Role” contains characters that are not allowed"}},
 {"name":"company","label":"Company","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Company is required","long":"Company must be at most 200 characters","invalid":"“Company” contains characters that are not allowed"}},
 {"name":"isConfidential","label":"Keep the company confidential","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Keep the company confidential is required","invalid":"Keep the company confidential must be true or false"}},
 {"name":"sector","label":"Sector","kind":"choice","required":true,"min":0,"max":0,"options":["financial-services","technology","manufacturing","healthcare","real-estate","energy","retail-consumer","pharmaceuticals","telecommunications","automotive","agriculture","media-entertainment","education","infrastructure","other"],"messages":{"required":"Please choose a sector","invalid":"Please choose one of the listed values for sector"}},
 {"name":"city","label":"City","kind":"line","required":true,"min":0,"max":80,"options":[],"messages":{"required":"City is required","long":"City must be at most 80 characters","invalid":"“City” contains characters that are not allowed"}},
 {"name":"committee","label":"Committee","kind":"choice","required":false,"min":0,"max":0,"options":["audit","nomination-remuneration","risk-management","stakeholders","csr"],"messages":{"required":"Please choose a committee","invalid":"Please choose one of the listed values for committee"}},
 {"name":"isListed","label":"Listed company","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Listed company is required","invalid":"Listed company must be true or false"}},
 {"name":"isIndependent","label":"Independent director","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Independent director is required","invalid":"Independent director must be true or false"}},
 {"name":"closesOn","label":"Last day","kind":"day","required":true,"min":0,"max":0,"options":[],"messages":{"required":"Please enter the last day on which members can show interest","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"description","label":"Description","kind":"text","required":true,"min":20,"max":4000,"options":[],"messages":{"required":"Description is required","short":"Description must be at least 20 characters","long":"Description must be at most 4000 characters","invalid":"“Description” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const boardSeatInterestForm = [
 {"name":"note","label":"Note","kind":"text","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Note is required","long":"Note must be at most 1000 characters","invalid":"“Note” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const boardSeatReasonForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const bounceOfflineForm = [
 {"name":"receiptId","label":"Receipt that bounced","kind":"line","required":false,"min":0,"max":15,"options":[],"messages":{"required":"Receipt that bounced is required","long":"Receipt that bounced must be at most 15 characters","invalid":"“Receipt that bounced” contains characters that are not allowed"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const bulkForm = [
 {"name":"action","label":"Action","kind":"choice","required":true,"min":0,"max":0,"options":["tag","untag","deactivate","reset_link","proof_link","write","grant"],"messages":{"required":"Please choose an action","invalid":"Please choose one of the listed values for action"}},
 {"name":"tag","label":"Tag","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Tag is required","long":"Tag must be at most 40 characters","invalid":"“Tag” contains characters that are not allowed"}},
 {"name":"subject","label":"Subject","kind":"line","required":false,"min":0,"max":150,"options":[],"messages":{"required":"Subject is required","long":"Subject must be at most 150 characters","invalid":"“Subject” contains characters that are not allowed"}},
 {"name":"words","label":"Message","kind":"text","required":false,"min":0,"max":8000,"options":[],"messages":{"required":"Message is required","long":"Message must be at most 8000 characters","invalid":"“Message” contains characters that are not allowed"}},
 {"name":"membershipTierId","label":"Membership tier","kind":"line","required":false,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a membership tier","long":"Membership tier must be at most 15 characters","invalid":"“Membership tier” contains characters that are not allowed"}},
 {"name":"endsAt","label":"Ends on","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$","messages":{"required":"Ends on is required","long":"Ends on must be at most 40 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"reason","label":"Reason","kind":"text","required":false,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
 {"name":"ids","label":"Rows","kind":"list","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Rows is required","long":"Rows must be at most 2000 lines of 200 characters","invalid":"Please enter plain lines of text for rows"}},
 {"name":"list","label":"List","kind":"choice","required":false,"min":0,"max":0,"options":["users","leads","paid","nominations"],"messages":{"required":"Please choose a list","invalid":"Please choose one of the listed values for list"}},
 {"name":"query","label":"Query","kind":"line","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Query is required","long":"Query must be at most 2000 characters","invalid":"“Query” contains characters that are not allowed"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const campaignForm = [
 {"name":"name","label":"Name","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Please enter a name","long":"Name must be at most 200 characters","invalid":"“Name” contains characters that are not allowed"}},
 {"name":"type","label":"Type","kind":"line","required":false,"min":0,"max":60,"options":[],"initial":"campaign","messages":{"required":"Type is required","long":"Type must be at most 60 characters","invalid":"“Type” contains characters that are not allowed"}},
 {"name":"trigger","label":"Trigger","kind":"line","required":false,"min":0,"max":60,"options":[],"initial":"manual","messages":{"required":"Trigger is required","long":"Trigger must be at most 60 characters","invalid":"“Trigger” contains characters that are not allowed"}},
 {"name":"topic","label":"Topic","kind":"choice","required":false,"min":0,"max":0,"options":["news","events","membership"],"initial":"news","messages":{"required":"Please choose a topic","invalid":"Please choose one of the listed values for topic"}},
 {"name":"subject","label":"Subject","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Subject is required","long":"Subject must be at most 200 characters","invalid":"“Subject” contains characters that are not allowed"}},
 {"name":"subjectB","label":"Second subject","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Second subject is required","long":"Second subject must be at most 200 characters","invalid":"“Second subject” contains characters that are not allowed"}},
 {"name":"testShare","label":"Share of the test","kind":"whole","required":false,"min":2,"max":100,"options":[],"initial":"20","messages":{"required":"Share of the test is required","short":"Share of the test must be at least 2","long":"Share of the test must be at most 100","invalid":"Please enter a share from 2 to 100 per cent"}},
 {"name":"testHours","label":"Hours of the test","kind":"whole","required":false,"min":1,"max":72,"options":[],"initial":"4","messages":{"required":"Hours of the test is required","short":"Hours of the test must be at least 1","long":"Hours of the test must be at most 72","invalid":"Please enter 1 to 72 hours"}},
 {"name":"testBy","label":"The better subject has more","kind":"choice","required":false,"min":0,"max":0,"options":["clicks","opens"],"initial":"clicks","messages":{"required":"Please choose a the better subject has more","invalid":"Please choose one of the listed values for the better subject has more"}},
 {"name":"preheader","label":"Preview text","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Preview text is required","long":"Preview text must be at most 200 characters","invalid":"“Preview text” contains characters that are not allowed"}},
 {"name":"templateId","label":"Brevo template","kind":"line","required":false,"min":0,"max":12,"options":[],"pattern":"^[0-9]+$","messages":{"required":"Brevo template is required","long":"Brevo template must be at most 12 characters","invalid":"Please enter the number of a Brevo template"}},
 {"name":"content","label":"Text","kind":"text","required":false,"min":0,"max":100000,"options":[],"messages":{"required":"Text is required","long":"Text must be at most 100000 characters","invalid":"“Text” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const cancelIRNForm = [
 {"name":"cancelledAt","label":"Cancelled at the portal on","kind":"line","required":true,"min":0,"max":19,"options":[],"messages":{"required":"Please enter the day and time, such as 2026-11-23 14:05","long":"Cancelled at the portal on must be at most 19 characters","invalid":"Please enter the day and time, such as 2026-11-23 14:05"}},
 {"name":"cancelReason","label":"Reason given at the portal","kind":"choice","required":true,"min":0,"max":0,"options":["1","2","3","4"],"messages":{"required":"Please choose the reason that was given at the portal","invalid":"Please choose one of the listed values for reason given at the portal"}},
 {"name":"cancelNote","label":"Remark","kind":"line","required":true,"min":0,"max":100,"options":[],"messages":{"required":"Remark is required","long":"Remark must be at most 100 characters","invalid":"“Remark” contains characters that are not allowed"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const changeEmailForm = [
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const changePasswordForm = [
 {"name":"current","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"new","label":"Password","kind":"password","required":true,"min":12,"max":71,"options":[],"messages":{"required":"Password must be at least 12 characters","short":"Password must be at least 12 characters","long":"Password is too long: please use at most 71 characters (fewer with accents or emoji)","invalid":"Password must contain at least one uppercase letter, one lowercase letter, and one number"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const complimentaryForm = [
 {"name":"membershipTierId","label":"Membership tier","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a membership tier","long":"Membership tier must be at most 15 characters","invalid":"“Membership tier” contains characters that are not allowed"}},
 {"name":"endsAt","label":"Ends on","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$","messages":{"required":"Ends on is required","long":"Ends on must be at most 40 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const confirmFactorForm = [
 {"name":"code","label":"Code","kind":"line","required":true,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const confirmOfflineForm = [
 {"name":"bankDate","label":"Date on the bank statement","kind":"day","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Date on the bank statement is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"isCashConfirmed","label":"Record this cash receipt although section 269ST may forbid it","kind":"flag","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Record this cash receipt although section 269ST may forbid it is required","invalid":"Record this cash receipt although section 269ST may forbid it must be true or false"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const conflictsForm = [
 {"name":"declared","label":"Declared by the applicant","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Declared by the applicant is required","long":"Declared by the applicant must be at most 2000 characters","invalid":"“Declared by the applicant” contains characters that are not allowed"}},
 {"name":"found","label":"Found by us","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Found by us is required","long":"Found by us must be at most 2000 characters","invalid":"“Found by us” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const correctIRNForm = [
 {"name":"ackNumber","label":"Acknowledgement number","kind":"line","required":true,"min":0,"max":20,"options":[],"pattern":"^[0-9]{1,20}$","messages":{"required":"Acknowledgement number is required","long":"Acknowledgement number must be at most 20 characters","invalid":"Please enter the digits of the acknowledgement number"}},
 {"name":"ackDate","label":"Acknowledged on","kind":"line","required":true,"min":0,"max":19,"options":[],"messages":{"required":"Please enter the day and time, such as 2026-11-23 14:05","long":"Acknowledged on must be at most 19 characters","invalid":"Please enter the day and time, such as 2026-11-23 14:05"}},
] as const satisfies readonly FieldRule[]

export const couponForm = [
 {"name":"code","label":"Code","kind":"line","required":true,"min":0,"max":40,"options":[],"pattern":"^[A-Za-z0-9][A-Za-z0-9-]{2,39}$","messages":{"required":"Code is required","long":"Code must be at most 40 characters","invalid":"A code has 3 to 40 letters, digits and hyphens, such as FRIENDS-2027"}},
 {"name":"note","label":"Note","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Note is required","long":"Note must be at most 200 characters","invalid":"“Note” contains characters that are not allowed"}},
 {"name":"kind","label":"Kind of discount","kind":"choice","required":true,"min":0,"max":0,"options":["percent","amount"],"initial":"percent","messages":{"required":"Please choose a kind of discount","invalid":"Please choose one of the listed values for kind of discount"}},
 {"name":"value","label":"Discount","kind":"amount","required":true,"min":0,"max":10000000,"options":[],"messages":{"required":"Discount is required","short":"Discount must be at least 0","long":"Discount must be at most 10000000","invalid":"Please enter a number such as 20 or 2500"}},
 {"name":"membershipTierIds","label":"Membership tiers","kind":"list","required":false,"min":0,"max":100,"options":[],"messages":{"required":"Membership tiers is required","long":"Membership tiers must be at most 100 lines of 200 characters","invalid":"Please enter plain lines of text for membership tiers"}},
 {"name":"startsAt","label":"From","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$","messages":{"required":"From is required","long":"From must be at most 40 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"endsAt","label":"Until","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$","messages":{"required":"Until is required","long":"Until must be at most 40 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"maxUses","label":"Total uses","kind":"whole","required":false,"min":0,"max":1000000,"options":[],"initial":"0","messages":{"required":"Total uses is required","short":"Total uses must be at least 0","long":"Total uses must be at most 1000000","invalid":"Please enter a whole number"}},
 {"name":"maxUsesEach","label":"Uses per person","kind":"whole","required":false,"min":0,"max":1000000,"options":[],"initial":"1","messages":{"required":"Uses per person is required","short":"Uses per person must be at least 0","long":"Uses per person must be at most 1000000","invalid":"Please enter a whole number"}},
 {"name":"seatsPerUse","label":"Seats per use","kind":"whole","required":false,"min":1,"max":100,"options":[],"initial":"1","messages":{"required":"Seats per use is required","short":"Seats per use must be at least 1","long":"Seats per use must be at most 100","invalid":"Please enter a whole number"}},
 {"name":"isForRenewingSeats","label":"Company seats of renewing tiers","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Company seats of renewing tiers is required","invalid":"Company seats of renewing tiers must be true or false"}},
 {"name":"isActive","label":"Active","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"true","messages":{"required":"Active is required","invalid":"Active must be true or false"}},
] as const satisfies readonly FieldRule[]

export const declineForm = [
 {"name":"why","label":"Reason","kind":"text","required":true,"min":0,"max":2000,"options":[],"messages":{"required":"Please give a reason for the record. The applicant does not see it.","long":"Reason must be at most 2000 characters","invalid":"“Reason” contains characters that are not allowed"}},
 {"name":"notify","label":"Email the applicant","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Email the applicant is required","invalid":"Email the applicant must be true or false"}},
 {"name":"words","label":"Your own words","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Your own words is required","long":"Your own words must be at most 2000 characters","invalid":"“Your own words” contains characters that are not allowed"}},
 {"name":"vote","label":"Your vote","kind":"choice","required":false,"min":0,"max":0,"options":["yes","no","abstain"],"messages":{"required":"Please choose a your vote","invalid":"Please choose one of the listed values for your vote"}},
] as const satisfies readonly FieldRule[]

export const directoryProfileForm = [
 {"name":"designation","label":"Designation","kind":"line","required":false,"min":0,"max":160,"options":[],"messages":{"required":"Designation is required","long":"Designation must be at most 160 characters","invalid":"“Designation” contains characters that are not allowed"}},
 {"name":"company","label":"Company","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Company is required","long":"Company must be at most 200 characters","invalid":"“Company” contains characters that are not allowed"}},
 {"name":"biography","label":"Short biography","kind":"text","required":false,"min":0,"max":1200,"options":[],"messages":{"required":"Short biography is required","long":"Short biography must be at most 1200 characters","invalid":"“Short biography” contains characters that are not allowed"}},
 {"name":"city","label":"City","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"City is required","long":"City must be at most 80 characters","invalid":"“City” contains characters that are not allowed"}},
 {"name":"sectors","label":"Sectors","kind":"choices","required":false,"min":0,"max":0,"options":["financial-services","technology","manufacturing","healthcare","real-estate","energy","retail-consumer","pharmaceuticals","telecommunications","automotive","agriculture","media-entertainment","education","infrastructure","other"],"messages":{"required":"Please choose at least one of sectors","invalid":"Please choose from the listed values for sectors"}},
 {"name":"languages","label":"Languages","kind":"choices","required":false,"min":0,"max":0,"options":["en","hi","as","bn","gu","kn","ml","mr","or","pa","ta","te","ur","fr","de","es","zh","ja","ar"],"messages":{"required":"Please choose at least one of languages","invalid":"Please choose from the listed values for languages"}},
 {"name":"canHelpWith","label":"Can help with","kind":"choices","required":false,"min":0,"max":0,"options":["finance","strategy","technology","hr","operations","marketing","risk-management","legal-compliance","sustainability","international","innovation","governance"],"messages":{"required":"Please choose at least one of can help with","invalid":"Please choose from the listed values for can help with"}},
 {"name":"lookingFor","label":"Looking for","kind":"text","required":false,"min":0,"max":400,"options":[],"messages":{"required":"Looking for is required","long":"Looking for must be at most 400 characters","invalid":"“Looking for” contains characters that are not allowed"}},
 {"name":"linkedin","label":"LinkedIn profile","kind":"link","required":false,"min":0,"max":300,"options":[],"hosts":[".linkedin.com"],"messages":{"required":"LinkedIn profile is required","long":"LinkedIn profile must be at most 300 characters","invalid":"Please enter a full address such as https://www.linkedin.com/in/your-name"}},
 {"name":"portraitVisibility","label":"Who sees your portrait","kind":"choice","required":false,"min":0,"max":0,"options":["members","introduced","nobody"],"initial":"members","messages":{"required":"Please choose a who sees your portrait","invalid":"Please choose one of the listed values for who sees your portrait"}},
 {"name":"workVisibility","label":"Who sees your designation and company","kind":"choice","required":false,"min":0,"max":0,"options":["members","introduced","nobody"],"initial":"members","messages":{"required":"Please choose a who sees your designation and company","invalid":"Please choose one of the listed values for who sees your designation and company"}},
 {"name":"boardsVisibility","label":"Who sees your boards","kind":"choice","required":false,"min":0,"max":0,"options":["members","introduced","nobody"],"initial":"members","messages":{"required":"Please choose a who sees your boards","invalid":"Please choose one of the listed values for who sees your boards"}},
 {"name":"biographyVisibility","label":"Who sees your biography","kind":"choice","required":false,"min":0,"max":0,"options":["members","introduced","nobody"],"initial":"members","messages":{"required":"Please choose a who sees your biography","invalid":"Please choose one of the listed values for who sees your biography"}},
 {"name":"cityVisibility","label":"Who sees your city","kind":"choice","required":false,"min":0,"max":0,"options":["members","introduced","nobody"],"initial":"members","messages":{"required":"Please choose a who sees your city","invalid":"Please choose one of the listed values for who sees your city"}},
 {"name":"sectorsVisibility","label":"Who sees your sectors","kind":"choice","required":false,"min":0,"max":0,"options":["members","introduced","nobody"],"initial":"members","messages":{"required":"Please choose a who sees your sectors","invalid":"Please choose one of the listed values for who sees your sectors"}},
 {"name":"canHelpWithVisibility","label":"Who sees what you can help with","kind":"choice","required":false,"min":0,"max":0,"options":["members","introduced","nobody"],"initial":"members","messages":{"required":"Please choose a who sees what you can help with","invalid":"Please choose one of the listed values for who sees what you can help with"}},
 {"name":"lookingForVisibility","label":"Who sees what you are looking for","kind":"choice","required":false,"min":0,"max":0,"options":["members","introduced","nobody"],"initial":"members","messages":{"required":"Please choose a who sees what you are looking for","invalid":"Please choose one of the listed values for who sees what you are looking for"}},
 {"name":"languagesVisibility","label":"Who sees your languages","kind":"choice","required":false,"min":0,"max":0,"options":["members","introduced","nobody"],"initial":"members","messages":{"required":"Please choose a who sees your languages","invalid":"Please choose one of the listed values for who sees your languages"}},
 {"name":"emailVisibility","label":"Who sees your email","kind":"choice","required":false,"min":0,"max":0,"options":["members","introduced","nobody"],"initial":"introduced","messages":{"required":"Please choose a who sees your email","invalid":"Please choose one of the listed values for who sees your email"}},
 {"name":"phoneVisibility","label":"Who sees your phone number","kind":"choice","required":false,"min":0,"max":0,"options":["members","introduced","nobody"],"initial":"introduced","messages":{"required":"Please choose a who sees your phone number","invalid":"Please choose one of the listed values for who sees your phone number"}},
 {"name":"linkedinVisibility","label":"Who sees your LinkedIn profile","kind":"choice","required":false,"min":0,"max":0,"options":["members","introduced","nobody"],"initial":"introduced","messages":{"required":"Please choose a who sees your LinkedIn profile","invalid":"Please choose one of the listed values for who sees your LinkedIn profile"}},
] as const satisfies readonly FieldRule[]

export const exchangeRateForm = [
 {"name":"currency","label":"Currency","kind":"line","required":true,"min":0,"max":3,"options":[],"pattern":"^[A-Z]{3}$","messages":{"required":"Currency is required","long":"Currency must be at most 3 characters","invalid":"Please enter a currency such as USD"}},
 {"name":"rate","label":"Rate in rupees","kind":"line","required":true,"min":0,"max":12,"options":[],"pattern":"^[0-9]{1,5}(\\.[0-9]{1,4})?$","messages":{"required":"Rate in rupees is required","long":"Rate in rupees must be at most 12 characters","invalid":"Please enter the rupees for one unit, such as 84.25"}},
] as const satisfies readonly FieldRule[]

export const forgotPasswordForm = [
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
] as const satisfies readonly FieldRule[]

export const grantForm = [
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const introductionForm = [
 {"name":"person","label":"Person","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Person is required","long":"Person must be at most 15 characters","invalid":"“Person” contains characters that are not allowed"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":20,"max":1000,"options":[],"messages":{"required":"Please say why you would like to be introduced","short":"Please say a little more: at least 20 characters","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const introductionMessageForm = [
 {"name":"text","label":"Message","kind":"text","required":true,"min":0,"max":4000,"options":[],"messages":{"required":"Please write a message","long":"Message must be at most 4000 characters","invalid":"“Message” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const introductionSuggestionForm = [
 {"name":"userId","label":"First member","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"First member is required","long":"First member must be at most 15 characters","invalid":"“First member” contains characters that are not allowed"}},
 {"name":"otherId","label":"Second member","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Second member is required","long":"Second member must be at most 15 characters","invalid":"“Second member” contains characters that are not allowed"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":20,"max":1000,"options":[],"messages":{"required":"Please say why you would like to be introduced","short":"Please say a little more: at least 20 characters","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const inviteForm = [
 {"name":"username","label":"Username","kind":"line","required":true,"min":2,"max":60,"options":[],"pattern":"^[A-Za-z0-9][A-Za-z0-9._-]*$","messages":{"required":"Username is required","short":"Username must be at least 2 characters","long":"Username must be at most 60 characters","invalid":"Username can have letters, digits, dots, hyphens and underscores, and must start with a letter or digit"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"role","label":"Role","kind":"choice","required":true,"min":0,"max":0,"options":["owner","office","reviewer","accountant","editor"],"initial":"office","messages":{"required":"Please choose a role","invalid":"Please choose one of the listed values for role"}},
 {"name":"memberEmail","label":"Their email address as a member","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Their email address as a member must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const libraryCollectionForm = [
 {"name":"title","label":"Title","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Title is required","long":"Title must be at most 120 characters","invalid":"“Title” contains characters that are not allowed"}},
 {"name":"description","label":"Description","kind":"text","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Description is required","long":"Description must be at most 1000 characters","invalid":"“Description” contains characters that are not allowed"}},
 {"name":"items","label":"Items","kind":"list","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Items is required","long":"Items must be at most 200 lines of 200 characters","invalid":"Please enter plain lines of text for items"}},
] as const satisfies readonly FieldRule[]

export const libraryItemForm = [
 {"name":"kind","label":"Kind","kind":"choice","required":true,"min":0,"max":0,"options":["note","update","recording"],"messages":{"required":"Please choose a kind","invalid":"Please choose one of the listed values for kind"}},
 {"name":"title","label":"Title","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Title is required","long":"Title must be at most 200 characters","invalid":"“Title” contains characters that are not allowed"}},
 {"name":"abstract","label":"Abstract","kind":"text","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Abstract is required","long":"Abstract must be at most 1000 characters","invalid":"“Abstract” contains characters that are not allowed"}},
 {"name":"body","label":"Text","kind":"text","required":false,"min":0,"max":100000,"options":[],"messages":{"required":"Text is required","long":"Text must be at most 100000 characters","invalid":"“Text” contains characters that are not allowed"}},
 {"name":"tags","label":"Tags","kind":"list","required":false,"min":0,"max":20,"options":[],"messages":{"required":"Tags is required","long":"Tags must be at most 20 lines of 200 characters","invalid":"Please enter plain lines of text for tags"}},
 {"name":"authors","label":"Authors","kind":"rows","required":false,"min":0,"max":10,"options":[],"row":[{"name":"name","label":"Name","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Please name the author","long":"Name must be at most 120 characters","invalid":"“Name” contains characters that are not allowed"}},{"name":"email","label":"Email, if they are a member","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Email, if they are a member is required","long":"Email, if they are a member must be at most 254 characters","invalid":"Please enter a valid email address"}}],"messages":{"required":"Authors is required","long":"Authors: at most 10","invalid":"Please enter rows for authors"}},
 {"name":"collections","label":"Collections","kind":"list","required":false,"min":0,"max":50,"options":[],"messages":{"required":"Collections is required","long":"Collections must be at most 50 lines of 200 characters","invalid":"Please enter plain lines of text for collections"}},
 {"name":"link","label":"Link","kind":"link","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Link is required","long":"Link must be at most 1000 characters","invalid":"Please enter a valid link"}},
 {"name":"sessionId","label":"Session","kind":"line","required":false,"min":0,"max":15,"options":[],"messages":{"required":"Session is required","long":"Session must be at most 15 characters","invalid":"“Session” contains characters that are not allowed"}},
 {"name":"publishAt","label":"Publish on","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$","messages":{"required":"Publish on is required","long":"Publish on must be at most 40 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
] as const satisfies readonly FieldRule[]

export const liftSuppressionForm = [
 {"name":"reason","label":"Why can we email this address again?","kind":"line","required":true,"min":3,"max":300,"options":[],"messages":{"required":"Please explain why we can email this address again","short":"Please explain why we can email this address again","long":"Why can we email this address again? must be at most 300 characters","invalid":"“Why can we email this address again?” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const loginForm = [
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"password","label":"Password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Password is required","long":"Password must be at most 1000 characters","invalid":"Please enter a valid password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const mentorCheckInForm = [
 {"name":"answer","label":"How is it going?","kind":"choice","required":true,"min":0,"max":0,"options":["well","not-well","ended"],"messages":{"required":"Please say how it is going","invalid":"Please choose one of the listed values for how is it going?"}},
 {"name":"note","label":"Note for the office","kind":"text","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Note for the office is required","long":"Note for the office must be at most 1000 characters","invalid":"“Note for the office” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const mentorOfferForm = [
 {"name":"capacity","label":"Members at a time","kind":"whole","required":true,"min":1,"max":5,"options":[],"messages":{"required":"Members at a time is required","short":"Members at a time must be at least 1","long":"Members at a time must be at most 5","invalid":"Please enter a whole number"}},
 {"name":"isPaused","label":"Pause","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Pause is required","invalid":"Pause must be true or false"}},
] as const satisfies readonly FieldRule[]

export const mentorRequestForm = [
 {"name":"mentor","label":"Mentor","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Mentor is required","long":"Mentor must be at most 15 characters","invalid":"“Mentor” contains characters that are not allowed"}},
 {"name":"topic","label":"Topic","kind":"choice","required":true,"min":0,"max":0,"options":["finance","strategy","technology","hr","operations","marketing","risk-management","legal-compliance","sustainability","international","innovation","governance"],"messages":{"required":"Please choose a topic","invalid":"Please choose one of the listed values for topic"}},
 {"name":"note","label":"What you would like to learn","kind":"text","required":true,"min":20,"max":1000,"options":[],"messages":{"required":"What you would like to learn is required","short":"Please say a little more: at least 20 characters","long":"What you would like to learn must be at most 1000 characters","invalid":"“What you would like to learn” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const nominationForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Full name is required","long":"Full name must be at most 120 characters","invalid":"“Full name” contains characters that are not allowed"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Email is required","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"phone","label":"Phone","kind":"phone","required":true,"min":10,"max":32,"options":[],"messages":{"required":"Phone is required","short":"Phone number must be at least 10 digits","long":"Please enter a valid phone number","invalid":"Please enter a valid phone number"}},
 {"name":"city","label":"City","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"City is required","long":"City must be at most 80 characters","invalid":"“City” contains characters that are not allowed"}},
 {"name":"state","label":"State","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"State is required","long":"State must be at most 80 characters","invalid":"“State” contains characters that are not allowed"}},
 {"name":"country","label":"Country","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"Country is required","long":"Country must be at most 80 characters","invalid":"“Country” contains characters that are not allowed"}},
 {"name":"linkedinUrl","label":"LinkedIn profile","kind":"link","required":false,"min":0,"max":300,"options":[],"hosts":[".linkedin.com"],"messages":{"required":"LinkedIn profile is required","long":"LinkedIn profile must be at most 300 characters","invalid":"Please enter a full address such as https://www.linkedin.com/in/your-name"}},
 {"name":"currentDesignation","label":"Current designation","kind":"line","required":true,"min":0,"max":160,"options":[],"messages":{"required":"Current designation is required","long":"Current designation must be at most 160 characters","invalid":"“Current designation” contains characters that are not allowed"}},
 {"name":"companyName","label":"Company name","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Company name is required","long":"Company name must be at most 200 characters","invalid":"“Company name” contains characters that are not allowed"}},
 {"name":"industry","label":"Industry","kind":"choice","required":true,"min":0,"max":0,"options":["financial-services","technology","manufacturing","healthcare","real-estate","energy","retail-consumer","pharmaceuticals","telecommunications","automotive","agriculture","media-entertainment","education","infrastructure","other"],"messages":{"required":"Please choose an industry","invalid":"Please choose one of the listed values for industry"}},
 {"name":"yearsOfExperience","label":"Years of experience","kind":"choice","required":true,"min":0,"max":0,"options":["0-1","1-3","3-5","5-10","10+"],"messages":{"required":"Please choose your years of experience","invalid":"Please choose one of the listed values for years of experience"}},
 {"name":"directorType","label":"Director type","kind":"choice","required":true,"min":0,"max":0,"options":["executive","independent","non-executive","advisory","chairperson"],"messages":{"required":"Please choose a director type","invalid":"Please choose one of the listed values for director type"}},
 {"name":"currentBoards","label":"Current boards","kind":"text","required":true,"min":0,"max":2000,"options":[],"messages":{"required":"Please name the boards you serve on now","long":"Current boards must be at most 2000 characters","invalid":"“Current boards” contains characters that are not allowed"}},
 {"name":"numberOfBoards","label":"Number of boards","kind":"choice","required":true,"min":0,"max":0,"options":["1","2","3","4","5+"],"messages":{"required":"Please choose the number of boards you serve on","invalid":"Please choose one of the listed values for number of boards"}},
 {"name":"previousBoardExperience","label":"Previous board experience","kind":"text","required":false,"min":0,"max":4000,"options":[],"messages":{"required":"Previous board experience is required","long":"Previous board experience must be at most 4000 characters","invalid":"“Previous board experience” contains characters that are not allowed"}},
 {"name":"areasOfExpertise","label":"Areas of expertise","kind":"choices","required":false,"min":0,"max":0,"options":["finance","strategy","technology","hr","operations","marketing","risk-management","legal-compliance","sustainability","international","innovation","governance"],"messages":{"required":"Please choose at least one of areas of expertise","invalid":"Please choose from the listed values for areas of expertise"}},
 {"name":"howDidYouHear","label":"How you heard about us","kind":"choice","required":true,"min":0,"max":0,"options":["existing-member","linkedin","industry-event","business-network","board-directory","professional-association","media-article","search-engine","other"],"messages":{"required":"Please tell us how you heard about us","invalid":"Please choose one of the listed values for how you heard about us"}},
 {"name":"whyInterested","label":"Why you are interested","kind":"text","required":true,"min":0,"max":4000,"options":[],"messages":{"required":"Please tell us why you are interested","long":"Why you are interested must be at most 4000 characters","invalid":"“Why you are interested” contains characters that are not allowed"}},
 {"name":"preferredMeetingFormat","label":"Preferred meeting format","kind":"choice","required":true,"min":0,"max":0,"options":["in-person","virtual","hybrid"],"messages":{"required":"Please choose a preferred meeting format","invalid":"Please choose one of the listed values for preferred meeting format"}},
 {"name":"agreeTerms","label":"Agreement","kind":"consent","required":true,"min":0,"max":0,"options":[],"messages":{"required":"Please confirm that you serve on a board in India and agree to the terms","invalid":"Please confirm that you serve on a board in India and agree to the terms"}},
] as const satisfies readonly FieldRule[]

export const noteForm = [
 {"name":"text","label":"Note","kind":"text","required":true,"min":0,"max":4000,"options":[],"messages":{"required":"Please write a note","long":"Note must be at most 4000 characters","invalid":"“Note” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const offlineForm = [
 {"name":"userId","label":"Member","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a member","long":"Member must be at most 15 characters","invalid":"“Member” contains characters that are not allowed"}},
 {"name":"membershipTierId","label":"Membership tier","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a membership tier","long":"Membership tier must be at most 15 characters","invalid":"“Membership tier” contains characters that are not allowed"}},
 {"name":"seats","label":"Number of memberships","kind":"whole","required":false,"min":0,"max":100,"options":[],"messages":{"required":"Number of memberships is required","short":"Number of memberships must be at least 0","long":"Number of memberships must be at most 100","invalid":"Please enter a whole number from 1 to 100"}},
 {"name":"mode","label":"Mode","kind":"choice","required":false,"min":0,"max":0,"options":["neft","upi","cheque","cash"],"messages":{"required":"Please choose a mode","invalid":"Please choose one of the listed values for mode"}},
 {"name":"utr","label":"UTR or cheque number","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^[A-Za-z0-9][A-Za-z0-9 /-]*$","messages":{"required":"UTR or cheque number is required","long":"UTR or cheque number must be at most 40 characters","invalid":"A UTR or cheque number can only have letters and digits"}},
 {"name":"bankDate","label":"Date on the bank statement","kind":"day","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Date on the bank statement is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"amount","label":"Amount","kind":"amount","required":false,"min":0,"max":10000000,"options":[],"messages":{"required":"Amount is required","short":"Amount must be at least 0","long":"Amount must be at most 10000000","invalid":"Please enter an amount such as 29500 or 1178.82"}},
 {"name":"tds","label":"TDS deducted","kind":"amount","required":false,"min":0,"max":10000000,"options":[],"messages":{"required":"TDS deducted is required","short":"TDS deducted must be at least 0","long":"TDS deducted must be at most 10000000","invalid":"Please enter an amount such as 2500"}},
 {"name":"tan","label":"TAN of the payer","kind":"line","required":false,"min":0,"max":10,"options":[],"pattern":"^[A-Za-z]{4}[0-9]{5}[A-Za-z]$","messages":{"required":"Please enter the TAN of the payer who has deducted the tax","long":"TAN of the payer must be at most 10 characters","invalid":"A TAN has four letters, five digits and a letter, such as MUMB12345C"}},
 {"name":"tdsSection","label":"Section of the TDS","kind":"line","required":false,"min":0,"max":20,"options":[],"messages":{"required":"Please enter the section that the payer states, such as 194J or 393(1)","long":"Section of the TDS must be at most 20 characters","invalid":"“Section of the TDS” contains characters that are not allowed"}},
 {"name":"payer","label":"Payer","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Payer is required","long":"Payer must be at most 200 characters","invalid":"“Payer” contains characters that are not allowed"}},
 {"name":"isCashConfirmed","label":"Record this cash receipt although section 269ST may forbid it","kind":"flag","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Record this cash receipt although section 269ST may forbid it is required","invalid":"Record this cash receipt although section 269ST may forbid it must be true or false"}},
 {"name":"isExcessConfirmed","label":"Record the whole amount, and return what is too much","kind":"flag","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Record the whole amount, and return what is too much is required","invalid":"Record the whole amount, and return what is too much must be true or false"}},
 {"name":"note","label":"Note","kind":"text","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Note is required","long":"Note must be at most 1000 characters","invalid":"“Note” contains characters that are not allowed"}},
 {"name":"couponCode","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Code is required","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
 {"name":"validUntil","label":"Valid until","kind":"day","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Valid until is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},
] as const satisfies readonly FieldRule[]

export const orderForm = [
 {"name":"customerName","label":"Full name","kind":"line","required":true,"min":2,"max":120,"options":[],"messages":{"required":"Name must be at least 2 characters","short":"Name must be at least 2 characters","long":"Full name must be at most 120 characters","invalid":"“Full name” contains characters that are not allowed"}},
 {"name":"customerEmail","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"customerPhone","label":"Phone","kind":"phone","required":true,"min":10,"max":32,"options":[],"messages":{"required":"Phone number must be at least 10 digits","short":"Phone number must be at least 10 digits","long":"Please enter a valid phone number","invalid":"Please enter a valid phone number"}},
 {"name":"membershipTierId","label":"Membership plan","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a membership plan","long":"Membership plan must be at most 15 characters","invalid":"“Membership plan” contains characters that are not allowed"}},
 {"name":"couponCode","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Code is required","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
 {"name":"seats","label":"Number of memberships","kind":"whole","required":false,"min":0,"max":100,"options":[],"messages":{"required":"Number of memberships is required","short":"Number of memberships must be at least 0","long":"Number of memberships must be at most 100","invalid":"Please enter a whole number from 1 to 100"}},
] as const satisfies readonly FieldRule[]

export const ownAnswerForm = [
 {"name":"words","label":"Your answer","kind":"text","required":true,"min":0,"max":2000,"options":[],"messages":{"required":"Please write your answer first","long":"Your answer must be at most 2000 characters","invalid":"“Your answer” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const ownEmailForm = [
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const ownPasswordForm = [
 {"name":"currentPassword","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"newPassword","label":"Password","kind":"password","required":true,"min":12,"max":71,"options":[],"messages":{"required":"Password must be at least 12 characters","short":"Password must be at least 12 characters","long":"Password is too long: please use at most 71 characters (fewer with accents or emoji)","invalid":"Password must contain at least one uppercase letter, one lowercase letter, and one number"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const personForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":2,"max":120,"options":[],"messages":{"required":"Name must be at least 2 characters","short":"Name must be at least 2 characters","long":"Full name must be at most 120 characters","invalid":"“Full name” contains characters that are not allowed"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"phone","label":"Phone","kind":"phone","required":false,"min":10,"max":18,"options":[],"messages":{"required":"Phone number must be at least 10 digits","short":"Phone number must be at least 10 digits","long":"Please enter a valid phone number","invalid":"Please enter a valid phone number"}},
 {"name":"location","label":"Location","kind":"line","required":false,"min":2,"max":160,"options":[],"messages":{"required":"Location is required","short":"Location is required","long":"Location must be at most 160 characters","invalid":"“Location” contains characters that are not allowed"}},
 {"name":"requestType","label":"Interest","kind":"choice","required":true,"min":0,"max":0,"options":["enquiry","membership"],"initial":"enquiry","messages":{"required":"Please choose an interest","invalid":"Please choose one of the listed values for interest"}},
 {"name":"tags","label":"Tags","kind":"list","required":false,"min":0,"max":20,"options":[],"messages":{"required":"Tags is required","long":"Tags must be at most 20 lines of 200 characters","invalid":"Please enter plain lines of text for tags"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const personEmailForm = [
 {"name":"subject","label":"Subject","kind":"line","required":true,"min":0,"max":150,"options":[],"messages":{"required":"Please enter a subject","long":"Subject must be at most 150 characters","invalid":"“Subject” contains characters that are not allowed"}},
 {"name":"words","label":"Message","kind":"text","required":true,"min":0,"max":8000,"options":[],"messages":{"required":"Please enter some text","long":"Message must be at most 8000 characters","invalid":"“Message” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const personInviteForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":2,"max":120,"options":[],"messages":{"required":"Name must be at least 2 characters","short":"Name must be at least 2 characters","long":"Full name must be at most 120 characters","invalid":"“Full name” contains characters that are not allowed"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"phone","label":"Phone","kind":"phone","required":false,"min":10,"max":18,"options":[],"messages":{"required":"Phone number must be at least 10 digits","short":"Phone number must be at least 10 digits","long":"Please enter a valid phone number","invalid":"Please enter a valid phone number"}},
 {"name":"location","label":"Location","kind":"line","required":false,"min":2,"max":160,"options":[],"messages":{"required":"Location is required","short":"Location is required","long":"Location must be at most 160 characters","invalid":"“Location” contains characters that are not allowed"}},
 {"name":"requestType","label":"Interest","kind":"choice","required":true,"min":0,"max":0,"options":["enquiry","membership"],"initial":"enquiry","messages":{"required":"Please choose an interest","invalid":"Please choose one of the listed values for interest"}},
] as const satisfies readonly FieldRule[]

export const personNoteForm = [
 {"name":"text","label":"Note","kind":"text","required":true,"min":0,"max":4000,"options":[],"messages":{"required":"Please enter some text","long":"Note must be at most 4000 characters","invalid":"“Note” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const pictureForm = [
 {"name":"alt","label":"Description","kind":"line","required":false,"min":0,"max":300,"options":[],"messages":{"required":"Description is required","long":"Description must be at most 300 characters","invalid":"“Description” contains characters that are not allowed"}},
 {"name":"isDecorative","label":"Decorative","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Decorative is required","invalid":"Decorative must be true or false"}},
 {"name":"credit","label":"Credit","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Credit is required","long":"Credit must be at most 200 characters","invalid":"“Credit” contains characters that are not allowed"}},
 {"name":"focusX","label":"Focal point from the left","kind":"whole","required":false,"min":0,"max":100,"options":[],"initial":"50","messages":{"required":"Focal point from the left is required","short":"Focal point from the left must be at least 0","long":"Focal point from the left must be at most 100","invalid":"Please enter a whole number"}},
 {"name":"focusY","label":"Focal point from the top","kind":"whole","required":false,"min":0,"max":100,"options":[],"initial":"30","messages":{"required":"Focal point from the top is required","short":"Focal point from the top must be at least 0","long":"Focal point from the top must be at most 100","invalid":"Please enter a whole number"}},
] as const satisfies readonly FieldRule[]

export const pinForm = [
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"pin","label":"PIN","kind":"pin","required":false,"min":0,"max":0,"options":[],"messages":{"required":"PIN is required","invalid":"PIN must be exactly 4 digits"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const pollForm = [
 {"name":"title","label":"Title","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Title is required","long":"Title must be at most 200 characters","invalid":"“Title” contains characters that are not allowed"}},
 {"name":"text","label":"Text","kind":"text","required":true,"min":0,"max":40000,"options":[],"messages":{"required":"Text is required","long":"Text must be at most 40000 characters","invalid":"“Text” contains characters that are not allowed"}},
 {"name":"question","label":"Question","kind":"line","required":true,"min":0,"max":500,"options":[],"messages":{"required":"Question is required","long":"Question must be at most 500 characters","invalid":"“Question” contains characters that are not allowed"}},
 {"name":"options","label":"Options","kind":"list","required":true,"min":0,"max":20,"options":[],"messages":{"required":"Options is required","long":"Options must be at most 20 lines of 200 characters","invalid":"Please enter plain lines of text for options"}},
 {"name":"ballot","label":"Ballot","kind":"choice","required":true,"min":0,"max":0,"options":["secret","open"],"initial":"secret","messages":{"required":"Please choose a ballot","invalid":"Please choose one of the listed values for ballot"}},
 {"name":"quorum","label":"Quorum","kind":"whole","required":false,"min":0,"max":1000000,"options":[],"initial":"0","messages":{"required":"Quorum is required","short":"Quorum must be at least 0","long":"Quorum must be at most 1000000","invalid":"Please enter a whole number"}},
 {"name":"discussionEndsAt","label":"End of the discussion","kind":"line","required":true,"min":0,"max":40,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$","messages":{"required":"End of the discussion is required","long":"End of the discussion must be at most 40 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"repeatOf","label":"Repeats","kind":"line","required":false,"min":0,"max":15,"options":[],"messages":{"required":"Repeats is required","long":"Repeats must be at most 15 characters","invalid":"“Repeats” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const pollCloseForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Reason is required","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const pollCommentForm = [
 {"name":"paragraph","label":"Paragraph","kind":"whole","required":true,"min":1,"max":500,"options":[],"messages":{"required":"Paragraph is required","short":"Paragraph must be at least 1","long":"Paragraph must be at most 500","invalid":"Please enter a whole number"}},
 {"name":"text","label":"Comment","kind":"text","required":true,"min":0,"max":4000,"options":[],"messages":{"required":"Please write your comment","long":"Comment must be at most 4000 characters","invalid":"“Comment” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const pollCommentRemovalForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Reason is required","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const pollResultForm = [
 {"name":"finalText","label":"Final text","kind":"text","required":true,"min":0,"max":40000,"options":[],"messages":{"required":"Final text is required","long":"Final text must be at most 40000 characters","invalid":"“Final text” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const pollVoteForm = [
 {"name":"votingEndsAt","label":"End of the vote","kind":"line","required":true,"min":0,"max":40,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$","messages":{"required":"End of the vote is required","long":"End of the vote must be at most 40 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
] as const satisfies readonly FieldRule[]

export const pollWithdrawalForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Reason is required","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const profileForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":2,"max":120,"options":[],"messages":{"required":"Name must be at least 2 characters","short":"Name must be at least 2 characters","long":"Full name must be at most 120 characters","invalid":"“Full name” contains characters that are not allowed"}},
 {"name":"phone","label":"Phone","kind":"phone","required":true,"min":10,"max":18,"options":[],"messages":{"required":"Phone number must be at least 10 digits","short":"Phone number must be at least 10 digits","long":"Please enter a valid phone number","invalid":"Please enter a valid phone number"}},
 {"name":"location","label":"Location","kind":"line","required":true,"min":2,"max":160,"options":[],"messages":{"required":"Location is required","short":"Location is required","long":"Location must be at most 160 characters","invalid":"“Location” contains characters that are not allowed"}},
 {"name":"company","label":"Company","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Company is required","long":"Company must be at most 200 characters","invalid":"“Company” contains characters that are not allowed"}},
 {"name":"designation","label":"Designation","kind":"line","required":false,"min":0,"max":160,"options":[],"messages":{"required":"Designation is required","long":"Designation must be at most 160 characters","invalid":"“Designation” contains characters that are not allowed"}},
 {"name":"din","label":"DIN","kind":"line","required":false,"min":0,"max":8,"options":[],"pattern":"^[0-9]{8}$","messages":{"required":"DIN is required","long":"A DIN has eight digits","invalid":"A DIN has eight digits"}},
 {"name":"boards","label":"Boards","kind":"rows","required":false,"min":0,"max":30,"options":[],"row":[{"name":"company","label":"Company","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Please enter the company","long":"Company must be at most 200 characters","invalid":"“Company” contains characters that are not allowed"}},{"name":"role","label":"Your role","kind":"line","required":false,"min":0,"max":160,"options":[],"messages":{"required":"Your role is required","long":"Your role must be at most 160 characters","invalid":"“Your role” contains characters that are not allowed"}},{"name":"cin","label":"CIN","kind":"line","required":false,"min":0,"max":21,"options":[],"pattern":"^[LUlu][0-9]{5}[A-Za-z]{2}[0-9]{4}[A-Za-z]{3}[0-9]{6}$","messages":{"required":"CIN is required","long":"A CIN has 21 letters and digits, such as L17110MH1973PLC019786","invalid":"A CIN has 21 letters and digits, such as L17110MH1973PLC019786"}},{"name":"category","label":"Kind of directorship","kind":"choice","required":false,"min":0,"max":0,"options":["independent","executive","non-executive"],"messages":{"required":"Please choose a kind of directorship","invalid":"Please choose one of the listed values for kind of directorship"}},{"name":"companyType","label":"Legal form","kind":"choice","required":false,"min":0,"max":0,"options":["listed","public","private","section-8"],"messages":{"required":"Please choose a legal form","invalid":"Please choose one of the listed values for legal form"}},{"name":"appointedOn","label":"First term from","kind":"day","required":false,"min":0,"max":0,"options":[],"messages":{"required":"First term from is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},{"name":"secondTermOn","label":"Second term from","kind":"day","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Second term from is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},{"name":"lastDay","label":"Last day in office","kind":"day","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Last day in office is required","invalid":"Please enter a day that exists, such as 2027-03-31"}}],"messages":{"required":"Boards is required","long":"Boards: at most 30","invalid":"Please enter rows for boards"}},
 {"name":"biography","label":"Short biography","kind":"text","required":false,"min":0,"max":1200,"options":[],"messages":{"required":"Short biography is required","long":"Short biography must be at most 1200 characters","invalid":"“Short biography” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const reasonForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const reauthenticateForm = [
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const reauthenticateMfaForm = [
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":true,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const receiptForm = [
 {"name":"mode","label":"Mode","kind":"choice","required":true,"min":0,"max":0,"options":["neft","upi","cheque","cash"],"messages":{"required":"Please choose a mode","invalid":"Please choose one of the listed values for mode"}},
 {"name":"utr","label":"UTR or cheque number","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^[A-Za-z0-9][A-Za-z0-9 /-]*$","messages":{"required":"UTR or cheque number is required","long":"UTR or cheque number must be at most 40 characters","invalid":"A UTR or cheque number can only have letters and digits"}},
 {"name":"bankDate","label":"Date on the bank statement","kind":"day","required":true,"min":0,"max":0,"options":[],"messages":{"required":"Date on the bank statement is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"amount","label":"Amount","kind":"amount","required":true,"min":0,"max":10000000,"options":[],"messages":{"required":"Amount is required","short":"Amount must be at least 0","long":"Amount must be at most 10000000","invalid":"Please enter an amount such as 29500 or 1178.82"}},
 {"name":"tds","label":"TDS deducted","kind":"amount","required":false,"min":0,"max":10000000,"options":[],"messages":{"required":"TDS deducted is required","short":"TDS deducted must be at least 0","long":"TDS deducted must be at most 10000000","invalid":"Please enter an amount such as 2500"}},
 {"name":"tan","label":"TAN of the payer","kind":"line","required":false,"min":0,"max":10,"options":[],"pattern":"^[A-Za-z]{4}[0-9]{5}[A-Za-z]$","messages":{"required":"Please enter the TAN of the payer who has deducted the tax","long":"TAN of the payer must be at most 10 characters","invalid":"A TAN has four letters, five digits and a letter, such as MUMB12345C"}},
 {"name":"tdsSection","label":"Section of the TDS","kind":"line","required":false,"min":0,"max":20,"options":[],"messages":{"required":"Please enter the section that the payer states, such as 194J or 393(1)","long":"Section of the TDS must be at most 20 characters","invalid":"“Section of the TDS” contains characters that are not allowed"}},
 {"name":"payer","label":"Payer","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Payer is required","long":"Payer must be at most 200 characters","invalid":"“Payer” contains characters that are not allowed"}},
 {"name":"isCashConfirmed","label":"Record this cash receipt although section 269ST may forbid it","kind":"flag","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Record this cash receipt although section 269ST may forbid it is required","invalid":"Record this cash receipt although section 269ST may forbid it must be true or false"}},
 {"name":"isExcessConfirmed","label":"Record the whole amount, and return what is too much","kind":"flag","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Record the whole amount, and return what is too much is required","invalid":"Record the whole amount, and return what is too much must be true or false"}},
] as const satisfies readonly FieldRule[]

export const redirectForm = [
 {"name":"from","label":"Old address","kind":"line","required":true,"min":0,"max":300,"options":[],"pattern":"^/[^?#\\\\]+$","messages":{"required":"Old address is required","long":"Old address must be at most 300 characters","invalid":"Please enter an address of this site, such as /about-us"}},
 {"name":"to","label":"New address","kind":"line","required":true,"min":0,"max":600,"options":[],"pattern":"^/([^/\\\\][^\\\\]*)?$","messages":{"required":"New address is required","long":"New address must be at most 600 characters","invalid":"Please enter an address of this site, such as /#about"}},
] as const satisfies readonly FieldRule[]

export const refereeForm = [
 {"name":"name","label":"Name","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Name is required","long":"Name must be at most 120 characters","invalid":"“Name” contains characters that are not allowed"}},
 {"name":"relation","label":"Relation","kind":"line","required":false,"min":0,"max":160,"options":[],"messages":{"required":"Relation is required","long":"Relation must be at most 160 characters","invalid":"“Relation” contains characters that are not allowed"}},
 {"name":"contact","label":"Contact","kind":"line","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Contact is required","long":"Contact must be at most 254 characters","invalid":"“Contact” contains characters that are not allowed"}},
 {"name":"statement","label":"What they said","kind":"text","required":false,"min":0,"max":4000,"options":[],"messages":{"required":"What they said is required","long":"What they said must be at most 4000 characters","invalid":"“What they said” contains characters that are not allowed"}},
 {"name":"heardOn","label":"Replied on","kind":"day","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Replied on is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},
] as const satisfies readonly FieldRule[]

export const refundForm = [
 {"name":"amount","label":"Amount","kind":"amount","required":false,"min":0,"max":100000000,"options":[],"messages":{"required":"Amount is required","short":"Amount must be at least 0","long":"Amount must be at most 100000000","invalid":"Please enter an amount such as 500 or 1178.50"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
 {"name":"mandate","label":"Mandate","kind":"choice","required":false,"min":0,"max":0,"options":["end","keep"],"messages":{"required":"Please choose a mandate","invalid":"Please choose one of the listed values for mandate"}},
 {"name":"paymentId","label":"Payment","kind":"line","required":false,"min":0,"max":64,"options":[],"messages":{"required":"Payment is required","long":"Payment must be at most 64 characters","invalid":"“Payment” contains characters that are not allowed"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const refundOfflineForm = [
 {"name":"amount","label":"Amount","kind":"amount","required":true,"min":0,"max":10000000,"options":[],"messages":{"required":"Amount is required","short":"Amount must be at least 0","long":"Amount must be at most 10000000","invalid":"Please enter an amount such as 500 or 1178.50"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const refundTransferForm = [
 {"name":"utr","label":"UTR or cheque number","kind":"line","required":true,"min":0,"max":40,"options":[],"pattern":"^[A-Za-z0-9][A-Za-z0-9 /-]*$","messages":{"required":"UTR or cheque number is required","long":"UTR or cheque number must be at most 40 characters","invalid":"A UTR or cheque number can only have letters and digits"}},
 {"name":"bankDate","label":"Date on the bank statement","kind":"day","required":true,"min":0,"max":0,"options":[],"messages":{"required":"Date on the bank statement is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const registerForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":2,"max":120,"options":[],"messages":{"required":"Name must be at least 2 characters","short":"Name must be at least 2 characters","long":"Full name must be at most 120 characters","invalid":"“Full name” contains characters that are not allowed"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"phone","label":"Phone","kind":"phone","required":true,"min":10,"max":18,"options":[],"messages":{"required":"Phone number must be at least 10 digits","short":"Phone number must be at least 10 digits","long":"Please enter a valid phone number","invalid":"Please enter a valid phone number"}},
 {"name":"location","label":"Location","kind":"line","required":true,"min":2,"max":160,"options":[],"messages":{"required":"Location is required","short":"Location is required","long":"Location must be at most 160 characters","invalid":"“Location” contains characters that are not allowed"}},
 {"name":"password","label":"Password","kind":"password","required":true,"min":12,"max":71,"options":[],"messages":{"required":"Password must be at least 12 characters","short":"Password must be at least 12 characters","long":"Password is too long: please use at most 71 characters (fewer with accents or emoji)","invalid":"Password must contain at least one uppercase letter, one lowercase letter, and one number"}},
 {"name":"pin","label":"PIN","kind":"pin","required":false,"min":0,"max":0,"options":[],"messages":{"required":"PIN is required","invalid":"PIN must be exactly 4 digits"}},
 {"name":"requestType","label":"Interest","kind":"choice","required":true,"min":0,"max":0,"options":["enquiry","membership"],"initial":"enquiry","messages":{"required":"Please choose an interest","invalid":"Please choose one of the listed values for interest"}},
] as const satisfies readonly FieldRule[]

export const registerEInvoiceForm = [
 {"name":"answer","label":"Answer of the portal","kind":"text","required":false,"min":0,"max":500000,"options":[],"messages":{"required":"Answer of the portal is required","long":"Answer of the portal must be at most 500000 characters","invalid":"“Answer of the portal” contains characters that are not allowed"}},
 {"name":"documentId","label":"Document","kind":"line","required":false,"min":0,"max":15,"options":[],"messages":{"required":"Document is required","long":"Document must be at most 15 characters","invalid":"“Document” contains characters that are not allowed"}},
 {"name":"irn","label":"IRN","kind":"line","required":false,"min":0,"max":64,"options":[],"pattern":"^[0-9a-fA-F]{64}$","messages":{"required":"IRN is required","long":"IRN must be at most 64 characters","invalid":"An IRN has 64 digits, 0 to 9 and a to f"}},
 {"name":"ackNumber","label":"Acknowledgement number","kind":"line","required":false,"min":0,"max":20,"options":[],"pattern":"^[0-9]{1,20}$","messages":{"required":"Acknowledgement number is required","long":"Acknowledgement number must be at most 20 characters","invalid":"Please enter the digits of the acknowledgement number"}},
 {"name":"ackDate","label":"Acknowledged on","kind":"line","required":false,"min":0,"max":19,"options":[],"messages":{"required":"Acknowledged on is required","long":"Acknowledged on must be at most 19 characters","invalid":"Please enter the day and time as the portal shows them, such as 2026-11-23 14:05:00"}},
 {"name":"signedQr","label":"Text of the signed QR code","kind":"text","required":false,"min":0,"max":4000,"options":[],"messages":{"required":"Text of the signed QR code is required","long":"Text of the signed QR code must be at most 4000 characters","invalid":"“Text of the signed QR code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const reopenMonthForm = [
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":500,"options":[],"messages":{"required":"Please give a reason","short":"Reason must be at least 3 characters","long":"Reason must be at most 500 characters","invalid":"“Reason” contains characters that are not allowed"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const reportForm = [
 {"name":"subject","label":"Subject","kind":"choice","required":true,"min":0,"max":0,"options":["profile","comment","board-seat","message"],"messages":{"required":"Please choose a subject","invalid":"Please choose one of the listed values for subject"}},
 {"name":"subjectId","label":"Id","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Id is required","long":"Id must be at most 15 characters","invalid":"“Id” contains characters that are not allowed"}},
 {"name":"reason","label":"Reason","kind":"choice","required":true,"min":0,"max":0,"options":["false-information","impersonation","spam","harassment","danger","intimate-image","other"],"messages":{"required":"Please choose a reason","invalid":"Please choose one of the listed values for reason"}},
 {"name":"details","label":"What happened","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"What happened is required","long":"What happened must be at most 2000 characters","invalid":"“What happened” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const reportDecisionForm = [
 {"name":"decision","label":"Decision","kind":"choice","required":true,"min":0,"max":0,"options":["none","content-removed","person-warned","membership-review"],"messages":{"required":"Please choose a decision","invalid":"Please choose one of the listed values for decision"}},
 {"name":"note","label":"Reason, for the office only","kind":"text","required":true,"min":3,"max":2000,"options":[],"messages":{"required":"Please enter a reason","short":"Reason, for the office only must be at least 3 characters","long":"Reason, for the office only must be at most 2000 characters","invalid":"“Reason, for the office only” contains characters that are not allowed"}},
 {"name":"message","label":"Message to the reported member","kind":"text","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Message to the reported member is required","long":"Message to the reported member must be at most 1000 characters","invalid":"“Message to the reported member” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const resetPasswordForm = [
 {"name":"token","label":"Token","kind":"secret","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Invalid reset token","long":"Invalid reset token","invalid":"Invalid reset token"}},
 {"name":"newPassword","label":"Password","kind":"password","required":true,"min":12,"max":71,"options":[],"messages":{"required":"Password must be at least 12 characters","short":"Password must be at least 12 characters","long":"Password is too long: please use at most 71 characters (fewer with accents or emoji)","invalid":"Password must contain at least one uppercase letter, one lowercase letter, and one number"}},
 {"name":"removePasskeys","label":"Passkeys to remove","kind":"list","required":false,"min":0,"max":20,"options":[],"messages":{"required":"Passkeys to remove is required","long":"Passkeys to remove must be at most 20 lines of 200 characters","invalid":"Please enter plain lines of text for passkeys to remove"}},
] as const satisfies readonly FieldRule[]

export const returnOfflineForm = [
 {"name":"returnId","label":"What was returned","kind":"line","required":false,"min":0,"max":15,"options":[],"messages":{"required":"What was returned is required","long":"What was returned must be at most 15 characters","invalid":"“What was returned” contains characters that are not allowed"}},
 {"name":"utr","label":"UTR or cheque number","kind":"line","required":true,"min":0,"max":40,"options":[],"pattern":"^[A-Za-z0-9][A-Za-z0-9 /-]*$","messages":{"required":"UTR or cheque number is required","long":"UTR or cheque number must be at most 40 characters","invalid":"A UTR or cheque number can only have letters and digits"}},
 {"name":"bankDate","label":"Date on the bank statement","kind":"day","required":true,"min":0,"max":0,"options":[],"messages":{"required":"Date on the bank statement is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},
] as const satisfies readonly FieldRule[]

export const roleForm = [
 {"name":"role","label":"Role","kind":"choice","required":true,"min":0,"max":0,"options":["owner","office","reviewer","accountant","editor"],"messages":{"required":"Please choose a role","invalid":"Please choose one of the listed values for role"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const seatForm = [
 {"name":"company","label":"Company","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Please enter the company","long":"Company must be at most 200 characters","invalid":"“Company” contains characters that are not allowed"}},
 {"name":"cin","label":"CIN","kind":"line","required":false,"min":0,"max":21,"options":[],"pattern":"^[LUlu][0-9]{5}[A-Za-z]{2}[0-9]{4}[A-Za-z]{3}[0-9]{6}$","messages":{"required":"CIN is required","long":"A CIN has 21 letters and digits, such as L17110MH1973PLC019786","invalid":"A CIN has 21 letters and digits, such as L17110MH1973PLC019786"}},
 {"name":"din","label":"DIN","kind":"line","required":false,"min":0,"max":8,"options":[],"pattern":"^[0-9]{8}$","messages":{"required":"DIN is required","long":"A DIN has eight digits","invalid":"A DIN has eight digits"}},
 {"name":"evidenceUrl","label":"Link to the evidence","kind":"link","required":false,"min":0,"max":500,"options":[],"messages":{"required":"Link to the evidence is required","long":"Link to the evidence must be at most 500 characters","invalid":"Please enter a full address that begins with https://"}},
 {"name":"result","label":"Result","kind":"choice","required":false,"min":0,"max":0,"options":["confirmed","doubtful","not_found"],"messages":{"required":"Please choose a result","invalid":"Please choose one of the listed values for result"}},
 {"name":"note","label":"Note","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Note is required","long":"Note must be at most 2000 characters","invalid":"“Note” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const seatInvitationForm = [
 {"name":"name","label":"Name","kind":"line","required":false,"min":0,"max":120,"options":[],"messages":{"required":"Name is required","long":"Name must be at most 120 characters","invalid":"“Name” contains characters that are not allowed"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter the email address of the person you invite","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
] as const satisfies readonly FieldRule[]

export const sectionForm = [
 {"name":"section","label":"Section","kind":"choice","required":true,"min":0,"max":0,"options":["hero","about","features","membership","testimonials","footer"],"messages":{"required":"Please choose a section","invalid":"Please choose one of the listed values for section"}},
 {"name":"title","label":"Title","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Title is required","long":"Title must be at most 200 characters","invalid":"“Title” contains characters that are not allowed"}},
 {"name":"subtitle","label":"Subtitle","kind":"line","required":false,"min":0,"max":400,"options":[],"messages":{"required":"Subtitle is required","long":"Subtitle must be at most 400 characters","invalid":"“Subtitle” contains characters that are not allowed"}},
 {"name":"content","label":"Content","kind":"text","required":false,"min":0,"max":20000,"options":[],"messages":{"required":"Content is required","long":"Content must be at most 20000 characters","invalid":"“Content” contains characters that are not allowed"}},
 {"name":"imageUrl","label":"Image URL","kind":"line","required":false,"min":0,"max":2000,"options":[],"pattern":"^(https://[^\\s/?#\"'<>\\\\]+\\.[^\\s/?#\"'<>\\\\]+([/?#][^\\s\"'<>\\\\]*)?|/[^\\s/\"'<>\\\\][^\\s\"'<>\\\\]*)$","messages":{"required":"Image URL is required","long":"Image URL must be at most 2000 characters","invalid":"Please enter an address that begins with https://, or upload an image"}},
 {"name":"isActive","label":"Active","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"true","messages":{"required":"Active is required","invalid":"Active must be true or false"}},
 {"name":"sortOrder","label":"Sort order","kind":"whole","required":false,"min":-100000,"max":100000,"options":[],"initial":"0","messages":{"required":"Sort order is required","short":"Sort order must be at least -100000","long":"Sort order must be at most 100000","invalid":"Please enter a whole number"}},
] as const satisfies readonly FieldRule[]

export const segmentForm = [
 {"name":"name","label":"Name","kind":"line","required":true,"min":0,"max":100,"options":[],"messages":{"required":"Please enter a name","long":"Name must be at most 100 characters","invalid":"“Name” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const sessionForm = [
 {"name":"title","label":"Title","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Title is required","long":"Title must be at most 120 characters","invalid":"“Title” contains characters that are not allowed"}},
 {"name":"host","label":"Host","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Host is required","long":"Host must be at most 120 characters","invalid":"“Host” contains characters that are not allowed"}},
 {"name":"hostEmail","label":"Email of the host, if they are a member","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Email of the host, if they are a member is required","long":"Email of the host, if they are a member must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"speakers","label":"Speakers","kind":"rows","required":false,"min":0,"max":20,"options":[],"row":[{"name":"name","label":"Name","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Please name the speaker","long":"Name must be at most 120 characters","invalid":"“Name” contains characters that are not allowed"}},{"name":"role","label":"Role","kind":"line","required":false,"min":0,"max":160,"options":[],"messages":{"required":"Role is required","long":"Role must be at most 160 characters","invalid":"“Role” contains characters that are not allowed"}},{"name":"portrait","label":"Portrait","kind":"line","required":false,"min":0,"max":60,"options":[],"pattern":"^/images/[0-9a-f]{40}\\.(jpg|png)$","messages":{"required":"Portrait is required","long":"Portrait must be at most 60 characters","invalid":"Please upload the portrait"}},{"name":"email","label":"Email, if they are a member","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Email, if they are a member is required","long":"Email, if they are a member must be at most 254 characters","invalid":"Please enter a valid email address"}}],"messages":{"required":"Speakers is required","long":"Speakers: at most 20","invalid":"Please enter rows for speakers"}},
 {"name":"abstract","label":"About the session","kind":"text","required":false,"min":0,"max":8000,"options":[],"messages":{"required":"About the session is required","long":"About the session must be at most 8000 characters","invalid":"“About the session” contains characters that are not allowed"}},
 {"name":"startsAt","label":"Start","kind":"line","required":true,"min":0,"max":16,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$","messages":{"required":"Start is required","long":"Start must be at most 16 characters","invalid":"Please enter a date and a time, such as 2027-03-31T18:30"}},
 {"name":"minutes","label":"Length in minutes","kind":"whole","required":false,"min":15,"max":600,"options":[],"initial":"90","messages":{"required":"Length in minutes is required","short":"Length in minutes must be at least 15","long":"Length in minutes must be at most 600","invalid":"Please enter a whole number"}},
 {"name":"capacity","label":"Places","kind":"whole","required":false,"min":1,"max":5000,"options":[],"initial":"50","messages":{"required":"Places is required","short":"Places must be at least 1","long":"Places must be at most 5000","invalid":"Please enter a whole number"}},
 {"name":"place","label":"Place","kind":"line","required":true,"min":0,"max":200,"options":[],"initial":"Online","messages":{"required":"Place is required","long":"Place must be at most 200 characters","invalid":"“Place” contains characters that are not allowed"}},
 {"name":"meetingUrl","label":"Meeting address","kind":"link","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Meeting address is required","long":"Meeting address must be at most 1000 characters","invalid":"Please enter a valid meeting address"}},
 {"name":"isPublic","label":"Page for visitors","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Page for visitors is required","invalid":"Page for visitors must be true or false"}},
 {"name":"recordingUrl","label":"Recording","kind":"link","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Recording is required","long":"Recording must be at most 1000 characters","invalid":"Please enter a valid recording"}},
 {"name":"slidesUrl","label":"Slides","kind":"link","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Slides is required","long":"Slides must be at most 1000 characters","invalid":"Please enter a valid slides"}},
 {"name":"notes","label":"Notes for members","kind":"text","required":false,"min":0,"max":20000,"options":[],"messages":{"required":"Notes for members is required","long":"Notes for members must be at most 20000 characters","invalid":"“Notes for members” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const sessionCancellationForm = [
 {"name":"reason","label":"Reason, for the members","kind":"text","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Reason, for the members is required","long":"Reason, for the members must be at most 1000 characters","invalid":"“Reason, for the members” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const sessionGuestForm = [
 {"name":"name","label":"Full name","kind":"line","required":true,"min":2,"max":120,"options":[],"messages":{"required":"Name must be at least 2 characters","short":"Name must be at least 2 characters","long":"Full name must be at most 120 characters","invalid":"“Full name” contains characters that are not allowed"}},
 {"name":"email","label":"Email","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter a valid email address","long":"Email must be at most 254 characters","invalid":"Please enter a valid email address"}},
] as const satisfies readonly FieldRule[]

export const sessionRepeatForm = [
 {"name":"count","label":"Number of months","kind":"whole","required":true,"min":1,"max":12,"options":[],"initial":"1","messages":{"required":"Number of months is required","short":"Number of months must be at least 1","long":"Number of months must be at most 12","invalid":"Please enter a whole number"}},
] as const satisfies readonly FieldRule[]

export const settingsForm = [
 {"name":"siteName","label":"Site name","kind":"line","required":false,"min":0,"max":80,"options":[],"messages":{"required":"Site name is required","long":"Site name must be at most 80 characters","invalid":"“Site name” contains characters that are not allowed"}},
 {"name":"contactEmail","label":"Contact email","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Contact email is required","long":"Contact email must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"contactPhone","label":"Contact phone","kind":"line","required":false,"min":0,"max":40,"options":[],"pattern":"^\\+?[0-9][0-9 ()-]{8,38}$","messages":{"required":"Contact phone is required","long":"Contact phone must be at most 40 characters","invalid":"Please enter a phone number such as +91 22 4000 1234"}},
 {"name":"contactPlace","label":"Location","kind":"line","required":false,"min":0,"max":120,"options":[],"messages":{"required":"Location is required","long":"Location must be at most 120 characters","invalid":"“Location” contains characters that are not allowed"}},
 {"name":"providerUrl","label":"Provider’s website","kind":"link","required":false,"min":0,"max":300,"options":[],"messages":{"required":"Provider’s website is required","long":"Provider’s website must be at most 300 characters","invalid":"Please enter a full address such as https://mentoring.example"}},
 {"name":"eventDate","label":"Launch event","kind":"day","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Launch event is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"figureMembers","label":"Current members","kind":"line","required":false,"min":0,"max":20,"options":[],"pattern":"^[^<>&\"\\\\]*$","messages":{"required":"Current members is required","long":"Current members must be at most 20 characters","invalid":"“Current members” contains characters that are not allowed"}},
 {"name":"figureShare","label":"Share of women on boards","kind":"line","required":false,"min":0,"max":20,"options":[],"pattern":"^[^<>&\"\\\\]*$","messages":{"required":"Share of women on boards is required","long":"Share of women on boards must be at most 20 characters","invalid":"“Share of women on boards” contains characters that are not allowed"}},
 {"name":"figureTarget","label":"Target number of members","kind":"line","required":false,"min":0,"max":20,"options":[],"pattern":"^[^<>&\"\\\\]*$","messages":{"required":"Target number of members is required","long":"Target number of members must be at most 20 characters","invalid":"“Target number of members” contains characters that are not allowed"}},
 {"name":"pictureHosts","label":"Images from other sites","kind":"line","required":false,"min":0,"max":500,"options":[],"pattern":"^[a-z0-9-]+(\\.[a-z0-9-]+)+( [a-z0-9-]+(\\.[a-z0-9-]+)+)*$","messages":{"required":"Images from other sites is required","long":"Images from other sites must be at most 500 characters","invalid":"Please enter host names such as images.example.org, separated by spaces"}},
 {"name":"notificationEmail","label":"Notification address","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Notification address is required","long":"Notification address must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"reportEmail","label":"Email of the first administrator for reports","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Email of the first administrator for reports is required","long":"Email of the first administrator for reports must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"secondReportEmail","label":"Email of the second administrator for reports","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Email of the second administrator for reports is required","long":"Email of the second administrator for reports must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"reviewVotes","label":"Votes for an approval","kind":"whole","required":true,"min":1,"max":20,"options":[],"initial":"1","messages":{"required":"Votes for an approval is required","short":"Votes for an approval must be at least 1","long":"Votes for an approval must be at most 20","invalid":"Please enter a whole number"}},
 {"name":"campaignApprovalAbove","label":"Recipients above which a second administrator must approve a campaign","kind":"whole","required":false,"min":0,"max":1000000,"options":[],"initial":"0","messages":{"required":"Recipients above which a second administrator must approve a campaign is required","short":"Recipients above which a second administrator must approve a campaign must be at least 0","long":"Recipients above which a second administrator must approve a campaign must be at most 1000000","invalid":"Please enter a whole number"}},
 {"name":"purchaseNeedsApproval","label":"Only approved nominees can buy","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Only approved nominees can buy is required","invalid":"Only approved nominees can buy must be true or false"}},
 {"name":"totpRequired","label":"Administrators must use two-step sign-in","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Administrators must use two-step sign-in is required","invalid":"Administrators must use two-step sign-in must be true or false"}},
 {"name":"taxStatus","label":"Registration for GST","kind":"choice","required":false,"min":0,"max":0,"options":["registered","unregistered"],"messages":{"required":"Please choose a registration for GST","invalid":"Please choose one of the listed values for registration for GST"}},
 {"name":"taxAdviser","label":"Settled by","kind":"line","required":false,"min":0,"max":120,"options":[],"messages":{"required":"Settled by is required","long":"Settled by must be at most 120 characters","invalid":"“Settled by” contains characters that are not allowed"}},
 {"name":"taxSettledOn","label":"Settled on","kind":"day","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Settled on is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"gstRate","label":"GST rate","kind":"whole","required":true,"min":0,"max":100,"options":[],"initial":"18","messages":{"required":"GST rate is required","short":"GST rate must be at least 0","long":"GST rate must be at most 100","invalid":"Please enter a whole number"}},
 {"name":"supplierName","label":"Supplier’s name","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Supplier’s name is required","long":"Supplier’s name must be at most 200 characters","invalid":"“Supplier’s name” contains characters that are not allowed"}},
 {"name":"supplierAddress","label":"Supplier’s address","kind":"text","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Supplier’s address is required","long":"Supplier’s address must be at most 1000 characters","invalid":"“Supplier’s address” contains characters that are not allowed"}},
 {"name":"supplierState","label":"Supplier’s state","kind":"choice","required":false,"min":0,"max":0,"options":["35","37","12","18","10","04","22","26","07","30","24","06","02","01","20","29","32","38","31","23","27","14","17","15","13","21","97","34","03","08","11","33","36","16","09","05","19"],"messages":{"required":"Please choose a supplier’s state","invalid":"Please choose one of the listed values for supplier’s state"}},
 {"name":"supplierGstin","label":"GSTIN","kind":"gstin","required":false,"min":0,"max":0,"options":[],"messages":{"required":"GSTIN is required","invalid":"This is not a GSTIN. Please compare its 15 characters with the certificate"}},
 {"name":"sacCode","label":"SAC code","kind":"line","required":false,"min":0,"max":6,"options":[],"pattern":"^[0-9]{4,6}$","messages":{"required":"SAC code is required","long":"SAC code must be at most 6 characters","invalid":"Please enter a code of 4 to 6 digits, such as 999512"}},
 {"name":"sacDescription","label":"Description of the service","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Description of the service is required","long":"Description of the service must be at most 200 characters","invalid":"“Description of the service” contains characters that are not allowed"}},
 {"name":"bankDetails","label":"Bank details","kind":"text","required":false,"min":0,"max":1000,"options":[],"messages":{"required":"Bank details is required","long":"Bank details must be at most 1000 characters","invalid":"“Bank details” contains characters that are not allowed"}},
 {"name":"offlineSecondAdminAbove","label":"Value above which a second administrator must confirm","kind":"whole","required":false,"min":0,"max":99999999,"options":[],"messages":{"required":"Value above which a second administrator must confirm is required","short":"Value above which a second administrator must confirm must be at least 0","long":"Value above which a second administrator must confirm must be at most 99999999","invalid":"Please enter a whole number"}},
 {"name":"offlineWriteOffUpTo","label":"Largest rest of an offline payment that may be written off","kind":"whole","required":false,"min":0,"max":99999,"options":[],"messages":{"required":"Largest rest of an offline payment that may be written off is required","short":"Largest rest of an offline payment that may be written off must be at least 0","long":"Largest rest of an offline payment that may be written off must be at most 99999","invalid":"Please enter a whole number"}},
 {"name":"tdsRateLimit","label":"Highest rate of TDS","kind":"whole","required":false,"min":0,"max":30,"options":[],"messages":{"required":"Highest rate of TDS is required","short":"Highest rate of TDS must be at least 0","long":"Highest rate of TDS must be at most 30","invalid":"Please enter a whole number"}},
 {"name":"proformaDays","label":"Validity of proformas in days","kind":"whole","required":false,"min":1,"max":365,"options":[],"messages":{"required":"Validity of proformas in days is required","short":"Validity of proformas in days must be at least 1","long":"Validity of proformas in days must be at most 365","invalid":"Please enter a whole number"}},
 {"name":"emailAccent","label":"Accent colour","kind":"line","required":false,"min":0,"max":7,"options":[],"pattern":"^#[0-9a-fA-F]{6}$","messages":{"required":"Accent colour is required","long":"Accent colour must be at most 7 characters","invalid":"Please enter a colour such as #f99f1b"}},
 {"name":"emailLink","label":"Link colour","kind":"line","required":false,"min":0,"max":7,"options":[],"pattern":"^#[0-9a-fA-F]{6}$","messages":{"required":"Link colour is required","long":"Link colour must be at most 7 characters","invalid":"Please enter a colour such as #f99f1b"}},
 {"name":"emailLogo","label":"Logo","kind":"line","required":false,"min":0,"max":200,"options":[],"pattern":"^/images/[A-Za-z0-9._-]+$","messages":{"required":"Logo is required","long":"Logo must be at most 200 characters","invalid":"Please enter the address of an uploaded image, such as /images/logo.png"}},
 {"name":"emailFooter","label":"Footer text","kind":"line","required":false,"min":0,"max":300,"options":[],"messages":{"required":"Footer text is required","long":"Footer text must be at most 300 characters","invalid":"“Footer text” contains characters that are not allowed"}},
 {"name":"emailAddress","label":"Postal address","kind":"text","required":false,"min":0,"max":300,"options":[],"messages":{"required":"Postal address is required","long":"Postal address must be at most 300 characters","invalid":"“Postal address” contains characters that are not allowed"}},
 {"name":"lutNumber","label":"Letter of undertaking","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Letter of undertaking is required","long":"Letter of undertaking must be at most 40 characters","invalid":"“Letter of undertaking” contains characters that are not allowed"}},
 {"name":"lutYear","label":"Financial year of the letter","kind":"line","required":false,"min":0,"max":7,"options":[],"pattern":"^20[0-9]{2}-[0-9]{2}$","messages":{"required":"Financial year of the letter is required","long":"Financial year of the letter must be at most 7 characters","invalid":"Please enter a financial year such as 2026-27"}},
 {"name":"eInvoices","label":"Invoices to companies and abroad wait for their IRN","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Invoices to companies and abroad wait for their IRN is required","invalid":"Invoices to companies and abroad wait for their IRN must be true or false"}},
 {"name":"supplierPlace","label":"Supplier’s city","kind":"line","required":false,"min":0,"max":50,"options":[],"messages":{"required":"Supplier’s city is required","long":"Supplier’s city must be at most 50 characters","invalid":"“Supplier’s city” contains characters that are not allowed"}},
 {"name":"supplierPin","label":"Supplier’s PIN code","kind":"pincode","required":false,"min":0,"max":6,"options":[],"messages":{"required":"Supplier’s PIN code is required","long":"Supplier’s PIN code must be at most 6 characters","invalid":"Please enter a PIN code of six digits, such as 400001"}},
] as const satisfies readonly FieldRule[]

export const settlementExplanationForm = [
 {"name":"reason","label":"Explanation","kind":"text","required":true,"min":3,"max":500,"options":[],"messages":{"required":"Please give an explanation","short":"Explanation must be at least 3 characters","long":"Explanation must be at most 500 characters","invalid":"“Explanation” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const startCampaignForm = [
 {"name":"count","label":"Number of people","kind":"whole","required":true,"min":0,"max":999999999,"options":[],"messages":{"required":"Please enter how many people will get this email","short":"Number of people must be at least 0","long":"Number of people must be at most 999999999","invalid":"Please enter how many people will get this email"}},
 {"name":"scheduledAt","label":"Send at","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Send at is required","long":"Send at must be at most 40 characters","invalid":"“Send at” contains characters that are not allowed"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const startFactorForm = [
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
] as const satisfies readonly FieldRule[]

export const tdsCertificateForm = [
 {"name":"tan","label":"TAN of the payer","kind":"line","required":true,"min":0,"max":10,"options":[],"pattern":"^[A-Za-z]{4}[0-9]{5}[A-Za-z]$","messages":{"required":"Please enter the TAN of the payer who has deducted the tax","long":"TAN of the payer must be at most 10 characters","invalid":"A TAN has four letters, five digits and a letter, such as MUMB12345C"}},
 {"name":"tdsSection","label":"Section of the TDS","kind":"line","required":true,"min":0,"max":20,"options":[],"messages":{"required":"Please enter the section that the payer states, such as 194J or 393(1)","long":"Section of the TDS must be at most 20 characters","invalid":"“Section of the TDS” contains characters that are not allowed"}},
 {"name":"certificate","label":"Number of the certificate","kind":"line","required":true,"min":0,"max":40,"options":[],"messages":{"required":"Number of the certificate is required","long":"Number of the certificate must be at most 40 characters","invalid":"“Number of the certificate” contains characters that are not allowed"}},
 {"name":"certificateDate","label":"Date of the certificate","kind":"day","required":true,"min":0,"max":0,"options":[],"messages":{"required":"Date of the certificate is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},
] as const satisfies readonly FieldRule[]

export const termEndForm = [
 {"name":"endsAt","label":"Ends on","kind":"line","required":true,"min":0,"max":40,"options":[],"pattern":"^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2}))?$","messages":{"required":"Ends on is required","long":"Ends on must be at most 40 characters","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const testCampaignForm = [
 {"name":"email","label":"Send it to","kind":"email","required":true,"min":0,"max":254,"options":[],"messages":{"required":"Please enter an address","long":"Send it to must be at most 254 characters","invalid":"Please enter a valid email address"}},
 {"name":"personEmail","label":"Preview as","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Preview as is required","long":"Preview as must be at most 254 characters","invalid":"Please enter a valid preview as"}},
] as const satisfies readonly FieldRule[]

export const testEmailForm = [
 {"name":"email","label":"Send it to","kind":"email","required":false,"min":0,"max":254,"options":[],"messages":{"required":"Send it to is required","long":"Send it to must be at most 254 characters","invalid":"Please enter a valid email address"}},
] as const satisfies readonly FieldRule[]

export const tierForm = [
 {"name":"name","label":"Name","kind":"line","required":true,"min":0,"max":120,"options":[],"messages":{"required":"Name is required","long":"Name must be at most 120 characters","invalid":"“Name” contains characters that are not allowed"}},
 {"name":"slug","label":"Slug","kind":"line","required":false,"min":0,"max":120,"options":[],"pattern":"^[a-z0-9]+(-[a-z0-9]+)*$","messages":{"required":"Please enter a slug, because none can be derived from this name","long":"Slug must be at most 120 characters","invalid":"Slug can have lower-case letters, digits and single hyphens between them"}},
 {"name":"description","label":"Description","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Description is required","long":"Description must be at most 2000 characters","invalid":"“Description” contains characters that are not allowed"}},
 {"name":"price","label":"Price","kind":"amount","required":true,"min":0,"max":10000000,"options":[],"messages":{"required":"Price is required","short":"Price must be at least 0","long":"Price must be at most 10000000","invalid":"Please enter a price such as 25000 or 1178.50"}},
 {"name":"currency","label":"Currency","kind":"choice","required":true,"min":0,"max":0,"options":["INR","USD"],"initial":"INR","messages":{"required":"Please choose a currency","invalid":"Please choose one of the listed values for currency"}},
 {"name":"duration","label":"Duration","kind":"choice","required":true,"min":0,"max":0,"options":["lifetime","annual","monthly"],"initial":"lifetime","messages":{"required":"Please choose a duration","invalid":"Please choose one of the listed values for duration"}},
 {"name":"features","label":"Features","kind":"list","required":false,"min":0,"max":30,"options":[],"messages":{"required":"Features is required","long":"Features must be at most 30 lines of 200 characters","invalid":"Please enter plain lines of text for features"}},
 {"name":"modules","label":"Opens","kind":"choices","required":false,"min":0,"max":0,"options":["sessions","directory","board-seats","consultations","library"],"messages":{"required":"Please choose at least one of opens","invalid":"Please choose from the listed values for opens"}},
 {"name":"screens","label":"Leads to","kind":"rows","required":false,"min":0,"max":60,"options":[],"row":[{"name":"feature","label":"Feature","kind":"line","required":true,"min":0,"max":200,"options":[],"messages":{"required":"Feature is required","long":"Feature must be at most 200 characters","invalid":"“Feature” contains characters that are not allowed"}},{"name":"screen","label":"Leads to","kind":"choice","required":true,"min":0,"max":0,"options":["sessions","introductions","mentors","directory","library","polls","board-seats"],"messages":{"required":"Please choose the screen to which the feature leads","invalid":"Please choose one of the listed values for leads to"}}],"messages":{"required":"Leads to is required","long":"Leads to: at most 60","invalid":"Please enter rows for leads to"}},
 {"name":"razorpayPlanId","label":"Razorpay plan ID","kind":"line","required":false,"min":0,"max":64,"options":[],"pattern":"^plan_[A-Za-z0-9]{14}$","messages":{"required":"Razorpay plan ID is required","long":"Razorpay plan ID must be at most 64 characters","invalid":"Please enter the plan ID as Razorpay shows it, such as plan_00000000000001"}},
 {"name":"razorpayPaymentLink","label":"Razorpay payment link","kind":"link","required":false,"min":0,"max":500,"options":[],"hosts":["rzp.io","razorpay.me","pages.razorpay.com","payments.razorpay.com"],"messages":{"required":"Razorpay payment link is required","long":"Razorpay payment link must be at most 500 characters","invalid":"Please enter a Razorpay payment link, such as https://rzp.io/l/membership"}},
 {"name":"graceDays","label":"Grace period in days","kind":"whole","required":false,"min":0,"max":90,"options":[],"initial":"14","messages":{"required":"Grace period in days is required","short":"Grace period in days must be at least 0","long":"Grace period in days must be at most 90","invalid":"Please enter a whole number"}},
 {"name":"isActive","label":"Active","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"true","messages":{"required":"Active is required","invalid":"Active must be true or false"}},
 {"name":"sortOrder","label":"Sort order","kind":"whole","required":false,"min":-100000,"max":100000,"options":[],"initial":"0","messages":{"required":"Sort order is required","short":"Sort order must be at least -100000","long":"Sort order must be at most 100000","invalid":"Please enter a whole number"}},
 {"name":"buttonText","label":"Button text","kind":"line","required":false,"min":0,"max":60,"options":[],"initial":"Choose Plan","messages":{"required":"Button text is required","long":"Button text must be at most 60 characters","invalid":"“Button text” contains characters that are not allowed"}},
 {"name":"buttonColor","label":"Button colour","kind":"line","required":false,"min":0,"max":7,"options":[],"initial":"#0052CC","pattern":"^#[0-9a-fA-F]{6}$","messages":{"required":"Button colour is required","long":"Button colour must be at most 7 characters","invalid":"Please enter a colour such as #0052CC"}},
 {"name":"isRecommended","label":"Recommended","kind":"flag","required":false,"min":0,"max":0,"options":[],"initial":"false","messages":{"required":"Recommended is required","invalid":"Recommended must be true or false"}},
 {"name":"translations","label":"Translations","kind":"rows","required":false,"min":0,"max":300,"options":[],"row":[{"name":"language","label":"Language","kind":"choice","required":true,"min":0,"max":0,"options":["hi","mr"],"messages":{"required":"Please choose a language","invalid":"Please choose one of the listed values for language"}},{"name":"field","label":"Field","kind":"choice","required":true,"min":0,"max":0,"options":["name","description","features","buttonText"],"messages":{"required":"Please choose a field","invalid":"Please choose one of the listed values for field"}},{"name":"feature","label":"Feature","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Feature is required","long":"Feature must be at most 200 characters","invalid":"“Feature” contains characters that are not allowed"}},{"name":"source","label":"English text","kind":"text","required":true,"min":0,"max":2000,"options":[],"messages":{"required":"English text is required","long":"English text must be at most 2000 characters","invalid":"“English text” contains characters that are not allowed"}},{"name":"text","label":"Translation","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Translation is required","long":"Translation must be at most 2000 characters","invalid":"“Translation” contains characters that are not allowed"}}],"messages":{"required":"Translations is required","long":"Translations: at most 300","invalid":"Please enter rows for translations"}},
] as const satisfies readonly FieldRule[]

export const transactionNoteForm = [
 {"name":"text","label":"Note","kind":"text","required":true,"min":0,"max":4000,"options":[],"messages":{"required":"Note is required","long":"Note must be at most 4000 characters","invalid":"“Note” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const transferForm = [
 {"name":"mode","label":"Mode","kind":"choice","required":true,"min":0,"max":0,"options":["neft","upi","cheque"],"messages":{"required":"Please choose a mode","invalid":"Please choose one of the listed values for mode"}},
 {"name":"utr","label":"UTR or cheque number","kind":"line","required":true,"min":0,"max":40,"options":[],"pattern":"^[A-Za-z0-9][A-Za-z0-9 /-]*$","messages":{"required":"UTR or cheque number is required","long":"UTR or cheque number must be at most 40 characters","invalid":"A UTR or cheque number can only have letters and digits"}},
 {"name":"bankDate","label":"Date on the bank statement","kind":"day","required":true,"min":0,"max":0,"options":[],"messages":{"required":"Date on the bank statement is required","invalid":"Please enter a day that exists, such as 2027-03-31"}},
 {"name":"amount","label":"Amount","kind":"amount","required":true,"min":0,"max":10000000,"options":[],"messages":{"required":"Amount is required","short":"Amount must be at least 0","long":"Amount must be at most 10000000","invalid":"Please enter an amount such as 29500 or 1178.82"}},
 {"name":"payer","label":"Payer","kind":"line","required":false,"min":0,"max":200,"options":[],"messages":{"required":"Payer is required","long":"Payer must be at most 200 characters","invalid":"“Payer” contains characters that are not allowed"}},
 {"name":"parts","label":"Parts","kind":"rows","required":true,"min":0,"max":20,"options":[],"row":[{"name":"offlinePaymentId","label":"Payment","kind":"line","required":true,"min":0,"max":15,"options":[],"messages":{"required":"Please choose a payment","long":"Payment must be at most 15 characters","invalid":"“Payment” contains characters that are not allowed"}},{"name":"amount","label":"Amount","kind":"amount","required":true,"min":0,"max":10000000,"options":[],"messages":{"required":"Amount is required","short":"Amount must be at least 0","long":"Amount must be at most 10000000","invalid":"Please enter an amount such as 29500 or 1178.82"}},{"name":"tds","label":"TDS deducted","kind":"amount","required":false,"min":0,"max":10000000,"options":[],"messages":{"required":"TDS deducted is required","short":"TDS deducted must be at least 0","long":"TDS deducted must be at most 10000000","invalid":"Please enter an amount such as 2500"}},{"name":"tan","label":"TAN of the payer","kind":"line","required":false,"min":0,"max":10,"options":[],"pattern":"^[A-Za-z]{4}[0-9]{5}[A-Za-z]$","messages":{"required":"Please enter the TAN of the payer who has deducted the tax","long":"TAN of the payer must be at most 10 characters","invalid":"A TAN has four letters, five digits and a letter, such as MUMB12345C"}},{"name":"tdsSection","label":"Section of the TDS","kind":"line","required":false,"min":0,"max":20,"options":[],"messages":{"required":"Please enter the section that the payer states, such as 194J or 393(1)","long":"Section of the TDS must be at most 20 characters","invalid":"“Section of the TDS” contains characters that are not allowed"}}],"messages":{"required":"Parts is required","long":"Parts: at most 20","invalid":"Please enter rows for parts"}},
 {"name":"isExcessConfirmed","label":"Record the whole amount, and return what is too much","kind":"flag","required":false,"min":0,"max":0,"options":[],"messages":{"required":"Record the whole amount, and return what is too much is required","invalid":"Record the whole amount, and return what is too much must be true or false"}},
] as const satisfies readonly FieldRule[]

export const verifyLinkForm = [
 {"name":"razorpay_payment_id","label":"Payment ID","kind":"line","required":true,"min":0,"max":64,"options":[],"messages":{"required":"Payment ID is required","long":"Payment ID must be at most 64 characters","invalid":"“Payment ID” contains characters that are not allowed"}},
 {"name":"razorpay_payment_link_id","label":"Payment link ID","kind":"line","required":true,"min":0,"max":64,"options":[],"messages":{"required":"Payment link ID is required","long":"Payment link ID must be at most 64 characters","invalid":"“Payment link ID” contains characters that are not allowed"}},
 {"name":"razorpay_payment_link_reference_id","label":"Reference","kind":"line","required":true,"min":0,"max":40,"options":[],"messages":{"required":"Reference is required","long":"Reference must be at most 40 characters","invalid":"“Reference” contains characters that are not allowed"}},
 {"name":"razorpay_payment_link_status","label":"Status","kind":"line","required":true,"min":0,"max":40,"options":[],"messages":{"required":"Status is required","long":"Status must be at most 40 characters","invalid":"“Status” contains characters that are not allowed"}},
 {"name":"razorpay_signature","label":"Signature","kind":"line","required":true,"min":0,"max":128,"options":[],"messages":{"required":"Signature is required","long":"Signature must be at most 128 characters","invalid":"“Signature” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const vouchForm = [
 {"name":"text","label":"Your line","kind":"line","required":true,"min":10,"max":160,"options":[],"messages":{"required":"Your line is required","short":"Your line must be at least 10 characters","long":"Your line must be at most 160 characters","invalid":"“Your line” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const withdrawalForm = [
 {"name":"words","label":"Your reason","kind":"text","required":false,"min":0,"max":2000,"options":[],"messages":{"required":"Your reason is required","long":"Your reason must be at most 2000 characters","invalid":"“Your reason” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]

export const writeOffOfflineForm = [
 {"name":"returnId","label":"Claim","kind":"line","required":false,"min":0,"max":15,"options":[],"messages":{"required":"Claim is required","long":"Claim must be at most 15 characters","invalid":"“Claim” contains characters that are not allowed"}},
 {"name":"reason","label":"Reason","kind":"text","required":true,"min":3,"max":1000,"options":[],"messages":{"required":"Reason is required","short":"Reason must be at least 3 characters","long":"Reason must be at most 1000 characters","invalid":"“Reason” contains characters that are not allowed"}},
 {"name":"password","label":"Current password","kind":"secret","required":true,"min":0,"max":1000,"options":[],"messages":{"required":"Please enter your current password","long":"Current password must be at most 1000 characters","invalid":"Please enter a valid current password"}},
 {"name":"code","label":"Code","kind":"line","required":false,"min":0,"max":40,"options":[],"messages":{"required":"Please enter the code of your authenticator app","long":"Code must be at most 40 characters","invalid":"“Code” contains characters that are not allowed"}},
] as const satisfies readonly FieldRule[]
